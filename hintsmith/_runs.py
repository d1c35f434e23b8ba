"""A finished run as an object."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from evaluation.objectives import Objective
from evaluation.score import Score
from evaluation.table import Table as Rows
from evaluation.table import count, number
from experiments.kinds.number_place.config import Config
from experiments.run.columns import history_names
from experiments.run.folder import RunFolder
from hintsmith._tables import Table, judged_table

if TYPE_CHECKING:
    import pandas as pd

_WHOLE = frozenset(("generation", "evaluations", "valid", "front_size"))


class Run:
    """What a search found, read from its folder."""

    def __init__(self, folder: Path, kept: TemporaryDirectory[str] | None = None) -> None:
        """Args:
        folder: of the run.
        kept: the temporary folder around it, which goes when this object does.

        Raises InputError where it is no run folder.
        """
        self._folder = RunFolder.open(folder)
        self._kept = kept

    @property
    def folder(self) -> Path:
        """Its folder; gone with this object where the search was not told where to put it."""
        return self._folder.path

    @cached_property
    def config(self) -> Config:
        """As resolved, with all defaults."""
        return cast("Config", self._folder.config())

    @property
    def objectives(self) -> tuple[Objective, ...]:
        """What was searched for."""
        return self.config.objectives()

    @property
    def manifest(self) -> dict[str, Any]:
        """Versions, seed, counts, hypervolumes: manifest.json."""
        return self._folder.manifest()

    @cached_property
    def front(self) -> Table[Score]:
        """The non-dominated puzzles with claimed and validated scores: pareto.csv. Raises InputError before its end."""
        return judged_table(self._folder.puzzles(), self.objectives)

    @cached_property
    def history(self) -> Table[dict[str, Any]]:
        """A row for each generation: history.csv."""
        columns = [count(name) if name in _WHOLE else number(name) for name in history_names(self.objectives)]
        lines = self._folder.history()
        where = [f"{self.folder / 'history.csv'}, line {k}" for k in range(2, len(lines) + 2)]
        return Table(Rows.from_cells(lines, columns, where), columns, of_puzzles=False)

    def to_frame(self) -> pd.DataFrame:
        """The front as a pandas data frame. Raises InputError where pandas is not installed."""
        return self.front.to_frame()

    def plot(self, axes: Any = None) -> Any:
        """The front on matplotlib axes: the first two objectives, as validated, with bars of two standard errors.

        Args:
            axes: to draw on; new ones by default.

        Returns:
            The axes.
        """
        if axes is None:
            from matplotlib.figure import Figure

            axes = Figure(figsize=(6, 4.5), layout="constrained").add_subplot()
        goals: list[Objective] = list(self.objectives[:2])
        across = f"validated_{goals[0].column}"
        if len(goals) > 1:
            up = f"validated_{goals[1].column}"
            rows = self.front.rows
            errors = {side: 2 * np.nan_to_num(rows[f"{name}_se"]) for side, name in (("xerr", across), ("yerr", up))}
            axes.errorbar(rows[across], rows[up], fmt="o", elinewidth=0.8, **errors)
            axes.set_ylabel(goals[1].english)
        else:
            axes.plot(self.history.column("evaluations"), self.history.column(f"best_{goals[0].column}"))
            axes.set_ylabel(goals[0].english)
        axes.set_xlabel(goals[0].english if len(goals) > 1 else "evaluations")
        return axes

    def __repr__(self) -> str:
        goals = ", ".join(goal.key for goal in self.objectives)
        puzzles = f"{len(self.front)} puzzles on the front" if self._folder.has_pareto() else "not finished"
        return f"<Run {self.folder.name}: {goals}; {puzzles}>"


def load_run(path: str | Path) -> Run:
    """The run in a folder, as `search` returned it. Raises InputError for anything else."""
    return Run(Path(path))

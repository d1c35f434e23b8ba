"""The runs of a comparison, read from their folders."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from evaluation.table import Table
from experiments.run.budgets import read_curve, read_fronts
from experiments.run.columns import FRONTS_FILE
from experiments.run.config import flat
from experiments.run.folder import CONFIG_FILE, RunFolder
from experiments.run.logs import whole_lines
from experiments.run.volume import gains, volume_of
from experiments.sweep.folder import RUNS
from generator.search.problem import Goal
from puzzles.errors import InputError

Measure = Literal["hypervolume", "best"]
Curve = NDArray[np.float64]
"""(n, 2) evaluations and value."""
_IGNORED: Final = ("name", "seed")


@dataclass(frozen=True, slots=True)
class Limit:
    """How much of each run counts; all of it where both are None."""

    evaluations: int | None = None
    seconds: float | None = None
    """Of the processor."""

    def __str__(self) -> str:
        if self.evaluations is not None:
            return f"after {self.evaluations} evaluations"
        return f"after {self.seconds:g} processor seconds" if self.seconds is not None else "at the end"


class ComparedRun:
    """One finished run: what its config says, and what it reached when."""

    def __init__(self, path: Path) -> None:
        """Raises InputError where there is no run folder."""
        self._folder = RunFolder.open(path)
        self.name = path.resolve().name
        self.manifest = self._folder.manifest()
        self._config = self._folder.config()
        self.seed = self._config.seed

    @property
    def path(self) -> Path:
        """Its folder."""
        return self._folder.path

    @property
    def is_finished(self) -> bool:
        """Whether it came to its end."""
        return bool(self.manifest.get("finished"))

    @property
    def goals(self) -> Sequence[Goal]:
        """Its objectives."""
        return self._folder.goals

    @property
    def is_random(self) -> bool:
        """Whether validated scores differ from claimed ones."""
        return self._folder.problem.is_random

    @cached_property
    def keys(self) -> dict[str, Any]:
        """Dotted keys of its config to values, without those that change no result; the pattern as it was given."""
        found = flat(self._config.model_dump(mode="json"))
        own = {k: v for k, v in found.items() if k not in _IGNORED and not k.startswith("parallel.")}
        given = self.manifest.get("pattern_given")
        return own | ({"puzzle.pattern": given} if isinstance(given, str) else {})

    @cached_property
    def weights(self) -> tuple[float, ...] | None:
        """Of the objectives in the one value that was searched for; None of a front."""
        goals = self.goals
        return self._config.weights_of(len(goals)) or ((1.0,) if len(goals) == 1 else None)

    @property
    def measure(self) -> Measure:
        """What tells how good it is."""
        return "hypervolume" if self.weights is None else "best"

    @property
    def prefix(self) -> str:
        """Of the columns of validated scores; nothing where nothing is random."""
        return "validated_" if self.is_random else ""

    @cached_property
    def front(self) -> Table:
        """The rows of pareto.csv."""
        return self._folder.puzzles()

    def text(self, genome: NDArray[np.uint8]) -> str:
        """A puzzle for people."""
        return self._folder.problem.text(genome)

    @property
    def genome(self) -> str:
        """The column of genomes."""
        return self._folder.problem.genome

    @cached_property
    def history(self) -> dict[str, NDArray[np.float64]]:
        """Columns of history.csv: generation, evaluations, hypervolume, processor_seconds; NaN where unknown."""
        rows = self._folder.history()
        names = ("generation", "evaluations", "hypervolume", "processor_seconds")
        return {name: np.array([float(row.get(name) or "nan") for row in rows]) for name in names}

    @cached_property
    def claimed(self) -> Curve:
        """The claimed value after each generation."""
        evaluations = self.history["evaluations"]
        if self.weights is None:
            return np.stack([evaluations, self.history["hypervolume"]], axis=1)
        signs = np.array([goal.sign for goal in self.goals]) * np.array(self.weights)
        fronts = [json.loads(line)["front"] for line in whole_lines(self.path / FRONTS_FILE)]
        best = [float((np.array(front) @ signs).max()) if front else np.nan for front in fronts]
        return np.stack([evaluations, np.array(best)[: len(evaluations)]], axis=1)

    @cached_property
    def checkpoints(self) -> Table:
        """The puzzles of validated-fronts.csv; no row without `validation.history`."""
        return read_fronts(self.path, self._folder.kind.genome_column(self._config), self.goals)

    @cached_property
    def validated(self) -> Curve:
        """The validated value at each checkpoint, the end where there are none."""
        curve = read_curve(self.path)
        if not len(curve):
            return np.array([[self.evaluations, self.value(self.front, self.prefix)]])
        if self.weights is None:
            return np.stack([curve["evaluations"].astype(float), curve["validated"]], axis=1)
        rows, at = self.checkpoints, curve["evaluations"]
        values = [self.value(rows.take(rows["evaluations"] == now), "validated_") for now in at]
        return np.stack([at.astype(float), np.array(values)], axis=1)

    @property
    def evaluations(self) -> int:
        """In all."""
        return int((self.manifest.get("counts") or {}).get("evaluations", 0))

    @property
    def processor_seconds(self) -> float:
        """Of the search; NaN where it is not known."""
        seconds = self.history["processor_seconds"]
        return float(seconds[-1]) if len(seconds) else float("nan")

    def value(self, rows: Table, prefix: str = "") -> float:
        """What rows are worth: their hypervolume, or of one objective that of the row whose claimed value is best."""
        if not len(rows):
            return 0.0
        if self.weights is None:
            return volume_of(rows, self.goals, prefix)
        weights = np.array(self.weights)
        chosen = int(np.nanargmax(gains(rows, self.goals) @ weights))
        return float(gains(rows, self.goals, prefix)[chosen] @ weights)

    def reached(self, limit: Limit) -> tuple[float, float]:
        """Claimed and validated value within a limit. Raises InputError where that was not noted."""
        if limit.evaluations is None and limit.seconds is None:
            return self.value(self.front), self.value(self.front, self.prefix)
        claimed, spent = self.claimed, self._spent(limit)
        validated = self.validated
        if not len(read_curve(self.path)) and spent < self.evaluations:
            raise InputError(
                f"{self.path}: has no validated history to read a smaller budget off; "
                "runs with validation.history = true have one"
            )
        return _last(claimed, spent), _last(validated, spent)

    def front_within(self, limit: Limit) -> Table:
        """The front within a limit, with validated scores; without a row where there was none yet."""
        if limit.evaluations is None and limit.seconds is None:
            return self.front
        rows = self.checkpoints
        at = rows["evaluations"]
        within = at[at <= self._spent(limit)]
        return rows.take(at == within.max()) if len(within) else rows.take([])

    def _spent(self, limit: Limit) -> float:
        """Evaluations within a limit."""
        if limit.evaluations is not None:
            return limit.evaluations
        seconds = self.history["processor_seconds"]
        if np.isnan(seconds).any():
            raise InputError(
                f"{self.path}: its processor seconds are not known; runs with parallel.workers = 1, as those of a "
                "sweep, note them"
            )
        within = np.flatnonzero(seconds <= (limit.seconds or 0.0))
        return float(self.history["evaluations"][within[-1]]) if len(within) else 0.0


def _last(curve: Curve, evaluations: float) -> float:
    """The last value of a curve within so many evaluations; 0 before its first."""
    within = np.flatnonzero(curve[:, 0] <= evaluations)
    return float(curve[within[-1], 1]) if len(within) else 0.0


def find_runs(paths: Sequence[Path]) -> list[ComparedRun]:
    """The runs of folders: run folders, sweeps, and folders of run folders, in order; none twice.

    Raises InputError for a folder without a run.
    """
    found: dict[Path, ComparedRun] = {}
    for path in paths:
        if not path.is_dir():
            raise InputError(f"{path}: no such folder")
        inner = path / RUNS if (path / RUNS).is_dir() else path
        folders = [path] if (path / CONFIG_FILE).is_file() else sorted(inner.iterdir(), key=lambda one: one.name)
        runs = [one for one in folders if (one / CONFIG_FILE).is_file() and not one.name.startswith(".")]
        if not runs:
            raise InputError(f"{path}: has no run folder in it")
        for run in runs:
            found.setdefault(run.resolve(), ComparedRun(run))
    return list(found.values())

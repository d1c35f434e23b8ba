"""Number place: what a run does that is Sudoku's own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from evaluation.minutes import MINUTES
from evaluation.settings import EvaluationSettings
from evaluation.table import Column, Table
from evaluation.techniques import extra_of
from experiments.kinds.base import Figures, Kind
from experiments.kinds.config import DEFAULT_KIND
from experiments.kinds.number_place import own_copies
from experiments.kinds.number_place.columns import (
    BEYOND,
    GRIDS_FILE,
    HINTS,
    PROFILE,
    evaluation_columns,
    pareto_columns,
)
from experiments.kinds.number_place.config import Config
from experiments.kinds.number_place.second_opinion import second_opinions
from experiments.run.columns import PARETO_FILE
from experiments.run.results import HandedOut
from experiments.wishes.avoid import make_filter
from experiments.wishes.grids import different_grids, met_puzzles
from generator.search.judging import Task
from generator.search.pool import WorkerPool
from generator.search.racing import no_race
from generator.search.state import SearchSettings
from generator.sudoku.breeding import given
from generator.sudoku.problem import SudokuProblem
from puzzles.files.reader import is_path
from puzzles.grid import to_line
from puzzles.pattern import library, to_marks
from puzzles.seeds import Purpose, derived
from puzzles.solutions import count_batch

if TYPE_CHECKING:
    from experiments.run.folder import RunFolder
    from experiments.run.results import Results

_WARM_UP_REPAIR: Final = 200
"""Propagations for the repair of the warm-up's one child: enough to run each kernel once."""


class NumberPlace(Kind[Config]):
    """Hint arrays on a pattern."""

    key = DEFAULT_KIND
    config = Config
    shown = ("T", "grade", "minutes")

    def find_files(self, data: dict[str, Any], folder: Path) -> None:
        """A pattern file that stands beside the config."""
        section: Any = data.get("puzzle")
        name: Any = section.get("pattern") if isinstance(section, dict) else None
        if not isinstance(name, str) or name in library() or not is_path(str(folder / name)):
            return
        beside = folder / name
        if name.strip() and not Path(name).is_absolute() and beside.is_file():
            section["pattern"] = str(beside)

    def check(self, config: Config) -> None:
        """What no single value shows."""
        config.check()

    def problem(self, config: Config) -> SudokuProblem:
        """Puzzles on the config's pattern."""
        return SudokuProblem(
            config.pattern(),
            config.evaluation_settings(),
            config.fixed(),
            config.search.repair_budget,
            operators=config.operators(),
        )

    def search_settings(self, config: Config) -> SearchSettings:
        """With racing, and the wishes for a difficulty."""
        common = super().search_settings(config)
        return replace(common, racing=config.evaluation.racing, bounds=config.difficulty.bounds())

    def accept(self, config: Config) -> Callable[[Table], NDArray[np.bool_]] | None:
        """Nothing that is out already."""
        return make_filter(config)

    def announcement(self, config: Config) -> str | None:
        """The QUBO backend."""
        if not config.uniqueness.asks:
            return None
        return f"uniqueness: QUBO searches by the backend {config.backend()!r}"

    def kernels(self, config: Config) -> str:
        """Those of the walk, of the techniques and of the uniqueness."""
        settings = config.evaluation_settings()
        techniques = "six" if extra_of(settings.allowed) is None else "all"
        return f"{settings.walk} {techniques} {settings.uniqueness.method} {settings.uniqueness.presolve}"

    def warm_up(self, config: Config) -> Task:
        """A child of ones, that has to be moved and repaired."""
        problem = replace(self.problem(config), repair_budget=_WARM_UP_REPAIR)
        hints = np.where(problem.pattern, 1, 0).astype(np.uint8)[None, :]
        step = given(hints, bred=True).with_columns({"move": np.zeros(1, np.int64), "steps": np.ones(1, np.int64)})
        none = np.zeros(1, np.int64)
        return Task(problem, step, np.ones(1, np.uint64), none, no_race(len(problem.goals)), np.zeros(0, np.uint64))

    def copy_into(self, config: Config, run: Path) -> Config:
        """The pattern as lines, and what is to be avoided."""
        return own_copies.copy_into(config, run)

    def with_copies(self, config: Config, run: Path) -> Config:
        """With the places of what is to be avoided."""
        return own_copies.with_own_copies(config, run)

    def digests(self, run: Path) -> dict[str, str]:
        """Of the avoided puzzles."""
        return own_copies.digests(run)

    def identity(self, config: Config) -> dict[str, Any]:
        """The pattern as marks."""
        return {"pattern": to_marks(config.pattern())}

    def notes(self, config: Config) -> dict[str, Any]:
        """The pattern as the user gave it."""
        return {"pattern_given": config.puzzle.pattern}

    def genome_column(self, config: Config) -> Column:
        """81 characters."""
        return HINTS

    def columns(self, config: Config) -> tuple[Column, ...]:
        """Those of pareto.csv."""
        return pareto_columns(config.objectives())

    def log_columns(self, config: Config) -> tuple[Column, ...]:
        """Those of evaluations.jsonl."""
        return evaluation_columns(config.objectives())

    def validation(self, config: Config) -> SudokuProblem:
        """Other walks than the search's, and as many as the config says."""
        return replace(self.problem(config), evaluation=validation_settings(config))

    def prove(self, config: Config, rows: Table) -> Mapping[str, NDArray[Any]]:
        """Exactly one solution, by the exact counter; the column `solution`."""
        proof = count_batch(rows["hints"])
        if not bool((proof.counts == 1).all()):
            raise RuntimeError(
                "a puzzle on the front has not exactly one solution: this is an error of hintsmith's own"
            )
        return {"solution": proof.found[:, 0]}

    def measure(self, config: Config, rows: Table, fresh: Table, pool: WorkerPool) -> Mapping[str, NDArray[Any]]:
        """The difficulty as the fresh walks met it, and QUBO's second opinion."""
        own = {goal.column for goal in config.objectives()}
        measured = {name: fresh[name] for name in (*PROFILE, *BEYOND, *MINUTES) if name not in own}
        opinions = second_opinions(self.problem(config), config.uniqueness.second_opinion, rows["hints"], pool)
        return {**measured, **opinions}

    def holds(self, config: Config, rows: Table) -> NDArray[np.bool_]:
        """Inside [difficulty], by the fresh walks."""
        return config.difficulty.bounds().measure(rows) == 0

    def write_more(self, folder: RunFolder, config: Config, front: Table | None, results: Results) -> dict[str, Any]:
        """grids.csv, where it is wished for: the best puzzles on different solution grids, scored like the front."""
        wanted = config.puzzle.solution_grids
        if wanted is None:
            return {}
        best = [] if front is None else [to_line(hints) for hints in front["hints"]]
        # some may fall out of the wishes when they are judged again
        spare = wanted if config.difficulty.bounds().ranges else 0
        chosen = different_grids(
            met_puzzles(folder.path, config.objectives()),
            config.pattern(),
            wanted + spare,
            best,
            config.puzzle.max_alike,
        )
        handed = results.of_genomes(np.array(chosen)) if chosen else HandedOut(None, 0.0, 0)
        rows = None if handed.rows is None else handed.rows.take(range(min(wanted, len(handed.rows))))
        folder.write_rows(rows, GRIDS_FILE)
        reached = 0 if rows is None else len(rows)
        return {"solution_grids": {"reached": reached, "wanted": wanted}}

    def counted(self, config: Config, tally: dict[str, int]) -> dict[str, Any]:
        """Who judged that puzzles have one solution, and how often."""
        backend = config.backend() if config.uniqueness.asks else None
        return {"uniqueness": {"method": config.uniqueness.method, "backend": backend, "counts": tally}}

    def remarks(self, manifest: Mapping[str, Any]) -> list[str]:
        """What fresh walks put outside the wishes, and how many solution grids were reached."""
        lines: list[str] = []
        outside = manifest.get("outside_wishes", 0)
        if outside:
            lines.append(
                f"{PARETO_FILE}: {outside} puzzles of the front left out, by fresh walks they are outside [difficulty]"
            )
        grids = manifest.get("solution_grids")
        if grids is not None:
            lines.append(
                f"{GRIDS_FILE}: puzzles on {grids['reached']} different solution grids, {grids['wanted']} wanted"
            )
        return lines

    def write_report(self, run: Path, config: Config, lang: str | None = None) -> Path:
        """The report with walks."""
        from experiments.explain import checked_language
        from experiments.report import write_report

        opens = None if lang is None else checked_language(lang)
        return write_report(run, config.evaluation_settings(), lang=opens)

    def write_figures(self, run: Path, config: Config, wanted: Figures) -> list[Path]:
        """The front, the history and difficulty curves."""
        from experiments.explain import checked_language
        from experiments.report import Look, write_figures

        look = Look(wanted.size, checked_language(wanted.lang))
        return write_figures(run, wanted.formats, config.evaluation_settings(), wanted.curves, look=look)

    def after_run(self, run: Path, config: Config, front: bool) -> None:
        """The front as a picture, and the report."""
        from experiments.report import build_report, write_front, write_report

        data = build_report(run, config.evaluation_settings())
        write_front(run, data)
        if front:
            write_report(run, data=data)


def validation_settings(config: Config) -> EvaluationSettings:
    """How the front is scored again: other walks than the search's, and as many as the config says."""
    return replace(
        config.evaluation_settings(), walks=config.validation.walks, seed=derived(config.seed, Purpose.VALIDATION)
    )

"""What a kind of puzzle is to a run: its config, its problem, its columns, its proof, and how it is shown."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from evaluation.table import Column, Table, count
from experiments.kinds.config import RunConfig
from experiments.run.columns import score_columns
from generator.search.judging import Task
from generator.search.pool import WorkerPool
from generator.search.problem import Problem
from generator.search.racing import no_race
from generator.search.state import SearchSettings
from puzzles.errors import InputError

if TYPE_CHECKING:
    from experiments.run.folder import RunFolder
    from experiments.run.results import Results

C = TypeVar("C", bound=RunConfig)


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures that a user asks for."""

    formats: Sequence[str]
    curves: int = 4
    """Difficulty curves of so many puzzles."""
    size: tuple[float, float] | None = None
    """Width and height in millimetres; None for what suits each figure."""
    lang: str = "en"
    """en or ja."""


class Kind(ABC, Generic[C]):
    """One kind of puzzle. What is abstract must be given; the rest has a default that serves a small kind.

    Attributes:
        key: its name in `puzzle.kind`.
        config: the model of its configs.
        shown: columns that `inspect` shows after the scores; the genome stands before them.
    """

    key: ClassVar[str]
    config: type[C]
    shown: ClassVar[tuple[str, ...]] = ()

    # the config

    def find_files(self, data: dict[str, Any], folder: Path) -> None:
        """Put files that stand beside a config in the place of their relative names.

        Args:
            data: the config as it was read, unchecked; it is changed.
            folder: where the config's file is.
        """

    def check(self, config: C) -> None:
        """Raises InputError of one line that names the key, for what the model does not see."""
        config.weights_of(len(self.problem(config).goals))
        self.problem(config).check()

    # the search

    @abstractmethod
    def problem(self, config: C) -> Problem:
        """What the search sees."""

    def search_settings(self, config: C) -> SearchSettings:
        """The settings of the search."""
        s = config.search
        return SearchSettings(
            seed=config.seed,
            population=s.population,
            evaluations=s.total,
            algorithm=s.algorithm,
            weights=config.weights_of(len(self.problem(config).goals)),
            stagnation=s.stagnation,
            reevaluate=s.reevaluate,
            confirm=s.confirm,
            without=frozenset(s.without),
        )

    def accept(self, config: C) -> Callable[[Table], NDArray[np.bool_]] | None:
        """Tells which judged rows may be kept; None where all may. Raises InputError for files it cannot read."""
        return None

    def announcement(self, config: C) -> str | None:
        """A line for the user before the search begins."""
        return None

    def kernels(self, config: C) -> str:
        """The settings that decide which kernels a run needs, as text."""
        return self.key

    def warm_up(self, config: C) -> Task:
        """A small task that needs every kernel of a search."""
        problem = self.problem(config)
        recipes = problem.recipes(problem.sample(1, 0))
        none = np.zeros(len(recipes), np.int64)
        return Task(problem, recipes, none.astype(np.uint64), none, no_race(len(problem.goals)))

    # what is kept of the config's files

    def copy_into(self, config: C, run: Path) -> C:
        """Write copies of the config's files into a run folder; returns the config that names the copies.

        Raises InputError when one cannot be read.
        """
        return config

    def with_copies(self, config: C, run: Path) -> C:
        """The config of a run folder with the places of its copies, wherever the folder is now."""
        return config

    def digests(self, run: Path) -> dict[str, str]:
        """Name to SHA-256 of each copy, compared when the run is taken up again."""
        return {}

    def identity(self, config: C) -> dict[str, Any]:
        """What the manifest says besides the config, compared when the run is taken up again."""
        return {}

    def notes(self, config: C) -> dict[str, Any]:
        """What the manifest says of the config as the user gave it."""
        return {}

    # the results

    @abstractmethod
    def genome_column(self, config: C) -> Column:
        """How a genome stands in files."""

    def measure_columns(self, config: C) -> Sequence[Column]:
        """The columns of pareto.csv besides genome, scores and samples."""
        return ()

    def columns(self, config: C) -> tuple[Column, ...]:
        """The columns of pareto.csv."""
        problem = self.problem(config)
        validated = score_columns(problem, "validated_") if problem.is_random else ()
        own = (self.genome_column(config), *score_columns(problem), *validated)
        return (*own, *self.measure_columns(config), count("walks"))

    def log_columns(self, config: C) -> tuple[Column, ...]:
        """The columns of evaluations.jsonl."""
        own = (self.genome_column(config), *score_columns(self.problem(config)))
        return (count("generation"), *own, count("walks"))

    def validation(self, config: C) -> Problem | None:
        """The problem that judges the front again, with fresh samples; None where nothing is random.

        A kind whose problem is random has to give one.
        """
        if self.problem(config).is_random:
            raise NotImplementedError(f"{type(self).__name__}.validation: the problem is random")
        return None

    @abstractmethod
    def prove(self, config: C, rows: Table) -> Mapping[str, NDArray[Any]]:
        """Prove each row that is to be handed out, by other means than those of the search.

        Returns:
            Columns that the proof found.

        Raises:
            RuntimeError: a row is not what it claims to be; nothing is written.
        """

    def measure(self, config: C, rows: Table, fresh: Table, pool: WorkerPool) -> Mapping[str, NDArray[Any]]:
        """More columns of rows that are handed out.

        Args:
            rows: as the search judged them.
            fresh: the same, judged by `validation`.
            pool: where anything else can be judged.
        """
        return {}

    def holds(self, config: C, rows: Table) -> NDArray[np.bool_]:
        """(n,) whether the config's wishes still hold of rows that were judged again; others are not handed out."""
        return np.ones(len(rows), np.bool_)

    def write_more(self, folder: RunFolder, config: C, front: Table | None, results: Results) -> dict[str, Any]:
        """Write further files of results; returns what the manifest says of them."""
        return {}

    def counted(self, config: C, tally: dict[str, int]) -> dict[str, Any]:
        """What the manifest says of the problem's tallies."""
        return {"tally": tally} if tally else {}

    def remarks(self, manifest: Mapping[str, Any]) -> list[str]:
        """Lines for the user about what a run wrote besides its front."""
        return []

    # how it is shown

    def draw(self, config: C, rows: Table, k: int) -> str | None:
        """Row k as an SVG element for the report; None for its text only."""
        return None

    def write_report(self, run: Path, config: C, lang: str | None = None) -> Path:
        """Write report.html of a run that has a pareto.csv; returns its path.

        `lang`, en or ja, is the language in which it opens, where the kind has several.
        """
        from experiments.report.plain import write_plain

        return write_plain(run, self, config)

    def write_figures(self, run: Path, config: C, wanted: Figures) -> list[Path]:
        """Write figures for papers; returns their paths. Raises InputError where the kind draws none."""
        raise InputError(f"--figures: the kind {self.key} draws none; its report.html shows the front")

    def after_run(self, run: Path, config: C, front: bool) -> None:
        """Write what shows a run when it ends or pauses; `front` says whether there is a puzzle on it."""
        if front:
            self.write_report(run, config)

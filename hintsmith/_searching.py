"""Searches from Python: whole, or step by step."""

from __future__ import annotations

import logging
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, TypedDict, Unpack, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evaluation.constraints import CONSTRAINTS
from evaluation.objectives import OBJECTIVES, Objective
from evaluation.score import Score
from evaluation.table import Table as Rows
from experiments.kinds.number_place.config import Config
from experiments.kinds.number_place.kind import NumberPlace
from experiments.run import runner
from experiments.run.config import make_config
from experiments.run.manifest import worker_count
from experiments.wishes.avoid import make_filter
from generator.search import search as engine
from generator.search.judging import Task
from generator.search.methods import Method, make_method
from generator.search.pool import WorkerPool
from generator.search.problem import NONE
from generator.search.racing import no_race
from generator.search.state import Generation as Step
from generator.sudoku.operators import CATALOGUE as OPERATORS
from hintsmith._evaluating import keys_of
from hintsmith._puzzle import Puzzle
from hintsmith._runs import Run
from hintsmith._tables import Table, judged_table
from puzzles.errors import InputError
from puzzles.pattern import to_marks

_LOG: Final = logging.getLogger("hintsmith")

_KIND = NumberPlace()


class SearchOptions(TypedDict, total=False):
    """What decides a search; what is not given is as in a config (docs: Config)."""

    evaluations: int
    """Hint arrays judged in all."""
    walks: int
    """Simulated solvers for each."""
    seed: int
    objectives: Sequence[Any]
    """By name, or the functions under `@objective`; `tension` and `chain` by default."""
    operators: Sequence[Any]
    """By name, or the functions under `@operator`; `all` stands for hintsmith's own, the default."""
    constraints: Sequence[Any]
    """Besides the four, by name, or the functions under `@constraint`."""
    workers: int
    """Processes; 0 for one per core."""
    settings: Mapping[str, Any]
    """Any other keys of a config, as `{"search.population": 50, "difficulty.grade": "easy"}`."""


class RunOptions(SearchOptions, total=False):
    """What decides a search, and where its results go."""

    name: str
    """Of the run folder."""
    out: str | Path | None
    """Where the run folder is made and kept; None for a temporary folder that goes with the `Run`."""
    callback: Callable[[Generation], object] | None
    """Called after each generation."""


@dataclass(frozen=True, slots=True)
class Generation:
    """A search after one of its generations."""

    number: int
    evaluations: int
    """Hint arrays judged since the start."""
    valid: int
    """Valid new puzzles met since the start."""
    front: Table[Score]
    """The non-dominated puzzles so far."""
    new: Table[Score]
    """What this generation judged for the first time, valid or not."""


def search(pattern: Any, **options: Unpack[RunOptions]) -> Run:
    """Evolve puzzles on a pattern, and return the finished run.

    Args:
        pattern: the name of a shipped one, 81 marks, nine lines, a file, an array of 81 yes and no, or a `Puzzle`.
        options: see `SearchOptions` and `RunOptions`.

    Raises:
        InputError: of one line, for what a config would be refused for.
    """
    given = cast("dict[str, Any]", dict(options))
    out, callback = given.pop("out", None), given.pop("callback", None)
    config = _config(pattern, given)
    watcher = _Watcher(config.objectives(), callback)
    if out is not None:
        return Run(runner.start(config, Path(out), watcher).folder)
    kept = tempfile.TemporaryDirectory(prefix="hintsmith-")
    try:
        return Run(runner.start(config, Path(kept.name), watcher).folder, kept)
    except BaseException:
        kept.cleanup()
        raise


class Search:
    """A search step by step; nothing is written to disk.

    Iterate over it for a `Generation` at a time, judged by its objectives; an iteration that was left goes on with the
    next. Or judge yourself: `ask` gives new valid puzzles, `tell` takes their objectives' values, until `ask` gives
    none.

        search = hs.Search("heart", objectives=[hs.told("fun")], evaluations=200)
        while len(puzzles := search.ask()):
            search.tell([play(str(hs.Puzzle(puzzle))) for puzzle in puzzles])
        search.front
    """

    def __init__(self, pattern: Any, **options: Unpack[SearchOptions]) -> None:
        """Args: as those of `search`. Raises InputError as that does, and where no puzzle can stand on the pattern."""
        self.config: Final = _config(pattern, cast("dict[str, Any]", dict(options)))
        self._pool = WorkerPool(worker_count(self.config))
        self._judged: Method | None = None
        self._told: _Told | None = None

    @property
    def objectives(self) -> tuple[Objective, ...]:
        """What is searched for."""
        return self.config.objectives()

    @property
    def front(self) -> Table[Score]:
        """The non-dominated puzzles so far."""
        running = self._judged if self._told is None else self._told.search
        return judged_table(None if running is None else running.archive.front(), self.objectives)

    def __iter__(self) -> Iterator[Generation]:
        if self._told is not None:
            raise InputError("a search that was asked for puzzles to judge goes on by ask and tell")
        if self._judged is None:
            problem, settings = _KIND.problem(self.config), _KIND.search_settings(self.config)
            self._judged = make_method(problem, settings, self._pool, accept=make_filter(self.config))
        with self._pool:
            for step in self._judged.run():
                yield _generation(step, self.objectives)

    def ask(self) -> Table[Score]:
        """New valid puzzles whose values are wanted; the same ones until `tell`, and none at the end of the search."""
        if self._judged is not None:
            raise InputError("a search that was iterated over judges by itself, it has nothing to ask")
        if self._told is None:
            self._told = _Told(self.config, self._pool)
        return self._told.ask()

    def tell(self, values: ArrayLike) -> Generation:
        """Take the values of the puzzles that `ask` gave.

        Args:
            values: (n, objectives), or (n,) of a search with one objective; finite.

        Raises InputError for another shape, and where nothing was asked.
        """
        if self._told is None:
            raise InputError("tell: nothing was asked")
        return self._told.tell(values)


class _Told:
    """A search whose objectives the caller judges; whether a puzzle is valid is judged here."""

    def __init__(self, config: Config, pool: WorkerPool) -> None:
        # a value that was told is taken as it is: no more samples, nothing is shrunk, nothing is stopped early
        problem = replace(_KIND.problem(config), is_random=False)
        settings = _KIND.search_settings(config)
        settings = replace(settings, racing=0.0, without=settings.without | {"estimates"})
        self.search = engine.Search(problem, settings, pool, accept=make_filter(config))
        self._goals = problem.goals
        self._blind = replace(problem, evaluation=replace(problem.evaluation, objectives=()))
        self._pool = pool
        self._judged: Rows | None = None
        self._wanted: NDArray[np.int64] = np.zeros(0, np.int64)
        """Rows of what was judged that `ask` gave."""
        self._same: NDArray[np.int64] = np.zeros(0, np.int64)
        """For each valid row the place of its genome among those."""

    def ask(self) -> Table[Score]:
        while self._judged is None:
            task = self.search.ask()
            if task is None:
                return judged_table(None, self._goals)
            with self._pool:
                self._take(self._pool.judge(self._validity(task)))
            if not len(self._wanted):
                self.tell(np.zeros((0, len(self._goals))))
        return judged_table(self._judged.take(self._wanted), self._goals)

    def _validity(self, task: Task) -> Task:
        """The same rows, judged by the constraints only."""
        return replace(task, problem=self._blind, race=no_race(0))

    def _take(self, judged: Rows) -> None:
        unknown = {name: np.full(len(judged), np.nan) for goal in self._goals for name in _columns(goal)}
        self._judged = judged.with_columns(unknown)
        valid = np.flatnonzero(judged["valid"] & (judged["origin"] != NONE))
        _, first, same = np.unique(judged["hints"][valid], axis=0, return_index=True, return_inverse=True)
        order = np.argsort(first)
        self._wanted = valid[first[order]]
        self._same = np.argsort(order)[same.reshape(-1)]

    def tell(self, values: ArrayLike) -> Generation:
        if self._judged is None:
            raise InputError("tell: nothing was asked")
        n, k = len(self._wanted), len(self._goals)
        told = np.asarray(values, float)
        if told.shape == (n,) and k == 1:
            told = told[:, None]
        if told.shape != (n, k) or not np.isfinite(told).all():
            names = ", ".join(goal.key for goal in self._goals)
            raise InputError(f"tell: values of shape {told.shape}; finite ones of shape ({n}, {k}) are needed: {names}")
        judged, self._judged = self._judged, None
        rows = np.flatnonzero(judged["valid"] & (judged["origin"] != NONE))
        columns: dict[str, NDArray[np.float64]] = {}
        for goal, values_of_goal in zip(self._goals, told.T, strict=True):
            columns[goal.column] = judged[goal.column].copy()
            columns[goal.column][rows] = values_of_goal[self._same]
        return _generation(self.search.tell(judged.with_columns(columns)), self._goals)


def _columns(goal: Objective) -> tuple[str, str]:
    return goal.column, f"{goal.column}_se"


def _generation(step: Step, goals: Sequence[Objective]) -> Generation:
    front, new = judged_table(step.archive.front(), goals), judged_table(step.judged, goals)
    return Generation(step.number, step.evaluations, step.valid_total, front, new)


class _Watcher:
    def __init__(self, goals: Sequence[Objective], callback: Callable[[Generation], object] | None) -> None:
        self._goals = goals
        self._callback = callback

    def message(self, text: str) -> None:
        _LOG.info("%s", text)

    def generation(self, generation: Step, seconds: float, total: int) -> None:
        if self._callback is not None:
            self._callback(_generation(generation, self._goals))


_KEYS: Final = {
    "name": "name",
    "seed": "seed",
    "evaluations": "search.evaluations",
    "walks": "evaluation.walks",
    "objectives": "search.objectives",
    "operators": "search.operators",
    "constraints": "evaluation.constraints",
    "workers": "parallel.workers",
}
_CATALOGUES: Final = {"objectives": OBJECTIVES, "operators": OPERATORS, "constraints": CONSTRAINTS}


def _config(pattern: Any, options: dict[str, Any]) -> Config:
    """The config of a search's options. Raises InputError of one line."""
    settings: dict[str, Any] = dict(options.pop("settings", {}))
    data: dict[str, Any] = {}
    _put(data, "puzzle.pattern", _pattern(pattern))
    for name, value in options.items():
        if name not in _KEYS:
            raise InputError(f"search: {name}: unknown; there are {', '.join(_KEYS)}, settings")
        if value is not None:
            _put(data, _KEYS[name], keys_of(value, _CATALOGUES[name]) if name in _CATALOGUES else value)
    for key, value in settings.items():
        _put(data, key, value)
    return cast("Config", make_config(data, "search"))


def _put(data: dict[str, Any], key: str, value: Any) -> None:
    *path, last = key.split(".")
    here: Any = data
    for part in path:
        here = here.setdefault(part, {})
        if not isinstance(here, dict):
            raise InputError(f"search: settings: {key}: {part} is not a section")
    here[last] = value


def _pattern(pattern: Any) -> str:
    if isinstance(pattern, str | Path):
        return str(pattern)
    cells = pattern.pattern if isinstance(pattern, Puzzle) else np.asarray(pattern)
    if cells.size != 81 or cells.dtype.kind not in "biu":
        raise InputError("pattern: a name, marks, a file, or 81 of yes and no are needed")
    return to_marks(cells.reshape(81).astype(bool))

"""What workers do: make children, judge them, and send back plain arrays."""

from __future__ import annotations

import threading
from dataclasses import dataclass, fields, replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from evaluation.difficulty import grade_of, hardest_families_needed
from evaluation.evaluator import Evaluator
from evaluation.settings import EvaluationSettings
from generator.search.racing import Race
from generator.sudoku.children import GIVEN, NONE, Walks, make_children


@dataclass(frozen=True, slots=True)
class Task:
    """Hint arrays for one worker; what comes back does not depend on how the hints were split into tasks."""

    hints: NDArray[np.uint8]
    """(n, 81)"""
    pattern: NDArray[np.bool_]
    """(81,)"""
    free: NDArray[np.bool_]
    """(81,) hint cells whose digit the repair may change."""
    seeds: NDArray[np.uint64]
    """(n,) random streams of the children's making."""
    repair_budget: int
    """Propagations per child; 0 judges the hints as they are."""
    settings: EvaluationSettings
    first_walk: NDArray[np.int64] | None = None
    """(n,) walks that a puzzle has had already; above 0 only its scores are asked for. None: all are new."""
    walks: Walks | None = None
    """Steps that make children of the hints."""
    race: Race | None = None
    """Stops the walks of new puzzles that are clearly dominated."""
    known: NDArray[np.uint64] | None = None
    """Names of puzzles that no child may be, ascending; None where any may come."""

    def __len__(self) -> int:
        return len(self.hints)

    def take(self, rows: NDArray[np.int64]) -> Task:
        """The given rows as a task."""
        return replace(
            self,
            hints=self.hints[rows],
            seeds=self.seeds[rows],
            first_walk=None if self.first_walk is None else self.first_walk[rows],
            walks=None if self.walks is None else self.walks.take(rows),
        )


@dataclass(frozen=True, slots=True)
class Judged:
    """Hint arrays with their scores; every field has n rows. Scores count only where a puzzle is valid."""

    hints: NDArray[np.uint8]
    """(n, 81) after the repair, in normal form: equal after relabelling is equal."""
    solution: NDArray[np.uint8]
    """(n, 81) zeros unless there is exactly one."""
    violations: NDArray[np.int64]
    """(n, 4) measures: pattern, rules, uniqueness, techniques."""
    f1: NDArray[np.float64]
    f2: NDArray[np.float64]
    f1_se: NDArray[np.float64]
    f2_se: NDArray[np.float64]
    walks: NDArray[np.int64]
    """(n,) behind the means; 0 where not valid."""
    turns: NDArray[np.int64]
    effort: NDArray[np.float64]
    hardest: NDArray[np.float64]
    peaks: NDArray[np.float64]
    family: NDArray[np.int64]
    """Number of the hardest family needed; −1 where not valid."""
    grade: NDArray[np.int64]
    """0 (easy) to 4 (fiendish); −1 where not valid."""
    origin: NDArray[np.int64]
    """How the hints came about: GIVEN, BRED, FRESH of `generator.sudoku.children`; NONE where no new puzzle was found,
    and all else in the row says nothing."""

    @property
    def valid(self) -> NDArray[np.bool_]:
        """(n,)"""
        return self.violations.sum(axis=1) == 0

    def __len__(self) -> int:
        return len(self.hints)

    def take(self, rows: NDArray[np.int64] | NDArray[np.bool_] | list[int]) -> Judged:
        """The given rows."""
        return Judged(*(getattr(self, f.name)[rows] for f in fields(self)))


def join(parts: list[Judged]) -> Judged:
    """The rows of all parts, in order."""
    return Judged(*(np.concatenate([getattr(part, f.name) for part in parts]) for f in fields(Judged)))


def no_rows(n: int = 0) -> Judged:
    """n rows without a puzzle: nothing in them is valid."""
    zeros, whole = np.zeros(n), np.zeros(n, np.int64)
    grids = np.zeros((n, 81), np.uint8)
    columns: dict[str, Any] = {f.name: zeros for f in fields(Judged)} | {"hints": grids, "solution": grids}
    columns |= {"walks": whole, "turns": whole, "family": whole - 1, "grade": whole - 1}
    columns |= {"violations": np.full((n, 4), 81, np.int64), "origin": np.full(n, NONE, np.int64)}
    return Judged(**columns)


class _Own(threading.local):
    """Evaluators of one thread: they hold work space, which two threads must not share."""

    def __init__(self) -> None:
        self.evaluators: dict[EvaluationSettings, Evaluator] = {}

    def evaluator(self, settings: EvaluationSettings) -> Evaluator:
        """The one for these settings; few settings are in use at a time."""
        if settings not in self.evaluators:
            if len(self.evaluators) >= _KEPT:
                self.evaluators.clear()
            self.evaluators[settings] = Evaluator(settings)
        return self.evaluators[settings]


_KEPT: Final = 4
_own: Final = _Own()


def grades(effort: NDArray[np.float64], family: NDArray[np.int64]) -> NDArray[np.int64]:
    """(n,) grades of valid puzzles from their effort and the hardest family that they need."""
    return np.array([grade_of(float(e), int(f)).level for e, f in zip(effort, family, strict=True)], np.int64)


def add_walks(old: Judged, new: Judged) -> Judged:
    """The same puzzles with the walks of both: pooled means and errors; all else is as `old` has it.

    The squares about the pooled mean: T. F. Chan, G. H. Golub and R. J. LeVeque, "Updating formulae and a pairwise
    algorithm for computing sample variances", 1979.
    """
    a, b = old.walks.astype(float), new.walks.astype(float)
    total = np.maximum(a + b, 1.0)
    columns: dict[str, NDArray[np.float64]] = {}
    for name in ("f1", "f2", "effort", "hardest", "peaks"):
        columns[name] = (getattr(old, name) * a + getattr(new, name) * b) / total
    for name in ("f1", "f2"):
        squares = getattr(old, f"{name}_se") ** 2 * a * (a - 1.0) + getattr(new, f"{name}_se") ** 2 * b * (b - 1.0)
        squares += (getattr(old, name) - getattr(new, name)) ** 2 * a * b / total
        columns[f"{name}_se"] = np.sqrt(np.maximum(squares, 0.0) / np.maximum(total - 1.0, 1.0) / total)
    grade = old.grade.copy()
    valid = old.family >= 0
    grade[valid] = grades(columns["effort"][valid], old.family[valid])
    return replace(old, walks=old.walks + new.walks, grade=grade, **columns)


def judge(task: Task) -> Judged:
    """Make the children (where asked) and evaluate the hints of a task."""
    n = len(task)
    first = np.zeros(n, np.int64) if task.first_walk is None else task.first_walk
    new = np.flatnonzero(first == 0)
    children = make_children(
        task.hints[new],
        task.pattern,
        task.free,
        task.seeds[new],
        task.repair_budget,
        None if task.walks is None else task.walks.take(new),
        task.known,
        task.settings.allowed,
    )
    made = children.origin != NONE
    again = np.flatnonzero(first > 0)
    parts = [
        replace(_race(children.hints[made], task), origin=children.origin[made]),
        _score(task.hints[again], task, first[again], task.settings.walks),
        no_rows(int((~made).sum())),
    ]
    return join(parts).take(np.argsort(np.concatenate([new[made], again, new[~made]])))


def _race(hints: NDArray[np.uint8], task: Task) -> Judged:
    """New puzzles with all their walks, or as many as the race leaves them."""
    race, walks = task.race, task.settings.walks
    looks = [] if race is None or not len(race.points) else race.looks(walks)
    none = np.zeros(len(hints), np.int64)
    judged = _score(hints, task, none, looks[0] if looks else walks)
    running = np.flatnonzero(judged.valid)
    for at, done in enumerate(looks):
        assert race is not None
        so_far = judged.take(running)
        means = np.stack([so_far.f1, so_far.f2], axis=1)
        errors = np.stack([so_far.f1_se, so_far.f2_se], axis=1)
        running = running[~race.beaten(means, errors, done, walks)]
        upto = looks[at + 1] if at + 1 < len(looks) else walks
        longer = add_walks(judged.take(running), _score(hints[running], task, none[running] + done, upto - done))
        order = np.arange(len(judged))
        order[running] = len(judged) + np.arange(len(running))
        judged = join([judged, longer]).take(order)
    return judged


def _score(hints: NDArray[np.uint8], task: Task, first_walk: NDArray[np.int64], walks: int) -> Judged:
    """Scores of the walks from `first_walk` on; family and grade, which cost more, only with the first walks."""
    n = len(hints)
    evaluations = _own.evaluator(task.settings).evaluate(hints, first_walk, walks)
    violations = np.array(
        [(v.pattern, v.rules, v.uniqueness, v.techniques) for v in (e.violations for e in evaluations)],
        dtype=np.int64,
    ).reshape(n, 4)
    violations[:, 0] = ((hints > 0) & ~task.pattern).sum(axis=1)
    solution = np.zeros((n, 81), np.uint8)
    columns = {name: np.zeros(n) for name in ("f1", "f2", "f1_se", "f2_se", "effort", "hardest", "peaks")}
    turns = np.zeros(n, np.int64)
    counts = np.zeros(n, np.int64)
    for row, evaluation in enumerate(evaluations):
        only = evaluation.solution
        if only is not None:
            solution[row] = only
        scores = evaluation.scores
        if scores is not None and not violations[row, 0]:
            turns[row] = scores.turns
            counts[row] = scores.walks
            for name, column in columns.items():
                column[row] = getattr(scores, name)
    family = np.full(n, -1, np.int64)
    grade = np.full(n, -1, np.int64)
    valid = np.flatnonzero((violations.sum(axis=1) == 0) & (first_walk == 0))
    if len(valid):
        family[valid] = hardest_families_needed(hints[valid], task.settings.allowed)
        grade[valid] = grades(columns["effort"][valid], family[valid])
    return Judged(
        hints,
        solution,
        violations,
        columns["f1"],
        columns["f2"],
        columns["f1_se"],
        columns["f2_se"],
        counts,
        turns,
        columns["effort"],
        columns["hardest"],
        columns["peaks"],
        family,
        grade,
        np.full(n, GIVEN, np.int64),
    )

"""What workers do: repair children towards validity, judge them, and send back plain arrays."""

from __future__ import annotations

import threading
from dataclasses import dataclass, fields
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from evaluation.difficulty import grade_of, hardest_families_needed
from evaluation.evaluator import Evaluator
from evaluation.settings import EvaluationSettings
from generator.feasibility import repair_batch
from puzzles.canonical import relabel_batch


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
    """(n,) random streams of the repair."""
    repair_budget: int
    """Propagations per child; 0 judges the hints as they are."""
    settings: EvaluationSettings
    first_walk: NDArray[np.int64]
    """(n,) walks that a puzzle has had already: 0 for new hints; others are not repaired."""


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
    """Walks behind the means; 0 where not valid."""
    turns: NDArray[np.int64]
    effort: NDArray[np.float64]
    hardest: NDArray[np.float64]
    peaks: NDArray[np.float64]
    family: NDArray[np.int64]
    """Hardest family needed, 0–5; −1 where not valid."""
    grade: NDArray[np.int64]
    """0 (easy) to 4 (fiendish); −1 where not valid."""

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


def normal_form(hints: NDArray[np.uint8], fixed: NDArray[np.bool_]) -> NDArray[np.uint8]:
    """(n, 81) hints with their digits renamed in order of first appearance, digits of fixed cells as they are.

    Args:
        fixed: (81,) cells that hold the same digit in every row.
    """
    if not fixed.any():
        return relabel_batch(hints)
    named = np.empty_like(hints)
    for row, source in enumerate(hints):
        kept = set(source[fixed].tolist()) | {0}
        order = [d for d in dict.fromkeys(source.tolist()) if d not in kept]
        names = np.arange(10, dtype=np.uint8)
        rest = [d for d in range(1, 10) if d not in kept]
        names[order + [d for d in rest if d not in order]] = rest
        named[row] = names[source]
    return named


def judge(task: Task) -> Judged:
    """Repair (where asked) and evaluate the hints of a task."""
    hints = task.hints
    fresh = task.first_walk == 0
    if task.repair_budget and fresh.any():
        hints = hints.copy()
        hints[fresh] = repair_batch(hints[fresh], task.free, task.seeds[fresh], task.repair_budget).hints
    hints = normal_form(hints, task.pattern & ~task.free)
    n = len(hints)
    evaluator = _own.evaluator(task.settings)
    evaluations: list[Any] = [None] * n
    for first in np.unique(task.first_walk).tolist():
        rows = np.flatnonzero(task.first_walk == first)
        for row, evaluation in zip(rows.tolist(), evaluator.evaluate(hints[rows], first), strict=True):
            evaluations[row] = evaluation
    violations = np.array(
        [(v.pattern, v.rules, v.uniqueness, v.techniques) for v in (e.violations for e in evaluations)],
        dtype=np.int64,
    ).reshape(n, 4)
    violations[:, 0] = ((hints > 0) & ~task.pattern).sum(axis=1)
    solution = np.zeros((n, 81), np.uint8)
    columns = {name: np.zeros(n) for name in ("f1", "f2", "f1_se", "f2_se", "effort", "hardest", "peaks")}
    turns = np.zeros(n, np.int64)
    walks = np.zeros(n, np.int64)
    for row, evaluation in enumerate(evaluations):
        only = evaluation.solution
        if only is not None:
            solution[row] = only
        scores = evaluation.scores
        if scores is not None and not violations[row, 0]:
            turns[row] = scores.turns
            walks[row] = scores.walks
            for name, column in columns.items():
                column[row] = getattr(scores, name)
    family = np.full(n, -1, np.int64)
    grade = np.full(n, -1, np.int64)
    valid = np.flatnonzero(violations.sum(axis=1) == 0)
    if len(valid):
        family[valid] = hardest_families_needed(hints[valid])
        grade[valid] = [grade_of(columns["effort"][row], int(family[row])).level for row in valid]
    return Judged(
        hints,
        solution,
        violations,
        columns["f1"],
        columns["f2"],
        columns["f1_se"],
        columns["f2_se"],
        walks,
        turns,
        columns["effort"],
        columns["hardest"],
        columns["peaks"],
        family,
        grade,
    )

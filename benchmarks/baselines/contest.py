"""What every method of the search benchmark is given, and how it spends it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from evaluation.settings import EvaluationSettings
from evaluation.table import Table
from generator.search.archive import Archive
from generator.search.judging import Task, judge
from generator.search.racing import no_race
from generator.sudoku.breeding import given
from generator.sudoku.problem import SudokuProblem
from puzzles.pattern import Pattern
from puzzles.seeds import Purpose, derived


class Contest:
    """A budget of evaluations on one pattern; each evaluation judges one hint array with the same number of walks."""

    def __init__(self, pattern: Pattern, seed: int, evaluations: int, walks: int) -> None:
        self.pattern = pattern
        self.seed = seed
        self.evaluations = evaluations
        self.walks = walks
        self.problem = SudokuProblem(pattern, EvaluationSettings(walks=walks, seed=seed))
        self.archive = Archive(self.problem)
        """The non-dominated valid puzzles of all that was judged."""
        self.spent = 0

    @property
    def left(self) -> int:
        """Evaluations not yet spent."""
        return self.evaluations - self.spent

    def judge(self, hints: NDArray[np.uint8], random: np.random.Generator | None = None, repair: int = 0) -> Table:
        """Judge (n, 81) hints, of which no more than the budget allows, and remember the best.

        Args:
            random, repair: where `repair` is above 0, hints are driven to validity first, with so many propagations.
        """
        hints = hints[: self.left]
        seeds = np.zeros(len(hints), np.uint64)
        if random is not None:
            seeds = random.integers(0, 2**63, len(hints)).astype(np.uint64)
        rows = _judged(replace(self.problem, repair_budget=repair), given(hints, bred=repair > 0), seeds)
        self.spent += len(rows)
        self.archive.add(rows)
        return rows


def _judged(problem: SudokuProblem, recipes: Table, seeds: NDArray[np.uint64]) -> Table:
    return judge(Task(problem, recipes, seeds, np.zeros(len(recipes), np.int64), no_race(len(problem.goals))))


def validated(contest: Contest, rows: Table, walks: int = 1_000) -> Table:
    """The same puzzles judged with fresh walks, none of them the contest's."""
    settings = EvaluationSettings(walks=walks, seed=derived(contest.seed, Purpose.VALIDATION))
    fresh = replace(contest.problem, evaluation=settings)
    return _judged(fresh, given(rows["hints"]), np.zeros(len(rows), np.uint64))

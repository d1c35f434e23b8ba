"""What every method of the search benchmark is given, and how it spends it."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from generator.sudoku.judging import Judged, Task, judge
from numpy.typing import NDArray

from evaluation.settings import EvaluationSettings
from generator.search.archive import Archive
from puzzles.pattern import Pattern
from puzzles.seeds import Purpose, derived


@dataclass
class Contest:
    """A budget of evaluations on one pattern; each evaluation judges one hint array with the same number of walks."""

    pattern: Pattern
    seed: int
    evaluations: int
    walks: int
    archive: Archive = field(default_factory=Archive)
    """The non-dominated valid puzzles of all that was judged."""
    spent: int = 0

    @property
    def settings(self) -> EvaluationSettings:
        """How hint arrays are scored."""
        return EvaluationSettings(walks=self.walks, seed=self.seed)

    @property
    def left(self) -> int:
        """Evaluations not yet spent."""
        return self.evaluations - self.spent

    def judge(self, hints: NDArray[np.uint8], random: np.random.Generator | None = None, repair: int = 0) -> Judged:
        """Judge (n, 81) hints, of which no more than the budget allows, and remember the best.

        Args:
            random, repair: where `repair` is above 0, hints are driven to validity first, with so many propagations.
        """
        hints = hints[: self.left]
        seeds = np.zeros(len(hints), np.uint64)
        if random is not None:
            seeds = random.integers(0, 2**63, len(hints)).astype(np.uint64)
        judged = judge(Task(hints, self.pattern, self.pattern, seeds, repair, self.settings))
        self.spent += len(judged)
        self.archive.add(judged)
        return judged


def validated(contest: Contest, rows: Judged, walks: int = 1_000) -> Judged:
    """The same puzzles judged with fresh walks, none of them the contest's."""
    settings = EvaluationSettings(walks=walks, seed=derived(contest.seed, Purpose.VALIDATION))
    nothing = np.zeros(len(rows), np.int64)
    return judge(Task(rows.hints, contest.pattern, contest.pattern, nothing.astype(np.uint64), 0, settings))

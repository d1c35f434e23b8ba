"""Hints in, Evaluation out."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from evaluation.batch import NO_SOLUTION_MEASURE, BatchEvaluator, BatchScores
from evaluation.settings import EvaluationSettings
from evaluation.uniqueness import UniquenessVerdict, settle
from puzzles.canonical import relabel_batch
from puzzles.grid import Grid
from puzzles.pattern import Pattern


@dataclass(frozen=True, slots=True)
class Violations:
    """The measures of the four constraints (semantics.md, "Constraints"); 0 is satisfied."""

    pattern: int
    rules: int
    uniqueness: int
    techniques: int

    def total(self) -> int:
        """Their sum."""
        return self.pattern + self.rules + self.uniqueness + self.techniques


@dataclass(frozen=True, slots=True)
class Scores:
    """What the walks of a valid puzzle say of it."""

    f1: float
    f2: float
    f1_se: float
    f2_se: float
    """Standard errors of the means; 0 for a single walk."""
    turns: int
    """T of the first walk."""
    walks: int
    effort: float
    """Mean over the walks of Σ d(t)."""
    hardest: float
    """Mean over the walks of max d(t)."""
    peaks: float
    """Mean number of peaks of a walk."""
    shares: tuple[float, ...]
    """(families,) share of all turns per family, by number."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """Everything known of one hint array."""

    hints: Grid
    violations: Violations
    uniqueness: UniquenessVerdict
    scores: Scores | None
    """None when a constraint is violated."""

    @property
    def valid(self) -> bool:
        """All four constraints hold."""
        return self.violations.total() == 0

    @property
    def solution(self) -> Grid | None:
        """The only solution, where there is one."""
        return self.uniqueness.witness[0] if self.uniqueness.verdict == "unique" else None


class Evaluator:
    """Judges hint arrays under fixed settings; holds work space, so one per thread."""

    def __init__(self, settings: EvaluationSettings, pattern: Pattern | None = None) -> None:
        """Hints are held against `pattern` where one is given."""
        self.settings = settings
        self.pattern = pattern
        self.batch = BatchEvaluator(settings)

    def evaluate(
        self, hints: NDArray[np.uint8], first_walk: int | NDArray[np.int64] = 0, walks: int | None = None
    ) -> list[Evaluation]:
        """Evaluate (n, 81) hints, in order; `first_walk` and `walks` as in `BatchEvaluator.scores`."""
        grids = np.ascontiguousarray(hints, dtype=np.uint8).reshape(-1, 81)
        scores = self.batch.scores(relabel_batch(grids), first_walk, walks)
        return self.conclude(grids, scores)

    def conclude(self, hints: NDArray[np.uint8], scores: BatchScores) -> list[Evaluation]:
        """Evaluations from the raw scores of the same (relabelled) hints."""
        _restore_digits(hints, scores)
        verdicts = settle(hints, scores, self.settings.uniqueness)
        off_pattern = np.zeros(len(hints), np.int64)
        if self.pattern is not None:
            off_pattern = ((hints > 0) & ~self.pattern).sum(axis=1)
        evaluations: list[Evaluation] = []
        for n, verdict in enumerate(verdicts):
            rules = int(scores.conflicts[n])
            if verdict.verdict == "none" and rules == 0:
                rules = NO_SOLUTION_MEASURE
            several = max(1, int(scores.singles_left[n])) if verdict.verdict == "multiple" else 0
            violations = Violations(int(off_pattern[n]), rules, several, int(scores.left[n]))
            own = _scores(scores, n) if violations.total() == 0 else None
            evaluations.append(Evaluation(hints[n], violations, verdict, own))
        return evaluations


def _restore_digits(hints: NDArray[np.uint8], scores: BatchScores) -> None:
    """Name the digits of the solutions as the hints do: the kernels work on relabelled hints."""
    names = np.zeros((len(hints), 10), np.uint8)
    for n, row in enumerate(hints):
        order: list[int] = list(dict.fromkeys(row[row > 0].tolist()))
        rest = [d for d in range(1, 10) if d not in order]
        names[n, 1:] = order + rest
    scores.found[:] = np.take_along_axis(names, scores.found.reshape(len(hints), 162), axis=1).reshape(-1, 2, 81)


def mean_and_error(values: NDArray[np.float64]) -> tuple[float, float]:
    """Mean and standard error of the mean of (walks,) values; the error of one value is given as 0."""
    if len(values) < 2:
        return float(values.mean()), 0.0
    return float(values.mean()), float(values.std(ddof=1) / np.sqrt(len(values)))


def _scores(scores: BatchScores, n: int) -> Scores:
    f1, f1_se = mean_and_error(scores.f1[n])
    f2, f2_se = mean_and_error(scores.chain[n] / 81)
    total = int(scores.turns[n].sum())
    return Scores(
        f1,
        f2,
        f1_se,
        f2_se,
        int(scores.turns[n, 0]),
        scores.f1.shape[1],
        float(scores.effort[n].mean()),
        float(scores.hardest[n].mean()),
        float(scores.peaks[n].mean()),
        tuple((scores.family_turns[n] / max(total, 1)).tolist()),
    )

"""The walk of a puzzle that a report shows, and how its walks differ."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from evaluation.settings import EvaluationSettings
from evaluation.solver.batch import BatchEvaluator, BatchScores
from evaluation.solver.peaks import top_two
from evaluation.solver.trace import Turn, trace, typical_walk
from evaluation.techniques import FAMILIES
from puzzles.canonical import relabel
from puzzles.grid import Grid

BINS: Final = 20
"""Bars of a histogram over 0 to 1."""
AMONG: Final = {"policy": 200, "mcts": 16}
"""By the kind of walk, how many are looked at: enough for a histogram, and walks by tree search take a hundred times as
long."""


@dataclass(frozen=True, slots=True)
class Histograms:
    """How the walks of one puzzle differ: counts in BINS equal parts of 0 to 1."""

    tension: tuple[int, ...]
    """Walks by f1."""
    peaks: tuple[int, ...]
    """Peaks, two a walk, by the part of the solve at which they come."""


@dataclass(frozen=True, slots=True)
class ShownWalk:
    """The walk of a puzzle that is shown: of its first walks the one nearest to the puzzle's means."""

    turns: tuple[Turn, ...]
    peaks: tuple[int, ...]
    """The turns (from 1) with the two largest p; empty for fewer than two turns."""
    number: int = 0
    """Which walk it is, from 0."""
    among: int = 1
    """How many walks were looked at."""
    histograms: Histograms = field(default_factory=lambda: Histograms((), ()))

    @property
    def family_turns(self) -> tuple[int, ...]:
        """(families,) turns per family, by number."""
        used = [turn.chosen.family for turn in self.turns]
        return tuple(used.count(k) for k in range(len(FAMILIES)))

    @property
    def longest_chain(self) -> int:
        """The turn (from 1) with the longest chain, the earliest of equals; 0 for no turns."""
        return max(self.turns, key=lambda turn: turn.chain).t if self.turns else 0


def shown_walk(
    hints: Grid, solution: Grid, means: NDArray[np.float64], settings: EvaluationSettings, batch: BatchEvaluator
) -> ShownWalk:
    """The walk nearest to (objectives,) means of a puzzle that the techniques finish.

    `batch` is work space, of settings with at least the walks that AMONG names.
    """
    among = AMONG[settings.walk]
    scores = batch.scores(relabel(hints)[None, :], 0, among, solutions=1)
    number = typical_walk(hints, means, settings.objectives, scores)
    turns = tuple(trace(hints, solution, settings, batch, number))
    return ShownWalk(turns, peaks_of(turns), number, among, _histograms(scores))


def peaks_of(turns: Sequence[Turn]) -> tuple[int, ...]:
    """The turns (from 1) with the two largest p; none of fewer than two turns."""
    if len(turns) < 2:
        return ()
    first, second = top_two(np.array([turn.p for turn in turns]), len(turns))
    return int(first) + 1, int(second) + 1


def _histograms(scores: BatchScores) -> Histograms:
    turns, tension = scores.turns[0], scores.of_walks("f1")[0]
    two = turns >= 2
    # a peak's place is the middle of its turn, so that the first and the last are as far from their ends
    first = (scores.of_walks("opening")[0] + 0.5) / np.maximum(turns, 1)
    places = np.concatenate([first[two], (first + tension)[two]])
    return Histograms(_counts(tension), _counts(places))


def _counts(values: NDArray[np.float64]) -> tuple[int, ...]:
    counts, _ = np.histogram(np.clip(values, 0.0, 1.0), bins=BINS, range=(0.0, 1.0))
    return tuple(int(count) for count in counts)

"""Racing: fewer walks for a new puzzle that others clearly dominate (Maron and Moore, "Hoeffding races", 1994)."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import NormalDist
from typing import Final

import numpy as np
from numpy.typing import NDArray

LEAST_WALKS: Final = 4
"""Walks before the first look."""


@dataclass(frozen=True, slots=True)
class Race:
    """What a new puzzle is held against while it is walked."""

    points: NDArray[np.float64]
    """(k, 2) scores f1, f2 of the front."""
    spread: tuple[float, float]
    """Least standard deviation of one walk's f1 and f2 that is believed: a few walks may agree by chance."""
    error: float
    """Chance allowed that a puzzle is stopped which all its walks would have left non-dominated by the points."""

    def looks(self, walks: int) -> list[int]:
        """Numbers of walks after which to look: a quarter and a half of all, where that is enough to say anything."""
        return [n for n in (walks // 4, walks // 2) if n >= LEAST_WALKS]

    def beaten(
        self, means: NDArray[np.float64], errors: NDArray[np.float64], done: int, walks: int
    ) -> NDArray[np.bool_]:
        """(n,) which puzzles a point dominates even at the upper end of where their mean may come out.

        The mean of all `walks` differs from that of the first `done` by a standard deviation of
        σ √(1/done − 1/walks). The error is shared by the looks and the two scores (Bonferroni).

        Args:
            means, errors: (n, 2) means of the first `done` walks and their standard errors.
        """
        z = NormalDist().inv_cdf(1.0 - self.error / (2 * max(1, len(self.looks(walks)))))
        sigma = np.maximum(errors * np.sqrt(done), self.spread)
        upper = means + z * sigma * np.sqrt(1.0 / done - 1.0 / walks)
        reaches = (self.points[None] >= upper[:, None]).all(axis=2)
        exceeds = (self.points[None] > upper[:, None]).any(axis=2)
        return (reaches & exceeds).any(axis=1)

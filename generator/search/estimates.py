"""What a puzzle's few walks say of it once they are held against what new puzzles are like."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from generator.sudoku.judging import Judged

_DOUBT: Final = 2.0
"""Walks that the prior counts for: the variance of one walk over the variance between puzzles.

About 2 was best of 1, 2 and 5 for single walks on the competition's patterns."""
_MEMORY: Final = 0.8


class Estimates:
    """Scores shrunk towards the mean of the newest valid puzzles (James and Stein, 1961).

    The best of many puzzles that were judged once owe most of their score to luck. Shrinking takes the less from a
    puzzle the more walks it has had, so that a lucky one does not drive out one that is known to be good. Between
    puzzles with equally many walks it changes nothing.
    """

    def __init__(self, prior: NDArray[np.float64] | None = None) -> None:
        """`prior` is (2,) what an earlier `prior` returned."""
        self._prior = None if prior is None or np.isnan(prior).any() else prior.copy()

    @property
    def prior(self) -> NDArray[np.float64]:
        """(2,) mean f1 and f2 of new puzzles, fading; NaN before the first."""
        return np.full(2, np.nan) if self._prior is None else self._prior.copy()

    def learn(self, new: Judged) -> None:
        """Take in a generation's new puzzles."""
        valid = new.valid
        if not valid.any():
            return
        mean = np.array([new.f1[valid].mean(), new.f2[valid].mean()])
        self._prior = mean if self._prior is None else _MEMORY * self._prior + (1.0 - _MEMORY) * mean

    def __call__(self, judged: Judged) -> Judged:
        """The same rows with estimated f1 and f2; invalid ones are left alone."""
        if self._prior is None:
            return judged
        n = judged.walks
        f1, f2 = (
            np.where(judged.valid, (n * score + _DOUBT * prior) / (n + _DOUBT), score)
            for score, prior in zip((judged.f1, judged.f2), self._prior.tolist(), strict=True)
        )
        return replace(judged, f1=f1, f2=f2)

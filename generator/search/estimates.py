"""What a row's few samples say of it once they are held against what new rows are like."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from evaluation.table import Table
from generator.search.problem import Goal

_DOUBT: Final = 2.0
"""Samples that the prior counts for: the variance of one walk over the variance between puzzles.

About 2 was best of 1, 2 and 5 for single walks on the competition's patterns."""
_MEMORY: Final = 0.8
"""Share of the prior that a generation leaves as it was: five generations or so are remembered."""


class Estimates:
    """Scores shrunk towards the mean of the newest valid rows (James and Stein, 1961).

    The best of many puzzles that were judged once owe most of their score to luck. Shrinking takes the less from a
    puzzle the more samples it has had, so that a lucky one does not drive out one that is known to be good. Between
    puzzles with equally many samples it changes nothing.
    """

    def __init__(self, goals: Sequence[Goal], active: bool = True) -> None:
        """Args:
        goals: the objectives to be estimated.
        active: where not, every score is believed as it is.
        """
        self._columns = [goal.column for goal in goals]
        self._active = active
        self._prior: NDArray[np.float64] | None = None

    def state(self) -> dict[str, NDArray[np.float64]]:
        """`prior`, (goals,): mean scores of new rows, fading; NaN before the first."""
        return {"prior": np.full(len(self._columns), np.nan) if self._prior is None else self._prior.copy()}

    def restore(self, state: Mapping[str, NDArray[Any]]) -> None:
        """Go on from what `state` returned."""
        prior = state["prior"]
        self._prior = None if np.isnan(prior).any() else prior.copy()

    def learn(self, new: Table) -> None:
        """Take in a generation's new rows."""
        valid = new["valid"]
        if not valid.any():
            return
        mean = np.array([new[name][valid].mean() for name in self._columns])
        self._prior = mean if self._prior is None else _MEMORY * self._prior + (1.0 - _MEMORY) * mean

    def __call__(self, rows: Table) -> Table:
        """The same rows with estimated scores; invalid ones are left alone."""
        if self._prior is None or not self._active:
            return rows
        n = rows["walks"]
        return rows.with_columns(
            {
                name: np.where(rows["valid"], (n * rows[name] + _DOUBT * prior) / (n + _DOUBT), rows[name])
                for name, prior in zip(self._columns, self._prior.tolist(), strict=True)
            }
        )

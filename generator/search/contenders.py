"""Which known rows deserve more samples."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from evaluation.table import Table
from generator.search.fronts import layers
from generator.search.problem import Goal, points

_NEAR: Final = 2
"""Layers of the front that are confirmed at the end."""
_DEEP: Final = 4
"""Layers are told apart until they hold so many times the rows that are wanted."""
_AT_ONCE: Final = 16
"""Most evaluations of one puzzle in one generation."""


class Contenders:
    """Rows ordered by the layers of the front that their estimated scores are on, and by the samples they have had.

    While the search goes on, a contender first gets a quarter of the samples that the final front shall have: enough to
    tell luck from worth, and cheap enough to try many. Twice as many then count as one layer further back, so that
    samples go on into the best when nothing new can be found. At the end the layers next to the front get the rest.
    """

    def __init__(self, goals: Sequence[Goal], estimate: Callable[[Table], Table], samples: int, confirm: int) -> None:
        """Args:
        goals: the objectives.
        estimate: gives rows their estimated scores.
        samples: of one evaluation.
        confirm: samples that a row of the final front shall have.
        """
        self._goals = goals
        self._estimate = estimate
        self._samples = samples
        self._confirm = confirm
        self._enough = max(2 * samples, confirm // 4)

    def best(self, rows: Table, number: int, had: NDArray[np.int64]) -> NDArray[np.int64]:
        """At most `number` rows, the best layers first, there the fewest samples.

        Where there are fewer rows, they come several times.

        Args:
            rows: valid ones.
            number: how many.
            had: (n,) samples that each has had or is about to get.
        """
        layer = self._layers(rows, _DEEP * number)
        turns = min(_AT_ONCE, -(-number // max(1, len(rows))))
        chosen, walks = self._in_turns(np.arange(len(rows)), had, turns)
        rank = layer[chosen] + np.maximum(0.0, np.log2(walks / self._enough))
        return chosen[np.lexsort((walks, rank))[:number]]

    def missing(self, rows: Table, had: NDArray[np.int64]) -> int:
        """Evaluations until the layers next to the front have had all the samples they shall have."""
        near = self._layers(rows, len(rows), _NEAR) < _NEAR
        return int(np.ceil(np.maximum(self._confirm - had[near], 0) / self._samples).sum())

    def last(self, rows: Table, number: int, had: NDArray[np.int64]) -> NDArray[np.int64]:
        """At most `number` rows for the confirmation: fewest samples first, the front before the layers behind it.

        A row may come several times.
        """
        layer = self._layers(rows, len(rows), _NEAR)
        chosen, walks = self._in_turns(np.flatnonzero(layer < _NEAR), had, _AT_ONCE)
        return chosen[np.lexsort((layer[chosen], walks * (1 + layer[chosen])))[:number]]

    def _in_turns(
        self, rows: NDArray[np.int64], had: NDArray[np.int64], turns: int
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Rows, each so many times, and the samples that it has had by then."""
        chosen = np.tile(rows, turns)
        return chosen, had[chosen] + np.repeat(np.arange(turns), len(rows)) * self._samples

    def _layers(self, rows: Table, number: int, depth: int | None = None) -> NDArray[np.int64]:
        return layers(points(self._estimate(rows), self._goals), number, depth)

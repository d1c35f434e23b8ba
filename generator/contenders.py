"""Which known puzzles deserve more walks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from generator.archive import non_dominated
from generator.judging import Judged

_NEAR: Final = 2
"""Layers of the front that are confirmed at the end."""


class Contenders:
    """Puzzles ordered by the layers of the front that their estimated scores are on, and by the walks they have had.

    While the search goes on, contenders get a quarter of the walks that the final front shall have: enough to tell
    luck from worth, and cheap enough to try many. At the end they get the rest.
    """

    def __init__(self, estimate: Callable[[Judged], Judged], walks: int, confirm: int) -> None:
        """Args:
        estimate: gives rows their estimated scores.
        walks: of one evaluation.
        confirm: walks that a puzzle of the final front shall have.
        """
        self._estimate = estimate
        self._walks = walks
        self._confirm = confirm
        self._enough = max(2 * walks, confirm // 4)

    def best(self, rows: Judged, number: int) -> Judged:
        """At most `number` valid rows that have not had enough: the best layers first, there the fewest walks."""
        open_rows = np.flatnonzero(rows.valid & (rows.walks < self._enough))
        layer = self._layers(rows.take(open_rows), number)
        order = np.lexsort((rows.walks[open_rows], layer))
        return rows.take(open_rows[order[:number]])

    def missing(self, rows: Judged) -> int:
        """Evaluations until the layers next to the front have had all the walks they shall have."""
        near = self._near(rows)
        return int(np.ceil(np.maximum(self._confirm - rows.walks[near], 0) / self._walks).sum())

    def last(self, rows: Judged, number: int) -> Judged:
        """At most `number` rows for the confirmation: fewest walks first, the front before the layers behind it."""
        near = self._near(rows)
        layer = self._layers(rows.take(near), len(near))
        order = np.lexsort((layer, rows.walks[near] * (1 + layer)))
        return rows.take(near[order[:number]])

    def _near(self, rows: Judged) -> NDArray[np.int64]:
        valid = np.flatnonzero(rows.valid)
        layer = self._layers(rows.take(valid), len(valid))
        return valid[layer < _NEAR]

    def _layers(self, rows: Judged, number: int) -> NDArray[np.int64]:
        """(n,) layer of each row, 0 for the front; after `number` rows the rest is one layer."""
        values = self._estimate(rows)
        layer = np.full(len(rows), len(rows), np.int64)
        left = np.arange(len(rows))
        level = 0
        while len(left) and len(rows) - len(left) < number:
            front = non_dominated(values.f1[left], values.f2[left])
            layer[left[front]] = level
            left = left[~front]
            level += 1
        return layer

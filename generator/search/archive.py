"""The external archive: the non-dominated valid puzzles met so far, no two equal after relabelling."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from generator.sudoku.judging import Judged, join

_SLACK: Final = 1.25
"""How far the rows behind the front may outgrow their number before the last layers are dropped."""


def hypervolume(f1: NDArray[np.float64], f2: NDArray[np.float64]) -> float:
    """Area dominated by points (f1, f2), both maximised, down to the reference point (0, 0)."""
    area = 0.0
    top = 0.0
    for k in np.lexsort((-f2, -f1)).tolist():
        if f2[k] > top:
            area += float(f1[k]) * float(f2[k] - top)
            top = float(f2[k])
    return area


def layers(
    f1: NDArray[np.float64], f2: NDArray[np.float64], number: int, depth: int | None = None
) -> NDArray[np.int64]:
    """(n,) layer of each point, both scores maximised: 0 for the non-dominated ones, 1 for those without them …

    Equal points do not dominate each other. When `number` different points have their layer, or there are `depth`
    layers, the rest are all given the next.
    """
    n = len(f1)
    layer = np.zeros(n, np.int64)
    order = np.lexsort((-f2, -f1))
    x, y = f1[order], f2[order]
    # of equal points the first stands for all
    first = np.ones(n, np.bool_)
    first[1:] = (x[1:] != x[:-1]) | (y[1:] != y[:-1])
    left = np.flatnonzero(first)
    of_first = np.zeros(n, np.int64)
    level = 0
    placed = 0
    while len(left) and placed < number and level != depth:
        height = y[left]
        before = np.maximum.accumulate(height)
        front = np.ones(len(left), np.bool_)
        front[1:] = height[1:] > before[:-1]
        of_first[left[front]] = level
        placed += int(front.sum())
        left = left[~front]
        level += 1
    of_first[left] = level
    layer[order] = of_first[np.maximum.accumulate(np.where(first, np.arange(n), 0))]
    return layer


def non_dominated(f1: NDArray[np.float64], f2: NDArray[np.float64]) -> NDArray[np.bool_]:
    """(n,) which points no other dominates; equal points do not dominate each other."""
    return layers(f1, f2, 1) == 0


class Archive:
    """The non-dominated set, without limit of size, and as many of the layers behind it as shall be remembered."""

    def __init__(
        self,
        rows: Judged | None = None,
        value: Callable[[Judged], Judged] = lambda rows: rows,
        behind: int = 0,
    ) -> None:
        """Args:
        rows: of an earlier archive, its `memory`, to begin with.
        value: gives the scores by which rows dominate each other; those that were judged by default.
        behind: rows behind the front that are remembered.
        """
        self._memory = rows
        self._value = value
        self._behind = behind
        self._place = {} if rows is None else {hints.tobytes(): k for k, hints in enumerate(rows.hints)}
        self._front: Judged | None = None
        if rows is not None:
            self._sort()

    @property
    def memory(self) -> Judged | None:
        """All that is remembered, in the order in which it came; None before the first."""
        return self._memory

    def find(self, hints: NDArray[np.uint8]) -> int | None:
        """The row of `memory` that holds a puzzle; None where it is not remembered."""
        return self._place.get(hints.tobytes())

    @property
    def rows(self) -> Judged | None:
        """The non-dominated puzzles by falling f1, then falling f2, then hints; None before the first."""
        return self._front

    def __len__(self) -> int:
        return 0 if self._front is None else len(self._front)

    def add(self, judged: Judged, keep: Callable[[Judged], NDArray[np.bool_]] | None = None) -> NDArray[np.bool_]:
        """Offer judged hints; returns (n,) which of them are non-dominated now and were not before.

        Of a puzzle that is known the row with more walks is kept.

        Args:
            judged: those that are not valid are passed over.
            keep: tells of all that is remembered what may stay; all by default.
        """
        entered = np.zeros(len(judged), dtype=bool)
        valid = np.flatnonzero(judged.valid)
        if not len(valid):
            return entered
        before = set() if self._front is None else {row.tobytes() for row in self._front.hints}
        self._merge(judged.take(valid))
        assert self._memory is not None
        if keep is not None:
            good = keep(self._memory)
            if not good.all():
                self._remember(self._memory.take(good))
        self._sort()
        names = {row.tobytes() for row in self._front.hints} - before if self._front is not None else set()
        for row in valid.tolist():
            name = judged.hints[row].tobytes()
            if name in names:
                names.discard(name)
                entered[row] = True
        return entered

    def _merge(self, offered: Judged) -> None:
        """Put rows with more walks in the place of their puzzle's, and new puzzles behind all."""
        old = 0 if self._memory is None else len(self._memory)
        both = offered if self._memory is None else join([self._memory, offered])
        rows = list(range(old))
        for k, hints in enumerate(offered.hints):
            place = self._place.setdefault(hints.tobytes(), len(rows))
            if place == len(rows):
                rows.append(old + k)
            elif offered.walks[k] > both.walks[rows[place]]:
                rows[place] = old + k
        self._memory = both.take(rows)

    def _remember(self, rows: Judged) -> None:
        self._memory = rows
        self._place = {hints.tobytes(): k for k, hints in enumerate(rows.hints)}

    def _sort(self) -> None:
        """Find the front anew, and drop what is too far behind it."""
        assert self._memory is not None
        if not len(self._memory):
            self._front = None
            return
        values = self._value(self._memory)
        ahead = non_dominated(values.f1, values.f2)
        if len(self._memory) - int(ahead.sum()) > int(_SLACK * self._behind):
            layer = layers(values.f1, values.f2, len(self._memory))
            # newcomers go first among equals
            order = np.lexsort((-np.arange(len(layer)), layer))
            kept = np.sort(order[: int(ahead.sum()) + self._behind])
            self._remember(self._memory.take(kept))
            ahead = ahead[kept]
        front = self._memory.take(ahead)
        order = sorted(range(len(front)), key=lambda k: (-front.f1[k], -front.f2[k], front.hints[k].tobytes()))
        self._front = front.take(order)

    def front(self) -> Judged | None:
        """The rows that no other dominates by the scores that were judged."""
        rows = self._front
        return None if rows is None else rows.take(non_dominated(rows.f1, rows.f2))

    def hypervolume(self) -> float:
        """Of the non-dominated puzzles, to (0, 0)."""
        return 0.0 if self._front is None else hypervolume(self._front.f1, self._front.f2)

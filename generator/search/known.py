"""Which puzzles a search has judged already: 64 bits of each, so that workers can be told all of them."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

_WEIGHTS: Final = np.random.default_rng(0x5EE4).integers(0, 2**64, 81, dtype=np.uint64)


def digests(hints: NDArray[np.uint8]) -> NDArray[np.uint64]:
    """(n,) a number for each of (n, 81) grids: the digits, weighted and summed modulo 2**64.

    Two different grids get the same number with a chance below 2**−60 (multilinear hashing, Lemire and Kaser,
    "Strongly universal string hashing is fast", 2014).
    """
    return (hints.astype(np.uint64) * _WEIGHTS).sum(axis=1, dtype=np.uint64)


def is_known(known: NDArray[np.uint64], names: NDArray[np.uint64]) -> NDArray[np.bool_]:
    """(n,) which names are among the known ones, which ascend."""
    if not len(known):
        return np.zeros(len(names), np.bool_)
    at = np.minimum(np.searchsorted(known, names), len(known) - 1)
    return known[at] == names


class Known:
    """The puzzles judged so far, in the order in which they came, and their names."""

    def __init__(self, hints: NDArray[np.uint8] | None = None) -> None:
        """`hints` are (n, 81) those of an earlier one."""
        self._rows = np.zeros((1_024, 81), np.uint8)
        self._size = 0
        self.ascending: NDArray[np.uint64] = np.zeros(0, np.uint64)
        """(n,) names."""
        if hints is not None:
            self.add(hints)

    def __len__(self) -> int:
        return self._size

    @property
    def hints(self) -> NDArray[np.uint8]:
        """(n, 81), oldest first; what is handed out does not change any more."""
        return self._rows[: self._size]

    def add(self, hints: NDArray[np.uint8]) -> NDArray[np.bool_]:
        """Take in (n, 81) puzzles; returns (n,) which of them are new, of equal ones the first."""
        names = digests(hints)
        _, first = np.unique(names, return_index=True)
        new = np.zeros(len(names), np.bool_)
        new[first] = True
        new &= ~is_known(self.ascending, names)
        size = self._size + int(new.sum())
        if size > len(self._rows):
            longer = np.zeros((max(size, 2 * len(self._rows)), 81), np.uint8)
            longer[: self._size] = self.hints
            self._rows = longer
        self._rows[self._size : size] = hints[new]
        self._size = size
        fresh = np.sort(names[new])
        # a new array: the old one may be on its way to the workers
        self.ascending = np.insert(self.ascending, np.searchsorted(self.ascending, fresh), fresh)
        return new

    def at_first(self, count: int) -> NDArray[np.uint64]:
        """The names of the oldest `count` puzzles, ascending."""
        return self.ascending if count == self._size else np.sort(digests(self._rows[:count]))

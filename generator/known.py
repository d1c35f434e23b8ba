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
    """The puzzles judged so far, in the order in which they came and in that of their names."""

    def __init__(self, names: NDArray[np.uint64] | None = None) -> None:
        """`names` are those of an earlier `in_order`."""
        self._order = np.zeros(0, np.uint64) if names is None else names
        self.ascending: NDArray[np.uint64] = np.sort(self._order)
        """(n,)"""

    @property
    def in_order(self) -> NDArray[np.uint64]:
        """(n,) oldest first."""
        return self._order

    def __len__(self) -> int:
        return len(self._order)

    def add(self, names: NDArray[np.uint64]) -> NDArray[np.bool_]:
        """Take in names; returns (n,) which of them are new, of equal ones the first."""
        _, first = np.unique(names, return_index=True)
        new = np.zeros(len(names), np.bool_)
        new[first] = True
        new &= ~is_known(self.ascending, names)
        fresh = names[new]
        self._order = np.concatenate([self._order, fresh])
        fresh = np.sort(fresh)
        # a new array: the old one may be on its way to the workers
        self.ascending = np.insert(self.ascending, np.searchsorted(self.ascending, fresh), fresh)
        return new

    def at_first(self, count: int) -> NDArray[np.uint64]:
        """The oldest `count` names, ascending."""
        return np.sort(self._order[:count])

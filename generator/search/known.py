"""Which genomes a search has judged already: 64 bits of each, so that workers can be told all of them."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray


@cache
def _weights(width: int) -> NDArray[np.uint64]:
    return np.random.default_rng(0x5EE4).integers(0, 2**64, width, dtype=np.uint64)


def digests(genomes: NDArray[np.uint8]) -> NDArray[np.uint64]:
    """(n,) a number for each of (n, width) genomes: their entries, weighted and summed modulo 2**64.

    Two different genomes get the same number with a chance below 2**−60 (multilinear hashing, Lemire and Kaser,
    "Strongly universal string hashing is fast", 2014).
    """
    return (genomes.astype(np.uint64) * _weights(genomes.shape[1])).sum(axis=1, dtype=np.uint64)


def is_known(known: NDArray[np.uint64], names: NDArray[np.uint64]) -> NDArray[np.bool_]:
    """(n,) which digests are among the known ones, which ascend."""
    if not len(known):
        return np.zeros(len(names), np.bool_)
    at = np.minimum(np.searchsorted(known, names), len(known) - 1)
    return known[at] == names


class Known:
    """The genomes judged so far, in the order in which they came, and their digests."""

    def __init__(self, width: int, genomes: NDArray[np.uint8] | None = None, active: bool = True) -> None:
        """Args:
        width: numbers in a genome.
        genomes: (n, width) those of an earlier one.
        active: where not, newcomers may be known: they are remembered, but nobody is told.
        """
        self._width = width
        self._active = active
        self._rows = np.zeros((1_024, width), np.uint8)
        self._size = 0
        self.ascending: NDArray[np.uint64] = np.zeros(0, np.uint64)
        """(n,) digests."""
        if genomes is not None:
            self.add(genomes)

    def __len__(self) -> int:
        return self._size

    @property
    def genomes(self) -> NDArray[np.uint8]:
        """(n, width), oldest first; what is handed out does not change any more."""
        return self._rows[: self._size]

    def add(self, genomes: NDArray[np.uint8]) -> NDArray[np.bool_]:
        """Take in (n, width) genomes; returns (n,) which of them are new, of equal ones the first."""
        names = digests(genomes)
        _, first = np.unique(names, return_index=True)
        new = np.zeros(len(names), np.bool_)
        new[first] = True
        new &= ~is_known(self.ascending, names)
        size = self._size + int(new.sum())
        if size > len(self._rows):
            longer = np.zeros((max(size, 2 * len(self._rows)), self._width), np.uint8)
            longer[: self._size] = self.genomes
            self._rows = longer
        self._rows[self._size : size] = genomes[new]
        self._size = size
        fresh = np.sort(names[new])
        # a new array: the old one may be on its way to the workers
        self.ascending = np.insert(self.ascending, np.searchsorted(self.ascending, fresh), fresh)
        return new

    def at_first(self, count: int) -> NDArray[np.uint64] | None:
        """The digests of the oldest `count` genomes, ascending; None where newcomers may be known."""
        if not self._active:
            return None
        return self.ascending if count == self._size else np.sort(digests(self._rows[:count]))

"""The exact solution counter: the certificate of uniqueness.

A depth-first search (`search`) over boards of masks that are cut as far as hidden singles, naked singles and locked
candidates reach (`board`). Kernels call `search_solutions` with work space from `new_boards`; all others call
`count` or `count_batch`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from puzzles.grid import Grid
from puzzles.solutions.search import count_many, new_boards, search_solutions

__all__ = ["Solutions", "count", "count_batch", "new_boards", "search_solutions"]


@dataclass(frozen=True, slots=True)
class Solutions:
    """How many solutions each grid of a batch has."""

    counts: NDArray[np.int64]
    """(n,): number of solutions, at most the limit."""
    found: NDArray[np.uint8]
    """(n, 2, 81): the first two solutions; zeros where there are fewer."""
    branches: NDArray[np.int64]
    """(n,): how often the search had to guess."""


def count_batch(grids: NDArray[np.uint8], limit: int = 2) -> Solutions:
    """Count solutions of (n, 81) grids by exhaustive search, each up to `limit` (≥ 1)."""
    batch = np.ascontiguousarray(grids, dtype=np.uint8)
    counts = np.empty(len(batch), np.int64)
    branches = np.empty(len(batch), np.int64)
    found = np.zeros((len(batch), 2, 81), np.uint8)
    count_many(batch, max(1, limit), counts, branches, found)
    return Solutions(counts, found, branches)


def count(values: Grid, limit: int = 2) -> tuple[int, list[Grid]]:
    """Number of solutions of one grid up to `limit`, and the first two of them."""
    result = count_batch(values[None, :], limit)
    number = int(result.counts[0])
    return number, [result.found[0, k] for k in range(min(number, 2))]

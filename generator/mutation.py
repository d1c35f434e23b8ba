"""Wide mutations, which need a repair: several changed hints, or a re-cut from a neighbouring solution grid.

The small ones, whose children are valid and like their parent, are in `generator.neighbours`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from puzzles.grid import Grid

Mutation = Callable[[Grid, Grid, NDArray[np.int64], np.random.Generator], Grid]


def change_hints(number: int) -> Mutation:
    """A mutation that gives `number` of the free hints another digit."""

    def change(hints: Grid, solution: Grid, free: NDArray[np.int64], random: np.random.Generator) -> Grid:
        child = hints.copy()
        for cell in random.choice(free, min(number, len(free)), replace=False).tolist():
            child[cell] = (int(child[cell]) + int(random.integers(0, 8))) % 9 + 1
        return child

    return change


def recut_lines(hints: Grid, solution: Grid, free: NDArray[np.int64], random: np.random.Generator) -> Grid:
    """The pattern cut from the solution with two lines of a band or stack exchanged."""
    grid = solution.reshape(9, 9).copy()
    chute = 3 * int(random.integers(3))
    a, b = (chute + random.choice(3, 2, replace=False)).tolist()
    if random.random() < 0.5:
        grid[[a, b]] = grid[[b, a]]
    else:
        grid[:, [a, b]] = grid[:, [b, a]]
    return _cut(hints, grid.reshape(81), free)


def _cut(hints: Grid, grid: Grid, free: NDArray[np.int64]) -> Grid:
    child = hints.copy()
    child[free] = grid[free]
    return child


MUTATIONS: Final[dict[str, Mutation]] = {
    "four_hints": change_hints(4),
    "recut_lines": recut_lines,
}

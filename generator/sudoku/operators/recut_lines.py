"""Wide mutation `recut_lines`: the pattern laid on a neighbouring solution grid."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from puzzles.grid import Grid


def recut_lines(hints: Grid, solution: Grid, free: NDArray[np.int64], random: np.random.Generator) -> Grid:
    """The pattern cut from the solution with two lines of a band or stack exchanged."""
    grid = solution.reshape(9, 9).copy()
    chute = 3 * int(random.integers(3))
    a, b = (chute + random.choice(3, 2, replace=False)).tolist()
    if random.random() < 0.5:
        grid[[a, b]] = grid[[b, a]]
    else:
        grid[:, [a, b]] = grid[:, [b, a]]
    child = hints.copy()
    child[free] = grid.reshape(81)[free]
    return child

"""Wide mutation `four_hints`: another digit in four hints at once."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from puzzles.grid import Grid

_NUMBER: Final = 4


def change_four_hints(hints: Grid, solution: Grid, free: NDArray[np.int64], random: np.random.Generator) -> Grid:
    """Four of the free hints with other digits, all where there are fewer; `solution` does not matter."""
    child = hints.copy()
    for cell in random.choice(free, min(_NUMBER, len(free)), replace=False).tolist():
        child[cell] = (int(child[cell]) + int(random.integers(0, 8))) % 9 + 1
    return child

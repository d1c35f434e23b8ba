"""Small move `swap_two`: two hints change places."""

from __future__ import annotations

import numpy as np

from generator.sudoku.operators._fits import fits
from puzzles.kernel import part
from puzzles.randomness import below


@part
def swap_two(hints, solution, cells, state, grid, stack):
    """Two hints exchange their digits, where no hint contradicts that."""
    m = cells.shape[0]
    a, b = cells[below(state, m)], cells[below(state, m)]
    old_a, old_b = hints[a], hints[b]
    if old_a == old_b:
        return False
    hints[a] = hints[b] = np.uint8(0)
    if not fits(hints, a, old_b):
        return False
    hints[a] = old_b
    if not fits(hints, b, old_a):
        return False
    hints[b] = old_a
    return True

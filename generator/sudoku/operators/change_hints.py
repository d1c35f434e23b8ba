"""Small moves `change_one` and `change_two`: other digits in one hint or two."""

from __future__ import annotations

import numpy as np

from generator.sudoku.operators._fits import fits
from puzzles.kernel import part
from puzzles.randomness import below


@part
def _change_hints(hints, cells, number, state):
    for _ in range(number):
        cell = cells[below(state, cells.shape[0])]
        digit = np.uint8(1 + below(state, 9))
        if digit == hints[cell]:
            return False
        hints[cell] = np.uint8(0)
        if not fits(hints, cell, digit):
            return False
        hints[cell] = digit
    return True


@part
def change_one(hints, solution, cells, state, grid, stack):
    """One hint gets another digit, which no hint contradicts."""
    return _change_hints(hints, cells, 1, state)


@part
def change_two(hints, solution, cells, state, grid, stack):
    """Two hints, or one twice, get other digits, which no hint contradicts."""
    return _change_hints(hints, cells, 2, state)

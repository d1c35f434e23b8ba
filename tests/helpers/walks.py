"""Steps of the small moves for tests, and the rules in their own words."""

from __future__ import annotations

import numpy as np

from generator.operators import MOVES
from generator.operators.steps import take_steps
from puzzles.solutions import count_batch


def walk(mothers, free, move, steps, seeds):
    """`take_steps` with the mothers' solutions, one name or number for all moves, one number for all steps."""
    n = len(mothers)
    move = MOVES.index(move) if isinstance(move, str) else move
    return take_steps(
        mothers,
        count_batch(mothers).found[:, 0],
        free,
        np.broadcast_to(np.asarray(move, np.int64), n).copy(),
        np.broadcast_to(np.asarray(steps, np.int64), n).copy(),
        np.asarray(seeds, np.uint64),
    )


def is_solution(grid) -> bool:
    """Rows, columns and boxes by the rules' own words, nothing shared with the kernels."""
    g = np.asarray(grid).reshape(9, 9)
    units = [*g, *g.T, *(g[r : r + 3, c : c + 3].ravel() for r in (0, 3, 6) for c in (0, 3, 6))]
    return all(sorted(unit.tolist()) == list(range(1, 10)) for unit in units)

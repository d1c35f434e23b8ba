"""Steps of the small moves for tests, and the rules in their own words."""

from __future__ import annotations

import numpy as np

from generator.sudoku.operators import MOVES
from generator.sudoku.operators.steps import _propose, take_steps
from puzzles.kernel import kernel
from puzzles.solutions import count_batch


def walk(mothers, free, move, steps, seeds):
    """`take_steps` with the mothers' solutions, one name or number for all moves, one number for all steps.

    Returns (n, 81) the hints arrived at, and (n,) whether there was a first step.
    """
    n = len(mothers)
    move = MOVES.index(move) if isinstance(move, str) else move
    arrived = take_steps(
        mothers,
        count_batch(mothers).found[:, 0],
        free,
        np.broadcast_to(np.asarray(move, np.int64), n).copy(),
        np.broadcast_to(np.asarray(steps, np.int64), n).copy(),
        np.asarray(seeds, np.uint64),
    )
    return arrived.hints, arrived.found


@kernel
def _propose_grids(move, solutions, seeds, grids):
    state = np.empty(1, np.uint64)
    grid = np.empty(81, np.uint8)
    stack = np.empty(81, np.int64)
    cells = np.arange(81)
    for n in range(solutions.shape[0]):
        state[0] = seeds[n]
        _propose(move, grids[n], solutions[n], cells, state, grid, stack)


def moved_grids(solutions, move):
    """What a move of the solution grid, by its name, makes of each: with all cells free, the hints are a whole grid."""
    grids = np.zeros_like(solutions)
    _propose_grids(MOVES.index(move), solutions, np.arange(len(solutions), dtype=np.uint64), grids)
    return grids


def is_solution(grid) -> bool:
    """Rows, columns and boxes by the rules' own words, nothing shared with the kernels."""
    g = np.asarray(grid).reshape(9, 9)
    units = [*g, *g.T, *(g[r : r + 3, c : c + 3].ravel() for r in (0, 3, 6) for c in (0, 3, 6))]
    return all(sorted(unit.tolist()) == list(range(1, 10)) for unit in units)

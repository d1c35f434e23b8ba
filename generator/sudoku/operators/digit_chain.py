"""Small move `digit_chain`: a cut from the solution with two digits exchanged in one connected part of their cells."""

from __future__ import annotations

import numpy as np

from puzzles.geometry import PEERS
from puzzles.kernel import part
from puzzles.randomness import below


@part
def digit_chain(hints, solution, cells, state, grid, stack):
    """Exchange two digits in one connected part of their cells, and cut the hints from that grid.

    Cells that share a unit are connected; so each unit loses and gains the same digits, and the grid stays a solution.
    """
    for k in range(81):
        grid[k] = solution[k]
    a = 1 + below(state, 9)
    b = 1 + (a + below(state, 8)) % 9
    cell = below(state, 81)
    while solution[cell] != a:
        cell = (cell + 1) % 81
    stack[0] = cell
    size = 1
    grid[cell] = np.uint8(b)
    while size:
        size -= 1
        here = stack[size]
        other = a if solution[here] == b else b
        for k in range(20):
            peer = PEERS[here, k]
            if solution[peer] == other and grid[peer] == other:
                grid[peer] = np.uint8(a + b - other)
                stack[size] = peer
                size += 1
    for k in range(cells.shape[0]):
        hints[cells[k]] = grid[cells[k]]
    return True

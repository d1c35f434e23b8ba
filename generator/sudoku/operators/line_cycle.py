"""Small move `line_cycle`: a cut from the solution with a cycle of digits exchanged between two lines."""

from __future__ import annotations

from puzzles.kernel import part
from puzzles.randomness import below


@part
def line_cycle(hints, solution, cells, state, grid, stack):
    """Exchange the digits of one cycle between two lines of a chute, and cut the hints from that grid.

    A cycle is a smallest set of places with the same digits in both lines; so the grid stays a solution.
    """
    for k in range(81):
        grid[k] = solution[k]
    chute = 3 * below(state, 3)
    a = below(state, 3)
    b = (a + 1 + below(state, 2)) % 3
    step, along = (9, 1) if below(state, 2) else (1, 9)
    first = (chute + a) * step
    second = (chute + b) * step
    at = below(state, 9)
    start = at
    while True:
        x = solution[first + at * along]
        y = solution[second + at * along]
        grid[first + at * along] = y
        grid[second + at * along] = x
        for k in range(9):
            if solution[first + k * along] == y:
                at = k
                break
        if at == start:
            break
    for k in range(cells.shape[0]):
        hints[cells[k]] = grid[cells[k]]
    return True

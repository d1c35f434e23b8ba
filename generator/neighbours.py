"""Valid puzzles close to a valid puzzle: small moves of the hints or of the solution grid, tried until one holds."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from puzzles.geometry import BOX_OF, PEERS
from puzzles.kernel import kernel, part
from puzzles.randomness import below
from puzzles.solutions import search_solutions

MOVES: Final = ("change_one", "change_two", "change_three", "swap_two", "line_cycle", "digit_chain")
CHANGE_ONE, CHANGE_TWO, CHANGE_THREE, SWAP_TWO, LINE_CYCLE, DIGIT_CHAIN = range(len(MOVES))


@part
def _fits(hints, cell, digit):
    for k in range(20):
        if hints[PEERS[cell, k]] == digit:
            return False
    return True


@part
def _change_hints(hints, cells, m, number, state, out):
    """Give `number` hints other digits that no hint contradicts; False when that failed."""
    for k in range(81):
        out[k] = hints[k]
    for _ in range(number):
        cell = cells[below(state, m)]
        digit = np.uint8(1 + below(state, 9))
        if digit == hints[cell]:
            return False
        out[cell] = np.uint8(0)
        if not _fits(out, cell, digit):
            return False
        out[cell] = digit
    return True


@part
def _swap_two(hints, cells, m, state, out):
    for k in range(81):
        out[k] = hints[k]
    a, b = cells[below(state, m)], cells[below(state, m)]
    if hints[a] == hints[b]:
        return False
    out[a] = out[b] = np.uint8(0)
    if not _fits(out, a, hints[b]):
        return False
    out[a] = hints[b]
    if not _fits(out, b, hints[a]):
        return False
    out[b] = hints[a]
    return True


@part
def _line_cycle(solution, state, grid):
    """Exchange the digits of one cycle between two lines of a chute: the grid stays a solution."""
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
            return


@part
def _digit_chain(solution, state, grid, stack):
    """Exchange two digits in one connected part of their cells: the grid stays a solution."""
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


@part
def _renamed(hints, out):
    """Whether two hint arrays are equal after relabelling."""
    names = 0
    for k in range(81):
        if hints[k]:
            shift = 4 * np.int64(hints[k])
            name = (names >> shift) & 15
            if name == 0:
                names |= np.int64(out[k]) << shift
            elif name != out[k]:
                return False
    return True


@part
def _propose(move, hints, solution, cells, m, state, grid, stack, out):
    """One proposal into `out`; False when it is none."""
    if move < 3:
        return _change_hints(hints, cells, m, move + 1, state, out)
    if move == 3:
        return _swap_two(hints, cells, m, state, out)
    if move == 4:
        _line_cycle(solution, state, grid)
    else:
        _digit_chain(solution, state, grid, stack)
    for k in range(81):
        out[k] = hints[k]
    for k in range(m):
        out[cells[k]] = grid[cells[k]]
    return not _renamed(hints, out)


@kernel
def near_many(hints, solutions, cells, moves, tries, states, children, spent):
    """For each row a valid neighbour by its kind of move; `spent` is the number of tries, 0 where none was found.

    hints, solutions, children (n, 81) uint8; cells (m,) int64 free; moves (n,) int64; states (n,) uint64.
    """
    c = np.empty((82, 27), np.int64)
    prev = np.empty((82, 27), np.int64)
    unsolved = np.empty((82, 3), np.int64)
    found = np.empty((2, 81), np.uint8)
    grid = np.empty(81, np.uint8)
    out = np.empty(81, np.uint8)
    stack = np.empty(81, np.int64)
    state = np.empty(1, np.uint64)
    m = cells.shape[0]
    for n in range(hints.shape[0]):
        state[0] = states[n]
        spent[n] = 0
        for k in range(81):
            children[n, k] = hints[n, k]
        for t in range(tries):
            if not _propose(moves[n], hints[n], solutions[n], cells, m, state, grid, stack, out):
                continue
            if search_solutions(out, np.int64(2), c, prev, unsolved, found) == 1:
                spent[n] = t + 1
                for k in range(81):
                    children[n, k] = out[k]
                break

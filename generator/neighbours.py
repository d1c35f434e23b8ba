"""Valid puzzles close to a valid puzzle: small moves of the hints or of the solution grid, tried until one holds."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from puzzles.geometry import PEERS
from puzzles.kernel import kernel, part
from puzzles.randomness import below
from puzzles.solutions import search_solutions

MOVES: Final = ("change_one", "change_two", "swap_two", "line_cycle", "digit_chain")
_, _CHANGE_TWO, _SWAP_TWO, _LINE_CYCLE, _DIGIT_CHAIN = range(len(MOVES))
_TRIES: Final = 1_000
_LATER_TRIES: Final = 300


@part
def _fits(hints, cell, digit):
    clear = True
    for k in range(20):
        clear &= hints[PEERS[cell, k]] != digit
    return clear


@part
def _change_hints(hints, cells, m, number, state, out):
    """Give `number` hints other digits that no hint contradicts; False when that failed."""
    for k in range(81):
        out[k] = hints[k]
    for _ in range(number):
        cell = cells[below(state, m)]
        digit = np.uint8(1 + below(state, 9))
        if digit == out[cell]:
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
    """Whether two hint arrays on the same cells are equal after relabelling."""
    names = 0
    taken = 0
    for k in range(81):
        if hints[k]:
            shift = 4 * np.int64(hints[k])
            name = (names >> shift) & 15
            if name == 0:
                # two digits cannot become one
                if (taken >> np.int64(out[k])) & 1:
                    return False
                taken |= np.int64(1) << np.int64(out[k])
                names |= np.int64(out[k]) << shift
            elif name != out[k]:
                return False
    return True


@part
def _propose(move, hints, solution, cells, m, state, grid, stack, out):
    """One proposal into `out`; False when it is none."""
    if move <= _CHANGE_TWO:
        return _change_hints(hints, cells, m, 1 + move, state, out) and not _renamed(hints, out)
    if move == _SWAP_TWO:
        return _swap_two(hints, cells, m, state, out) and not _renamed(hints, out)
    if move == _LINE_CYCLE:
        _line_cycle(solution, state, grid)
    else:
        _digit_chain(solution, state, grid, stack)
    for k in range(81):
        out[k] = hints[k]
    for k in range(m):
        out[cells[k]] = grid[cells[k]]
    return not _renamed(hints, out)


@kernel
def _take_steps(hints, solutions, cells, moves, steps, seeds, children, found_any):
    """See `take_steps`; all arrays as there, `children` and `found_any` are written."""
    c = np.empty((82, 27), np.int64)
    prev = np.empty((82, 27), np.int64)
    unsolved = np.empty((82, 3), np.int64)
    found = np.empty((2, 81), np.uint8)
    solution = np.empty(81, np.uint8)
    grid = np.empty(81, np.uint8)
    out = np.empty(81, np.uint8)
    stack = np.empty(81, np.int64)
    state = np.empty(1, np.uint64)
    m = cells.shape[0]
    for n in range(hints.shape[0]):
        state[0] = seeds[n]
        found_any[n] = False
        for k in range(81):
            children[n, k] = hints[n, k]
            solution[k] = solutions[n, k]
        for step in range(steps[n]):
            move = moves[n] if step == 0 else below(state, _DIGIT_CHAIN + 1)
            done = False
            for _ in range(_TRIES if step == 0 else _LATER_TRIES):
                if not _propose(move, children[n], solution, cells, m, state, grid, stack, out):
                    continue
                if search_solutions(out, np.int64(2), c, prev, unsolved, found) == 1:
                    done = True
                    break
            if not done:
                break
            found_any[n] = True
            for k in range(81):
                children[n, k] = out[k]
                solution[k] = found[0, k]


def take_steps(
    hints: NDArray[np.uint8],
    solutions: NDArray[np.uint8],
    free: NDArray[np.bool_],
    moves: NDArray[np.int64],
    steps: NDArray[np.int64],
    seeds: NDArray[np.uint64],
) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
    """Walk from each puzzle over others that have one solution too.

    Args:
        hints, solutions: (n, 81) puzzles and their only solutions.
        free: (81,) cells whose digit may change.
        moves: (n,) kind of the first step, an index of `MOVES`; later ones are of any kind.
        steps: (n,) how many; a walk ends early where no move holds within the tries.
        seeds: (n,) random streams, one a row.

    Returns:
        (n, 81) the hints arrived at, and (n,) whether there was a first step; where not, the hints are unchanged.
    """
    cells = np.flatnonzero(free).astype(np.int64)
    if not len(cells):
        return hints.copy(), np.zeros(len(hints), np.bool_)
    children = np.empty_like(hints)
    found = np.empty(len(hints), np.bool_)
    _take_steps(np.ascontiguousarray(hints), solutions, cells, moves, steps, seeds, children, found)
    return children, found

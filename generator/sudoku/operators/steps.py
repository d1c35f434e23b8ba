"""Valid puzzles close to a valid puzzle: small moves, tried until the exact counter finds one solution."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from generator.sudoku.operators import MOVE_PARTS, Move
from puzzles.kernel import inlined, kernel, part
from puzzles.randomness import below
from puzzles.solutions import new_boards, search_solutions

_KINDS: Final = len(MOVE_PARTS)
_TRIES: Final = 1_000
_LATER_TRIES: Final = 300


@inlined
def _nothing(move, hints, solution, cells, state, grid, stack):
    return False


def _either(number: int, propose: Move, others: Move) -> Move:
    """What proposes by `propose` where the move is `number`, by `others` where it is not."""

    @inlined
    def choose(move, hints, solution, cells, state, grid, stack):
        if move == number:
            return propose(hints, solution, cells, state, grid, stack)
        return others(move, hints, solution, cells, state, grid, stack)

    return choose


def _any_of(moves: Iterable[Move]) -> Move:
    """A chain of choices: a kernel cannot look a move up in the catalogue."""
    chain: Move = _nothing
    for number, move in enumerate(moves):
        chain = _either(number, move, chain)
    return chain


_propose: Final = _any_of(MOVE_PARTS.values())


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


@kernel
def _take_steps(hints, solutions, cells, moves, steps, seeds, children, found_any):
    """See `take_steps`; all arrays as there, `children` and `found_any` are written."""
    boards = new_boards()
    found = np.empty((2, 81), np.uint8)
    solution = np.empty(81, np.uint8)
    grid = np.empty(81, np.uint8)
    out = np.empty(81, np.uint8)
    stack = np.empty(81, np.int64)
    state = np.empty(1, np.uint64)
    for n in range(hints.shape[0]):
        state[0] = seeds[n]
        found_any[n] = False
        for k in range(81):
            children[n, k] = hints[n, k]
            solution[k] = solutions[n, k]
        for step in range(steps[n]):
            move = moves[n] if step == 0 else below(state, _KINDS)
            done = False
            for _ in range(_TRIES if step == 0 else _LATER_TRIES):
                for k in range(81):
                    out[k] = children[n, k]
                if not _propose(move, out, solution, cells, state, grid, stack):
                    continue
                # a child that is its mother under other names is none
                if _renamed(children[n], out):
                    continue
                if search_solutions(out, np.int64(2), boards, found)[0] == 1:
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

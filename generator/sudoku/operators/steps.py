"""Valid puzzles close to a valid puzzle: small moves, tried until the exact counter finds one solution."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
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
_SLOTS: Final = 2_048
"""Rejected hint arrays that are remembered: most moves can propose fewer than a hundred different ones."""
_WORDS: Final = 6
"""Words of a packed hint array: sixteen digits in each."""
_MIX: Final = 0x2545F4914F6CDD1D
"""An odd number that spreads bits (S. Vigna, 2014)."""


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


@part
def _pack(grid, packed):
    """Write a grid to six words, four bits a digit; returns its slot."""
    mixed = np.int64(0)
    for w in range(_WORDS):
        word = np.int64(0)
        for k in range(16 * w, min(16 * w + 16, 81)):
            word = word << 4 | np.int64(grid[k])
        packed[w] = word
        mixed = (mixed ^ word) * _MIX
        mixed ^= mixed >> 32
    return mixed & (_SLOTS - 1)


@part
def _holds(rejected, slot, packed):
    """Whether a grid is the one remembered in its slot: the grids themselves are compared."""
    same = True
    for w in range(_WORDS):
        same &= rejected[slot, w] == packed[w]
    return same


@kernel
def _take_steps(hints, cells, moves, steps, seeds, arrived):
    """See `take_steps`; `arrived` holds the arrays of `Arrived`, the solutions those of the mothers to begin with.

    What the counter rejected is remembered over all rows, so that it is counted once: a move that finds nothing
    proposes the same few hint arrays again and again. What is skipped would be rejected again, so that no child
    depends on it.
    """
    children, found_any, solutions, counts = arrived
    boards = new_boards()
    rejected = np.zeros((_SLOTS, _WORDS), np.int64)
    packed = np.empty(_WORDS, np.int64)
    found = np.empty((2, 81), np.uint8)
    grid = np.empty(81, np.uint8)
    out = np.empty(81, np.uint8)
    stack = np.empty(81, np.int64)
    state = np.empty(1, np.uint64)
    for n in range(hints.shape[0]):
        state[0] = seeds[n]
        found_any[n] = False
        counts[n] = 0
        for k in range(81):
            children[n, k] = hints[n, k]
        for step in range(steps[n]):
            move = moves[n] if step == 0 else below(state, _KINDS)
            done = False
            for _ in range(_TRIES if step == 0 else _LATER_TRIES):
                for k in range(81):
                    out[k] = children[n, k]
                if not _propose(move, out, solutions[n], cells, state, grid, stack):
                    continue
                # a child that is its mother under other names is none
                if _renamed(children[n], out):
                    continue
                slot = _pack(out, packed)
                if _holds(rejected, slot, packed):
                    continue
                counts[n] += 1
                if search_solutions(out, np.int64(2), boards, found)[0] == 1:
                    done = True
                    break
                for w in range(_WORDS):
                    rejected[slot, w] = packed[w]
            if not done:
                break
            found_any[n] = True
            for k in range(81):
                children[n, k] = out[k]
                solutions[n, k] = found[0, k]


@dataclass(frozen=True, slots=True)
class Arrived:
    """Where walks over puzzles ended."""

    hints: NDArray[np.uint8]
    """(n, 81) the mother's where there was no first step."""
    found: NDArray[np.bool_]
    """(n,) whether there was a first step."""
    solutions: NDArray[np.uint8]
    """(n, 81) the only solutions."""
    counts: NDArray[np.int64]
    """(n,) exact counts that it took; how many depends on the other rows too."""


def take_steps(
    hints: NDArray[np.uint8],
    solutions: NDArray[np.uint8],
    free: NDArray[np.bool_],
    moves: NDArray[np.int64],
    steps: NDArray[np.int64],
    seeds: NDArray[np.uint64],
) -> Arrived:
    """Walk from each puzzle over others that have one solution too.

    Args:
        hints, solutions: (n, 81) puzzles and their only solutions.
        free: (81,) cells whose digit may change.
        moves: (n,) kind of the first step, an index of `MOVES`; later ones are of any kind.
        steps: (n,) how many; a walk ends early where no move holds within the tries.
        seeds: (n,) random streams, one a row.
    """
    cells = np.flatnonzero(free).astype(np.int64)
    n = len(hints)
    arrived = Arrived(hints.copy(), np.zeros(n, np.bool_), solutions.copy(), np.zeros(n, np.int64))
    if len(cells):
        arrays = (arrived.hints, arrived.found, arrived.solutions, arrived.counts)
        _take_steps(np.ascontiguousarray(hints), cells, moves, steps, seeds, arrays)
    return arrived

"""The climb: from any hints on a pattern to a puzzle with one solution, as a kernel.

The state is a digit in every hint cell. Its energy is the number of candidates that the boards of
`puzzles.solutions` (hidden and naked singles, locked candidates) leaves beyond one per cell; at 0 the
hints have one solution. A step takes one hint or two away, propagates what is left, and tries the
digits that are still possible there, each by propagating on from that common board. The best of them
replaces the state when it is no worse, or else with the probability exp(−difference / temperature)
(N. Metropolis et al., 1953). Where digits were given to begin with, each of them that has been
changed counts as `_PULL` candidates more, which keeps the puzzle near them. A climb that has not
improved for a while starts again, with half the pull.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from puzzles.kernel import kernel
from puzzles.propagation import propagate_into
from puzzles.randomness import below, uniform
from puzzles.solutions import new_boards, search_solutions
from puzzles.solutions.board import BOARD, load, propagate
from puzzles.solutions.tables import KEEP

SINGLES: Final = 0
"""The puzzle must be finished by hidden and naked singles alone."""
LOCKED: Final = 1
"""The puzzle must be finished by singles and locked candidates."""
UNIQUE: Final = 2
"""The puzzle must have one solution, whatever it takes to find it."""

_TEMPERATURE: Final = 12.0
_TEMPERATURE_NEAR: Final = 5.0
"""While there is a pull towards the given digits: less wandering."""
_PULL: Final = 12
_PAIR_SHARE: Final = 0.3
"""Share of the steps that change two hints at once."""
_STALL: Final = 500
"""Steps without a new lowest energy after which the climb starts again."""
_NONE: Final = 1 << 20
"""The energy of a contradiction."""
_ANY: Final = 10
"""In place of a digit: any that can stand there."""


@kernel
def new_work():
    """Work space of `climb`: make it once, hand it to any number of climbs."""
    return (
        np.empty((3, BOARD), np.int64),  # boards: what is left, two digits on trial
        np.empty((3, 81), np.uint8),  # the start, the hints on trial, the digits to give them
        np.empty((2, 81), np.int64),  # free cells, cells to fill
        np.empty(81, np.uint16),  # candidates of a grid finished by singles
        new_boards(),  # the exact count's own
        np.empty((2, 81), np.uint8),
    )


@kernel
def _energy(board):
    """Candidates left beyond one per cell."""
    total = np.int64(-81)
    for j in range(18):
        m = board[j]
        # bits counted in pairs, fours, eights, and added up by the product
        m -= m >> 1 & 0x5555555555555555
        m = (m & 0x3333333333333333) + (m >> 2 & 0x3333333333333333)
        m = (m + (m >> 4)) & 0x0F0F0F0F0F0F0F0F
        total += m * 0x0101010101010101 >> 56
    return total


@kernel
def _best_digit(boards, first, cell, allowed, given, pull):
    """The digit (0–8) at `cell` of board 0 that leaves the lowest energy after propagation.

    Args:
        first: the digit to begin with, so that ties fall at random.
        allowed: mask of the digits to try; given: the digit that costs no pull, −1 for none.

    Returns:
        The digit, −1 when none can stand there; its energy without the pull; the board (1 or 2) that
        holds it; the digits tried.
    """
    lowest = _NONE
    best = np.int64(-1)
    energy = _NONE
    board = np.int64(1)
    tried = 0
    word = cell // 54
    bit = np.int64(1) << (cell - 54 * word)
    digit = first
    for _ in range(9):
        digit = digit + 1 if digit < 8 else np.int64(0)
        own = 2 * digit
        if not allowed >> digit & 1 or not boards[0, own + word] & bit:
            continue
        tried += 1
        trial = 3 - board
        for j in range(BOARD):
            boards[trial, j] = boards[0, j]
        if boards[trial, 18 + word] & bit:
            boards[trial, 18 + word] ^= bit
            for j in range(word, 18, 2):
                if j != own + word:
                    boards[trial, j] &= ~bit
            boards[trial, own] &= KEEP[cell, 0]
            boards[trial, own + 1] &= KEEP[cell, 1]
            if not propagate(boards[trial]):
                continue
        new = _energy(boards[trial])
        pulled = new if given < 0 or digit == given else new + pull
        if pulled < lowest:
            lowest = pulled
            energy = new
            best = digit
            board = trial
    return best, energy, board, tried


@kernel
def _refill(hints, given, before, start, cells, m, pull, state, boards, starting):
    """Give the empty cells `cells[1, :m]` digits: first those of `given` that can stand, then the best ones.

    Args:
        hints: (81,) uint8, written; given: (81,) uint8 digits, 0 for none, `_ANY` for a random one.
        before: (81,) uint8, the hints that a step (not `starting`) must differ from.
        m: cells to fill; pull: energy of a digit that differs from the start's.
        boards: (3, `BOARD`), of the work space.

    Returns:
        The energy, `_NONE` when the hints that stand or a digit that was needed led to a
        contradiction; and the propagations made.
    """
    load(hints, boards[0])
    if not propagate(boards[0]):
        return np.int64(_NONE), np.int64(1)
    steps = np.int64(1)
    energy = _energy(boards[0])
    changed = starting
    for i in range(2 * m):
        cell = cells[1, i if i < m else i - m]
        if hints[cell]:
            continue
        allowed = np.int64(511)
        first = below(state, np.int64(9))
        if i < m:
            if given[cell] == 0:
                continue
            digit = np.int64(given[cell]) - 1
            if given[cell] == _ANY:
                digit = first
                while not boards[0, 2 * digit + cell // 54] >> cell % 54 & 1:
                    digit = below(state, np.int64(9))
            allowed = np.int64(1) << digit
        elif i == 2 * m - 1 and not changed:
            allowed ^= np.int64(1) << (np.int64(before[cell]) - 1)
        digit, new, board, tried = _best_digit(boards, first, cell, allowed, np.int64(start[cell]) - 1, pull)
        steps += tried
        if digit >= 0:
            energy = new
            hints[cell] = digit + 1
            for j in range(BOARD):
                boards[0, j] = boards[board, j]
            changed = changed or hints[cell] != before[cell]
        elif i >= m:
            return np.int64(_NONE), steps
    return energy, steps


@kernel
def climb(hints, free, state, budget, finish, work):
    """Drive hints to a valid puzzle, in place, with few changes of the digits that are given.

    Args:
        hints: (81,) uint8; any digits, also contradictory ones; 0 in a free cell is a hint yet to be
            chosen. Written: the valid puzzle, or the last state of a climb that failed.
        free: (81,) uint8, 1 where the digit may be changed; those cells all hold a digit in the end.
        state: (1,) uint64, the random numbers' state, moved on.
        budget: most propagations to spend, each about half a microsecond; the last step may go some over.
        finish: `SINGLES`, `LOCKED` or `UNIQUE`.
        work: from `new_work`.

    Returns:
        Whether a valid puzzle was found, the propagations spent, and the starts made. It fails at
        once when the hints that are not free contradict each other.
    """
    boards, grids, cells, cand, count_boards, found = work
    start = grids[0]
    trial = grids[1]
    given = grids[2]
    k = np.int64(0)
    pull = np.int64(0)
    whole = True  # whether the start may be a puzzle as it is
    for cell in range(81):
        start[cell] = hints[cell]
        if free[cell]:
            cells[0, k] = cell
            k += 1
            if hints[cell]:
                pull = np.int64(_PULL)
            else:
                whole = False
    steps = np.int64(0)
    starts = np.int64(0)
    forget = np.int64(0)
    starting = steps == 0
    lowest = np.int64(_NONE)
    cost = np.int64(_NONE)
    idle = 0
    while steps < budget:
        m = np.int64(0)
        if starting:
            for cell in range(81):
                trial[cell] = start[cell]
            if not whole:
                # take the given digits over in random order as far as they go, but for the last few
                m = k
                for i in range(k):
                    j = i + below(state, k - i)
                    cells[0, i], cells[0, j] = cells[0, j], cells[0, i]
                    cell = cells[0, i]
                    cells[1, i] = cell
                    given[cell] = start[cell] if i < k - forget else 0
                    trial[cell] = 0
        else:
            for cell in range(81):
                trial[cell] = hints[cell]
            last = cells[0, below(state, k)]
            if k > 1 and uniform(state) < _PAIR_SHARE:
                cell = last
                while cell == last:
                    cell = cells[0, below(state, k)]
                cells[1, 0] = cell
                given[cell] = _ANY
                trial[cell] = 0
                m += 1
            cells[1, m] = last
            given[last] = 0
            trial[last] = 0
            m += 1
        energy, spent = _refill(trial, given, hints, start, cells, m, pull, state, boards, starting)
        steps += spent
        new = energy
        for i in range(k):
            cell = cells[0, i]
            if start[cell] and trial[cell] != start[cell]:
                new += pull
        if starting:
            if energy == _NONE:
                if k == 0 or (spent == 1 and not whole):
                    return False, steps, starts + 1
                if whole:
                    whole = False
                else:
                    starts += 1
                    forget = min(forget + 1, k)
                continue
            starts += 1
            lowest = np.int64(_NONE)
        else:
            idle += 1
            if idle >= _STALL:
                starting = True
                pull //= 2
            temperature = _TEMPERATURE_NEAR if pull else _TEMPERATURE
            if energy and new > cost and uniform(state) >= np.exp((cost - new) / temperature):
                continue
        for cell in range(81):
            hints[cell] = trial[cell]
        cost = new
        done = energy == 0
        if done and finish == SINGLES:
            for cell in range(81):
                trial[cell] = hints[cell]
            done = propagate_into(trial, cand) == 0
        elif finish == UNIQUE and energy:
            done = search_solutions(hints, np.int64(2), count_boards, found)[0] == 1
        if done:
            return True, steps, starts
        if k == 0:
            return False, steps, starts
        if cost < lowest:
            lowest = cost
            idle = 0
            starting = False
    return False, steps, starts

"""The climb: from any hints on a pattern to a puzzle with one solution, as a kernel.

The state is a digit in every hint cell. Its energy is the number of candidates that the band form of
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
from puzzles.solutions import (
    _FULL,  # pyright: ignore[reportPrivateUsage]
    _KEEP,  # pyright: ignore[reportPrivateUsage]
    _propagate,  # pyright: ignore[reportPrivateUsage]
    search_solutions,
)

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
        np.empty((4, 27), np.int64),  # boards: what is left, two digits on trial, the digits placed
        np.empty((4, 3), np.int64),  # their cells without a digit
        np.empty(27, np.int64),  # the masks as the propagation last saw them
        np.empty((3, 81), np.uint8),  # the start, the hints on trial, the digits to give them
        np.empty((3, 81), np.int64),  # free cells, hint cells, cells to fill
        np.empty(81, np.uint16),  # candidates of a grid finished by singles
        np.empty((82, 27), np.int64),  # the exact count's own
        np.empty((82, 27), np.int64),
        np.empty((82, 3), np.int64),
        np.empty((2, 81), np.uint8),
    )


@kernel
def _energy(c):
    """Candidates left beyond one per cell."""
    total = -81
    for j in range(27):
        m = c[j]
        while m:
            m &= m - 1
            total += 1
    return total


@kernel
def _set_board(c, unsolved, prev, hints, cells, n):
    """Board 0 from the hints in `cells[:n]`, propagated; False on a contradiction."""
    for j in range(27):
        c[0, j] = _FULL
        c[3, j] = 0
        prev[j] = -1
    for b in range(3):
        unsolved[0, b] = _FULL
    for i in range(n):
        cell = cells[i]
        if hints[cell]:
            own = 3 * (np.int64(hints[cell]) - 1)
            band = cell // 27
            bit = 1 << (cell - 27 * band)
            c[0, own] &= _KEEP[cell, 0]
            c[0, own + 1] &= _KEEP[cell, 1]
            c[0, own + 2] &= _KEEP[cell, 2]
            c[3, own + band] |= bit
            unsolved[0, band] ^= bit
    for j in range(27):
        if c[3, j] & ~c[0, j]:
            return False
        c[0, j] = c[0, j] & unsolved[0, j % 3] | c[3, j]
    return _propagate(c[0], prev, unsolved[0])


@kernel
def _best_digit(c, unsolved, prev, first, cell, allowed, given, pull):
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
    band = cell // 27
    bit = 1 << (cell - 27 * band)
    digit = first
    for _ in range(9):
        digit = digit + 1 if digit < 8 else np.int64(0)
        own = 3 * digit
        if not allowed >> digit & 1 or not c[0, own + band] & bit:
            continue
        tried += 1
        trial = 3 - board
        for j in range(27):
            c[trial, j] = c[0, j]
            prev[j] = c[0, j]
        for b in range(3):
            unsolved[trial, b] = unsolved[0, b]
        if unsolved[trial, band] & bit:
            unsolved[trial, band] ^= bit
            for j in range(band, 27, 3):
                if j != own + band:
                    c[trial, j] &= ~bit
            c[trial, own] &= _KEEP[cell, 0]
            c[trial, own + 1] &= _KEEP[cell, 1]
            c[trial, own + 2] &= _KEEP[cell, 2]
            if not _propagate(c[trial], prev, unsolved[trial]):
                continue
        new = _energy(c[trial])
        pulled = new if given < 0 or digit == given else new + pull
        if pulled < lowest:
            lowest = pulled
            energy = new
            best = digit
            board = trial
    return best, energy, board, tried


@kernel
def _refill(hints, given, before, start, cells, m, n, pull, state, c, unsolved, prev, starting):
    """Give the empty cells `cells[2, :m]` digits: first those of `given` that can stand, then the best ones.

    Args:
        hints: (81,) uint8, written; given: (81,) uint8 digits, 0 for none, `_ANY` for a random one.
        before: (81,) uint8, the hints that a step (not `starting`) must differ from.
        m: cells to fill; n: hint cells; pull: energy of a digit that differs from the start's.

    Returns:
        The energy, `_NONE` when the hints that stand or a digit that was needed led to a
        contradiction; and the propagations made.
    """
    if not _set_board(c, unsolved, prev, hints, cells[1], n):
        return np.int64(_NONE), np.int64(1)
    steps = np.int64(1)
    energy = _energy(c[0])
    changed = starting
    for i in range(2 * m):
        cell = cells[2, i if i < m else i - m]
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
                while not c[0, 3 * digit + cell // 27] >> cell % 27 & 1:
                    digit = below(state, np.int64(9))
            allowed = np.int64(1) << digit
        elif i == 2 * m - 1 and not changed:
            allowed ^= np.int64(1) << (np.int64(before[cell]) - 1)
        digit, new, board, tried = _best_digit(c, unsolved, prev, first, cell, allowed, np.int64(start[cell]) - 1, pull)
        steps += tried
        if digit >= 0:
            energy = new
            hints[cell] = digit + 1
            for j in range(27):
                c[0, j] = c[board, j]
            for b in range(3):
                unsolved[0, b] = unsolved[board, b]
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
    c, unsolved, prev, grids, cells, cand, count_c, count_prev, count_unsolved, found = work
    start = grids[0]
    trial = grids[1]
    given = grids[2]
    k = np.int64(0)
    n = np.int64(0)
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
        if free[cell] or hints[cell]:
            cells[1, n] = cell
            n += 1
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
                    cells[2, i] = cell
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
                cells[2, 0] = cell
                given[cell] = _ANY
                trial[cell] = 0
                m += 1
            cells[2, m] = last
            given[last] = 0
            trial[last] = 0
            m += 1
        energy, spent = _refill(trial, given, hints, start, cells, m, n, pull, state, c, unsolved, prev, starting)
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
            done = search_solutions(hints, np.int64(2), count_c, count_prev, count_unsolved, found) == 1
        if done:
            return True, steps, starts
        if k == 0:
            return False, steps, starts
        if cost < lowest:
            lowest = cost
            idle = 0
            starting = False
    return False, steps, starts

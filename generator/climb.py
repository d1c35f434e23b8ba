"""The climb: from any hints on a pattern to a puzzle with one solution, as a kernel.

The state is a full assignment of the hint cells. Its energy is the number of candidates that the
band form of `puzzles.solutions` (hidden and naked singles, locked candidates) leaves beyond one per
cell; at 0 the hints have one solution. A step takes one hint or two away, propagates what is left,
and tries the digits that are still possible there, each by propagating on from that common board.
The best of them replaces the state when it is better, or worse with the probability
exp(−difference / temperature) (N. Metropolis et al., 1953). A climb that has not improved for a
while starts again from the hints that it was given.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from puzzles.kernel import kernel
from puzzles.propagation import propagate_into
from puzzles.randomness import below, uniform
from puzzles.solutions import (  # pyright: ignore[reportPrivateUsage]
    _KEEP,
    _load,
    _propagate,
    search_solutions,
)

SINGLES: Final = 0
"""The puzzle must be finished by hidden and naked singles alone."""
LOCKED: Final = 1
"""The puzzle must be finished by singles and locked candidates."""
UNIQUE: Final = 2
"""The puzzle must have one solution, whatever it takes to find it."""

_TEMPERATURE: Final = 10.0
_PAIR_SHARE: Final = 0.3
"""Share of the steps that change two hints at once."""
_STALL: Final = 1000
"""Steps without a new lowest energy after which the climb starts again."""
_COUNT_BELOW: Final = 60
"""Energy under which an exact count is worth its time."""
_NONE: Final = 1 << 20


@kernel
def new_work():
    """Work space of `climb`: make it once, hand it to any number of climbs."""
    return (
        np.empty((82, 27), np.int64),
        np.empty((82, 27), np.int64),
        np.empty((82, 3), np.int64),
        np.empty((2, 81), np.uint8),
        np.empty((4, 81), np.uint8),
        np.empty(81, np.uint16),
        np.empty(81, np.int64),
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
def _try_digit(c, prev, unsolved, source, target, cell, digit):
    """Put a digit on board `source` and propagate into board `target`; its energy, `_NONE` on a contradiction."""
    for j in range(27):
        c[target, j] = c[source, j]
        prev[target, j] = prev[source, j]
    for j in range(3):
        unsolved[target, j] = unsolved[source, j]
    band = cell // 27
    bit = 1 << (cell - 27 * band)
    own = 3 * digit
    if unsolved[target, band] & bit:
        unsolved[target, band] ^= bit
        for j in range(band, 27, 3):
            if j != own + band:
                c[target, j] &= ~bit
        c[target, own] &= _KEEP[cell, 0]
        c[target, own + 1] &= _KEEP[cell, 1]
        c[target, own + 2] &= _KEEP[cell, 2]
        if not _propagate(c[target], prev[target], unsolved[target]):
            return _NONE
    return _energy(c[target])


@kernel
def _copy(c, prev, unsolved, source, target):
    for j in range(27):
        c[target, j] = c[source, j]
        prev[target, j] = prev[source, j]
    for j in range(3):
        unsolved[target, j] = unsolved[source, j]


@kernel
def _best_digit(c, prev, unsolved, state, cell, avoid):
    """The digit (0–8) at `cell` of board 0 with the lowest energy, that energy, and the digits tried.

    The winner's board is left in board 2. `avoid` is a digit not to take, or −1.
    """
    band = cell // 27
    bit = 1 << (cell - 27 * band)
    best = _NONE
    winner = -1
    tried = 0
    digit = below(state, 9)
    for _ in range(9):
        digit = digit + 1 if digit < 8 else 0
        if digit != avoid and c[0, 3 * digit + band] & bit:
            tried += 1
            energy = _try_digit(c, prev, unsolved, 0, 1, cell, digit)
            if energy < best:
                best = energy
                winner = digit
                _copy(c, prev, unsolved, 1, 2)
    return winner, best, tried


@kernel
def _build(hints, start, free, order, k, state, c, prev, unsolved):
    """Write consistent hints that keep as much of `start` as they can.

    Returns:
        The energy, `_NONE` when a cell was left without a digit; and the propagations made.
    """
    for cell in range(81):
        hints[cell] = 0 if free[cell] else start[cell]
    steps = 1
    if not _load(hints, c[0], prev[0], unsolved[0]) or not _propagate(c[0], prev[0], unsolved[0]):
        return -1, steps
    best = _energy(c[0])
    for i in range(k):
        j = i + below(state, k - i)
        order[i], order[j] = order[j], order[i]
    for keeping in range(2):
        for i in range(k):
            cell = order[i]
            if hints[cell]:
                continue
            if keeping == 0:
                digit = int(start[cell]) - 1
                band = cell // 27
                if digit < 0 or c[0, 3 * digit + band] >> (cell - 27 * band) & 1 == 0:
                    continue
                steps += 1
                energy = _try_digit(c, prev, unsolved, 0, 2, cell, digit)
                if energy == _NONE:
                    continue
            else:
                digit, energy, tried = _best_digit(c, prev, unsolved, state, cell, -1)
                steps += tried
                if digit < 0:
                    return _NONE, steps
            best = energy
            hints[cell] = digit + 1
            _copy(c, prev, unsolved, 2, 0)
    return best, steps


@kernel
def _finished(hints, energy, finish, work):
    """Whether the hints are a valid puzzle of the wanted kind."""
    c, prev, unsolved, found, grids, cand, _ = work
    if finish == UNIQUE:
        return energy == 0 or search_solutions(hints, 2, c[3:], prev[3:], unsolved[3:], found) == 1
    if energy:
        return False
    if finish == SINGLES:
        grids[2, :] = hints
        return propagate_into(grids[2], cand) == 0
    return True


@kernel
def climb(hints, free, state, budget, finish, work):
    """Drive hints to a valid puzzle, in place.

    Args:
        hints: (81,) uint8; any digits, also contradictory ones; 0 in a free cell is a hint yet to be
            chosen. Written: the valid puzzle, or the last state of a climb that failed.
        free: (81,) uint8, 1 where the digit may be changed; those cells all hold a digit in the end.
        state: (1,) uint64, the random numbers' state, moved on.
        budget: most propagations to spend.
        finish: `SINGLES`, `LOCKED` or `UNIQUE`.
        work: from `new_work`.

    Returns:
        Whether a valid puzzle was found, the propagations spent, and the starts made. It fails at
        once when the hints that are not free contradict each other.
    """
    c, prev, unsolved, _, grids, _, order = work
    start = grids[0]
    trial = grids[1]
    start[:] = hints
    k = 0
    for cell in range(81):
        if free[cell]:
            order[k] = cell
            k += 1
    steps = 0
    starts = 0
    while steps < budget:
        starts += 1
        energy, spent = _build(hints, start, free, order, k, state, c, prev, unsolved)
        steps += spent
        if energy < 0:
            return False, steps, starts
        if energy == _NONE:
            continue
        if energy < _COUNT_BELOW and _finished(hints, energy, finish, work):
            return True, steps, starts
        if k == 0:
            return False, steps, starts
        lowest = energy
        idle = 0
        while steps < budget and idle < _STALL:
            idle += 1
            pair = k > 1 and uniform(state) < _PAIR_SHARE
            first = order[below(state, k)]
            second = first
            trial[:] = hints
            trial[first] = 0
            if pair:
                while second == first:
                    second = order[below(state, k)]
                trial[second] = 0
            steps += 1
            if not _load(trial, c[0], prev[0], unsolved[0]) or not _propagate(c[0], prev[0], unsolved[0]):
                continue
            avoid = int(hints[first]) - 1
            if pair:
                band = second // 27
                digit = below(state, 9)
                while c[0, 3 * digit + band] >> (second - 27 * band) & 1 == 0:
                    digit = below(state, 9)
                steps += 1
                if _try_digit(c, prev, unsolved, 0, 2, second, digit) == _NONE:
                    continue
                trial[second] = digit + 1
                if trial[second] != hints[second]:
                    avoid = -1
                _copy(c, prev, unsolved, 2, 0)
            digit, new, tried = _best_digit(c, prev, unsolved, state, first, avoid)
            steps += tried
            if digit < 0 or (new > energy and uniform(state) >= np.exp((energy - new) / _TEMPERATURE)):
                continue
            trial[first] = digit + 1
            hints[:] = trial
            energy = new
            if energy < _COUNT_BELOW and _finished(hints, energy, finish, work):
                return True, steps, starts
            if energy < lowest:
                lowest = energy
                idle = 0
    return False, steps, starts

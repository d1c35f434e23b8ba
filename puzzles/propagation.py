"""Candidates, and plain propagation of hidden and naked singles, as kernels."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from puzzles.geometry import ALL_DIGITS, PEERS, POPCOUNT, UNITS, UNITS_OF
from puzzles.grid import Grid
from puzzles.kernel import kernel, part


@kernel
def fill_candidates(values, cand):
    """Write the candidate masks of a board into `cand`.

    Args:
        values: (81,) uint8 digits.
        cand: (81,) uint16, written: bit d−1 set where d is not yet in the cell's units; 0 for filled cells.

    Returns:
        False when two equal digits see each other.
    """
    used = np.zeros(27, np.uint16)
    sound = True
    for cell in range(81):
        if values[cell]:
            bit = np.uint16(1 << (values[cell] - 1))
            for k in range(3):
                u = UNITS_OF[cell, k]
                if used[u] & bit:
                    sound = False
                used[u] |= bit
    for cell in range(81):
        if values[cell]:
            cand[cell] = 0
        else:
            taken = used[UNITS_OF[cell, 0]] | used[UNITS_OF[cell, 1]] | used[UNITS_OF[cell, 2]]
            cand[cell] = np.uint16(ALL_DIGITS & ~taken)
    return sound


@kernel
def propagate_into(values, cand):
    """Fill every hidden and naked single, again and again, in place.

    Args:
        values: (81,) uint8 digits, filled in place.
        cand: (81,) uint16, written: the candidates that are left.

    Returns:
        The number of cells left empty, or −1 on a contradiction.
    """
    if not fill_candidates(values, cand):
        return -1
    left = 0
    for cell in range(81):
        if not values[cell]:
            left += 1
    changed = True
    while changed and left:
        changed = False
        for cell in range(81):
            if values[cell] == 0:
                mask = cand[cell]
                if mask == 0:
                    return -1
                if POPCOUNT[mask] == 1:
                    _place(values, cand, cell, mask)
                    left -= 1
                    changed = True
        for u in range(27):
            once = np.uint16(0)
            twice = np.uint16(0)
            present = np.uint16(0)
            for k in range(9):
                cell = UNITS[u, k]
                if values[cell]:
                    present |= np.uint16(1 << (values[cell] - 1))
                mask = cand[cell]
                twice |= once & mask
                once |= mask
            if (once | present) != ALL_DIGITS:
                return -1
            single = once & ~twice
            if single:
                for k in range(9):
                    cell = UNITS[u, k]
                    mask = cand[cell] & single
                    if mask:
                        if POPCOUNT[mask] != 1:
                            return -1
                        _place(values, cand, cell, mask)
                        left -= 1
                        changed = True
    return left


@part
def _place(values, cand, cell, mask):
    digit = 0
    while mask >> digit != 1:
        digit += 1
    values[cell] = digit + 1
    cand[cell] = 0
    for k in range(20):
        cand[PEERS[cell, k]] &= ~mask


@kernel
def _propagate_many(hints, values, cand, left):
    for n in range(hints.shape[0]):
        for k in range(81):
            values[n, k] = hints[n, k]
        left[n] = propagate_into(values[n], cand[n])


def propagate(hints: Grid) -> tuple[Grid, NDArray[np.uint16], int]:
    """Plain propagation of hidden and naked singles from `hints`.

    Returns:
        The digits reached, the candidate masks left (0 for filled cells), and the number of cells
        left empty; −1 when the hints contradict themselves.
    """
    values, cand, left = propagate_batch(hints[None, :])
    return values[0], cand[0], int(left[0])


def propagate_batch(hints: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], NDArray[np.uint16], NDArray[np.int64]]:
    """`propagate` for (n, 81) hints: (n, 81) digits, (n, 81) candidates, (n,) cells left empty or −1."""
    grids = np.ascontiguousarray(hints, dtype=np.uint8)
    values = np.empty_like(grids)
    cand = np.empty(grids.shape, np.uint16)
    left = np.empty(len(grids), np.int64)
    _propagate_many(grids, values, cand, left)
    return values, cand, left


def candidates(values: Grid) -> NDArray[np.uint16]:
    """(81,) candidate masks of a board: bit d−1 for digit d; 0 for filled cells."""
    cand = np.empty(81, np.uint16)
    fill_candidates(np.ascontiguousarray(values, dtype=np.uint8), cand)
    return cand

"""The solver's view of a board: one int64 vector with named sections, so that a copy is one assignment.

| section | length | holds |
|---|---|---|
| CAND | 81 | candidate mask of each cell (0 when filled) |
| POS | 27 × 9 | per unit and digit, the places (mask over the unit's nine cells) |
| ONE, TWO, FEW | 27 each | per unit, digits with exactly one, exactly two, two to four places |
| VOID | 27 | per unit, the number of empty cells |
| KEY | 3 | filled cells of each band, 27 bits: names the board of a given puzzle exactly |
| LONE | 9 | per row, the places whose cells have exactly one candidate |
| PAIRS | 27 | per unit, the places whose cells have exactly two candidates |
| LINES | 2 × 9 | per direction (rows, columns) and digit, the lines that have exactly two places for it |
| LEFT, LAST | 1 each | empty cells of the grid; units with exactly one empty cell |
| DIRTY, STALE | 1 each | what changed since ONE, TWO, FEW and LINES were taken: units; chutes and digits |
| LOOK_LOCKED | 1 | chutes and digits where a locked candidate may be found |
| LOOK_SUBSET | 1 | units where a hidden subset may be found |
| LOOK_WING | 1 | directions and digits where an X-wing may be found |

A chute (0–2 bands, 3–5 stacks) with a digit is bit 9 · chute + digit, a direction (0 rows, 1 columns) with a
digit bit 9 · direction + digit. A search clears the LOOK bits where it finds nothing, and they come back when a
place that the search depends on changes. So a board is searched only where the last turns changed it.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from puzzles.geometry import ALL_DIGITS, COL_OF, LOWEST, POPCOUNT, ROW_OF, UNITS, UNITS_OF
from puzzles.kernel import part

CAND: Final = 0
POS: Final = 81
ONE: Final = 324
TWO: Final = 351
FEW: Final = 378
VOID: Final = 405
KEY: Final = 432
LONE: Final = 435
PAIRS: Final = 444
LINES: Final = 471
LEFT: Final = 489
LAST: Final = 490
DIRTY: Final = 491
STALE: Final = 492
LOOK_LOCKED: Final = 493
LOOK_SUBSET: Final = 494
LOOK_WING: Final = 495
SIZE: Final = 496

ALL_UNITS: Final = (1 << 27) - 1
POP: Final = POPCOUNT.astype(np.int64)
LOW: Final = LOWEST.astype(np.int64)
CELL: Final = UNITS.astype(np.int64)
"""(27, 9) int64: the cells of each unit."""
UNIT: Final = UNITS_OF.astype(np.int64)
"""(81, 3) int64: row, column, box unit of each cell."""
PLACE: Final = np.stack(
    [COL_OF, ROW_OF, np.array([c // 9 % 3 * 3 + c % 3 for c in range(81)], dtype=np.uint8)], axis=1
).astype(np.int64)
"""(81, 3) int64: the cell's place in its row, column and box."""
UNIT_BITS: Final = np.array([sum(1 << int(u) for u in UNITS_OF[c]) for c in range(81)], dtype=np.int64)
_CHUTE_BITS: Final = np.array([1 << 9 * (c // 27) | 1 << 9 * (3 + c % 9 // 3) for c in range(81)], dtype=np.int64)
"""(81,): digit 0 in the band and in the stack of each cell; times a digit mask, all its digits."""


@part
def clear_board(state):
    """An empty grid."""
    for k in range(SIZE):
        state[k] = 0
    for k in range(CAND, ONE):
        state[k] = ALL_DIGITS
    for u in range(27):
        state[VOID + u] = 9
    state[LEFT] = 81
    state[DIRTY] = ALL_UNITS
    state[STALE] = (1 << 54) - 1


@part
def _toggle_pair(state, cell):
    for k in range(3):
        state[PAIRS + UNIT[cell, k]] ^= 1 << PLACE[cell, k]


@part
def remove_candidate(state, cell, digit):
    """Take a candidate (digit 0–8) away that the cell has."""
    left = state[CAND + cell] & ~(1 << digit)
    state[CAND + cell] = left
    number = POP[left]
    if number <= 2:
        if number:
            _toggle_pair(state, cell)
        if number < 2:
            state[LONE + cell // 9] ^= 1 << cell % 9
    for k in range(3):
        state[POS + 9 * UNIT[cell, k] + digit] &= ~(1 << PLACE[cell, k])
    state[DIRTY] |= UNIT_BITS[cell]
    state[STALE] |= _CHUTE_BITS[cell] << digit


@part
def fill_cell(state, cell, digit):
    """Put a digit (0–8) that is a candidate into an empty cell."""
    own = state[CAND + cell]
    state[CAND + cell] = 0
    if POP[own] == 2:
        _toggle_pair(state, cell)
    elif POP[own] == 1:
        state[LONE + cell // 9] ^= 1 << cell % 9
    state[LEFT] -= 1
    state[KEY + cell // 27] |= 1 << (cell % 27)
    state[DIRTY] |= UNIT_BITS[cell]
    state[STALE] |= _CHUTE_BITS[cell] * own
    for k in range(3):
        unit = UNIT[cell, k]
        base = POS + 9 * unit
        keep = ~(1 << PLACE[cell, k])
        state[VOID + unit] -= 1
        if state[VOID + unit] < 2:
            state[LAST] ^= 1 << unit
        mask = own
        while mask:
            state[base + LOW[mask]] &= keep
            mask &= mask - 1
    for k in range(3):
        unit = UNIT[cell, k]
        mask = state[POS + 9 * unit + digit]
        while mask:
            remove_candidate(state, CELL[unit, LOW[mask]], digit)
            mask &= mask - 1


@part
def refresh(state):
    """Bring ONE, TWO, FEW, LINES and what is to be searched up to date."""
    stale = state[STALE]
    digits = (stale | stale >> 9 | stale >> 18) & ALL_DIGITS  # the bands have every digit that the stacks have
    units = state[DIRTY]
    state[DIRTY] = 0
    state[STALE] = 0
    state[LOOK_LOCKED] |= stale
    state[LOOK_SUBSET] |= units
    state[LOOK_WING] |= digits | digits << 9
    while units:
        unit = lowest_unit(units)
        units &= units - 1
        mask = digits
        while mask:
            digit = LOW[mask]
            mask &= mask - 1
            bit = 1 << digit
            count = POP[state[POS + 9 * unit + digit]]
            if unit < 18 and (count == 2) != (state[TWO + unit] >> digit & 1):
                state[LINES + 9 * (unit // 9) + digit] ^= 1 << unit % 9
            state[ONE + unit] &= ~bit
            state[TWO + unit] &= ~bit
            state[FEW + unit] &= ~bit
            if count == 1:
                state[ONE + unit] |= bit
            elif 2 <= count <= 4:
                state[FEW + unit] |= bit
                if count == 2:
                    state[TWO + unit] |= bit


@part
def lowest_unit(units):
    """The lowest unit of a mask of units that is not empty."""
    if units & 511:
        return LOW[units & 511]
    if units >> 9 & 511:
        return 9 + LOW[units >> 9 & 511]
    return 18 + LOW[units >> 18]


@part
def automatic_fill(state, values):
    """Fill the last empty cell of any unit until none is left.

    Args:
        state: the board.
        values: (81,) int64 digits 1–9, written for the cells that are filled.

    Returns:
        The number of cells filled, or −1 when a last cell has not exactly one digit left.
    """
    filled = 0
    while state[LAST]:
        unit = lowest_unit(state[LAST])
        cell = -1
        for k in range(9):
            if values[CELL[unit, k]] == 0:
                cell = CELL[unit, k]
        mask = state[CAND + cell]
        if POP[mask] != 1:
            return -1
        digit = LOW[mask]
        values[cell] = digit + 1
        fill_cell(state, cell, digit)
        filled += 1
    return filled


@part
def load_board(state, values):
    """Set up the board of (81,) int64 digits; False when a digit is no candidate of its cell."""
    clear_board(state)
    for cell in range(81):
        if values[cell]:
            if state[CAND + cell] >> (values[cell] - 1) & 1 == 0:
                return False
            fill_cell(state, cell, values[cell] - 1)
    return True

"""The solver's view of a board: one int64 vector with named sections, so that a copy is one assignment.

| section | length | holds |
|---|---|---|
| CAND | 81 | candidate mask of each cell (0 when filled) |
| POS | 27 × 9 | per unit and digit, the places (mask over the unit's nine cells) |
| ONE, TWO, FEW | 27 each | per unit, digits with exactly one, exactly two, two to four places |
| VOID | 27 | per unit, the number of empty cells |
| KEY | 3 | filled cells of each band, 27 bits: names the board of a given puzzle exactly |
| PAIRS | 27 | per unit, the places whose cells have exactly two candidates (taken by `find_singles`) |
| LINES | 2 × 9 | per direction (rows, columns) and digit, the lines that have exactly two places for it |
| LEFT, DIRTY | 1 each | empty cells of the grid; units whose POS changed since ONE/TWO/FEW were taken |
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
LEFT: Final = 435
DIRTY: Final = 436
PAIRS: Final = 437
LINES: Final = 464
SIZE: Final = 482

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


@part
def clear_board(state):
    """An empty grid."""
    for cell in range(81):
        state[CAND + cell] = ALL_DIGITS
    for k in range(243):
        state[POS + k] = ALL_DIGITS
    for u in range(27):
        state[VOID + u] = 9
        state[TWO + u] = 0
    for k in range(18):
        state[LINES + k] = 0
    state[KEY] = 0
    state[KEY + 1] = 0
    state[KEY + 2] = 0
    state[LEFT] = 81
    state[DIRTY] = ALL_UNITS


@part
def remove_candidate(state, cell, digit):
    """Take a candidate (digit 0–8) away that the cell has."""
    state[CAND + cell] &= ~(1 << digit)
    for k in range(3):
        state[POS + 9 * UNIT[cell, k] + digit] &= ~(1 << PLACE[cell, k])
    state[DIRTY] |= UNIT_BITS[cell]


@part
def fill_cell(state, cell, digit):
    """Put a digit (0–8) that is a candidate into an empty cell."""
    own = state[CAND + cell]
    state[CAND + cell] = 0
    state[LEFT] -= 1
    state[KEY + cell // 27] |= 1 << (cell % 27)
    state[DIRTY] |= UNIT_BITS[cell]
    for k in range(3):
        unit = UNIT[cell, k]
        base = POS + 9 * unit
        keep = ~(1 << PLACE[cell, k])
        state[VOID + unit] -= 1
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
def refresh_counts(state):
    """Bring ONE, TWO, FEW and LINES up to date; DIRTY is left for the caller to clear."""
    units = state[DIRTY]
    for unit in range(27):
        if units >> unit & 1:
            one = 0
            two = 0
            few = 0
            base = POS + 9 * unit
            lines = LINES + 9 * (unit // 9)
            here = 1 << (unit % 9)
            for digit in range(9):
                count = POP[state[base + digit]]
                bit = 1 << digit
                if count == 1:
                    one |= bit
                elif count == 2:
                    two |= bit
                    few |= bit
                elif count == 3 or count == 4:
                    few |= bit
            if unit < 18:
                changed = two ^ state[TWO + unit]
                while changed:
                    state[lines + LOW[changed]] ^= here
                    changed &= changed - 1
            state[ONE + unit] = one
            state[TWO + unit] = two
            state[FEW + unit] = few


@part
def automatic_fill(state, values, seeds):
    """Fill the last empty cell of any unit until none is left.

    Args:
        state: the board.
        values: (81,) int64 digits 1–9, written for the cells that are filled.
        seeds: mask of the units to begin with (those that may have one empty cell).

    Returns:
        The number of cells filled, or −1 when a last cell has no digit left.
    """
    filled = 0
    queue = seeds
    while queue:
        unit = 0
        while queue >> unit & 1 == 0:
            unit += 1
        queue &= queue - 1
        if state[VOID + unit] != 1:
            continue
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
        queue |= UNIT_BITS[cell]
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

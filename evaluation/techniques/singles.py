"""The three kinds of single, read off the candidates: hidden in a box, hidden in a line, naked.

They share one reading of the counts, hence one file.
"""

from __future__ import annotations

from evaluation.state import CELL, LONE, LOW, ONE, POS
from evaluation.techniques._elements import HIDDEN_BOX, HIDDEN_LINE, NAKED, add_element
from puzzles.kernel import part


@part
def find_singles(state, table, levels):
    """Enter every hidden and naked single of the board; `why` of a hidden one is its unit."""
    for unit in range(27):
        mask = state[ONE + unit]
        kind = HIDDEN_BOX if unit >= 18 else HIDDEN_LINE
        while mask:
            place = state[POS + 9 * unit + LOW[mask]]
            add_element(table, levels, kind, CELL[unit, LOW[place]], kind, unit)
            mask &= mask - 1
    for row in range(9):
        mask = state[LONE + row]
        while mask:
            add_element(table, levels, NAKED, 9 * row + LOW[mask], NAKED, 0)
            mask &= mask - 1

"""The element table: A(t) of one board, filled by the techniques.

An element is keyed by 81 · family + cell. Its level is known by its *class* (`evaluation.techniques.LEVEL_CLASSES`):
one for each single, then those of each eliminating family. Counting elements by class and adding them up in a fixed
order makes d(t) the same for equal sets of levels.

The table is an int64 vector. Entry 0 counts the elements; behind it stand records of three entries, so that nothing
here depends on how many families there are. Record k holds, for the key k, the class + 1 of its lowest level (0 for
none) and the packed instance behind it, and then the key that was found as the k-th.
"""

from __future__ import annotations

from typing import Final

from evaluation.solver.state import CELL, LOW, ONE, POP, POS
from puzzles.kernel import part

NUMBER: Final = 0
"""Where the number of elements stands."""
STRIDE: Final = 3
BEST: Final = 1
"""Of the record of a key: class + 1 of the lowest level found, 0 for none."""
WHY: Final = 2
"""Of the record of a key: the packed instance behind it; the unit of a hidden single."""
LIST: Final = 3
"""Of record k: the k-th key in the order they were found."""

HIDDEN_BOX, HIDDEN_LINE, NAKED = 0, 1, 2
"""The kinds of single; they are the first families as well."""
KINDS: Final = 3


def table_size(families: int) -> int:
    """Length of a table for so many families."""
    return 1 + STRIDE * 81 * families


@part
def clear_table(table):
    """Empty the table, touching only what was used."""
    for k in range(table[NUMBER]):
        table[BEST + STRIDE * table[LIST + STRIDE * k]] = 0
    table[NUMBER] = 0


@part
def add_element(table, levels, family, cell, level_class, why):
    """Enter an element; of several for one (family, cell) the lowest level stays."""
    record = STRIDE * (81 * family + cell)
    old = table[BEST + record]
    if old == 0:
        table[LIST + STRIDE * table[NUMBER]] = 81 * family + cell
        table[NUMBER] += 1
    elif levels[level_class] >= levels[old - 1]:
        return
    table[BEST + record] = level_class + 1
    table[WHY + record] = why


@part
def add_uncovered(table, levels, family, level_class, kind, cell, why):
    """Enter an element for a single that an instance uncovers, unless that kind of single held there before."""
    if table[BEST + STRIDE * (81 * kind + cell)] == 0:
        add_element(table, levels, family, cell, level_class, why)


@part
def uncover_hidden(state, table, levels, family, level_class, unit, digit, gone, why):
    """Places `gone` of a digit leave a unit: if one place is left of two or more, a hidden single."""
    before = state[POS + 9 * unit + digit]
    if before & gone and state[ONE + unit] >> digit & 1 == 0:
        after = before & ~gone
        if POP[after] == 1:
            kind = HIDDEN_BOX if unit >= 18 else HIDDEN_LINE
            add_uncovered(table, levels, family, level_class + kind, kind, CELL[unit, LOW[after]], why)

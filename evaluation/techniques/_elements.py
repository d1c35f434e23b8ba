"""The element table: A(t) of one board, filled by the technique finders.

Levels are known by their *class* (see `catalogue.CLASSES`): three for the singles, then one for each
variant of an eliminating family and the kind of single that it uncovers. Counting elements by class
and adding them up in a fixed order makes d(t) the same for equal sets of levels.
"""

from __future__ import annotations

from typing import Final

from evaluation.state import CELL, LOW, ONE, POP, POS
from puzzles.kernel import part

KEYS: Final = 486
"""Elements are keyed by 81 · family + cell."""
BEST: Final = 0
"""Section of the table: (486,) class + 1 of the lowest level found for a key, 0 for none."""
WHY: Final = 486
"""Section: (486,) the packed instance behind it."""
LIST: Final = 972
"""Section: the keys in the order they were found."""
NUMBER: Final = 1458
"""How many there are."""
TABLE_SIZE: Final = 1459

HIDDEN_BOX, HIDDEN_LINE, NAKED = 0, 1, 2
POINTING: Final = 3
CLAIMING: Final = 6
SUBSET: Final = 9
X_WING_CLASS: Final = 27
CLASS_COUNT: Final = 28


@part
def clear_table(table):
    """Empty the table, touching only what was used."""
    for k in range(table[NUMBER]):
        table[BEST + table[LIST + k]] = 0
    table[NUMBER] = 0


@part
def add_element(table, levels, family, cell, level_class, why):
    """Enter an element; of several for one (family, cell) the lowest level stays."""
    key = 81 * family + cell
    old = table[BEST + key]
    if old == 0:
        table[LIST + table[NUMBER]] = key
        table[NUMBER] += 1
    elif levels[level_class] >= levels[old - 1]:
        return
    table[BEST + key] = level_class + 1
    table[WHY + key] = why


@part
def add_uncovered(table, levels, family, level_class, kind, cell, why):
    """Enter an element for a single that an instance uncovers, unless that kind of single held there before."""
    if table[BEST + 81 * kind + cell] == 0:
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

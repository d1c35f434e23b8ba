"""X-wing: a digit with exactly two places in each of two parallel lines, in the same two crossing lines.

An instance is packed as digit · 2^20 + first line · 2^15 + second line · 2^10 + the two places (nine bits).
"""

from __future__ import annotations

from typing import Final

from evaluation.state import CELL, LINES, LOOK_WING, LOW, PAIRS, PLACE, POS, UNIT, remove_candidate
from evaluation.techniques._elements import (
    HIDDEN_BOX,
    HIDDEN_LINE,
    NAKED,
    X_WING_CLASS,
    add_uncovered,
)
from puzzles.kernel import part

FAMILY: Final = 5
LIMIT: Final = 648
"""No board has more instances: 9 digits × 2 directions × C(9,2)."""


@part
def find_x_wings(state, found):
    """Write every instance that removes something to `found` (LIMIT,) int64; returns their number."""
    n = 0
    look = state[LOOK_WING]
    for direction in range(2):
        first = 9 * direction
        across = 9 - first
        digits = look >> first & 511
        while digits:
            digit = LOW[digits]
            digits &= digits - 1
            before = n
            rest = state[LINES + first + digit]
            while rest:
                a = LOW[rest]
                rest &= rest - 1
                places = state[POS + 9 * (first + a) + digit]
                others = rest
                while others:
                    b = LOW[others]
                    others &= others - 1
                    if state[POS + 9 * (first + b) + digit] == places:
                        p = LOW[places]
                        q = LOW[places & (places - 1)]
                        cover = state[POS + 9 * (across + p) + digit] | state[POS + 9 * (across + q) + digit]
                        if cover & ~(1 << a | 1 << b):
                            found[n] = digit << 20 | (first + a) << 15 | (first + b) << 10 | places
                            n += 1
            if n == before:
                look ^= 1 << (first + digit)
    state[LOOK_WING] = look
    return n


@part
def uncover_x_wing(state, table, levels, instance):
    """Enter the elements that an instance gives, all at the flat level."""
    digit = instance >> 20
    a = instance >> 15 & 31
    b = instance >> 10 & 31
    places = instance & 511
    first = 0 if a < 9 else 9
    boxes = 0
    rest = places
    keep = ~(1 << (a - first) | 1 << (b - first))
    while rest:
        cover = 9 - first + LOW[rest]
        rest &= rest - 1
        gone = state[POS + 9 * cover + digit] & keep
        pairs = gone & state[PAIRS + cover]
        while pairs:
            add_uncovered(table, levels, FAMILY, X_WING_CLASS, NAKED, CELL[cover, LOW[pairs]], instance)
            pairs &= pairs - 1
        while gone:
            boxes |= 1 << (UNIT[CELL[cover, LOW[gone]], 2] - 18)
            gone &= gone - 1
    for line in range(first, first + 9):
        before = state[POS + 9 * line + digit]
        if line != a and line != b and before & places:
            after = before & ~places
            if after and after & (after - 1) == 0:
                add_uncovered(table, levels, FAMILY, X_WING_CLASS, HIDDEN_LINE, CELL[line, LOW[after]], instance)
    while boxes:
        box = 18 + LOW[boxes]
        boxes &= boxes - 1
        after = state[POS + 9 * box + digit]
        rest = after
        while rest:
            place = LOW[rest]
            rest &= rest - 1
            cell = CELL[box, place]
            along = PLACE[cell, 0] if first == 0 else PLACE[cell, 1]
            line = cell // 9 if first == 0 else 9 + cell % 9
            if places >> along & 1 and line != a and line != b:
                after &= ~(1 << place)
        if after and after & (after - 1) == 0:
            add_uncovered(table, levels, FAMILY, X_WING_CLASS, HIDDEN_BOX, CELL[box, LOW[after]], instance)


@part
def remove_x_wing(state, instance):
    """Remove from the board what an instance found on another copy of it removes."""
    digit = instance >> 20
    a = instance >> 15 & 31
    b = instance >> 10 & 31
    places = instance & 511
    first = 0 if a < 9 else 9
    keep = ~(1 << (a - first) | 1 << (b - first))
    while places:
        cover = 9 - first + LOW[places]
        places &= places - 1
        gone = state[POS + 9 * cover + digit] & keep
        while gone:
            remove_candidate(state, CELL[cover, LOW[gone]], digit)
            gone &= gone - 1

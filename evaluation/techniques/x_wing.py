"""X-wing: a digit with exactly two places in each of two parallel lines, in the same two crossing lines.

An instance is packed as digit · 2^20 + first line · 2^15 + second line · 2^10 + the two places (nine bits).
"""

from __future__ import annotations

from typing import Final

from evaluation.solver.elements import HIDDEN_BOX, HIDDEN_LINE, NAKED, add_uncovered
from evaluation.solver.reasons import Instance, bits, cells_of, removals
from evaluation.solver.state import CELL, LINES, LOOK_WING, LOW, PAIRS, PLACE, POS, UNIT, remove_candidate
from evaluation.technique import Elimination, Variant
from puzzles.kernel import part


@part
def find_x_wings(state, found):
    """Write every instance that removes something to `found`; returns their number."""
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
def x_wing_variant(instance):
    """There is one."""
    return 0


@part
def uncover_x_wing(state, table, levels, family, level_class, instance):
    """Enter the elements that an instance gives, all at the flat level."""
    digit = instance >> 20
    a = instance >> 15 & 31
    b = instance >> 10 & 31
    places = instance & 511
    base = 0 if a < 9 else 9
    boxes = 0
    rest = places
    keep = ~(1 << (a - base) | 1 << (b - base))
    while rest:
        cover = 9 - base + LOW[rest]
        rest &= rest - 1
        gone = state[POS + 9 * cover + digit] & keep
        pairs = gone & state[PAIRS + cover]
        while pairs:
            add_uncovered(table, levels, family, level_class, NAKED, CELL[cover, LOW[pairs]], instance)
            pairs &= pairs - 1
        while gone:
            boxes |= 1 << (UNIT[CELL[cover, LOW[gone]], 2] - 18)
            gone &= gone - 1
    for line in range(base, base + 9):
        before = state[POS + 9 * line + digit]
        if line != a and line != b and before & places:
            after = before & ~places
            if after and after & (after - 1) == 0:
                add_uncovered(table, levels, family, level_class, HIDDEN_LINE, CELL[line, LOW[after]], instance)
    while boxes:
        box = 18 + LOW[boxes]
        boxes &= boxes - 1
        after = state[POS + 9 * box + digit]
        rest = after
        while rest:
            place = LOW[rest]
            rest &= rest - 1
            cell = CELL[box, place]
            along = PLACE[cell, 0] if base == 0 else PLACE[cell, 1]
            line = cell // 9 if base == 0 else 9 + cell % 9
            if places >> along & 1 and line != a and line != b:
                after &= ~(1 << place)
        if after and after & (after - 1) == 0:
            add_uncovered(table, levels, family, level_class, HIDDEN_BOX, CELL[box, LOW[after]], instance)


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


def explain_x_wing(packed: int, candidates: list[int]) -> Instance:
    """The instance behind a packed one, on a board with these candidate masks."""
    digit, a, b, places = packed >> 20, packed >> 15 & 31, packed >> 10 & 31, packed & 511
    cells = [cells_of(line)[k] for line in (a, b) for k in bits(places)]
    across = 9 if a < 9 else 0
    cover = [cell for k in bits(places) for cell in cells_of(across + k) if cell not in cells]
    return Instance("x_wing", (a, b), (digit + 1,), tuple(cells), removals(cover, 1 << digit, candidates))


X_WING: Final = Elimination(
    key="x_wing",
    english="X-wing",
    japanese="井桁",
    variants=(Variant("x_wing", 35.0),),
    why="given by the source",
    flat=True,
    capacity=648,  # 9 digits × 2 directions × C(9,2)
    grade_floor=3,
    competition=True,
    find=find_x_wings,
    variant=x_wing_variant,
    uncover=uncover_x_wing,
    remove=remove_x_wing,
    explain=explain_x_wing,
    words={
        "en": "In {units[0]} and {units[1]} the {digits} can only go in {cells}, the corners of a rectangle; "
        "so {gone} cannot be {digits}.",
        "ja": "{units[0]}と{units[1]}で{digits}が入るのは{cells}だけで、井桁の形になる。{gone}に{digits}は入らない。",
    },
)

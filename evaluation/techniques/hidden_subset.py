"""Hidden subsets: k = 2, 3, 4 digits whose places in a unit are together exactly k cells.

An instance is packed as unit · 2^18 + digits · 2^9 + places (both masks of nine bits).
"""

from __future__ import annotations

from typing import Final

from evaluation.solver.elements import HIDDEN_BOX, HIDDEN_LINE, KINDS, NAKED, add_uncovered
from evaluation.solver.reasons import Instance, bits, cells_of, removals
from evaluation.solver.state import (
    CAND,
    CELL,
    FEW,
    LOOK_SUBSET,
    LOW,
    ONE,
    PLACE,
    POP,
    POS,
    UNIT,
    VOID,
    lowest_unit,
    remove_candidate,
)
from evaluation.technique import Elimination, Variant
from puzzles.kernel import part


@part
def _removes(state, unit, digits, places):
    while places:
        if state[CAND + CELL[unit, LOW[places]]] & ~digits:
            return True
        places &= places - 1
    return False


@part
def _find_subsets_of_unit(state, unit, found, n):
    """Write the instances of one unit that remove something to `found` from entry n on; returns where they end."""
    base = POS + 9 * unit
    few = state[FEW + unit]
    if state[VOID + unit] < 3 or POP[few] < 2:
        return n
    top = unit << 18
    first = few
    while first:
        a = LOW[first]
        first &= first - 1
        pa = state[base + a]
        second = first
        while second:
            b = LOW[second]
            second &= second - 1
            pb = pa | state[base + b]
            size = POP[pb]
            if size > 4:
                continue
            ab = 1 << a | 1 << b
            if size == 2 and _removes(state, unit, ab, pb):
                found[n] = top | ab << 9 | pb
                n += 1
            third = second
            while third:
                c = LOW[third]
                third &= third - 1
                pc = pb | state[base + c]
                size = POP[pc]
                if size > 4:
                    continue
                abc = ab | 1 << c
                if size == 3 and _removes(state, unit, abc, pc):
                    found[n] = top | abc << 9 | pc
                    n += 1
                fourth = third
                while fourth:
                    d = LOW[fourth]
                    fourth &= fourth - 1
                    pd = pc | state[base + d]
                    if POP[pd] == 4:
                        abcd = abc | 1 << d
                        if _removes(state, unit, abcd, pd):
                            found[n] = top | abcd << 9 | pd
                            n += 1
    return n


@part
def find_subsets(state, found):
    """Write every instance that removes something to `found`; returns their number."""
    n = 0
    units = state[LOOK_SUBSET]
    while units:
        unit = lowest_unit(units)
        end = _find_subsets_of_unit(state, unit, found, n)
        if end == n:
            state[LOOK_SUBSET] ^= units & -units
        n = end
        units &= units - 1
    return n


@part
def subset_variant(instance):
    """0–2 a pair, triple or quad in a box, 3–5 in a line."""
    return POP[instance >> 9 & 511] - 2 + (0 if instance >> 18 >= 18 else 3)


@part
def uncover_subset(state, table, levels, family, first, instance):
    """Enter the elements that an instance gives."""
    unit = instance >> 18
    digits = instance >> 9 & 511
    places = instance & 511
    level_class = first + KINDS * subset_variant(instance)
    any_gone = 0
    rest = places
    while rest:
        place = LOW[rest]
        rest &= rest - 1
        cell = CELL[unit, place]
        mask = state[CAND + cell]
        gone = mask & ~digits
        if gone == 0:
            continue
        any_gone |= gone
        if POP[mask & digits] == 1:
            add_uncovered(table, levels, family, level_class + NAKED, NAKED, cell, instance)
        # units that cross this one at the cell; the last cell of a shared unit looks after all of them
        for k in range(3):
            other = UNIT[cell, k]
            if other == unit:
                continue
            hits = gone & state[FEW + other]
            while hits:
                digit = LOW[hits]
                hits &= hits - 1
                after = state[POS + 9 * other + digit] & ~_shared(unit, other, cell, k, places)
                if after and after & (after - 1) == 0:
                    kind = HIDDEN_BOX if other >= 18 else HIDDEN_LINE
                    add_uncovered(table, levels, family, level_class + kind, kind, CELL[other, LOW[after]], instance)
    any_gone &= ~state[ONE + unit]
    kind = HIDDEN_BOX if unit >= 18 else HIDDEN_LINE
    while any_gone:
        after = state[POS + 9 * unit + LOW[any_gone]] & ~places
        any_gone &= any_gone - 1
        if after and after & (after - 1) == 0:
            add_uncovered(table, levels, family, level_class + kind, kind, CELL[unit, LOW[after]], instance)


@part
def _shared(unit, other, cell, k, places):
    """The subset's cells that lie in `other`, as places of `other`."""
    if unit >= 18:  # box with a row (k = 0) or a column (k = 1)
        if k == 0:
            return (places >> (3 * (cell // 9 % 3)) & 7) << (3 * (cell % 9 // 3))
        column = places >> (cell % 3) & 0o111
        return ((column & 1) | (column >> 2 & 2) | (column >> 4 & 4)) << (3 * (cell // 27))
    if other >= 18:  # line with a box
        if unit < 9:
            return (places >> (3 * (other % 3)) & 7) << (3 * (unit % 3))
        segment = places >> (3 * ((other - 18) // 3)) & 7
        return ((segment & 1) | (segment & 2) << 2 | (segment & 4) << 4) << (unit % 3)
    return 1 << PLACE[cell, k]


@part
def remove_subset(state, instance):
    """Remove from the board what an instance found on another copy of it removes."""
    unit = instance >> 18
    digits = instance >> 9 & 511
    places = instance & 511
    while places:
        cell = CELL[unit, LOW[places]]
        places &= places - 1
        gone = state[CAND + cell] & ~digits
        while gone:
            remove_candidate(state, cell, LOW[gone])
            gone &= gone - 1


def explain_subset(packed: int, candidates: list[int]) -> Instance:
    """The instance behind a packed one, on a board with these candidate masks."""
    unit, digits, places = packed >> 18, packed >> 9 & 511, packed & 511
    cells = [cells_of(unit)[k] for k in bits(places)]
    number = len(bits(digits)) - 2 + (0 if unit >= 18 else 3)
    gone = removals(cells, ~digits, candidates)
    return Instance(HIDDEN_SUBSET.variants[number].key, (unit,), tuple(d + 1 for d in bits(digits)), tuple(cells), gone)


HIDDEN_SUBSET: Final = Elimination(
    key="hidden_subset",
    english="hidden subset",
    japanese="予約",
    variants=(
        Variant("hidden_pair_box", 9.0),
        Variant("hidden_triple_box", 14.0),
        Variant("hidden_quad_box", 20.0),
        Variant("hidden_pair_line", 11.0),
        Variant("hidden_triple_line", 16.0),
        Variant("hidden_quad_line", 20.0),
    ),
    why="given by the source",
    capacity=27 * 246,  # per unit C(9,2) + C(9,3) + C(9,4)
    grade_floor=3,
    competition=True,
    find=find_subsets,
    variant=subset_variant,
    uncover=uncover_subset,
    remove=remove_subset,
    explain=explain_subset,
    words={
        "en": "In {units[0]} the {digits} can only go in {cells}, which are thereby reserved; "
        "no other digit fits {gone}.",
        "ja": "{units[0]}で{digits}が入るのは{cells}だけで、このマスは予約される。{gone}にほかの数字は入らない。",
    },
)

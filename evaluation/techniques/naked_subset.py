"""Naked subsets: k = 2, 3, 4 cells of a unit whose candidates together are exactly k digits.

Those digits go from the rest of the unit. As the definition says nothing else, a cell with one candidate may be among
the k. An instance is packed as unit · 2^18 + digits · 2^9 + places (both masks of nine bits).
"""

from __future__ import annotations

from typing import Final

from evaluation.solver.reasons import Instance, bits, cells_of, removals
from evaluation.solver.removing import remove_by, uncover_by
from evaluation.solver.state import CAND, CELL, LOW, PLACE, POP, UNIT, VOID
from evaluation.technique import Elimination, Variant
from puzzles.kernel import part


@part
def _removes(state, unit, digits, places):
    rest = 511 & ~places
    while rest:
        if state[CAND + CELL[unit, LOW[rest]]] & digits:
            return True
        rest &= rest - 1
    return False


@part
def _find_in_unit(state, unit, found, n):
    """Write the instances of one unit that remove something to `found` from entry n on; returns where they end."""
    few = 0
    for place in range(9):
        number = POP[state[CAND + CELL[unit, place]]]
        if 1 <= number <= 4:
            few |= 1 << place
    top = unit << 18
    first = few
    while first:
        a = LOW[first]
        first &= first - 1
        da = state[CAND + CELL[unit, a]]
        second = first
        while second:
            b = LOW[second]
            second &= second - 1
            db = da | state[CAND + CELL[unit, b]]
            size = POP[db]
            if size > 4:
                continue
            ab = 1 << a | 1 << b
            if size == 2 and _removes(state, unit, db, ab):
                found[n] = top | db << 9 | ab
                n += 1
            third = second
            while third:
                c = LOW[third]
                third &= third - 1
                dc = db | state[CAND + CELL[unit, c]]
                size = POP[dc]
                if size > 4:
                    continue
                abc = ab | 1 << c
                if size == 3 and _removes(state, unit, dc, abc):
                    found[n] = top | dc << 9 | abc
                    n += 1
                fourth = third
                while fourth:
                    d = LOW[fourth]
                    fourth &= fourth - 1
                    dd = dc | state[CAND + CELL[unit, d]]
                    abcd = abc | 1 << d
                    if POP[dd] == 4 and _removes(state, unit, dd, abcd):
                        found[n] = top | dd << 9 | abcd
                        n += 1
    return n


@part
def find_naked(state, found):
    """Write every instance that removes something to `found`; returns their number."""
    n = 0
    for unit in range(27):
        if state[VOID + unit] > 2:
            n = _find_in_unit(state, unit, found, n)
    return n


@part
def naked_variant(instance):
    """0 a pair, 1 a triple, 2 a quad."""
    return POP[instance >> 9 & 511] - 2


@part
def naked_gone(state, instance, cell):
    """The candidates that an instance removes from a cell."""
    unit = instance >> 18
    k = unit // 9
    if UNIT[cell, k] != unit or instance >> PLACE[cell, k] & 1:
        return 0
    return state[CAND + cell] & (instance >> 9 & 511)


def explain_naked(packed: int, candidates: list[int]) -> Instance:
    """The instance behind a packed one, on a board with these candidate masks."""
    unit, digits, places = packed >> 18, packed >> 9 & 511, packed & 511
    cells = [cells_of(unit)[k] for k in bits(places)]
    rest = [cell for cell in cells_of(unit) if cell not in cells]
    kind = NAKED_SUBSET.variants[len(cells) - 2].key
    return Instance(kind, (unit,), tuple(d + 1 for d in bits(digits)), tuple(cells), removals(rest, digits, candidates))


NAKED_SUBSET: Final = Elimination(
    key="naked_subset",
    english="naked subset",
    japanese="N国同盟",
    variants=(Variant("naked_pair", 10.0), Variant("naked_triple", 15.0), Variant("naked_quad", 20.0)),
    why="each cell has to be read as for a naked single, whose level is 5; so 10, 15 and 20, midway between a hidden "
    "subset of as many digits in a box and one in a line",
    capacity=27 * 246,  # per unit C(9,2) + C(9,3) + C(9,4)
    grade_floor=3,
    find=find_naked,
    variant=naked_variant,
    uncover=uncover_by(naked_gone, naked_variant),
    remove=remove_by(naked_gone),
    explain=explain_naked,
    words={
        "en": "In {units[0]} nothing but {digits} fits {cells}, which use these {number} digits up; "
        "so {gone} cannot be {either}.",
        "ja": "{units[0]}の{cells}に入るのは{digits}だけで、この{number}マスが{number}国同盟になる。"
        "{gone}に{either}は入らない。",
    },
)

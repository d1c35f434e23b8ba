"""XY-wing: a cell with candidates x and y, and two peers of it with x, z and y, z.

z goes from every cell that sees both peers. An instance is packed as x · 2^29 + y · 2^25 + z · 2^21 + pivot · 2^14 +
first wing · 2^7 + second wing, x below y; the first wing has x.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from evaluation.solver.reasons import Instance, removals
from evaluation.solver.removing import remove_by, uncover_by
from evaluation.solver.state import CAND, LOW, PAIRS, POP, UNIT
from evaluation.technique import Elimination, Variant
from puzzles.geometry import PEERS
from puzzles.kernel import part

_PEER: Final = PEERS.astype(np.int64)
"""(81, 20): the cells that each cell sees."""


@part
def _sees(a, b):
    return a != b and (UNIT[a, 0] == UNIT[b, 0] or UNIT[a, 1] == UNIT[b, 1] or UNIT[a, 2] == UNIT[b, 2])


@part
def _removes(state, first, second, bit):
    for k in range(20):
        cell = _PEER[first, k]
        if state[CAND + cell] & bit and _sees(cell, second):
            return True
    return False


@part
def _find_of_pivot(state, pivot, found, n):
    """Write the instances of one pivot that remove something to `found` from entry n on; returns where they end."""
    both = state[CAND + pivot]
    x = both & -both
    y = both ^ x
    for i in range(20):
        first = _PEER[pivot, i]
        mask = state[CAND + first]
        if mask & both != x or POP[mask] != 2:
            continue
        z = mask ^ x
        for j in range(20):
            second = _PEER[pivot, j]
            if state[CAND + second] == y | z and _removes(state, first, second, z):
                found[n] = LOW[x] << 29 | LOW[y] << 25 | LOW[z] << 21 | pivot << 14 | first << 7 | second
                n += 1
    return n


@part
def find_xy_wings(state, found):
    """Write every instance that removes something to `found`; returns their number."""
    n = 0
    for row in range(9):
        pairs = state[PAIRS + row]
        while pairs:
            n = _find_of_pivot(state, 9 * row + LOW[pairs], found, n)
            pairs &= pairs - 1
    return n


@part
def xy_wing_variant(instance):
    """There is one."""
    return 0


@part
def xy_wing_gone(state, instance, cell):
    """The candidates that an instance removes from a cell."""
    if _sees(cell, instance & 127) and _sees(cell, instance >> 7 & 127):
        return state[CAND + cell] & 1 << (instance >> 21 & 15)
    return 0


def explain_xy_wing(packed: int, candidates: list[int]) -> Instance:
    """The instance behind a packed one, on a board with these candidate masks."""
    digits = tuple((packed >> shift & 15) + 1 for shift in (29, 25, 21))
    pivot, first, second = (packed >> shift & 127 for shift in (14, 7, 0))
    both = sorted(set(_PEER[first].tolist()) & set(_PEER[second].tolist()))
    return Instance("xy_wing", (), digits, (pivot, first, second), removals(both, 1 << (packed >> 21 & 15), candidates))


XY_WING: Final = Elimination(
    key="xy_wing",
    english="XY-wing",
    japanese="XYウイング",
    variants=(Variant("xy_wing", 40.0),),
    why="three cells are read as for a naked triple (15), and both cases of the first are thought through, each with "
    "two naked singles of level 5 (20); the three lie in no common unit, so 5 more: a little above the X-wing",
    capacity=81 * 100,  # of the 20 peers of a pivot at most 10 · 10 pairs have x and y
    grade_floor=3,
    find=find_xy_wings,
    variant=xy_wing_variant,
    uncover=uncover_by(xy_wing_gone, xy_wing_variant),
    remove=remove_by(xy_wing_gone),
    explain=explain_xy_wing,
    words={
        "en": "{spots[0]} is {each[0]} or {each[1]}: with {each[0]} there {spots[1]} is {each[2]}, with {each[1]} "
        "{spots[2]} is {each[2]}. Either way {gone} cannot be {each[2]}.",
        "ja": "{spots[0]}は{each[0]}か{each[1]}。{each[0]}なら{spots[1]}が{each[2]}、{each[1]}なら{spots[2]}が"
        "{each[2]}になる。いずれにしても{gone}に{each[2]}は入らない。",
    },
)

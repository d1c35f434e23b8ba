"""Locked candidates: pointing (a box's places in one line) and claiming (a line's places in one box).

An instance is packed as claiming · 2^18 + digit · 2^14 + line · 2^7 + box (line 0–17, box 0–8, digit 0–8).
"""

from __future__ import annotations

from typing import Final

import numpy as np

from evaluation.solver.elements import KINDS, NAKED, add_uncovered, uncover_hidden
from evaluation.solver.reasons import Instance, cells_of, removals
from evaluation.solver.state import CELL, LINES, LOOK_LOCKED, LOW, PAIRS, POP, POS, remove_candidate
from evaluation.technique import Elimination, Variant
from puzzles.kernel import part

_BLOCKS: Final = np.array([sum(1 << b for b in range(3) if m >> 3 * b & 7) for m in range(512)], dtype=np.int64)
"""(512,): which thirds of a line a place mask touches."""


def _locked_table() -> np.ndarray:
    """(512,): for the 3 × 3 presence of a digit in a chute (bit 3·line + box), the instances.

    Bits 0–8: pointing of (line, box); bits 9–17: claiming.
    """
    table = np.zeros(512, np.int64)
    for presence in range(512):
        on = [[presence >> (3 * line + box) & 1 for box in range(3)] for line in range(3)]
        for line in range(3):
            for box in range(3):
                if not on[line][box]:
                    continue
                in_box = sum(on[other][box] for other in range(3))
                in_line = sum(on[line])
                if in_box == 1 and in_line > 1:
                    table[presence] |= 1 << (3 * line + box)
                if in_line == 1 and in_box > 1:
                    table[presence] |= 1 << (9 + 3 * line + box)
    return table


_LOCKED: Final = _locked_table()


@part
def find_locked(state, found):
    """Write every instance that removes something to `found`; returns their number."""
    n = 0
    look = state[LOOK_LOCKED]
    for chute in range(6):
        first = 3 * chute
        digits = look >> (9 * chute) & 511
        while digits:
            digit = LOW[digits]
            digits &= digits - 1
            before = n
            m0 = state[POS + 9 * first + digit]
            m1 = state[POS + 9 * first + 9 + digit]
            m2 = state[POS + 9 * first + 18 + digit]
            hits = _LOCKED[_BLOCKS[m0] | _BLOCKS[m1] << 3 | _BLOCKS[m2] << 6]
            while hits:
                claiming = 0 if hits & 511 else 1
                which = LOW[hits >> (9 * claiming) & 511]
                hits &= hits - 1
                line = which // 3
                third = which % 3
                places = m0 if line == 0 else (m1 if line == 1 else m2)
                if POP[places >> (3 * third) & 7] >= 2:
                    box = 3 * chute + third if chute < 3 else 3 * third + chute - 3
                    found[n] = claiming << 18 | digit << 14 | (first + line) << 7 | box
                    n += 1
            if n == before:
                look ^= 1 << (9 * chute + digit)
    state[LOOK_LOCKED] = look
    return n


@part
def _third(line, box):
    """Where the box lies along the line, 0–2."""
    return box % 3 if line < 9 else box // 3


@part
def _in_box(line):
    """The line's three cells as places of a box that it crosses."""
    return 7 << (3 * (line % 3)) if line < 9 else 0o111 << (line % 3)


@part
def _cross(line, place):
    """The unit that crosses a line at a place."""
    return 9 + place if line < 9 else place


@part
def locked_variant(instance):
    """0 pointing, 1 claiming."""
    return instance >> 18


@part
def uncover_locked(state, table, levels, family, first, instance):
    """Enter the elements that an instance gives."""
    claiming = instance >> 18
    digit = instance >> 14 & 15
    line = instance >> 7 & 127
    box = instance & 127
    third = _third(line, box)
    segment = 7 << (3 * third)
    level_class = first + KINDS * claiming
    if claiming == 0:
        gone = state[POS + 9 * line + digit] & ~segment
        for other in range(3):
            if other != third and gone >> (3 * other) & 7:
                crossed = box - third + other if line < 9 else box + 3 * (other - third)
                uncover_hidden(state, table, levels, family, level_class, 18 + crossed, digit, _in_box(line), instance)
        here = 1 << (line % 9)
        hits = gone & state[LINES + 9 * (1 - line // 9) + digit]
        while hits:
            uncover_hidden(state, table, levels, family, level_class, _cross(line, LOW[hits]), digit, here, instance)
            hits &= hits - 1
        hits = gone & state[PAIRS + line]
        while hits:
            add_uncovered(table, levels, family, level_class + NAKED, NAKED, CELL[line, LOW[hits]], instance)
            hits &= hits - 1
    else:
        gone = state[POS + 9 * (18 + box) + digit] & ~_in_box(line)
        top = line - line % 3
        for other in range(top, top + 3):
            if other != line:
                uncover_hidden(state, table, levels, family, level_class, other, digit, segment, instance)
        lines = (7 << (top % 9)) & ~(1 << (line % 9))
        for k in range(3):
            unit = _cross(line, 3 * third + k)
            uncover_hidden(state, table, levels, family, level_class, unit, digit, lines, instance)
        hits = gone & state[PAIRS + 18 + box]
        while hits:
            add_uncovered(table, levels, family, level_class + NAKED, NAKED, CELL[18 + box, LOW[hits]], instance)
            hits &= hits - 1


@part
def remove_locked(state, instance):
    """Remove from the board what an instance found on another copy of it removes."""
    digit = instance >> 14 & 15
    line = instance >> 7 & 127
    box = instance & 127
    if instance >> 18 == 0:
        unit = line
        gone = state[POS + 9 * unit + digit] & ~(7 << (3 * _third(line, box)))
    else:
        unit = 18 + box
        gone = state[POS + 9 * unit + digit] & ~_in_box(line)
    while gone:
        remove_candidate(state, CELL[unit, LOW[gone]], digit)
        gone &= gone - 1


def explain_locked(packed: int, candidates: list[int]) -> Instance:
    """The instance behind a packed one, on a board with these candidate masks."""
    claiming, digit, line, box = packed >> 18, packed >> 14 & 15, packed >> 7 & 127, packed & 127
    on_line, in_box = cells_of(line), cells_of(18 + box)
    both = [c for c in on_line if c in in_box and candidates[c] >> digit & 1]
    rest = [c for c in (in_box if claiming else on_line) if c not in both]
    kind = LOCKED_CANDIDATES.variants[claiming].key
    units = (line, 18 + box) if claiming else (18 + box, line)
    return Instance(kind, units, (digit + 1,), tuple(both), removals(rest, 1 << digit, candidates))


LOCKED_CANDIDATES: Final = Elimination(
    key="locked_candidates",
    english="locked candidates",
    japanese="いずれにしても",
    variants=(Variant("pointing", 4.0), Variant("claiming", 10.0)),
    why="given by the source",
    capacity=324,  # 9 digits × 6 chutes × at most 6
    grade_floor=2,
    competition=True,
    find=find_locked,
    variant=locked_variant,
    uncover=uncover_locked,
    remove=remove_locked,
    explain=explain_locked,
    words={
        "en": "In {units[0]} the {digits} can only go in {cells}, all of them in {units[1]}; "
        "so {gone} cannot be {digits}.",
        "ja": "{units[0]}で{digits}が入るのは{cells}だけで、どれも{units[1]}にある。"
        "いずれにしても{gone}に{digits}は入らない。",
    },
)

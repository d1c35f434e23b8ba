"""A(t), preparation and difficulty of one board (semantics.md, "A(t)" and "Difficulty")."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from evaluation.state import LEFT, POP, SIZE, load_board, refresh
from evaluation.techniques import hidden_subset, locked_candidates, x_wing
from evaluation.techniques._elements import BEST, CLASS_COUNT, LIST, NUMBER, SUBSET, TABLE_SIZE, clear_table
from evaluation.techniques.hidden_subset import find_subsets, remove_subset, uncover_subset
from evaluation.techniques.locked_candidates import find_locked, remove_locked, uncover_locked
from evaluation.techniques.singles import find_singles
from evaluation.techniques.x_wing import find_x_wings, remove_x_wing, uncover_x_wing
from puzzles.kernel import kernel, part

STAGE_LIMIT: Final = 4096
"""Room for the instances that one preparation removes, for people to read."""


class Desk(NamedTuple):
    """Work space of the board analysis, one per thread."""

    state: NDArray[np.int64]
    """(SIZE,) the board."""
    table: NDArray[np.int64]
    """(TABLE_SIZE,) its elements."""
    found: NDArray[np.int64]
    """(6642,) instances of one family."""
    class_counts: NDArray[np.int64]
    """(28,) elements per class."""
    prepared: NDArray[np.int64]
    """(SIZE,) the board with the preparation's eliminations."""
    stage: NDArray[np.int64]
    """(1 + STAGE_LIMIT,) the last preparation: number of instances, then family · 2^32 + instance."""


def new_desk() -> Desk:
    """Fresh work space."""
    return Desk(
        np.zeros(SIZE, np.int64),
        np.zeros(TABLE_SIZE, np.int64),
        np.zeros(max(locked_candidates.LIMIT, hidden_subset.LIMIT, x_wing.LIMIT), np.int64),
        np.zeros(CLASS_COUNT, np.int64),
        np.zeros(SIZE, np.int64),
        np.zeros(1 + STAGE_LIMIT, np.int64),
    )


@part
def _enter_all(state, desk, rules):
    """Fill the element table of a board."""
    refresh(state)
    clear_table(desk.table)
    find_singles(state, desk.table, rules.levels)
    for k in range(find_locked(state, desk.found)):
        uncover_locked(state, desk.table, rules.levels, desk.found[k])
    for k in range(find_subsets(state, desk.found)):
        uncover_subset(state, desk.table, rules.levels, desk.found[k])
    if rules.x_wing:
        for k in range(find_x_wings(state, desk.found)):
            uncover_x_wing(state, desk.table, rules.levels, desk.found[k])


@part
def _note(desk, family, instance):
    if desk.stage[0] < STAGE_LIMIT:
        desk.stage[0] += 1
        desk.stage[desk.stage[0]] = family << 32 | instance


@part
def _prepare(desk, rules):
    """Pay for and apply every instance of the first family that has one; returns the payment, 0 without any."""
    state = desk.prepared
    number = find_locked(state, desk.found)
    if number:
        pointing = 0
        for k in range(number):
            if desk.found[k] >> 18 == 0:
                pointing += 1
        conductance = pointing / rules.costs[0] + (number - pointing) / rules.costs[1]
        for k in range(number):
            remove_locked(state, desk.found[k])
            _note(desk, locked_candidates.FAMILY, desk.found[k])
        return 1.0 / conductance
    number = find_subsets(state, desk.found)
    if number:
        conductance = 0.0
        for kind in range(6):
            total = 0
            for k in range(number):
                unit = desk.found[k] >> 18
                if (unit >= 18) == (kind < 3) and POP[desk.found[k] >> 9 & 511] == kind % 3 + 2:
                    total += 1
            conductance += total / rules.costs[2 + kind]
        for k in range(number):
            remove_subset(state, desk.found[k])
            _note(desk, hidden_subset.FAMILY, desk.found[k])
        return 1.0 / conductance
    if rules.x_wing:
        number = find_x_wings(state, desk.found)
        if number:
            for k in range(number):
                remove_x_wing(state, desk.found[k])
                _note(desk, x_wing.FAMILY, desk.found[k])
            return rules.costs[8] / number
    return 0.0


@part
def analyse(desk, rules):
    """Fill `desk.table` with A(t) of `desk.state`, preparing where there is no element.

    Returns:
        The payments prep(t). An empty table means that the techniques cannot go on.
    """
    desk.stage[0] = 0
    _enter_all(desk.state, desk, rules)
    if desk.table[NUMBER] or desk.state[LEFT] == 0:
        return 0.0
    prep = 0.0
    for k in range(SIZE):
        desk.prepared[k] = desk.state[k]
    while True:
        paid = _prepare(desk, rules)
        if paid == 0.0:
            return prep
        prep += paid
        _enter_all(desk.prepared, desk, rules)
        if desk.table[NUMBER]:
            return prep


@kernel
def difficulty(desk, rules, prep):
    """d(t) of the board just analysed: prep + 1 / Σ 1/level; infinite without an element."""
    for k in range(CLASS_COUNT):
        desk.class_counts[k] = 0
    for k in range(desk.table[NUMBER]):
        desk.class_counts[desk.table[BEST + desk.table[LIST + k]] - 1] += 1
    conductance = 0.0
    for k in range(CLASS_COUNT):
        if desk.class_counts[k]:
            conductance += desk.class_counts[k] / rules.levels[k]
    return prep + 1.0 / conductance


@kernel
def analyse_values(values, desk, rules):
    """`analyse` of (81,) int64 digits; −1 when a digit contradicts another."""
    if not load_board(desk.state, values):
        return -1.0
    return analyse(desk, rules)


assert SUBSET == 9

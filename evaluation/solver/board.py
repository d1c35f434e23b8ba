"""A(t), preparation and difficulty of one board (semantics.md, "A(t)" and "Difficulty")."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from evaluation.solver.dispatch import enter_eliminations, prepare_first
from evaluation.solver.elements import BEST, LIST, NUMBER, STRIDE, clear_table, table_size
from evaluation.solver.state import LEFT, SIZE, load_board, refresh
from evaluation.techniques import CLASS_COUNT, ELIMINATIONS, FAMILIES, FOUND_SIZE
from evaluation.techniques.singles import find_singles
from puzzles.kernel import kernel, part

STAGE_LIMIT: Final = 4096
"""Room for the instances that one preparation removes, for people to read."""


class Desk(NamedTuple):
    """Work space of the board analysis, one per thread."""

    state: NDArray[np.int64]
    """(SIZE,) the board."""
    table: NDArray[np.int64]
    """Its elements, see `evaluation.solver.elements`."""
    found: NDArray[np.int64]
    """(FOUND_SIZE,) instances of one family."""
    class_counts: NDArray[np.int64]
    """(CLASS_COUNT,) elements per class."""
    prepared: NDArray[np.int64]
    """(SIZE,) the board with the preparation's eliminations."""
    stage: NDArray[np.int64]
    """(1 + STAGE_LIMIT,) the last preparation: number of instances, then family · 2^48 + instance."""


def new_desk() -> Desk:
    """Fresh work space."""
    desk = Desk(
        np.zeros(SIZE, np.int64),
        np.zeros(table_size(len(FAMILIES)), np.int64),
        np.zeros(FOUND_SIZE, np.int64),
        np.zeros(CLASS_COUNT, np.int64),
        np.zeros(SIZE, np.int64),
        np.zeros(1 + STAGE_LIMIT, np.int64),
    )
    # kernels do not check bounds
    assert all(len(desk.found) >= technique.capacity for technique in ELIMINATIONS)
    return desk


@part
def _enter_all(state, desk, rules):
    """Fill the element table of a board."""
    refresh(state)
    clear_table(desk.table)
    find_singles(state, desk.table, rules.levels)
    enter_eliminations(state, desk, rules, rules.extra)


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
        paid = prepare_first(desk.prepared, desk, rules, rules.extra)
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
        desk.class_counts[desk.table[BEST + STRIDE * desk.table[LIST + STRIDE * k]] - 1] += 1
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

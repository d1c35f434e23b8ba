"""The board kept from turn to turn is the board set up afresh, and its searches find the same."""

import numpy as np
import pytest

from evaluation.shipped import shipped_puzzles
from evaluation.solver.state import (
    LOOK_LOCKED,
    LOOK_SUBSET,
    LOOK_WING,
    SIZE,
    automatic_fill,
    fill_cell,
    load_board,
    refresh,
)
from evaluation.techniques import FOUND_SIZE
from evaluation.techniques.hidden_subset import find_subsets, remove_subset
from evaluation.techniques.locked_candidates import find_locked, remove_locked
from evaluation.techniques.x_wing import find_x_wings, remove_x_wing
from puzzles.kernel import kernel
from puzzles.solutions import count

PUZZLES = [p.hints for p in shipped_puzzles()][::25]


@kernel
def set_up(state, values):
    """The board of (81,) int64 digits, ready to be searched."""
    load_board(state, values)
    automatic_fill(state, values)
    refresh(state)


@kernel
def turn(state, values, cell, digit):
    """Fill a cell (digit 1–9) and run the automatic fill."""
    values[cell] = digit
    fill_cell(state, cell, digit - 1)
    automatic_fill(state, values)
    refresh(state)


@kernel
def search(state, found):
    """All instances into the rows of `found`, their numbers returned."""
    return find_locked(state, found[0]), find_subsets(state, found[1]), find_x_wings(state, found[2])


@kernel
def remove(state, found, locked, subsets, wings):
    """Remove what the instances found remove."""
    for k in range(locked):
        remove_locked(state, found[0, k])
    for k in range(subsets):
        remove_subset(state, found[1, k])
    for k in range(wings):
        remove_x_wing(state, found[2, k])
    refresh(state)


def instances(state):
    found = np.zeros((3, FOUND_SIZE), np.int64)
    numbers = search(state, found)
    return [found[k, :n].tolist() for k, n in enumerate(numbers)], found, numbers


def everywhere(state):
    """A copy that is searched everywhere."""
    whole = state.copy()
    whole[LOOK_LOCKED], whole[LOOK_SUBSET], whole[LOOK_WING] = (1 << 54) - 1, (1 << 27) - 1, (1 << 18) - 1
    return whole


@pytest.mark.parametrize("number", range(len(PUZZLES)))
def test_a_board_kept_over_the_turns_is_the_board_set_up_afresh(number: int):
    hints = PUZZLES[number]
    solution = count(hints)[1][0].astype(np.int64)
    values = hints.astype(np.int64)
    kept, fresh = np.zeros(SIZE, np.int64), np.zeros(SIZE, np.int64)
    set_up(kept, values)
    seen = 0
    for cell in np.random.default_rng(number).permutation(81):
        if values[cell]:
            continue
        turn(kept, values, cell, solution[cell])
        set_up(fresh, values.copy())
        assert kept[:LOOK_LOCKED].tolist() == fresh[:LOOK_LOCKED].tolist()
        of_kept = instances(kept)[0]
        assert of_kept == instances(fresh)[0] == instances(everywhere(kept))[0]
        seen += sum(map(len, of_kept))
    assert seen > 0
    assert values.tolist() == solution.tolist()


@pytest.mark.parametrize("number", range(len(PUZZLES)))
def test_after_eliminations_the_search_where_something_changed_finds_all(number: int):
    state = np.zeros(SIZE, np.int64)
    set_up(state, PUZZLES[number].astype(np.int64))
    some, found, numbers = instances(state)
    assert sum(map(len, some)) > 0
    for _ in range(4):
        remove(state, found, *numbers)
        whole = everywhere(state)
        some, found, numbers = instances(state)
        assert some == instances(whole)[0]

"""Hint patterns: marks, symmetries, what makes a pattern impossible, the shipped library."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzles.errors import InputError
from puzzles.grid import from_characters
from puzzles.pattern import (
    MOVES,
    from_marks,
    impossible_reason,
    library,
    named_pattern,
    symmetries,
    to_marks,
    to_text,
)
from puzzles.solutions import count


def cells(*numbers: int):
    pattern = np.zeros(81, bool)
    pattern[list(numbers)] = True
    return pattern


def test_any_mark_that_is_not_empty_is_a_hint_cell():
    assert np.flatnonzero(from_marks("X1a" + ".0-_*" * 15 + ".?9")).tolist() == [0, 1, 2, 79, 80]


@pytest.mark.parametrize("number", [0, 80, 82])
def test_what_is_wrong_with_marks(number: int):
    with pytest.raises(InputError) as caught:
        from_marks("X" * number)
    assert str(caught.value) == f"{number} characters, a pattern has 81"


@given(st.lists(st.booleans(), min_size=81, max_size=81))
def test_what_is_printed_is_read_back(on: list[bool]):
    pattern = np.array(on)
    assert (from_marks(to_marks(pattern)).astype(bool) == pattern).all()
    assert (from_marks(to_text(pattern)).astype(bool) == pattern).all()


def test_where_the_corner_goes():
    """`moved = grid[MOVES[name]]` takes cell r1c2 (1) there."""
    targets = {
        "identity": 1,
        "left-right": 7,
        "top-bottom": 73,
        "half-turn": 79,
        "diagonal": 9,
        "anti-diagonal": 71,
    }
    for name, cell in targets.items():
        assert np.flatnonzero(cells(1)[MOVES[name]]).tolist() == [cell], name
    turned = {int(np.flatnonzero(cells(1)[MOVES[name]])[0]) for name in ("quarter-turn", "three-quarter-turn")}
    assert turned == {17, 63}  # r2c9 and r8c1


def test_symmetries_by_hand():
    assert symmetries(cells(0)) == ["diagonal"]
    assert symmetries(cells(1, 7)) == ["left-right"]
    assert symmetries(cells(1, 79)) == ["half-turn"]
    assert symmetries(cells(1, 17, 79, 63)) == ["half-turn", "quarter-turn", "three-quarter-turn"]
    assert set(symmetries(cells(40))) == set(MOVES) - {"identity"}
    assert symmetries(cells(1, 3)) == []


def test_sixteen_hints_are_too_few():
    assert impossible_reason(cells(*range(0, 80, 5))) == ("16 hint cells, a puzzle with one solution needs at least 17")


def test_seventeen_hints_may_be_enough():
    """The pattern of a puzzle that has one solution."""
    hints = from_characters("...8.1..........435............7.8........1...2..3....6......75..34........2..6..")
    assert count(hints)[0] == 1 and np.count_nonzero(hints) == 17
    assert impossible_reason(hints > 0) is None


def test_two_empty_lines_of_one_chute_could_change_places():
    pattern = np.ones((9, 9), bool)
    pattern[[3, 5]] = False
    assert impossible_reason(pattern.reshape(81)) == (
        "rows 4 and 6 have no hint cell and lie in one band: they could be exchanged in any solution"
    )
    assert impossible_reason(np.ascontiguousarray(pattern.T).reshape(81)) == (
        "columns 4 and 6 have no hint cell and lie in one stack: they could be exchanged in any solution"
    )
    apart = np.ones((9, 9), bool)
    apart[[2, 3]] = False
    assert impossible_reason(apart.reshape(81)) is None


def test_the_shipped_patterns_are_possible():
    assert library()
    for name in library():
        pattern = named_pattern(name)
        assert pattern.dtype == bool
        assert impossible_reason(pattern) is None, name


def test_an_unknown_name_lists_the_names():
    with pytest.raises(InputError, match="no pattern is called 'nothing'; there are ") as caught:
        named_pattern("nothing")
    assert all(name in str(caught.value) for name in library())

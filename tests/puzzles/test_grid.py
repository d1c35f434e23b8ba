"""Grids: forms of text, messages for what is wrong, conflicts and the automatic fill."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzles.errors import InputError
from puzzles.grid import (
    automatic_fill,
    conflicts,
    describe_conflict,
    from_characters,
    from_json,
    from_values,
    to_line,
    to_text,
)

SOLVED = "".join(str((3 * r + r // 3 + c) % 9 + 1) for r in range(9) for c in range(9))
"""Row r is 123456789 turned left by 3r + r // 3: every row, column and box holds each digit once."""


def changed(**cells: str):
    """The solved grid with other marks in some cells: `r1c1="."`."""
    marks = list(SOLVED)
    for name, mark in cells.items():
        marks[9 * (int(name[1]) - 1) + int(name[3]) - 1] = mark
    return from_characters("".join(marks))


@pytest.mark.parametrize("mark", list(".0-_*"))
def test_every_mark_of_an_empty_cell(mark: str):
    grid = from_characters("5" + mark * 79 + "7")
    assert grid.tolist() == [5] + [0] * 79 + [7]
    assert grid.dtype == np.uint8


def test_spaces_and_bars_only_lay_out():
    assert from_characters(" | ".join(SOLVED[k : k + 3] for k in range(0, 81, 3)) + "\n").tolist() == [
        int(ch) for ch in SOLVED
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("." * 80, "80 characters, a puzzle has 81"),
        ("." * 82, "82 characters, a puzzle has 81"),
        ("." * 23 + "A" + "." * 57, "'A' at r3c6 is neither a digit 1-9 nor an empty cell (. 0 - _ *)"),
        ("?" + "." * 10, "'?' is neither a digit 1-9 nor an empty cell (. 0 - _ *)"),
        ("٣" + "." * 80, "'٣' at r1c1 is neither a digit 1-9 nor an empty cell (. 0 - _ *)"),
    ],
)
def test_what_is_wrong_with_characters(text: str, message: str):
    with pytest.raises(InputError) as caught:
        from_characters(text)
    assert str(caught.value) == message


def test_json_lists():
    assert from_json(str([0] * 80 + [9])).tolist() == [0] * 80 + [9]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[1, 2", "not JSON"),
        ('{"a": 1}', "a list of 81 integers is needed, not dict"),
        ("[1, 2]", "2 numbers, a puzzle has 81"),
        (str([0] * 40 + [10] + [0] * 40), "10 at r5c5 is not an integer from 0 to 9"),
        (str([0] * 80 + [-1]), "-1 at r9c9 is not an integer from 0 to 9"),
        ("[" + "1.0, " * 80 + "2]", "1.0 at r1c1 is not an integer"),
        ("[true, " + "0, " * 79 + "0]", "true at r1c1 is not an integer"),
        ("[" * 100_000, "not JSON"),
    ],
)
def test_what_is_wrong_with_json(text: str, words: str):
    with pytest.raises(InputError) as caught:
        from_json(text)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_text_is_not_a_sequence_of_digits():
    with pytest.raises(InputError, match="not str"):
        from_values("1" * 81)


@given(st.lists(st.integers(0, 9), min_size=81, max_size=81))
def test_what_is_printed_is_read_back(values: list[int]):
    grid = from_values(values)
    assert grid.tolist() == values
    assert from_characters(to_line(grid)).tolist() == values
    assert from_characters(to_line(grid, "0")).tolist() == values
    lines = [line for line in to_text(grid).splitlines() if "+" not in line]
    assert len(lines) == 9
    assert from_characters("".join(lines)).tolist() == values


@given(st.lists(st.integers(0, 9), min_size=81, max_size=81))
def test_conflicts_are_the_equal_digits_that_see_each_other(values: list[int]):
    def sees(a: int, b: int) -> bool:
        same_box = a // 27 == b // 27 and a % 9 // 3 == b % 9 // 3
        return a // 9 == b // 9 or a % 9 == b % 9 or same_box

    grid = from_values(values)
    expected = [(a, b) for a in range(81) for b in range(a + 1, 81) if values[a] and values[a] == values[b]]
    expected = [pair for pair in expected if sees(*pair)]
    assert conflicts(grid) == expected
    assert (describe_conflict(grid) is None) == (not expected)


def test_a_conflict_in_words():
    assert describe_conflict(changed(r1c7=SOLVED[1])) == "two 2s in row 1 (r1c2 and r1c7)"
    grid = np.zeros(81, np.uint8)
    grid[[0, 10]] = 4
    assert describe_conflict(grid) == "two 4s in box 1 (r1c1 and r2c2)"
    grid = np.zeros(81, np.uint8)
    grid[[5, 77]] = 4
    assert describe_conflict(grid) == "two 4s in column 6 (r1c6 and r9c6)"
    assert describe_conflict(from_characters(SOLVED)) is None


def test_the_automatic_fill_goes_on_from_cell_to_cell():
    # r1c1 and r1c2 are open in row 1 and box 1; column 2 has r1c2 alone open, then row 1 has r1c1 alone
    grid = changed(r1c1=".", r1c2=".", r5c1=".", r5c5=".", r9c5=".")
    filled, order = automatic_fill(grid)
    assert to_line(filled) == SOLVED
    assert sorted(order) == [0, 1, 36, 40, 76]
    assert order.index(1) < order.index(0)
    assert grid[0] == 0, "the grid that was given is left alone"


def test_the_automatic_fill_stops_where_every_unit_has_two_open_cells():
    # a rectangle over two rows, two columns and two boxes with two corners each
    grid = changed(r1c1=".", r1c4=".", r2c1=".", r2c4=".")
    filled, order = automatic_fill(grid)
    assert order == []
    assert (filled == grid).all()


def test_the_automatic_fill_refuses_a_last_cell_without_a_digit():
    with pytest.raises(InputError, match="r1c1 has no digit left: a unit holds a digit twice"):
        automatic_fill(changed(r1c1=".", r1c2="3"))
    grid = np.zeros(81, np.uint8)
    grid[1:9] = range(2, 10)
    grid[18 + 2] = 1  # the last digit of row 1 stands in its box already
    with pytest.raises(InputError, match="r1c1 has no digit left"):
        automatic_fill(grid)

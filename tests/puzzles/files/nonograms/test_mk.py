"""The `.mk` form: sizes with the rows first, a line of # between rows and columns."""

from __future__ import annotations

import pytest

from puzzles.files.nonograms import mk, read_text
from puzzles.nonogram import count_pictures

CASE = "2 3\n1\n1\n#\n1\n0\n1\n"


def test_rows_come_first_and_there_are_two_pictures() -> None:
    (entry,) = mk.read(CASE, "a.mk")
    assert entry.puzzle is not None
    assert entry.puzzle.rows == ((1,), (1,))
    assert entry.puzzle.columns == ((1,), (), (1,))
    assert count_pictures(entry.puzzle).count == 2
    assert mk.write([entry.puzzle]) == CASE


def test_blank_lines_stand_for_empty_lines() -> None:
    (entry,) = mk.read("2 3\n1\n1\n#\n1\n\n1\n")
    assert entry.puzzle == mk.read(CASE)[0].puzzle
    (layout,) = mk.read("\n2 3\n\n1\n1\n\n#\n\n1\n0\n1\n\n")
    assert layout.puzzle == entry.puzzle


@pytest.mark.parametrize("between", ["", "\n", "# the second\n\n"])
def test_several_in_one_file(between: str) -> None:
    entries = mk.read(f"{CASE}{between}1 2\n2\n#\n1\n1\n{between}{CASE}")
    assert [e.puzzle.rows if e.puzzle else e.message for e in entries] == [((1,), (1,)), ((2,),), ((1,), (1,))]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("3\n1\n#\n1\n", "line 1: '3' is no header"),
        ("1 1\n1\n1\n", "line 1: 0 lines of # alone"),
        ("1 1\n1\n#\n1\n#\n1\n", "line 1: 2 lines of # alone"),
        ("2 1\n1\n#\n1\n", "1 clues for the rows, 2 are needed"),
        ("1 1\n1\n#\n1\n1\n", "2 clues for the columns, 1 are needed"),
        ("1 1\n1\n#\na\n", "line 4: 'a' is not a whole number"),
        ("1 2\n3\n#\n1\n1\n", "row 1: clue 3 needs 3 cells, the row has 2"),
    ],
)
def test_broken_files_are_named(text: str, message: str) -> None:
    (entry,) = mk.read(text, "a.mk")
    assert entry.puzzle is None
    assert message in entry.message


def test_the_mark_tells_whatever_the_name_says() -> None:
    for name in ("a.mk", "a.nin", "a.unknown", "standard input"):
        (entry,) = read_text(CASE, name)
        assert entry.puzzle is not None
        assert entry.puzzle.height == 2

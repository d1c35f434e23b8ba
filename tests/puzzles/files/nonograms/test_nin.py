"""The `.nin` form, several in a file too."""

from __future__ import annotations

import pytest

from puzzles.files.nonograms import nin
from puzzles.nonogram import Nonogram

CORNER = "2 2\n2\n1\n1\n2\n"


def read(text: str) -> list[Nonogram]:
    entries = nin.read(text, "file")
    assert [entry.message for entry in entries if entry.puzzle is None] == []
    return [entry.puzzle for entry in entries if entry.puzzle is not None]


def test_a_file_as_people_write_it() -> None:
    (puzzle,) = read("# a comment\n3 2\n1 1\n0\n1\n\n1\n")
    assert puzzle.rows == ((1, 1), ())
    assert puzzle.columns == ((1,), (), (1,))
    assert nin.write([puzzle]) == "3 2\n1 1\n0\n1\n0\n1\n"


@pytest.mark.parametrize("between", ["", "\n", "\n\n\n", "# two\n"])
def test_several_in_one_file(between: str) -> None:
    first, second = read(f"{CORNER}{between}3 1\n1 1\n1\n0\n1\n")
    assert (first.rows, first.columns) == (((2,), (1,)), ((1,), (2,)))
    assert (second.rows, second.columns) == (((1, 1),), ((1,), (), (1,)))


def test_blank_lines_that_are_empty_lines() -> None:
    (puzzle,) = read("2 2\n2\n\n1\n1\n")
    assert puzzle.rows == ((2,), ())
    (last,) = read("2 2\n2\n0\n2\n\n")
    assert last.columns == ((2,), ())


def test_one_bad_puzzle_leaves_the_others_alone() -> None:
    entries = nin.read(f"{CORNER}\n2 2\n2\n1\n1\n\n{CORNER}\n2 2\n1\nx\n1\n1\n", "file")
    assert [entry.message for entry in entries] == [
        "",
        "file, line 7: 3 clue lines, 2 for the rows and 2 for the columns are needed",
        "",
        "file, line 20: 'x' is not a whole number",
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("3\n", "line 1: '3' is no header"),
        ("0 2\n1\n1\n", "line 1: '0 2' is no header"),
        ("2 2\n1\n1\n1\n", "3 clue lines, 2 for the rows and 2 for the columns"),
        ("2 1\n1\n1\n1\n1\n", "4 clue lines, 1 for the rows and 2"),
        ("1 1\n1\nx\n", "line 3: 'x' is not a whole number"),
        ("3 1\n2 1\n1\n1\n1\n", "row 1: clue 2 1 needs 4 cells, the row has 3"),
        # what the .mk form has: the sizes are the other way round there, and the verdict would be wrong
        ("2 3\n1\n1\n#\n1\n0\n1\n", "line 4: a line of # alone divides rows from columns in the .mk form"),
    ],
)
def test_broken_files_are_named(text: str, message: str) -> None:
    entries = nin.read(text, "file")
    bad = [entry.message for entry in entries if entry.puzzle is None]
    assert len(bad) == 1
    assert message in bad[0]


def test_blank_lines_that_could_be_either_are_not_guessed() -> None:
    # as layout: 1 × 1, then 1 × 1; as empty lines: one puzzle of 1 × 6, whose clues are 1, 1, (), 1, 1 and so on
    text = "1 1\n1\n1\n\n1 1\n1\n1\n"
    assert [e.puzzle is not None for e in nin.read(text)] == [True, True]
    either = "1 2\n1 1\n\n1 1\n1\n1\n"
    (entry,) = [e for e in nin.read(either, "file") if e.puzzle is None][:1]
    assert entry.message.startswith("file, line ")


def test_nothing_is_nothing() -> None:
    assert nin.read("\n# only words\n\n") == []

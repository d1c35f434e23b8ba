"""The `.non` form as its page has it."""

from __future__ import annotations

import pytest

from puzzles.files.nonograms import non
from puzzles.nonogram import Nonogram, is_picture_of

TWO = "width 2\nheight 2\nrows\n1\n1\ncolumns\n1\n1\n"


def one(text: str) -> Nonogram:
    (entry,) = non.read(text, "file")
    assert entry.puzzle is not None, entry.message
    return entry.puzzle


def errors(text: str) -> list[str]:
    return [entry.message for entry in non.read(text, "file") if entry.puzzle is None]


def test_a_file_as_people_write_it() -> None:
    puzzle = one(
        'catalogue "x:1"\ntitle "Three"\nby Somebody\n# a comment\nlicense CC-BY-3.0\nwidth 3\nheight 3\nmaxrule 2\n\n'
        'rows\n1,1\n\n 3\n\ncolumns\n1 , 1\n1\n1,1\n\ngoal "101000111"\n'
    )
    assert puzzle.rows == ((1, 1), (), (3,))
    assert puzzle.columns == ((1, 1), (1,), (1, 1))
    assert (puzzle.title, puzzle.author, puzzle.catalogue) == ("Three", "Somebody", "x:1")
    assert puzzle.goal is not None
    assert is_picture_of(puzzle.goal, puzzle)


def test_entities_in_quoted_text_are_characters() -> None:
    puzzle = one('title "Caf&eacute; &quot;1&quot; &amp; &#x732b;"\nby "A &lt; B"\ncopyright "&copy; 2004"\n' + TWO)
    assert (puzzle.title, puzzle.author, puzzle.copyright) == ('Café "1" & 猫', "A < B", "© 2004")
    assert one(non.write([puzzle])) == puzzle


@pytest.mark.parametrize(
    ("body", "rows"),
    [
        # blank lines that stand for empty lines: first, in the midst, last
        ("height 3\nrows\n\n1\n1\n", ((), (1,), (1,))),
        ("height 3\nrows\n1\n\n1\n", ((1,), (), (1,))),
        ("height 3\nrows\n1\n1\n\n", ((1,), (1,), ())),
        ("height 3\nrows\n1\n\n\n", ((1,), (), ())),
        # blank lines that are layout
        ("height 3\nrows\n\n1\n1\n\n1\n\n", ((1,), (1,), (1,))),
        ("height 2\nrows\n0\n\n1\n\n\n", ((), (1,))),
        # `rows` with a number is the height
        ("rows 2\nrows\n\n1\n", ((), (1,))),
    ],
)
def test_blank_lines(body: str, rows: tuple[tuple[int, ...], ...]) -> None:
    assert one(f"columns\n1\n{body}").rows == rows
    assert one(f"width 1\n{body}columns\n1\n").rows == rows


def test_goals_in_letters_and_in_lines_of_their_own() -> None:
    size = "width 2\nheight 2\nrows\n2\n1\ncolumns\n1\n2\n"
    lines = ("goal\n11\n01\n", "saved\n1?\n??\ngoal\n11\n01")
    for goal in ('goal "aa0a"', "goal 1101", 'goal "11 01"', "goal XX0X", *lines):
        found = one(size + goal)
        assert found.goal is not None, goal
        assert found.goal.tolist() == [[1, 1], [0, 1]]
    assert one(size + 'saved "1?0?"').goal is None


def test_one_colour_is_black_and_more_are_refused() -> None:
    assert one("color a #ff0000\nwidth 2\nheight 1\nrows\n1a\ncolumns\n1a\n0\n").rows == ((1,),)
    said = "file, line 1: a colour nonogram (2 colours of blocks); only black and white ones are read"
    assert errors("width 2\nheight 1\nrows\n1a,1b\ncolumns\n1a\n1b\n") == [said]
    assert errors('width 2\nheight 1\nrows\n2\ncolumns\n1\n1\ngoal "ab"\n') == [said]


def test_bundles_and_a_bad_one_among_them() -> None:
    text = f'title "A"\n{TWO}====\n# nothing but a comment\n====\nwidth x\n=======\ntitle "B"\n{TWO}'
    entries = non.read(text, "file")
    assert [(e.line, e.puzzle.title if e.puzzle else e.message) for e in entries] == [
        (1, "A"),
        (13, "file, line 13: width 'x' is not a whole number"),
        (15, "B"),
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("width 3\nrows\n1\n", "line 1: no 'columns'"),
        ("width x\n", "line 1: width 'x' is not a whole number"),
        ("width\n", "line 1: width '' is not a whole number"),
        ("height 2\nrows\n1\ncolumns\n1\n", "1 clues for the rows, 2 are needed"),
        ("height 1\nrows\n1\n1\ncolumns\n1\n", "2 clues for the rows, 1 are needed"),
        ("height 4\nrows\n1\n\n\n1\n1\n\n\ncolumns\n1\n", "3 clues for the rows, 4 are needed"),
        ("rows\n1\n\n1\ncolumns\n1\n", "blank lines among the rows, which may be empty lines or layout"),
        ("rows\n1\nrows\n1\n", "line 3: a second 'rows'"),
        ("width 1\nwidth 1\n", "line 2: a second 'width'"),
        ("rows\n1 2 3\n", "line 2: '1 2 3' is no clue"),
        ("rows\n1\n##\ncolumns\n1", "no"),
        ("rows\n1\n!1\ncolumns\n1", "line 3: '!1' is neither a keyword nor a clue"),
        ("rows\n3\ncolumns\n1\n", "row 1: clue 3 needs 3 cells, the row has 1"),
        ("rows\n1\ncolumns\n2\n", "column 1: clue 2 needs 2 cells, the column has 1"),
        ('rows\n1\ncolumns\n1\ngoal "11"\n', "the goal has 2 cells, 1 are needed"),
        ('rows\n1\ncolumns\n1\ngoal "?"\n', "the goal holds '?'"),
        ("rows\n99999999999\ncolumns\n1\n", "has 11 digits"),
        ("rows\ncolumns\n", "0 rows; a nonogram has from 1 to 1000"),
    ],
)
def test_broken_files_are_named(text: str, message: str) -> None:
    if message == "no":
        # a comment among the clues
        assert one(text).rows == ((1,),)
        return
    (said,) = errors(text)
    assert message in said
    assert said.startswith("file, line ")
    assert "\n" not in said

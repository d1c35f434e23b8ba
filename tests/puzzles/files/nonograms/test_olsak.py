"""The `.g` form of the solver `grid`."""

from __future__ import annotations

import pytest

from puzzles.files.nonograms import olsak
from puzzles.nonogram import Nonogram


def one(text: str) -> Nonogram:
    (entry,) = olsak.read(text, "a.g")
    assert entry.puzzle is not None, entry.message
    return entry.puzzle


def test_a_file_as_people_write_it() -> None:
    puzzle = one("Words before are comments.\n\n: rows\n 1 1\n\n3\n:sloupce:\n1\t1\n1\n1,1\n: END\n\nEnjoy. 1 2\n")
    assert puzzle.rows == ((1, 1), (), (3,))
    assert puzzle.columns == ((1, 1), (1,), (1, 1))
    assert olsak.write([puzzle]) == ": rows\n1 1\n\n3\n: columns\n1 1\n1\n1 1\n: end\n"
    assert one(olsak.write([puzzle])) == puzzle


def test_an_end_may_lack_and_0_is_an_empty_line() -> None:
    assert one(": rows\n2\n0\n: columns\n1\n1\n") == Nonogram(((2,), ()), ((1,), (1,)))


def test_declared_colours() -> None:
    head = "#declaration of the colors:\n   m:%  blue\n   0:   white\n   1:*  black\n"
    assert one(f"{head}: rows\n2\n: columns\n1\n1\n: end\n").rows == ((2,),)
    assert one(f"{head}: rows\n2m\n: columns\n1m\n1m\n: end\n").rows == ((2,),)
    (entry,) = olsak.read(f"{head}: rows\n1 1m\n: columns\n1\n1m\n: end\n", "a.g")
    assert entry.message.endswith("a colour nonogram (2 colours of blocks); only black and white ones are read")


def test_triangles_are_refused_by_name_and_once() -> None:
    text = "A cat\n\n#triddlers\n" + "".join(f": side {side}\n1\n1\n" for side in "ABCDEF") + ": the end\nEnjoy.\n"
    (entry,) = olsak.read(text, "a.g")
    assert entry.message == "a.g, line 3: a triddler, a grid of triangles; only rectangular nonograms are read"


def test_two_behind_each_other() -> None:
    text = ": rows\n1\n: columns\n1\n: end\nthe second\n: rows\n2\n: columns\n1\n1\n: end\n"
    assert [e.puzzle.rows if e.puzzle else e.message for e in olsak.read(text)] == [((1,),), ((2,),)]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("words\n1 2\n", "line 1: no line that begins with ':'"),
        (": rows\n1\n", "no line that begins with ':' before the rows and another before the columns"),
        (": columns\n1\n: rows\n1\n", "line 1: columns first"),
        (": rows\nab\n: columns\n1\n", "line 2: 'ab' is no block length"),
        (": rows\n1\n: columns\n<1\n", "line 4: '<1' is no block length"),
        (": rows\n2\n: columns\n1\n", "row 1: clue 2 needs 2 cells, the row has 1"),
        (": rows\n: columns\n1\n", "0 rows"),
    ],
)
def test_broken_files_are_named(text: str, message: str) -> None:
    (entry,) = olsak.read(text, "a.g")
    assert entry.puzzle is None
    assert message in entry.message

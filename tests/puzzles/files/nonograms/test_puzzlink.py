"""puzz.link nonograms: the numbers from the picture outwards, columns first."""

from __future__ import annotations

import pytest

from puzzles.errors import InputError
from puzzles.files.nonograms import puzzlink
from puzzles.nonogram import Nonogram

# by hand: a 3 × 2 puzzle; a column of 2 has one place, a row of 3 has two, the right one first
PUZZLE = Nonogram(((1, 1), (3,)), ((1,), (1,), (2,)))


def test_the_places_of_the_numbers() -> None:
    # columns 1, 1, 2; row 1: 1 1; row 2: 3 and an empty place
    link = "https://puzz.link/p?nonogram/3/2/112113"
    (entry,) = puzzlink.read(link)
    assert entry.puzzle is not None
    assert (entry.puzzle.columns, entry.puzzle.rows) == (((1,), (1,), (2,)), ((1, 1), (3,)))
    assert puzzlink.write([PUZZLE]) == f"{link}g\n"
    # the number beside the picture comes first: row of 4 with 2 1 is written 1, 2
    (turned,) = puzzlink.read("https://puzz.link/p?nonogram/4/1/11g112")
    assert turned.puzzle is not None
    assert turned.puzzle.rows == ((2, 1),)
    assert turned.puzzle.columns == ((1,), (1,), (), (1,))


def test_long_blocks_and_long_gaps() -> None:
    long = Nonogram(((20,), *[()] * 30), ((1,),) * 20)
    (entry,) = puzzlink.read(puzzlink.write([long]))
    assert entry.puzzle == long
    assert "-14" in puzzlink.write([long])
    with pytest.raises(InputError, match=r"a block of 300 cells; puzz\.link holds up to 255"):
        puzzlink.write([Nonogram(((300,),), ((1,),) * 300)])


@pytest.mark.parametrize(
    "link",
    [
        "https://puzz.link/p?nonogram/3/2/112113",
        "https://puzz.link/p?nonogram/v:/3/2/112113g/",
        "http://pzv.jp/p.html?nonogram/3/2/112113g",
        "https://pzprxs.vercel.app/p?type=nonogram_edit/3/2/112113g",
        "nonogram/3/2/112113g",
    ],
)
def test_links_of_all_kinds(link: str) -> None:
    (entry,) = puzzlink.read(f"# links\n\n{link}\n", "links.txt")
    assert entry.puzzle == PUZZLE
    assert entry.line == 3
    assert puzzlink.recognises(f"# links\n{link}")


def test_words_beside_a_link_are_its_title() -> None:
    (entry,) = puzzlink.read("1. Corner https://puzz.link/p?nonogram/3/2/112113g")
    assert entry.puzzle is not None
    assert entry.puzzle.title == "1. Corner"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("https://puzz.link/p?sudoku/9/9/g", "a link to a sudoku puzzle, not to a nonogram"),
        ("https://puzz.link/p?coral/3/2/112113", "a link to a coral puzzle"),
        ("https://puzz.link/p?nonogram/3/2", "not of the form"),
        ("https://puzz.link/p?nonogram/0/2/1", "a nonogram of 0 by 2"),
        ("https://puzz.link/p?nonogram/99999/2/1", "a nonogram of 99999 by 2"),
        ("https://puzz.link/p?nonogram/3/2/1121131111", "the link fills 10 places for clues, the puzzle has 7"),
        ("https://puzz.link/p?nonogram/3/2/1.", "a clue '?'"),
        ("https://puzz.link/p?nonogram/3/2/1-g", "'-g' in the link"),
        ("https://puzz.link/p?nonogram/3/2/1121153", "row"),
        ("a title of its own", "is not a nonogram link"),
    ],
)
def test_broken_lines_are_named_and_the_rest_is_read(line: str, message: str) -> None:
    entries = puzzlink.read(f"{line}\nhttps://puzz.link/p?nonogram/3/2/112113\n", "links.txt")
    assert [entry.puzzle is None for entry in entries] == [True, False]
    assert message in entries[0].message
    assert entries[0].message.startswith("links.txt, line 1: ")

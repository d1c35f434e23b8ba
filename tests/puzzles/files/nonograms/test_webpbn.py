"""webpbn's XML."""

from __future__ import annotations

import pytest

from puzzles.files.nonograms import webpbn
from puzzles.nonogram import Nonogram

HEAD = '<?xml version="1.0"?>\n<!DOCTYPE pbn SYSTEM "https://webpbn.com/pbn-0.3.dtd">\n<puzzleset>\n'
CLUES = (
    '<clues type="columns">\n<line><count>1</count></line>\n<line><count>2</count></line>\n</clues>\n'
    '<clues type="rows"><line><count>2</count></line><line><count>1</count></line></clues>\n'
)
COLOURS = '<color name="white" char=".">fff</color><color name="black" char="X">000</color>'
CORNER = Nonogram(((2,), (1,)), ((1,), (2,)))


def one(text: str) -> Nonogram:
    (entry,) = webpbn.read(text, "a.xml")
    assert entry.puzzle is not None, entry.message
    return entry.puzzle


def test_a_file_as_the_site_gives_it() -> None:
    puzzle = one(
        f'{HEAD}<source>webpbn.com</source>\n<puzzle type="grid" defaultcolor="black">\n<source>webpbn.com</source>\n'
        f"<id>#1</id><title>Corner &lt;1&gt;</title><author>J. W.</author><copyright>&copy; 2004</copyright>\n"
        f"<description>Nothing</description>{COLOURS}\n{CLUES}"
        '<solution type="goal">\n<image>\n|XX|\n|.X|\n</image>\n</solution>\n</puzzle></puzzleset>\n'
    )
    assert (puzzle.rows, puzzle.columns) == (CORNER.rows, CORNER.columns)
    assert (puzzle.title, puzzle.author, puzzle.copyright, puzzle.catalogue) == (
        "Corner <1>", "J. W.", "© 2004", "webpbn.com #1",
    )  # fmt: skip
    assert puzzle.goal is not None
    assert puzzle.goal.tolist() == [[1, 1], [0, 1]]


def test_clues_are_made_of_a_goal() -> None:
    assert one(f"<puzzle>{COLOURS}<solution><image>|XX||.X|</image></solution></puzzle>") == CORNER
    assert one(f"<puzzle>{COLOURS}<solution><image>\n|XX|\n|.X|\n</image></solution></puzzle>") == CORNER


def test_empty_lines() -> None:
    text = '<puzzle><clues type="rows"><line/><line></line></clues><clues type="columns"><line/></clues></puzzle>'
    assert one(text).rows == ((), ())


def test_colour_triddlers_and_the_rest() -> None:
    coloured = CLUES.replace("<count>2</count>", '<count color="red">2</count>', 1)
    three = f"{HEAD}<puzzle>{CLUES}</puzzle>\n<puzzle>{coloured}</puzzle>\n<puzzle type='triddler'>{CLUES}</puzzle>\n"
    entries = webpbn.read(f"{three}<puzzle>{CLUES}</puzzle></puzzleset>", "a.xml")
    assert [entry.error for entry in entries] == [
        None,
        "a colour nonogram (2 colours of blocks); only black and white ones are read",
        "a puzzle of the type 'triddler'; only rectangular nonograms ('grid') are read",
        None,
    ]
    assert [entry.line for entry in entries] == [4, 10, 16, 22]
    alone = CLUES.replace("<count>", '<count color="red">')
    assert one(f"<puzzle>{alone}</puzzle>") == CORNER


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("<puzzleset></puzzleset>", "line 1: no <puzzle> in this XML"),
        ("<puzzleset>\n<puzzle></puzzleset>", "line 2: not XML (mismatched tag)"),
        ("<puzzle></puzzle>", 'no <clues type="rows">'),
        ('<puzzle><clues type="rows"></clues></puzzle>', 'no <clues type="columns">'),
        (f"<puzzle>{CLUES.replace('2', 'x', 1)}</puzzle>", "line 3: 'x' is not a whole number"),
        (f"<puzzle>{CLUES.replace('2', '5')}</puzzle>", "row 1: clue 5 needs 5 cells, the row has 2"),
        ('<!DOCTYPE a [<!ENTITY b "c">]><puzzle>&b;</puzzle>', "declares entities"),
        ("<puzzle><solution><image>|X||XX|</image></solution></puzzle>", "are not of equal length"),
        ("<puzzle>\x00</puzzle>", "not XML"),
        ("<puzzle>\ud800</puzzle>", "characters that XML cannot have"),
    ],
)
def test_broken_files_are_named(text: str, message: str) -> None:
    (entry,) = webpbn.read(text, "a.xml")
    assert entry.puzzle is None
    assert message in entry.message


def test_what_came_before_a_fault_is_read() -> None:
    first, second = webpbn.read(f"<puzzleset>\n<puzzle>{CLUES}</puzzle>\n<puzzle>", "a.xml")
    assert first.puzzle == CORNER
    assert "not XML" in second.message

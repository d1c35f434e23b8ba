"""Pictures and books read back: what they carry, and what happens to those that carry nothing or are broken."""

from __future__ import annotations

import io
import json
import re
import xml.etree.ElementTree as ElementTree
import zlib
from dataclasses import replace
from pathlib import Path

import pypdf
import pytest
from hypothesis import given
from hypothesis import strategies as st

from experiments.publish import carried
from experiments.publish.book import Chapter
from experiments.publish.book.options import BookOptions
from experiments.publish.kinds import NUMBER_PLACE, output
from experiments.publish.options import ExportOptions as Options
from experiments.publish.puzzle import ExportPuzzle
from experiments.publish.source import load
from puzzles.errors import InputError

HINTS = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
OTHER = HINTS.replace(".", SOLUTION[2], 1)
TITLES = [
    "",
    "春の数独 🌸",
    "</metadata><script>bad()</script>&amp;",
    "]]>",
    'a "b" \\ (c) %PDF',
    "é\u0301",
    "x" * 10_000,
]


def made(name: str, puzzles: list[ExportPuzzle], options: Options | None = None) -> list[bytes]:
    return [one.data for one in output(NUMBER_PLACE, name).make([Chapter(puzzles)], options or Options(dpi=30)).files]


def read_back(tmp_path: Path, name: str, data: bytes) -> list[ExportPuzzle]:
    path = tmp_path / f"some.{name}"
    path.write_bytes(data)
    loaded = load([str(path)])
    assert loaded.problems == []
    return loaded.puzzles


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("name", ["svg", "png", "pdf"])
def test_what_is_printed_comes_back(tmp_path: Path, name: str, title: str) -> None:
    first = ExportPuzzle(HINTS, SOLUTION, "run-001", title, "森", "easy", ("naked_single",), {"f1": 0.5}, "run")
    second = replace(first, hints=OTHER, id="run-002", grade=None)
    if name == "pdf":
        back = read_back(tmp_path, name, made(name, [first, second])[0])
    else:
        back = [read_back(tmp_path, name, data)[0] for data in made(name, [first, second])]
    # scores stay at home, and the solution is found again
    assert back == [replace(puzzle, row={}, source="some") for puzzle in (first, second)]


def variant(k: int) -> str:
    """Puzzles with more of the solution given, each another one."""
    empty = [cell for cell in range(81) if HINTS[cell] == "."]
    given = {cell for bit, cell in enumerate(empty[:8]) if k >> bit & 1}
    return "".join(SOLUTION[cell] if cell in given else HINTS[cell] for cell in range(81))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["svg", "png", "pdf"])
def test_reads_back_250_puzzles(tmp_path: Path, name: str) -> None:
    puzzles = [ExportPuzzle(variant(k), SOLUTION, f"p-{k:03}", title=f"No. {k}", source="some") for k in range(250)]
    back: list[ExportPuzzle] = []
    for data in made(name, puzzles, Options(dpi=20, book=BookOptions(per_page=6))):
        back += read_back(tmp_path, name, data)
    assert back == puzzles


@pytest.mark.parametrize("name", ["svg", "png", "pdf"])
def test_solutions_and_scores_are_not_carried(name: str) -> None:
    puzzle = ExportPuzzle(HINTS, SOLUTION, "p", row={"f1": 0.123456789})
    note = carried.read(made(name, [puzzle], Options(book=BookOptions(solutions="none"), dpi=30))[0], "x")
    assert note is not None
    assert HINTS in note.texts[0]
    assert SOLUTION not in note.texts[0]
    assert "0.123456789" not in note.texts[0]


@given(st.lists(st.text(max_size=80), max_size=4))
def test_notes_come_back_from_every_vessel(texts: list[str]) -> None:
    note = carried.note("table", texts)
    assert note.isascii()
    expected = carried.Carried("table", tuple(texts))
    svg = f'<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg">{carried.svg_element(note)}</svg>'
    assert carried.read(svg.encode(), "x") == expected
    assert carried.read(b"\xef\xbb\xbf" + svg.replace("\n", "\r\n").encode(), "x") == expected
    # as a drawing program may write it again
    again = ElementTree.tostring(ElementTree.fromstring(svg))
    assert again.startswith(b"<ns0:svg")
    assert carried.read(again, "x") == expected
    assert carried.read(svg.replace("<metadata", '<metadata xml:space="default"').encode(), "x") == expected
    header = carried.PNG_SIGNATURE + b"\0\0\0\x0dIHDR" + b"\0" * 17 + b"\0\0\0\0IEND\xae\x42\x60\x82"
    assert carried.read(carried.into_png(header, note), "x") == expected


@given(st.text(max_size=80))
def test_a_pdf_keeps_its_note(text: str) -> None:
    writer = pypdf.PdfWriter()
    writer.add_blank_page(10, 10)
    plain = io.BytesIO()
    writer.write(plain)
    pdf = carried.into_pdf(plain.getvalue(), carried.note("table", [text]))
    assert carried.read(pdf, "x") == carried.Carried("table", (text,))


def test_pictures_stay_what_they_are() -> None:
    """The note's chunk is sound, the book keeps its version, title and fonts."""
    puzzle = ExportPuzzle(HINTS, SOLUTION, "p", "T")
    png = made("png", [puzzle])[0]
    place = 33
    length = int.from_bytes(png[place : place + 4], "big")
    body = png[place + 4 : place + 8 + length]
    assert body.startswith(b"tEXthintsmith\0")
    assert int.from_bytes(png[place + 8 + length : place + 12 + length], "big") == zlib.crc32(body)
    pdf = made("pdf", [puzzle], Options(book=BookOptions(title="Book", crop_marks=True)))[0]
    assert pdf.startswith(b"%PDF-1.7")
    reader = pypdf.PdfReader(io.BytesIO(pdf))
    assert reader.metadata is not None
    assert reader.metadata.title == "Book"


SVG_HEAD = b'<svg xmlns="http://www.w3.org/2000/svg">'


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (SVG_HEAD + b"</svg>", "carries no puzzle"),
        (b"<?xml version='1.0'?>" + SVG_HEAD + b"<metadata>x</metadata></svg>", "carries no puzzle"),
        (SVG_HEAD + b'<metadata id="hintsmith">{</metadata></svg>', "are damaged"),
        (SVG_HEAD + b'<metadata id="hintsmith">' + b"[" * 100_000 + b"</metadata></svg>", "are damaged"),
        (SVG_HEAD + b'<metadata id="hintsmith">{"hintsmith":1,"texts":[]}</metadata></svg>', "are damaged"),
        (SVG_HEAD + b'<metadata id="hintsmith">{"hintsmith":"table","texts":[1]}</metadata></svg>', "are damaged"),
        (SVG_HEAD + b'<metadata id="hintsmith">{"hintsmith":"tea","texts":[]}</metadata></svg>', "no number place"),
        (carried.PNG_SIGNATURE, "carries no puzzle"),
        (carried.PNG_SIGNATURE + b"\xff\xff\xff\xfftEXthintsmith\0{}", "carries no puzzle"),
        (b"%PDF-1.7\nnothing", "no PDF that can be read"),
    ],
)
def test_pictures_of_others_and_broken_ones_are_said(tmp_path: Path, data: bytes, said: str) -> None:
    path = tmp_path / "x"
    path.write_bytes(data)
    with pytest.raises(InputError, match=re.escape(said)) as refused:
        load([str(path)])
    assert str(refused.value).startswith(f"{path}: ")
    # among others it costs itself only
    loaded = load([str(path), HINTS])
    assert [puzzle.hints for puzzle in loaded.puzzles] == [HINTS]
    assert loaded.problems == [str(refused.value)]


def test_a_wrong_puzzle_in_a_picture_is_left_out(tmp_path: Path) -> None:
    note = carried.note("table", [f"hints\n{'.' * 81}\n"])
    path = tmp_path / "x.svg"
    path.write_bytes(SVG_HEAD + carried.svg_element(note).encode() + b"</svg>")
    loaded = load([str(path)])
    assert loaded.puzzles == []
    assert loaded.problems == ["x-001: more than one solution"]
    path.write_bytes(SVG_HEAD + carried.svg_element(carried.note("table", ["hints\n123\n"])).encode() + b"</svg>")
    assert load([str(path)]).problems == [f"{path}, line 2: 3 characters, a puzzle has 81"]


def test_text_is_never_taken_for_a_picture() -> None:
    for text in (HINTS, "hints\n" + HINTS, "<html></html>", json.dumps([0] * 81), "# <svg>\n" + HINTS):
        assert carried.read(text.encode(), "x") is None

"""Nonograms on their way out: clues where they belong, the picture as it is, files that read back."""

from __future__ import annotations

import io
import json
import re
import struct
import sys
import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from pathlib import Path

import numpy as np
import pypdf
import pytest
from hostile import TEXTS
from hypothesis import given, settings
from hypothesis import strategies as st

from experiments import cli
from experiments.nonograms import is_nonogram
from experiments.publish.book import Book, Chapter, make_book
from experiments.publish.book.options import BookOptions
from experiments.publish.kinds import NONOGRAMS, output
from experiments.publish.nonogram import board_drawing, runs_of
from experiments.publish.nonogram_source import ExportNonogram, load_nonograms
from experiments.publish.options import ExportOptions
from experiments.publish.outputs import outputs_of
from experiments.publish.png import puzzle_png
from experiments.publish.svg import svg_document
from puzzles.errors import InputError
from puzzles.files.base import one_line
from puzzles.files.nonograms import NONOGRAM_FORMATS, clue_json, non
from puzzles.nonogram import Nonogram, from_picture

PICTURE = np.array([[1, 1, 0], [0, 0, 0], [1, 0, 1]], np.int8)
ROWS = ((2,), (), (1, 1))
COLUMNS = ((1, 1), (1,), (1,))
PUZZLE = Nonogram(ROWS, COLUMNS)
NAME = "{http://www.w3.org/2000/svg}"
HEART = """
..##...##..
.####.####.
###########
###########
.#########.
..#######..
...#####...
....###....
.....#.....
"""


def heart(title: str | None = None) -> ExportNonogram:
    picture = np.array([[ch == "#" for ch in line] for line in HEART.split()], np.int8)
    return ExportNonogram(replace(from_picture(picture, title), goal=None), picture, "heart")


def book_of(puzzles: list[ExportNonogram], options: BookOptions) -> Book[ExportNonogram]:
    return make_book(NONOGRAMS, puzzles, options)


def nonogram_book(puzzles: list[ExportNonogram], options: BookOptions) -> bytes:
    return book_of(puzzles, options).pdf


def nonogram_png(one: ExportNonogram, solved: bool = False, dpi: float = 300.0) -> bytes:
    return puzzle_png(NONOGRAMS, one, solved, dpi)


def nonogram_svg(puzzle: Nonogram, picture: np.ndarray | None = None) -> str:
    return svg_document(board_drawing(puzzle, picture), puzzle.title or "Nonogram")


def pages_of(pdf: bytes) -> list[pypdf.PageObject]:
    return list(pypdf.PdfReader(io.BytesIO(pdf)).pages)


def black_cells(page: pypdf.PageObject, cell: float) -> float:
    """The black area of a page in cells, read from its filled rectangles."""
    content = page.get_contents()
    assert content is not None
    area = 0.0
    # typst draws a rectangle as a path of three more corners, filled and stroked, from its own origin
    corners = rb"0 0 m [\d.]+ 0 l ([\d.]+) ([\d.]+) l 0 [\d.]+ l\s+h\s+B"
    for width, height in re.findall(corners, content.get_data()):
        area += float(width) * float(height)
    return area / cell**2


def test_svg_shows_clues_and_picture_in_their_places() -> None:
    root = ElementTree.fromstring(nonogram_svg(replace(PUZZLE, title="A <b> & c"), PICTURE))
    assert root.findtext(f"{NAME}title") == "A <b> & c"
    # the board begins at two clues of 24 and a margin of 2, on both sides
    cells = {
        (int(float(rect.get("y", 0)) - 50) // 24, int(float(rect.get("x", 0)) - 50) // 24)
        for rect in root.iter(f"{NAME}rect")
        if rect.get("fill") is None
    }
    assert cells == {(0, 0), (0, 1), (2, 0), (2, 2)}
    clues = {
        (
            round((float(text.get("y", 0)) - 18.8 - 50) / 24 + 0.1),
            round((float(text.get("x", 0)) - 12 - 50) / 24),
        ): text.text
        for text in root.iter(f"{NAME}text")
    }
    assert clues == {
        (0, -1): "2",
        (1, -1): "0",
        (2, -2): "1",
        (2, -1): "1",
        (-2, 0): "1",
        (-1, 0): "1",
        (-1, 1): "1",
        (-1, 2): "1",
    }
    bare = ElementTree.fromstring(nonogram_svg(PUZZLE))
    assert [rect for rect in bare.iter(f"{NAME}rect") if rect.get("fill") is None] == []


def test_runs_worked_by_hand() -> None:
    assert runs_of(PICTURE) == [[(0, 2)], [], [(0, 1), (2, 1)]]


@given(st.lists(st.lists(st.integers(0, 1), min_size=7, max_size=7), min_size=1, max_size=5))
@settings(deadline=None)
def test_runs_cover_the_picture(rows: list[list[int]]) -> None:
    drawn = np.zeros((len(rows), 7), int)
    for y, runs in enumerate(runs_of(np.array(rows, np.int8))):
        for start, length in runs:
            drawn[y, start : start + length] += 1
    assert drawn.tolist() == rows


@pytest.mark.parametrize(("solutions", "count"), [("none", 2), ("next", 4), ("back", 3)])
def test_a_book_has_its_pages(solutions: str, count: int) -> None:
    two = [heart("ハート"), ExportNonogram(replace(PUZZLE, title="Dots"), PICTURE, "dots")]
    pages = pages_of(nonogram_book(two, BookOptions(solutions=solutions)))  # type: ignore[arg-type]
    assert len(pages) == count
    assert all(float(page.mediabox.width) == pytest.approx(595.28, abs=0.1) for page in pages)
    first = pages[0].extract_text()
    assert "No. 1" in first
    assert "ハート" in first
    # every clue is printed once, and the number of the page
    clues = [n for clue in (*two[0].puzzle.rows, *two[0].puzzle.columns) for n in clue]
    printed = [int(n) for n in re.findall(r"\d+", first.split("ハート")[1])]
    assert sorted(printed) == sorted([*clues, 1])
    if solutions == "back":
        assert "Solutions" in pages[2].extract_text()
        assert "No. 2" in pages[2].extract_text()


def test_pictures_are_black_where_they_are() -> None:
    one = heart()
    puzzle, solved = pages_of(nonogram_book([one], BookOptions(solutions="next")))
    # cells are 10 mm wide where there is room
    cell = 10 / 25.4 * 72
    assert black_cells(solved, cell) == pytest.approx(int(one.picture.sum()), rel=0.01)
    assert black_cells(puzzle, cell) == 0
    made = book_of([one], BookOptions())
    back = pages_of(made.pdf)[1]
    small = made.layout.solutions.side / 11 / 25.4 * 72
    assert black_cells(back, small) == pytest.approx(int(one.picture.sum()), rel=0.01)


def test_titles_that_tell_stand_by_the_solution_only() -> None:
    pages = pages_of(nonogram_book([heart("Heart")], BookOptions(labels=False, solutions="back")))
    assert "Heart" not in pages[0].extract_text()
    assert "Heart" in pages[1].extract_text()


def test_books_have_titles_words_gutters_and_fonts() -> None:
    options = BookOptions(
        title="数独でない本", author="森", paper="6x9", solutions="next", header="Head", footer="Foot", lang="ja",
        first_number=7,
    )  # fmt: skip
    pages = pages_of(nonogram_book([heart()], options))
    assert len(pages) == 4
    assert "数独でない本" in pages[0].extract_text()
    assert "イラストロジック" in pages[0].extract_text()
    assert pages[1].extract_text().strip() == ""
    assert "7" in pages[2].extract_text()
    assert {"Head", "Foot"} <= set(pages[2].extract_text().split())
    for page in pages:
        assert float(page.mediabox.width) == pytest.approx(6 * 72, abs=0.1)
        for font in page["/Resources"].get("/Font", {}).values():  # type: ignore[union-attr]
            descriptor = font.get_object()["/DescendantFonts"][0].get_object()["/FontDescriptor"].get_object()
            assert {"/FontFile2", "/FontFile3"} & set(descriptor)


@pytest.mark.parametrize("title", TEXTS)
def test_titles_are_data(title: str) -> None:
    one = heart(title)
    options = BookOptions(title=title, author=title, header=title, footer=title)
    pages = pages_of(nonogram_book([one, one], options))
    assert len(pages) == 4
    word = re.findall(r"[A-Za-z0-9#(\\/]{3,20}", title)[:1]
    assert all(part in pages[1].extract_text() for part in word)
    root = ElementTree.fromstring(nonogram_svg(one.puzzle))
    assert {child.tag.rsplit("}")[-1] for child in root.iter()} == {"svg", "title", "rect", "path", "g", "text"}
    (back,) = non.read(non.write([one.puzzle]))
    assert back.puzzle is not None and back.puzzle == replace(one.puzzle, title=back.puzzle.title)
    (entry,) = clue_json.read(json.dumps({"rows": [[1]], "columns": [[1]], "title": title}), "x")
    assert entry.puzzle is not None and entry.puzzle.title == one_line(title)


def test_large_nonograms_stay_on_one_page_or_are_refused() -> None:
    long = Nonogram(((1,) * 20,) * 40, ((1,) * 20,) * 40)
    picture = np.zeros((40, 40), np.int8)
    pages = pages_of(nonogram_book([ExportNonogram(long, picture, "long")], BookOptions(solutions="none")))
    assert len(pages) == 1
    huge = ExportNonogram(Nonogram(((1,) * 50,) * 100, ((1,) * 50,) * 100), np.zeros((100, 100), np.int8), "huge")
    with pytest.raises(InputError, match=r"huge: 100 by 100 leaves cells of .* mm on a5: take larger paper"):
        nonogram_book([huge], BookOptions(paper="a5"))
    with pytest.raises(InputError, match="paper 'x'"):
        nonogram_book([heart()], BookOptions(paper="x"))
    with pytest.raises(InputError, match="at least one puzzle"):
        nonogram_book([], BookOptions())


def test_one_that_is_too_large_costs_itself_only() -> None:
    huge = ExportNonogram(Nonogram(((1,) * 50,) * 100, ((1,) * 50,) * 100), np.zeros((100, 100), np.int8), "huge")
    made = book_of([heart("First"), huge, heart("Last")], BookOptions(paper="a5", solutions="none"))
    assert [one.puzzle.title for one in made.puzzles] == ["First", "Last"]
    assert len(made.problems) == 1 and made.problems[0].startswith("huge: 100 by 100")
    texts = [page.extract_text() for page in pages_of(made.pdf)]
    assert ["First" in texts[0], "Last" in texts[1], "No. 2" in texts[1]] == [True] * 3
    wide = ExportNonogram(Nonogram(((1,),) * 60, ((1,),) * 60), np.zeros((60, 60), np.int8), "wide")
    batch = output(NONOGRAMS, "png").make([Chapter([heart(), wide])], ExportOptions(dpi=2000))
    assert [one.number for one in batch.files] == [1]
    assert len(batch.problems) == 1 and batch.problems[0].startswith("wide: ")


def test_crop_marks_and_colour_are_the_same_for_every_kind() -> None:
    page = pages_of(nonogram_book([heart()], BookOptions(crop_marks=True, colour=True)))[0]
    assert float(page.mediabox.width - page.trimbox.width) == pytest.approx(26 / 25.4 * 72, abs=0.1)


def test_png_has_the_size_that_its_dpi_says() -> None:
    # 11 columns and two clues beside them, 9 rows and one clue above them, 8 mm each, and 4 mm of margin
    width, height = struct.unpack(">II", nonogram_png(heart(), dpi=72)[16:24])
    assert width == pytest.approx((13 * 8 + 4) / 25.4 * 72, abs=1)
    assert height == pytest.approx((10 * 8 + 4) / 25.4 * 72, abs=1)
    assert nonogram_png(heart(), dpi=72) != nonogram_png(heart(), solved=True, dpi=72)
    with pytest.raises(InputError, match="20 to 2400"):
        nonogram_png(heart(), dpi=1)
    wide = ExportNonogram(Nonogram(((1,),) * 60, ((1,),) * 60), np.zeros((60, 60), np.int8), "wide")
    with pytest.raises(InputError, match=r"wide: .* dots a side"):
        nonogram_png(wide, dpi=2400)


@pytest.mark.parametrize("name", outputs_of(NONOGRAMS))
def test_every_output_reads_back(tmp_path: Path, name: str) -> None:
    two = [heart("ハート <b>"), ExportNonogram(Nonogram(((2,), (1,)), ((1,), (2,))), np.array([[1, 1], [0, 1]]), "x")]
    paths: list[str] = []
    for k, made in enumerate(output(NONOGRAMS, name).make([Chapter(two)], ExportOptions(dpi=30)).files):
        path = tmp_path / f"{k}{made.suffix}"
        path.write_bytes(made.data)
        assert is_nonogram(str(path))
        paths.append(str(path))
    back = load_nonograms(paths)
    assert back.problems == []
    assert [(one.puzzle.rows, one.puzzle.columns) for one in back.puzzles] == [
        (one.puzzle.rows, one.puzzle.columns) for one in two
    ]
    assert all((a.picture == b.picture).all() for a, b in zip(back.puzzles, two, strict=True))
    form = NONOGRAM_FORMATS.get(name)
    kept = form is None or "title" in form.keeps
    assert back.puzzles[0].puzzle.title == ("ハート <b>" if kept else None)
    if name in ("svg", "png", "pdf"):
        assert all(one.puzzle.goal is None for one in back.puzzles), "the picture is not given away"


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_files_from_the_wild(tmp_path: Path, end: str) -> None:
    path = tmp_path / "wild.NON"
    text = non.write([heart("Cœur é").puzzle]).rstrip("\n").replace("\n", end)
    path.write_bytes(b"\xef\xbb\xbf" + text.encode())
    assert load_nonograms([str(path)]).puzzles[0].puzzle.title == "Cœur é"
    path.write_bytes(text.replace("œ", "oe").encode("latin-1"))
    assert load_nonograms([str(path)]).puzzles[0].puzzle.title == "Coeur é"


def test_only_nonograms_are_nonograms(tmp_path: Path) -> None:
    for name, text in (("a.txt", "." * 81), ("b.json", json.dumps([0] * 81)), ("c.csv", "hints\n")):
        (tmp_path / name).write_text(text)
        assert not is_nonogram(str(tmp_path / name))
    assert not is_nonogram(str(tmp_path))
    assert not is_nonogram("5" * 81)
    assert not is_nonogram("-")


# the command


def export(monkeypatch: pytest.MonkeyPatch, folder: Path, *words: str) -> int:
    monkeypatch.chdir(folder)
    monkeypatch.setattr(sys, "argv", ["hintsmith", "export", *words])
    with pytest.raises(SystemExit) as left:
        cli.main()
    return int(left.value.code or 0)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "heart.non").write_text(non.write([heart("Heart").puzzle]))
    (tmp_path / "corner.nin").write_text("2 2\n2\n1\n1\n2\n")
    # two pictures; none; a goal that is another picture
    (tmp_path / "two.nin").write_text("2 2\n1\n1\n1\n1\n")
    (tmp_path / "none.nin").write_text("2 2\n2\n2\n1\n1\n")
    (tmp_path / "goal.non").write_text('width 2\nheight 2\nrows\n2\n1\ncolumns\n1\n2\ngoal "1110"\n')
    return tmp_path


def test_export_of_nonograms(folder: Path, monkeypatch, capsys) -> None:
    assert export(monkeypatch, folder, "heart.non", "corner.nin", "-f", "svg,PDF,non,png", "--dpi", "40") == 0
    made = capsys.readouterr().out.split()
    assert made == [
        str(Path("exports") / name)
        for name in (
            *("heart-001.svg", "heart-002.svg", "heart.pdf", "heart-001.non", "heart-002.non"),
            *("heart-001.png", "heart-002.png"),
        )
    ]
    # a proved picture is given only when it is asked for
    assert "goal" not in (folder / "exports" / "heart-001.non").read_text()
    assert export(monkeypatch, folder, "corner.nin", "-f", "non", "--with-solution", "--name", "../s", "-o", "o") == 0
    assert 'goal "1101"' in (folder / "o" / "s-001.non").read_text()
    # and the book is a source again
    assert export(monkeypatch, folder, "exports/heart.pdf", "-f", "nin", "-o", "again") == 0
    assert (folder / "again" / "heart-002.nin").read_text() == "2 2\n2\n1\n1\n2\n"


def test_what_has_not_one_picture_is_left_out(folder: Path, monkeypatch, capsys) -> None:
    sources = ["two.nin", "heart.non", "none.nin", "goal.non"]
    assert export(monkeypatch, folder, *sources, "-f", "nin") == 2
    captured = capsys.readouterr()
    assert captured.err.splitlines() == [
        "hintsmith: two-001: more than one picture",
        "hintsmith: none-001: no picture has these clues: "
        "the clues of the rows have 4 black cells in all, those of the columns 2",
        "hintsmith: goal-001: the goal beside the clues is not their picture",
    ]
    assert captured.out.split() == [str(Path("exports") / "heart-001.nin")]
    assert export(monkeypatch, folder, "two.nin", "-f", "nin") == 2
    assert "no puzzle is left to export" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["-f", "csv"], "format 'csv': nonograms go out as pdf, svg, png, non, nin, mk, g, webpbn, puzzlink, json"),
        (["--select", "best"], "--select is for number place puzzles, heart.non holds nonograms"),
        (["--per-page", "4"], "--per-page is for number place puzzles"),
        (["--large-print"], "--large-print is for number place puzzles"),
        (["--avoid", "known"], "--avoid is for number place puzzles"),
        (["--avoid-file", "x"], "--avoid-file is for number place puzzles"),
        (["--library", "x"], "--library is for number place puzzles"),
        (["--max-alike", "1"], "--max-alike is for number place puzzles"),
        (["5" * 81], "heart.non holds nonograms, 555"),
        (["--paper", "b9"], "paper 'b9'"),
        (["--from", "all"], "--from is for number place puzzles"),
        (["--minutes"], "--minutes is for number place puzzles"),
        (["--solutions", "left"], "--solutions 'left'"),
    ],
)
def test_what_nonograms_cannot_be_told_is_said(folder: Path, monkeypatch, capsys, words: list[str], said: str) -> None:
    assert export(monkeypatch, folder, "heart.non", *words) == 2
    captured = capsys.readouterr()
    assert said in captured.err
    assert len(captured.err.splitlines()) == 1
    assert captured.out == ""
    assert not (folder / "exports").exists()


def test_a_broken_file_is_said_with_its_line(folder: Path, monkeypatch, capsys) -> None:
    (folder / "bad.non").write_text("width x\n")
    assert export(monkeypatch, folder, "bad.non") == 2
    assert "bad.non, line 1: width 'x' is not a whole number" in capsys.readouterr().err

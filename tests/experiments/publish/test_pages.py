"""Pages of books read back: nothing overlaps, sizes of type, inks, papers, and what stands on which page."""

from __future__ import annotations

import io
import itertools
from dataclasses import replace

import pypdf
import pytest
from pdf_boxes import Shown, overlap, shown_on, touches

from evaluation.difficulty import GRADES
from experiments.publish.book import Book, Chapter, make_chapters
from experiments.publish.book.layout import POINT
from experiments.publish.book.options import BookOptions
from experiments.publish.book.papers import paper_size
from experiments.publish.kinds import NUMBER_PLACE
from experiments.publish.puzzle import ExportPuzzle
from puzzles.errors import InputError

HINTS = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
EVERYTHING = BookOptions(
    title="A book with a title", author="A. Setter", footer="A footer", minutes=True, date_line=True, techniques=True,
    pages=("rules", "key", "index"), imprint=("Printed: 1 December 2026", "Printer: Smith"),
)  # fmt: skip


def puzzles(count: int) -> list[ExportPuzzle]:
    return [
        ExportPuzzle(
            HINTS, SOLUTION, f"p-{k}", "A title" if k % 3 else "", grade=GRADES[k * 5 // count].english,
            techniques=("hidden_subset",), row={"minutes": 3.4 + 8 * k, "effort": float(k)},
        )
        for k in range(count)
    ]  # fmt: skip


def made(options: BookOptions, count: int = 5, **chapter: object) -> tuple[Book[ExportPuzzle], list[pypdf.PageObject]]:
    book = make_chapters(NUMBER_PLACE, [Chapter(puzzles(count), **chapter)], options)  # type: ignore[arg-type]
    pages = list(pypdf.PdfReader(io.BytesIO(book.pdf)).pages)
    assert len(pages) == book.layout.pages
    return book, pages


def faults(shown: Shown, page: pypdf.PageObject) -> list[str]:
    """What overlaps, touches a line, or leaves the trimmed page."""
    texts = [box for box, _ in shown.texts]
    found = [f"{a} on {b}" for a, b in itertools.combinations(texts, 2) if overlap(a, b)]
    found += [f"{text} through {line}" for text in texts for line in shown.strokes if touches(text, line)]
    left, bottom, right, top = (float(edge) for edge in page.trimbox)
    outside = [box for box in texts if box[0] < left or box[2] > right or box[1] < bottom or box[3] > top]
    return [*found, *(f"{box} off the page" for box in outside)]


def test_what_overlaps_is_seen() -> None:
    """Two words on each other, a line through a third, a fourth off the page; and a page where all is well."""
    import typst

    def page_of(body: str) -> pypdf.PageObject:
        text = f"#set page(width: 60mm, height: 60mm, margin: 10mm)\n{body}"
        return pypdf.PdfReader(io.BytesIO(typst.compile(text.encode()))).pages[0]

    wrong = page_of(
        "#place(dx: 0mm)[Word]#place(dx: 4mm, dy: 1mm)[Word]#place(dy: 20mm)[Word]"
        "#place(dy: 21.5mm, line(length: 20mm))#place(dx: 45mm, dy: 30mm)[Word]"
    )
    kinds = [one.split(") ")[1].split(" ")[0] for one in faults(shown_on(wrong), wrong)]
    assert sorted(kinds) == ["off", "on", "through"]
    good = page_of("#place(dx: 0mm)[Word]#place(dx: 12mm)[Word]#place(dy: 8mm, line(length: 20mm))")
    assert faults(shown_on(good), good) == [] and len(shown_on(good).texts) == 2


LAYOUTS = [
    ("a4", 1, "en"), ("a4", 6, "ja"), ("b5", 2, "ja"), ("6x9", 4, "en"), ("a6", 1, "ja"), ("a6", 4, "en"),
    ("四六判", 2, "ja"), ("新書判", 4, "ja"), ("150x150", 1, "en"),
]  # fmt: skip


@pytest.mark.parametrize(("paper", "per_page", "lang"), LAYOUTS)
def test_nothing_overlaps_at_any_layout(paper: str, per_page: int, lang: str) -> None:
    options = replace(EVERYTHING, paper=paper, per_page=per_page, lang=lang, dividers=per_page == 2)  # type: ignore[arg-type]
    book, pages = made(options, 8)
    for sheet, page in zip(book.layout.sheets, pages, strict=True):
        shown = shown_on(page)
        assert faults(shown, page) == [], sheet.part
        assert shown.texts or sheet.part == "blank"


@pytest.mark.parametrize(("per_page", "lang", "solutions"), [(1, "en", "next"), (2, "ja", "back"), (4, "en", "back")])
def test_large_print_has_no_text_below_16_points(per_page: int, lang: str, solutions: str) -> None:
    options = replace(EVERYTHING, large_print=True, per_page=per_page, lang=lang, solutions=solutions, dividers=True)  # type: ignore[arg-type]
    _, pages = made(options)
    for page in pages:
        shown = shown_on(page)
        assert faults(shown, page) == []
        assert all(size >= 16 - 1e-3 for _, size in shown.texts)


def test_running_heads_stand_clear_of_the_numbers() -> None:
    for options in (replace(EVERYTHING, per_page=6), replace(EVERYTHING, large_print=True, per_page=4)):
        book, pages = made(options, 6)
        page = next(p for sheet, p in zip(book.layout.sheets, pages, strict=True) if sheet.part == "puzzles")
        lines = sorted({round(box[1], 1): box for box, _ in shown_on(page).texts}.values(), key=lambda box: -box[1])
        head, number = lines[0], lines[1]
        assert head[1] - number[3] >= 3.0 / POINT


@pytest.mark.parametrize("colour", [False, True])
def test_black_is_black_ink_alone_and_accents_are_of_four_inks(colour: bool) -> None:
    _, pages = made(replace(EVERYTHING, colour=colour, crop_marks=True, dividers=True))
    inks = {one for page in pages for one in shown_on(page).colours}
    assert {name for name, _ in inks} <= {"k", "K"}
    mixed = {values for _, values in inks if values[:3] != (0, 0, 0)}
    assert bool(mixed) == colour
    assert ("k", (0, 0, 0, 1)) in inks and ("K", (0, 0, 0, 1)) in inks


def test_grids_digits_and_lines_are_pure_black_in_colour() -> None:
    _, pages = made(BookOptions(colour=True, labels=False, header="", solutions="none"))
    inks = {values for page in pages for _, values in shown_on(page).colours}
    assert (0, 0, 0, 1) in inks
    assert all(values[:3] == (0, 0, 0) or values[3] < 1 for values in inks)


def test_corners_have_double_marks_and_sides_have_one_in_the_middle() -> None:
    book, pages = made(replace(EVERYTHING, paper="b5", crop_marks=True))
    for page in pages:
        strokes = shown_on(page).strokes
        left, bottom, right, top = (float(edge) for edge in page.trimbox)
        bleed = 3 / POINT
        outside = [s for s in strokes if s[2] < left or s[0] > right or s[3] < bottom or s[1] > top]
        assert len(outside) == 4 * 4 + 4 * 2
        for line in outside:
            # all of it beyond the bleed
            assert (
                line[2] <= left - bleed + 0.1 or line[0] >= right + bleed - 0.1
                or line[3] <= bottom - bleed + 0.1 or line[1] >= top + bleed - 0.1
            )  # fmt: skip
        upright = sorted({round(s[0] - left, 1) for s in outside if s[0] == s[2] and s[3] < bottom and s[0] < left + 9})
        assert upright == pytest.approx([-bleed, 0], abs=0.1)
        middles = [s for s in outside if abs(s[0] - (left + right) / 2) < 0.1 and s[0] == s[2]]
        assert len(middles) == 2
    # no coloured band: nothing but text and grids stands on a page
    assert book.layout.page.width == 182


@pytest.mark.parametrize(
    ("paper", "size"),
    [
        ("B5", (182, 257)), ("b5判", (182, 257)), ("B6", (128, 182)), ("Ａ６", (105, 148)), ("文庫判", (105, 148)),
        ("四六判", (127, 188)), ("46判", (127, 188)), ("新書判", (103, 182)), ("AB判", (210, 257)),
        ("120x180", (120, 180)),
        ("120.5×180mm", (120.5, 180)), ("6x9", (152.4, 228.6)), ("letter", (215.9, 279.4)),
    ],
)  # fmt: skip
def test_papers_have_their_sizes(paper: str, size: tuple[float, float]) -> None:
    assert paper_size(paper) == pytest.approx(size)


@pytest.mark.parametrize("paper", ["b7", "0x100", "1000x1000", "120x", "", "判"])
def test_papers_that_are_not_there_are_said(paper: str) -> None:
    with pytest.raises(InputError, match="paper "):
        paper_size(paper)


def test_one_a_page_fills_the_page() -> None:
    for paper in ("a4", "a5", "b5", "ab", "letter"):
        book, _ = made(BookOptions(paper=paper, per_page=1, solutions="none"), 1)
        layout = book.layout
        assert layout.puzzles.side == pytest.approx(min(layout.page.area_width, layout.page.area_height - 12), abs=6)
        assert layout.puzzles.side > 0.82 * layout.page.width or paper == "ab"


def test_solutions_fill_their_pages() -> None:
    for count, pages in ((1, 1), (8, 1), (12, 1), (20, 1), (40, 2)):
        book, _ = made(BookOptions(paper="a4", solutions="back"), count)
        small = [sheet for sheet in book.layout.sheets if sheet.part == "solutions"]
        assert len(small) == pages
        assert book.layout.solutions.side >= 33


def test_pages_are_padded_to_a_multiple_and_the_imprint_stays_last() -> None:
    book, pages = made(replace(EVERYTHING, pad=16))
    assert len(pages) == 16
    assert book.layout.sheets[-1].part == "imprint"
    assert [sheet.part for sheet in book.layout.sheets].count("blank") > 0


def test_every_page_is_what_the_plan_says() -> None:
    book, pages = made(replace(EVERYTHING, lang="ja", dividers=True, per_page=1), 5, heading="やさしいハート")
    texts = [page.extract_text() for page in pages]
    parts = [sheet.part for sheet in book.layout.sheets]
    assert parts[:4] == ["title", "rules", "key", "divider"]
    assert "やさしいハート" in texts[3] and "ナンバープレース" in texts[0] and "難易度" in texts[0]
    assert "ブロッケン" in texts[2] and "行目" not in texts[2]
    numbers = [k for k, part in enumerate(parts) if part == "puzzles"]
    for n, k in enumerate(numbers):
        assert f"第{n + 1}問" in texts[k].replace(" ", "")
        assert f"目安 {round(3.4 + 8 * n)}分" in texts[k]
        assert "★" * (n + 1) + "☆" * (4 - n) in texts[k]
        assert "予約" in texts[k] and "月" in texts[k] and "秒" in texts[k]
        assert book.layout.printed[n].page == k + 1
    index = texts[parts.index("index")]
    for n, k in enumerate(numbers):
        line = next(line for line in index.replace(" ", "").splitlines() if f"第{n + 1}問" in line)
        assert str(k + 1) in index and line
    assert "発行" not in texts[-1] and "Smith" in texts[-1] and "作者" in texts[-1]


def test_minutes_and_techniques_are_off_unless_asked_for() -> None:
    _, pages = made(BookOptions(lang="ja"))
    text = "".join(page.extract_text() for page in pages)
    for word in ("目安", "予約", "月", "ルール"):
        assert word not in text

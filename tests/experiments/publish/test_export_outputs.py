"""Pictures and books, looked at as a machine can: sizes, texts, fonts, boxes, and what ink lies where."""

from __future__ import annotations

import io
import re
import struct
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pypdf
import pytest
from hostile import TEXTS

from experiments.publish.book import Book, Chapter
from experiments.publish.book import make_book as make_book_of
from experiments.publish.book.layout import POINT, SLOTS, gutter_for
from experiments.publish.book.options import BookOptions
from experiments.publish.book.papers import PAPERS, paper_size
from experiments.publish.book.plan import Layout, lay_out
from experiments.publish.kinds import NUMBER_PLACE, output
from experiments.publish.number_place import grid_drawing
from experiments.publish.options import ExportOptions
from experiments.publish.outputs import outputs_of
from experiments.publish.png import puzzle_png
from experiments.publish.puzzle import ExportPuzzle
from experiments.publish.svg import svg_document
from experiments.publish.typesetting import template_text
from puzzles.errors import InputError

HINTS = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


def puzzles(count: int, **more: object) -> list[ExportPuzzle]:
    return [ExportPuzzle(HINTS, SOLUTION, f"p-{k}", **more) for k in range(1, count + 1)]  # type: ignore[arg-type]


def make_book(some: list[ExportPuzzle], options: BookOptions) -> Book[ExportPuzzle]:
    return make_book_of(NUMBER_PLACE, some, options)


def layout_of(count: int, options: BookOptions) -> Layout:
    return lay_out(NUMBER_PLACE, [Chapter(puzzles(count))], options)


def puzzle_svg(hints: str, solution: str | None = None, title: str = "") -> str:
    return svg_document(grid_drawing(hints, solution), title)


def pages_of(pdf: bytes) -> list[pypdf.PageObject]:
    return list(pypdf.PdfReader(io.BytesIO(pdf)).pages)


def digits_at(page: pypdf.PageObject, size: float, tolerance: float = 0.05) -> list[tuple[float, float, str]]:
    """The single digits of a page set in about a size of type: x, y from the lower left, digit."""
    found: list[tuple[float, float, str]] = []

    def visit(text: str, cm: list[float], tm: list[float], _: object, font_size: float) -> None:
        ch = text.strip()
        if len(ch) == 1 and ch.isdigit() and abs(font_size - size) < tolerance:
            x = tm[4] * cm[0] + tm[5] * cm[2] + cm[4]
            found.append((x, tm[4] * cm[1] + tm[5] * cm[3] + cm[5], ch))

    page.extract_text(visitor_text=visit)
    return found


def test_svg_is_sound_and_says_what_it_shows() -> None:
    root = ElementTree.fromstring(puzzle_svg(HINTS, title="No. 1"))
    name = "{http://www.w3.org/2000/svg}"
    shown = {}
    for text in root.iter(f"{name}text"):
        row, col = round((float(text.get("y", 0)) - 32) / 40), round((float(text.get("x", 0)) - 24) / 40)
        shown[9 * row + col] = text.text
    assert shown == {k: ch for k, ch in enumerate(HINTS) if ch != "."}
    assert root.findtext(f"{name}title") == "No. 1"
    solved = ElementTree.fromstring(puzzle_svg(HINTS, SOLUTION))
    assert "".join(text.text or "" for text in solved.iter(f"{name}text")) == SOLUTION
    assert len([text for text in solved.iter(f"{name}text") if text.get("fill")]) == HINTS.count(".")


@pytest.mark.parametrize("title", TEXTS)
def test_svg_titles_are_data(title: str) -> None:
    text = puzzle_svg(HINTS, title=title)
    root = ElementTree.fromstring(text.encode("utf-8"))
    assert {child.tag.rsplit("}")[-1] for child in root.iter()} == {"svg", "title", "rect", "path", "g", "text"}


@pytest.mark.parametrize("dpi", [72, 300])
def test_png_has_the_size_that_its_dpi_says(dpi: int) -> None:
    png = puzzle_png(NUMBER_PLACE, puzzles(1)[0], dpi=dpi)
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", png[16:24])
    assert width == height == pytest.approx(94 / 25.4 * dpi, abs=1)


def test_png_dpi_has_bounds() -> None:
    with pytest.raises(InputError, match="20 to 2400"):
        puzzle_png(NUMBER_PLACE, puzzles(1)[0], dpi=1)


@pytest.mark.parametrize(
    ("paper", "per_page"), [("a4", 1), ("a4", 2), ("a6", 4), ("b5", 4), ("shinsho", 2), ("letter", 6), ("120x150", 4)]
)
def test_books_of_every_paper_and_number_a_page(paper: str, per_page: int) -> None:
    book = make_book(puzzles(7), BookOptions(title="A book", paper=paper, per_page=per_page))
    pages = pages_of(book.pdf)
    width, height = paper_size(paper)
    sheets = -(-7 // per_page)
    assert (
        len(pages)
        == book.layout.pages
        == 1 + sheets + -(-7 // (book.layout.solutions.columns * book.layout.solutions.rows))
    )
    for page in pages:
        assert float(page.mediabox.width) == pytest.approx(width / POINT, abs=0.1)
        assert float(page.mediabox.height) == pytest.approx(height / POINT, abs=0.1)
    assert "A book" in pages[0].extract_text()
    numbers: list[str] = []
    for page in pages[1 : 1 + sheets]:
        numbers += re.findall(r"No\. (\d+)", page.extract_text())
        digits = digits_at(page, book.layout.puzzles.digit_size)
        assert len(digits) == 30 * len(re.findall(r"No\.", page.extract_text()))
    assert numbers == [str(k) for k in range(1, 8)]


def test_puzzles_and_solutions_stand_in_the_right_cells() -> None:
    """Read every digit's place back: one grid of hints, then the same grid solved, both inside the margins."""
    book = make_book(puzzles(1), BookOptions(per_page=1, solutions="next"))
    layout, pages = book.layout, pages_of(book.pdf)
    assert len(pages) == 2
    cell = layout.puzzles.side / 9 / POINT
    for page, expected in zip(pages, (HINTS, SOLUTION), strict=True):
        digits = digits_at(page, layout.puzzles.digit_size)
        left = layout.page.inside / POINT + (layout.page.area_width - layout.puzzles.side) / 2 / POINT
        below = min(y for _, y, _ in digits)
        grid = ["."] * 81
        for x, y, ch in digits:
            grid[9 * (8 - round((y - below) / cell)) + int((x - left) // cell)] = ch
            assert left < x < left + 9 * cell
        assert "".join(grid) == expected


@pytest.mark.parametrize(("paper", "per_page"), [("a4", 2), ("a5", 6), ("letter", 4)])
def test_rows_stand_apart_on_the_page(paper: str, per_page: int) -> None:
    """8 mm at least lie between a grid and the label below it, and the solutions are no larger than the puzzles."""
    book = make_book(puzzles(per_page), BookOptions(paper=paper, per_page=per_page))
    layout, slots = book.layout, book.layout.puzzles
    digits = digits_at(pages_of(book.pdf)[0], slots.digit_size)
    # a 5 stands in the first row of HINTS and in the eighth
    tops = sorted({round(y, 1) for _, y, ch in digits if ch == "5"}, reverse=True)
    first = tops[0]
    below = max(y for y in tops if y < first - slots.side * 0.95 / POINT)
    assert (first - below) * POINT > slots.side + slots.label + slots.label_gap + 8 - 0.05
    assert layout.solutions.side <= slots.side


def test_grids_are_equal_and_inside_the_page() -> None:
    for paper in PAPERS:
        for per_page, (columns, rows) in SLOTS.items():
            try:
                layout = layout_of(100, BookOptions(paper=paper, per_page=per_page, minutes=True, techniques=True))
            except InputError as error:
                assert "too small to solve" in str(error)  # noqa: PT017
                assert per_page == 6 and PAPERS[paper][0] < 130
                continue
            for slots in (layout.puzzles, layout.solutions):
                assert slots.columns * slots.side + 8 * (slots.columns - 1) <= layout.page.area_width + 1e-9
                assert slots.rows * slots.whole + 8 * (slots.rows - 1) <= layout.page.area_height + 1e-9
            assert (layout.puzzles.columns, layout.puzzles.rows) == (columns, rows)


@pytest.mark.parametrize("paper", PAPERS)
def test_large_print_is_large_or_refused(paper: str) -> None:
    for per_page in SLOTS:
        try:
            layout = layout_of(10, BookOptions(paper=paper, per_page=per_page, large_print=True))
        except InputError as error:
            assert "large print needs digits of 16 pt" in str(error)  # noqa: PT017
            assert per_page > 1
        else:
            assert layout.puzzles.digit_size >= 16
            assert layout.solutions.digit_size >= 16 - 1e-9
    assert layout_of(10, BookOptions(paper="a4", per_page=4, large_print=True)).puzzles.digit_size >= 16
    with pytest.raises(InputError, match="take fewer a page"):
        layout_of(10, BookOptions(paper="a5", per_page=6, large_print=True))


def test_large_print_reaches_the_page() -> None:
    book = make_book(puzzles(4), BookOptions(per_page=4, large_print=True))
    assert len(digits_at(pages_of(book.pdf)[0], book.layout.puzzles.digit_size)) == 120


def test_gutters_go_by_the_number_of_pages() -> None:
    assert [round(gutter_for(pages) / 25.4, 3) for pages in (1, 150, 151, 300, 301)] == [0.375, 0.375, 0.5, 0.5, 0.625]
    for count, gutter in ((10, 0.375), (400, 0.5), (1200, 0.625)):
        layout = layout_of(count, BookOptions(paper="6x9", per_page=2))
        assert (layout.page.inside - layout.page.outside) / 25.4 == pytest.approx(gutter)
    a4 = layout_of(9, BookOptions(paper="a4")).page
    assert layout_of(1200, BookOptions(paper="a4")).page.inside == a4.outside
    assert layout_of(9, BookOptions(paper="a4", gutter=12)).page.inside == a4.outside + 12


def test_gutters_lie_at_the_spine() -> None:
    """Right-hand pages have it on the left, left-hand pages on the right."""
    book = make_book(puzzles(4), BookOptions(paper="6x9", per_page=2, solutions="none"))
    first, second = pages_of(book.pdf)
    left = [min(x for x, _, _ in digits_at(page, book.layout.puzzles.digit_size)) for page in (first, second)]
    assert left[0] - left[1] == pytest.approx(0.375 * 72, abs=0.5)


def test_solutions_on_the_next_page_are_never_beside_their_puzzle() -> None:
    """With a title page an empty page follows, so that puzzles stand on right-hand (odd) pages."""
    book = make_book(puzzles(3), BookOptions(title="T", per_page=1, solutions="next"))
    pages = pages_of(book.pdf)
    assert len(pages) == book.layout.pages == 8
    assert pages[1].extract_text().strip() == ""
    for k in (2, 4, 6):
        assert len(digits_at(pages[k], book.layout.puzzles.digit_size)) == 30
        assert len(digits_at(pages[k + 1], book.layout.puzzles.digit_size)) == 81


def test_labels_header_footer_and_heading_are_printed() -> None:
    options = BookOptions(
        title="Title here", author="A. N. Other", header="Head here", footer="Foot here", first_number=41
    )
    made = puzzles(2, grade="medium", techniques=("locked candidates", "x-wing"), title="Morning")
    pages = pages_of(make_book(made, options).pdf)
    assert "Title here" in pages[0].extract_text()
    assert "A. N. Other" in pages[0].extract_text()
    text = pages[1].extract_text()
    for words in ("No. 41", "No. 42", "Morning", "medium", "Head here", "Foot here"):
        assert words in text
    assert "x-wing" not in text
    assert "Solutions" in pages[2].extract_text()
    assert "Head here" not in pages[2].extract_text()
    assert "medium" not in pages_of(make_book(made, BookOptions(labels=False)).pdf)[0].extract_text()


def test_japanese_is_printed_with_an_embedded_font() -> None:
    options = BookOptions(title="数独の朝、むずかしい問題", lang="ja")
    pdf = make_book(puzzles(2, title="ブロッケン", grade="やさしい"), options).pdf
    pages = pages_of(pdf)
    assert "数独の朝、むずかしい問題" in pages[0].extract_text()
    assert "第1問" in pages[1].extract_text().replace(" ", "")
    assert "ブロッケン" in pages[1].extract_text()
    assert "解答" in pages[2].extract_text()
    for page in pages:
        for font in page["/Resources"].get("/Font", {}).values():  # type: ignore[union-attr]
            descendant = font.get_object()["/DescendantFonts"][0].get_object()
            assert (
                "/FontFile2" in descendant["/FontDescriptor"].get_object()
                or "/FontFile3" in descendant["/FontDescriptor"].get_object()
            )
            assert "IPAexGothic" in str(descendant["/BaseFont"])


def test_families_are_printed_by_their_names() -> None:
    made = puzzles(1, techniques=("hidden_single_box", "x_wing", "forcing chain"))
    english = pages_of(make_book(made, BookOptions(techniques=True)).pdf)[0].extract_text()
    assert "hidden single (box), X-wing, forcing chain" in english
    japanese = pages_of(make_book(made, BookOptions(techniques=True, lang="ja")).pdf)[0].extract_text()
    assert "ブロッケン、井桁、forcing chain" in japanese


def test_grades_are_printed_in_the_language_of_the_book() -> None:
    made = [*puzzles(1, grade="fiendish"), *puzzles(1, grade="ふつう")]
    japanese = pages_of(make_book(made, BookOptions(lang="ja")).pdf)[0].extract_text()
    assert "最上級" in japanese
    assert "ふつう" in japanese
    assert "fiendish" in pages_of(make_book(made, BookOptions()).pdf)[0].extract_text()


def test_crop_marks_lie_outside_the_bleed_and_boxes_say_so() -> None:
    book = make_book(puzzles(2), BookOptions(paper="6x9", crop_marks=True))
    for page in pages_of(book.pdf):
        trim, bleed, media = page.trimbox, page.bleedbox, page.mediabox
        assert float(trim.width) == pytest.approx(6 * 72, abs=0.1)
        assert float(trim.height) == pytest.approx(9 * 72, abs=0.1)
        assert float(trim.left - bleed.left) == pytest.approx(3 / POINT, abs=0.1)
        assert float(bleed.top - trim.top) == pytest.approx(3 / POINT, abs=0.1)
        assert float(media.width - trim.width) == pytest.approx(26 / POINT, abs=0.1)
    plain = pages_of(make_book(puzzles(2), BookOptions(paper="6x9")).pdf)[0]
    assert float(plain.mediabox.width) == pytest.approx(6 * 72, abs=0.1)


def colours(pdf: bytes) -> set[bytes]:
    """The operators that set colours in all pages."""
    content = b"\n".join(page.get_contents().get_data() for page in pages_of(pdf))  # type: ignore[union-attr]
    return set(re.findall(rb"(?:[\d.]+ )+(?:rg|RG|scn|SCN|sc|SC|g|G|k|K)\b", content))


def test_grey_books_have_black_ink_alone() -> None:
    made = puzzles(2, grade="easy", techniques=("x",))
    for found in colours(make_book(made, BookOptions(title="T", crop_marks=True)).pdf):
        *mixed, _ = (float(part) for part in found.split()[:-1])
        assert found.endswith((b"k", b"K")) and mixed == [0, 0, 0], found


@pytest.mark.parametrize("text", TEXTS)
def test_text_in_books_is_data(text: str) -> None:
    made = puzzles(2, title=text, grade=text, techniques=(text,))
    options = BookOptions(title=text, author=text, header=text, footer=text)
    book = make_book(made, options)
    pages = pages_of(book.pdf)
    assert len(pages) == book.layout.pages == 3
    for word in re.findall(r"[A-Za-z0-9#(\\/]{3,20}", text)[:3]:
        assert word in pages[0].extract_text().replace("\n", "")


def test_long_titles_stay_on_the_page() -> None:
    """A word of 10,000 letters is broken into lines; Japanese, which breaks anywhere, is not made tiny."""
    book = make_book(puzzles(1), BookOptions(title="W" * 10_000, paper="a5"))
    lines = [line for line in pages_of(book.pdf)[0].extract_text().splitlines() if "W" in line]
    assert len(lines) >= 300 // 40
    sizes: list[float] = []
    page = pages_of(make_book(puzzles(1), BookOptions(title="難しい数独の本" * 5)).pdf)[0]
    page.extract_text(visitor_text=lambda text, _, __, ___, size: sizes.append(size) if "数独" in text else None)
    assert sizes
    assert min(sizes) >= 24


def test_a_hostile_book_keeps_its_grids() -> None:
    book = make_book(
        puzzles(6, title="x" * 10_000, grade="y" * 10_000, techniques=("z" * 10_000,)), BookOptions(per_page=6)
    )
    page = pages_of(book.pdf)[0]
    assert len(digits_at(page, book.layout.puzzles.digit_size)) == 180
    assert "…" in page.extract_text()


def test_a_publisher_edits_the_template(tmp_path: Path) -> None:
    template = tmp_path / "mine.typ"
    template.write_text(
        template_text("book.typ").replace("#let accent", '#let house = "House Style"\n#let accent')
        + "\n#pagebreak()\n#house, #words.solutions\n",
        encoding="utf-8",
    )
    pages = pages_of(make_book(puzzles(2), BookOptions(template=template)).pdf)
    assert "House Style, Solutions" in pages[-1].extract_text()


def test_a_broken_template_is_said_with_its_line(tmp_path: Path) -> None:
    template = tmp_path / "mine.typ"
    template.write_text("= A\n\n#nothing()\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"mine\.typ: line 3: unknown variable: nothing"):
        make_book(puzzles(1), BookOptions(template=template))
    with pytest.raises(InputError, match="no such template"):
        make_book(puzzles(1), BookOptions(template=tmp_path / "missing.typ"))


def test_templates_do_not_read_outside_their_folder(tmp_path: Path) -> None:
    template = tmp_path / "mine.typ"
    template.write_text('#read("/../../../../../../etc/passwd")', encoding="utf-8")
    with pytest.raises(InputError, match=r"mine\.typ"):
        make_book(puzzles(1), BookOptions(template=template))


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (BookOptions(paper="b9"), "paper 'b9': there are a4, a5, a6, b5, b6, ab, shiroku, shinsho, letter, 6x9, and"),
        (BookOptions(paper="60x100"), "sides of 70 to 600 mm"),
        (BookOptions(per_page=3), "3 puzzles a page: there are 1, 2, 4, 6"),
        (BookOptions(paper="a5", per_page=6, gutter=80), "too small to solve"),
        (BookOptions(paper="a5", gutter=120), "a gutter of 120 mm leaves"),
    ],
)
def test_what_does_not_fit_is_said(options: BookOptions, said: str) -> None:
    with pytest.raises(InputError, match=said):
        make_book(puzzles(1), options)


def test_a_book_of_nothing_is_no_book() -> None:
    with pytest.raises(InputError, match="at least one puzzle"):
        make_book([], BookOptions())


@pytest.mark.parametrize("name", outputs_of(NUMBER_PLACE))
def test_every_output_makes_files(name: str) -> None:
    batch = output(NUMBER_PLACE, name).make([Chapter(puzzles(2, title="T"))], ExportOptions(dpi=50))
    made = batch.files
    assert made
    assert batch.problems == []
    assert all(one.data and one.suffix.startswith(".") for one in made)
    assert len(made) == 1 or [one.number for one in made] == [1, 2]


def test_an_output_that_is_not_there_is_said() -> None:
    with pytest.raises(InputError, match="format 'docx': number place puzzles go out as pdf, svg, png, csv, txt"):
        output(NUMBER_PLACE, "docx")

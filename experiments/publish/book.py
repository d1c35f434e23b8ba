"""Books of puzzles as PDF, for printers at home and at work."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final, Literal

from evaluation.difficulty import GRADES
from evaluation.techniques import FAMILIES
from experiments.publish.layout import BLEED, LARGE_PRINT, POINT, SLUG, Layout, Page, Solutions, lay_out
from experiments.publish.pdf import open_pdf, pdf_bytes
from experiments.publish.puzzle import ExportPuzzle
from experiments.publish.typesetting import FONTS, compile_template
from puzzles.errors import InputError
from puzzles.files.base import one_line

Lang = Literal["en", "ja"]
WORDS: Final[dict[str, dict[str, str]]] = {
    "en": {
        "solutions": "Solutions",
        "number": "No. {n}",
        "subtitle": "{n} number place puzzles",
        "one": "1 number place puzzle",
    },
    "ja": {
        "solutions": "解答",
        "number": "第{n}問",
        "subtitle": "ナンバープレース {n}問",
        "one": "ナンバープレース 1問",
    },
}
_TITLE, _LABEL = 300, 100
_WORD: Final = 20
_LONG_WORD: Final = re.compile(rf"[^\s]{{{_WORD + 1},}}")


@dataclass(frozen=True, slots=True)
class BookOptions:
    """How a book looks."""

    title: str = ""
    """A title gives the book a title page."""
    author: str = ""
    paper: str = "a4"
    per_page: int = 2
    large_print: bool = False
    solutions: Solutions = "back"
    header: str | None = None
    """None is the title."""
    footer: str = ""
    lang: Lang = "en"
    colour: bool = False
    crop_marks: bool = False
    """Crop marks and 3 mm of bleed around the trimmed page."""
    gutter: float | None = None
    """Millimetres more at the spine; None is by paper and page count."""
    first_number: int = 1
    grades: bool = True
    techniques: bool = True
    template: Path | None = None
    fonts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Book:
    """A book that was made."""

    pdf: bytes
    layout: Layout


def short(text: str, longest: int) -> str:
    """One line of text, cut with `…` where it is longer."""
    line = one_line(text)
    return line if len(line) <= longest else line[: longest - 1].rstrip() + "…"


def make_book(puzzles: list[ExportPuzzle], options: BookOptions) -> Book:
    """The PDF of a book. Raises InputError when the options do not go together or the template does not compile."""
    if not puzzles:
        raise InputError("a book needs at least one puzzle")
    if options.lang not in WORDS:
        raise InputError(f"language {options.lang!r}: there are {', '.join(WORDS)}")
    title = short(options.title, _TITLE)
    layout = lay_out(
        len(puzzles),
        paper=options.paper,
        per_page=options.per_page,
        large_print=options.large_print,
        solutions=options.solutions,
        title_page=bool(title),
        gutter=options.gutter,
    )
    pdf = compile_template(
        "book.typ", _data(puzzles, options, title, layout), template=options.template, fonts=options.fonts
    )
    return Book(_with_bleed_boxes(pdf) if options.crop_marks else pdf, layout)


def _data(puzzles: list[ExportPuzzle], options: BookOptions, title: str, layout: Layout) -> dict[str, object]:
    words = WORDS[options.lang]
    families = {family.key: family.japanese if options.lang == "ja" else family.english for family in FAMILIES}
    grades = {grade.english: grade.japanese if options.lang == "ja" else grade.english for grade in GRADES}
    count = len(puzzles)
    return {
        "title": title,
        "title_lines": breakable(title),
        "author": short(options.author, _LABEL),
        "subtitle": words["one"] if count == 1 else words["subtitle"].format(n=count),
        "header": short(title if options.header is None else options.header, _LABEL),
        "footer": short(options.footer, _LABEL),
        "lang": options.lang,
        "words": {"solutions": words["solutions"]},
        "fonts": list(FONTS),
        "colour": options.colour,
        "bleed": BLEED if options.crop_marks else 0,
        "slug": SLUG if options.crop_marks else 0,
        "text_size": LARGE_PRINT if options.large_print else 10.0,
        "title_size": title_size(title, layout.page),
        "page": asdict(layout.page),
        "puzzles_at": asdict(layout.puzzles),
        "solutions_at": asdict(layout.solutions),
        "front_pages": layout.front_pages,
        "solutions": options.solutions,
        "puzzles": [
            {
                "number": words["number"].format(n=options.first_number + k),
                "title": short(puzzle.title, _LABEL),
                "grade": short(grades.get(puzzle.grade or "", puzzle.grade or ""), 30) if options.grades else "",
                "techniques": short(", ".join(families.get(name, name) for name in puzzle.techniques), _LABEL)
                if options.techniques
                else "",
                "hints": puzzle.hints,
                "solution": puzzle.solution,
            }
            for k, puzzle in enumerate(puzzles)
        ],
    }


def breakable(title: str) -> str:
    """A title whose long words may be broken, every twenty characters, without a sign."""
    return _LONG_WORD.sub(lambda word: "\u200b".join(re.findall(f".{{1,{_WORD}}}", word.group())), title)


def title_size(title: str, page: Page) -> float:
    """Points at which a title fits: no word wider than the page, the whole not higher than half of it.

    A full-width character is as wide as its size, which hardly a Latin one exceeds, and lines break beside it.
    """
    width, height = page.area_width / POINT, page.area_height / POINT
    narrow = "".join(" " if unicodedata.east_asian_width(ch) in "WF" else ch for ch in title)
    longest_word = min(_WORD, max((len(word) for word in narrow.split()), default=1))
    size = 32.0
    while size > 8 and (longest_word * size > width or len(title) * size * size * 1.5 > width * height / 2):
        size -= 1
    return size


def _with_bleed_boxes(pdf: bytes) -> bytes:
    """The PDF with bleed boxes 3 mm around the trim: typst writes the whole slug as bleed."""
    from pypdf.generic import RectangleObject

    writer = open_pdf(pdf)
    more = BLEED / POINT
    for page in writer.pages:
        left, bottom, right, top = (float(edge) for edge in page.trimbox)
        page.bleedbox = RectangleObject((left - more, bottom - more, right + more, top + more))
    return pdf_bytes(writer)

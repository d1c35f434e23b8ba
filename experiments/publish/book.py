"""Books of puzzles as PDF, for printers at home and at work."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import asdict, dataclass
from typing import Final, Generic

from experiments.names import short
from experiments.publish.kind import Kind
from experiments.publish.layout import BLEED, LARGE_PRINT, POINT, SLUG, Layout, Page, Setup, lay_out
from experiments.publish.loading import P
from experiments.publish.options import BookOptions
from experiments.publish.pdf import open_pdf, pdf_bytes
from experiments.publish.typesetting import FONTS, compile_template
from puzzles.errors import InputError
from puzzles.files.base import one_line

WORDS: Final[dict[str, dict[str, str]]] = {
    "en": {"solutions": "Solutions", "number": "No. {n}"},
    "ja": {"solutions": "解答", "number": "第{n}問"},
}
_TITLE: Final = 300
LABEL: Final = 100
"""The longest author, header, footer and label, in characters."""
_WORD: Final = 20
_LONG_WORD: Final = re.compile(rf"[^\s]{{{_WORD + 1},}}")


@dataclass(frozen=True, slots=True)
class Book(Generic[P]):
    """A book that was made."""

    pdf: bytes
    layout: Layout
    puzzles: list[P]
    """Those that are in it."""
    problems: list[str]
    """One line about each that is not."""


def make_book(kind: Kind[P], puzzles: list[P], options: BookOptions) -> Book[P]:
    """The PDF of a book. A puzzle that is too large for the page is left out.

    Raises InputError when no puzzle is left, the options do not go together or the template does not compile.
    """
    if options.lang not in WORDS:
        raise InputError(f"language {options.lang!r}: there are {', '.join(WORDS)}")
    fitting, layout, problems = _fitting(kind, puzzles, options)
    pdf = compile_template(
        "book.typ", _data(kind, fitting, options, layout), template=options.template, fonts=options.fonts
    )
    return Book(_with_bleed_boxes(pdf) if options.crop_marks else pdf, layout, fitting, problems)


def _fitting(kind: Kind[P], puzzles: list[P], options: BookOptions) -> tuple[list[P], Layout, list[str]]:
    """The puzzles that have room, the pages for them, and a line about each of the others."""
    if not puzzles:
        raise InputError("a book needs at least one puzzle")
    setup = Setup(
        paper=options.paper,
        per_page=options.per_page if kind.square else 1,
        large_print=options.large_print,
        solutions=options.solutions,
        title_page=bool(one_line(options.title)),
        gutter=options.gutter,
        square=kind.square,
    )
    layout = lay_out(len(puzzles), setup)
    fitting: list[P] = []
    problems: list[str] = []
    for puzzle in puzzles:
        try:
            kind.check_room(puzzle, layout.puzzles.side, layout.puzzles.height, options.paper)
            fitting.append(puzzle)
        except InputError as error:
            problems.append(str(error))
    if not fitting:
        raise InputError(problems[0])
    # fewer pages need no wider gutter, so what fitted fits
    return fitting, lay_out(len(fitting), setup) if problems else layout, problems


def _data(kind: Kind[P], puzzles: list[P], options: BookOptions, layout: Layout) -> dict[str, object]:
    words = WORDS[options.lang]
    one, many = kind.subtitles[options.lang]
    title = short(options.title, _TITLE)
    count = len(puzzles)
    return {
        "kind": kind.key,
        "title": title,
        "title_lines": breakable(title),
        "author": short(options.author, LABEL),
        "subtitle": one if count == 1 else many.format(n=count),
        "header": short(title if options.header is None else options.header, LABEL),
        "footer": short(options.footer, LABEL),
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
                **kind.labels(puzzle, options),
                **kind.data(puzzle),
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

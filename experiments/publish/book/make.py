"""Books of puzzles as PDF, for printers at home and at work."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Final, Generic

from experiments.names import short
from experiments.publish.book.contents import Sheet
from experiments.publish.book.layout import BLEED, LARGE_PRINT, POINT, SLUG, Slots, small_size, text_size
from experiments.publish.book.options import LANGS, BookOptions
from experiments.publish.book.plan import TITLE, Chapter, Layout, lay_out
from experiments.publish.book.words import WORDS
from experiments.publish.kind import LABEL, Kind
from experiments.publish.loading import P
from experiments.publish.pdf import open_pdf, pdf_bytes
from experiments.publish.typesetting import FONTS, compile_template, template_text
from puzzles.errors import InputError

_LEAST_TEXT: Final = 6.5
"""Points below which text is cut rather than set smaller; in large print that is its size."""
_ALWAYS: Final = ("title", "divider")
"""Pages that are drawn like parts but are none of the catalogue."""


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
    """The PDF of a book of one chapter; see `make_chapters`."""
    return make_chapters(kind, [Chapter(puzzles)], options)


def make_chapters(kind: Kind[P], chapters: Sequence[Chapter[P]], options: BookOptions) -> Book[P]:
    """The PDF of a book. A puzzle that is too large for the page is left out, and so is a chapter of none.

    Raises InputError when no puzzle is left, the options do not go together or the template does not compile.
    """
    if options.lang not in LANGS:
        raise InputError(f"language {options.lang!r}: there are {', '.join(LANGS)}")
    fitting, layout, problems = _fitting(kind, [one for one in chapters if one.puzzles], options)
    puzzles = [puzzle for one in fitting for puzzle in one.puzzles]
    pdf = compile_template(
        "book.typ",
        _data(kind, puzzles, options, layout),
        template=options.template,
        fonts=options.fonts,
        more=_part_files(layout),
    )
    return Book(_with_bleed_boxes(pdf) if options.crop_marks else pdf, layout, puzzles, problems)


def _fitting(
    kind: Kind[P], chapters: Sequence[Chapter[P]], options: BookOptions
) -> tuple[list[Chapter[P]], Layout, list[str]]:
    """The chapters of puzzles that have room, the pages for them, and a line about each of the others."""
    if not chapters:
        raise InputError("a book needs at least one puzzle")
    layout = lay_out(kind, chapters, options)
    problems: list[str] = []
    fitting: list[Chapter[P]] = []
    for chapter, slots in zip(chapters, layout.chapters, strict=True):
        good: list[P] = []
        for puzzle in chapter.puzzles:
            try:
                kind.check_room(puzzle, slots.side, slots.height, options.paper)
                good.append(puzzle)
            except InputError as error:
                problems.append(str(error))
        if good:
            fitting.append(replace(chapter, puzzles=good))
    if not fitting:
        raise InputError(problems[0])
    # fewer pages need no wider gutter, so what fitted fits
    return fitting, lay_out(kind, fitting, options) if problems else layout, problems


def _data(kind: Kind[P], puzzles: list[P], options: BookOptions, layout: Layout) -> dict[str, object]:
    words = WORDS[options.lang]
    size = text_size(layout.large)
    return {
        "kind": kind.key,
        "title": short(options.title, TITLE),
        "author": short(options.author, LABEL),
        "footer": short(options.footer, LABEL),
        "lang": options.lang,
        "words": {"solutions": words["solutions"], "date_lines": words["date_lines"]},
        "fonts": list(FONTS),
        "colour": options.colour,
        "bleed": BLEED if options.crop_marks else 0,
        "slug": SLUG if options.crop_marks else 0,
        "text_size": size,
        "least_size": LARGE_PRINT if layout.large else _LEAST_TEXT,
        "date_line": options.date_line,
        "page": asdict(layout.page),
        "slots": [_slots(one, options, layout.large) for one in layout.slots],
        "puzzles": [
            {
                "number": one.number,
                "title": one.title,
                "stars": one.stars,
                "grade": one.grade,
                "minutes": one.minutes,
                **kind.labels(puzzle, options),
                **kind.data(puzzle),
            }
            for one, puzzle in zip(layout.printed, puzzles, strict=True)
        ],
        "pages": [_sheet(one, len(layout.chapters)) for one in layout.sheets],
    }


def _slots(slots: Slots, options: BookOptions, large: bool) -> dict[str, Any]:
    return {
        **asdict(slots),
        "whole": slots.whole,
        "small_size": LARGE_PRINT if large else small_size(slots.label_size),
        "second_line": options.label.second_line,
    }


def _sheet(sheet: Sheet, small: int) -> dict[str, Any]:
    return {
        "part": sheet.part,
        "head": sheet.head,
        "numbered": sheet.numbered,
        "data": sheet.data,
        "puzzles": sheet.puzzles,
        "slots": sheet.slots,
        "small": sheet.part == "solutions" and sheet.slots == small,
    }


def _part_files(layout: Layout) -> Mapping[str, str]:
    """The templates of the parts that the book has, and `parts.typ`, which gives them by their names."""
    templates = {name: template_text(f"part-{name}.typ") for name in _ALWAYS}
    templates |= {part.name: part.template for part in layout.parts}
    used = list(dict.fromkeys(sheet.part for sheet in layout.sheets if sheet.part in templates))
    files = {f"part-{name}.typ": templates[name] for name in used}
    lines = [f'#import "part-{name}.typ" as part-{k}' for k, name in enumerate(used)]
    entries = "".join(f'"{name}": part-{k}.page, ' for k, name in enumerate(used))
    lines.append(f"#let parts = ({entries or ':'})")
    return {**files, "parts.typ": "\n".join(lines) + "\n"}


def _with_bleed_boxes(pdf: bytes) -> bytes:
    """The PDF with bleed boxes 3 mm around the trim: typst writes the whole slug as bleed."""
    from pypdf.generic import RectangleObject

    writer = open_pdf(pdf)
    more = BLEED / POINT
    for page in writer.pages:
        left, bottom, right, top = (float(edge) for edge in page.trimbox)
        page.bleedbox = RectangleObject((left - more, bottom - more, right + more, top + more))
    return pdf_bytes(writer)

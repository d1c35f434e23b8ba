"""Nonograms as PDF books and PNG pictures, set by typst."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from typing import Final

from experiments.publish.book import WORDS, Lang, breakable, short, title_size
from experiments.publish.layout import Page, Solutions, front_pages, gutter_for, page_of
from experiments.publish.nonogram_source import ExportNonogram
from experiments.publish.typesetting import FONTS, compile_template
from puzzles.errors import InputError
from puzzles.nonogram import Picture

_SUBTITLES: Final = {"en": ("1 nonogram", "{n} nonograms"), "ja": ("イラストロジック 1問", "イラストロジック {n}問")}
_TITLE, _LABEL = 300, 100
_WIDEST, _NARROWEST = 10.0, 2.0
"""Millimetres of a cell."""
_HEADING: Final = 14.0
_BACK_SIDE, _BACK_GAP, _BACK_LABEL = 52.0, 8.0, 6.0
_PNG_SIDE, _PNG_CELL, _PNG_MARGIN = 200.0, 8.0, 2.0
_MOST_DOTS: Final = 12_000
"""Of a PNG's longer side."""


@dataclass(frozen=True, slots=True)
class NonogramBook:
    """How a book of nonograms looks; the fields are those of `BookOptions`."""

    title: str = ""
    author: str = ""
    paper: str = "a4"
    solutions: Solutions = "back"
    header: str | None = None
    footer: str = ""
    lang: Lang = "en"
    gutter: float | None = None
    first_number: int = 1
    titles: bool = True
    """Whether the puzzles' titles, which may tell the picture, stand above them; they stand by the solutions anyway."""


def runs_of(picture: Picture) -> list[list[tuple[int, int]]]:
    """The runs of black cells of each row of an (h, w) picture: start and length."""
    rows: list[list[tuple[int, int]]] = []
    for row in picture.tolist():
        runs: list[tuple[int, int]] = []
        for x, on in enumerate(row):
            if not on:
                continue
            if runs and sum(runs[-1]) == x:
                runs[-1] = (runs[-1][0], runs[-1][1] + 1)
            else:
                runs.append((x, 1))
        rows.append(runs)
    return rows


def nonogram_book(puzzles: list[ExportNonogram], options: NonogramBook) -> bytes:
    """The PDF of a book, one puzzle a page. Raises InputError for an unknown paper or language, or too little room."""
    if not puzzles:
        raise InputError("a book needs at least one puzzle")
    if options.lang not in WORDS:
        raise InputError(f"language {options.lang!r}: there are {', '.join(WORDS)}")
    title = short(options.title, _TITLE)
    front = front_pages(bool(title), options.solutions)
    gutter = options.gutter if options.gutter is not None else 0.0
    page = page_of(options.paper, gutter)
    columns, rows = _back(page)
    if options.gutter is None and options.paper == "6x9":
        behind = {"back": math.ceil(len(puzzles) / (columns * rows)), "next": len(puzzles), "none": 0}
        page = page_of(options.paper, gutter_for(front + len(puzzles) + behind[options.solutions]))
        columns, rows = _back(page)
    one, many = _SUBTITLES[options.lang]
    data = {
        "picture_only": False,
        "title": title,
        "title_lines": breakable(title),
        "title_size": title_size(title, page),
        "author": short(options.author, _LABEL),
        "subtitle": one if len(puzzles) == 1 else many.format(n=len(puzzles)),
        "header": short(title if options.header is None else options.header, _LABEL),
        "footer": short(options.footer, _LABEL),
        "lang": options.lang,
        "words": {"solutions": WORDS[options.lang]["solutions"]},
        "fonts": list(FONTS),
        "text_size": 10.0,
        "page": asdict(page),
        "front_pages": front,
        "heading": _HEADING,
        "solutions": options.solutions,
        "solutions_at": {
            "columns": columns,
            "rows": rows,
            "side": min(_BACK_SIDE, page.area_width),
            "gap": _BACK_GAP,
            "label": _BACK_LABEL,
        },
        "puzzles": [
            _puzzle(
                one,
                _cell(one, page.area_width, page.area_height - _HEADING - 1, options.paper),
                WORDS[options.lang]["number"].format(n=options.first_number + k),
                titles=options.titles,
            )
            for k, one in enumerate(puzzles)
        ],
    }
    return compile_template("nonogram.typ", data)


def nonogram_png(one: ExportNonogram, solved: bool = False, dpi: float = 300.0) -> bytes:
    """A PNG of a nonogram, with its picture if `solved`.

    Args:
        dpi: dots an inch, 20 to 2400; cells are 8 mm wide, or less where the board would exceed 20 cm.

    Raises InputError for other dpi, and for a picture of more than 12,000 dots a side.
    """
    if not 20 <= dpi <= 2400:
        raise InputError(f"{dpi:g} dots an inch: 20 to 2400 are possible")
    wide, high = _extent(one)
    cell = min(_PNG_CELL, _PNG_SIDE / max(wide, high))
    width, height = wide * cell, high * cell
    page = Page(
        width + 2 * _PNG_MARGIN,
        height + 2 * _PNG_MARGIN,
        *(_PNG_MARGIN,) * 4,
        area_width=width,
        area_height=height,
    )
    dots = max(page.width, page.height) / 25.4 * dpi
    if dots > _MOST_DOTS:
        raise InputError(f"{one.id}: {dots:.0f} dots a side, {_MOST_DOTS} are possible: take fewer dots an inch")
    data = {
        "picture_only": True,
        "title": "",
        "author": "",
        "header": "",
        "lang": "en",
        "fonts": list(FONTS),
        "text_size": 10.0,
        "page": asdict(page),
        "front_pages": 0,
        "solutions": "next" if solved else "none",
        "puzzles": [_puzzle(one, cell)],
    }
    return compile_template("nonogram.typ", data, image=True, dpi=dpi)


def _extent(one: ExportNonogram) -> tuple[int, int]:
    """Cells across and down, clues included; a line without runs shows a 0."""
    deepest_row = max(1, *(len(clue) for clue in one.puzzle.rows))
    deepest_column = max(1, *(len(clue) for clue in one.puzzle.columns))
    return deepest_row + one.puzzle.width, deepest_column + one.puzzle.height


def _puzzle(one: ExportNonogram, cell: float, number: str = "", *, titles: bool = False) -> dict[str, object]:
    wide, high = _extent(one)
    title = short(one.puzzle.title or "", _LABEL)
    return {
        "number": number,
        "title": title if titles else "",
        "answer": title,
        "cell": cell,
        "rows": [list(clue) or [0] for clue in one.puzzle.rows],
        "columns": [list(clue) or [0] for clue in one.puzzle.columns],
        "row_depth": wide - one.puzzle.width,
        "column_depth": high - one.puzzle.height,
        "runs": runs_of(one.picture),
    }


def _cell(one: ExportNonogram, width: float, height: float, paper: str) -> float:
    wide, high = _extent(one)
    cell = min(_WIDEST, width / wide, height / high)
    if cell < _NARROWEST:
        raise InputError(
            f"{one.id}: {one.puzzle.width} by {one.puzzle.height} leaves cells of {cell:.1f} mm on {paper}: "
            "take larger paper"
        )
    return cell


def _back(page: Page) -> tuple[int, int]:
    """Columns and rows of the small pictures at the back."""
    side = min(_BACK_SIDE, page.area_width)
    columns = max(1, int((page.area_width + _BACK_GAP) // (side + _BACK_GAP)))
    rows = max(1, int((page.area_height + _BACK_GAP) // (side + _BACK_LABEL + _BACK_GAP)))
    return columns, rows

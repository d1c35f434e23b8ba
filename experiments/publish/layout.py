"""The geometry of a book, worked out before anything is set: pages, gutters, equal grids. Millimetres."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Final, Literal

from puzzles.errors import InputError

Solutions = Literal["back", "next", "none"]

PAPERS: Final[dict[str, tuple[float, float]]] = {
    "a4": (210.0, 297.0),
    "a5": (148.0, 210.0),
    "letter": (215.9, 279.4),
    "6x9": (152.4, 228.6),
}
"""Name to trimmed width and height."""
_OUTSIDE: Final = {"a4": 18.0, "letter": 18.0, "a5": 12.0, "6x9": 9.525}
SLOTS: Final[dict[int, tuple[int, int]]] = {1: (1, 1), 2: (1, 2), 4: (2, 2), 6: (2, 3)}
"""Puzzles per page to columns and rows."""

BLEED: Final = 3.0
SLUG: Final = 10.0
"""Paper beyond the trim, where crop marks stand: the bleed and a strip outside it."""
POINT: Final = 25.4 / 72
LARGE_PRINT: Final = 16.0
"""The least size of digits in large print, in points."""
_DIGIT: Final = 0.62
_LARGE_DIGIT: Final = 0.72
_GAP: Final = 8.0
_LABEL_GAP: Final = 1.5
_SMALL_SOLUTION: Final = 44.0
_WIDEST: Final = 150.0


@dataclass(frozen=True, slots=True)
class Page:
    """A trimmed page and its margins."""

    width: float
    height: float
    inside: float
    """The margin at the spine: the outside margin and the gutter."""
    outside: float
    top: float
    bottom: float
    area_width: float
    area_height: float


@dataclass(frozen=True, slots=True)
class Slots:
    """Equal places for grids on a page."""

    columns: int
    rows: int
    side: float
    """Length of a grid, or width of its place."""
    height: float
    """Height of a grid or its place."""
    label: float
    """Height of the label above a grid."""
    label_gap: float
    label_size: float
    """Points."""
    digit: float
    """Size of the digits as a share of a cell."""

    @property
    def digit_size(self) -> float:
        """Size of the digits in points."""
        return self.side / 9 * self.digit / POINT


@dataclass(frozen=True, slots=True)
class Layout:
    """Everything about the pages of one book."""

    page: Page
    puzzles: Slots
    solutions: Slots
    front_pages: int
    pages: int
    """How many pages the book has."""


def gutter_for(pages: int) -> float:
    """What printers ask for at the spine: 0.375 in up to 150 pages, 0.5 in up to 300, 0.625 in above."""
    return 25.4 * (0.375 if pages <= 150 else 0.5 if pages <= 300 else 0.625)


@dataclass(frozen=True, slots=True)
class Setup:
    """What a layout is asked for."""

    paper: str = "a4"
    """A key of `PAPERS`."""
    per_page: int = 2
    """A key of `SLOTS`."""
    large_print: bool = False
    """Digits of at least 16 pt, in puzzles and in solutions at the back."""
    solutions: Solutions = "back"
    """Small at the back, as large as the puzzles on the next page, or none."""
    title_page: bool = False
    """Whether the book begins with one."""
    gutter: float | None = None
    """Millimetres at the spine; None takes `gutter_for` for 6x9 and nothing for the others."""
    square: bool = True
    """Whether all puzzles are squares; others have the whole of their place."""


def lay_out(count: int, setup: Setup) -> Layout:
    """The layout of a book of `count` puzzles, at least 1.

    Raises InputError for what does not exist or does not fit.
    """
    if setup.per_page not in SLOTS:
        raise InputError(f"{setup.per_page} puzzles a page: there are {', '.join(map(str, SLOTS))}")
    spine = setup.gutter if setup.gutter is not None else 0.0
    for _ in range(3):  # a wider gutter makes smaller solutions, so perhaps other page counts
        layout = _fixed(count, setup, spine)
        by_pages = gutter_for(layout.pages) if setup.paper == "6x9" else 0.0
        wanted = setup.gutter if setup.gutter is not None else by_pages
        if wanted == spine:
            return layout
        spine = wanted
    return _fixed(count, setup, spine)


def page_of(paper: str, gutter: float = 0.0, large: bool = False) -> Page:
    """The page of a paper. Raises InputError for a paper that is none of `PAPERS`."""
    if paper not in PAPERS:
        raise InputError(f"paper {paper!r}: there are {', '.join(PAPERS)}")
    width, height = PAPERS[paper]
    outside = _OUTSIDE[paper]
    head = 9.0 if large else 8.0
    return Page(
        width=width,
        height=height,
        inside=outside + gutter,
        outside=outside,
        top=outside + head,
        bottom=outside + head,
        area_width=width - 2 * outside - gutter,
        area_height=height - 2 * (outside + head),
    )


def front_pages(title_page: bool, solutions: Solutions) -> int:
    """Pages before the first puzzle.

    Where solutions follow on the next page, an empty one lies behind the title page, so that they are never seen
    beside their puzzles.
    """
    return (2 if solutions == "next" else 1) if title_page else 0


def _fixed(count: int, setup: Setup, gutter: float) -> Layout:
    large = setup.large_print
    page = page_of(setup.paper, gutter, large)
    columns, rows = SLOTS[setup.per_page]
    digit = _LARGE_DIGIT if large else _DIGIT
    label_size = LARGE_PRINT if large else 12.0 if setup.per_page <= 2 else 10.0
    label = _Label(label_size, 2.1)
    if setup.square:
        puzzles = _squares(page, (columns, rows), label, digit, None if large else _WIDEST)
    else:
        puzzles = _places(page, (columns, rows), label, digit)
    if large and puzzles.digit_size < LARGE_PRINT:
        raise InputError(
            f"large print needs digits of {LARGE_PRINT:g} pt, {setup.per_page} a page on {setup.paper} leave "
            f"{puzzles.digit_size:.1f}: take fewer a page or larger paper"
        )
    back = _at_the_back(page, puzzles, large)
    front = front_pages(setup.title_page, setup.solutions)
    sheets = math.ceil(count / setup.per_page)
    behind = {"back": math.ceil(count / (back.columns * back.rows)), "next": sheets, "none": 0}[setup.solutions]
    return Layout(page, puzzles, back, front, front + sheets + behind)


def _at_the_back(page: Page, puzzles: Slots, large: bool) -> Slots:
    """Small solutions, never larger than the puzzles."""
    least = 9 * LARGE_PRINT * POINT / _LARGE_DIGIT if large else _SMALL_SOLUTION
    least = min(least, puzzles.side)
    columns = max(1, int((page.area_width + _GAP) // (least + _GAP)))
    label = _Label(LARGE_PRINT if large else 9.0, 1.3)
    side = min((page.area_width - (columns - 1) * _GAP) / columns, puzzles.side)
    rows = max(1, int((page.area_height + _GAP) // (side + label.height + _LABEL_GAP + _GAP)))
    return _squares(page, (columns, rows), label, _LARGE_DIGIT if large else _DIGIT, puzzles.side)


@dataclass(frozen=True, slots=True)
class _Label:
    size: float
    """Points."""
    lines: float

    @property
    def height(self) -> float:
        return self.size * POINT * self.lines


def _places(page: Page, grid: tuple[int, int], label: _Label, digit: float) -> Slots:
    """`grid` columns and rows of equal places that fill the page."""
    columns, rows = grid
    return Slots(
        columns=columns,
        rows=rows,
        side=(page.area_width - (columns - 1) * _GAP) / columns,
        height=(page.area_height - (rows - 1) * _GAP) / rows - label.height - _LABEL_GAP,
        label=label.height,
        label_gap=_LABEL_GAP,
        label_size=label.size,
        digit=digit,
    )


def _squares(page: Page, grid: tuple[int, int], label: _Label, digit: float, widest: float | None) -> Slots:
    """Equal squares, as large as the places, but at most `widest`."""
    places = _places(page, grid, label, digit)
    side = min(places.side, places.height, math.inf if widest is None else widest)
    if side < 30:
        raise InputError(f"grids of {side:.0f} mm are too small to solve: take fewer a page or a smaller gutter")
    return replace(places, side=side, height=side)

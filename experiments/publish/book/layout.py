"""The geometry of a book, worked out before anything is set: pages, gutters, equal grids. Millimetres."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Final, Literal

from experiments.publish.book.papers import is_six_by_nine, paper_size
from puzzles.errors import InputError

Solutions = Literal["back", "next", "none"]

SLOTS: Final[dict[int, tuple[int, int]]] = {1: (1, 1), 2: (1, 2), 4: (2, 2), 6: (2, 3)}
"""Puzzles per page to columns and rows."""

BLEED: Final = 3.0
SLUG: Final = 13.0
"""Paper beyond the trim, where crop marks stand: the bleed and a strip of 10 mm outside it."""
POINT: Final = 25.4 / 72
LARGE_PRINT: Final = 16.0
"""The least size of any text in large print, in points."""
TEXT: Final = 10.0
"""The size of running text otherwise."""
_DIGIT: Final = 0.72
_LARGE_DIGIT: Final = 0.78
_GAP: Final = 8.0
"""Between grids."""
_LABEL_GAP: Final = 2.0
"""Between a label and its grid."""
_CLEAR: Final = 4.0
"""Between running heads or feet and what stands on the page."""
_LEAST_SOLUTION, _LARGEST_SOLUTION = 33.0, 60.0
_LEAST_GRID: Final = 30.0
_MARGIN: Final = (0.07, 7.0, 15.0)
"""Of the outer margins: share of the paper's width, least and greatest."""
_LABEL_SIZES: Final = {1: 15.0, 2: 13.0, 4: 11.0, 6: 11.0}
"""Puzzles a page to points of the number above a grid."""
_LINE: Final = 1.35
"""Height of a line of type, by its size."""


@dataclass(frozen=True, slots=True)
class Page:
    """A trimmed page and its margins."""

    width: float
    height: float
    inside: float
    """The margin at the spine: the outside margin and the gutter."""
    outside: float
    top: float
    """With the running head, and room below it."""
    bottom: float
    area_width: float
    area_height: float
    clear: float
    """Between the running head and the area, and between the area and the foot."""


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
    """Points of the number."""
    foot: float
    """Height of the line below a grid; 0 for none."""
    digit: float
    """Size of the digits as a share of a cell."""

    @property
    def digit_size(self) -> float:
        """Size of the digits in points."""
        return self.side / 9 * self.digit / POINT

    @property
    def whole(self) -> float:
        """Height of a grid with all that belongs to it."""
        return self.label + self.label_gap + self.height + self.foot

    @property
    def number(self) -> int:
        """Grids on a page."""
        return self.columns * self.rows


@dataclass(frozen=True, slots=True)
class Label:
    """What stands around a grid."""

    second_line: bool = False
    """Whether a line stands below the number: the minutes, and room for time and date."""
    foot: bool = False
    """Whether a line stands below the grid: the techniques."""


def gutter_for(pages: int) -> float:
    """What printers ask for at the spine: 0.375 in up to 150 pages, 0.5 in up to 300, 0.625 in above."""
    return 25.4 * (0.375 if pages <= 150 else 0.5 if pages <= 300 else 0.625)


def asks_for_gutter(paper: str) -> bool:
    """Whether the gutter of a paper goes by the number of pages."""
    return is_six_by_nine(paper)


def text_size(large: bool) -> float:
    """Points of running text."""
    return LARGE_PRINT if large else TEXT


def page_of(paper: str, gutter: float = 0.0, large: bool = False) -> Page:
    """The page of a paper. Raises InputError for a paper that there is not, and for a gutter that is too wide."""
    width, height = paper_size(paper)
    share, least, greatest = _MARGIN
    outside = 9.525 if asks_for_gutter(paper) else min(max(share * width, least), greatest)
    head = text_size(large) * POINT + _CLEAR
    area_width = width - 2 * outside - gutter
    if area_width < _LEAST_GRID:
        raise InputError(f"a gutter of {gutter:g} mm leaves {max(area_width, 0):.0f} mm of paper {paper}")
    return Page(
        width=width,
        height=height,
        inside=outside + gutter,
        outside=outside,
        top=outside + head,
        bottom=outside + head,
        area_width=area_width,
        area_height=height - 2 * (outside + head),
        clear=_CLEAR,
    )


def puzzle_slots(page: Page, per_page: int, label: Label, *, large: bool = False, square: bool = True) -> Slots:
    """Places for puzzles, as large as the page allows.

    Args:
        page: where they stand.
        per_page: a key of `SLOTS`.
        label: what stands around each of them.
        large: digits of at least 16 pt.
        square: whether all puzzles are squares; others get the whole of their place.

    Raises InputError for what does not exist or does not fit.
    """
    if per_page not in SLOTS:
        raise InputError(f"{per_page} puzzles a page: there are {', '.join(map(str, SLOTS))}")
    size = LARGE_PRINT if large else _LABEL_SIZES[per_page]
    small = LARGE_PRINT if large else small_size(size)
    above = (size + (small if label.second_line else 0.0)) * POINT * _LINE
    below = small * POINT * _LINE + 1.0 if label.foot else 0.0
    slots = _places(page, SLOTS[per_page], above, size, _LARGE_DIGIT if large else _DIGIT)
    slots = replace(slots, foot=below, height=slots.height - below)
    if not square:
        return slots
    slots = _square(slots)
    if large and slots.digit_size < LARGE_PRINT:
        raise InputError(
            f"large print needs digits of {LARGE_PRINT:g} pt, {per_page} a page on {page.width:g} × {page.height:g} mm "
            f"leave {slots.digit_size:.1f}: take fewer a page or larger paper"
        )
    return slots


def small_size(label_size: float) -> float:
    """Points of what stands smaller beside a number of this size."""
    return max(7.5, label_size * 0.72)


def solution_slots(page: Page, count: int, largest: float, *, large: bool = False) -> Slots:
    """Places for `count` solutions at the back: the fewest pages, and on these the largest grids.

    Args:
        page: where they stand.
        count: how many there are, at least 1.
        largest: millimetres of a puzzle's grid; no solution is larger.
        large: digits of at least 16 pt.
    """
    size = LARGE_PRINT if large else 9.0
    digit = _LARGE_DIGIT if large else _DIGIT
    # a hair more than 16 pt, for sizes are rounded on their way
    least = (9 * LARGE_PRINT * POINT / digit + 0.01) if large else _LEAST_SOLUTION
    least, most = min(least, largest, page.area_width), min(max(least, _LARGEST_SOLUTION), largest)
    found: list[tuple[int, float, Slots]] = []
    for columns in range(1, 13):
        for rows in range(1, 17):
            slots = _square(_places(page, (columns, rows), size * POINT * _LINE, size, digit), most)
            if slots.side >= least - 1e-9:
                found.append((math.ceil(count / slots.number), -slots.side, slots))
    if not found:
        raise InputError(f"solutions of {least:.0f} mm have no room on {page.width:g} × {page.height:g} mm")
    return min(found, key=lambda one: one[:2])[2]


def _places(page: Page, grid: tuple[int, int], label: float, size: float, digit: float) -> Slots:
    """`grid` columns and rows of equal places that fill the page."""
    columns, rows = grid
    return Slots(
        columns=columns,
        rows=rows,
        side=(page.area_width - (columns - 1) * _GAP) / columns,
        height=(page.area_height - (rows - 1) * _GAP) / rows - label - _LABEL_GAP,
        label=label,
        label_gap=_LABEL_GAP,
        label_size=size,
        foot=0.0,
        digit=digit,
    )


def _square(places: Slots, most: float = math.inf) -> Slots:
    """Equal squares, as large as the places, but at most `most`; too small ones are refused by who asks for them."""
    side = min(places.side, places.height, most)
    return replace(places, side=side, height=side)


def check_grids(slots: Slots) -> None:
    """Raises InputError for grids that are too small to solve."""
    if slots.side < _LEAST_GRID:
        raise InputError(
            f"grids of {max(slots.side, 0):.0f} mm are too small to solve: take fewer a page, larger paper or a "
            "smaller gutter"
        )

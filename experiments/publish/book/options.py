"""How a book looks, and its chapters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

from experiments.publish.book.layout import Label, Solutions, check_grids, page_of, puzzle_slots, solution_slots

if TYPE_CHECKING:
    from experiments.publish.book.parts import BookPart

Lang = Literal["en", "ja"]
LANGS: Final = ("en", "ja")
MOST_PADDED: Final = 64


@dataclass(frozen=True, slots=True)
class BookOptions:
    """How a book looks."""

    title: str = ""
    """A title gives the book a title page."""
    author: str = ""
    paper: str = "a4"
    """A name of `papers.PAPERS`, or `WIDTHxHEIGHT` in millimetres."""
    per_page: int = 2
    large_print: bool = False
    solutions: Solutions = "back"
    header: str | None = None
    """None is the heading of the section, else the title."""
    footer: str = ""
    lang: Lang = "en"
    colour: bool = False
    crop_marks: bool = False
    """Crop marks and 3 mm of bleed around the trimmed page."""
    gutter: float | None = None
    """Millimetres more at the spine; None is by paper and page count."""
    first_number: int = 1
    labels: bool = True
    """Grades above the grids; of nonograms their titles, which stand by the solutions anyway."""
    minutes: bool = False
    """How long people take, above the grids and in the index."""
    date_line: bool = False
    """A line for time and date above the grids."""
    techniques: bool = False
    """The names of the techniques below the grids."""
    dividers: bool = False
    """A page before the puzzles of each grade, which then stand together."""
    pages: tuple[str | BookPart, ...] = ()
    """Parts that the book has besides: names of `parts.PARTS`, or records."""
    imprint: tuple[str, ...] = ()
    """Lines of the imprint page, `Name: words`; any line gives the book that page."""
    pad: int = 1
    """Empty pages are added until the number of pages is a multiple of it."""
    template: Path | None = None
    fonts: tuple[str, ...] = ()

    @property
    def label(self) -> Label:
        """What stands around a grid."""
        return Label(second_line=self.minutes or self.date_line, foot=self.techniques)


def check_pages(book: BookOptions, per_page: Sequence[int]) -> None:
    """Raises InputError where a page has no room for so many grids, before anything is read."""
    page = page_of(book.paper, book.gutter or 0.0, book.large_print)
    for number in per_page:
        slots = puzzle_slots(page, number, book.label, large=book.large_print)
        check_grids(slots)
        if book.solutions == "back":
            solution_slots(page, 1, slots.side, large=book.large_print)

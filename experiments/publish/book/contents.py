"""What is in a book, page by page: what its parts are told, and what they give back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from experiments.publish.book.layout import Page
from experiments.publish.book.options import BookOptions
from experiments.publish.kind import Kind


@dataclass(frozen=True, slots=True)
class Sheet:
    """One page."""

    part: str
    """What draws it: `puzzles`, `solutions`, `blank`, or a part of the catalogue."""
    head: str = ""
    """The running head."""
    numbered: bool = True
    """Whether its number and the book's footer stand at its foot."""
    data: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """What a part's template draws; anything that JSON can hold."""
    puzzles: tuple[int, ...] = ()
    """Of a page of puzzles or solutions: their places among the book's puzzles."""
    slots: int = 0
    """Which of the book's layouts they stand in."""


@dataclass(frozen=True, slots=True)
class Printed:
    """A puzzle as the book prints it."""

    number: str
    """Such as `No. 7`."""
    title: str
    stars: int
    """1 (easiest) to 5; 0 for no known grade."""
    grade: str
    """The grade in the book's language; empty for none."""
    minutes: str
    """Such as `about 12 min`; empty where it is unknown or not wanted."""
    marks: str
    """81 of 0 and 1, the hint pattern; empty for kinds without one."""
    families: tuple[str, ...]
    """Keys of the techniques that it needs, where they are known."""
    page: int
    """Where it stands, from 1."""
    solution_page: int | None
    """Where its solution stands."""


@dataclass(frozen=True, slots=True)
class Contents:
    """What a part is told: the whole book but its other parts."""

    kind: Kind[Any]
    options: BookOptions
    title: str
    page: Page
    """Sizes and margins."""
    large: bool
    """Large print: no text below 16 pt."""
    text_size: float
    """Points of running text."""
    words: Mapping[str, Any]
    """The book's own words, in its language; see `words.WORDS`."""
    puzzles: Sequence[Printed]
    pages: int
    """Of the whole book."""

    @property
    def motif(self) -> str:
        """The pattern that most of the puzzles have, the first of equals; empty for kinds without patterns."""
        counts: dict[str, int] = {}
        for one in self.puzzles:
            counts[one.marks] = counts.get(one.marks, 0) + 1
        return max(counts, key=lambda marks: counts[marks], default="")

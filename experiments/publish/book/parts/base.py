"""A part of a book: pages of their own beside the puzzles and their solutions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from experiments.publish.book.contents import Contents

Place = Literal["front", "back", "end"]


@dataclass(frozen=True, slots=True)
class BookPart:
    """Pages that a book may have, by the name under which `--pages` and `pages` of a book file know them."""

    name: str
    summary: str
    """One line for the list of parts."""
    place: Place
    """Before the puzzles, between them and the solutions at the back, or at the end."""
    pages: Callable[[Contents], Sequence[Mapping[str, Any]]]
    """The data of each of its pages, anything that JSON can hold.

    Called twice: first with page numbers that are not yet right, to learn how many pages there are, then with those
    of the book. It has to give the same number both times.
    """
    template: str
    """typst that defines `page(data, book, look)`: one page, of `book.page.area_width` by `area_height` millimetres.

    `data` is that of the page, `book` all of book.json, `look` holds `ink`, `accent`, `band` and `font`. It may import
    from `text.typ`, `draw.typ` and the other shipped templates.
    """
    numbered: bool = True
    """Whether its pages show their numbers and the book's footer."""

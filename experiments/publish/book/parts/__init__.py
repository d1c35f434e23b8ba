"""The catalogue of the parts of a book. Adding one is adding a file and a line, or `register` outside."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from experiments.publish.book.parts import imprint, index, key, rules
from experiments.publish.book.parts.base import BookPart
from puzzles.errors import InputError
from puzzles.plugins import Catalogue

__all__ = ["PARTS", "BookPart", "named", "register"]

_OWN: Final = (rules, key, index, imprint)
_TAKEN: Final = ("puzzles", "solutions", "blank", "title", "divider")
"""What pages are called besides."""
PARTS: Final = Catalogue(
    "part of a book",
    "hintsmith.book_parts",
    {module.PART.name: module.PART for module in _OWN},
    lambda one: one if isinstance(one, BookPart) else None,
    lambda one: one.name,
)
"""Name to part, in the order in which those of one place follow each other; grows by `register` and entry points."""


def register(new: BookPart) -> BookPart:
    """Make a part from outside known by its name. Raises InputError for a name that is taken."""
    if new.name in _TAKEN:
        raise InputError(f"part of a book {new.name}: the name is taken by hintsmith's own")
    if new.place not in ("front", "back", "end"):
        raise InputError(f"part of a book {new.name}: its place is front, back or end, not {new.place!r:.20}")
    return PARTS.register(new)


def named(names: Sequence[str | BookPart]) -> tuple[BookPart, ...]:
    """The parts of these names, and records as they are; once each, in the order of the catalogue.

    Raises InputError that lists the names there are.
    """
    parts = [one if isinstance(one, BookPart) else PARTS.named(one) for one in names]
    wanted = {part.name: part for part in parts}
    places = [*PARTS, *wanted]
    return tuple(wanted[name] for name in sorted(wanted, key=places.index))

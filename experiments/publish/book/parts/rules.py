"""How the puzzle is done, with a small example where the kind has one."""

from __future__ import annotations

from typing import Any, Final

from experiments.publish.book.contents import Contents
from experiments.publish.book.layout import LARGE_PRINT, POINT, Page
from experiments.publish.book.parts.base import BookPart
from experiments.publish.typesetting import template_text

_DIGIT: Final = 0.72
"""Size of the type as a share of a cell, that of `grid.typ`."""
_LEAST_DIGIT: Final = 6.0
"""Points."""


def _side(page: Page) -> float:
    """Millimetres of each of the two small grids."""
    return min(page.area_width * 0.47, page.area_height * 0.36)


def _has_room(contents: Contents) -> bool:
    """Whether the small grids have digits that are large enough."""
    least = LARGE_PRINT if contents.large else _LEAST_DIGIT
    return _side(contents.page) / 9 * _DIGIT / POINT >= least


def _pages(contents: Contents) -> list[dict[str, Any]]:
    lang, words = contents.options.lang, contents.words
    return [
        {
            "heading": words["rules"],
            "rules": list(contents.kind.rules[lang]),
            "example": contents.kind.example if _has_room(contents) else None,
            "example_side": _side(contents.page),
            "captions": [words["example"], words["answer"]],
        }
    ]


PART: Final = BookPart("rules", "how the puzzle is done", "front", _pages, template_text("part-rules.typ"))

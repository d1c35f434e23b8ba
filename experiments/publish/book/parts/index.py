"""The puzzles by grade, with their pages."""

from __future__ import annotations

import math
from typing import Any, Final

from experiments.publish.book.contents import Contents, Printed
from experiments.publish.book.layout import POINT
from experiments.publish.book.parts.base import BookPart
from experiments.publish.typesetting import template_text

_LINE: Final = 1.75
"""Height of a line, by the size of the type."""
_COLUMN: Final = 15.0
"""The least width of a column, by the size of the type."""
_GAP: Final = 8.0
"""Millimetres between columns."""


def _pages(contents: Contents) -> list[dict[str, Any]]:
    size = contents.text_size * POINT
    columns = max(1, math.floor((contents.page.area_width + _GAP) / (_COLUMN * size + _GAP)))
    rows = max(4, math.floor((contents.page.area_height - 3.2 * size) / (_LINE * size)))
    lines = _lines(contents, rows)
    per_page = rows * columns
    shared = {
        "heading": contents.words["index"],
        "column_width": (contents.page.area_width - (columns - 1) * _GAP) / columns,
        "column_gap": _GAP,
        "line_height": _LINE * size,
    }
    return [
        {**shared, "columns": [lines[at : at + rows] for at in range(first, min(first + per_page, len(lines)), rows)]}
        for first in range(0, len(lines), per_page)
    ]


def _lines(contents: Contents, rows: int) -> list[dict[str, Any]]:
    """Grades and puzzles, one after the other; no grade stands alone at the foot of a column of so many rows."""
    found: list[dict[str, Any]] = []
    for stars, grade, puzzles in _groups(contents):
        here = len(found) % rows
        if here:
            empty = 1 if here < rows - 2 else rows - here
            found += [{"kind": "empty"}] * empty
        found.append({"kind": "grade", "stars": stars, "words": grade})
        found += [
            {"kind": "puzzle", "number": one.number, "middle": one.minutes, "page": str(one.page)} for one in puzzles
        ]
    return found


def _groups(contents: Contents) -> list[tuple[int, str, list[Printed]]]:
    """Stars, grade and puzzles, the easiest first; those without a known grade last."""
    groups: dict[tuple[int, str], list[Printed]] = {}
    for one in contents.puzzles:
        groups.setdefault((one.stars, one.grade), []).append(one)
    keys = sorted(groups, key=lambda key: (key[0] == 0, key[0]))
    return [(stars, grade or contents.words["ungraded"], groups[stars, grade]) for stars, grade in keys]


PART: Final = BookPart(
    "index", "the puzzles by grade, with their pages", "back", _pages, template_text("part-index.typ")
)

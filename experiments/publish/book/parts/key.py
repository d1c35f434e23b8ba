"""What the names of the techniques mean."""

from __future__ import annotations

import math
from typing import Any, Final

from evaluation.techniques import FAMILIES
from experiments.publish.book.contents import Contents
from experiments.publish.book.layout import POINT
from experiments.publish.book.parts.base import BookPart
from experiments.publish.typesetting import template_text

MEANINGS: Final[dict[str, tuple[str, str]]] = {
    "hidden_single_box": (
        "In a box, only one cell is left for a digit: the rows and columns through the box take the others away.",
        "ブロックの中で、ある数字の入るマスが一つだけに決まる。行・列にある同じ数字が、ほかのマスを消している。",
    ),
    "hidden_single_line": (
        "In a row or a column, only one cell is left for a digit.",
        "行または列の中で、ある数字の入るマスが一つだけに決まる。",
    ),
    "naked_single": (
        "For a cell, only one digit is left: its row, column and box hold the other eight.",
        "一つのマスに入る数字が一つだけに決まる。行・列・ブロックに、ほかの八つの数字がある。",
    ),
    "locked_candidates": (
        "All places of a digit in a box lie in one line, so it cannot stand elsewhere in that line; or all its "
        "places in a line lie in one box, so it cannot stand elsewhere in that box.",
        "ブロックの中で、ある数字の入るマスが一つの行（列）に並ぶ。いずれにしてもその行（列）のほかのマスには入らない。行や列の中で"
        "一つのブロックに集まるときも、そのブロックのほかのマスには入らない。",
    ),
    "hidden_subset": (
        "Two, three or four digits have only as many cells in a row, column or box: these cells are reserved for them.",
        "行・列・ブロックの中で、二つ（三つ・四つ）の数字の入るマスが同じ二つ（三つ・四つ）に限られる。そのマスは予約"
        "され、ほかの数字は入らない。",
    ),
    "naked_subset": (
        "Two, three or four cells of a row, column or box have only as many digits between them: the other cells "
        "cannot have these.",
        "行・列・ブロックの中で、二つ（三つ・四つ）のマスに入る数字が同じ二つ（三つ・四つ）に限られる。ほかのマスには"
        "その数字は入らない。",
    ),
    "x_wing": (
        "In two rows a digit has only the same two columns: it cannot stand elsewhere in these columns. The same with "
        "rows and columns exchanged.",
        "二つの行で、ある数字の入るマスが同じ二つの列に限られる。井桁の形になり、その列のほかのマスには"
        "入らない。行と列を入れかえても同じ。",
    ),
    "xy_wing": (
        "Three cells with two candidates each, in which either choice of the first brings one digit into one of the "
        "others: no cell that sees both can have it.",
        "候補が二つずつの三つのマス。要のマスがどちらでも、ほかの二つのどちらかに同じ数字が入る。両方から見える"
        "マスにはその数字は入らない。",
    ),
    "swordfish": (
        "As the X-wing, with three rows and three columns.",
        "井桁を三つの行と三つの列に広げた形。",
    ),
}
"""Key of a family to its meaning in English and in Japanese. A family from outside has none."""
_CLOSE: Final = 1.5
"""Height of a line with what lies between lines and entries, by the size of the type."""


def _pages(contents: Contents) -> list[dict[str, Any]]:
    japanese = contents.options.lang == "ja"
    needed = {key for one in contents.puzzles for key in one.families}
    shown = [family for family in FAMILIES if family.competition or family.key in needed]
    entries = [
        (
            family.japanese if japanese else family.english,
            MEANINGS[family.key][japanese] if family.key in MEANINGS else "",
        )
        for family in shown
    ]
    if not contents.kind.has_techniques:
        return []
    return [{"heading": contents.words["key"], "entries": some} for some in _by_pages(entries, contents)]


def _by_pages(entries: list[tuple[str, str]], contents: Contents) -> list[list[tuple[str, str]]]:
    """As many on a page as have room, by a careful count of their lines."""
    size = contents.text_size * POINT
    letters = contents.page.area_width / size / (1.0 if contents.options.lang == "ja" else 0.58)
    room = contents.page.area_height / size - 4.0
    pages: list[list[tuple[str, str]]] = [[]]
    used = 0.0
    for entry in entries:
        height = (1 + math.ceil(len(entry[1]) / letters)) * _CLOSE + 0.7
        if pages[-1] and used + height > room:
            pages.append([])
            used = 0.0
        pages[-1].append(entry)
        used += height
    return pages


PART: Final = BookPart("key", "what the names of the techniques mean", "front", _pages, template_text("part-key.typ"))

"""Grids with pencil marks: every cell is a number of its own, an open one lists its candidates.

Grids of other sizes whose numbers have two digits look alike, and are refused by their size.
"""

from __future__ import annotations

import re
from typing import Final

from puzzles.files.base import Record
from puzzles.files.number_place.blocks import SIZES, is_rule, not_nine
from puzzles.files.page import Claim, Page

_CELL: Final = re.compile(r"[1-9]{1,9}|[.0\-_*]")
_NUMBER: Final = re.compile(r"\d{1,2}|[A-Za-z.\-_*]")
_BLANKS: Final = re.compile(r"[\s|│┃║,;]+")
_LONGEST: Final = 400


def claim(page: Page, k: int) -> Claim | None:
    """The grid that begins in line `k`, whose first line is a row of such cells or a rule above one."""
    rows: list[list[str]] = []
    end = first = k
    while end < len(page):
        cells = _cells(page.lines[end])
        if cells is not None and (not rows or len(cells) == len(rows[0])):
            first = first if rows else end
            rows.append(cells)
            if len(rows) == len(cells):
                end += 1
                break
        elif not (is_rule(page, end) or (rows and not page.lines[end])):
            break
        end += 1
    if len(rows) < 2 or not any(len(cell) > 1 for row in rows for cell in row):
        return None
    while end < len(page) and is_rule(page, end):
        end += 1
    size = len(rows[0])
    if size != 9:
        return Claim(end - k, [page.bad(first, not_nine(size, size))]) if len(rows) == size else None
    if len(rows) != 9:
        return Claim(end - k, [page.bad(first, f"{len(rows)} rows of nine, a puzzle has 9")])
    marks = "".join(cell if len(cell) == 1 and cell in "123456789" else "." for row in rows for cell in row)
    return Claim(end - k, [page.good(first, Record(marks))])


def _cells(line: str) -> list[str] | None:
    """The cells of a row: nine lists of candidates, or as many numbers as another grid has."""
    if not line or len(line) > _LONGEST:
        return None
    cells = [cell for cell in _BLANKS.split(line) if cell]
    if len(cells) == 9:
        good = all(_CELL.fullmatch(cell) and list(cell) == sorted(set(cell)) for cell in cells)
        return cells if good else None
    return cells if len(cells) in SIZES and all(map(_NUMBER.fullmatch, cells)) else None

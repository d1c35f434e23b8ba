"""One puzzle a line: 81 characters, `.` for an empty cell. What every solver reads."""

from __future__ import annotations

from typing import Final

from puzzles.files.base import Format, Record
from puzzles.files.marks import VALID, hints_of_cells
from puzzles.files.number_place.blocks import count_of
from puzzles.files.page import Claim, Page
from puzzles.geometry import cell_name

_NEAR: Final = range(60, 120)
"""Marks of a line that was meant to have 81."""


def write(records: list[Record]) -> str:
    """One line of 81 characters a puzzle."""
    return "".join(f"{record.hints}\n" for record in records)


def claim(page: Page, k: int) -> Claim | None:
    """The puzzle in line `k`."""
    marks = page.marks(k)
    if len(marks) != 81 or not page.is_cells(k):
        return None
    return Claim(1, [page.good(k, Record(hints_of_cells(marks, page.pattern)))])


def claim_damaged(page: Page, k: int) -> Claim | None:
    """A line that was meant to be a puzzle, and is too short, too long, or holds a wrong character."""
    marks = page.marks(k)
    what = "pattern" if page.pattern else "puzzle"
    if page.is_cells(k):
        return Claim(1, [page.bad(k, count_of(len(marks), what))])
    if len(marks) not in _NEAR or page.pattern or "/" in marks:
        return None
    wrong = [cell for cell, ch in enumerate(marks) if ch not in VALID]
    if len(wrong) > len(marks) // 5:
        return None
    if len(marks) != 81:
        return Claim(1, [page.bad(k, count_of(len(marks), what))])
    return Claim(1, [page.bad(k, wrong_mark(marks, wrong[0]))])


def wrong_mark(marks: str, cell: int) -> str:
    """What is said of a character in a cell that is none."""
    return f"{marks[cell]!r} at {cell_name(cell)} is neither a digit 1-9 nor an empty cell (. 0 - _ *)"


FORMAT: Final = Format("txt", ".txt", "81 characters a line", write)

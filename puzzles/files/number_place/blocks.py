"""Puzzles of nine lines: bare, spaced, drawn with rules and bars, with titles of any kind above them.

A stretch of rows, rules, comments and blank lines is looked at as a whole, so that a rule of nine dashes is told
from an empty row, a title of nine marks from a first row, and a grid of another size is refused once, by its size.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import Final

from puzzles.files.base import Entry, Record
from puzzles.files.marks import VALID, hints_of_cells, plain, squeeze
from puzzles.files.page import Claim, Page
from puzzles.geometry import cell_name

_WIDEST: Final = 25
"""Cells in a row of the largest grid that is refused by its size."""
_MOST_DIGITS: Final = "a digit 1-9 nor an empty cell (. 0 - _ *)"
_RULE: Final = re.compile(r"[-=+*_~.:'`,|\s\u2010-\u2015\u2500-\u257f\u2580\u2594ー＝]+")
_LINE: Final = re.compile(r"[-=_~+*\u2010-\u2015\u2500-\u257f\u2580\u2594ー＝]{3}")
_SAME: Final = re.compile(r"([-_*])\1*")
_WRITTEN_BY: Final = re.compile(r"Simple Sudoku$|Version \d+(\.\w+)*$")
"""What Simple Sudoku writes below its grids."""
COUNTED: Final = re.compile(r"\s+H\s*\d+$")
"""How the publisher's titles end: `No.123   H 24` has nine marks, as a row has."""
_FEWEST_RIGHT: Final = 5
"""Cells that a row of nine with wrong characters has at least, or it is a line of words."""
SIZES: Final = frozenset((4, 5, 6, 7, 8, 10, 12, 15, 16, 25))


@dataclass(frozen=True, slots=True)
class _Row:
    line: int
    """0-based place of the line."""
    marks: str
    shape: tuple[int, ...]
    """How many marks stand together between blanks and bars."""
    open: bool
    """Whether it is one dash, star or low line nine times: an empty row, or a rule."""
    right: bool
    """Whether its characters are all cells."""


def is_rule(page: Page, k: int) -> bool:
    """Whether line `k` is drawn between boxes or around a grid, and is not a row of nine."""
    line = page.lines[k]
    if len(line) < 3 or _RULE.fullmatch(line) is None:
        return False
    if len(squeeze(plain(line))) not in (9, 81):
        return _LINE.search(line) is not None
    # nine equal signs or drawn lines are no cells; in a pattern any marks are
    return not page.pattern and not any(ch in VALID or ch in ",|" for ch in plain(line))


def is_start(page: Page, k: int) -> bool:
    """Whether a puzzle of nine lines may begin in line `k`: a row of nine, or a rule above one."""
    while k < len(page) and is_rule(page, k):
        k = page.following(k + 1)
    return k < len(page) and (page.is_row(k) or _is_row_with_fault(page, k))


def claim(page: Page, k: int) -> Claim | None:
    """The puzzles of the stretch of rows that begins in line `k`; None where there is none."""
    if not (is_rule(page, k) or _is_row(page, k)):
        return None
    groups: list[list[_Row]] = [[]]
    end = k
    while end < len(page):
        line = page.lines[end]
        if not line:
            groups.append([])
        elif is_rule(page, end):
            pass
        elif _is_row(page, end):
            groups[-1].append(_row(page, end))
        elif not line.startswith("#") or _is_field(line) or COUNTED.search(line):
            break
        end += 1
    end = _last(page, k, end)
    rows = [row for group in groups for row in group]
    wanted = _rules_taken_out(rows, groups)
    entries = _Grids(page).read([group for group in wanted if group])
    if entries:
        while end < len(page) and _WRITTEN_BY.match(page.lines[end]):
            end += 1
    return Claim(end - k, entries)


def _is_field(line: str) -> bool:
    return len(line) > 2 and line[1] in "ADCL" and not line[2].isspace()


def _last(page: Page, k: int, end: int) -> int:
    """The end without the blank lines and comments there, which may belong to what follows."""
    while (
        end > k + 1 and (not page.lines[end - 1] or page.lines[end - 1].startswith("#")) and not _is_row(page, end - 1)
    ):
        end -= 1
    return end


def _is_row(page: Page, k: int) -> bool:
    marks = page.marks(k)
    if COUNTED.search(page.lines[k]):
        return False
    if not marks or len(marks) > _WIDEST:
        return False
    if page.is_cells(k):
        return len(marks) <= _WIDEST
    return _is_row_with_fault(page, k)


def _is_row_with_fault(page: Page, k: int) -> bool:
    """Whether a line is nine marks, most of them cells."""
    marks = page.marks(k)
    if page.pattern or len(marks) != 9:
        return False
    return sum(ch in VALID for ch in marks) >= _FEWEST_RIGHT and not any(ch in '[]{}<>"#/\\' for ch in marks)


def _row(page: Page, k: int) -> _Row:
    marks = page.marks(k)
    shape = tuple(len(part) for part in re.split(r"[\s|]+", plain(page.lines[k])) if part)
    is_open = len(marks) == 9 and _SAME.fullmatch(marks) is not None
    return _Row(k, marks, shape, is_open, page.is_cells(k))


def _rules_taken_out(rows: list[_Row], groups: list[list[_Row]]) -> list[list[_Row]]:
    """The groups without those lines of nine dashes, stars or low lines that are rules."""
    if not any(row.open for row in rows):
        return groups
    sure = [row for row in rows if not row.open]
    used = {ch for row in sure for ch in row.marks if ch in VALID and not ch.isdigit()} | {
        "0" for row in sure if "0" in row.marks
    }
    shapes = {row.shape for row in sure}
    result: list[list[_Row]] = []
    for group in groups:
        keep = [row for row in group if not row.open or (row.marks[0] in used and row.shape in shapes)]
        number, certain = len(keep), sum(not row.open for row in keep)
        drawn = number % 11 == 0 and all(row.open for k, row in enumerate(keep) if k % 11 in (3, 7))
        if number != certain and certain and (drawn or (certain % 9 == 0 and number % 9 != 0)):
            keep = [row for k, row in enumerate(keep) if not row.open or (drawn and k % 11 not in (3, 7))]
        result.append(keep)
    empty = [row for row in rows if row.open]
    if not sure:  # nothing but such lines: empty grids when they are nine, else lines drawn between texts
        return groups if len(empty) % 9 == 0 else []
    return result


class _Grids:
    """Makes puzzles of the groups of rows between blank lines."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.entries: list[Entry] = []
        self.held: list[_Row] = []
        """Rows that wait for the rest of their grid."""

    def read(self, groups: list[list[_Row]]) -> list[Entry]:
        """The entries of all groups."""
        for group in groups:
            if self.held and len(self.held) + len(group) > len(self.held[0].marks):
                self._end(group)
            if self.held:
                self.held += group
            else:
                self._begin(group)
            if self.held and len(self.held) == len(self.held[0].marks):
                self._end()
        self._end()
        return self.entries

    def _begin(self, group: list[_Row]) -> None:
        widths = {len(row.marks) for row in group}
        if widths == {9} and len(group) % 9 == 0:
            self._grids(group)
        elif len(group) < 9 and len(widths) == 1:
            self.held = list(group)
        elif titled := _titles_taken_out(group):
            for title, rows in titled:
                self._grids(rows, self.page.lines[title.line] if title else "")
        else:
            self.entries.append(self._refused(group))

    def _end(self, following: list[_Row] | None = None) -> None:
        """The rows that waited are no whole grid: a title of digits or dashes, or a fault."""
        held, self.held = self.held, []
        if not held:
            return
        only = held[0]
        if following and len(held) == 1 and len(only.marks) != 9 and len(following[0].marks) == 9:
            following[:0] = held
            return
        self.entries.append(self._refused(held))

    def _grids(self, rows: list[_Row], title: str = "") -> None:
        for k in range(0, len(rows), 9):
            self.entries.append(self._grid(rows[k : k + 9], title))

    def _grid(self, rows: list[_Row], title: str) -> Entry:
        for number, row in enumerate(rows):
            if not row.right:
                column = next(c for c, ch in enumerate(row.marks) if ch not in VALID)
                where = cell_name(9 * number + column)
                return self.page.bad(row.line, f"{row.marks[column]!r} at {where} is neither {_MOST_DIGITS}")
        marks = "".join(row.marks for row in rows)
        return self.page.good(rows[0].line, Record(hints_of_cells(marks, self.page.pattern), title=title.strip(" :：")))

    def _refused(self, rows: list[_Row]) -> Entry:
        """Why rows are no puzzle, in one line."""
        lengths = Counter(len(row.marks) for row in rows)
        width = lengths.most_common(1)[0][0]
        odd = next((row for row in rows if len(row.marks) != width), None)
        what = "pattern" if self.page.pattern else "puzzle"
        if odd is not None:
            number = rows.index(odd) + 1
            return self.page.bad(odd.line, f"{len(odd.marks)} cells in row {number}, the others have {width}")
        first = rows[0].line
        if width == len(rows) and width != 9 and width > 1:
            return self.page.bad(first, not_nine(width, width))
        if len(rows) == 1 and width != 9:
            return self.page.bad(first, count_of(width, what))
        if width == 9:
            return self.page.bad(first, f"{len(rows)} rows of nine, a {what} has 9")
        return self.page.bad(first, f"{len(rows)} rows of {width} cells, a {what} has 9 rows of 9")


def not_nine(height: int, width: int) -> str:
    """How a grid of another size is refused."""
    return f"a {height} × {width} grid, this reads 9 × 9"


def count_of(number: int, what: str) -> str:
    """How marks in one line are refused that are not 81."""
    side = round(number**0.5)
    size = f" (a {side} × {side} grid)" if side in SIZES and side * side == number else ""
    return f"{number} characters{size}, a {what} has 81"


def _titles_taken_out(group: list[_Row]) -> list[tuple[_Row | None, list[_Row]]]:
    """Grids whose first line is a title that looks like a row: it differs from the rows in how it is spaced.

    Empty when the group is not made of such grids and whole ones.
    """
    shape = Counter(row.shape for row in group if len(row.marks) == 9 and row.right).most_common(1)
    titled: list[tuple[_Row | None, list[_Row]]] = []
    k = 0
    while shape and k < len(group):
        first = group[k]
        is_title = first.shape != shape[0][0] or len(first.marks) != 9 or not first.right
        rows = group[k + is_title : k + is_title + 9]
        if len(rows) < 9 or any(len(row.marks) != 9 for row in rows):
            return []
        titled.append((first if is_title else None, rows))
        k += is_title + 9
    return titled

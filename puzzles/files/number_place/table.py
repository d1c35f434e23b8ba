"""Tables: comma, semicolon, tab or blank separated, with or without a header, the puzzle in any column.

A full column of 81 digits beside a puzzle is its solution. What a run leaves as pareto.csv and grids.csv, and what
`export --format csv` writes, are such tables.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from puzzles.errors import InputError
from puzzles.files.base import Entry, Record, hints_of, one_line, solution_of
from puzzles.files.marks import hints_of_cells, is_cells, plain, squeeze
from puzzles.files.number_place.json_values import PUZZLES, SOLUTIONS
from puzzles.files.page import Claim, Page

RISKY: Final = ("=", "+", "-", "@", "'", "\t", "\r", "＝", "＋", "－", "＠")
"""What a cell may not begin with, or a spreadsheet takes it for a formula: an apostrophe stands before it."""
_DELIMITERS: Final = ",;\t"
_QUOTED_LINES: Final = 20
"""The most lines that one quoted cell may go over."""
_LONGEST: Final = 1 << 16
_NUMBER: Final = re.compile(r"-?[\d.,]+(e[+-]?\d+)?", re.IGNORECASE)
_ROW: Final = 9
_FEWEST: Final = 60
"""Marks of a cell that was meant to be a puzzle."""


@dataclass(frozen=True, slots=True)
class _Columns:
    delimiter: str
    """Empty for blanks."""
    names: tuple[str, ...]
    puzzle: int
    solution: int | None


def unguard(cell: str) -> str:
    """A cell without the apostrophe that kept a spreadsheet from running it."""
    return cell[1:] if cell.startswith("'") and cell[1:].startswith(RISKY) else cell


def claim(page: Page, k: int) -> Claim | None:
    """The table whose header is line `k`, or the puzzles of one row without a header."""
    if len(page.lines[k]) > _LONGEST:
        return None
    columns = _header(page, k)
    if columns is not None:
        return _table(page, k, columns)
    found = _bare_row(page, k)
    return None if found is None else Claim(1, found)


def _header(page: Page, k: int) -> _Columns | None:
    """The columns that line `k` names; None when it is no header."""
    line, below = page.lines[k], page.following(k + 1)
    if line.startswith(("#", "[", "{", ":", "<")) or "//" in line:
        return None
    for delimiter in (*(ch for ch in _DELIMITERS if ch in line), ""):
        names = [name.strip() for name in _cells(line, delimiter)]
        known = [name.lower() for name in names]
        if any(_is_puzzle(name) or _NUMBER.fullmatch(name) for name in names) or not any(names):
            continue
        first = _logical(page, below)[0] if below < len(page) else ""
        row = _cells(first, delimiter) if first else []
        named = next((known.index(name) for name in PUZZLES if name in known), None)
        if len(names) == 1 and row and len(squeeze(row[0])) == _ROW:
            return None
        puzzle = _puzzle_column(row, known, named)
        if puzzle is None or (len(names) == 1 and named is None) or (row and not delimiter and len(row) != len(names)):
            continue
        if (named is None and len(row) != len(names)) or (row and len(names) > 1 and len(row) == 1):
            continue
        solution = next((known.index(name) for name in SOLUTIONS if name in known), None)
        if solution is None:
            solution = next((n for n, cell in enumerate(row) if n != puzzle and solution_of(cell.strip())), None)
        return _Columns(delimiter, tuple(names), puzzle, solution)
    return None


def _puzzle_column(row: Sequence[str], known: Sequence[str], named: int | None) -> int | None:
    """Where the puzzle is: in a column that is called so and looks so, else in one that looks so."""
    named_too = [known.index(name) for name in PUZZLES if name in known]
    looks = [n for n, cell in enumerate(row[: len(known)]) if _is_puzzle(cell)]
    for n in named_too:
        if n in looks:
            return n
    open_ones = [n for n in looks if not solution_of(squeeze(row[n]))]
    if open_ones or (looks and known[looks[0]] not in SOLUTIONS):
        return (open_ones or looks)[0]
    if named is None:
        return None
    # `hints` alone is a name that nothing else has; of others the rows must look like puzzles
    return (
        named if known[named] == "hints" or (row and len(row) > named and len(squeeze(row[named])) >= _FEWEST) else None
    )


def _table(page: Page, k: int, columns: _Columns) -> Claim:
    entries: list[Entry] = []
    end = k + 1
    while end < len(page):
        place = page.following(end)
        if place == len(page):
            break
        line, number = _logical(page, place)
        if len(columns.names) > 1 and not _goes_on(page, place, line, columns, place > end):
            break
        if len(columns.names) == 1 and (
            page.lines[place].startswith("#") or (entries and len(squeeze(line)) < _FEWEST)
        ):
            break
        entries.append(_entry(page, place, line, columns))
        end = place + number
    if not entries:
        entries.append(page.bad(k, "a table with a header and no row"))
    return Claim(end - k, entries)


def _goes_on(page: Page, k: int, line: str, columns: _Columns, apart: bool) -> bool:
    """Whether a line is a row of the table: it has its delimiter, and after an empty line all of its columns."""
    if columns.delimiter and columns.delimiter not in line:
        return False
    row = _cells(line, columns.delimiter)
    fits = len(row) == len(columns.names)
    if page.lines[k].startswith(("[", "{", "http://", "https://")) or (page.is_cells(k) and not fits):
        return False
    return fits or (not apart and bool(columns.delimiter) and len(row) > columns.puzzle)


def _entry(page: Page, k: int, line: str, columns: _Columns) -> Entry:
    row = [unguard(cell.strip()) for cell in _cells(line, columns.delimiter)]
    if columns.puzzle >= len(row):
        return page.bad(k, f"{len(row)} columns, the puzzle is in column {columns.puzzle + 1}")
    cells = dict(zip(columns.names, row, strict=False))
    texts = {name.lower(): one_line(cell) for name, cell in cells.items()}
    try:
        hints = _hints(row[columns.puzzle], page.pattern)
    except InputError as error:
        return page.bad(k, error)
    solution = None
    if columns.solution is not None and columns.solution < len(row):
        solution = solution_of(row[columns.solution])
    record = Record(
        hints,
        solution,
        title=texts.get("title", ""),
        author=texts.get("author", ""),
        level=texts.get("grade") or texts.get("level") or texts.get("difficulty", ""),
        extra={name: one_line(cell) for n, (name, cell) in enumerate(cells.items()) if n != columns.puzzle},
    )
    return page.good(k, record)


def _hints(cell: str, pattern: bool) -> str:
    marks = squeeze(plain(cell))
    if pattern and len(marks) == 81:
        return hints_of_cells(marks, True)
    return hints_of(marks)


def _bare_row(page: Page, k: int) -> list[Entry] | None:
    """The puzzles of a row without a header: every cell of 81 marks, a full one beside another its solution."""
    line = page.lines[k]
    if line.startswith(("#", "[", "{", ":", "<")) or len(line) < 81 or "://" in line:
        return None
    for delimiter in (*(ch for ch in _DELIMITERS if ch in line), ""):
        row = [cell.strip() for cell in _cells(line, delimiter)]
        places = [n for n, cell in enumerate(row) if _is_puzzle(cell, page.pattern)]
        if not places:
            continue
        full = [n for n in places if solution_of(row[n])]
        opened = [n for n in places if n not in full] or full[:1]
        rest = {f"column {n + 1}": one_line(cell) for n, cell in enumerate(row) if n not in places}
        solution = row[full[0]] if len(opened) == 1 and full and full[0] not in opened else None
        return [page.good(k, Record(_hints(row[n], page.pattern), solution, extra=rest)) for n in opened]
    return None


def _is_puzzle(cell: str, pattern: bool = False) -> bool:
    marks = squeeze(plain(cell))
    return len(marks) == 81 and is_cells(marks, pattern)


def _logical(page: Page, k: int) -> tuple[str, int]:
    """A row and how many lines it goes over, which a quoted cell may do."""
    line, number = page.raw[k].rstrip("\r\n"), 1
    while line.count('"') % 2 and number < _QUOTED_LINES and k + number < len(page) and len(line) < _LONGEST:
        line += "\n" + page.raw[k + number].rstrip("\r\n")
        number += 1
    if line.count('"') % 2:
        return page.raw[k].rstrip("\r\n"), 1
    return line, number


def _cells(line: str, delimiter: str) -> list[str]:
    if not delimiter:
        return line.replace("|", " ").split()
    try:
        return next(csv.reader([line.replace("\n", " ").replace("\r", " ").replace("\0", "")], delimiter=delimiter), [])
    except csv.Error:
        return line.split(delimiter)

"""f-puzzles links: a JSON object, packed, in the `load` parameter. One link a line."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Final
from urllib.parse import quote, unquote

from puzzles.errors import InputError
from puzzles.files.base import Format, Record, at, hints_of, not_empty, numbered_lines, one_line, solution_of
from puzzles.files.lzstring import pack, unpack

_LINK: Final = re.compile(
    r"(?:f-puzzles\.com/\?(?:.*&)?load=|sudokupad\.app/(?:sudoku/)?(?:fpuzzles|fpuz)|[?&]puzzleid=(?:fpuzzles|fpuz))"
    r"([A-Za-z0-9+/=%]+)"
)
_PREFIX: Final = "https://www.f-puzzles.com/?load="


def packed(record: Record) -> str:
    """The packed JSON of a puzzle, made fit for a URL (`+`, `/` and `=` escaped)."""
    cells = [{"value": int(ch), "given": True} if ch != "." else {} for ch in record.hints]
    data: dict[str, object] = {"size": 9}
    if one_line(record.title):
        data["title"] = one_line(record.title)
    if one_line(record.author):
        data["author"] = one_line(record.author)
    data["grid"] = [cells[k : k + 9] for k in range(0, 81, 9)]
    if record.solution:
        data["solution"] = [int(ch) for ch in record.solution]
    return quote(pack(json.dumps(data, ensure_ascii=False, separators=(",", ":"))), safe="")


def unpacked(code: str) -> Record:
    """The puzzle of packed JSON. Raises InputError when it is damaged, or no plain 9 × 9 number place."""
    text = unpack(unquote(code).replace(" ", "+"))
    try:
        data: object = json.loads(text)
    except (json.JSONDecodeError, RecursionError):
        raise InputError("the link does not hold JSON") from None
    if not isinstance(data, Mapping):
        raise InputError("the link does not hold a puzzle")
    size, grid = data.get("size", 9), data.get("grid")
    if size != 9 or not isinstance(grid, Sequence) or len(grid) != 9:
        raise InputError(f"the link holds a puzzle of size {size}, size 9 is needed")
    marks: list[str] = []
    for row in grid:
        if not isinstance(row, Sequence) or len(row) != 9:
            raise InputError("the link's grid does not have nine cells a row")
        for cell in row:
            # a value without `given` was typed by a solver and is no hint
            value = cell.get("value") if isinstance(cell, Mapping) and cell.get("given") else None
            marks.append("." if value is None else str(value))
    if any(len(mark) != 1 for mark in marks):
        raise InputError("the link's grid holds more than digits")
    return Record(
        hints_of("".join(marks)),
        _solution(data.get("solution")),
        one_line(str(data.get("title") or "")),
        one_line(str(data.get("author") or "")),
    )


def _solution(value: object) -> str | None:
    if isinstance(value, str):
        return solution_of(value.replace(",", ""))
    if isinstance(value, Sequence):
        return solution_of("".join(str(item) for item in value))
    return None


def write(records: list[Record]) -> str:
    """One link a line."""
    return "".join(f"{_PREFIX}{packed(record)}\n" for record in records)


def read(text: str, source: str) -> list[Record]:
    """The puzzles of f-puzzles and SudokuPad links, one a line; `#` begins a comment line."""
    records: list[Record] = []
    for number, line in numbered_lines(text):
        if line.startswith("#"):
            continue
        link = _LINK.search(line)
        if link is None:
            raise at(source, number, f"{line[:40]!r} is not an f-puzzles link (https://www.f-puzzles.com/?load=…)")
        try:
            records.append(unpacked(link.group(1)))
        except InputError as error:
            raise at(source, number, error) from None
    return not_empty(records, source)


def recognises(text: str) -> bool:
    """A link of f-puzzles, or of SudokuPad with an f-puzzles body."""
    return _LINK.search(text) is not None


FORMAT: Final = Format(
    "fpuzzles",
    ".fpuzzles.txt",
    "f-puzzles links",
    write,
    read,
    recognises,
    frozenset(("solution", "title", "author")),
)

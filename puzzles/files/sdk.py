"""SudoCue puzzles, `.sdk`: nine lines of nine, `.` for an empty cell, and lines of `#`, a letter and text.

A is the author, D the description (here the title), C a comment, L the level.
"""

from __future__ import annotations

from typing import Final

from puzzles.files.base import (
    Format,
    Record,
    at,
    hints_of,
    is_row,
    not_empty,
    numbered_lines,
    one_line,
    only_one,
    rows,
)
from puzzles.grid import compact

_FIELDS: Final = {"A": "author", "D": "title", "C": "comment", "L": "level"}


def header(record: Record) -> list[str]:
    """The `#` lines of the fields that a record has."""
    values = {"A": record.author, "D": record.title, "C": record.comment, "L": record.level}
    return [f"#{letter}{one_line(value)}" for letter, value in values.items() if one_line(value)]


def write(records: list[Record]) -> str:
    """The file of one puzzle."""
    record = only_one(records, ".sdk")
    return "\n".join([*header(record), *rows(record.hints)]) + "\n"


def read(text: str, source: str) -> list[Record]:
    """The puzzles of a file, bare or in SadMan's sections: the rows after `[Puzzle]` count, other sections do not."""
    records: list[Record] = []
    fields: dict[str, str] = {}
    block: list[str] = []
    start = 0
    wanted = True
    for number, line in numbered_lines(text):
        if line.startswith("[") and line.endswith("]"):
            wanted = line.lower() == "[puzzle]"
        elif line.startswith("#"):
            name = _FIELDS.get(line[1:2])
            if name and not block:
                fields[name] = line[2:].strip()
        elif wanted and is_row(line):
            start = start if block else number
            block.append(compact(line))
            if len(block) == 9:
                records.append(Record(hints_of("".join(block)), None, **fields))
                fields, block = {}, []
        elif wanted:
            raise at(source, number, f"{line[:20]!r} is not a row of nine cells (digits, . for an empty one)")
    if block:
        raise at(source, start, f"{len(block)} rows of nine, a puzzle has 9")
    return not_empty(records, source)


def recognises(text: str) -> bool:
    """A `#` line with a field's letter, and then nothing but rows of nine."""
    lines = [line for _, line in numbered_lines(text)]
    body = [line for line in lines if not line.startswith("#")]
    return any(line[:1] == "#" and line[1:2] in _FIELDS for line in lines) and bool(body) and all(map(is_row, body))


FORMAT: Final = Format(
    "sdk",
    ".sdk",
    "SudoCue: nine lines and # fields",
    write,
    read,
    recognises,
    frozenset(("title", "author", "comment", "level")),
    several=False,
)

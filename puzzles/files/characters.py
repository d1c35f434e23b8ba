"""One puzzle a line: 81 characters, `.` for an empty cell. What every solver reads."""

from __future__ import annotations

from typing import Final

from puzzles.files.base import Format, Record, at, not_empty
from puzzles.grid import to_line
from puzzles.reading import read_text


def write(records: list[Record]) -> str:
    """One line of 81 characters a puzzle."""
    return "".join(f"{record.hints}\n" for record in records)


def read(text: str, source: str) -> list[Record]:
    """Every puzzle that `puzzles.reading` finds: lines of 81, blocks of nine lines, JSON lists."""
    records: list[Record] = []
    for entry in read_text(text, source):
        if entry.values is None:
            raise at(source, entry.line, entry.error)
        records.append(Record(to_line(entry.values), title=""))
    return not_empty(records, source)


def recognises(text: str) -> bool:
    """Never: it is what is left when no other format fits."""
    return False


FORMAT: Final = Format("txt", ".txt", "81 characters a line", write, read, recognises)

"""SadMan Sudoku, also `.sdk`: the fields of SudoCue, then the puzzle in a section of its own."""

from __future__ import annotations

from typing import Final

from puzzles.files import sdk
from puzzles.files.base import Format, Record, numbered_lines, only_one, rows


def write(records: list[Record]) -> str:
    """The file of one puzzle: fields, `[Puzzle]`, nine lines."""
    record = only_one(records, "SadMan")
    return "\n".join([*sdk.header(record), "[Puzzle]", *rows(record.hints)]) + "\n"


def recognises(text: str) -> bool:
    """A line that says `[Puzzle]`."""
    return any(line.lower() == "[puzzle]" for _, line in numbered_lines(text))


FORMAT: Final = Format(
    "sadman",
    ".sadman.sdk",
    "SadMan Sudoku: # fields and a [Puzzle] section",
    write,
    sdk.read,
    recognises,
    sdk.FORMAT.keeps,
    several=False,
)

"""SudokuPad links: the packed JSON of f-puzzles behind another address. One link a line."""

from __future__ import annotations

from typing import Final

from puzzles.files.base import Format, Record
from puzzles.files.number_place import fpuzzles

_PREFIX: Final = "https://sudokupad.app/fpuzzles"


def link(record: Record) -> str:
    """The link that opens a puzzle in SudokuPad."""
    return _PREFIX + fpuzzles.packed(record)


def write(records: list[Record]) -> str:
    """One link a line."""
    return "".join(f"{link(record)}\n" for record in records)


FORMAT: Final = Format("sudokupad", ".sudokupad.txt", "SudokuPad links", write, fpuzzles.FORMAT.keeps)

"""Simple Sudoku, `.ss`: a drawn grid."""

from __future__ import annotations

from typing import Final

from puzzles.files.base import Format, Record, only_one, rows

_BORDER: Final = "*-----------*"
_RULE: Final = "|---+---+---|"


def write(records: list[Record]) -> str:
    """The drawn grid of one puzzle."""
    lines = [f"|{row[:3]}|{row[3:6]}|{row[6:]}|" for row in rows(only_one(records, ".ss").hints)]
    return "\n".join([_BORDER, *lines[:3], _RULE, *lines[3:6], _RULE, *lines[6:], _BORDER]) + "\n"


FORMAT: Final = Format("ss", ".ss", "Simple Sudoku: a drawn grid", write, several=False)

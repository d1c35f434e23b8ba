"""Simple Sudoku, `.ss`: a drawn grid."""

from __future__ import annotations

from typing import Final

from puzzles.files.base import Format, Record, at, hints_of, is_row, not_empty, numbered_lines, only_one, rows
from puzzles.grid import compact

_BORDER: Final = "*-----------*"
_RULE: Final = "|---+---+---|"


def write(records: list[Record]) -> str:
    """The drawn grid of one puzzle."""
    lines = [f"|{row[:3]}|{row[3:6]}|{row[6:]}|" for row in rows(only_one(records, ".ss").hints)]
    return "\n".join([_BORDER, *lines[:3], _RULE, *lines[3:6], _RULE, *lines[6:], _BORDER]) + "\n"


def read(text: str, source: str) -> list[Record]:
    """The grids of a file. Words around them, such as the program's name, are passed over."""
    records: list[Record] = []
    block: list[str] = []
    start = 0
    for number, line in numbered_lines(text):
        if line.startswith("|") and is_row(line) and "+" not in line:
            start = start if block else number
            block.append(compact(line))
            if len(block) == 9:
                records.append(Record(hints_of("".join(block))))
                block = []
        elif line.startswith("|") and "+" not in line:
            raise at(source, number, f"{line[:20]!r} is not a row of nine cells, such as |.3.|4..|...|")
    if block:
        raise at(source, start, f"{len(block)} rows of nine, a puzzle has 9")
    return not_empty(records, source)


def recognises(text: str) -> bool:
    """A border of stars and dashes, and a row that begins with a bar."""
    lines = [line for _, line in numbered_lines(text)]
    return any(line.startswith("*---") for line in lines) and any(
        line.startswith("|") and is_row(line) for line in lines
    )


FORMAT: Final = Format("ss", ".ss", "Simple Sudoku: a drawn grid", write, read, recognises, several=False)

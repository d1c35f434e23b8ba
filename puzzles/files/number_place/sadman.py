"""SadMan Sudoku, also `.sdk`: the fields of SudoCue, then the puzzle in a section of its own."""

from __future__ import annotations

import re
from typing import Final

from puzzles.files.base import Format, Record, only_one, rows
from puzzles.files.number_place import sdk
from puzzles.files.page import Claim, Page

_SECTION: Final = re.compile(
    r"\[(puzzle|state|pencilmarks|colou?rs|history|notes|solution|settings|comment)\]", re.IGNORECASE
)


def write(records: list[Record]) -> str:
    """The file of one puzzle: fields, `[Puzzle]`, nine lines."""
    record = only_one(records, "SadMan")
    return "\n".join([*sdk.header(record), "[Puzzle]", *rows(record.hints)]) + "\n"


def claim(page: Page, k: int) -> Claim | None:
    """The head of a section: `[Puzzle]` alone; any other with all of its lines, which hold no puzzle."""
    if not _SECTION.fullmatch(page.lines[k]):
        return None
    if page.lines[k].lower() == "[puzzle]":
        return Claim(1)
    end = k + 1
    while end < len(page) and not _SECTION.fullmatch(page.lines[end]):
        end += 1
    return Claim(end - k)


FORMAT: Final = Format(
    "sadman", ".sadman.sdk", "SadMan Sudoku: # fields and a [Puzzle] section", write, sdk.FORMAT.keeps, several=False
)

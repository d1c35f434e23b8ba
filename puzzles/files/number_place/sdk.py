"""SudoCue puzzles, `.sdk`: nine lines of nine, `.` for an empty cell, and lines of `#`, a letter and text.

A is the author, D the description (here the title), C a comment, L the level.
"""

from __future__ import annotations

import re
from typing import Final

from puzzles.files.base import Format, Record, one_line, only_one, rows
from puzzles.files.number_place.blocks import is_start
from puzzles.files.page import Claim, Page

_MOST_FIELDS: Final = 40
"""Lines of `#` above a puzzle that may be its fields."""
_WORDS: Final = {"author": "author", "title": "title", "description": "title", "comment": "comment", "level": "level"}
_NAMED: Final = re.compile(r"#\s*(author|title|description|comment|level)\s*[:：](.*)", re.IGNORECASE)
_FIELDS: Final = {"A": "author", "D": "title", "C": "comment", "L": "level"}


def header(record: Record) -> list[str]:
    """The `#` lines of the fields that a record has."""
    values = {"A": record.author, "D": record.title, "C": record.comment, "L": record.level}
    return [f"#{letter}{one_line(value)}" for letter, value in values.items() if one_line(value)]


def write(records: list[Record]) -> str:
    """The file of one puzzle."""
    record = only_one(records, ".sdk")
    return "\n".join([*header(record), *rows(record.hints)]) + "\n"


def claim(page: Page, k: int) -> Claim | None:
    """A line of `#`: a field of the puzzle of nine lines below it, or a comment."""
    line = page.lines[k]
    if not line.startswith("#") or page.is_row(k) or (page.is_cells(k) and len(page.marks(k)) == 81):
        return None
    named = _NAMED.match(line)
    name = _FIELDS.get(line[1:2])
    if (name is None and named is None) or not _belongs(page, k):
        return Claim(1)
    if named is not None:
        return Claim(1, fields={_WORDS[named.group(1).lower()]: named.group(2).strip()})
    return Claim(1, fields={str(name): line[2:].strip()})


def _belongs(page: Page, k: int) -> bool:
    """Whether a puzzle of nine lines or a section stands below the `#` lines from `k` on."""
    end = k + _MOST_FIELDS
    while k < min(len(page), end) and page.lines[k].startswith("#") and not page.is_row(k):
        k = page.following(k + 1)
    return k < len(page) and (page.lines[k].lower() == "[puzzle]" or is_start(page, k))


FORMAT: Final = Format(
    "sdk",
    ".sdk",
    "SudoCue: nine lines and # fields",
    write,
    frozenset(("title", "author", "comment", "level")),
    several=False,
)

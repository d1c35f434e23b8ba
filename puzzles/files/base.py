"""What every exchange format does, and the record that it reads and writes.

A format is one file in this folder that ends in a `FORMAT`; the folder's `__init__` lists them. It
writes a list of records to text and reads text to a list of records. Everything a format carries
comes back as it was written (`Format.keeps`); what it has no place for is left out.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, TypeVar

from puzzles.errors import InputError
from puzzles.grid import EMPTY_MARKS, Grid, compact, from_characters, to_line
from puzzles.reading import decode

_Any = TypeVar("_Any")
LONGEST: Final = 1 << 20
"""Characters that packed data may unpack to; a puzzle needs some thousands."""
_LINE_BREAKING: Final = frozenset(("Cc", "Cs", "Zl", "Zp", "Zs"))


@dataclass(frozen=True, slots=True)
class Record:
    """A number place puzzle as a file holds it."""

    hints: str
    """81 characters, `.` for an empty cell."""
    solution: str | None = None
    """81 digits."""
    title: str = ""
    author: str = ""
    comment: str = ""
    level: str = ""
    """The grade, in the words of who made it."""

    @property
    def grid(self) -> Grid:
        """The hints as an (81,) array."""
        return from_characters(self.hints)


@dataclass(frozen=True, slots=True)
class Format:
    """One exchange format."""

    name: str
    """What `--format` calls it."""
    suffix: str
    """The end of its files' names, with the dot."""
    summary: str
    """One line for a list of formats."""
    write: Callable[[list[Record]], str]
    """Records to text. Raises InputError for more than one record where `several` is false."""
    read: Callable[[str, str], list[Record]]
    """Text and the name of its source to records. Raises InputError with source and line."""
    recognises: Callable[[str], bool]
    """Whether text, its byte order mark removed, looks like this format and no other."""
    keeps: frozenset[str] = frozenset()
    """The fields of a record, besides its hints, that a file carries."""
    several: bool = True
    """Whether one file may hold many puzzles."""


def one_line(text: str) -> str:
    """Text made fit for a line: line ends, control characters and runs of spaces become one space."""
    return " ".join("".join(" " if unicodedata.category(ch) in _LINE_BREAKING else ch for ch in text).split())


def only_one(records: list[Record], name: str) -> Record:
    """The one record of a format that holds one. Raises InputError for any other number."""
    if len(records) != 1:
        raise InputError(f"a {name} file holds one puzzle, not {len(records)}")
    return records[0]


def rows(line: str) -> list[str]:
    """81 characters as nine lines of nine."""
    return [line[k : k + 9] for k in range(0, 81, 9)]


def hints_of(marks: str) -> str:
    """81 characters in the spelling of a record. Raises InputError for anything else."""
    return to_line(from_characters(marks))


def solution_of(digits: str) -> str | None:
    """81 digits, or None for anything else: a file without a whole solution has none."""
    return digits if len(digits) == 81 and set(digits) <= set("123456789") else None


def is_row(text: str) -> bool:
    """Whether a line, layout removed, is a row of nine cells."""
    marks = compact(text)
    return len(marks) == 9 and all(ch in "123456789" or ch in EMPTY_MARKS for ch in marks)


def numbered_lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines that are not blank, stripped, with their 1-based numbers; any kind of line end, no byte order mark."""
    for number, line in enumerate(text.lstrip("\ufeff").splitlines(), 1):
        stripped = line.strip()
        if stripped:
            yield number, stripped


def at(source: str, line: int, problem: object) -> InputError:
    """An error with its place."""
    return InputError(f"{source}, line {line}: {problem}")


def not_empty(records: list[_Any], source: str) -> list[_Any]:
    """The records. Raises InputError when there are none."""
    if not records:
        raise InputError(f"{source}: no puzzle in it")
    return records


def text_of(data: bytes, source: str) -> str:
    """The text of a file: UTF-8 with or without a byte order mark, UTF-16 with one, else Latin-1.

    Old programs write their comments in the code page of their time; the puzzle itself is ASCII.
    Raises InputError for binary data.
    """
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        try:
            return data.decode("utf-16")
        except UnicodeDecodeError:
            raise InputError(f"{source}: not a text file") from None
    if b"\0" in data:
        raise InputError(f"{source}: not a text file")
    try:
        return decode(data, source)
    except InputError:
        return data.decode("latin-1")

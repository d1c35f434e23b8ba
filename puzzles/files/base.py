"""What travels between files and commands: records, entries, and the formats that write them.

A format is one file in this folder that ends in a `FORMAT`; the folder's `__init__` lists them. It
writes a list of records to text. Everything a format carries comes back as it was written
(`Format.keeps`) when `puzzles.files.reader` reads it; what it has no place for is left out.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from puzzles.errors import InputError
from puzzles.grid import Grid, from_characters, to_line

if TYPE_CHECKING:
    from puzzles.files.page import Claim, Page

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
    extra: Mapping[str, str] = field(default_factory=dict[str, str], hash=False)
    """What else is known by a name: the other columns of a table, the other keys of a JSON object."""

    @property
    def grid(self) -> Grid:
        """The hints as an (81,) array."""
        return from_characters(self.hints)


@dataclass(frozen=True, slots=True)
class Entry:
    """One puzzle that was read, or what was wrong with it."""

    source: str
    """The file's name, `standard input` or `argument`."""
    line: int
    """1-based line where it begins, or where its fault is; 0 for a fault of the whole file."""
    record: Record | None
    error: str | None = None

    @property
    def values(self) -> Grid | None:
        """The hints as an (81,) array, in a pattern 1 for a hint cell; None for what could not be read."""
        return None if self.record is None else self.record.grid

    @property
    def title(self) -> str:
        """The title; empty without one."""
        return "" if self.record is None else self.record.title

    @property
    def message(self) -> str:
        """The error with its place; empty for a good entry."""
        if self.error is None:
            return ""
        return self.error if self.source == "argument" or not self.line else str(at(self.source, self.line, self.error))


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
    keeps: frozenset[str] = frozenset()
    """The fields of a record, besides its hints, that a file carries."""
    several: bool = True
    """Whether one file may hold many puzzles."""
    claim: Callable[[Page, int], Claim | None] | None = None
    """Of a format from outside: what it says of a line that no form of hintsmith's own takes (see `page.Claim`); None
    where it is only written, or where the reader knows it anyway."""


def one_line(text: str) -> str:
    """Text made fit for a line: line ends, control characters and runs of spaces become one space."""
    if text.isascii() and text.isprintable():
        return " ".join(text.split())
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


def at(source: str, line: int, problem: object) -> InputError:
    """An error with its place."""
    return InputError(f"{source}, line {line}: {problem}")

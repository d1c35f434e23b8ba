"""The text that is being read, as lines, and what a form says of some of them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate
from typing import Final

from puzzles.errors import InputError
from puzzles.files.base import Entry, Record
from puzzles.files.marks import is_cells, marks_of
from puzzles.grid import EMPTY_MARKS

_BLANKS: Final = " \t\r\n\v\f\u2028\u2029\x1c\x1d\x1e\x85"
_LAYOUT: Final = re.compile(r"[\s|,;]|[^\x00-\x7f]")
_LONGEST: Final = 4096
"""Characters of the longest line that may hold cells and layout."""


class Page:
    """A text, cut into lines.

    Attributes:
        source: the name that messages use.
        pattern: whether hint patterns are read, in which any mark is a hint cell.
        text: the whole text, no byte order mark.
        raw: its lines with their ends; `lines` are the same, stripped.
    """

    def __init__(self, text: str, source: str, pattern: bool = False) -> None:
        self.source = source
        self.pattern = pattern
        self.text = text.lstrip("\ufeff")
        self.raw = self.text.splitlines(keepends=True)
        # a blank of full width may be an empty cell
        self.lines = [line.strip(_BLANKS) if "\u3000" in line else line.strip() for line in self.raw]
        self._marks: dict[int, str] = {}
        self._places: dict[str, list[int]] = {}

    def __len__(self) -> int:
        return len(self.lines)

    @cached_property
    def starts(self) -> list[int]:
        """Where each line begins in the text, and the text's length."""
        return list(accumulate(map(len, self.raw), initial=0))

    @cached_property
    def _following(self) -> list[int]:
        following = [len(self.lines)] * (len(self.lines) + 1)
        for k in range(len(self.lines) - 1, -1, -1):
            following[k] = k if self.lines[k] else following[k + 1]
        return following

    def following(self, k: int) -> int:
        """The first line from `k` on that is not blank; the number of lines where there is none."""
        return self._following[min(k, len(self.lines))]

    def places(self, beginning: str) -> list[int]:
        """The lines that begin so, in order."""
        found = self._places.get(beginning)
        if found is None:
            found = self._places[beginning] = [k for k, line in enumerate(self.lines) if line.startswith(beginning)]
        return found

    def marks(self, k: int) -> str:
        """The marks of line `k`: its layout is removed, and a comment behind a whole row or puzzle."""
        found = self._marks.get(k)
        if found is None:
            found = self._marks[k] = self._read_marks(self.lines[k])
        return found

    def _read_marks(self, line: str) -> str:
        if len(line) > _LONGEST:
            return line
        if "#" in line:
            before = marks_of(line.split("#", 1)[0].strip())
            if len(before) in (9, 81) and is_cells(before, self.pattern):
                return before
        return marks_of(line) if _LAYOUT.search(line) else line

    def is_cells(self, k: int) -> bool:
        """Whether line `k` holds cells and layout and nothing else."""
        marks = self.marks(k)
        if marks.startswith("#"):
            return self.pattern and len(marks) in (9, 81) and set(marks) <= EMPTY_MARKS | {"#"}
        return is_cells(marks, self.pattern)

    def is_row(self, k: int) -> bool:
        """Whether line `k` is a row of nine cells."""
        return k < len(self) and len(self.marks(k)) == 9 and self.is_cells(k)

    def good(self, k: int, record: Record) -> Entry:
        """The entry of a puzzle that begins in line `k`."""
        return Entry(self.source, k + 1, record)

    def bad(self, k: int, problem: str | InputError) -> Entry:
        """The entry of a puzzle in line `k` that cannot be read."""
        return Entry(self.source, k + 1, None, str(problem))


@dataclass(frozen=True, slots=True)
class Claim:
    """What a form makes of the lines from some place on."""

    lines: int
    """How many lines are its own."""
    entries: list[Entry] = field(default_factory=list[Entry])
    fields: Mapping[str, str] = field(default_factory=dict[str, str])
    """Title, author, comment, level of the puzzle that follows."""

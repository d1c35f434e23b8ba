"""What every nonogram format does, what it reads, and what the readers of lines have in common."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from puzzles.errors import InputError
from puzzles.nonogram import LONGEST_SIDE, Clue, Nonogram

Lines = list[tuple[int, str]]
"""1-based line numbers and lines without the blanks around them."""

_DIGITS: Final = 6
"""Of the longest number that is taken for a block length or a size."""
_LINE_END: Final = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True, slots=True)
class NonogramEntry:
    """One puzzle that was read, or what was wrong with it."""

    source: str
    """The name of the file, or `standard input`."""
    line: int
    """1-based line where it begins, or where the fault is."""
    puzzle: Nonogram | None
    error: str | None = None

    @property
    def message(self) -> str:
        """The error with its place; empty for a good entry."""
        return "" if self.error is None else f"{self.source}, line {self.line}: {self.error}"


@dataclass(frozen=True, slots=True)
class NonogramFormat:
    """One file format of nonograms."""

    name: str
    """What `--format` calls it."""
    suffixes: tuple[str, ...]
    """The ends of its files' names, with the dot; the first is written."""
    summary: str
    """One line for a list of formats."""
    write: Callable[[Sequence[Nonogram]], str]
    """Puzzles to text. Raises InputError for more than one where `several` is false, and for what cannot be held."""
    read: Callable[[str, str], list[NonogramEntry]]
    """Text and the name of its source to entries, in order; raises nothing."""
    recognises: Callable[[str], bool]
    """Whether text, its byte order mark removed, has the marks of this format."""
    keeps: frozenset[str] = frozenset()
    """The fields of a puzzle, besides its clues, that a file carries."""
    several: bool = True
    """Whether one file may hold many puzzles."""


class LineError(InputError):
    """A fault in one line of a file; the message does not name the line."""

    def __init__(self, line: int, problem: object) -> None:
        super().__init__(str(problem))
        self.line = line


def entry(source: str, line: int, make: Callable[[], Nonogram]) -> NonogramEntry:
    """The entry of a puzzle that begins in `line`; an InputError of `make` becomes its error."""
    try:
        return NonogramEntry(source, line, make())
    except LineError as error:
        return NonogramEntry(source, error.line, None, str(error))
    except InputError as error:
        return NonogramEntry(source, line, None, str(error))


def fault(source: str, line: int, problem: str) -> NonogramEntry:
    """The entry of what is no puzzle."""
    return NonogramEntry(source, line, None, problem)


def lines_of(text: str) -> Lines:
    """All lines, numbered and stripped; any kind of line end, no byte order mark."""
    return [(n, raw.strip()) for n, raw in enumerate(raw_lines(text), 1)]


def raw_lines(text: str) -> list[str]:
    """All lines as they are, without their ends and the byte order mark."""
    lines = _LINE_END.split(text.lstrip("\ufeff"))
    return lines if lines[-1] else lines[:-1]


def number(word: str) -> int:
    """A whole number of 0 or more. Raises InputError."""
    if not (word.isascii() and word.isdecimal()):
        raise InputError(f"{word[:40]!r} is not a whole number")
    if len(word) > _DIGITS:
        raise InputError(f"{word[:20]}… has {len(word)} digits; the longest line has {LONGEST_SIDE} cells")
    return int(word)


def clue(line: int, text: str) -> Clue:
    """The block lengths of a line of numbers with blanks or commas between them. Raises LineError."""
    try:
        return tuple(number(word) for word in re.split(r"[\s,]+", text.strip(" \t,")) if word)
    except InputError as error:
        raise LineError(line, error) from None


def size_pair(text: str) -> tuple[int, int] | None:
    """The two sizes of a header, each 1 or more; None for any other line."""
    words = text.split()
    if len(words) != 2 or not all(w.isascii() and w.isdecimal() and len(w) <= _DIGITS for w in words):
        return None
    first, second = int(words[0]), int(words[1])
    return (first, second) if first and second else None


def without_layout(clues: Sequence[Clue | None], size: int | None, what: str) -> list[Clue]:
    """The clues of a section in which a blank line (None) is an empty line of the puzzle, or mere layout.

    Where as many clues stand as there are lines, blank lines are layout. Else all blank lines up to the last clue are
    empty lines, and of those behind it as many as are still missing.

    Args:
        size: how many clues there must be; None when the file does not say it.
        what: `rows` or `columns`, for messages.

    Raises InputError when the number does not come out, and when blank lines could be either.
    """
    written = [one for one in clues if one is not None]
    if size is None:
        body = list(clues)
        while body and body[-1] is None:
            body.pop()
        if None in body:
            raise InputError(f"blank lines among the {what}, which may be empty lines or layout: give width and height")
        return written
    missing = size - len(written)
    if missing == 0:
        return written
    last = max((k for k, one in enumerate(clues) if one is not None), default=-1)
    inside = sum(one is None for one in clues[: last + 1])
    behind = len(clues) - last - 1
    if missing < 0 or not inside <= missing <= inside + behind:
        raise InputError(f"{len(written)} clues for the {what}, {size} are needed")
    return [one or () for one in clues[: last + 1]] + [()] * (missing - inside)


def one_colour(colours: Iterable[str]) -> None:
    """Raises InputError when blocks have more than one colour."""
    different = set(colours)
    if len(different) > 1:
        raise InputError(f"a colour nonogram ({len(different)} colours of blocks); only black and white ones are read")


def only_one(puzzles: Sequence[Nonogram], name: str) -> Nonogram:
    """The one puzzle of a format that holds one. Raises InputError for any other number."""
    if len(puzzles) != 1:
        raise InputError(f"a {name} file holds one puzzle, not {len(puzzles)}")
    return puzzles[0]


def clue_lines(clues: Sequence[Clue], separator: str = " ") -> list[str]:
    """A line of numbers for each clue, `0` for an empty one."""
    return [separator.join(map(str, one)) if one else "0" for one in clues]

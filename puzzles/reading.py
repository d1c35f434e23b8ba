"""Puzzles and patterns on the way in: lines, blocks, publisher's form, JSON; text, files, standard input."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from puzzles.errors import InputError
from puzzles.grid import Grid, compact, from_characters, from_json

_RULE = re.compile(r"^[-+=*\s|]*[-=][-+=*\s|]*$")
_COUNT = re.compile(r"\sH\s*\d+$")
"""How the publisher's titles end: `No.123   H 24` has nine marks, as a row has."""
_PLACES = 400


@dataclass(frozen=True, slots=True)
class Entry:
    """One grid that was read, or what was wrong with it."""

    source: str
    """The file's name, `standard input` or `argument`."""
    line: int
    """1-based line where it begins."""
    values: Grid | None
    error: str | None = None
    title: str | None = None

    @property
    def message(self) -> str:
        """The error with its place; empty for a good entry."""
        if self.error is None:
            return ""
        return self.error if self.source == "argument" else f"{self.source}, line {self.line}: {self.error}"


def _is_rule(line: str, marks: str) -> bool:
    """A line drawn between boxes: `------+-------+------`, `|---+---+---|` or `*-----------*`."""
    return bool(_RULE.match(line)) and len(marks) not in (9, 81) and ("+" in line or marks[:1] == "*" or len(marks) > 9)


def _is_title(line: str, following: str | None) -> bool:
    """A line of words straight above a row of nine."""
    return (
        following is not None
        and len(compact(following)) == 9
        and len(compact(line)) != 81
        and any(ch.isalpha() and ch not in "Xx" for ch in line)
    )


def read_text(text: str, source: str, convert: Callable[[str], Grid] = from_characters) -> Iterator[Entry]:
    """Every grid in `text`, in order, the bad ones as entries with an error.

    Args:
        text: lines of 81 characters, blocks of nine lines of nine, titled blocks, or JSON lists;
            `#` begins a comment, empty lines and rules between boxes are passed over.
        source: the name that messages use.
        convert: makes a grid of 81 marks; `puzzles.pattern.from_marks` reads hint patterns.
    """
    lines = [(n, raw.split("#", 1)[0].strip()) for n, raw in enumerate(text.lstrip("\ufeff").splitlines(), 1)]
    lines = [(n, line) for n, line in lines if line]
    block: list[str] = []
    start = 0
    title: str | None = None
    k = 0

    def unfinished() -> Entry:
        return Entry(source, start, None, f"{len(block)} rows of nine, a puzzle has 9")

    while k < len(lines):
        number, line = lines[k]
        following = lines[k + 1][1] if k + 1 < len(lines) else None
        k += 1
        marks = compact(line)
        if line.startswith("["):
            while line.count("[") > line.count("]") and k < len(lines):
                line += " " + lines[k][1]
                k += 1
            yield _entry(source, number, line, from_json, title)
            title = None
        elif _is_rule(line, marks):
            continue
        elif len(marks) == 9 and not _COUNT.search(line):
            if not block:
                start = number
            block.append(marks)
            if len(block) == 9:
                yield _entry(source, start, "".join(block), convert, title)
                block, title = [], None
        else:
            if block:
                yield unfinished()
                block = []
            if _is_title(line, following):
                title = line
            else:
                yield _entry(source, number, line, convert, title)
                title = None
    if block:
        yield unfinished()


def _entry(source: str, line: int, text: str, convert: Callable[[str], Grid], title: str | None) -> Entry:
    try:
        return Entry(source, line, convert(text), None, title)
    except InputError as error:
        return Entry(source, line, None, str(error), title)


def decode(data: bytes, source: str) -> str:
    """UTF-8 text, with or without a byte order mark. Raises InputError for anything else."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError(f"{source}: not a text file (UTF-8)") from None


def read_file_text(path: Path) -> str:
    """The text of a file. Raises InputError that names the file when it cannot be read."""
    if path.is_dir():
        raise InputError(f"{path}: is a folder, a file of puzzles is needed")
    try:
        return decode(path.read_bytes(), str(path))
    except OSError as error:
        raise InputError(f"{path}: {(error.strerror or str(error)).lower()}") from None


def read_argument(argument: str, convert: Callable[[str], Grid] = from_characters) -> list[Entry]:
    """What a PUZZLE argument stands for: the puzzle itself, a file of any number of them, or `-`.

    Raises InputError when it is none of these, or when the file holds no puzzle.
    """
    if argument == "-":
        source, text = "standard input", decode(sys.stdin.buffer.read(), "standard input")
    elif _is_file(argument):
        source, text = argument, read_file_text(Path(argument))
    else:
        source, text = "argument", argument
        if _looks_like_path(argument):
            raise InputError(f"{argument}: no such file, and not a puzzle of 81 characters")
    entries = list(read_text(text, source, convert))
    if not entries:
        raise InputError(f"{source}: no puzzle in it")
    return entries


def _is_file(argument: str) -> bool:
    try:
        return len(argument) <= _PLACES and "\n" not in argument and Path(argument).exists()
    except (OSError, ValueError):
        return False


def _looks_like_path(argument: str) -> bool:
    """No puzzle has a slash; letters may be marks of a pattern, or slips in a line that is meant to have 81."""
    marks = compact(argument)
    if "\n" in argument or marks.startswith("["):
        return False
    return "/" in argument or "\\" in argument or (len(marks) < 70 and any(ch.isalpha() for ch in argument))

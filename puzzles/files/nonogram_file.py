"""Which nonogram form a file has: told by its ending, or by its first character."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

from puzzles.errors import InputError
from puzzles.files import nin, non, nonogram_json
from puzzles.files.encoding import read_file_text, text_of
from puzzles.nonogram import Nonogram

READERS: Final[dict[str, Callable[[str, str], Nonogram]]] = {
    ".non": non.read,
    ".nin": nin.read,
    ".json": nonogram_json.read,
}
WRITERS: Final[dict[str, Callable[[Nonogram], str]]] = {
    ".non": non.write,
    ".nin": nin.write,
    ".json": nonogram_json.write,
}


def read_nonogram(argument: str) -> Nonogram:
    """The nonogram in a file, or in standard input for `-`. Raises InputError that names the place."""
    if argument == "-":
        return parse_nonogram(text_of(sys.stdin.buffer.read(), "standard input"), "standard input")
    return parse_nonogram(read_file_text(Path(argument)), argument)


def parse_nonogram(text: str, source: str) -> Nonogram:
    """The nonogram of a text, in the form that the ending of its source or else its first character tells."""
    return (READERS.get(Path(source).suffix.lower()) or _reader(text))(text, source)


def write_nonogram(puzzle: Nonogram, path: Path) -> None:
    """Write a nonogram in the form that the file's ending names. Raises InputError for another ending."""
    writer = WRITERS.get(path.suffix.lower())
    if writer is None:
        raise InputError(f"{path}: the ending names the form, one of {', '.join(WRITERS)}")
    path.write_text(writer(puzzle), encoding="utf-8")


def _reader(text: str) -> Callable[[str, str], Nonogram]:
    begin = text.lstrip("\ufeff \t\r\n")[:1]
    if begin == "{":
        return nonogram_json.read
    return nin.read if begin.isdigit() else non.read

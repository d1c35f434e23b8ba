"""Exchange formats: one file each, listed here. Adding one is adding a file and a line."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from puzzles.errors import InputError
from puzzles.files import (
    characters,
    competition,
    fpuzzles,
    hodoku,
    latex,
    penpa,
    puzzlink,
    sadman,
    sdk,
    sdm,
    ss,
    sudokupad,
    timedia,
)
from puzzles.files.base import Format, Record, text_of

__all__ = ["FORMATS", "Format", "Record", "detect", "read_any", "read_path"]

FORMATS: Final[dict[str, Format]] = {
    module.FORMAT.name: module.FORMAT
    for module in (
        characters,
        sdk,
        sdm,
        sadman,
        ss,
        hodoku,
        fpuzzles,
        sudokupad,
        penpa,
        puzzlink,
        competition,
        latex,
        timedia,
    )
}
"""Name to format, for number place puzzles."""

_TRIED: Final = ("fpuzzles", "penpa", "puzzlink", "latex", "sadman", "hodoku", "ss", "sdk", "timedia", "json")
"""The order in which text is looked at: the marks that nothing else has come first."""


def detect(text: str) -> Format:
    """The format that text is in; lines of characters when it has the marks of no other."""
    body = text.lstrip("\ufeff")
    return next((FORMATS[name] for name in _TRIED if FORMATS[name].recognises(body)), FORMATS["txt"])


def read_any(text: str, source: str) -> list[Record]:
    """The puzzles of text in any of the formats. Raises InputError with source and line."""
    return detect(text).read(text, source)


def read_path(path: Path) -> list[Record]:
    """The puzzles of a file in any of the formats. Raises InputError that names the file."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise InputError(f"{path}: {(error.strerror or str(error)).lower()}") from None
    return read_any(text_of(data, str(path)), str(path))

"""A hint pattern that an argument or a config names."""

from __future__ import annotations

import re
from pathlib import Path

from puzzles.errors import InputError
from puzzles.files import read_argument
from puzzles.pattern import Pattern, library, named_pattern


def read_pattern(text: str) -> Pattern:
    """A pattern from a shipped name, 81 marks, a block of nine lines, or a file with one pattern.

    Raises InputError.
    """
    if text in library():
        return named_pattern(text)
    if re.fullmatch(r"[a-z][a-z0-9-]*", text) and len(text) < 40 and not Path(text).exists():
        return named_pattern(text)
    entries = read_argument(text, pattern=True)
    for entry in entries:
        if entry.values is None:
            raise InputError(f"pattern: {entry.message}")
    if len(entries) > 1:
        raise InputError(f"pattern: {len(entries)} patterns in {entries[0].source}, one is needed")
    assert entries[0].values is not None
    return entries[0].values.astype(bool)

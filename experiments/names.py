"""File names and labels from text that anybody may have written."""

from __future__ import annotations

import unicodedata
from typing import Final

from puzzles.files.base import one_line

_LONGEST: Final = 60
_RESERVED: Final = frozenset(
    ("con", "prn", "aux", "nul", *(f"com{k}" for k in range(10)), *(f"lpt{k}" for k in range(10)))
)


def file_stem(text: str, otherwise: str = "puzzles") -> str:
    """A file name without its end: letters and digits of any script, `-` and `_`; never a path, never hidden.

    At most 60 characters and 180 bytes. Text with nothing usable gives `otherwise`.
    """
    kept = "".join(ch if ch.isalnum() or ch in "-_" else "-" for ch in unicodedata.normalize("NFC", text)[:1000])
    parts = [part for part in kept.split("-") if part]
    stem = "-".join(parts)[:_LONGEST].strip("-")
    while len(stem.encode("utf-8", "ignore")) > 180:
        stem = stem[:-1]
    if not stem or stem.casefold() in _RESERVED:
        return otherwise
    return stem


def short(text: str, longest: int) -> str:
    """One line of text, cut with `…` where it is longer."""
    line = one_line(text)
    return line if len(line) <= longest else line[: longest - 1].rstrip() + "…"

"""Files of puzzles: one file per form, read by the one `reader`; the formats that are written are listed here.

Adding a format is adding a file with a `FORMAT` and a line here. What reads it is a function `claim(page, k)`, listed
in `reader.FORMS`, where no form there reads it already.
"""

from __future__ import annotations

from typing import Final

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
from puzzles.files.base import Entry, Format, Record
from puzzles.files.reader import read_argument, read_arguments, read_bytes, read_path, read_text, records_of

__all__ = [
    "FORMATS",
    "Entry",
    "Format",
    "Record",
    "read_argument",
    "read_arguments",
    "read_bytes",
    "read_path",
    "read_text",
    "records_of",
]

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

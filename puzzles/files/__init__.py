"""Files of puzzles: one file per form, read by the one `reader`; the formats that are written are in `catalogue`.

Adding a format is adding a file with a `FORMAT` and a line in `catalogue`. What reads it is a function
`claim(page, k)`, listed in `reader.FORMS`, where no form there reads it already; a format from outside carries its own.
"""

from __future__ import annotations

from puzzles.files.base import Entry, Format, Record
from puzzles.files.catalogue import FORMATS, register
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
    "register",
]

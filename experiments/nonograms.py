"""What a nonogram argument stands for: a file in any nonogram form, an own picture or book, or standard input."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import Final

from puzzles.errors import InputError
from puzzles.files import carried
from puzzles.files.encoding import text_of
from puzzles.files.nonograms import NonogramEntry, clue_json, is_nonogram_text, read_text
from puzzles.files.reader import shown_argument

FORM: Final = "nonogram"
"""What the note of a picture or a book calls nonograms."""
_STANDARD_INPUT: Final = "standard input"
_PICTURE_MARKS: Final = (b"\x89PNG", b"%PDF-", b"<")


def read_nonograms(argument: str) -> list[NonogramEntry]:
    """The nonograms of a file, or of standard input for `-`, with what was wrong in it, in order.

    Raises InputError when it cannot be read, when its form cannot be told, and when it holds no nonogram.
    """
    data, source = _bytes(argument)
    form, texts = _carried(data, source)
    if form is None:
        return read_text(text_of(data, source), source)
    if form != FORM:
        raise InputError(f"{source}: carries no nonograms")
    return [entry for text in texts for entry in clue_json.read(text, source)]


def is_nonogram(argument: str) -> bool:
    """Whether an argument is nonograms: by the end of its name, by what it carries, or by marks in the text.

    Raises InputError for a picture or a book that carries nothing.
    """
    try:
        if argument != "-" and not Path(argument).is_file():
            return False
        data, source = _bytes(argument)
    except (OSError, ValueError):
        return False
    form, _ = _carried(data, source)
    if form is not None:
        return form == FORM
    try:
        return is_nonogram_text(text_of(data, source), source)
    except InputError:
        return False


def _carried(data: bytes, source: str) -> tuple[str | None, tuple[str, ...]]:
    """The form and the texts that a picture or a book carries; no form for any other file."""
    if not data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(_PICTURE_MARKS):
        return None, ()
    note = carried.read(data, source)
    return (None, ()) if note is None else (note.form, note.texts)


def _bytes(argument: str) -> tuple[bytes, str]:
    if argument == "-":
        data = sys.stdin.buffer.read()
        # whoever looks at standard input next finds it whole
        sys.stdin = io.TextIOWrapper(io.BytesIO(data), encoding="utf-8")
        return data, _STANDARD_INPUT
    path = Path(argument)
    try:
        if path.is_dir():
            problem = "is a folder, a file of nonograms is needed"
        else:
            return path.read_bytes(), argument
    except ValueError:
        problem = "is no name of a file"
    except OSError as error:
        problem = (error.strerror or str(error)).lower()
    raise InputError(f"{shown_argument(argument)}: {problem}")

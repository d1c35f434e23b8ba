"""What pictures and books carry unseen, so that they can be read back: the puzzles that they show.

The note is JSON in ASCII, without `<`, `>` and `&`, which an SVG `<metadata>`, a PNG text chunk and the
document information of a PDF all hold as it is. It says what the page says and nothing more: no solution,
no score.
"""

from __future__ import annotations

import html
import io
import json
import logging
import re
import struct
from collections.abc import Generator, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final, cast

from puzzles.errors import InputError

KEY: Final = "hintsmith"
"""What the note is called: the id of the SVG element, the keyword of the PNG chunk."""
PDF_KEY: Final = "/HintsmithPuzzles"
PNG_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_SVG_NOTE: Final = re.compile(
    rf"<(?:\w+:)?metadata\b[^<>]*\bid\s*=\s*[\"']{KEY}[\"'][^<>]*>([^<>]*)</(?:\w+:)?metadata\s*>"
)
_SVG: Final = re.compile(r"<(?:\w+:)?svg[\s>]")


@dataclass(frozen=True, slots=True)
class Carried:
    """A note, read."""

    form: str
    """`table` or `nonogram`: how the texts are to be read."""
    texts: tuple[str, ...]


def read(data: bytes, source: str) -> Carried | None:
    """The note of a picture or a book; None for data that is neither SVG, PNG nor PDF.

    Raises InputError for one that carries no note, or a damaged one.
    """
    if data.startswith(PNG_SIGNATURE):
        text = _png_note(data)
    elif data.startswith(b"%PDF-"):
        text = _pdf_note(data, source)
    elif data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<") and _SVG.search(document := _decoded(data)):
        found = _SVG_NOTE.search(document)
        text = html.unescape(found.group(1)) if found else None
    else:
        return None
    if text is None:
        raise InputError(f"{source}: carries no puzzle; of pictures and books only those that hintsmith wrote are read")
    return _parsed(text, source)


def _decoded(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def _png_note(data: bytes) -> str | None:
    for kind, body in _chunks(data):
        keyword, _, text = body.partition(b"\0")
        if kind == b"tEXt" and keyword == KEY.encode():
            return text.decode("latin-1")
    return None


def _chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Type and body of each chunk of a PNG; a chunk that is cut off ends them."""
    place = len(PNG_SIGNATURE)
    while place + 12 <= len(data):
        length, kind = struct.unpack(">I4s", data[place : place + 8])
        body = data[place + 8 : place + 8 + length]
        if len(body) < length:
            return
        yield kind, body
        place += length + 12


def _pdf_note(data: bytes, source: str) -> str | None:
    import pypdf

    try:
        with _silent("pypdf"):
            information = pypdf.PdfReader(io.BytesIO(data)).metadata
            text = None if information is None else information.get(PDF_KEY)
            return None if text is None else str(text)
    except Exception:  # a damaged file makes pypdf raise anything
        raise InputError(f"{source}: is no PDF that can be read") from None


@contextmanager
def _silent(name: str) -> Generator[None]:
    """Nothing of a library's log reaches the terminal."""
    logger = logging.getLogger(name)
    before = logger.level
    logger.setLevel(logging.CRITICAL + 1)  # setting `level` itself would leave what its children remember of it
    try:
        yield
    finally:
        logger.setLevel(before)


def _parsed(text: str, source: str) -> Carried:
    try:
        value: object = json.loads(text)
    except (ValueError, RecursionError):
        value = None
    if isinstance(value, Mapping):
        entries = cast("Mapping[str, object]", value)
        form, texts = entries.get(KEY), entries.get("texts")
        if (
            isinstance(form, str)
            and isinstance(texts, list)
            and all(isinstance(t, str) for t in cast("list[object]", texts))
        ):
            return Carried(form, tuple(cast("list[str]", texts)))
    raise InputError(f"{source}: the puzzles it carries are damaged")

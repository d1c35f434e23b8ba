"""What pictures and books carry unseen, so that they can be read back: the puzzles that they show.

`puzzles.files.carried` says what the note looks like, and reads it.
"""

from __future__ import annotations

import json
import struct
import zlib
from typing import Final

from experiments.publish.pdf import open_pdf, pdf_bytes
from puzzles.files.carried import KEY, PDF_KEY, PNG_SIGNATURE, Carried, read

__all__ = ["PNG_SIGNATURE", "Carried", "into_pdf", "into_png", "note", "read", "svg_element"]

_HEADER_END: Final = len(PNG_SIGNATURE) + 25
"""Where a PNG's first chunk, which is always its header of 13 bytes, ends."""


def note(form: str, texts: list[str]) -> str:
    """The note of texts, in ASCII."""
    text = json.dumps({KEY: form, "texts": texts}, ensure_ascii=True, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def svg_element(text: str) -> str:
    """The element of an SVG document that carries a note."""
    return f'<metadata id="{KEY}">{text}</metadata>\n'


def into_png(png: bytes, text: str) -> bytes:
    """A PNG with the note behind its header, as a tEXt chunk."""
    body = b"tEXt" + KEY.encode() + b"\0" + text.encode("ascii")
    chunk = struct.pack(">I", len(body) - 4) + body + struct.pack(">I", zlib.crc32(body))
    return png[:_HEADER_END] + chunk + png[_HEADER_END:]


def into_pdf(pdf: bytes, text: str) -> bytes:
    """A PDF with the note in its document information."""
    writer = open_pdf(pdf)
    writer.add_metadata({PDF_KEY: text})
    return pdf_bytes(writer)

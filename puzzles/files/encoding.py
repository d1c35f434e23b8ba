"""Bytes to text: UTF-8, UTF-16, UTF-32, Shift-JIS, EUC-JP, Windows-1252 and Latin-1."""

from __future__ import annotations

import codecs
from pathlib import Path
from typing import Final

from puzzles.errors import InputError

_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
"""Byte order marks; UTF-32 before UTF-16, whose mark begins like its own."""
_CODE_PAGES: Final = ("cp932", "euc_jp", "cp1252", "latin_1")
"""What old programs in Japan and in the West write."""
_SAMPLE: Final = 1 << 14
"""Bytes that the code page is told by."""


def text_of(data: bytes, source: str) -> str:
    """The text of a file, its byte order mark removed. Raises InputError for binary data."""
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return _decoded(data, encoding, source)
    if b"\0" in data:
        return _decoded(data, _wide(data, source), source)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode(_code_page(data, source), "replace")


def _decoded(data: bytes, encoding: str, source: str) -> str:
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        raise InputError(f"{source}: not a text file") from None
    if "\0" in text:
        raise InputError(f"{source}: not a text file")
    return text


def _wide(data: bytes, source: str) -> str:
    """UTF-16 without a mark: the zero bytes of its digits are all at odd places, or all at even ones."""
    if len(data) % 2 == 0:
        odd, even = data[1::2].count(0), data[::2].count(0)
        if odd > 4 * even:
            return "utf-16-le"
        if even > 4 * odd:
            return "utf-16-be"
    raise InputError(f"{source}: not a text file")


def _code_page(data: bytes, source: str) -> str:
    """The likeliest of the code pages, told by the lines that are not ASCII."""
    from charset_normalizer import from_bytes

    control = sum(data.count(bytes((code,))) for code in range(32) if code not in (9, 10, 11, 12, 13, 26, 27))
    if control > len(data) // 100:
        raise InputError(f"{source}: not a text file")
    sample = b"\n".join(line for line in data.splitlines() if not line.isascii())[:_SAMPLE]
    best = from_bytes(sample, cp_isolation=list(_CODE_PAGES)).best()
    return "latin_1" if best is None else best.encoding


def file_bytes(path: Path) -> bytes:
    """The bytes of a file. Raises InputError that names it when it cannot be read."""
    try:
        if path.is_dir():
            raise InputError(f"{path}: is a folder, a file is needed")
        return path.read_bytes()
    except (OSError, ValueError) as error:
        if isinstance(error, InputError):
            raise
        reason = error.strerror if isinstance(error, OSError) else None
        raise InputError(f"{path}: {(reason or str(error)).lower()}") from None


def read_file_text(path: Path) -> str:
    """The text of a file. Raises InputError that names the file when it cannot be read."""
    return text_of(file_bytes(path), str(path))

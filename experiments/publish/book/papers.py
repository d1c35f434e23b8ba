"""The sizes of paper that books are made for."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from puzzles.errors import InputError

INCH: Final = 25.4
PAPERS: Final[dict[str, tuple[float, float]]] = {
    "a4": (210.0, 297.0),
    "a5": (148.0, 210.0),
    "a6": (105.0, 148.0),
    "b5": (182.0, 257.0),
    "b6": (128.0, 182.0),
    "ab": (210.0, 257.0),
    "shiroku": (127.0, 188.0),
    "shinsho": (103.0, 182.0),
    "letter": (8.5 * INCH, 11 * INCH),
    "6x9": (6 * INCH, 9 * INCH),
}
"""Name to trimmed width and height in millimetres. B5 and B6 are those of JIS, as Japanese printers have them."""
_OTHER_NAMES: Final = {
    "四六": "shiroku",
    "46": "shiroku",
    "新書": "shinsho",
    "文庫": "a6",
}
"""What papers are called besides; with 判 or 版 behind it or not."""
_SIZE: Final = re.compile(r"(\d+(?:\.\d+)?)x(\d+(?:\.\d+)?)(?:mm)?")
NARROWEST, WIDEST = 70.0, 600.0
"""Millimetres of a side of any paper."""


def paper_size(paper: str) -> tuple[float, float]:
    """Trimmed width and height in millimetres of a paper's name, or of `WIDTHxHEIGHT` in millimetres.

    Raises InputError that lists the names there are.
    """
    word = unicodedata.normalize("NFKC", paper).strip().lower().replace("×", "x").replace(" ", "")
    name = word.removesuffix("判").removesuffix("版")
    name = _OTHER_NAMES.get(name, name)
    if name in PAPERS:
        return PAPERS[name]
    match = _SIZE.fullmatch(word)
    if match is None:
        raise InputError(f"paper {paper!r}: there are {', '.join(PAPERS)}, and WIDTHxHEIGHT in mm, such as 182x257")
    width, height = float(match[1]), float(match[2])
    if not (NARROWEST <= width <= WIDEST and NARROWEST <= height <= WIDEST):
        raise InputError(f"paper {paper!r}: sides of {NARROWEST:g} to {WIDEST:g} mm are possible")
    return width, height


def is_six_by_nine(paper: str) -> bool:
    """Whether it is the paper of self-publishers, whose printers ask for a gutter by the number of pages."""
    return paper_size(paper) == PAPERS["6x9"]

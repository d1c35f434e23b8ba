"""Titles that fit their page."""

from __future__ import annotations

import math
import re
import unicodedata
from typing import Final

from experiments.publish.book.layout import POINT, Page

_WORD: Final = 20
_LONG_WORD: Final = re.compile(rf"[^\s]{{{_WORD + 1},}}")
_LARGEST, _LEAST = 40.0, 8.0
"""Points."""
_ONE_LINE: Final = 22.0
"""Points at which a title is rather set on one line than larger on two."""
_SHARE: Final = 0.3
"""Of the page's height, at most."""


def breakable(title: str) -> str:
    """A title whose long words may be broken, every twenty characters, without a sign."""
    return _LONG_WORD.sub(lambda word: "\u200b".join(re.findall(f".{{1,{_WORD}}}", word.group())), title)


def _is_wide(ch: str) -> bool:
    return unicodedata.east_asian_width(ch) in "WF"


def title_size(title: str, page: Page) -> float:
    """Points at which a title fits: on one line where it is short, else the whole not higher than a third of the page.

    No word is wider than the page. A full-width character is as wide as its size, which hardly a Latin one exceeds,
    and lines break beside it.
    """
    width, height = page.area_width / POINT, page.area_height / POINT
    one_line = width / max(1.0, sum(1.03 if _is_wide(ch) else 0.62 for ch in title))
    if one_line >= _ONE_LINE:
        return min(_LARGEST, math.floor(one_line))
    narrow = "".join(" " if _is_wide(ch) else ch for ch in title)
    longest_word = min(_WORD, max((len(word) for word in narrow.split()), default=1))
    size = _LARGEST
    while size > _LEAST and (longest_word * size > width or len(title) * size * size * 1.5 > width * height * _SHARE):
        size -= 1
    return size

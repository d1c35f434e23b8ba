"""Lines of words: the title of the puzzle below them, or something that cannot be read."""

from __future__ import annotations

import re
from typing import Final

from puzzles.files.base import one_line
from puzzles.files.number_place.blocks import is_start
from puzzles.files.page import Claim, Page

_NUMBERED: Final = re.compile(r"\w.*\d|.*[:：]$")
"""A title above a puzzle in one line has a number or ends in a colon; other words there are a slip."""
_MOST_LINES: Final = 5
_LONGEST_TITLE: Final = 20_000
_LONGEST_WORD: Final = 60


def claim(page: Page, k: int) -> Claim:
    """A title and the lines of words under it, straight above a puzzle; an error for any other line."""
    end = k
    while end < min(len(page), k + _MOST_LINES) and _is_words(page, end):
        end += 1
    below = page.following(end)
    if below < len(page) and end > k and len(page.lines[k]) <= _LONGEST_TITLE and _is_above(page, end - 1, below):
        lines = [one_line(page.lines[n].strip(" :：")) for n in range(k, end)]
        return Claim(end - k, fields={"title": " / ".join(line for line in lines if line)})
    return Claim(
        1, [page.bad(k, f"{one_line(page.lines[k])[:40]!r} is neither a puzzle nor the title of one below it")]
    )


def _is_words(page: Page, k: int) -> bool:
    """Whether a line is nothing that another form reads."""
    line = page.lines[k]
    if not line or line.startswith(("#", "[", "{", "<", ":", "\\", "%")) or "//" in line:
        return False
    return max(map(len, line.split())) < _LONGEST_WORD and not is_start(page, k)


def _is_above(page: Page, last: int, below: int) -> bool:
    if is_start(page, below):
        return True
    line = page.lines[below]
    if line.startswith(("http://", "https://", "[", "{")):
        return True
    return page.is_cells(below) and len(page.marks(below)) == 81 and bool(_NUMBERED.match(page.lines[last]))

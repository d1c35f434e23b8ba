"""What a line of cells looks like: digits and empty cells in any spelling, with or without lines between them.

Puzzles have the digits 1 to 9. In hint patterns any mark that is not an empty one is a hint cell.
"""

from __future__ import annotations

import re
from typing import Final

from puzzles.grid import EMPTY_MARKS

BARS: Final = "|│┃║┆┇┊┋╎╏¦▏▕｜"
_WIDE: Final = {
    **{ord("０") + digit: str(digit) for digit in range(10)},
    **{ord("①") + digit - 1: str(digit) for digit in range(1, 10)},
    **dict.fromkeys(map(ord, "．。・·•∙⋅‧･"), "."),
    **dict.fromkeys(map(ord, "＿"), "_"),
    **dict.fromkeys(map(ord, "－"), "-"),
    **dict.fromkeys(map(ord, "＊"), "*"),
    **dict.fromkeys(map(ord, "＃"), "#"),
    **dict.fromkeys(map(ord, "，"), ","),
    **dict.fromkeys(map(ord, "Ｘｘ"), "X"),
    **dict.fromkeys(map(ord, "□☐◻◽▢○◯◦⬜"), "."),
    **dict.fromkeys(map(ord, BARS), "|"),
    **dict.fromkeys(map(ord, "\u200b\u200c\u200d\ufeff\u2060"), ""),
}
"""Full-width and drawn characters to those that they stand for."""
_CELLS: Final = re.compile(r"[1-9.0\-_*]+")
_SPACES: Final = re.compile(r"[\s|]+")
_SEPARATORS: Final = ",;\t"
_FIXED: Final = {3: (0, 1, 2), 5: (0, 2, 4), 6: (0, 2, 4), 7: (1, 3, 5)}
"""Width of the text between two bars to the places of its three cells."""
_TO_HINTS: Final = str.maketrans("0-_*", "....")
VALID: Final = frozenset("123456789") | EMPTY_MARKS


def plain(line: str) -> str:
    """A line in ASCII where it has full-width digits, dots, boxes or bars; its spaces stay."""
    return line if line.isascii() else line.translate(_WIDE)


def squeeze(line: str) -> str:
    """The marks of a line that went through `plain`: blanks and bars are gone."""
    return _SPACES.sub("", line)


def marks_of(line: str) -> str:
    """The marks of a line, an empty field between separators or bars as `.`."""
    wide_blanks = "\u3000" in line and len(line) == 9
    text = plain(line)
    if wide_blanks:
        return text.replace("\u3000", ".")
    for separator in _SEPARATORS:
        if separator in text:
            fields = [field.strip().strip("\"'").strip() for field in text.split(separator)]
            if fields[-1] == "" and len(fields) in (10, 82):
                fields.pop()
            if len(fields) >= 4 and all(len(field) <= 1 for field in fields):
                return "".join(field or "." for field in fields)
    if "|" in text:
        drawn = _between_bars(text)
        if drawn is not None:
            return drawn
    return squeeze(text)


def _between_bars(text: str) -> str | None:
    """The nine marks of a drawn row with blanks for empty cells; None for a row that is drawn otherwise."""
    parts = text.strip().split("|")
    if parts and not parts[0]:
        parts = parts[1:]
    if parts and not parts[-1]:
        parts = parts[:-1]
    if len(parts) == 9 and all(len(part.strip()) <= 1 for part in parts):
        return "".join(part.strip() or "." for part in parts)
    if len(parts) == 3 and len(set(map(len, parts))) == 1 and (places := _FIXED.get(len(parts[0]))):
        marks = "".join(part[place] for part in parts for place in places)
        if len(squeeze(text)) == 9 - marks.count(" "):
            return marks.replace(" ", ".")
    return None


def is_cells(marks: str, pattern: bool) -> bool:
    """Whether marks are all cells: digits and empty marks, or in a pattern any marks with one letter at most."""
    if _CELLS.fullmatch(marks):
        return True
    if not pattern or not marks:
        return False
    letters = {ch for ch in marks.casefold() if ch.isalpha()}
    return len(letters) <= 1 and not any(ch in "[]{}<>\"':/\\" for ch in marks)


def hints_of_cells(marks: str, pattern: bool) -> str:
    """Cells in the spelling of a record: `.` for an empty cell; in a pattern `1` for a hint cell."""
    if pattern:
        return "".join("." if ch in EMPTY_MARKS else "1" for ch in marks)
    return marks.translate(_TO_HINTS)

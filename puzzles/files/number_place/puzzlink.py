"""puzz.link (pzpr) links: digits as they are, `g` to `z` for one to twenty empty cells. One link a line."""

from __future__ import annotations

import re
from typing import Final

from puzzles.errors import InputError
from puzzles.files.base import Format, Record, hints_of

_PREFIX: Final = "https://puzz.link/p?sudoku/9/9/"
_SKIPS: Final = "ghijklmnopqrstuvwxyz"


def write(records: list[Record]) -> str:
    """One link a line."""
    return "".join(f"{_PREFIX}{_body(record.hints)}\n" for record in records)


def _body(hints: str) -> str:
    runs = re.findall(r"\.{1,20}|[1-9]", hints)
    return "".join(_SKIPS[len(run) - 1] if run[0] == "." else run for run in runs)


def unpacked(kind: str, body: str) -> Record:
    """The puzzle of a link's parts behind its question mark.

    Args:
        kind: the first part, such as `sudoku`.
        body: the parts after it, such as `9/9/53h7…`.

    Raises:
        InputError: for another kind of puzzle, another size, and damage.
    """
    name = kind.removesuffix("_edit").removesuffix("_play")
    if name != "sudoku":
        raise InputError(f"a puzzle of the kind {name[:20]}, not number place")
    parts = body.split("/")
    if len(parts[0]) == 1 and parts[0].isalpha():
        # a flag of the site's editor
        del parts[0]
    if len(parts) < 3:
        raise InputError("the link is cut off")
    if parts[:2] != ["9", "9"]:
        raise InputError(f"a {parts[1][:10]} × {parts[0][:10]} grid, this reads 9 × 9")
    return Record(_hints(parts[2]))


def _hints(body: str) -> str:
    marks: list[str] = []
    for ch in body:
        if ch in _SKIPS:
            marks.append("." * (_SKIPS.index(ch) + 1))
        elif ch in "123456789.":
            marks.append(ch)
        else:
            raise InputError(f"{ch!r} is neither a digit 1-9 nor a run of empty cells (g-z)")
    return hints_of("".join(marks).ljust(81, "."))


FORMAT: Final = Format("puzzlink", ".puzzlink.txt", "puzz.link links", write)

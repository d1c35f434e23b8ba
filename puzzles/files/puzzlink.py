"""puzz.link (pzpr) links: digits as they are, `g` to `z` for one to twenty empty cells. One link a line."""

from __future__ import annotations

import re
from typing import Final

from puzzles.errors import InputError
from puzzles.files.base import Format, Record, at, hints_of, not_empty, numbered_lines

_LINK: Final = re.compile(
    r"(?:p|p\.html|p_v3\.html|pzv?\.html)?\?(?:type=)?sudoku(?:_edit|_play)?/(\d+)/(\d+)/([^/\s?&#]*)"
)
_PREFIX: Final = "https://puzz.link/p?sudoku/9/9/"
_SKIPS: Final = "ghijklmnopqrstuvwxyz"


def write(records: list[Record]) -> str:
    """One link a line."""
    return "".join(f"{_PREFIX}{_body(record.hints)}\n" for record in records)


def _body(hints: str) -> str:
    runs = re.findall(r"\.{1,20}|[1-9]", hints)
    return "".join(_SKIPS[len(run) - 1] if run[0] == "." else run for run in runs)


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


def read(text: str, source: str) -> list[Record]:
    """The puzzles of links to puzz.link and its kin; `#` begins a comment line."""
    records: list[Record] = []
    for number, line in numbered_lines(text):
        if line.startswith("#"):
            continue
        link = _LINK.search(line)
        if link is None:
            raise at(source, number, f"{line[:40]!r} is not a sudoku link ({_PREFIX}…)")
        try:
            if link.group(1, 2) != ("9", "9"):
                raise InputError(f"a grid of {link.group(1)} by {link.group(2)}, 9 by 9 is needed")
            records.append(Record(_hints(link.group(3))))
        except InputError as error:
            raise at(source, number, error) from None
    return not_empty(records, source)


def recognises(text: str) -> bool:
    """A link of the form `…?sudoku/9/9/…`."""
    return _LINK.search(text) is not None


FORMAT: Final = Format("puzzlink", ".puzzlink.txt", "puzz.link links", write, read, recognises)

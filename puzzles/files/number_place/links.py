"""Links to the pages of other programs: any number in a line, with text around them.

Known are f-puzzles, SudokuPad, Penpa+ and puzz.link with its kin, and every address that holds 81 characters, as
sudokuwiki's `?bd=` does.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final
from urllib.parse import unquote

from puzzles.errors import InputError
from puzzles.files.base import Entry, Record, hints_of, one_line
from puzzles.files.number_place import fpuzzles, penpa, puzzlink
from puzzles.files.page import Claim, Page

_ADDRESS: Final = re.compile(
    r"(?:https?://|www\.|(?<![\w.])(?:f-puzzles\.com|sudokupad\.app|puzz\.link|pzv\.jp|swaroopg92\.github\.io)/)"
    r"[^\s<>\"'「」（）、。]+",
    re.IGNORECASE,
)
_FPUZZLES: Final = re.compile(
    r"(?:f-puzzles\.com/\?(?:.*&)?load=|sudokupad\.(?:app|svencodes\.com)/(?:sudoku/|puzzle/)?(?:fpuzzles|fpuz)|"
    r"[?&]puzzleid=(?:fpuzzles|fpuz))([A-Za-z0-9+/=%_-]+)"
)
_SUDOKUPAD: Final = re.compile(r"sudokupad\.(?:app|svencodes\.com)/|f-puzzles\.com/")
_SUDOKUPAD_OWN: Final = re.compile(r"sudokupad\.(?:app|svencodes\.com)/(?:sudoku/|puzzle/)?(sc[lf])\w", re.IGNORECASE)
_PENPA: Final = re.compile(r"[#?&]m=(?:edit|solve)&(?:[a-z]{1,20}=[^&\s]*&)*?p=([A-Za-z0-9+/=_%-]+)")
_PUZZLINK: Final = re.compile(
    r"(?:puzz\.link|pzv\.jp|pzpr[\w.-]*|pzprv3[\w.-]*)/[\w.]*\?(?:type=)?(\w{1,40})/([^\s?&#]*)"
)
_HOLDS: Final = re.compile(r"(?<![0-9.])([0-9.]{81})(?![0-9.])")
_ENDS: Final = " \t:：-–—|,;()[]<>"
_LONGEST: Final = 1 << 17


def claim(page: Page, k: int) -> Claim | None:
    """The puzzles of the links in line `k`; the text before the first one is its title where it has none."""
    line = page.lines[k]
    if len(line) > _LONGEST or ("/" not in line):
        return None
    entries: list[Entry] = []
    words = ""
    place = 0
    for address in _ADDRESS.finditer(line):
        before = line[place : address.start()].strip(_ENDS)
        words = before or words
        place = address.end()
        try:
            record = read_link(address.group().rstrip(").,;]"))
        except InputError as error:
            entries.append(page.bad(k, f"the link {address.group()[:40]}: {error}"))
            continue
        if words and not record.title and not words.startswith("#"):
            record = Record(record.hints, record.solution, one_line(words), record.author)
        words = ""
        entries.append(page.good(k, record))
    return Claim(1, entries) if entries else None


def read_link(address: str) -> Record:
    """The puzzle that an address holds. Raises InputError that says why it holds none."""
    readers: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], Record]], ...] = (
        (_FPUZZLES, lambda found: fpuzzles.unpacked(found.group(1))),
        (_PENPA, lambda found: penpa.unpacked(found.group(1))),
        (_PUZZLINK, lambda found: puzzlink.unpacked(found.group(1), found.group(2))),
        (_HOLDS, lambda found: Record(hints_of(found.group(1)))),
    )
    for pattern, read in readers:
        found = pattern.search(address) or pattern.search(unquote(address))
        if found is not None:
            return read(found)
    own = _SUDOKUPAD_OWN.search(address)
    if own is not None:
        raise InputError(f"SudokuPad's own code ({own.group(1)}…) is not read: use the long link of f-puzzles")
    if _SUDOKUPAD.search(address):
        raise InputError("it does not hold its puzzle, only where it is kept: use the long link of f-puzzles")
    raise InputError("none that is read (f-puzzles, SudokuPad, Penpa+, puzz.link, sudokuwiki ?bd=)")

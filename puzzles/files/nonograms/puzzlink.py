"""puzz.link (pzpr) links: `nonogram/width/height/body`. One link a line.

The body goes through the slots of the columns, then of the rows; a line of n cells has (n + 1) // 2 slots, filled from
the picture outwards. `0`-`f` is a number, `-` and two digits one from 16, `+` and three digits one from 256 (all
hexadecimal); `g` to `z` are 1 to 20 empty slots.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from puzzles.errors import InputError
from puzzles.files.base import one_line
from puzzles.files.nonograms.base import NonogramEntry, NonogramFormat, entry, fault, lines_of, number
from puzzles.nonogram import LONGEST_SIDE, Clue, Nonogram

_LINK: Final = re.compile(r"(?:https?://\S*?\?|(?<!\S)(?:\S*\?)?)(?:type=)?([a-z][a-z0-9-]*?)(?:_edit|_play)?(/\S+)")
_PREFIX: Final = "https://puzz.link/p?nonogram/"
_SKIPS: Final = "ghijklmnopqrstuvwxyz"
_LONGEST_BLOCK: Final = 255
"""What puzz.link itself reads beside a grid."""
_MARK: Final = re.compile(r"(?:\?|type=|(?<!\S))nonogram(?:_edit|_play)?/")


def read(text: str, source: str = "links") -> list[NonogramEntry]:
    """The puzzles of links, one a line; the words beside a link are its title; `#` begins a comment line."""
    entries: list[NonogramEntry] = []
    for at, line in lines_of(text):
        if not line or line.startswith("#"):
            continue
        link = _LINK.search(line)
        if link is None:
            entries.append(fault(source, at, f"{line[:40]!r} is not a nonogram link ({_PREFIX}…)"))
        elif link.group(1) != "nonogram":
            entries.append(fault(source, at, f"a link to a {link.group(1)[:40]} puzzle, not to a nonogram"))
        else:
            title = one_line(line[: link.start()] + " " + line[link.end() :]) or None
            entries.append(entry(source, at, lambda link=link, title=title: _puzzle(link.group(2), title)))
    return entries


def _puzzle(path: str, title: str | None) -> Nonogram:
    parts = path.rstrip("/").split("/")[1:]
    if parts and not parts[0].isdecimal():
        parts = parts[1:]
    if len(parts) != 3:
        raise InputError(f"the link is not of the form {_PREFIX}width/height/body")
    width, height = number(parts[0]), number(parts[1])
    if not (1 <= width <= LONGEST_SIDE and 1 <= height <= LONGEST_SIDE):
        raise InputError(f"a nonogram of {width} by {height}; a side has from 1 to {LONGEST_SIDE} cells")
    above, beside = (height + 1) // 2, (width + 1) // 2
    slots = _slots(parts[2], width * above + height * beside)
    columns = [_outwards(slots[k * above : (k + 1) * above]) for k in range(width)]
    rest = slots[width * above :]
    rows = [_outwards(rest[k * beside : (k + 1) * beside]) for k in range(height)]
    return Nonogram(tuple(rows), tuple(columns), title)


def _outwards(slots: list[int | None]) -> Clue:
    """The clue of the slots of a line, the one beside the picture first."""
    return tuple(size for size in reversed(slots) if size is not None)


_TOKEN: Final = re.compile(r"(?P<skip>[g-z])|(?P<short>[0-9a-f])|-(?P<two>[0-9a-f]{2})|\+(?P<three>[0-9a-f]{3})")


def _slots(body: str, size: int) -> list[int | None]:
    """The places for clues that a body fills, and the empty ones up to `size`. Raises InputError."""
    slots: list[int | None] = []
    k = 0
    while k < len(body):
        token = _TOKEN.match(body, k)
        if token is None:
            if body[k] == ".":
                raise InputError("the link has a clue '?', a block of unknown length, which plain nonograms have not")
            raise InputError(f"{body[k : k + 4]!r} in the link is neither a number nor a run of empty places")
        if token["skip"]:
            slots += [None] * (_SKIPS.index(token["skip"]) + 1)
        else:
            slots.append(int(token["short"] or token["two"] or token["three"], 16))
        k = token.end()
    if len(slots) > size:
        raise InputError(f"the link fills {len(slots)} places for clues, the puzzle has {size}")
    return slots + [None] * (size - len(slots))


def write(puzzles: Sequence[Nonogram]) -> str:
    """One link a line. Raises InputError for a block of more than 255 cells."""
    return "".join(f"{_PREFIX}{puzzle.width}/{puzzle.height}/{_body(puzzle)}\n" for puzzle in puzzles)


def _body(puzzle: Nonogram) -> str:
    slots: list[int | None] = []
    for clues, places in ((puzzle.columns, (puzzle.height + 1) // 2), (puzzle.rows, (puzzle.width + 1) // 2)):
        for clue in clues:
            slots += [*reversed(clue), *[None] * (places - len(clue))]
    body: list[str] = []
    empty = 0
    for size in slots:
        if size is None:
            empty += 1
            continue
        if size > _LONGEST_BLOCK:
            raise InputError(f"a block of {size} cells; puzz.link holds up to {_LONGEST_BLOCK}")
        body += [_gap(empty), f"{size:x}" if size < 16 else f"-{size:02x}"]
        empty = 0
    return "".join(body) + _gap(empty)


def _gap(empty: int) -> str:
    """A run of empty places."""
    full, rest = divmod(empty, len(_SKIPS))
    return _SKIPS[-1] * full + (_SKIPS[rest - 1] if rest else "")


def recognises(text: str) -> bool:
    """A first line, comments aside, with a link of the form `…?nonogram/…`."""
    first = next((line for _, line in lines_of(text) if line and not line.startswith("#")), "")
    return _MARK.search(first) is not None


FORMAT: Final = NonogramFormat("puzzlink", (".puzzlink.txt",), "puzz.link links", write, read, recognises)

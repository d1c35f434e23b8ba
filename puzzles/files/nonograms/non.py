"""The `.non` form: `keyword value` lines, clues as comma-separated lines under `rows` and `columns`.

Puzzles bundled in one file have a line of four `=` between them.
"""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from string import ascii_letters
from typing import Final

import numpy as np

from puzzles.errors import InputError
from puzzles.files.base import one_line
from puzzles.files.nonograms.base import (
    LineError,
    Lines,
    NonogramEntry,
    NonogramFormat,
    clue_lines,
    entry,
    lines_of,
    number,
    one_colour,
    without_layout,
)
from puzzles.nonogram import Clue, Nonogram, Picture

_TEXTS: Final = {"title": "title", "by": "author", "copyright": "copyright", "catalogue": "catalogue"}
_SIZES: Final = {"width": "columns", "height": "rows"}
_BETWEEN: Final = re.compile(r"={4,}$")
_CLUE: Final = re.compile(r"\d+[A-Za-z]?(\s*,\s*\d+[A-Za-z]?)*\s*,?$")
_CELLS: Final = re.compile(r"[01?][0-9A-Za-z?\s]*$")
"""A row of a goal or a saved picture that stands in lines of its own."""
_SECTION: Final = re.compile(r"^[ \t]*(rows|columns)[ \t]*$", re.MULTILINE | re.IGNORECASE)


@dataclass(slots=True)
class _Parts:
    """What the lines of one puzzle say."""

    texts: dict[str, str] = field(default_factory=dict[str, str])
    sizes: dict[str, int] = field(default_factory=dict[str, int])
    """By `rows` and `columns`."""
    clues: dict[str, list[Clue | None]] = field(default_factory=dict[str, "list[Clue | None]"])
    """By `rows` and `columns`; None for a blank line."""
    colours: set[str] = field(default_factory=set[str])
    """The letters behind block lengths; empty text for none."""
    goal: str | None = None
    section: str = ""
    """The keyword whose lines are being read."""


def read(text: str, source: str = ".non text") -> list[NonogramEntry]:
    """The puzzles of a `.non` text.

    Known keywords are `title`, `by`, `copyright`, `catalogue` (quoted or bare, with HTML entities), `width`, `height`,
    `rows`, `columns` and `goal` (row by row, `0` white, anything else black); other keywords are properties and passed
    over, and `#` begins a comment line. After `rows` and `columns` each line is a clue, `0` or a blank line for an
    empty one.
    """
    entries: list[NonogramEntry] = []
    puzzle: Lines = []
    for at, line in [*lines_of(text), (0, "====")]:
        if not _BETWEEN.match(line):
            puzzle.append((at, line))
            continue
        said = [n for n, one in puzzle if one and not one.startswith("#")]
        if said:
            lines = puzzle
            entries.append(entry(source, said[0], lambda lines=lines: _puzzle(lines)))
        puzzle = []
    return entries


def _puzzle(lines: Lines) -> Nonogram:
    parts = _Parts()
    for at, line in lines:
        if line.startswith("#"):
            continue
        if not _continues(parts, line) and line:
            parts.section = ""
            _keyword(parts, at, line)
    for kind in ("rows", "columns"):
        if kind not in parts.clues:
            raise InputError(f"no {kind!r}")
    one_colour(parts.colours)
    rows, columns = (without_layout(parts.clues[kind], parts.sizes.get(kind), kind) for kind in ("rows", "columns"))
    goal = None if parts.goal is None else _goal(parts.goal, len(rows), len(columns))
    return Nonogram(tuple(rows), tuple(columns), goal=goal, **parts.texts)


def _continues(parts: _Parts, line: str) -> bool:
    """Take a line that belongs to the keyword above it; False for one that does not."""
    if parts.section in parts.clues:
        if not line:
            parts.clues[parts.section].append(None)
            return True
        if _CLUE.match(line):
            words = [word for word in re.split(r"[\s,]+", line) if word]
            parts.clues[parts.section].append(tuple(number(word.rstrip(ascii_letters)) for word in words))
            parts.colours.update(word.lstrip("0123456789") for word in words if word.strip("0"))
            return True
    elif parts.section in ("goal", "saved") and _CELLS.match(line):
        if parts.section == "goal":
            parts.goal = (parts.goal or "") + line
        return True
    return False


def _keyword(parts: _Parts, at: int, line: str) -> None:
    """Take a line that begins with a keyword. Raises LineError."""
    words = line.split(None, 1)
    keyword, value = words[0].lower(), words[1].strip() if len(words) > 1 else ""
    if keyword in ("rows", "columns") and value:
        keyword = "height" if keyword == "rows" else "width"
    if keyword in ("rows", "columns"):
        if keyword in parts.clues:
            raise LineError(at, f"a second {keyword!r}; between two puzzles stands a line ====")
        parts.section = keyword
        parts.clues[keyword] = []
    elif keyword in _SIZES:
        if _SIZES[keyword] in parts.sizes:
            raise LineError(at, f"a second {keyword!r}; between two puzzles stands a line ====")
        try:
            parts.sizes[_SIZES[keyword]] = number(value)
        except InputError as error:
            raise LineError(at, f"{keyword} {error}") from None
    elif keyword in _TEXTS:
        parts.texts[_TEXTS[keyword]] = one_line(html.unescape(_unquoted(value)))
    elif keyword in ("goal", "saved"):
        if not value:
            parts.section = keyword
        elif keyword == "goal":
            parts.goal = value
    elif keyword[0].isdigit():
        raise LineError(at, f"{line[:40]!r} is no clue (numbers with commas between them)")
    elif not keyword[0].isalpha():
        raise LineError(at, f"{line[:40]!r} is neither a keyword nor a clue")


def _goal(text: str, height: int, width: int) -> Picture:
    cells = re.sub(r"[\s\"]", "", text)
    if len(cells) != height * width:
        raise InputError(f"the goal has {len(cells)} cells, {height * width} are needed")
    if not (cells.isascii() and cells.isalnum()):
        strange = next(ch for ch in cells if not (ch.isascii() and ch.isalnum()))
        raise InputError(f"the goal holds {strange!r}; 0 is white, 1 or a letter is black")
    one_colour(ch for ch in cells if ch != "0")
    return np.array([ch != "0" for ch in cells], np.int8).reshape(height, width)


def _unquoted(value: str) -> str:
    return value[1:-1] if len(value) >= 2 and value[0] == value[-1] == '"' else value


def write(puzzles: Sequence[Nonogram]) -> str:
    """The puzzles as `.non` text, `0` for an empty line and the goal when a puzzle has one."""
    return "====\n".join(map(_text, puzzles))


def _text(puzzle: Nonogram) -> str:
    lines: list[str] = []
    for keyword, name in _TEXTS.items():
        value: str | None = getattr(puzzle, name)
        if value is not None:
            lines.append(f'{keyword} "{html.escape(one_line(value), quote=True).replace("&#x27;", chr(39))}"')
    lines += [f"width {puzzle.width}", f"height {puzzle.height}"]
    for keyword, clues in (("rows", puzzle.rows), ("columns", puzzle.columns)):
        lines += ["", keyword, *clue_lines(clues, ",")]
    if puzzle.goal is not None:
        lines += ["", 'goal "' + "".join(map(str, puzzle.goal.reshape(-1).tolist())) + '"']
    return "\n".join(lines) + "\n"


def recognises(text: str) -> bool:
    """Lines that say `rows` and `columns`."""
    return {found.lower() for found in _SECTION.findall(text.replace("\r", "\n"))} == {"rows", "columns"}


FORMAT: Final = NonogramFormat(
    "non",
    (".non", ".nonpack"),
    "Steve Simpson's form, with title and author",
    write,
    read,
    recognises,
    frozenset(("title", "author", "copyright", "catalogue", "goal")),
)

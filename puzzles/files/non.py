"""The `.non` form of nonograms: `keyword value` lines, clues as comma-separated lines under `rows` and `columns`."""

from __future__ import annotations

import re
from typing import Final

import numpy as np

from puzzles.errors import InputError
from puzzles.files.base import one_line
from puzzles.nonogram import Clue, Nonogram

_TEXTS: Final = {"title": "title", "by": "author", "copyright": "copyright", "catalogue": "catalogue"}
_CLUE = re.compile(r"\d+(\s*,\s*\d+)*$")


def read(text: str, source: str = ".non text") -> Nonogram:
    """The puzzle of a `.non` text.

    Known keywords are `title`, `by`, `copyright`, `catalogue` (quoted or bare), `width`, `height`,
    `rows`, `columns` and `goal` (quoted bits, row by row); others are passed over, and `#` begins a
    comment line. After `rows` and `columns` each line is a clue, `0` for an empty line; while clues are
    still missing, a blank line stands for an empty one too.

    Raises:
        InputError: with the line number, or the line of the puzzle and the length it needs.
    """
    texts: dict[str, str] = {}
    sizes: dict[str, int] = {}
    clues: dict[str, list[Clue]] = {}
    goal_bits: str | None = None
    part: str | None = None
    blanks = 0
    for number, raw in enumerate(text.lstrip("\ufeff").splitlines(), 1):
        line = raw.strip()
        if line.startswith("#"):
            continue
        if not line:
            blanks += 1
            continue
        if part and _CLUE.match(line):
            # a blank line in the midst of clues is an empty line; one straight after the keyword is too
            clues[part].extend([()] * blanks)
            clues[part].append(tuple(int(word) for word in line.split(",")))
            blanks = 0
            continue
        if part:
            _fill_up(clues[part], sizes.get("height" if part == "rows" else "width"), blanks)
        blanks = 0
        part = None
        keyword, _, value = line.partition(" ")
        keyword, value = keyword.lower(), value.strip()
        if keyword in ("rows", "columns"):
            if keyword in clues:
                raise InputError(f"{source}, line {number}: a second {keyword!r}")
            part = keyword
            clues[part] = []
        elif keyword in ("width", "height"):
            if not value.isdecimal():
                raise InputError(f"{source}, line {number}: {keyword} {value!r} is not a whole number")
            sizes[keyword] = int(value)
        elif keyword in _TEXTS:
            texts[_TEXTS[keyword]] = _unquoted(value)
        elif keyword == "goal":
            goal_bits = re.sub(r"[\s\"]", "", value)
        elif keyword[0].isdigit():
            raise InputError(f"{source}, line {number}: {line!r} is no clue (numbers with commas between them)")
    if part:
        _fill_up(clues[part], sizes.get("height" if part == "rows" else "width"), blanks)
    for kind, size in (("rows", "height"), ("columns", "width")):
        if kind not in clues:
            raise InputError(f"{source}: no {kind!r}")
        if size in sizes and sizes[size] != len(clues[kind]):
            raise InputError(f"{source}: {len(clues[kind])} clues under {kind!r}, the {size} is {sizes[size]}")
    goal = None
    if goal_bits is not None:
        h, w = len(clues["rows"]), len(clues["columns"])
        if len(goal_bits) != h * w or set(goal_bits) - {"0", "1"}:
            raise InputError(f"{source}: the goal has {len(goal_bits)} cells, {h * w} of 0 and 1 are needed")
        goal = np.array([int(bit) for bit in goal_bits], np.int8).reshape(h, w)
    try:
        return Nonogram(tuple(clues["rows"]), tuple(clues["columns"]), goal=goal, **texts)
    except InputError as error:
        raise InputError(f"{source}: {error}") from None


def write(puzzle: Nonogram) -> str:
    """The puzzle as `.non` text, `0` for an empty line and the goal when the puzzle has one."""
    lines: list[str] = []
    for keyword, name in _TEXTS.items():
        value: str | None = getattr(puzzle, name)
        if value is not None:
            lines.append(f'{keyword} "{one_line(value).replace(chr(34), chr(39))}"')
    lines += [f"width {puzzle.width}", f"height {puzzle.height}"]
    for keyword, clues in (("rows", puzzle.rows), ("columns", puzzle.columns)):
        lines += ["", keyword]
        lines += [",".join(map(str, clue)) if clue else "0" for clue in clues]
    if puzzle.goal is not None:
        lines += ["", 'goal "' + "".join(map(str, puzzle.goal.reshape(-1).tolist())) + '"']
    return "\n".join(lines) + "\n"


def _fill_up(clues: list[Clue], wanted: int | None, blanks: int) -> None:
    """Count blank lines at the end as empty lines of the puzzle, as far as clues are missing."""
    if wanted is not None and blanks:
        clues.extend([()] * max(0, min(blanks, wanted - len(clues))))


def _unquoted(value: str) -> str:
    return value[1:-1] if len(value) >= 2 and value[0] == value[-1] == '"' else value

"""81 digits: text in and out, conflicts, the automatic fill.

A grid is a `(81,)` uint8 array, row-major from the top left, 0 for an empty cell.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from puzzles.errors import InputError
from puzzles.geometry import UNITS, cell_name

Grid = NDArray[np.uint8]

EMPTY_MARKS: Final = frozenset(".0-_*")
_DIGITS: Final = frozenset("123456789")
_CHARACTERS: Final = np.frombuffer(b"0123456789", np.uint8)
_VALUES: Final = np.full(256, 255, np.uint8)
"""Byte of a character to its value; 255 for one that is neither a digit nor an empty cell."""
for _mark in EMPTY_MARKS:
    _VALUES[ord(_mark)] = 0
_VALUES[_CHARACTERS[1:]] = np.arange(1, 10)


def compact(text: str) -> str:
    """`text` without white space and `|`, the characters that only lay a grid out."""
    return "".join(ch for ch in text if not ch.isspace() and ch != "|")


def from_characters(text: str) -> Grid:
    """The grid of 81 characters (`1`–`9`; empty `.`, `0`, `-`, `_`, `*`; spaces and `|` ignored).

    Raises InputError when the count is not 81 or a character is none of these.
    """
    plain = text.encode("ascii", "replace")
    if len(plain) == 81:
        values = _VALUES[np.frombuffer(plain, np.uint8)]
        if values.max() <= 9:
            return values
    marks = compact(text)
    for at, ch in enumerate(marks):
        if ch not in _DIGITS and ch not in EMPTY_MARKS:
            where = f" at {cell_name(at)}" if len(marks) == 81 else ""
            raise InputError(f"{ch!r}{where} is neither a digit 1-9 nor an empty cell (. 0 - _ *)")
    if len(marks) != 81:
        raise InputError(f"{len(marks)} characters, a puzzle has 81")
    return np.array([int(ch) if ch in _DIGITS else 0 for ch in marks], dtype=np.uint8)


def from_json(text: str) -> Grid:
    """The grid of a JSON list of 81 integers 0–9. Raises InputError with the first thing wrong."""
    try:
        values = json.loads(text)
    except (json.JSONDecodeError, RecursionError) as error:
        raise InputError(f"not JSON ({str(error).splitlines()[0]})") from None
    return from_values(values)


def from_values(values: object) -> Grid:
    """The grid of a sequence of 81 integers 0–9, checked. Raises InputError."""
    if not isinstance(values, Sequence) or isinstance(values, str | bytes):
        raise InputError(f"a list of 81 integers is needed, not {type(values).__name__}")
    items: Sequence[object] = values
    if len(items) != 81:
        raise InputError(f"{len(items)} numbers, a puzzle has 81")
    for cell, value in enumerate(items):
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= 9:
            raise InputError(f"{json.dumps(value, default=str)} at {cell_name(cell)} is not an integer from 0 to 9")
    return np.array(items, dtype=np.uint8)


def to_line(values: Grid, empty: str = ".") -> str:
    """81 characters, `empty` for an empty cell."""
    return _CHARACTERS[values].tobytes().decode("ascii").replace("0", empty)


def to_lines(grids: NDArray[np.uint8], empty: str = ".") -> list[str]:
    """`to_line` of each row of (n, 81) digits, in one step."""
    text = _CHARACTERS[grids].tobytes().decode("ascii").replace("0", empty)
    return [text[at : at + 81] for at in range(0, len(text), 81)]


def to_text(values: Grid, empty: str = ".") -> str:
    """Nine lines with rules between the boxes, for a terminal."""
    lines: list[str] = []
    for r in range(9):
        if r in (3, 6):
            lines.append("------+-------+------")
        marks = [str(v) if v else empty for v in values[9 * r : 9 * r + 9].tolist()]
        lines.append(" | ".join(" ".join(marks[k : k + 3]) for k in (0, 3, 6)))
    return "\n".join(lines)


def conflicts(values: Grid) -> list[tuple[int, int]]:
    """Every pair of cells that hold the same digit in a common unit, lower cell first, each once."""
    pairs: set[tuple[int, int]] = set()
    for unit in UNITS.tolist():
        for k, a in enumerate(unit):
            for b in unit[k + 1 :]:
                if values[a] and values[a] == values[b]:
                    pairs.add((a, b) if a < b else (b, a))
    return sorted(pairs)


def describe_conflict(values: Grid) -> str | None:
    """One line about the first conflict, such as `two 5s in row 1 (r1c2 and r1c7)`; None without one."""
    for unit, cells in enumerate(UNITS.tolist()):
        for k, a in enumerate(cells):
            for b in cells[k + 1 :]:
                if values[a] and values[a] == values[b]:
                    kind = ("row", "column", "box")[unit // 9]
                    return f"two {values[a]}s in {kind} {unit % 9 + 1} ({cell_name(a)} and {cell_name(b)})"
    return None


def automatic_fill(values: Grid) -> tuple[Grid, list[int]]:
    """The grid after the automatic fill, and the cells it filled, in order.

    While a row, column or box has exactly one empty cell, that cell gets its last digit
    (semantics.md, "Words"). A unit whose last digit is not determined, or whose last digit stands
    already beside the cell, raises InputError: such a grid has no solution.
    """
    grid = values.copy()
    filled: list[int] = []
    changed = True
    while changed:
        changed = False
        for unit in UNITS:
            empty = [int(c) for c in unit if not grid[c]]
            if len(empty) != 1:
                continue
            missing = set(range(1, 10)) - {int(v) for v in grid[unit]}
            if len(missing) != 1:
                raise InputError(f"{cell_name(empty[0])} has no digit left: a unit holds a digit twice")
            grid[empty[0]] = missing.pop()
            if conflicts(grid):
                raise InputError(f"{cell_name(empty[0])} has no digit left")
            filled.append(empty[0])
            changed = True
    return grid, filled

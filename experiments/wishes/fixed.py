"""The wish for digits in their places: single cells, and rows, columns and boxes that read as they should."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

import numpy as np

from puzzles.errors import InputError
from puzzles.geometry import UNITS, cell_name, unit_name
from puzzles.grid import Grid
from puzzles.pattern import Pattern

_CELL: Final = re.compile(r"r([1-9])c([1-9])")
_UNIT: Final = re.compile(r"([rcb])([1-9])")
_FIRST: Final = {"r": 0, "c": 9, "b": 18}
"""Where the rows, columns and boxes begin in UNITS."""
_FREE: Final = ".0-_*"


def fixed_digits(wishes: Mapping[str, int | str], pattern: Pattern) -> Grid:
    """The (81,) digits that the wishes fix, 0 where any may stand.

    Args:
        wishes: `r5c5` to a digit; or `r1`, `c1`, `b1` (row, column, box) to text of digits, `.` for any: nine
            characters are the nine cells in reading order, as many as the unit has hint cells are those cells.
        pattern: (81,) hint cells.

    Raises:
        InputError: one line that names the wish that cannot be read, or two wishes that contradict each other.
            Whether a puzzle with these digits can exist is not looked at.
    """
    grid = np.zeros(81, np.uint8)
    owner: dict[int, str] = {}
    for name, wish in wishes.items():
        for cell, digit in _read(name, wish, pattern):
            if grid[cell] and grid[cell] != digit:
                where = cell_name(cell)
                raise InputError(f"puzzle.fixed: {owner[cell]} wants {grid[cell]} in {where}, {name} wants {digit}")
            grid[cell] = digit
            owner[cell] = name
    return grid


def _read(name: str, wish: int | str, pattern: Pattern) -> list[tuple[int, int]]:
    """Cell and digit of all that one wish fixes."""
    match = _CELL.fullmatch(name)
    if match is not None:
        text = str(wish).strip()
        if len(text) != 1 or text not in "123456789":
            raise InputError(f"puzzle.fixed.{name}: must be a digit from 1 to 9, not {_short(wish)}")
        return [(9 * (int(match[1]) - 1) + int(match[2]) - 1, int(text))]
    match = _UNIT.fullmatch(name)
    if match is None:
        raise InputError(
            f"puzzle.fixed: {name!r} is no cell and no line; cells are called r1c1 to r9c9, "
            "rows r1, columns c1 and boxes b1 to b9"
        )
    number = _FIRST[match[1]] + int(match[2]) - 1
    unit = unit_name(number)
    cells = [int(cell) for cell in UNITS[number]]
    hints = [cell for cell in cells if pattern[cell]]
    if not hints:
        raise InputError(f"puzzle.fixed.{name}: the pattern has no hint cell in {unit}")
    text = re.sub(r"[\s|]", "", str(wish))
    if len(text) not in (9, len(hints)):
        raise InputError(
            f"puzzle.fixed.{name}: {_short(wish)} has {len(text)} characters; {unit} needs 9, "
            f"one a cell, or {len(hints)}, one a hint cell"
        )
    wrong = next((ch for ch in text if ch not in _FREE and ch not in "123456789"), None)
    if wrong is not None:
        raise InputError(f"puzzle.fixed.{name}: {wrong!r} is neither a digit nor . for any")
    where = cells if len(text) == 9 else hints
    return [(cell, int(ch)) for cell, ch in zip(where, text, strict=True) if ch not in _FREE]


def _short(wish: int | str) -> str:
    shown = str(wish) if isinstance(wish, int) else f'"{wish}"'
    return shown if len(shown) <= 40 else shown[:37] + "..."

"""Hint patterns: where hints may stand. A pattern is a `(81,)` bool array, row-major."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import resources
from typing import Final

import numpy as np
from numpy.typing import NDArray

from puzzles.errors import InputError
from puzzles.grid import EMPTY_MARKS, Grid, compact

Pattern = NDArray[np.bool_]

FEWEST_HINTS: Final = 17
"""No puzzle with 16 hints has one solution (McGuire, Tugemann and Civario, 2012)."""

_TRANSFORMS: Final[dict[str, Callable[[NDArray[np.int64]], NDArray[np.int64]]]] = {
    "identity": lambda g: g,
    "left-right": lambda g: g[:, ::-1],
    "top-bottom": lambda g: g[::-1, :],
    "half-turn": lambda g: g[::-1, ::-1],
    "quarter-turn": lambda g: np.rot90(g),
    "three-quarter-turn": lambda g: np.rot90(g, 3),
    "diagonal": lambda g: g.T,
    "anti-diagonal": lambda g: g[::-1, ::-1].T,
}
_CELLS: Final = np.arange(81).reshape(9, 9)
MOVES: Final[dict[str, NDArray[np.int64]]] = {name: move(_CELLS).reshape(-1) for name, move in _TRANSFORMS.items()}
"""Name to (81,) source cells: `moved = grid[MOVES[name]]`, the eight symmetries of the square."""


def from_marks(text: str) -> Grid:
    """81 marks to a grid of 0/1: any mark that is not an empty cell is a hint cell. Raises InputError."""
    marks = compact(text)
    if len(marks) != 81:
        raise InputError(f"{len(marks)} characters, a pattern has 81")
    return np.array([ch not in EMPTY_MARKS for ch in marks], dtype=np.uint8)


def to_marks(pattern: Pattern) -> str:
    """81 of `0` and `1`."""
    return "".join("1" if on else "0" for on in pattern.tolist())


def to_text(pattern: Pattern) -> str:
    """Nine lines of `X` and `.`."""
    marks = "".join("X" if on else "." for on in pattern.tolist())
    return "\n".join(marks[k : k + 9] for k in range(0, 81, 9))


def symmetries(pattern: Pattern) -> list[str]:
    """The names of the symmetries of the square, identity left out, that map the pattern onto itself."""
    return [name for name, cells in MOVES.items() if name != "identity" and bool((pattern[cells] == pattern).all())]


def impossible_reason(pattern: Pattern) -> str | None:
    """Why no puzzle on this pattern can have one solution, in one line; None when nothing forbids it."""
    count = int(pattern.sum())
    if count < FEWEST_HINTS:
        return f"{count} hint cells, a puzzle with one solution needs at least {FEWEST_HINTS}"
    grid = pattern.reshape(9, 9)
    for kind, lines in (("row", grid), ("column", grid.T)):
        for chute in range(3):
            empty = [3 * chute + k + 1 for k in range(3) if not lines[3 * chute + k].any()]
            if len(empty) >= 2:
                return (
                    f"{kind}s {empty[0]} and {empty[1]} have no hint cell and lie in one "
                    f"{'band' if kind == 'row' else 'stack'}: they could be exchanged in any solution"
                )
    return None


@cache
def library() -> dict[str, str]:
    """The shipped patterns: name to 81 marks."""
    text = resources.files("puzzles").joinpath("patterns.txt").read_text(encoding="utf-8")
    named: dict[str, str] = {}
    for raw in text.splitlines():
        line = raw.split("#", 1)[0].strip()
        if line:
            name, marks = line.split()
            named[name] = marks
    return named


def named_pattern(name: str) -> Pattern:
    """A shipped pattern by its name. Raises InputError that lists the names."""
    marks = library().get(name)
    if marks is None:
        raise InputError(f"no pattern is called {name!r}; there are {', '.join(library())}")
    return from_marks(marks).astype(bool)

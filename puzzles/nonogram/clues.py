"""What a nonogram is: its clues, and pictures.

A picture is an `(h, w)` int8 array: 1 black, 0 white, −1 not known yet.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from puzzles.errors import InputError

Picture = NDArray[np.int8]
Clue = tuple[int, ...]

LONGEST_SIDE: Final = 1000
"""Cells of the longest row or column."""


@dataclass(frozen=True)
class Nonogram:
    """The clues of a picture: the lengths of the black blocks of every row and column, in order.

    An empty line has the clue `()`; a clue of zeros is turned into it. Raises InputError when a clue
    does not fit into its line. Clues that fit one by one but contradict each other are a puzzle
    without a solution, not an error.
    """

    rows: tuple[Clue, ...]
    """From the top; its length is the height."""
    columns: tuple[Clue, ...]
    """From the left; its length is the width."""
    title: str | None = None
    author: str | None = None
    copyright: str | None = None
    catalogue: str | None = None
    goal: Picture | None = field(default=None, compare=False)
    """The picture its maker had in mind, when the file gives it."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "rows", tuple(_checked(c, f"row {n}") for n, c in enumerate(self.rows, 1)))
        object.__setattr__(self, "columns", tuple(_checked(c, f"column {n}") for n, c in enumerate(self.columns, 1)))
        for kind, lines in (("row", self.rows), ("column", self.columns)):
            if not 1 <= len(lines) <= LONGEST_SIDE:
                raise InputError(f"{len(lines)} {kind}s; a nonogram has from 1 to {LONGEST_SIDE}")
        for kind, lines, length in (("row", self.rows, self.width), ("column", self.columns, self.height)):
            for number, clue in enumerate(lines, 1):
                needed = shortest_line(clue)
                if needed > length:
                    text = " ".join(map(str, clue))
                    raise InputError(f"{kind} {number}: clue {text} needs {needed} cells, the {kind} has {length}")
        if self.goal is not None and self.goal.shape != (self.height, self.width):
            raise InputError(
                f"the goal is {self.goal.shape[1]} × {self.goal.shape[0]}, the clues are {self.width} × {self.height}"
            )

    @property
    def height(self) -> int:
        """The number of rows."""
        return len(self.rows)

    @property
    def width(self) -> int:
        """The number of columns."""
        return len(self.columns)


def _checked(clue: Sequence[int], line: str) -> Clue:
    if any(length < 0 for length in clue):
        raise InputError(f"{line}: {min(clue)} is no block length, they are 1 or more (0 alone for an empty line)")
    if 0 in clue and any(clue):
        raise InputError(f"{line}: 0 stands beside other block lengths; it means an empty line and stands alone")
    return tuple(int(length) for length in clue if length)


def shortest_line(clue: Clue) -> int:
    """The cells that the blocks of a clue need at least, with one white cell between two blocks."""
    return sum(clue) + max(0, len(clue) - 1)


def clue_of(line: NDArray[np.int8]) -> Clue:
    """The block lengths of a line of 0 and 1."""
    padded = np.concatenate([[0], (line == 1).astype(np.int8), [0]])
    steps = np.diff(padded)
    return tuple((np.flatnonzero(steps < 0) - np.flatnonzero(steps > 0)).tolist())


def from_picture(picture: Picture, title: str | None = None) -> Nonogram:
    """The puzzle of a complete picture."""
    return Nonogram(
        tuple(clue_of(row) for row in picture), tuple(clue_of(column) for column in picture.T), title, goal=picture
    )


def is_picture_of(picture: Picture, puzzle: Nonogram) -> bool:
    """Whether a picture is complete and every line has the blocks of its clue."""
    return (
        picture.shape == (puzzle.height, puzzle.width)
        and bool((picture >= 0).all())
        and tuple(clue_of(row) for row in picture) == puzzle.rows
        and tuple(clue_of(column) for column in picture.T) == puzzle.columns
    )


def picture_from_text(text: str) -> Picture:
    """A picture of `#` black, `.` white and `?` not known, a row a line. Raises InputError."""
    lines = [line.strip() for line in text.strip().splitlines()]
    values = {"#": 1, ".": 0, "?": -1}
    for number, line in enumerate(lines, 1):
        if len(line) != len(lines[0]):
            raise InputError(f"row {number} has {len(line)} cells, the first has {len(lines[0])}")
        for ch in line:
            if ch not in values:
                raise InputError(f"row {number}: {ch!r} is neither # (black) nor . (white) nor ? (not known)")
    return np.array([[values[ch] for ch in line] for line in lines], np.int8)


def picture_to_text(picture: Picture) -> str:
    """A row a line: `#` black, `.` white, `?` not known."""
    return "\n".join("".join(".#?"[v] for v in row) for row in picture.tolist())


def unknown_picture(puzzle: Nonogram) -> Picture:
    """A picture of which no cell is known."""
    return np.full((puzzle.height, puzzle.width), -1, np.int8)

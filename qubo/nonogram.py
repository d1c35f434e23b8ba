"""Nonograms in order encoding: a[k, p] = 1 says that block k begins within p cells of its earliest start.

With the blocks pushed to the front, block k begins at e_k and the line has d cells to spare, so each
block begins in e_k … e_k + d and needs d binaries. Two families of implications keep them in order,
a[k, p] ≤ a[k, p+1] and a[k+1, p] ≤ a[k, p]; the colour of a cell is a sum of differences of them, and
must equal the cell's own binary x, once seen from its row and once from its column. No row needs a
slack variable. What line solving knows fixes variables before the model is built.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from puzzles.nonogram import Clue, Nonogram, Picture, block_starts, shortest_line, unknown_picture
from qubo.program import Bits, Program, ProgramBuilder

_Literal = tuple[int, int]
"""(column, 0) for a variable, (−1, value) for a constant."""


@dataclass(frozen=True)
class PictureModel:
    """The order-encoded model of the cells that are still open."""

    program: Program
    cells: Picture
    """(h, w) the cells that are fixed, −1 where open."""
    places: tuple[tuple[int, int, int], ...]
    """(row, column, variable) of each open cell."""

    def solution(self, values: Bits) -> Picture:
        """The picture that an assignment stands for."""
        full = self.cells.copy()
        for i, j, variable in self.places:
            full[i, j] = values[variable]
        return full

    def excluding(self, solution: NDArray[np.integer[Any]]) -> Program:
        """The program without one picture: Σ (its black open cells) ≤ their number − 1.

        All pictures of a puzzle have the same number of black cells, so nothing else is cut off.
        """
        black = [variable for i, j, variable in self.places if solution[i, j] == 1]
        return self.program.with_row(black, [1] * len(black), 0, len(black) - 1)


def picture_model(puzzle: Nonogram, cells: Picture | None = None) -> PictureModel | None:
    """The model of a puzzle around known cells (none when `cells` is None).

    Returns None when the known cells leave some line without a filling. A block that can begin at one
    place only, and a cell that is known, have no variable; rows that cannot fail are left out.
    """
    known = unknown_picture(puzzle) if cells is None else cells
    starts = block_starts(puzzle, known)
    if starts is None:
        return None
    builder = ProgramBuilder()
    h, w = known.shape
    x: dict[tuple[int, int], _Literal] = {}
    places: list[tuple[int, int, int]] = []
    for i in range(h):
        for j in range(w):
            if known[i, j] < 0:
                column = builder.variable(f"x{i + 1},{j + 1}")
                places.append((i, j, column))
                x[i, j] = (column, 0)
            else:
                x[i, j] = (-1, int(known[i, j]))
    first, last = starts
    for at, clue in enumerate(puzzle.rows + puzzle.columns):
        length = w if at < h else h
        name = f"row{at + 1}" if at < h else f"column{at - h + 1}"
        begun = _line_variables(builder, name, clue, length, first[at].tolist(), last[at].tolist())
        for k in range(len(clue)):
            for p in range(len(begun[k]) - 1):
                _at_most(builder, begun[k][p], begun[k][p + 1])
        for k in range(len(clue) - 1):
            for p in range(len(begun[k])):
                _at_most(builder, begun[k + 1][p], begun[k][p])
        for j in range(length):
            cell = x[(at, j) if at < h else (j, at - h)]
            terms = [(cell, -1)]
            earliest = 0
            for k, size in enumerate(clue):
                terms.append((_begun_by(begun[k], earliest, j), 1))
                terms.append((_begun_by(begun[k], earliest, j - size), -1))
                earliest += size + 1
            _equal_zero(builder, terms)
    return PictureModel(builder.build(), known, tuple(places))


def _line_variables(
    builder: ProgramBuilder, name: str, clue: Clue, length: int, first: list[int], last: list[int]
) -> list[list[_Literal]]:
    """The literals a[k, p] of one line: constants where the block's earliest and latest start settle them."""
    spare = length - shortest_line(clue)
    lines: list[list[_Literal]] = []
    earliest = 0
    for k, size in enumerate(clue):
        literals: list[_Literal] = []
        for p in range(spare):
            if earliest + p < first[k]:
                literals.append((-1, 0))
            elif earliest + p >= last[k]:
                literals.append((-1, 1))
            else:
                literals.append((builder.variable(f"{name},{k + 1}<={earliest + p + 1}"), 0))
        lines.append(literals)
        earliest += size + 1
    return lines


def _begun_by(literals: list[_Literal], earliest: int, cell: int) -> _Literal:
    """The literal that says that a block has begun by a cell, for any cell, also outside the line."""
    p = cell - earliest
    if p < 0:
        return (-1, 0)
    return literals[p] if p < len(literals) else (-1, 1)


def _at_most(builder: ProgramBuilder, a: _Literal, b: _Literal) -> None:
    """a ≤ b, unless the constants make it certain."""
    if a == (-1, 0) or b == (-1, 1):
        return
    _row(builder, [(b, 1), (a, -1)], 0, 1)


def _equal_zero(builder: ProgramBuilder, terms: list[tuple[_Literal, int]]) -> None:
    _row(builder, terms, 0, 0)


def _row(builder: ProgramBuilder, terms: list[tuple[_Literal, int]], lower: int, upper: int) -> None:
    """One row over literals. Without a variable it is stated only when it fails."""
    constant = sum(weight * value for (column, value), weight in terms if column < 0)
    free = [(column, weight) for (column, _), weight in terms if column >= 0]
    if free or not lower <= constant <= upper:
        builder.row(free, lower - constant, upper - constant)


def variables_needed(puzzle: Nonogram, cells: Picture) -> int:
    """The size of `picture_model` without building it; −1 when a line has no filling."""
    starts = block_starts(puzzle, cells)
    if starts is None:
        return -1
    first, last = starts
    spread = sum(
        int((last[at, : len(clue)] - first[at, : len(clue)]).sum())
        for at, clue in enumerate(puzzle.rows + puzzle.columns)
    )
    return spread + int((np.asarray(cells) < 0).sum())

"""Number place as one-hot binaries: x[cell, digit] = 1 says that the cell holds the digit.

Four families of equalities, each Σ x = 1: one digit a cell, each digit once a row, a column and a box.
Hints and propagation fix variables; what is left is the remainder, the model that a backend gets.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from puzzles.geometry import POPCOUNT, UNITS, UNITS_OF, cell_name
from puzzles.grid import Grid
from puzzles.kernel import kernel
from qubo.program import Bits, Ints, Program

_NAMES = tuple(f"{cell_name(cell)}={digit}" for cell in range(81) for digit in range(1, 10))

FULL_VARIABLES = 729


@dataclass(frozen=True)
class Remainder:
    """The one-hot model of the cells that are still open."""

    program: Program
    cells: Ints
    """(n,) cell of each variable."""
    digits: Ints
    """(n,) digit 1–9 of each variable."""
    values: Grid
    """(81,) the digits that are fixed."""

    def solution(self, values: Bits) -> Grid:
        """The grid that an assignment stands for; a cell with no variable at 1 stays empty."""
        full = self.values.copy()
        ones = np.flatnonzero(values)
        full[self.cells[ones]] = self.digits[ones]
        return full

    def assignment(self, solution: NDArray[np.integer[Any]]) -> Bits:
        """(n,) the assignment that stands for a completed grid."""
        return (solution[self.cells] == self.digits).astype(np.uint8)

    def excluding(self, solution: NDArray[np.integer[Any]]) -> Program:
        """The program with a known solution excluded by one more row."""
        return self.program.excluding(self.assignment(solution))


@kernel
def _rows_of(cand, cells, digits, starts, columns):
    """Write the variables and the rows of the open cells; returns (variables, rows).

    Args:
        cand: (81,) uint16 candidate masks, 0 for fixed cells.
        cells, digits: (729,) int64, written.
        starts: (325,) int64, written.
        columns: (2916,) int64, written.
    """
    column_of = np.empty((81, 9), np.int64)
    n = 0
    m = 0
    at = 0
    starts[0] = 0
    for cell in range(81):
        mask = np.int64(cand[cell])
        if mask == 0:
            continue
        for d in range(9):
            if mask >> d & 1:
                cells[n] = cell
                digits[n] = d + 1
                column_of[cell, d] = n
                columns[at] = n
                at += 1
                n += 1
        m += 1
        starts[m] = at
    for u in range(27):
        for d in range(9):
            begin = at
            for k in range(9):
                cell = UNITS[u, k]
                if np.int64(cand[cell]) >> d & 1:
                    columns[at] = column_of[cell, d]
                    at += 1
            if at > begin:
                m += 1
                starts[m] = at
    return n, m


def remainder(values: Grid, cand: NDArray[np.uint16]) -> Remainder:
    """The one-hot model of the open cells.

    Args:
        values: (81,) digits that are fixed.
        cand: (81,) candidate masks of the open cells, 0 for fixed ones. A digit of a unit that is
            neither fixed nor a candidate would lose its row: propagate first, it finds that contradiction.
    """
    cells = np.empty(FULL_VARIABLES, np.int64)
    digits = np.empty(FULL_VARIABLES, np.int64)
    starts = np.empty(325, np.int64)
    columns = np.empty(4 * FULL_VARIABLES, np.int64)
    n, m = _rows_of(cand, cells, digits, starts, columns)
    entries = int(starts[m])
    ones = np.ones(m, np.int64)
    program = Program(
        tuple(_NAMES[9 * c + d - 1] for c, d in zip(cells[:n].tolist(), digits[:n].tolist(), strict=True)),
        starts[: m + 1].copy(),
        columns[:entries].copy(),
        np.ones(entries, np.int64),
        ones,
        ones,
    )
    return Remainder(program, cells[:n].copy(), digits[:n].copy(), values)


def full_model() -> Remainder:
    """The model of the empty grid: 729 variables, 324 rows."""
    return remainder(np.zeros(81, np.uint8), np.full(81, 0x1FF, np.uint16))


def hint_fixing(hints: Grid) -> dict[int, int]:
    """What the hints fix in `full_model()`: column to 0 or 1.

    The hint's own variable is 1; the cell's other digits and the same digit in the cells that see it
    are 0. A hint's own 1 is stronger than another hint's 0, so hints in conflict show as rows that fail.
    """
    known: dict[int, int] = {}
    given = [(cell, int(digit)) for cell, digit in enumerate(hints.tolist()) if digit]
    for cell, digit in given:
        for d in range(1, 10):
            known[9 * cell + d - 1] = 0
        for unit in UNITS_OF[cell].tolist():
            for other in UNITS[unit].tolist():
                known[9 * other + digit - 1] = 0
    for cell, digit in given:
        known[9 * cell + digit - 1] = 1
    return known


def variables_left(cand: NDArray[np.uint16]) -> int:
    """The number of variables of the open cells with these candidate masks."""
    return int(POPCOUNT[cand].sum())

"""Tables of the exact counter, which its kernels take in when they are compiled.

A set of cells is two words: cells 0–53 (the upper two bands) are the bits of the first, cells 54–80 those of the
second. In a chute (a band of three rows or a stack of three columns) each line has three mini-lines, its parts in
the three boxes. Where a digit may stand in a chute is a matrix of nine bits: bit 3x + y is the mini-line of line y
in the box x. In a finished grid a digit occupies one mini-line per line and per box: a permutation matrix, an
*arrangement*. There are six of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import permutations
from typing import Final

import numpy as np
from numpy.typing import NDArray

FULL: Final = ((1 << 54) - 1, (1 << 27) - 1)
"""All cells of the two words."""
_ARRANGEMENTS: Final = [sum(1 << (3 * x + y) for x, y in enumerate(order)) for order in permutations(range(3))]


def _possible(matrix: int) -> int:
    """The union of the arrangements inside a matrix; 0 when there is none."""
    union = 0
    for arrangement in _ARRANGEMENTS:
        if matrix & arrangement == arrangement:
            union |= arrangement
    return union


def _open_mini_line(matrix: int) -> int:
    """A mini-line that a digit may, but need not occupy; 0 when there is none."""
    union = _possible(matrix)
    for x in range(3):
        lines = [y for y in range(3) if union >> (3 * x + y) & 1]
        if len(lines) > 1:
            return 3 * x + lines[0]
    return 0


def _bits(matrix: int, place: dict[int, int]) -> int:
    """The possible bits of a matrix, each replaced by the bits that it stands for."""
    union = _possible(matrix)
    return sum(bits for bit, bits in place.items() if union >> bit & 1)


def _table(values: Iterable[int]) -> NDArray[np.int64]:
    return np.array(list(values), dtype=np.int64)


_XY: Final = [(x, y) for x in range(3) for y in range(3)]
CELLS_OF_BAND: Final = _table(_bits(m, {3 * x + y: 7 << (9 * y + 3 * x) for x, y in _XY}) for m in range(512))
"""(512,): the cells of a band (27 bits) that belong to an arrangement inside a matrix; 0 when there is none."""
COLUMNS_OF_STACK: Final = _table(_bits(m, {3 * x + y: 1 << (9 * x + y) for x, y in _XY}) for m in range(512))
"""(512,): `9 * band + column` for the mini-columns of the first stack that belong to an arrangement."""
ARRANGEMENTS: Final = _table(sum(m & a == a for a in _ARRANGEMENTS) for m in range(512))
"""(512,): the number of arrangements inside a matrix."""
OPEN_MINI_LINE: Final = _table(_open_mini_line(m) for m in range(512))
"""(512,): a mini-line (bit number) that some arrangements inside a matrix occupy and others do not."""

_CHUTES: Final = (("band", 0), ("band", 2), ("stack", 0), ("band", 1), ("stack", 1), ("stack", 2))
"""In the order in which a board holds their matrices."""


def _words(cells: NDArray[np.bool_]) -> tuple[int, int]:
    whole = sum(1 << cell for cell in np.flatnonzero(cells).tolist())
    return whole & FULL[0], whole >> 54


def _place_tables() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    row, column = np.divmod(np.arange(81), 9)
    box = 3 * (row // 3) + column // 3
    inside, outside = np.zeros((135, 2), np.int64), np.zeros((135, 2), np.int64)
    for n, (kind, number) in enumerate(_CHUTES):
        line, across = (row, column) if kind == "band" else (column, row)
        for x, y in _XY:
            own = (line == 3 * number + y) & (across // 3 == x)
            seen = (line == 3 * number + y) | (box == box[own][0])
            inside[9 * n + 3 * x + y] = _words(own | ~seen)
            outside[9 * n + 3 * x + y] = _words(~own)
    for cell in range(81):
        own = np.arange(81) == cell
        seen = (row == row[cell]) | (column == column[cell]) | (box == box[cell])
        inside[54 + cell] = _words(own | ~seen)
        outside[54 + cell] = _words(~own)
    return inside, outside


_inside, _outside = _place_tables()
INSIDE: Final = _inside
"""(135, 2): the cells where a digit may stand once it stands in a place. Places 0–53 are the mini-lines, nine for
each of the six chutes; place 54 + c is the cell c."""
OUTSIDE: Final = _outside
"""(135, 2): the cells where a digit may stand once it does not stand in a place."""
KEEP: Final = np.ascontiguousarray(_inside[54:])
"""(81, 2): `INSIDE` of the cells."""

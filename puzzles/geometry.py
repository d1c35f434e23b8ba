"""Units, peers and lookup tables of the 9 × 9 grid, as arrays.

Cells are numbered 0–80, row-major from the top left. Units are numbered 0–8 rows, 9–17 columns,
18–26 boxes. A digit set is a mask of nine bits, bit d−1 for digit d.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

ALL_DIGITS: Final = 0x1FF

ROW_OF: Final[NDArray[np.uint8]] = np.array([c // 9 for c in range(81)], dtype=np.uint8)
COL_OF: Final[NDArray[np.uint8]] = np.array([c % 9 for c in range(81)], dtype=np.uint8)
BOX_OF: Final[NDArray[np.uint8]] = np.array([c // 27 * 3 + c % 9 // 3 for c in range(81)], dtype=np.uint8)

UNITS: Final[NDArray[np.uint8]] = np.array(
    [[r * 9 + k for k in range(9)] for r in range(9)]
    + [[k * 9 + c for k in range(9)] for c in range(9)]
    + [[(b // 3 * 3 + k // 3) * 9 + b % 3 * 3 + k % 3 for k in range(9)] for b in range(9)],
    dtype=np.uint8,
)
"""(27, 9): the cells of each unit, in reading order."""

UNITS_OF: Final[NDArray[np.uint8]] = np.stack([ROW_OF, 9 + COL_OF, 18 + BOX_OF], axis=1).astype(np.uint8)
"""(81, 3): row, column and box unit of each cell."""


def _peers() -> NDArray[np.uint8]:
    rows: list[list[int]] = []
    for cell in range(81):
        same = {int(x) for u in UNITS_OF[cell] for x in UNITS[u]} - {cell}
        rows.append(sorted(same))
    return np.array(rows, dtype=np.uint8)


PEERS: Final[NDArray[np.uint8]] = _peers()
"""(81, 20): the cells that share a unit with each cell."""

POPCOUNT: Final[NDArray[np.uint8]] = np.array([i.bit_count() for i in range(512)], dtype=np.uint8)
LOWEST: Final[NDArray[np.uint8]] = np.array([(i & -i).bit_length() - 1 if i else 0 for i in range(512)], dtype=np.uint8)
"""(512,): index of the lowest set bit of a nine-bit mask (0 for the empty one)."""


def cell_name(cell: int) -> str:
    """`r3c6` for cell 23."""
    return f"r{cell // 9 + 1}c{cell % 9 + 1}"


def unit_name(unit: int) -> str:
    """`row 3`, `column 6` or `box 1` for a unit number 0–26."""
    return f"{('row', 'column', 'box')[unit // 9]} {unit % 9 + 1}"

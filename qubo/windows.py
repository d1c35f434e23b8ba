"""Windows: small parts of a grid to free around one known solution.

A window keeps every cell outside it as in the known solution. Whatever second filling it has is a
second solution of the whole puzzle, so a few variables can refute uniqueness where the whole
remainder is beyond a licence. Plain propagation inside the window comes first: when nothing is left
open, the window has no second filling and needs no solver.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from puzzles.geometry import BOX_OF, POPCOUNT, UNITS, UNITS_OF
from puzzles.grid import Grid
from puzzles.kernel import kernel
from puzzles.propagation import fill_candidates, propagate_into


@dataclass(frozen=True)
class Window:
    """A window, mostly after propagation inside it."""

    kind: str
    """`digits`, `boxes`, `grown` or `whole`."""
    values: Grid
    """(81,) the fixed digits, 0 in open cells."""
    cand: NDArray[np.uint16]
    """(81,) candidates of the open cells, 0 for fixed ones."""
    variables: int
    cells: int
    """The number of open cells."""


def _digit_masks(count: int) -> NDArray[np.int64]:
    return np.array([sum(1 << d for d in chosen) for chosen in combinations(range(9), count)], dtype=np.int64)


DIGIT_WINDOWS: Final = tuple(_digit_masks(k) for k in (2, 3, 4, 5))
"""Every choice of two to five digits, as masks: 36, 84, 126, 126."""


def _box_masks() -> NDArray[np.int64]:
    lines = [
        sum(1 << b for b in chosen) for chosen in ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8))
    ]
    squares = [1 << a | 1 << a + b | 1 << a + c | 1 << a + b + c for a, b, c in
               ((0, 1, 3), (1, 1, 3), (3, 1, 3), (4, 1, 3), (0, 2, 3), (3, 2, 3), (0, 1, 6), (1, 1, 6), (0, 2, 6))]  # fmt: skip
    pairs = [1 << a | 1 << b for a, b in combinations(range(9), 2)]
    return np.array(pairs + lines + squares, dtype=np.int64)


BOX_WINDOWS: Final = _box_masks()
"""Pairs of boxes, bands and stacks, and four boxes on a rectangle, as masks of nine boxes."""


@kernel
def _sum_variables(cand):
    total = 0
    for cell in range(81):
        total += POPCOUNT[cand[cell]]
    return total


@kernel
def measure_digit_windows(known, fixed, masks, sizes, values, cand):
    """Propagate inside each window of digits and write how many variables it leaves.

    Args:
        known: (81,) uint8 a solution.
        fixed: (81,) uint8 digits that hold in every solution, 0 where open.
        masks: (w,) int64 digit masks.
        sizes: (w,) int64, written: variables left, 0 when the window has no second filling.
        values: (81,) uint8 and cand: (81,) uint16 work space.
    """
    for w in range(masks.shape[0]):
        mask = masks[w]
        for cell in range(81):
            digit = np.int64(known[cell])
            if fixed[cell] == 0 and mask >> (digit - 1) & 1:
                values[cell] = 0
            else:
                values[cell] = known[cell]
        left = propagate_into(values, cand)
        sizes[w] = _sum_variables(cand) if left > 0 else 0


def open_window(kind: str, known: Grid, freed: NDArray[np.bool_], deduce: bool = True) -> Window | None:
    """The window that frees these cells; None when nothing stays open.

    Args:
        kind: what to call it.
        known: (81,) a solution.
        freed: (81,) cells to free; cells fixed by the hints must not be among them.
        deduce: propagate singles inside the window. Without it the candidates are what the fixed digits leave.
    """
    values = np.where(freed, 0, known).astype(np.uint8)
    cand = np.empty(81, np.uint16)
    if deduce:
        left = int(propagate_into(values, cand))
    else:
        fill_candidates(values, cand)
        left = int((values == 0).sum())
    if left <= 0:
        return None
    return Window(kind, values, cand, int(POPCOUNT[cand].sum()), left)


def digit_window(known: Grid, fixed: Grid, mask: int) -> Window | None:
    """The window of the digits in `mask`."""
    chosen = (mask >> (known.astype(np.int64) - 1) & 1).astype(bool)
    return open_window("digits", known, chosen & (fixed == 0))


def box_window(known: Grid, fixed: Grid, mask: int) -> Window | None:
    """The window of the boxes in `mask`."""
    chosen = (mask >> BOX_OF.astype(np.int64) & 1).astype(bool)
    return open_window("boxes", known, chosen & (fixed == 0))


def grown_window(known: Grid, fixed: Grid, limit: int, rng: np.random.Generator, deduce: bool = True) -> Window | None:
    """A window grown as far as `limit` variables allow.

    It begins with the open cells of two digits and takes in whole digits, then single cells next to
    it, in a random order; a cell that would take it above the limit is left out. With `deduce` each
    step propagates inside the window.
    """
    free = np.zeros(81, np.bool_)
    best: Window | None = None
    steps = [(known == d + 1) & (fixed == 0) for d in rng.permutation(9).tolist()]
    touching = np.zeros(81, np.int64)
    for cells in steps:
        tried = free | cells
        window = open_window("grown", known, tried, deduce)
        if window is None or window.variables <= limit:
            free, best = tried, window or best
    rest = rng.permutation(np.flatnonzero((fixed == 0) & ~free))
    for cell in np.flatnonzero(free).tolist():
        for unit in UNITS_OF[cell].tolist():
            touching[UNITS[unit]] += 1
    for cell in sorted(rest.tolist(), key=lambda c: -int(touching[c])):
        tried = free.copy()
        tried[cell] = True
        window = open_window("grown", known, tried, deduce)
        if window is None or window.variables <= limit:
            free, best = tried, window or best
    return best


_TRIES: Final = 4
"""Windows grown for each that is wanted: some come out alike."""


def grown_windows(known: Grid, fixed: Grid, limit: int, seed: int, most: int = 64) -> Iterator[Window]:
    """At most `most` different grown windows of at most `limit` variables, in which nothing is deduced."""
    seen: set[bytes] = set()
    rng = np.random.default_rng(seed)
    for _ in range(_TRIES * most):
        window = grown_window(known, fixed, limit, rng, deduce=False)
        if window is not None and window.cand.tobytes() not in seen:
            seen.add(window.cand.tobytes())
            yield window
        if len(seen) == most:
            return


def windows(known: Grid, fixed: Grid, limit: int, seed: int, grown: int = 64) -> Iterator[Window]:
    """Windows of at most `limit` variables around a solution, no two alike, the most promising first.

    First choices of two, three, four and five digits, each kind by size: two digits that leave
    anything open always have a second filling, and the smaller a window, the quicker a solver is
    done with it. Then boxes by size, then `grown` windows as large as the limit allows.
    """
    seen: set[bytes] = set()

    def fresh(window: Window | None) -> bool:
        if window is None or window.variables > limit:
            return False
        mark = window.cand.tobytes()
        if mark in seen:
            return False
        seen.add(mark)
        return True

    values = np.empty(81, np.uint8)
    cand = np.empty(81, np.uint16)
    for masks in DIGIT_WINDOWS:
        sizes = np.empty(len(masks), np.int64)
        measure_digit_windows(known, fixed, masks, sizes, values, cand)
        for w in np.argsort(sizes, kind="stable").tolist():
            if 0 < sizes[w] <= limit:
                window = digit_window(known, fixed, int(masks[w]))
                if window is not None and fresh(window):
                    yield window
    boxes = [w for mask in BOX_WINDOWS.tolist() if (w := box_window(known, fixed, mask)) is not None]
    for window in sorted(boxes, key=lambda w: w.variables):
        if fresh(window):
            yield window
    rng = np.random.default_rng(seed)
    for _ in range(grown):
        window = grown_window(known, fixed, limit, rng)
        if window is not None and fresh(window):
            yield window

"""How much alike two puzzles are: the one rule for near copies, within a book, against the library and in a run.

Alike are hints of the same digit in the same cell, counted after the best renaming of the digits and the best of the
eight symmetries of the square: a renamed hint is the same hint to a solver, and an editor who sees a printed puzzle
turned or mirrored with one hint changed sees the printed puzzle. Exchanges of rows, columns and bands are not tried:
they leave nothing that a person would recognise. Whether two puzzles are exactly the same by any move at all
is asked of `puzzles.canonical`.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from puzzles.grid import Grid
from puzzles.kernel import kernel

DEFAULT_MAX_ALIKE: Final = 0.9
"""Puzzles with a greater share of their hints alike are near copies. Two puzzles of one pattern that have nothing to
do with each other share about half."""
_BLOCK: Final = 4_000_000
"""Pairs whose common cells are counted at once: 16 MB."""


def _square_turns() -> NDArray[np.int64]:
    cells = np.arange(81).reshape(9, 9)
    both = (cells, cells.T)
    return np.stack([np.rot90(side, quarter).ravel() for side in both for quarter in range(4)])


TURNS: Final[NDArray[np.int64]] = _square_turns()
"""(8, 81) source cells of the symmetries of the square, the identity first: `turned = grid[TURNS[k]]`."""


@kernel
def _best_agreement(pairs):
    """The most agreeing cells over all renamings: the assignment problem on (9, 9) counts, by subsets."""
    best = np.full(512, -1, np.int64)
    best[0] = 0
    for used in range(512):
        if best[used] < 0:
            continue
        digit = 0
        for k in range(9):
            digit += used >> k & 1
        if digit == 9:
            continue
        for name in range(9):
            if used >> name & 1 == 0:
                value = best[used] + pairs[digit, name]
                more = used | 1 << name
                if value > best[more]:
                    best[more] = value
    return best[511]


@kernel
def _most_alike(hints, others, common, limit, index, share):
    """Find for each puzzle the other that is most like it, and more than `limit`.

    A renaming gives each digit one partner, so the cells in which a digit meets others than its most frequent partner
    do not agree. They are counted digit by digit, the most frequent first: most pairs are given up after one or two.

    Args:
        hints: (n, 81) uint8 puzzles.
        others: (m, 81) uint8 puzzles that they are compared with, cell by cell.
        common: (n, m) number of cells that hold a hint in both.
        limit: share of hints alike that has to be exceeded.
        index: (n,) int64, written: which other, -1 for none.
        share: (n,) float64, written: how much they share, `limit` for none.
    """
    counts = np.zeros(others.shape[0], np.int64)
    for m in range(others.shape[0]):
        for cell in range(81):
            if others[m, cell]:
                counts[m] += 1
    pairs = np.zeros((9, 9), np.int64)
    met = np.zeros(10, np.int64)
    cells = np.zeros(81, np.int64)
    ends = np.zeros(9, np.int64)
    for n in range(hints.shape[0]):
        met[:] = 0
        for cell in range(81):
            met[hints[n, cell]] += 1
        met[0] = -1
        count = 0
        for k in range(9):
            digit = np.argmax(met)
            met[digit] = -1
            for cell in range(81):
                if digit and hints[n, cell] == digit:
                    cells[count] = cell
                    count += 1
            ends[k] = count
        share[n] = limit
        index[n] = -1
        for m in range(others.shape[0]):
            most = max(count, counts[m])
            if most == 0:
                if share[n] < 1.0:
                    share[n] = 1.0
                    index[n] = m
                continue
            enough = share[n] * most
            left = common[n, m]
            first = 0
            for k in range(9):
                if left <= enough:
                    break
                met[:] = 0
                top = 0
                for place in range(first, ends[k]):
                    other = others[m, cells[place]]
                    if other:
                        met[other] += 1
                        left -= 1
                        if met[other] > top:
                            top = met[other]
                left += top
                first = ends[k]
            if left <= enough:
                continue
            pairs[:] = 0
            for place in range(count):
                other = others[m, cells[place]]
                if other:
                    pairs[hints[n, cells[place]] - 1, other - 1] += 1
            alike = _best_agreement(pairs) / most
            if alike > share[n]:
                share[n] = alike
                index[n] = m


def turned(hints: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """(8 · m, 81): the eight turned and mirrored images of each of (m, 81) puzzles, those of one together."""
    return np.ascontiguousarray(hints[:, TURNS].reshape(-1, 81))


def most_alike(
    hints: NDArray[np.uint8], others: NDArray[np.uint8], limit: float
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """For each puzzle the one of others that is most like it, where it is more than `limit`.

    Args:
        hints: (n, 81) uint8 puzzles.
        others: (m, 81) uint8 puzzles.
        limit: share of hints alike, 0 to 1, that has to be exceeded; -1 finds the most alike in any case.

    Returns:
        (n,) indices into `others`, the first of equals, -1 for none; (n,) shares, `limit` for none.
    """
    images = turned(others)
    index, share = np.full(len(hints), -1, np.int64), np.full(len(hints), limit, np.float64)
    hints = np.ascontiguousarray(hints, np.uint8)
    where = (images > 0).astype(np.float32).T
    step = max(1, _BLOCK // max(1, len(images)))
    for k in range(0, len(hints), step):
        some = slice(k, k + step)
        common = (hints[some] > 0).astype(np.float32) @ where
        _most_alike(hints[some], images, common, limit, index[some], share[some])
    return np.where(index < 0, -1, index // len(TURNS)), share


def hint_share(a: Grid, b: Grid) -> float:
    """Share of hints alike, 0 to 1: cells that hold the same hint in both, of the hints of the richer puzzle.

    The digits are renamed, and one grid turned or mirrored, so that most agree. 1 for two grids without hints.
    """
    return float(most_alike(a[None, :], b[None, :], -1.0)[1][0])

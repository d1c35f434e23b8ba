"""Many pictures of one size at once, for a search that evolves nonograms: clues, line solving, resemblance."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from puzzles.kernel import kernel
from puzzles.nonogram.lines import solve_line


@dataclass(frozen=True, slots=True)
class ClueBatch:
    """The clues of n puzzles of one size, rows first, then columns."""

    height: int
    width: int
    blocks: NDArray[np.int64]
    """(n, height+width, K) block lengths, 0 behind the last."""
    counts: NDArray[np.int64]
    """(n, height+width) number of blocks."""

    def __len__(self) -> int:
        return len(self.counts)


@dataclass(frozen=True, slots=True)
class LineSolved:
    """How far line solving alone comes with n puzzles, from nothing known."""

    finished: NDArray[np.bool_]
    """(n,) whether every cell becomes known, which proves that there is one picture."""
    sweeps: NDArray[np.int64]
    """(n,) full sweeps that bring something: each solves all rows, then all columns."""
    open: NDArray[np.int64]
    """(n,) cells that stay unknown; −1 for clues that contradict each other."""


def clues_of(pictures: NDArray[np.bool_]) -> ClueBatch:
    """The clues of (n, h, w) pictures, True for black. Raises ValueError for another shape or an empty picture."""
    if pictures.ndim != 3 or 0 in pictures.shape[1:]:
        raise ValueError(f"pictures of shape {pictures.shape}: (n, height, width) is needed")
    n, height, width = pictures.shape
    most = (max(height, width) + 1) // 2
    blocks = np.zeros((n, height + width, most), np.int64)
    counts = np.zeros((n, height + width), np.int64)
    _clues(np.ascontiguousarray(pictures, np.bool_), blocks, counts)
    return ClueBatch(height, width, blocks, counts)


def line_solve(clues: ClueBatch) -> LineSolved:
    """Solve every puzzle line by line, as far as that leads."""
    sweeps = np.zeros(len(clues), np.int64)
    unknown = np.zeros(len(clues), np.int64)
    _line_solve(clues.blocks, clues.counts, clues.height, clues.width, sweeps, unknown)
    return LineSolved(unknown == 0, sweeps, unknown)


def resemblance(pictures: NDArray[np.bool_], target: NDArray[np.bool_]) -> NDArray[np.float64]:
    """(n,) the share of cells, 0 to 1, in which (n, h, w) pictures equal the (h, w) target.

    Raises ValueError when the sizes differ.
    """
    if pictures.ndim != 3 or pictures.shape[1:] != target.shape:
        raise ValueError(f"pictures of shape {pictures.shape} beside a target of {target.shape}")
    return (pictures == target).sum(axis=(1, 2)) / np.float64(target.size)


@kernel
def _clues(pictures, blocks, counts):
    """Write the clues of all pictures.

    Args:
        pictures: (n, h, w) bool. blocks: (n, h+w, K) int64, all 0, written. counts: (n, h+w) int64, all 0, written.
    """
    n, h, w = pictures.shape
    for p in range(n):
        for at in range(h + w):
            length = 0
            for j in range(w if at < h else h):
                black = pictures[p, at, j] if at < h else pictures[p, j, at - h]
                if black:
                    length += 1
                elif length > 0:
                    blocks[p, at, counts[p, at]] = length
                    counts[p, at] += 1
                    length = 0
            if length > 0:
                blocks[p, at, counts[p, at]] = length
                counts[p, at] += 1


@kernel
def _line_solve(blocks, counts, h, w, sweeps, unknown):
    """Solve every puzzle by sweeps. A line without a new cell since it was last solved is not solved again.

    Args:
        blocks: (n, h+w, K) int64 and counts: (n, h+w) int64, the clues.
        sweeps: (n,) int64, all 0, written: sweeps that made a cell known.
        unknown: (n,) int64, written: cells not known at the end, −1 on a contradiction.
    """
    cells = np.empty((h, w), np.int8)
    line = np.empty(max(h, w), np.int8)
    dirty = np.empty(h + w, np.bool_)
    first = np.empty(blocks.shape[2], np.int64)
    last = np.empty(blocks.shape[2], np.int64)
    for p in range(blocks.shape[0]):
        cells[:, :] = -1
        dirty[:] = True
        left = h * w
        news = True
        while news:
            news = False
            for at in range(h + w):
                if not dirty[at]:
                    continue
                dirty[at] = False
                size = w if at < h else h
                for j in range(size):
                    line[j] = cells[at, j] if at < h else cells[j, at - h]
                found = solve_line(line[:size], blocks[p, at], counts[p, at], first, last)
                if found < 0:
                    left = -1
                    break
                if found == 0:
                    continue
                news = True
                left -= found
                for j in range(size):
                    if at < h:
                        if cells[at, j] != line[j]:
                            cells[at, j] = line[j]
                            dirty[h + j] = True
                    elif cells[j, at - h] != line[j]:
                        cells[j, at - h] = line[j]
                        dirty[j] = True
            if left < 0:
                break
            if news:
                sweeps[p] += 1
        unknown[p] = left

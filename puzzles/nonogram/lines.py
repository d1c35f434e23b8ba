"""Complete line solving: what each clue and the known cells of its line imply, until nothing changes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from puzzles.kernel import kernel
from puzzles.nonogram.clues import Nonogram, Picture, unknown_picture


@dataclass(frozen=True)
class ClueTable:
    """Clues as arrays for kernels: rows first, then columns."""

    blocks: NDArray[np.int64]
    """(h+w, K) block lengths, 0 behind the last."""
    counts: NDArray[np.int64]
    """(h+w,) number of blocks."""


def clue_table(puzzle: Nonogram) -> ClueTable:
    """The clues of a puzzle as arrays."""
    lines = puzzle.rows + puzzle.columns
    blocks = np.zeros((len(lines), max(1, *(len(c) for c in lines))), np.int64)
    for n, clue in enumerate(lines):
        blocks[n, : len(clue)] = clue
    return ClueTable(blocks, np.array([len(c) for c in lines], np.int64))


@kernel
def solve_line(line, blocks, count, first, last):
    """Everything that one clue and the known cells of its line imply.

    Two tables say whether the first k blocks can fill the first j cells, and whether the blocks from
    k on can fill the cells from j on. A cell is black (white) when no way to fill the line has it
    white (black).

    Args:
        line: (n,) int8, written: cells that became known.
        blocks: (K,) int64 and count: the clue.
        first, last: (K,) int64, written: the earliest and latest start of each block.

    Returns:
        The number of cells that became known, or −1 when the clue does not fit.
    """
    n = line.shape[0]
    fits = np.zeros((n + 1, count + 1), np.bool_)
    rest = np.zeros((n + 2, count + 1), np.bool_)
    whites = np.zeros(n + 1, np.int64)
    for j in range(n):
        whites[j + 1] = whites[j] + (1 if line[j] == 0 else 0)
    fits[0, 0] = True
    for j in range(1, n + 1):
        for k in range(count + 1):
            fine = line[j - 1] != 1 and fits[j - 1, k]
            if not fine and k > 0:
                begin = j - blocks[k - 1]
                if begin >= 0 and whites[j] == whites[begin]:
                    fine = (k == 1) if begin == 0 else (line[begin - 1] != 1 and fits[begin - 1, k - 1])
            fits[j, k] = fine
    if not fits[n, count]:
        return -1
    rest[n, count] = True
    for j in range(n - 1, -1, -1):
        for k in range(count, -1, -1):
            fine = line[j] != 1 and rest[j + 1, k]
            if not fine and k < count:
                end = j + blocks[k]
                if end <= n and whites[end] == whites[j]:
                    fine = (k == count - 1) if end == n else (line[end] != 1 and rest[end + 1, k + 1])
            rest[j, k] = fine
    black = np.zeros(n + 1, np.int64)
    for k in range(count):
        first[k] = -1
        for begin in range(n - blocks[k] + 1):
            end = begin + blocks[k]
            if whites[end] != whites[begin]:
                continue
            if begin == 0:
                left = k == 0
            else:
                left = line[begin - 1] != 1 and fits[begin - 1, k]
            if not left:
                continue
            if end == n:
                right = k == count - 1
            else:
                right = line[end] != 1 and rest[end + 1, k + 1]
            if right:
                black[begin] += 1
                black[end] -= 1
                if first[k] < 0:
                    first[k] = begin
                last[k] = begin
    found = 0
    covering = 0
    for j in range(n):
        covering += black[j]
        if line[j] >= 0:
            continue
        white = False
        for k in range(count + 1):
            if fits[j, k] and rest[j + 1, k]:
                white = True
                break
        if covering == 0:
            line[j] = 0
            found += 1
        elif not white:
            line[j] = 1
            found += 1
    return found


@kernel
def propagate_lines(cells, blocks, counts, dirty):
    """Solve line after line until nothing changes.

    Args:
        cells: (h, w) int8, written. blocks, counts: the clues of h rows, then w columns.
        dirty: (h+w,) bool, lines to look at; all False afterwards when it ended without contradiction.

    Returns:
        The number of cells not known, or −1 on a contradiction.
    """
    h, w = cells.shape
    first = np.empty(blocks.shape[1], np.int64)
    last = np.empty(blocks.shape[1], np.int64)
    line = np.empty(max(h, w), np.int8)
    busy = True
    while busy:
        busy = False
        for at in range(h + w):
            if not dirty[at]:
                continue
            dirty[at] = False
            busy = True
            size = w if at < h else h
            for j in range(size):
                line[j] = cells[at, j] if at < h else cells[j, at - h]
            found = solve_line(line[:size], blocks[at], counts[at], first, last)
            if found < 0:
                return -1
            if found:
                for j in range(size):
                    if at < h:
                        if cells[at, j] != line[j]:
                            cells[at, j] = line[j]
                            dirty[h + j] = True
                    elif cells[j, at - h] != line[j]:
                        cells[j, at - h] = line[j]
                        dirty[j] = True
    unknown = 0
    for i in range(h):
        for j in range(w):
            if cells[i, j] < 0:
                unknown += 1
    return unknown


@kernel
def _block_starts(cells, blocks, counts, first, last):
    h, w = cells.shape
    line = np.empty(max(h, w), np.int8)
    for at in range(h + w):
        size = w if at < h else h
        for j in range(size):
            line[j] = cells[at, j] if at < h else cells[j, at - h]
        if solve_line(line[:size], blocks[at], counts[at], first[at], last[at]) < 0:
            return False
    return True


def solve_lines(puzzle: Nonogram, cells: Picture | None = None) -> tuple[Picture, int]:
    """Complete line solving from known cells (none when `cells` is None).

    Returns:
        The cells known then, and the number of those that are not; −1 on a contradiction.
    """
    table = clue_table(puzzle)
    known = unknown_picture(puzzle) if cells is None else cells.astype(np.int8)
    left = int(propagate_lines(known, table.blocks, table.counts, np.ones(len(table.counts), np.bool_)))
    return known, left


def block_starts(puzzle: Nonogram, cells: Picture) -> tuple[NDArray[np.int64], NDArray[np.int64]] | None:
    """(h+w, K) the earliest and the latest start of each block under the known cells; None when a line does not fit."""
    table = clue_table(puzzle)
    first = np.zeros(table.blocks.shape, np.int64)
    last = np.zeros(table.blocks.shape, np.int64)
    return (first, last) if _block_starts(cells, table.blocks, table.counts, first, last) else None


def describe_contradiction(puzzle: Nonogram) -> str | None:
    """Why clues that fit one by one have no picture together, as far as adding up and line solving tell; else None."""
    black_rows, black_columns = (sum(map(sum, lines)) for lines in (puzzle.rows, puzzle.columns))
    if black_rows != black_columns:
        return f"the clues of the rows have {black_rows} black cells in all, those of the columns {black_columns}"
    cells, left = solve_lines(puzzle)
    if left >= 0:
        return None
    table = clue_table(puzzle)
    starts = np.empty((2, table.blocks.shape[1]), np.int64)
    for at in range(puzzle.height + puzzle.width):
        is_row = at < puzzle.height
        line = (cells[at] if is_row else cells[:, at - puzzle.height]).copy()
        if solve_line(line, table.blocks[at], table.counts[at], starts[0], starts[1]) < 0:
            name = f"row {at + 1}" if is_row else f"column {at - puzzle.height + 1}"
            text = " ".join(map(str, (puzzle.rows + puzzle.columns)[at])) or "0"
            return f"{name}: clue {text} does not fit to what the other lines fix"
    return None

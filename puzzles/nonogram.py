"""Nonograms: clues and pictures, complete line solving, and the exact solver that certifies a verdict.

A picture is an `(h, w)` int8 array: 1 black, 0 white, −1 not known yet.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from puzzles.errors import InputError
from puzzles.kernel import kernel

Picture = NDArray[np.int8]
Clue = tuple[int, ...]

LONGEST_SIDE: Final = 1000
_NODES = 4


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


def unknown_picture(puzzle: Nonogram) -> Picture:
    """A picture of which no cell is known."""
    return np.full((puzzle.height, puzzle.width), -1, np.int8)


@kernel
def _search_pictures(blocks, counts, limit, stack, state, found, budget):
    """Go on with the exact search for at most `budget` nodes.

    At each node every open cell is tried both ways with line solving: a way that fails fixes the
    cell, a cell that fails both ways ends the node, and of the others the one whose two ways settle
    most is branched on.

    Args:
        stack: (depth, h, w) int8 pictures.
        state: [depth, pictures found, begun], kept from call to call.
        found: (2, h, w) int8, written.

    Returns:
        True when the search is over or `limit` pictures are found.
    """
    h, w = stack.shape[1], stack.shape[2]
    dirty = np.empty(h + w, np.bool_)
    trial = np.empty((h, w), np.int8)
    if state[2] == 0:
        state[2] = 1
        dirty[:] = True
        if propagate_lines(stack[0], blocks, counts, dirty) < 0:
            state[0] = -1
            return True
    while state[0] >= 0:
        if budget == 0:
            return False
        budget -= 1
        depth = state[0]
        cells = stack[depth]
        failed = False
        best = -1
        best_i = -1
        best_j = -1
        changed = True
        while changed and not failed:
            changed = False
            best = -1
            best_i = -1
            for i in range(h):
                for j in range(w):
                    if cells[i, j] >= 0 or failed:
                        continue
                    least = h * w
                    for colour in range(2):
                        trial[:, :] = cells
                        trial[i, j] = colour
                        dirty[:] = False
                        dirty[i] = True
                        dirty[h + j] = True
                        left = propagate_lines(trial, blocks, counts, dirty)
                        if left < 0:
                            cells[i, j] = 1 - colour
                            dirty[:] = False
                            dirty[i] = True
                            dirty[h + j] = True
                            changed = True
                            if propagate_lines(cells, blocks, counts, dirty) < 0:
                                failed = True
                            break
                        least = min(least, h * w - left)
                    if not failed and cells[i, j] < 0 and least > best:
                        best = least
                        best_i = i
                        best_j = j
        if failed:
            state[0] -= 1
            continue
        if best_i < 0:
            found[min(state[1], 1)] = cells
            state[1] += 1
            state[0] -= 1
            if state[1] >= limit:
                return True
            continue
        # this node goes on with white; black is looked at first, on top of it
        stack[depth + 1, :, :] = cells
        stack[depth + 1, best_i, best_j] = 1
        cells[best_i, best_j] = 0
        dirty[:] = False
        dirty[best_i] = True
        dirty[h + best_j] = True
        propagate_lines(stack[depth], blocks, counts, dirty)
        dirty[:] = False
        dirty[best_i] = True
        dirty[h + best_j] = True
        propagate_lines(stack[depth + 1], blocks, counts, dirty)
        state[0] = depth + 1
    return True


@dataclass(frozen=True)
class PictureCount:
    """What the exact search found."""

    status: Literal["complete", "stopped"]
    """`complete`: every picture was counted, up to the limit. `stopped`: time was up."""
    count: int
    """Pictures found, at most the limit."""
    pictures: tuple[Picture, ...]
    """The first two of them."""


def count_pictures(
    puzzle: Nonogram, limit: int = 2, time_limit: float = 60.0, cells: Picture | None = None
) -> PictureCount:
    """Count the pictures of a puzzle up to `limit` (1 or 2) by exhaustive search, from known cells if given."""
    if limit not in (1, 2):
        raise ValueError(f"limit {limit}: 1 or 2")
    table = clue_table(puzzle)
    h, w = puzzle.height, puzzle.width
    start = unknown_picture(puzzle) if cells is None else cells
    depth = 1 + min(int((start < 0).sum()), h * w)
    stack = np.empty((depth + 1, h, w), np.int8)
    stack[0] = start
    state = np.zeros(3, np.int64)
    found = np.zeros((2, h, w), np.int8)
    deadline = perf_counter() + time_limit
    while not _search_pictures(table.blocks, table.counts, limit, stack, state, found, _NODES):
        if perf_counter() >= deadline:
            return PictureCount("stopped", int(state[1]), tuple(found[: int(state[1])]))
    return PictureCount("complete", int(state[1]), tuple(found[: int(state[1])]))

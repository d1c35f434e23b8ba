"""The exact search that counts the pictures of a nonogram and certifies a verdict."""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter
from typing import Final, Literal

import numpy as np

from puzzles.kernel import kernel
from puzzles.nonogram.clues import Nonogram, Picture, unknown_picture
from puzzles.nonogram.lines import clue_table, propagate_lines

_NODES: Final = 4
"""Nodes between two looks at the clock."""


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

"""What moves of hints share: whether a digit may stand in a cell."""

from __future__ import annotations

from puzzles.geometry import PEERS
from puzzles.kernel import part


@part
def fits(hints, cell, digit):
    """Whether no hint contradicts `digit` in `cell`."""
    clear = True
    for k in range(20):
        clear &= hints[PEERS[cell, k]] != digit
    return clear

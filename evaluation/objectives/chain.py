"""Chain, f2: the longest cascade of cells that fill themselves (semantics.md)."""

from __future__ import annotations

from typing import Final

from evaluation.objectives.base import Objective
from puzzles.kernel import part


@part
def longest_chain(d, p, chain, turns, first, second):
    """f2 = max c(t) / 81."""
    longest = 0
    for t in range(turns):
        if chain[t] > longest:
            longest = chain[t]
    return longest / 81


OBJECTIVE: Final = Objective(
    "chain",
    "f2",
    longest_chain,
    english="chain f2: longest chain / 81",
    japanese="連鎖度 f2：最長の連鎖 ÷ 81",
)

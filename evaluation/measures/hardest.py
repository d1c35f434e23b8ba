"""The hardest turn of a walk."""

from __future__ import annotations

from typing import Final

from evaluation.measures.base import Measure
from puzzles.kernel import part


@part
def hardest(d, p, chain, turns, first, second):
    """max d(t); 0 without a turn."""
    top = 0.0
    for t in range(turns):
        if d[t] > top:
            top = d[t]
    return top


MEASURE: Final = Measure("hardest", hardest, "the hardest turn's d(t)", "最も難しい手の d(t)")

"""The turns before the first of the two peaks that the tension compares."""

from __future__ import annotations

from typing import Final

from evaluation.measures.base import Measure
from puzzles.kernel import part


@part
def opening(d, p, chain, turns, first, second):
    """min(t1, t2) − 1, turns counted from 1; 0 for fewer than two turns."""
    return float(min(first, second))


MEASURE: Final = Measure("opening", opening, "turns before the first peak", "最初の山場までの手数")

"""Effort: all the difficulty of a walk."""

from __future__ import annotations

from typing import Final

from evaluation.measures.base import Measure
from puzzles.kernel import part


@part
def effort(d, p, chain, turns, first, second):
    """Σ d(t)."""
    total = 0.0
    for t in range(turns):
        total += d[t]
    return total


MEASURE: Final = Measure("effort", effort, "effort, the sum of all d(t)", "手数の重さ（d(t) の合計）")

"""The number of peaks of a walk."""

from __future__ import annotations

from typing import Final

from evaluation.measures.base import Measure
from evaluation.solver.peaks import count_peaks
from puzzles.kernel import part


@part
def peaks(d, p, chain, turns, first, second):
    """See `count_peaks`; 0 for fewer than two turns."""
    return float(count_peaks(p, turns)) if turns >= 2 else 0.0


MEASURE: Final = Measure("peaks", peaks, "number of peaks", "山場の数")

"""Wishes about difficulty as one more constraint."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Final

import numpy as np
from numpy.typing import NDArray

from evaluation.techniques import RANKS
from generator.sudoku.judging import Judged

_RANKS: Final = np.array([*RANKS, -1.0])
"""The rank of each family by number; the last is for −1, no family."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """Ranges that a puzzle's difficulty must stay in; None leaves an end open."""

    effort: tuple[float | None, float | None] = (None, None)
    hardest: tuple[float | None, float | None] = (None, None)
    turns: tuple[float | None, float | None] = (None, None)
    peaks: tuple[float | None, float | None] = (None, None)
    family: tuple[float | None, float | None] = (None, None)
    """Hardest family needed, by its rank (`evaluation.techniques.RANKS`)."""
    grade: tuple[float | None, float | None] = (None, None)
    """0 (easy) to 4 (fiendish)."""

    def measure(self, judged: Judged) -> NDArray[np.float64]:
        """(n,) how far outside, each bound relative to its size; 0 inside."""
        total = np.zeros(len(judged))
        for name in (bound.name for bound in fields(self)):
            low, high = getattr(self, name)
            value = getattr(judged, name).astype(float)
            if name == "family":
                value = _RANKS[judged.family]
            if low is not None:
                total += np.maximum(0.0, low - value) / max(abs(low), 1.0)
            if high is not None:
                total += np.maximum(0.0, value - high) / max(abs(high), 1.0)
        return total

"""Wishes about measures as one more constraint."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from evaluation.table import Table

Range = tuple[float | None, float | None]


@dataclass(frozen=True, slots=True)
class Bounds:
    """Ranges that columns must stay in; None leaves an end open."""

    ranges: Mapping[str, Range] = field(default_factory=dict[str, Range])
    """Column to lowest and highest value."""

    def measure(self, rows: Table) -> NDArray[np.float64]:
        """(n,) how far outside, each bound relative to its size; 0 inside, and where a value is unknown."""
        total = np.zeros(len(rows))
        for name, (low, high) in self.ranges.items():
            value = rows[name].astype(float)
            if low is not None:
                total += np.fmax(0.0, low - value) / max(abs(low), 1.0)
            if high is not None:
                total += np.fmax(0.0, value - high) / max(abs(high), 1.0)
        return total

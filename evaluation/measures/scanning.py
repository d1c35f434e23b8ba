"""Scanning: the difficulty of a walk, no turn counting for more than a limit."""

from __future__ import annotations

from typing import Final

from evaluation.measures.base import Measure
from puzzles.kernel import part

LIMIT: Final = 2.0
"""What one turn counts at most. People's times rank best with a limit from 1.5 to 3; the turns above it are paid for
by their families (`evaluation.minutes`)."""


@part
def scanning(d, p, chain, turns, first, second):
    """Σ min(d(t), LIMIT)."""
    total = 0.0
    for t in range(turns):
        total += min(d[t], LIMIT)
    return total


MEASURE: Final = Measure(
    "scanning", scanning, "scanning, the sum of all d(t) up to 2 each", "見わたす手間（2までの d(t) の合計）"
)

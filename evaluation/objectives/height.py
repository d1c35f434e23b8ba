"""Height: the difficulty at the lower of the two peaks that the tension compares (semantics.md)."""

from __future__ import annotations

from typing import Final

from evaluation.objectives.base import Objective
from puzzles.kernel import part


@part
def height(d, p, chain, turns, first, second):
    """min(d(t1), d(t2)); 0 for fewer than two turns."""
    if turns < 2:
        return 0.0
    return min(d[first], d[second])


OBJECTIVE: Final = Objective(
    "height",
    "height",
    height,
    english="height: d at the lower of the two peaks",
    japanese="山場の高さ：低いほうの山場の d",
)

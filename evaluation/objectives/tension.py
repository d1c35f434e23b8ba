"""Tension, f1: how far apart the two moments are that stand out most (semantics.md)."""

from __future__ import annotations

from typing import Final

from evaluation.objectives.base import Objective
from puzzles.kernel import part


@part
def tension(d, p, chain, turns, first, second):
    """f1 = |t1 − t2| / T; 0 for fewer than two turns."""
    if turns < 2:
        return 0.0
    return (first - second if first > second else second - first) / turns


OBJECTIVE: Final = Objective(
    "tension",
    "f1",
    tension,
    english="tension f1: distance of the two peaks / T",
    japanese="緊張度 f1：二つの山場の間隔 ÷ T",
)

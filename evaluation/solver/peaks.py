"""Peaks p(t) of a walk (semantics.md, "Difficulty, peaks, objectives")."""

from __future__ import annotations

from typing import Final

import numpy as np

from puzzles.kernel import kernel, part

LONGEST_WALK: Final = 81
_INVERSE_SQUARE: Final = np.array([0.0] + [1.0 / k**2 for k in range(1, LONGEST_WALK + 1)])


@kernel
def write_peaks(d, turns, p):
    """p(t) = Σ_{i≠t} (d(t) − d(i)) / |t − i|² for the first `turns` entries of `d`, into `p`."""
    for t in range(turns):
        p[t] = 0.0
    for t in range(turns):
        total = p[t]
        here = d[t]
        for i in range(t + 1, turns):
            share = (here - d[i]) * _INVERSE_SQUARE[i - t]
            total += share
            p[i] -= share
        p[t] = total


@kernel
def top_two(p, turns):
    """The turns (0-based) with the two largest p; ties go to the earlier turn. Needs turns ≥ 2."""
    first = 0
    for t in range(1, turns):
        if p[t] > p[first]:
            first = t
    second = 1 if first == 0 else 0
    for t in range(turns):
        if t != first and p[t] > p[second]:
            second = t
    return first, second


@part
def count_peaks(p, turns):
    """Turns where p is positive, above both neighbours (ties: the earlier), and at least half of the largest p."""
    top = 0.0
    for t in range(turns):
        if p[t] > top:
            top = p[t]
    number = 0
    for t in range(turns):
        if p[t] > 0.0 and 2.0 * p[t] >= top and (t == 0 or p[t] > p[t - 1]) and (t == turns - 1 or p[t] >= p[t + 1]):
            number += 1
    return number

"""Peaks p(t), tension f1 and chain f2 of a walk (semantics.md, "Difficulty, peaks, objectives")."""

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


@kernel
def tension(d, turns, p):
    """f1 = |t1 − t2| / T; 0 for fewer than two turns. `p` is work space, left with the peaks."""
    if turns < 2:
        return 0.0
    write_peaks(d, turns, p)
    first, second = top_two(p, turns)
    return (first - second if first > second else second - first) / turns


@part
def longest_chain(c, turns):
    """max c(t): cells filled by the automatic fill of one turn; f2 is this over 81."""
    longest = 0
    for t in range(turns):
        if c[t] > longest:
            longest = c[t]
    return longest

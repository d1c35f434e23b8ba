"""Puzzles that are good and far apart: the choice behind `--select diverse:N`, `--quota` and books of many puzzles.

Distance is 1 − the share of hints alike (`puzzles.alike`), the rule that `--max-alike` and `puzzle.solution_grids` go
by too. The best puzzle is taken first. Then, again and again, the one whose quality times distance from those that are
taken is the greatest, until there are enough, or all that are left are near copies.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from puzzles.alike import most_alike
from puzzles.canonical import minimal_form

_LEAST_QUALITY: Final = 0.02
"""Of the best one's: even a poor puzzle is worth something where it is far from all others."""
_AT_ONCE: Final = 256
"""Puzzles compared together."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """How many puzzles."""

    total: int | None = None
    """None for as many as the groups want."""
    of_group: Mapping[str, int] | None = None
    """Group to number; None where groups do not matter. Puzzles of other groups are not taken."""

    def open(self, taken: Sequence[str]) -> frozenset[str] | None:
        """The groups of which more are wanted, when those of `taken` are there; None for any."""
        if self.total is not None and len(taken) >= self.total:
            return frozenset()
        if self.of_group is None:
            return None
        return frozenset(group for group, number in self.of_group.items() if taken.count(group) < number)


@dataclass(frozen=True, slots=True)
class Spread:
    """What was taken, and what was refused."""

    taken: list[int]
    """Numbers of puzzles, in the order in which they were taken."""
    copies: dict[int, int]
    """Number of each puzzle met that is a near copy, to that of the puzzle that it is like."""


def spread_out(
    grids: NDArray[np.uint8], quality: NDArray[np.float64], groups: Sequence[str], wanted: Wanted, max_alike: float
) -> Spread:
    """Good puzzles far apart.

    Args:
        grids: (n, 81) hints.
        quality: (n,) from 0; only their ratios count.
        groups: the group of each.
        wanted: how many.
        max_alike: share of hints alike above which a puzzle is a near copy of one that is taken.
    """
    return _Spreading(grids, quality, groups, max_alike).run(wanted)


class _Spreading:
    """Shares only grow as more puzzles are taken, so an old share is a bound: only leaders are compared anew."""

    def __init__(
        self, grids: NDArray[np.uint8], quality: NDArray[np.float64], groups: Sequence[str], max_alike: float
    ) -> None:
        best = float(quality.max(initial=0.0))
        self.grids = grids
        self.quality = np.maximum(quality / best if best > 0 else np.ones(len(quality)), _LEAST_QUALITY)
        self.groups = np.array(groups, object)
        self.max_alike = max_alike
        self.share = np.zeros(len(grids))
        self.seen = np.zeros(len(grids), np.int64)
        """With how many of those taken each was compared."""
        self.open = np.ones(len(grids), np.bool_)
        self.taken: list[int] = []
        self.copies: dict[int, int] = {}
        self.forms: dict[str, int] = {}

    def run(self, wanted: Wanted) -> Spread:
        while (groups := wanted.open([str(self.groups[k]) for k in self.taken])) is None or groups:
            here = self.open if groups is None else self.open & np.isin(self.groups, list(groups))
            if not here.any():
                break
            leader = self._leader(here)
            if leader is not None:
                self._take(leader)
        return Spread(self.taken, self.copies)

    def _leader(self, here: NDArray[np.bool_]) -> int | None:
        """The best of those that may be taken; None where bounds were brought up to date instead."""
        value = np.where(here, self.quality * (1.0 - self.share), -1.0)
        top = int(value.argmax())
        if self.seen[top] == len(self.taken):
            return top
        behind = np.flatnonzero(here & (self.seen < len(self.taken)))
        some = behind[np.argsort(-value[behind], kind="stable")[:_AT_ONCE]]
        self._compare(some)
        return None

    def _compare(self, some: NDArray[np.int64]) -> None:
        since = int(self.seen[some].min())
        nearest, share = most_alike(self.grids[some], self.grids[self.taken[since:]], -1.0)
        self.share[some] = np.maximum(self.share[some], share)
        self.seen[some] = len(self.taken)
        for k, near, alike in zip(some.tolist(), nearest.tolist(), share.tolist(), strict=True):
            if alike > self.max_alike:
                self.open[k] = False
                self.copies[k] = self.taken[since + near]

    def _take(self, k: int) -> None:
        self.open[k] = False
        form = minimal_form(self.grids[k])
        if form in self.forms:
            self.copies[k] = self.forms[form]
            return
        self.forms[form] = k
        self.taken.append(k)

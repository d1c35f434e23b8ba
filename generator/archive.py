"""The external archive: the non-dominated valid puzzles met so far, no two equal after relabelling."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from generator.judging import Judged, join


def hypervolume(f1: NDArray[np.float64], f2: NDArray[np.float64]) -> float:
    """Area dominated by points (f1, f2), both maximised, down to the reference point (0, 0)."""
    area = 0.0
    top = 0.0
    for k in np.lexsort((-f2, -f1)).tolist():
        if f2[k] > top:
            area += float(f1[k]) * float(f2[k] - top)
            top = float(f2[k])
    return area


def non_dominated(f1: NDArray[np.float64], f2: NDArray[np.float64]) -> NDArray[np.bool_]:
    """(n,) which points no other dominates; equal points do not dominate each other."""
    keep = np.zeros(len(f1), dtype=bool)
    best = -np.inf
    order = np.lexsort((-f2, -f1))
    k = 0
    while k < len(order):
        same = k
        while same < len(order) and f1[order[same]] == f1[order[k]]:
            same += 1
        top = f2[order[k]]
        if top > best:
            group = order[k:same]
            keep[group[f2[group] == top]] = True
            best = top
        k = same
    return keep


def distinct(rows: Judged) -> Judged:
    """Each puzzle once, in order of first appearance, by the row with the most walks."""
    best: dict[bytes, int] = {}
    for row, (hints, walks) in enumerate(zip(rows.hints, rows.walks.tolist(), strict=True)):
        name = hints.tobytes()
        if name not in best or walks > rows.walks[best[name]]:
            best[name] = row
    return rows.take(list(best.values()))


class Archive:
    """The non-dominated set, ordered by falling f1, then by hints."""

    def __init__(self, rows: Judged | None = None, value: Callable[[Judged], Judged] = lambda rows: rows) -> None:
        """Args:
        rows: of an earlier archive, to begin with.
        value: gives the scores by which rows dominate each other; those that were judged by default.
        """
        self._rows = rows
        self._value = value

    @property
    def rows(self) -> Judged | None:
        """The puzzles kept; None before the first."""
        return self._rows

    def __len__(self) -> int:
        return 0 if self._rows is None else len(self._rows)

    def add(self, judged: Judged) -> NDArray[np.bool_]:
        """Offer judged hints; returns (n,) which of them are in the archive now and were not before.

        Of a puzzle that is known the row with more walks is kept.
        """
        entered = np.zeros(len(judged), dtype=bool)
        valid = np.flatnonzero(judged.valid)
        if not len(valid):
            return entered
        before = set() if self._rows is None else {row.tobytes() for row in self._rows.hints}
        offered = judged.take(valid)
        merged = distinct(offered if self._rows is None else join([self._rows, offered]))
        values = self._value(merged)
        kept = merged.take(non_dominated(values.f1, values.f2))
        order = sorted(range(len(kept)), key=lambda k: (-kept.f1[k], -kept.f2[k], kept.hints[k].tobytes()))
        self._rows = kept.take(order)
        names = {row.tobytes() for row in self._rows.hints} - before
        for row in valid.tolist():
            name = judged.hints[row].tobytes()
            if name in names:
                names.discard(name)
                entered[row] = True
        return entered

    def front(self) -> Judged | None:
        """The rows that no other dominates by the scores that were judged."""
        rows = self._rows
        return None if rows is None else rows.take(non_dominated(rows.f1, rows.f2))

    def hypervolume(self) -> float:
        """Of the kept puzzles, to (0, 0)."""
        return 0.0 if self._rows is None else hypervolume(self._rows.f1, self._rows.f2)

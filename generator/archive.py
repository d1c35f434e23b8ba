"""The external archive: every non-dominated valid puzzle met so far, no two equal after relabelling."""

from __future__ import annotations

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


class Archive:
    """The non-dominated set, ordered by falling f1, then by hints."""

    def __init__(self, rows: Judged | None = None) -> None:
        """Begins with the rows of an earlier archive, if there are any."""
        self._rows = rows

    @property
    def rows(self) -> Judged | None:
        """The puzzles kept; None before the first."""
        return self._rows

    def __len__(self) -> int:
        return 0 if self._rows is None else len(self._rows)

    def add(self, judged: Judged) -> NDArray[np.bool_]:
        """Offer judged hints; returns (n,) which of them are in the archive now and were not before."""
        entered = np.zeros(len(judged), dtype=bool)
        valid = np.flatnonzero(judged.valid)
        if not len(valid):
            return entered
        known = {} if self._rows is None else {row.tobytes(): -1 for row in self._rows.hints}
        fresh: list[int] = []
        for row in valid.tolist():
            name = judged.hints[row].tobytes()
            if name not in known:
                known[name] = row
                fresh.append(row)
        if not fresh:
            return entered
        merged = judged.take(fresh)
        if self._rows is not None:
            merged = join([self._rows, merged])
        kept = merged.take(non_dominated(merged.f1, merged.f2))
        order = sorted(range(len(kept)), key=lambda k: (-kept.f1[k], -kept.f2[k], kept.hints[k].tobytes()))
        self._rows = kept.take(order)
        inside = {row.tobytes() for row in self._rows.hints}
        for row in fresh:
            entered[row] = judged.hints[row].tobytes() in inside
        return entered

    def hypervolume(self) -> float:
        """Of the kept puzzles, to (0, 0)."""
        return 0.0 if self._rows is None else hypervolume(self._rows.f1, self._rows.f2)

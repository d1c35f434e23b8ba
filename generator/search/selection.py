"""NSGA-II's choice of those who live, on arrays: no object for each individual."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from generator.search.fronts import layers

NOTED = ("rank", "crowding")
"""What a selection notes of each of the living."""


class Selection(Protocol):
    """Decides who lives. It knows the living by their places, and how far each is from keeping the constraints."""

    noted: dict[str, NDArray[np.float64]]
    """(n,) `rank` and `crowding` of each of the living, NaN where nothing was noted."""
    violation: NDArray[np.float64]
    """(n,) 0 where the living keep the constraints."""

    def halve(self) -> int:
        """Forget all but the first half of the living; returns how many are left."""
        ...

    def choose(
        self,
        objectives: NDArray[np.float64],
        violations: NDArray[np.float64],
        newcomers: int,
        parted: bool,
        random: np.random.Generator,
    ) -> NDArray[np.int64]:
        """The newcomers compete with the living; returns the places of those that live now.

        Args:
            objectives: (n, k) of the living and then of the newcomers, to be minimised.
            violations: (n, c) their measures, 0 where a constraint is kept.
            newcomers: how many of them are new; all in the first population, which lives whole.
            parted: whether rows that break a constraint stand behind all others.
            random: of this round.
        """
        ...

    def restore(
        self, objectives: NDArray[np.float64], violations: NDArray[np.float64], noted: Mapping[str, NDArray[Any]]
    ) -> None:
        """Go on with living of which this was noted."""
        ...


class RankAndCrowding:
    """By the layers of the front, and the last of them by crowding distance (Deb et al., "NSGA-II", 2002)."""

    def __init__(self, population: int) -> None:
        """`population` is the number of those who live."""
        self._population = population
        self.noted: dict[str, NDArray[np.float64]] = {name: np.zeros(0) for name in NOTED}
        self.violation: NDArray[np.float64] = np.zeros(0)

    def halve(self) -> int:
        """See `Selection.halve`."""
        half = len(self.violation) // 2
        self._keep(np.arange(half))
        return half

    def _keep(self, places: NDArray[np.int64]) -> None:
        self.noted = {name: values[places] for name, values in self.noted.items()}
        self.violation = self.violation[places]

    def choose(
        self,
        objectives: NDArray[np.float64],
        violations: NDArray[np.float64],
        newcomers: int,
        parted: bool,
        random: np.random.Generator,
    ) -> NDArray[np.int64]:
        """See `Selection.choose`."""
        unknown = np.full(newcomers, np.nan)
        self.noted = {name: np.concatenate([values, unknown]) for name, values in self.noted.items()}
        self.violation = total_violation(violations)
        total = len(objectives)
        number = total if newcomers == total else min(self._population, total)
        broken = (self.violation > 0.0) if parted else np.zeros(total, np.bool_)
        good, rest = np.flatnonzero(~broken), np.flatnonzero(broken)
        chosen = self._best(objectives, good, min(number, len(good)), random)
        rest = rest[np.argsort(self.violation[rest])]
        places = np.concatenate([chosen, rest[: number - len(chosen)]])
        self._keep(places)
        return places

    def _best(
        self, objectives: NDArray[np.float64], rows: NDArray[np.int64], number: int, random: np.random.Generator
    ) -> NDArray[np.int64]:
        """So many of the rows, the best layers first; notes their layer and crowding."""
        if not number:
            return rows[:0]
        own = objectives[rows]
        layer = layers(-own)
        chosen: list[NDArray[np.int64]] = []
        left = number
        for rank in range(int(layer.max()) + 1):
            front = np.flatnonzero(layer == rank)
            spread = crowding(own[front])
            self.noted["rank"][rows[front]] = rank
            self.noted["crowding"][rows[front]] = spread
            if len(front) > left:
                # equals in random order
                mixed = random.permutation(len(front))
                front = front[mixed[np.argsort(spread[mixed])][::-1][:left]]
            chosen.append(rows[front])
            left -= len(front)
            if not left:
                break
        return np.concatenate(chosen)

    def restore(
        self, objectives: NDArray[np.float64], violations: NDArray[np.float64], noted: Mapping[str, NDArray[Any]]
    ) -> None:
        """See `Selection.restore`."""
        self.noted = {name: np.array(noted[name], float) for name in NOTED}
        self.violation = total_violation(violations)


def total_violation(violations: NDArray[np.float64]) -> NDArray[np.float64]:
    """(n,) sums of (n, c) measures, none of which counts below 0."""
    return np.maximum(violations, 0.0).sum(axis=1)


def crowding(objectives: NDArray[np.float64]) -> NDArray[np.float64]:
    """(n,) distance of each of (n, k) points to its neighbours on either side, in shares of each objective's range.

    The mean over the objectives; infinite for the first and the last point of an objective, and where there are no more
    than two points.
    """
    n, k = objectives.shape
    if n <= 2:
        return np.full(n, np.inf)
    order = np.argsort(objectives, axis=0, kind="stable")
    ascending = np.take_along_axis(objectives, order, axis=0)
    width = ascending[-1] - ascending[0]
    width[width == 0.0] = np.nan
    gaps = np.diff(ascending, axis=0, prepend=-np.inf, append=np.inf) / width
    gaps[np.isnan(gaps)] = 0.0
    spread = np.empty_like(ascending)
    np.put_along_axis(spread, order, gaps[:-1] + gaps[1:], axis=0)
    return spread.sum(axis=1) / k

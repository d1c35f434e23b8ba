"""Racing: fewer samples for a new row that others clearly dominate (Maron and Moore, "Hoeffding races", 1994)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Final

import numpy as np
from numpy.typing import NDArray

from evaluation.table import Table
from generator.search.pooling import add_samples
from generator.search.problem import Goal, Problem, points

LEAST_SAMPLES: Final = 4
"""Samples before the first look: the spread of fewer says nothing."""


@dataclass(frozen=True, slots=True)
class Race:
    """What a new row is held against while it is sampled."""

    points: NDArray[np.float64]
    """(m, k) scores of the front, each the higher the better; no point for no race."""
    spread: NDArray[np.float64]
    """(k,) least standard deviation of one sample that is believed: a few may agree by chance."""
    error: float
    """Chance allowed that a row is stopped which all its samples would have left non-dominated by the points."""

    def looks(self, samples: int) -> list[int]:
        """Numbers of samples after which to look: a quarter and a half of all, where that is enough to say anything."""
        if not len(self.points):
            return []
        return [n for n in (samples // 4, samples // 2) if n >= LEAST_SAMPLES]

    def beaten(
        self, means: NDArray[np.float64], errors: NDArray[np.float64], done: int, samples: int
    ) -> NDArray[np.bool_]:
        """(n,) which rows a point dominates even at the upper end of where their mean may come out.

        The mean of all `samples` differs from that of the first `done` by a standard deviation of
        σ √(1/done − 1/samples). The error is shared by the looks and the k scores (Bonferroni).

        Args:
            means, errors: (n, k) means of the first `done` samples and their standard errors.
        """
        tests = self.points.shape[1] * max(1, len(self.looks(samples)))
        z = NormalDist().inv_cdf(1.0 - self.error / tests)
        sigma = np.maximum(errors * np.sqrt(done), self.spread)
        upper = means + z * sigma * np.sqrt(1.0 / done - 1.0 / samples)
        reaches = (self.points[None] >= upper[:, None]).all(axis=2)
        exceeds = (self.points[None] > upper[:, None]).any(axis=2)
        return (reaches & exceeds).any(axis=1)


def no_race(goals: int) -> Race:
    """A race that stops nothing."""
    return Race(np.zeros((0, goals)), np.zeros(goals), 0.0)


def race_against(front: Table | None, living: Table | None, goals: Sequence[Goal], error: float) -> Race:
    """The race of the next newcomers against a front; none where `error` is 0 or there is nothing to race against."""
    if not error or living is None or front is None:
        return no_race(len(goals))
    several = living.take(living["valid"] & (living["walks"] > 1))
    spread = [
        float(np.median(several[f"{goal.column}_se"] * np.sqrt(several["walks"]))) if len(several) else 0.0
        for goal in goals
    ]
    return Race(points(front, goals), np.array(spread), error)


def sampled(problem: Problem, genomes: NDArray[np.uint8], race: Race) -> Table:
    """New genomes with all their samples, or as many as the race leaves them."""
    samples = problem.samples
    looks = race.looks(samples)
    none = np.zeros(len(genomes), np.int64)
    rows = problem.score(genomes, none, looks[0] if looks else samples)
    running = np.flatnonzero(rows["valid"])
    for at, done in enumerate(looks):
        so_far = rows.take(running)
        errors = np.stack([so_far[f"{goal.column}_se"] for goal in problem.goals], axis=1)
        running = running[~race.beaten(points(so_far, problem.goals), errors, done, samples)]
        upto = looks[at + 1] if at + 1 < len(looks) else samples
        more = problem.score(genomes[running], none[running] + done, upto - done)
        longer = add_samples(problem, rows.take(running), more)
        order = np.arange(len(rows))
        order[running] = len(rows) + np.arange(len(running))
        rows = Table.join([rows, longer]).take(order)
    return rows

"""Who lives: the population and its newcomers compete, and tournaments among the living."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evaluation.table import Table
from generator.search.bounds import Bounds
from generator.search.problem import Goal, Problem, points
from generator.search.selection import RankAndCrowding, Selection, total_violation

Estimate = Callable[[Table], Table]


class Survival:
    """The population, and the selection that decides who stays in it."""

    def __init__(
        self,
        problem: Problem,
        algorithm: str,
        population: int,
        weights: Sequence[float] | None,
        bounds: Bounds,
        estimate: Estimate,
    ) -> None:
        """Args:
        problem: its goals and constraints.
        algorithm: a name of `generator.search.algorithms`.
        population: rows that live.
        weights: of the goals in one weighted sum; None for a front.
        bounds: wishes, one more constraint.
        estimate: gives rows the scores by which they compete.
        """
        self._problem = problem
        self._weights = weights
        self._bounds = bounds
        self._estimate = estimate
        objectives = len(problem.goals) if weights is None else 1
        self._selection = _selection(algorithm, objectives, len(problem.constraints) + 1, population)
        self.living: Table | None = None
        """The population; None before the first."""
        self._random = np.random.default_rng(0)

    def use(self, random: np.random.Generator) -> None:
        """The random numbers of the selection from now on."""
        self._random = random

    def objectives(self, rows: Table) -> NDArray[np.float64]:
        """(n, objectives) to be minimised, of rows with the scores by which they compete."""
        return minimised(rows, self._problem.goals, self._weights)

    def violations(self, rows: Table) -> NDArray[np.float64]:
        """(n, constraints + 1) measures; the last is how far outside the wished bounds a valid row is."""
        return measures(rows, self._problem.constraints, self._bounds)

    def advance(self, offered: Table, renewal: bool, allowed: Callable[[Table], NDArray[np.bool_]]) -> None:
        """The new rows compete with the population, or take half of its places.

        Args:
            offered: new rows.
            renewal: whether half of the population, its worse one, dies first.
            allowed: which rows may be kept; the others stand behind them.
        """
        if not len(offered):
            return
        if renewal and self.living is not None:
            self.living = self.living.take(np.arange(self._selection.halve()))
        pool = offered if self.living is None else Table.join([self.living, offered])
        objectives, violations = self.objectives(self._estimate(pool)), self.violations(pool)
        # rows that break a constraint need not be parted from the others where there are none
        parted = not (pool["valid"] & allowed(pool)).all()
        places = self._selection.choose(objectives, violations, len(offered), parted, self._random)
        self.living = pool.take(places)

    def refresh(self, again: Table) -> None:
        """Put rows with more samples in the place of the living's."""
        if not len(again) or self.living is None:
            return
        name = self._problem.genome
        rows = Table.join([self.living, again])
        place = {genome.tobytes(): len(self.living) + k for k, genome in enumerate(again[name])}
        self.living = rows.take([place.get(genome.tobytes(), k) for k, genome in enumerate(self.living[name])])
        self._selection.violation = total_violation(self.violations(self.living))

    def tournaments(self, number: int, random: np.random.Generator) -> NDArray[np.int64]:
        """(number,) winners of binary tournaments: less violation, then better rank, then more crowding distance."""
        violation, noted = self._selection.violation, self._selection.noted
        pairs = random.integers(0, len(violation), (number, 2))
        rank = np.nan_to_num(noted["rank"], nan=1e9)
        spread = np.nan_to_num(noted["crowding"], nan=0.0, posinf=1e9)
        keys = np.stack([violation, rank, -spread], axis=1)
        first, second = keys[pairs[:, 0]], keys[pairs[:, 1]]
        order = np.zeros(number)
        for column in range(3):
            undecided = order == 0
            order[undecided] = np.sign(first[undecided, column] - second[undecided, column])
        order[order == 0] = np.where(random.random(int((order == 0).sum())) < 0.5, -1, 1)
        return np.where(order < 0, pairs[:, 0], pairs[:, 1])

    def state(self) -> dict[str, NDArray[np.float64]]:
        """What the selection noted of each of the living: `rank` and `crowding`, NaN where it noted nothing."""
        return dict(self._selection.noted)

    def restore(self, state: Mapping[str, NDArray[Any]], living: Table) -> None:
        """Go on from what `state` returned, with the population of then."""
        self.living = living
        self._selection.restore(self.objectives(self._estimate(living)), self.violations(living), state)


def minimised(rows: Table, goals: Sequence[Goal], weights: Sequence[float] | None) -> NDArray[np.float64]:
    """(n, goals) scores to be minimised; (n, 1) where they are weighed in one sum."""
    scores = -points(rows, goals)
    return scores if weights is None else (np.array(weights, float) * scores).sum(axis=1)[:, None]


def measures(rows: Table, constraints: Sequence[str], bounds: Bounds) -> NDArray[np.float64]:
    """(n, constraints + 1) measures, 0 where one is kept; the last is how far outside the bounds a valid row is."""
    broken = [rows[name].astype(float) for name in constraints]
    return np.stack([*broken, np.where(rows["valid"], bounds.measure(rows), 0.0)], axis=1)


def _selection(algorithm: str, objectives: int, constraints: int, population: int) -> Selection:
    """NSGA-II's own choice, or that of one of pymoo's algorithms, whose import takes a second."""
    if algorithm == "nsga2" and objectives > 1:
        return RankAndCrowding(population)
    from generator.search.pymoo_selection import PymooSelection

    return PymooSelection(algorithm, objectives, constraints, population)

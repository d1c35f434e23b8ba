"""Who lives: pymoo's survival over the population and its newcomers, and tournaments among the living."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pymoo.core.population import Population
from pymoo.core.problem import Problem as PymooProblem

from evaluation.table import Table
from generator.search.algorithms import make_algorithm
from generator.search.bounds import Bounds
from generator.search.problem import Problem, points

Estimate = Callable[[Table], Table]


class Survival:
    """The population, and the pymoo algorithm that decides who stays in it."""

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
        self._weights = None if weights is None else np.array(weights, float)
        self._bounds = bounds
        self._estimate = estimate
        objectives = len(problem.goals) if weights is None else 1
        self._algorithm: Any = make_algorithm(algorithm, objectives, population)
        # pymoo asks for a problem; it never evaluates anything here
        self._algorithm.setup(
            PymooProblem(n_var=1, n_obj=objectives, n_ieq_constr=len(problem.constraints) + 1, xl=0, xu=1, vtype=int)
        )
        self._parts_infeasible = bool(self._algorithm.survival.filter_infeasible)
        self.living: Table | None = None
        """The population; None before the first."""
        self._noted: dict[str, NDArray[np.float64]] = {}
        """What pymoo noted of each of the living, NaN where it noted nothing."""
        self._violation = np.zeros(0)
        """(n,) how far each of the living is from keeping the constraints."""

    def use(self, random: np.random.Generator) -> None:
        """The random numbers of pymoo from now on."""
        self._algorithm.random_state = random

    def objectives(self, rows: Table) -> NDArray[np.float64]:
        """(n, objectives) to be minimised, of rows with the scores by which they compete."""
        minimised = -points(rows, self._problem.goals)
        return minimised if self._weights is None else (self._weights * minimised).sum(axis=1)[:, None]

    def violations(self, rows: Table) -> NDArray[np.float64]:
        """(n, constraints + 1) measures; the last is how far outside the wished bounds a valid row is."""
        measures = [rows[name].astype(float) for name in self._problem.constraints]
        return np.stack([*measures, np.where(rows["valid"], self._bounds.measure(rows), 0.0)], axis=1)

    def _population(self, rows: Table) -> Population:
        """Evaluated individuals, in order; X is only their number."""
        pop = Population.new("X", np.zeros((len(rows), 1), int))
        pop.set("F", self.objectives(rows))
        pop.set("G", self.violations(rows))
        pop.set("H", np.zeros((len(rows), 0)))
        for individual in pop:
            individual.evaluated = {"F", "G", "H"}
        return pop

    def advance(self, offered: Table, renewal: bool, allowed: Callable[[Table], NDArray[np.bool_]]) -> None:
        """The new rows compete with the population, or take half of its places.

        Args:
            offered: new rows.
            renewal: whether half of the population, its worse one, dies first.
            allowed: which rows may be kept; pymoo parts the others from them.
        """
        if not len(offered):
            return
        if renewal and self.living is not None:
            half = self._algorithm.pop[: len(self._algorithm.pop) // 2]
            self.living = self.living.take(np.asarray(half.get("row"), np.int64))
            self._algorithm.pop = half
        infills = self._population(self._estimate(offered))
        pool = offered if self.living is None else Table.join([self.living, offered])
        infills.set("row", np.arange(len(infills)) + (len(pool) - len(offered)))
        if self.living is not None:
            self._algorithm.pop.set("row", np.arange(len(self.living)))
            self._algorithm.pop.set("F", self.objectives(self._estimate(self.living)))
        # pymoo need not part those that break a constraint from the others where there are none
        if self._parts_infeasible:
            self._algorithm.survival.filter_infeasible = not (pool["valid"] & allowed(pool)).all()
        self._survive(infills)
        self._live(pool.take(np.asarray(self._algorithm.pop.get("row"), np.int64)))

    def _survive(self, infills: Population) -> None:
        """pymoo's step, without what it notes for its own reports: the optimum so far costs as much as the survival."""
        algorithm = self._algorithm
        if algorithm.is_initialized:
            algorithm._advance(infills=infills)
        else:
            algorithm.pop = infills
            algorithm._initialize_advance(infills=infills)
            algorithm.is_initialized = True

    def _live(self, living: Table) -> None:
        self.living = living
        pop: Population = self._algorithm.pop
        pop.set("row", np.arange(len(living)))
        self._noted = {name: _attribute(pop, name) for name in ("rank", "crowding")}
        self._violation = np.asarray(pop.get("CV"), dtype=float)[:, 0]

    def refresh(self, again: Table) -> None:
        """Put rows with more samples in the place of the living's."""
        if not len(again) or self.living is None:
            return
        name = self._problem.genome
        rows = Table.join([self.living, again])
        place = {genome.tobytes(): len(self.living) + k for k, genome in enumerate(again[name])}
        self.living = rows.take([place.get(genome.tobytes(), k) for k, genome in enumerate(self.living[name])])

    def tournaments(self, number: int, random: np.random.Generator) -> NDArray[np.int64]:
        """(number,) winners of binary tournaments: less violation, then better rank, then more crowding distance."""
        pairs = random.integers(0, len(self._violation), (number, 2))
        rank = np.nan_to_num(self._noted["rank"], nan=1e9)
        spread = np.nan_to_num(self._noted["crowding"], nan=0.0, posinf=1e9)
        keys = np.stack([self._violation, rank, -spread], axis=1)
        first, second = keys[pairs[:, 0]], keys[pairs[:, 1]]
        order = np.zeros(number)
        for column in range(3):
            undecided = order == 0
            order[undecided] = np.sign(first[undecided, column] - second[undecided, column])
        order[order == 0] = np.where(random.random(int((order == 0).sum())) < 0.5, -1, 1)
        return np.where(order < 0, pairs[:, 0], pairs[:, 1])

    def state(self) -> dict[str, NDArray[np.float64]]:
        """What pymoo noted of each of the living: `rank` and `crowding`, NaN where it noted nothing."""
        return dict(self._noted)

    def restore(self, state: Mapping[str, NDArray[Any]], living: Table) -> None:
        """Go on from what `state` returned, with the population of then."""
        pop = self._population(self._estimate(living))
        for name in ("rank", "crowding"):
            for individual, value in zip(pop, state[name], strict=True):
                if not np.isnan(value):
                    individual.set(name, value)
        self._algorithm.pop = pop
        self._algorithm.is_initialized = True
        self._live(living)


def _attribute(pop: Population, name: str) -> NDArray[np.float64]:
    """(n,) what pymoo's survival noted of each individual, NaN where it noted nothing."""
    values = [individual.get(name) if individual.has(name) else None for individual in pop]
    return np.array([np.nan if value is None else float(value) for value in values])

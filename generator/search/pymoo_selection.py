"""pymoo's algorithms as a selection: each of the living is one of its individuals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pymoo.core.population import Population
from pymoo.core.problem import Problem as PymooProblem

from generator.search.algorithms import make_algorithm
from generator.search.selection import NOTED, total_violation


class PymooSelection:
    """The choice that one of pymoo's algorithms makes."""

    def __init__(self, algorithm: str, objectives: int, constraints: int, population: int) -> None:
        """Args:
        algorithm: a name of `generator.search.algorithms`.
        objectives, constraints: how many there are.
        population: rows that live.
        """
        self._algorithm: Any = make_algorithm(algorithm, objectives, population)
        # pymoo asks for a problem; it never evaluates anything here
        self._algorithm.setup(PymooProblem(n_var=1, n_obj=objectives, n_ieq_constr=constraints, xl=0, xu=1, vtype=int))
        self._can_part = bool(self._algorithm.survival.filter_infeasible)
        self.noted: dict[str, NDArray[np.float64]] = {name: np.zeros(0) for name in NOTED}
        self.violation: NDArray[np.float64] = np.zeros(0)

    def halve(self) -> int:
        """See `Selection.halve`."""
        self._algorithm.pop = self._algorithm.pop[: len(self._algorithm.pop) // 2]
        return len(self._algorithm.pop)

    def choose(
        self,
        objectives: NDArray[np.float64],
        violations: NDArray[np.float64],
        newcomers: int,
        parted: bool,
        random: np.random.Generator,
    ) -> NDArray[np.int64]:
        """See `Selection.choose`."""
        algorithm = self._algorithm
        algorithm.random_state = random
        old = len(objectives) - newcomers
        infills = _individuals(objectives[old:], violations[old:])
        infills.set("row", np.arange(old, len(objectives)))
        if self._can_part:
            algorithm.survival.filter_infeasible = parted
        # without what pymoo notes for its own reports: the optimum so far costs as much as the survival
        if algorithm.is_initialized:
            algorithm.pop.set("row", np.arange(old))
            algorithm.pop.set("F", objectives[:old])
            algorithm.pop.set("CV", total_violation(violations[:old])[:, None])
            algorithm._advance(infills=infills)
        else:
            algorithm.pop = infills
            algorithm._initialize_advance(infills=infills)
            algorithm.is_initialized = True
        self._note()
        return np.asarray(algorithm.pop.get("row"), np.int64)

    def _note(self) -> None:
        pop: Population = self._algorithm.pop
        self.noted = notes_of(pop)
        self.violation = np.asarray(pop.get("CV"), dtype=float)[:, 0]

    def restore(
        self, objectives: NDArray[np.float64], violations: NDArray[np.float64], noted: Mapping[str, NDArray[Any]]
    ) -> None:
        """See `Selection.restore`."""
        pop = _individuals(objectives, violations)
        give_notes(pop, noted)
        self._algorithm.pop = pop
        self._algorithm.is_initialized = True
        self._note()


def _individuals(objectives: NDArray[np.float64], violations: NDArray[np.float64]) -> Population:
    """Evaluated individuals, in order; X is only their number."""
    return evaluated(Population.new("X", np.zeros((len(objectives), 1), int)), objectives, violations)


def evaluated(pop: Population, objectives: NDArray[np.float64], violations: NDArray[np.float64]) -> Population:
    """The same individuals, with (n, k) objectives to be minimised and (n, c) measures of the constraints."""
    pop.set("F", objectives)
    pop.set("G", violations)
    pop.set("H", np.zeros((len(objectives), 0)))
    for individual in pop:
        individual.evaluated = {"F", "G", "H"}
    return pop


def notes_of(pop: Population) -> dict[str, NDArray[np.float64]]:
    """NOTED: (n,) what pymoo's survival noted of each individual, NaN where it noted nothing."""
    noted: dict[str, NDArray[np.float64]] = {}
    for name in NOTED:
        values = [individual.get(name) if individual.has(name) else None for individual in pop]
        noted[name] = np.array([np.nan if value is None else float(value) for value in values])
    return noted


def give_notes(pop: Population, noted: Mapping[str, NDArray[Any]]) -> None:
    """Note of each individual what `notes_of` returned."""
    for name in NOTED:
        for individual, value in zip(pop, noted[name], strict=True):
            if not np.isnan(value):
                individual.set(name, float(value))

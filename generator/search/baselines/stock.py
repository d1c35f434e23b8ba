"""pymoo's NSGA-II as its manual has it for integers, seeded with samples of the problem's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from pymoo.algorithms.moo.nsga2 import NSGA2
from pymoo.algorithms.soo.nonconvex.ga import GA
from pymoo.core.population import Population
from pymoo.core.problem import Problem as PymooProblem
from pymoo.operators.crossover.sbx import SBX
from pymoo.operators.mutation.pm import PM
from pymoo.operators.repair.rounding import RoundingRepair
from pymoo.termination.max_gen import MaximumGenerationTermination

from evaluation.table import Table
from generator.search.baselines.base import Baseline
from generator.search.baselines.genes import HasGenes, with_genes
from generator.search.pymoo_selection import evaluated, give_notes, notes_of
from generator.search.survival import measures, minimised
from puzzles.seeds import Purpose, derived

_ETA: Final = 3
"""Distribution index of crossover and mutation in pymoo's manual."""


class StockNsga2(Baseline):
    """pymoo's NSGA-II with its simulated binary crossover and polynomial mutation, rounded; its GA for one objective.

    Only the first population is the problem's: valid samples, as those of `generator.search.search`.
    """

    key = "stock-nsga2"
    summary = "pymoo's NSGA-II with the integer operators of its manual"

    def begin(self) -> None:
        """The algorithm, before its first population."""
        coded: HasGenes = with_genes(self.problem, self.key)
        genes = self._genes = coded.genes
        weights = self.settings.weights
        objectives = 1 if weights is not None else len(self.problem.goals)
        make: Any = GA if objectives == 1 else NSGA2
        self._algorithm: Any = make(
            pop_size=self.settings.population,
            crossover=SBX(prob=1.0, eta=_ETA, vtype=float, repair=RoundingRepair()),
            mutation=PM(prob=1.0, eta=_ETA, vtype=float, repair=RoundingRepair()),
            eliminate_duplicates=True,
        )
        self._algorithm.advance_after_initial_infill = True
        self._algorithm.termination = MaximumGenerationTermination(10**9)
        self._algorithm.setup(
            PymooProblem(
                n_var=len(genes.places),
                n_obj=objectives,
                n_ieq_constr=len(self.problem.constraints) + 1,
                xl=genes.low,
                xu=genes.high,
                vtype=int,
            )
        )
        self._template = np.zeros(self.problem.width, np.uint8)
        """A genome whose fixed numbers all have."""
        self._offspring: Any = None

    def propose(self, random: np.random.Generator) -> Table:
        """The first population, or the algorithm's offspring."""
        self._algorithm.random_state = random
        if not self._algorithm.is_initialized:
            first = self.problem.sample(self.round_size, derived(self.settings.seed, Purpose.BASELINE, 0))
            self._template = first[0].copy()
            self._offspring = Population.new("X", first[:, self._genes.places].astype(int))
        else:
            self._offspring = self._algorithm.infill()
        x: NDArray[np.int64] = np.asarray(self._offspring.get("X"), np.int64)
        genomes = np.tile(self._template, (len(x), 1))
        genomes[:, self._genes.places] = x
        return self.problem.recipes(genomes)

    def learn(self, judged: Table) -> None:
        """The offspring compete with the population."""
        algorithm = self._algorithm
        goals, s = self.problem.goals, self.settings
        objectives = minimised(judged, goals, s.weights)
        infills = evaluated(
            self._offspring[: len(judged)], objectives, measures(judged, self.problem.constraints, s.bounds)
        )
        if algorithm.is_initialized:
            algorithm._advance(infills=infills)
        else:
            algorithm.n_iter, algorithm.pop = 1, infills
            algorithm._initialize_advance(infills=infills)
            algorithm.is_initialized = True

    def own_state(self) -> Mapping[str, NDArray[Any]]:
        """The population with what pymoo noted of it."""
        pop = self._algorithm.pop
        if not self._algorithm.is_initialized:
            return {}
        return {
            "x": np.asarray(pop.get("X"), np.int64),
            "f": np.asarray(pop.get("F"), float),
            "g": np.asarray(pop.get("G"), float),
            "template": self._template.copy(),
            **notes_of(pop),
        }

    def restore(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Go on from what `own_state` returned."""
        if "x" not in arrays:
            return
        pop = evaluated(Population.new("X", arrays["x"].astype(int)), arrays["f"], arrays["g"])
        give_notes(pop, arrays)
        self._template = arrays["template"].astype(np.uint8)
        self._algorithm.pop, self._algorithm.n_iter = pop, self._rounds
        self._algorithm.is_initialized = True

"""Who has children, by which operators, and with whom."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from evaluation.table import Table
from generator.search.problem import Problem
from generator.search.shares import OperatorShares
from generator.search.survival import Survival


class Mating:
    """Tournament parents and an operator for each child; some mothers come from all that was judged."""

    def __init__(self, problem: Problem, survival: Survival, shares: OperatorShares) -> None:
        self._problem = problem
        self._survival = survival
        self._breeding = problem.breeding()
        self.shares = shares

    def recipes(
        self, number: int, strangers: float, known: NDArray[np.uint8], random: np.random.Generator
    ) -> tuple[Table, NDArray[np.int64]]:
        """Recipes of so many children, and (number,) the operator of each.

        Args:
            number: how many.
            strangers: share of mothers that are drawn from all that was judged, all alike: the neighbours of the
                living may be used up.
            known: (m, width) all that was judged.
            random: of this round.
        """
        living = self._survival.living
        assert living is not None
        genomes = living[self._problem.genome]
        parents = self._survival.tournaments(2 * number, random)
        operators = random.choice(len(self._problem.operators), number, p=self.shares.probabilities())
        mothers, fathers = genomes[parents[0::2]].copy(), genomes[parents[1::2]]
        if len(known):
            chosen = np.flatnonzero(random.random(number) < strangers)
            mothers[chosen] = known[random.integers(0, len(known), len(chosen))]
        return self._breeding.breed(mothers, fathers, operators, random), operators

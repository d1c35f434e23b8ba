"""The search as pymoo sees it: 81 digits, two objectives to minimise, constraint measures."""

from __future__ import annotations

from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray
from pymoo.core.population import Population
from pymoo.core.problem import Problem

from generator.search.bounds import Bounds
from generator.sudoku.judging import Judged

CONSTRAINTS: Final = 4


class HintProblem(Problem):
    """Objectives (−f1, −f2), or their weighted sum; a measure above 0 violates a constraint."""

    def __init__(
        self,
        objectives: Literal["multi", "weighted"] = "multi",
        weights: tuple[float, float] = (1.0, 1.0),
        bounds: Bounds | None = None,
    ) -> None:
        self.objectives = objectives
        self.weights = weights
        self.wishes = bounds or Bounds()
        super().__init__(
            n_var=81,
            n_obj=2 if objectives == "multi" else 1,
            n_ieq_constr=CONSTRAINTS + 1,
            xl=0,
            xu=9,
            vtype=int,
        )

    def values(self, judged: Judged) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """(n, objectives) and (n, 5) for judged hints; invalid ones have objectives 0, the worst there are."""
        g1, g2 = -judged.f1, -judged.f2
        if self.objectives == "multi":
            f = np.stack([g1, g2], axis=1)
        else:
            f = (self.weights[0] * g1 + self.weights[1] * g2)[:, None]
        wish = np.where(judged.valid, self.wishes.measure(judged), 0.0)
        return f, np.concatenate([judged.violations.astype(float), wish[:, None]], axis=1)

    def population(self, judged: Judged) -> Population:
        """Evaluated individuals, in order."""
        f, g = self.values(judged)
        pop = Population.new("X", judged.hints.astype(int))
        pop.set("F", f)
        pop.set("G", g)
        pop.set("H", np.zeros((len(judged), 0)))
        for individual in pop:
            individual.evaluated = {"F", "G", "H"}
        return pop

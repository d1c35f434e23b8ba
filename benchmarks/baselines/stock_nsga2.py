"""pymoo's NSGA-II with the integer operators of its manual, seeded with valid puzzles."""

from __future__ import annotations

from typing import Any

import numpy as np
from baselines.contest import Contest
from pymoo.algorithms.moo.nsga2 import NSGA2
from pymoo.core.problem import Problem
from pymoo.operators.crossover.sbx import SBX
from pymoo.operators.mutation.pm import PM
from pymoo.operators.repair.rounding import RoundingRepair
from pymoo.optimize import minimize

from generator.search.problem import points
from generator.sudoku.sampling import first_population

_POPULATION = 100


class _Hints(Problem):
    """One integer from 1 to 9 for each cell of the pattern; the four constraint measures as inequalities."""

    def __init__(self, contest: Contest) -> None:
        self.cells = np.flatnonzero(contest.pattern)
        self.contest = contest
        super().__init__(n_var=len(self.cells), n_obj=2, n_ieq_constr=4, xl=1, xu=9, vtype=int)

    def _evaluate(self, x: np.ndarray, out: dict[str, Any], *args: Any, **kwargs: Any) -> None:
        hints = np.zeros((len(x), 81), np.uint8)
        hints[:, self.cells] = x
        judged = self.contest.judge(hints)
        spare = len(x) - len(judged)  # a last generation larger than the budget: its rest counts as invalid
        out["F"] = np.pad(-points(judged, self.contest.problem.goals), ((0, spare), (0, 0)))
        measures = np.stack([judged[name] for name in self.contest.problem.constraints], axis=1).astype(float)
        out["G"] = np.pad(measures, ((0, spare), (0, 0)), constant_values=81.0)


def search(contest: Contest) -> None:
    """The first population is the one that our own search begins with."""
    problem = _Hints(contest)
    first = first_population(contest.pattern, _POPULATION, contest.seed)
    algorithm = NSGA2(
        pop_size=_POPULATION,
        sampling=first[:, problem.cells].astype(int),
        crossover=SBX(prob=1.0, eta=3.0, vtype=float, repair=RoundingRepair()),
        mutation=PM(prob=1.0, eta=3.0, vtype=float, repair=RoundingRepair()),
        eliminate_duplicates=True,
    )
    minimize(problem, algorithm, ("n_eval", contest.evaluations), seed=contest.seed)

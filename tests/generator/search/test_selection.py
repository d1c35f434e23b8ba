"""NSGA-II's choice on arrays, held against pymoo's on individuals."""

from __future__ import annotations

import numpy as np
import pytest
from pymoo.core.population import Population
from pymoo.core.problem import Problem
from pymoo.operators.survival.rank_and_crowding import RankAndCrowding as PymooRankAndCrowding

from generator.search.selection import RankAndCrowding, crowding


def test_crowding_by_hand() -> None:
    points = np.array([[0.0, 4.0], [1.0, 2.0], [4.0, 0.0]])
    # the middle one: (1 + 3) / 4 of the first objective, (2 + 2) / 4 of the second
    assert crowding(points).tolist() == [np.inf, 1.0, np.inf]
    assert crowding(points[:2]).tolist() == [np.inf, np.inf]
    # an objective in which all are equal tells nothing
    assert crowding(np.array([[0.0, 1.0], [1.0, 1.0], [4.0, 1.0]]))[1] == 0.5


@pytest.mark.parametrize("objectives", [2, 3])
@pytest.mark.parametrize("parted", [True, False])
def test_the_same_live_as_with_pymoo(objectives: int, parted: bool) -> None:
    draw = np.random.default_rng(objectives)
    own, theirs = RankAndCrowding(30), PymooRankAndCrowding()
    theirs.filter_infeasible = parted
    problem = Problem(n_var=1, n_obj=objectives, n_ieq_constr=2)
    living, broken = np.zeros((0, objectives)), np.zeros((0, 2))
    for generation in range(6):
        # equal points and equal coordinates are among them, and in one generation all break a constraint
        new = draw.integers(0, 12, (30, objectives)) / 4.0
        breaks = draw.integers(0, 2, (30, 2)) * draw.integers(0, 2, (30, 1)) + float(generation == 3)
        both, violations = np.concatenate([living, new]), np.concatenate([broken, breaks])
        individuals = Population.new("X", np.arange(len(both))[:, None])
        individuals.set("F", both)
        individuals.set("G", violations)
        individuals.set("H", np.zeros((len(both), 0)))
        number = len(both) if generation == 0 else 30
        expected = theirs.do(problem, individuals, n_survive=number, random_state=np.random.default_rng(generation))
        places = own.choose(both, violations, 30, parted, np.random.default_rng(generation))
        assert places.tolist() == expected.get("X")[:, 0].tolist()
        ranked = [k for k, one in enumerate(expected) if one.has("rank")]
        assert ranked
        for name in ("rank", "crowding"):
            assert own.noted[name][ranked].tolist() == [float(expected[k].get(name)) for k in ranked]
        assert own.violation.tolist() == violations[places].sum(axis=1).tolist()
        living, broken = both[places], violations[places]

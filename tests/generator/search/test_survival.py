"""Who lives, and who wins a tournament; what pymoo is told of the rows."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from evaluation.objectives import Objective
from generator.search.bounds import Bounds
from generator.search.problem import points, reference
from generator.search.survival import Survival

FALLING = Objective("slow", "effort", of_batch=lambda walks: walks.d, better="lower", worst=100.0)


def survival(problem, weights=None, bounds=None, algorithm="nsga2", population=4) -> Survival:
    return Survival(problem, algorithm, population, weights, bounds or Bounds(), lambda rows: rows)


def everything(rows) -> np.ndarray:
    return np.ones(len(rows), bool)


def test_objectives_are_the_negated_scores_and_invalid_rows_have_the_worst(problem, make_rows) -> None:
    broken = {name: [0, k + 1] for k, name in enumerate(problem.constraints)}
    rows = make_rows(2, f1=[0.5, np.nan], f2=[0.25, np.nan], **broken)
    own = survival(problem)
    assert own.objectives(rows).tolist() == [[-0.5, -0.25], [0.0, 0.0]]
    assert own.violations(rows).tolist() == [[0, 0, 0, 0, 0], [1, 2, 3, 4, 0]]


def test_the_weighted_sum_by_hand(problem, make_rows) -> None:
    rows = make_rows(2, f1=[0.5, 0.2], f2=[0.25, 0.5])
    assert survival(problem, (2.0, 3.0)).objectives(rows)[:, 0].tolist() == pytest.approx([-1.75, -1.9])


def test_what_is_to_fall_is_turned_around(problem, make_rows) -> None:
    own = replace(problem, evaluation=replace(problem.evaluation, objectives=(*problem.goals, FALLING)))
    rows = make_rows(2, f1=[0.5, np.nan], f2=[0.25, np.nan], effort=[7.0, np.nan], violation_rules=[0, 1])
    assert points(rows, own.goals).tolist() == [[0.5, 0.25, -7.0], [0.0, 0.0, -100.0]]
    assert reference(own.goals).tolist() == [0.0, 0.0, -100.0]
    assert survival(own).objectives(rows).tolist() == [[-0.5, -0.25, 7.0], [0.0, 0.0, 100.0]]


def test_a_wish_is_a_fifth_constraint_of_valid_rows_only(problem, make_rows) -> None:
    rows = make_rows(3, effort=[10.0, 30.0, 0.0], violation_uniqueness=[0, 0, 7])
    own = survival(problem, bounds=Bounds({"effort": (5.0, 20.0)}))
    assert own.violations(rows)[:, 4].tolist() == pytest.approx([0.0, 0.5, 0.0])
    assert own.violations(rows).sum(axis=1).tolist() == pytest.approx([0.0, 0.5, 7.0])


def test_the_front_lives_and_then_who_breaks_least(problem, make_rows) -> None:
    rows = make_rows(
        7,
        f1=[0.9, 0.1, 0.5, 0.4, 0.8, 0.9, 0.9],
        f2=[0.1, 0.9, 0.5, 0.4, 0.0, 0.9, 0.9],
        violation_uniqueness=[0, 0, 0, 0, 0, 3, 1],
    )
    own = survival(problem)
    own.use(np.random.default_rng(1))
    own.advance(rows.take(np.arange(4)), False, everything)
    own.advance(rows.take(np.arange(4, 7)), False, everything)
    assert own.living is not None
    # (0.9, 0.1), (0.1, 0.9), (0.5, 0.5) are the front; of the second layer one is left a place
    assert set(own.living["f1"].tolist()) > {0.9, 0.1, 0.5}
    assert len(own.living) == 4 and own.living["valid"].all()
    # where all are needed, the least violation comes first
    few = survival(problem, population=6)
    few.use(np.random.default_rng(1))
    few.advance(rows.take(np.arange(1, 7)), False, everything)
    few.advance(rows.take(np.arange(1)), False, everything)
    assert few.living is not None
    assert few.living["violation_uniqueness"].tolist() == [0] * 5 + [1]


def test_more_samples_of_the_living_take_the_place_of_what_was_known(problem, make_rows) -> None:
    own = survival(problem)
    own.use(np.random.default_rng(1))
    rows = make_rows(4, f1=[0.1, 0.2, 0.3, 0.4], f2=[0.4, 0.3, 0.2, 0.1], walks=[1, 1, 1, 1])
    own.advance(rows, False, everything)
    assert own.living is not None
    before = own.living["hints"].copy()
    longer = make_rows(4, f1=[0.9] * 4, f2=[0.9] * 4, walks=[5] * 4).take([2])
    own.refresh(longer)
    assert (own.living["hints"] == before).all()
    assert sorted(own.living["f1"].tolist()) == [0.1, 0.2, 0.4, 0.9]
    assert sorted(own.living["walks"].tolist()) == [1, 1, 1, 5]


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ({"violation": 0, "rank": 5, "crowding": 0.0}, {"violation": 1, "rank": 0, "crowding": 9.0}),
        ({"violation": 0, "rank": 0, "crowding": 0.0}, {"violation": 0, "rank": 1, "crowding": 9.0}),
        ({"violation": 0, "rank": 1, "crowding": np.inf}, {"violation": 0, "rank": 1, "crowding": 3.0}),
    ],
)
def test_who_wins_a_tournament(problem, make_rows, better, worse) -> None:
    rows = make_rows(2, violation_uniqueness=[worse["violation"], better["violation"]])
    own = survival(problem)
    noted = {name: np.array([worse[name], better[name]], float) for name in ("rank", "crowding")}
    own.restore(noted, rows)
    winners = own.tournaments(400, np.random.default_rng(3))
    # the worse one wins only where it meets itself, in a quarter of the tournaments
    assert 60 < int((winners == 0).sum()) < 140
    assert set(winners.tolist()) == {0, 1}


def test_equals_win_as_often_as_each_other(problem, make_rows) -> None:
    own = survival(problem)
    own.restore({"rank": np.zeros(2), "crowding": np.ones(2)}, make_rows(2))
    winners = own.tournaments(1_000, np.random.default_rng(3))
    assert 440 < int((winners == 0).sum()) < 560


@pytest.mark.parametrize("algorithm", ["nsga2", "nsga3", "smsemoa"])
def test_a_state_keeps_what_was_noted(problem, make_rows, algorithm) -> None:
    own = survival(problem, algorithm=algorithm)
    own.use(np.random.default_rng(1))
    own.advance(make_rows(8, f1=np.arange(8) / 8, f2=1 - np.arange(8) ** 2 / 64), False, everything)
    state, living = own.state(), own.living
    assert living is not None
    other = survival(problem, algorithm=algorithm)
    other.restore(state, living)
    for name, values in other.state().items():
        assert np.array_equal(values, state[name], equal_nan=True), name
    a, b = own.tournaments(50, np.random.default_rng(2)), other.tournaments(50, np.random.default_rng(2))
    assert (a == b).all()

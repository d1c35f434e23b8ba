from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluation.objectives import COMPETITION, named
from generator.search.estimates import Estimates
from generator.search.fronts import non_dominated

SCORE = st.floats(0.0, 1.0, allow_subnormal=False).map(lambda x: round(x, 6))


def prior(estimates: Estimates) -> np.ndarray:
    return estimates.state()["prior"]


def test_before_anything_is_known_scores_are_taken_as_they_are(make_rows, estimates_with) -> None:
    estimates = Estimates(COMPETITION)
    rows = make_rows(2, f1=[0.5, 0.2], f2=[0.1, 0.3], walks=[1, 1])
    assert np.isnan(prior(estimates)).all()
    assert estimates(rows)["f1"].tolist() == [0.5, 0.2]
    assert np.isnan(prior(estimates_with(np.nan, np.nan))).all()
    assert estimates_with(np.nan, np.nan)(rows)["f1"].tolist() == [0.5, 0.2]


def test_estimates_by_hand(make_rows, estimates_with) -> None:
    """The prior counts as two walks."""
    rows = make_rows(3, f1=[0.8, 0.8, 0.8], f2=[0.12, 0.12, 0.12], walks=[1, 6, 2])
    got = estimates_with(0.2, 0.06)(rows)
    # n = 1: (0.8 + 2 · 0.2) / 3; n = 6: (6 · 0.8 + 2 · 0.2) / 8; n = 2: (1.6 + 0.4) / 4
    assert got["f1"].tolist() == pytest.approx([0.4, 0.65, 0.5])
    assert got["f2"].tolist() == pytest.approx([0.08, 0.105, 0.09])
    assert got.names == rows.names
    for name in got.names:
        if name not in ("f1", "f2"):
            assert got[name] is rows[name]
    assert rows["f1"].tolist() == [0.8, 0.8, 0.8]


def test_three_objectives_are_estimated_each_by_its_own_prior(make_rows) -> None:
    estimates = Estimates(named(["tension", "chain", "height"]))
    # a prior is learned: 0.2, 0.06 and 1.5
    estimates.learn(make_rows(2, f1=[0.1, 0.3], f2=[0.04, 0.08], height=[1.0, 2.0], walks=[1, 1]))
    assert prior(estimates).tolist() == pytest.approx([0.2, 0.06, 1.5])
    got = estimates(make_rows(1, f1=[0.8], f2=[0.12], height=[4.5], effort=[9.0], walks=[1]))
    assert [got[name][0] for name in ("f1", "f2", "height", "effort")] == pytest.approx([0.4, 0.08, 2.5, 9.0])


def test_left_out_they_believe_every_score_and_learn_all_the_same(make_rows) -> None:
    estimates = Estimates(COMPETITION, active=False)
    rows = make_rows(2, f1=[0.5, 0.2], f2=[0.1, 0.3], walks=[1, 1])
    estimates.learn(rows)
    assert estimates(rows) is rows
    assert prior(estimates).tolist() == pytest.approx([0.35, 0.2])


def test_the_prior_is_the_fading_mean_of_new_valid_puzzles(make_rows, estimates_with) -> None:
    estimates = Estimates(COMPETITION)
    estimates.learn(make_rows(3, f1=[0.2, 0.4, 9.0], f2=[0.1, 0.3, 9.0], walks=[1, 1, 0], violation_rules=[0, 0, 1]))
    assert prior(estimates).tolist() == pytest.approx([0.3, 0.2])
    estimates.learn(make_rows(1, f1=[0.8], f2=[0.7], walks=[1]))
    # 0.8 · 0.3 + 0.2 · 0.8 and 0.8 · 0.2 + 0.2 · 0.7
    assert prior(estimates).tolist() == pytest.approx([0.4, 0.3])
    estimates.learn(make_rows(1, f1=[5.0], violation_uniqueness=[1]))
    estimates.learn(make_rows(1, f1=[np.nan], f2=[np.nan], violation_uniqueness=[1]))
    estimates.learn(make_rows(0))
    assert prior(estimates).tolist() == pytest.approx([0.4, 0.3])
    # what is handed out cannot change what is kept, nor what was handed in
    prior(estimates)[:] = 7.0
    given_in = np.array([0.5, 0.5])
    again = Estimates(COMPETITION)
    again.restore({"prior": given_in})
    given_in[:] = 7.0
    assert prior(again).tolist() == [0.5, 0.5]
    assert prior(estimates).tolist() == pytest.approx([0.4, 0.3])


def test_invalid_rows_are_left_alone(make_rows, estimates_with) -> None:
    rows = make_rows(2, f1=[0.0, 0.5], f2=[0.0, 0.5], walks=[0, 1], violation_techniques=[2, 0])
    got = estimates_with(0.2, 0.2)(rows)
    assert got["f1"].tolist() == pytest.approx([0.0, 0.3])
    assert got["f2"].tolist() == pytest.approx([0.0, 0.3])


@given(st.lists(st.tuples(SCORE, SCORE), min_size=1, max_size=12), st.integers(1, 64), st.tuples(SCORE, SCORE))
def test_between_equally_walked_puzzles_nothing_changes(make_rows, estimates_with, points, walks, before) -> None:
    f1, f2 = np.array(points).T
    rows = make_rows(len(points), f1=f1, f2=f2, walks=np.full(len(points), walks))
    got = estimates_with(*before)(rows)
    for old, new in ((f1, got["f1"]), (f2, got["f2"])):
        assert (np.sign(np.subtract.outer(old, old)) == np.sign(np.subtract.outer(new, new))).all()
    assert (non_dominated(np.stack([f1, f2], axis=1)) == non_dominated(np.stack([got["f1"], got["f2"]], axis=1))).all()


@given(SCORE, SCORE, st.integers(1, 100), st.integers(1, 100))
def test_more_walks_take_less_away(make_rows, estimates_with, score, believed, few, more) -> None:
    rows = make_rows(2, f1=[score, score], walks=[few, few + more])
    a, b = estimates_with(believed, 0.0)(rows)["f1"]
    assert abs(b - score) <= abs(a - score) + 1e-12
    assert min(score, believed) - 1e-12 <= a <= max(score, believed) + 1e-12

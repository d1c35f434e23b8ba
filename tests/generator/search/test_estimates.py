from __future__ import annotations

from dataclasses import fields

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.search.archive import non_dominated
from generator.search.estimates import Estimates
from generator.sudoku.judging import Judged

SCORE = st.floats(0.0, 1.0, allow_subnormal=False).map(lambda x: round(x, 6))


def test_before_anything_is_known_scores_are_taken_as_they_are(make_judged) -> None:
    estimates = Estimates()
    rows = make_judged(2, f1=[0.5, 0.2], f2=[0.1, 0.3], walks=[1, 1])
    assert np.isnan(estimates.prior).all()
    assert estimates(rows).f1.tolist() == [0.5, 0.2]
    assert np.isnan(Estimates(np.full(2, np.nan)).prior).all()


def test_estimates_by_hand(make_judged) -> None:
    """The prior counts as two walks."""
    estimates = Estimates(np.array([0.2, 0.06]))
    rows = make_judged(3, f1=[0.8, 0.8, 0.8], f2=[0.12, 0.12, 0.12], walks=[1, 6, 2])
    got = estimates(rows)
    # n = 1: (0.8 + 2 · 0.2) / 3; n = 6: (6 · 0.8 + 2 · 0.2) / 8; n = 2: (1.6 + 0.4) / 4
    assert got.f1.tolist() == pytest.approx([0.4, 0.65, 0.5])
    assert got.f2.tolist() == pytest.approx([0.08, 0.105, 0.09])
    for f in fields(Judged):
        if f.name not in ("f1", "f2"):
            assert getattr(got, f.name) is getattr(rows, f.name)
    assert rows.f1.tolist() == [0.8, 0.8, 0.8]


def test_the_prior_is_the_fading_mean_of_new_valid_puzzles(make_judged) -> None:
    estimates = Estimates()
    first = make_judged(3, f1=[0.2, 0.4, 9.0], f2=[0.1, 0.3, 9.0], walks=[1, 1, 0])
    first.violations[2, 1] = 1
    estimates.learn(first)
    assert estimates.prior.tolist() == pytest.approx([0.3, 0.2])
    estimates.learn(make_judged(1, f1=[0.8], f2=[0.7], walks=[1]))
    # 0.8 · 0.3 + 0.2 · 0.8 and 0.8 · 0.2 + 0.2 · 0.7
    assert estimates.prior.tolist() == pytest.approx([0.4, 0.3])
    invalid = make_judged(1, f1=[5.0])
    invalid.violations[0, 2] = 1
    estimates.learn(invalid)
    estimates.learn(make_judged(0))
    assert estimates.prior.tolist() == pytest.approx([0.4, 0.3])
    # what is handed out cannot change what is kept, nor what was handed in
    estimates.prior[:] = 7.0
    given_in = np.array([0.5, 0.5])
    again = Estimates(given_in)
    given_in[:] = 7.0
    assert again.prior.tolist() == [0.5, 0.5]
    assert estimates.prior.tolist() == pytest.approx([0.4, 0.3])


def test_invalid_rows_are_left_alone(make_judged) -> None:
    rows = make_judged(2, f1=[0.0, 0.5], f2=[0.0, 0.5], walks=[0, 1])
    rows.violations[0, 3] = 2
    got = Estimates(np.array([0.2, 0.2]))(rows)
    assert got.f1.tolist() == pytest.approx([0.0, 0.3])
    assert got.f2.tolist() == pytest.approx([0.0, 0.3])


@given(st.lists(st.tuples(SCORE, SCORE), min_size=1, max_size=12), st.integers(1, 64), st.tuples(SCORE, SCORE))
def test_between_equally_walked_puzzles_nothing_changes(make_judged, points, walks, prior) -> None:
    f1, f2 = np.array(points).T
    rows = make_judged(len(points), f1=f1, f2=f2, walks=np.full(len(points), walks))
    got = Estimates(np.array(prior))(rows)
    for before, after in ((f1, got.f1), (f2, got.f2)):
        assert (np.sign(np.subtract.outer(before, before)) == np.sign(np.subtract.outer(after, after))).all()
    assert (non_dominated(f1, f2) == non_dominated(got.f1, got.f2)).all()


@given(SCORE, SCORE, st.integers(1, 100), st.integers(1, 100))
def test_more_walks_take_less_away(make_judged, score, prior, few, more) -> None:
    rows = make_judged(2, f1=[score, score], walks=[few, few + more])
    a, b = Estimates(np.array([prior, 0.0]))(rows).f1
    assert abs(b - score) <= abs(a - score) + 1e-12
    assert min(score, prior) - 1e-12 <= a <= max(score, prior) + 1e-12

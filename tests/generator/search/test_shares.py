from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.search.shares import OperatorShares
from generator.sudoku.operators import OPERATORS

FLOOR = 0.04
GENERATION = st.lists(st.tuples(st.integers(0, len(OPERATORS) - 1), st.booleans()), max_size=30)


@given(st.lists(GENERATION, max_size=30))
def test_shares_sum_to_one_and_never_fall_below_the_floor(generations) -> None:
    shares = OperatorShares(len(OPERATORS))
    for children in generations:
        used = np.array([k for k, _ in children], dtype=np.int64)
        shares.learn(used, np.array([alive for _, alive in children], dtype=bool))
        p = shares.probabilities()
        assert p.sum() == pytest.approx(1.0, abs=1e-12)
        assert (p >= FLOOR - 1e-12).all()


def test_all_begin_alike() -> None:
    assert OperatorShares(len(OPERATORS)).probabilities() == pytest.approx(np.full(len(OPERATORS), 1 / len(OPERATORS)))


def test_what_survives_is_used_more_and_what_never_does_keeps_the_floor() -> None:
    shares = OperatorShares(len(OPERATORS))
    used = np.repeat(np.arange(len(OPERATORS)), 5)
    for _ in range(200):
        shares.learn(used, used == 3)
    p = shares.probabilities()
    assert p.argmax() == 3
    assert p[3] > 0.5
    assert np.delete(p, 3) == pytest.approx(np.full(len(OPERATORS) - 1, FLOOR), abs=0.002)


def test_a_state_goes_on_exactly() -> None:
    random = np.random.default_rng(1)
    shares = OperatorShares(len(OPERATORS))
    shares.learn(random.integers(0, len(OPERATORS), 20), random.random(20) < 0.5)
    again = OperatorShares(len(OPERATORS))
    again.restore(shares.state())
    used, alive = random.integers(0, len(OPERATORS), 20), random.random(20) < 0.5
    shares.learn(used, alive)
    again.learn(used, alive)
    assert (shares.state()["shares"] == again.state()["shares"]).all()


def test_left_out_all_stay_alike() -> None:
    shares = OperatorShares(4, active=False)
    for _ in range(20):
        shares.learn(np.arange(4), np.arange(4) == 2)
    assert shares.probabilities().tolist() == [0.25] * 4


def test_of_many_operators_none_is_given_up_either() -> None:
    """Half of an equal share, where 0.04 for each would be more than there is."""
    shares = OperatorShares(50)
    for _ in range(100):
        shares.learn(np.arange(50), np.arange(50) == 7)
    p = shares.probabilities()
    assert p.sum() == pytest.approx(1.0)
    assert p.argmax() == 7
    assert np.delete(p, 7) == pytest.approx(np.full(49, 0.01), abs=0.003)

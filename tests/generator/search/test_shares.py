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
    shares = OperatorShares()
    for children in generations:
        used = np.array([k for k, _ in children], dtype=np.int64)
        shares.learn(used, np.array([alive for _, alive in children], dtype=bool))
        p = shares.probabilities()
        assert p.sum() == pytest.approx(1.0, abs=1e-12)
        assert (p >= FLOOR - 1e-12).all()


def test_all_begin_alike() -> None:
    assert OperatorShares().probabilities() == pytest.approx(np.full(len(OPERATORS), 1 / len(OPERATORS)))


def test_what_survives_is_used_more_and_what_never_does_keeps_the_floor() -> None:
    shares = OperatorShares()
    used = np.repeat(np.arange(len(OPERATORS)), 5)
    for _ in range(200):
        shares.learn(used, used == 3)
    p = shares.probabilities()
    assert p.argmax() == 3
    assert p[3] > 0.5
    assert np.delete(p, 3) == pytest.approx(np.full(len(OPERATORS) - 1, FLOOR), abs=0.002)


def test_a_state_goes_on_exactly() -> None:
    random = np.random.default_rng(1)
    shares = OperatorShares()
    shares.learn(random.integers(0, len(OPERATORS), 20), random.random(20) < 0.5)
    again = OperatorShares(shares.state)
    used, alive = random.integers(0, len(OPERATORS), 20), random.random(20) < 0.5
    shares.learn(used, alive)
    again.learn(used, alive)
    assert (shares.state == again.state).all()

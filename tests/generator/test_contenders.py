from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.contenders import Contenders
from generator.estimates import Estimates
from generator.judging import Judged


def as_they_are(rows: Judged) -> Judged:
    return rows


@pytest.fixture
def rows(make_judged) -> Judged:
    """Layers (0.9, 0.1) (0.5, 0.5) (0.1, 0.9) | (0.4, 0.4) (0.8, 0.05) | (0.3, 0.3), and one that is not valid."""
    rows = make_judged(
        7,
        f1=[0.3, 0.9, 0.4, 0.5, 0.1, 0.8, 1.0],
        f2=[0.3, 0.1, 0.4, 0.5, 0.9, 0.05, 1.0],
        walks=[1, 3, 1, 1, 2, 4, 0],
    )
    rows.violations[6, 0] = 1
    return rows


def which(rows: Judged, chosen: Judged) -> list[int]:
    names = [hints.tobytes() for hints in rows.hints]
    return [names.index(hints.tobytes()) for hints in chosen.hints]


def test_best_takes_layer_by_layer_the_fewest_walks_first(rows) -> None:
    contenders = Contenders(as_they_are, 1, 64)
    assert which(rows, contenders.best(rows, 10)) == [3, 4, 1, 2, 5, 0]
    for number in range(7):
        assert which(rows, contenders.best(rows, number)) == [3, 4, 1, 2, 5, 0][:number]


def test_best_passes_over_those_that_have_had_a_quarter_of_the_confirmation(rows) -> None:
    # 12 // 4 = 3 walks are enough: rows 1 and 5 have had them
    assert which(rows, Contenders(as_they_are, 1, 12).best(rows, 10)) == [3, 4, 2, 0]
    # two evaluations at least: of one walk, rows with 2 and more are out; of two, only the one with 4
    assert which(rows, Contenders(as_they_are, 1, 4).best(rows, 10)) == [3, 2, 0]
    assert which(rows, Contenders(as_they_are, 2, 4).best(rows, 10)) == [3, 4, 1, 2, 0]


def test_missing_by_hand(rows) -> None:
    # five puzzles on the two layers next to the front have had 3, 1, 2, 1 and 4 walks
    assert Contenders(as_they_are, 1, 4).missing(rows) == 1 + 3 + 2 + 3 + 0
    assert Contenders(as_they_are, 2, 4).missing(rows) == 1 + 2 + 1 + 2 + 0
    assert Contenders(as_they_are, 1, 1).missing(rows) == 0


def test_last_by_hand(rows) -> None:
    """By walks times one more than the layer: rows 1, 3, 4 on the front 3, 1, 2; 2, 5 behind it 2 · 1 and 2 · 4."""
    contenders = Contenders(as_they_are, 1, 64)
    # at the tie of 2 the front comes first
    assert which(rows, contenders.last(rows, 10)) == [3, 4, 2, 1, 5]
    assert which(rows, contenders.last(rows, 2)) == [3, 4]


def test_layers_are_those_of_the_estimates(make_judged) -> None:
    """A lucky puzzle with one walk comes behind a solid one once both are held against the prior."""
    rows = make_judged(2, f1=[0.9, 0.7], f2=[0.5, 0.5], walks=[1, 8])
    assert which(rows, Contenders(as_they_are, 1, 64).best(rows, 1)) == [0]
    # (0.9 + 0.4) / 3 = 0.43 and (5.6 + 0.4) / 10 = 0.6; f2 is the prior's
    assert which(rows, Contenders(Estimates(np.array([0.2, 0.5])), 1, 64).best(rows, 1)) == [1]


def test_nothing_to_choose_from(make_judged) -> None:
    invalid = make_judged(3, f1=[0.1, 0.2, 0.3])
    invalid.violations[:, 0] = 1
    contenders = Contenders(as_they_are, 1, 64)
    for rows in (invalid, make_judged(0)):
        assert len(contenders.best(rows, 5)) == 0
        assert len(contenders.last(rows, 5)) == 0
        assert contenders.missing(rows) == 0


LEVEL = st.integers(0, 4).map(lambda k: k / 4)


@given(st.lists(st.tuples(LEVEL, LEVEL, st.integers(1, 20)), min_size=1, max_size=20), st.integers(0, 25))
def test_best_against_layers_peeled_one_by_one(make_judged, values, number) -> None:
    f1, f2, walks = (np.array(column) for column in zip(*values, strict=True))
    rows = make_judged(len(values), f1=f1, f2=f2, walks=walks)
    left = [k for k in range(len(values)) if walks[k] < 16]
    expected: list[int] = []
    while left:
        front = [
            k
            for k in left
            if not any(f1[j] >= f1[k] and f2[j] >= f2[k] and (f1[j], f2[j]) != (f1[k], f2[k]) for j in left)
        ]
        expected += sorted(front, key=lambda k: (walks[k], k))
        left = [k for k in left if k not in front]
    assert which(rows, Contenders(as_they_are, 1, 64).best(rows, number)) == expected[:number]

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluation.objectives import COMPETITION
from evaluation.table import Table
from generator.search.contenders import Contenders


def as_they_are(rows: Table) -> Table:
    return rows


@pytest.fixture
def rows(make_rows) -> Table:
    """Layers (0.9, 0.1) (0.5, 0.5) (0.1, 0.9) | (0.4, 0.4) (0.8, 0.05) | (0.3, 0.3)."""
    return make_rows(
        6,
        f1=[0.3, 0.9, 0.4, 0.5, 0.1, 0.8],
        f2=[0.3, 0.1, 0.4, 0.5, 0.9, 0.05],
        walks=[1, 3, 1, 1, 2, 4],
    )


def as_many(*walks: int) -> np.ndarray:
    return np.array(walks, np.int64)


def test_best_takes_layer_by_layer_the_fewest_walks_first(rows) -> None:
    # 64 // 4 = 16 walks are enough: nothing has had more
    contenders = Contenders(COMPETITION, as_they_are, 1, 64)
    for number in range(7):
        assert contenders.best(rows, number, rows["walks"]).tolist() == [3, 4, 1, 2, 5, 0][:number]


def test_walks_that_are_promised_count_not_those_in_the_rows(rows) -> None:
    contenders = Contenders(COMPETITION, as_they_are, 1, 64)
    assert contenders.best(rows, 6, as_many(1, 1, 4, 9, 2, 3)).tolist() == [1, 4, 3, 5, 2, 0]
    # of equally many walks the row that came first
    assert contenders.best(rows, 6, as_many(5, 5, 5, 5, 5, 5)).tolist() == [1, 3, 4, 2, 5, 0]


def test_twice_the_walks_that_are_enough_count_as_one_layer_further_back(rows) -> None:
    contenders = Contenders(COMPETITION, as_they_are, 1, 64)
    # row 1 with 64 walks is two layers back, beside row 0, which has had fewer
    assert contenders.best(rows, 6, as_many(1, 64, 1, 1, 1, 1)).tolist() == [3, 4, 2, 5, 0, 1]
    # with 63 it is still before row 0
    assert contenders.best(rows, 6, as_many(1, 63, 1, 1, 1, 1)).tolist() == [3, 4, 2, 5, 1, 0]
    # with 17 it is still before the second layer, with 32 it stands behind it
    assert contenders.best(rows, 6, as_many(1, 17, 1, 1, 1, 1)).tolist() == [3, 4, 1, 2, 5, 0]
    assert contenders.best(rows, 6, as_many(1, 32, 1, 1, 1, 1)).tolist() == [3, 4, 2, 5, 1, 0]
    # two evaluations at least are enough, even where a quarter of the confirmation is less: 4 walks, then 8, 16
    few = Contenders(COMPETITION, as_they_are, 2, 4)
    assert few.best(rows, 6, as_many(2, 4, 2, 3, 2, 2)).tolist() == [4, 3, 1, 2, 5, 0]
    assert few.best(rows, 6, as_many(2, 16, 2, 8, 2, 2)).tolist() == [4, 2, 5, 3, 0, 1]


def test_few_rows_come_several_times_but_no_more_than_sixteen(rows) -> None:
    contenders = Contenders(COMPETITION, as_they_are, 1, 64)
    # nine of six rows: the second walk of the first layer comes before the first of the second
    assert contenders.best(rows, 9, as_many(1, 1, 1, 1, 1, 1)).tolist() == [1, 3, 4, 1, 3, 4, 2, 5, 2]
    assert contenders.best(rows.take([0]), 40, as_many(1)).tolist() == [0] * 16


def test_best_never_stops_giving_walks(rows) -> None:
    had = as_many(*[100_000] * 6)
    assert Contenders(COMPETITION, as_they_are, 1, 64).best(rows, 4, had).tolist() == [1, 3, 4, 2]


def test_layers_beyond_four_times_the_rows_wanted_count_as_one(make_rows) -> None:
    """Eight layers of one point each, the best last; one row wanted tells four apart."""
    f = np.arange(8) / 8
    rows = make_rows(8, f1=f, f2=f)
    # the best has had 2⁵ times enough, the second, third and fourth 2⁶ times: the rest, all on layer 4, stand before
    had = as_many(9, 8, 7, 6, 1_024, 1_024, 1_024, 512)
    assert Contenders(COMPETITION, as_they_are, 1, 64).best(rows, 1, had).tolist() == [3]
    # the fourth is told apart from the rest, though it has had more walks than they
    assert Contenders(COMPETITION, as_they_are, 1, 64).best(
        rows, 1, as_many(5, 5, 5, 5, 9, 4_096, 4_096, 4_096)
    ).tolist() == [4]
    # two rows wanted tell all of them apart, and the best of the rest comes first all the same
    assert Contenders(COMPETITION, as_they_are, 1, 64).best(rows, 2, had).tolist() == [3, 2]
    # of the rest the fewest walks, not the best layer
    assert Contenders(COMPETITION, as_they_are, 1, 64).best(rows, 1, had[[3, 2, 1, 0, 4, 5, 6, 7]]).tolist() == [0]
    assert Contenders(COMPETITION, as_they_are, 1, 64).best(rows, 2, had[[3, 2, 1, 0, 4, 5, 6, 7]]).tolist() == [3, 2]


def test_missing_by_hand(rows) -> None:
    # five puzzles on the two layers next to the front have had 3, 1, 2, 1 and 4 walks
    assert Contenders(COMPETITION, as_they_are, 1, 4).missing(rows, rows["walks"]) == 1 + 3 + 2 + 3 + 0
    assert Contenders(COMPETITION, as_they_are, 2, 4).missing(rows, rows["walks"]) == 1 + 2 + 1 + 2 + 0
    assert Contenders(COMPETITION, as_they_are, 1, 1).missing(rows, rows["walks"]) == 0
    # walks that are promised count; row 0 is too far back to ask for any
    assert Contenders(COMPETITION, as_they_are, 1, 4).missing(rows, as_many(0, 3, 4, 5, 4, 4)) == 1
    assert Contenders(COMPETITION, as_they_are, 1, 4).missing(rows, as_many(0, 0, 0, 0, 0, 0)) == 20


def test_last_by_hand(rows) -> None:
    """By walks times one more than the layer: rows 1, 3, 4 on the front, 2, 5 behind it; row 0 is too far back."""
    contenders = Contenders(COMPETITION, as_they_are, 1, 64)
    had = as_many(1, 30, 11, 10, 21, 40)
    assert contenders.last(rows, 3, had).tolist() == [3, 3, 3]
    # row 3 goes on from 10 and row 4 from 21, row 2 counts as 22, then 24; at ties the front first, there the row that
    # has been given less
    assert contenders.last(rows, 20, had).tolist() == [3] * 11 + [4, 3] + [4, 3, 2] + [4, 3] + [4, 3]


def test_last_gives_sixteen_evaluations_of_a_puzzle_at_once_and_no_more(rows) -> None:
    contenders = Contenders(COMPETITION, as_they_are, 2, 4)
    chosen = contenders.last(rows, 200, rows["walks"])
    assert np.bincount(chosen).tolist() == [0, 16, 16, 16, 16, 16]
    one = rows.take([3])
    # it goes on beyond the walks that the front shall have
    assert contenders.last(one, 200, as_many(1_000)).tolist() == [0] * 16
    assert contenders.last(one, 5, as_many(1)).tolist() == [0] * 5


def test_layers_are_those_of_the_estimates(make_rows, estimates_with) -> None:
    """A lucky puzzle with one walk comes behind a solid one once both are held against the prior."""
    rows = make_rows(2, f1=[0.9, 0.7], f2=[0.5, 0.5], walks=[1, 8])
    assert Contenders(COMPETITION, as_they_are, 1, 64).best(rows, 1, rows["walks"]).tolist() == [0]
    # (0.9 + 0.4) / 3 = 0.43 and (5.6 + 0.4) / 10 = 0.6; f2 is the prior's
    estimates = Contenders(COMPETITION, estimates_with(0.2, 0.5), 1, 64)
    assert estimates.best(rows, 1, rows["walks"]).tolist() == [1]
    assert estimates.last(rows, 1, as_many(5, 5)).tolist() == [1]


def test_nothing_to_choose_from(make_rows) -> None:
    contenders = Contenders(COMPETITION, as_they_are, 1, 64)
    rows = make_rows(0)
    assert len(contenders.best(rows, 5, rows["walks"])) == 0
    assert len(contenders.last(rows, 5, rows["walks"])) == 0
    assert contenders.missing(rows, rows["walks"]) == 0


LEVEL = st.integers(0, 4).map(lambda k: k / 4)
# beyond 16 either powers of two or no power of two times another: rounding cannot part ranks that are equal
WALKS = st.sampled_from([1, 3, 8, 11, 16, 17, 23, 32, 45, 64, 128, 200])
VALUES = st.lists(st.tuples(LEVEL, LEVEL, WALKS), min_size=1, max_size=20)


def peeled(points: list[tuple[float, float]], number: int) -> list[int]:
    """Layers, one after the other, until `number` different points have theirs."""
    layer = [-1] * len(points)
    level = 0
    while -1 in layer:
        left = [k for k in range(len(points)) if layer[k] < 0]
        enough = len({point for point, own in zip(points, layer, strict=True) if own >= 0}) >= number
        for k in left:
            a, b = points[k]
            beaten = any(points[j][0] >= a and points[j][1] >= b and points[j] != points[k] for j in left)
            if enough or not beaten:
                layer[k] = level
        level += 1
    return layer


@given(VALUES, st.integers(0, 25))
def test_best_against_layers_peeled_one_by_one(make_rows, values, number) -> None:
    f1, f2, walks = (np.array(column) for column in zip(*values, strict=True))
    rows = make_rows(len(values), f1=f1, f2=f2)
    layer = peeled([value[:2] for value in values], 4 * number)
    # a row may come again where there are fewer than wanted, with a walk more
    turns = min(16, math.ceil(number / len(values)))
    had = [(k, values[k][2] + turn) for turn in range(turns) for k in range(len(values))]
    rank = [layer[k] + max(0.0, math.log2(walks / 16)) for k, walks in had]
    order = sorted(range(len(had)), key=lambda at: (rank[at], had[at][1], at))
    expected = [had[at][0] for at in order]
    assert Contenders(COMPETITION, as_they_are, 1, 64).best(rows, number, walks).tolist() == expected[:number]


@given(VALUES, st.integers(0, 60), st.integers(1, 9))
def test_last_gives_always_to_the_one_that_needs_it_most(make_rows, values, number, at_once) -> None:
    """One evaluation after the other, each to the row whose walks so far, times one more than its layer, are fewest."""
    f1, f2, walks = (np.array(column) for column in zip(*values, strict=True))
    rows = make_rows(len(values), f1=f1, f2=f2)
    layer = peeled([value[:2] for value in values], len(values))
    had, turns = walks.tolist(), [0] * len(values)
    expected: list[int] = []
    while len(expected) < number:
        open_ones = [k for k in range(len(values)) if layer[k] < 2 and turns[k] < 16]
        if not open_ones:
            break
        k = min(open_ones, key=lambda k: (had[k] * (1 + layer[k]), layer[k], turns[k], k))
        expected.append(k)
        had[k] += at_once
        turns[k] += 1
    got = Contenders(COMPETITION, as_they_are, at_once, 64).last(rows, number, walks)
    assert got.tolist() == expected
    missing = sum(math.ceil(max(64 - value[2], 0) / at_once) for k, value in enumerate(values) if layer[k] < 2)
    assert Contenders(COMPETITION, as_they_are, at_once, 64).missing(rows, walks) == missing

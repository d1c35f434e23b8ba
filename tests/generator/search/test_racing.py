from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from evaluation.settings import EvaluationSettings
from evaluation.table import Table
from generator.search.judging import Task, judge
from generator.search.racing import Race, no_race
from generator.sudoku.breeding import given
from generator.sudoku.feasibility import find
from generator.sudoku.problem import SudokuProblem
from puzzles.canonical import relabel_batch

SETTINGS = EvaluationSettings(walks=64, seed=3)
NOTHING = (0.0, 0.0)


def race(*points, spread=NOTHING, error=0.05) -> Race:
    return Race(np.array(points, dtype=float).reshape(-1, 2), np.array(spread), error)


@pytest.mark.parametrize(
    ("walks", "looks"),
    [(1, []), (4, []), (7, []), (8, [4]), (15, [7]), (16, [4, 8]), (30, [7, 15]), (64, [16, 32])],
)
def test_looks_after_a_quarter_and_a_half(walks, looks) -> None:
    assert race((0.5, 0.5)).looks(walks) == looks
    assert race().looks(walks) == [], "without a point there is nothing to look for"


# z = Φ⁻¹(1 − 0.05 / (2 · 2)) = 2.241403; after 16 of 64 walks √(1/16 − 1/64) = 0.216506
@pytest.mark.parametrize(
    ("done", "errors", "spread", "upper"),
    [
        # σ = 0.01 · √16 = 0.04, so the margin is 2.241403 · 0.04 · 0.216506 = 0.019411
        (16, (0.01, 0.01), NOTHING, (0.519411, 0.319411)),
        # what is believed at least counts where the walks agree by chance
        (16, (0.0, 0.0), (0.04, 0.08), (0.519411, 0.338822)),
        (16, (0.01, 0.01), (0.02, 0.08), (0.519411, 0.338822)),
        # σ = 0.01 · √32, √(1/32 − 1/64) = 0.125: 2.241403 · 0.0565685 · 0.125 = 0.015849
        (32, (0.01, 0.02), NOTHING, (0.515849, 0.331698)),
        # nothing is left to walk
        (64, (0.01, 0.01), NOTHING, (0.5, 0.3)),
    ],
)
def test_beaten_by_hand(done, errors, spread, upper) -> None:
    means, errors = np.array([[0.5, 0.3]]), np.array([errors])
    close = 2e-6
    for shift, beaten in (
        ((close, close), True),
        ((close, -close), False),
        ((-close, close), False),
        ((0.4, -close), False),
    ):
        point = (upper[0] + shift[0], upper[1] + shift[1])
        assert race(point, spread=spread).beaten(means, errors, done, 64).tolist() == [beaten], shift


def test_with_one_look_the_error_is_shared_by_the_two_scores_alone() -> None:
    """z = Φ⁻¹(0.975) = 1.959964; √(1/4 − 1/8) = 0.353553; σ = 0.05 · 2 = 0.1: 0.069295."""
    means, errors = np.array([[0.5, 0.3]]), np.full((1, 2), 0.05)
    assert race((0.569297, 0.369297)).beaten(means, errors, 4, 8).tolist() == [True]
    assert race((0.569293, 0.369297)).beaten(means, errors, 4, 8).tolist() == [False]


def test_an_equal_does_not_beat_and_any_one_point_is_enough() -> None:
    means, errors = np.array([[0.5, 0.25], [0.125, 0.125]]), np.zeros((2, 2))
    assert race((0.5, 0.25)).beaten(means, errors, 16, 64).tolist() == [False, True]
    assert race((0.5, 0.375)).beaten(means, errors, 16, 64).tolist() == [True, True]
    assert race((0.75, 0.25)).beaten(means, errors, 16, 64).tolist() == [True, True]
    # together they are better than the first, neither of them is
    assert race((0.75, 0.125), (0.25, 0.75)).beaten(means, errors, 16, 64).tolist() == [False, True]
    assert race().beaten(means, errors, 16, 64).tolist() == [False, False]


def assert_same(a: Table, b: Table, close: bool = False) -> None:
    assert a.names == b.names
    for name, values in a.items():
        if close and values.dtype == np.float64:
            assert values == pytest.approx(b[name], rel=1e-12, abs=1e-13, nan_ok=True), name
        else:
            assert np.array_equal(values, b[name], equal_nan=values.dtype.kind == "f"), name


@pytest.fixture(scope="module")
def task(pattern) -> Task:
    hints = find(pattern, 300, seed=21).hints
    problem = SudokuProblem(pattern, SETTINGS)
    return Task(
        problem, given(hints), np.arange(len(hints), dtype=np.uint64), np.zeros(len(hints), np.int64), no_race(2)
    )


@pytest.fixture(scope="module")
def full(task) -> Table:
    return judge(task)


def points_at(full: Table, *shares: float) -> np.ndarray:
    """Points in the thick of the scores, where it is hard to tell who is better."""
    return np.array([(np.quantile(full["f1"], a), np.quantile(full["f2"], 1.3 - a)) for a in shares])


@pytest.mark.parametrize(
    ("error", "believed"),
    [(0.02, False), pytest.param(0.02, True, marks=pytest.mark.slow), pytest.param(0.2, False, marks=pytest.mark.slow),
     pytest.param(0.2, True, marks=pytest.mark.slow)],
)  # fmt: skip
def test_hardly_any_is_stopped_wrongly_and_the_others_lose_nothing(task, full, error, believed) -> None:
    several = (float(np.median(full["f1_se"]) * 8.0), float(np.median(full["f2_se"]) * 8.0))
    points = points_at(full, 0.5, 0.65, 0.8)
    raced = judge(replace(task, race=Race(points, np.array(several if believed else NOTHING), error)))
    stopped = raced["walks"] < 64
    assert set(raced["walks"].tolist()) == {16, 32, 64}
    assert stopped.sum() > 40
    scores = np.stack([full["f1"], full["f2"]], axis=1)
    dominated = np.array([any((p >= s).all() and (p > s).any() for p in points) for s in scores])
    assert (~dominated).sum() > 40
    assert (stopped & ~dominated).sum() <= error * stopped.sum()
    assert (raced["hints"] == full["hints"]).all()
    assert_same(raced.take(~stopped), full.take(~stopped), close=True)


def test_the_stopped_have_the_scores_of_their_first_walks(task, full) -> None:
    raced = judge(replace(task, race=Race(points_at(full, 0.65), np.array(NOTHING), 0.2)))
    for walks in (16, 32):
        rows = np.flatnonzero(raced["walks"] == walks)
        assert len(rows) > 5
        fewer = replace(task.problem, evaluation=replace(SETTINGS, walks=walks))
        assert_same(raced.take(rows), judge(replace(task.take(rows), problem=fewer)), close=True)


@pytest.mark.slow
def test_a_larger_error_stops_more(task, full) -> None:
    points = points_at(full, 0.65)
    numbers = [
        int((judge(replace(task, race=Race(points, np.array(NOTHING), e)))["walks"] < 64).sum())
        for e in (0.001, 0.05, 0.4)
    ]
    assert numbers[0] < numbers[1] < numbers[2]


def test_no_point_stops_none(task, full) -> None:
    part = task.take(np.arange(30))
    assert_same(judge(replace(part, race=race())), full.take(np.arange(30)))


def test_the_race_does_not_depend_on_how_the_batch_is_cut(task, full) -> None:
    """With walks, a repair, known puzzles and invalid hints among the new ones."""
    n = 60
    random = np.random.default_rng(5)
    part = task.take(np.arange(n))
    hints = part.recipes["genome"].copy()
    broken = np.where(random.random((10, 81)) < 0.5, hints[10:20], hints[20:30])
    hints[10:20] = broken
    first = np.zeros(n, np.int64)
    first[40:50], first[50:] = 64, 16
    hints[40:] = relabel_batch(hints[40:])
    moves = np.where(np.arange(n) < 10, 3, -1)
    hints[:10] = full["hints"][:10]
    steps = {
        "move": moves,
        "steps": np.where(moves >= 0, 2, 0),
    }
    whole = replace(
        part,
        problem=replace(part.problem, repair_budget=300),
        recipes=given(hints, bred=True).with_columns(steps),
        first=first,
        race=Race(points_at(full, 0.65), np.array(NOTHING), 0.2),
    )
    a = judge(whole)
    assert len(set(a["walks"][:40].tolist())) >= 3
    assert (a["walks"][40:] == 64).all(), "known puzzles run no race"
    order = random.permutation(n)
    b = Table.join([judge(whole.take(rows)) for rows in np.split(order, [1, 7, 30])]).take(np.argsort(order))
    assert_same(a, b)

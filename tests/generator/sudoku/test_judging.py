from __future__ import annotations

from dataclasses import fields, replace

import numpy as np
import pytest
from generator.sudoku.judging import Judged, Task, add_walks, join, judge, no_rows
from hypothesis import given, settings
from hypothesis import strategies as st

from evaluation.evaluator import Evaluator
from evaluation.settings import EvaluationSettings
from generator.sudoku.children import normal_form
from puzzles.canonical import relabel_batch
from puzzles.solutions import count_batch

SETTINGS = EvaluationSettings(walks=3, seed=4)
NAMES = np.array([0, 4, 7, 1, 9, 2, 8, 3, 6, 5], np.uint8)


def task(hints, pattern, free=None, budget=0, settings=SETTINGS) -> Task:
    seeds = np.arange(len(hints), dtype=np.uint64)
    return Task(hints, pattern, pattern if free is None else free, seeds, budget, settings)


def test_scores_are_the_evaluators(puzzles, pattern) -> None:
    judged = judge(task(puzzles, pattern))
    assert judged.valid.all()
    assert (judged.hints == normal_form(puzzles, pattern, np.zeros(81, dtype=bool))).all()
    assert (judged.solution == count_batch(judged.hints).found[:, 0]).all()
    for k, evaluation in enumerate(Evaluator(SETTINGS).evaluate(judged.hints)):
        scores = evaluation.scores
        assert scores is not None
        assert (judged.f1[k], judged.f2[k], judged.f1_se[k]) == (scores.f1, scores.f2, scores.f1_se)
        assert (judged.turns[k], judged.effort[k]) == (scores.turns, scores.effort)


def test_each_violation_in_its_column(puzzles, pattern) -> None:
    hints = np.tile(puzzles[0], (4, 1))
    cells = np.flatnonzero(pattern)
    solution = count_batch(puzzles[:1]).found[0, 0]
    empty = int(np.flatnonzero(~pattern)[0])
    hints[1, empty] = solution[empty]  # a true digit where the pattern has none
    hints[2, cells[0]] = 0  # then open it up until there is more than one solution
    for cell in cells:
        hints[2, cell] = 0
        if count_batch(hints[2:3]).counts[0] > 1:
            break
    row = cells[cells // 9 == cells[0] // 9]
    hints[3, row[1]] = hints[3, row[0]]  # twice the same in a row
    judged = judge(task(hints, pattern))
    assert judged.valid.tolist() == [True, False, False, False]
    assert judged.violations[1].tolist() == [1, 0, 0, 0]
    assert judged.violations[2, :2].tolist() == [0, 0]
    assert judged.violations[2, 2] > 0
    assert judged.violations[3, 1] > 0
    assert (judged.f1[1:] == 0).all()
    assert (judged.family[1:] == -1).all()
    assert not judged.solution[2:].any()


def test_the_repair_makes_children_valid_and_leaves_fixed_cells(puzzles, pattern) -> None:
    random = np.random.default_rng(2)
    children = np.where(random.random((12, 81)) < 0.5, puzzles, np.roll(puzzles, 1, axis=0))
    free = pattern.copy()
    fixed = np.flatnonzero(pattern)[[5, 12]]
    free[fixed] = False
    children[:, fixed] = [3, 8]
    judged = judge(task(children, pattern, free, budget=100_000))
    assert judged.valid.sum() >= 10
    assert ((judged.hints > 0) == pattern).all()
    assert (judged.hints[:, fixed] == [3, 8]).all()


def test_equal_after_relabelling_comes_back_equal(puzzles, pattern) -> None:
    judged = judge(task(np.concatenate([puzzles, NAMES[puzzles]]), pattern))
    for f in fields(Judged):
        column = getattr(judged, f.name)
        assert (column[:12] == column[12:]).all(), f.name


def test_also_with_fixed_digits_which_keep_their_names(puzzles, pattern) -> None:
    """Only the digits that no fixed cell holds may be renamed: 3 and 8 stay, the others move."""
    fixed = np.flatnonzero(pattern)[[5, 12]]
    free = pattern.copy()
    free[fixed] = False
    hints = puzzles[puzzles[:, fixed[0]] != puzzles[:, fixed[1]]].copy()
    assert len(hints) > 3
    for row in hints:
        names = np.zeros(10, np.uint8)
        names[row[fixed]] = [3, 8]
        names[[d for d in range(1, 10) if not names[d]]] = [9, 7, 6, 5, 4, 2, 1]
        row[:] = names[row]
    others = np.array([0, 9, 7, 3, 6, 5, 4, 2, 8, 1], np.uint8)[hints]
    assert (others[:, fixed] == [3, 8]).all()
    assert (others != hints).any(axis=1).all()
    a, b = judge(task(hints, pattern, free)), judge(task(others, pattern, free))
    assert (a.hints[:, fixed] == [3, 8]).all()
    assert (a.hints == b.hints).all()
    assert (relabel_batch(a.hints) == relabel_batch(hints)).all()
    assert a.valid.all()
    assert (a.f1 == b.f1).all()


def test_a_batch_does_not_depend_on_how_it_is_cut(puzzles, pattern) -> None:
    random = np.random.default_rng(3)
    children = np.where(random.random((12, 81)) < 0.5, puzzles, np.roll(puzzles, 1, axis=0))
    whole = task(children, pattern, budget=4_000)
    parts = [
        Task(children[rows], pattern, pattern, whole.seeds[rows], 4_000, SETTINGS)
        for rows in ([0], range(1, 7), range(7, 12))
    ]
    a, b = judge(whole), join([judge(part) for part in parts])
    for f in fields(Judged):
        assert (getattr(a, f.name) == getattr(b, f.name)).all(), f.name


def test_take_and_length(make_judged) -> None:
    rows = make_judged(4, f1=[0.1, 0.2, 0.3, 0.4])
    assert rows.take([2, 0]).f1.tolist() == pytest.approx([0.3, 0.1])
    assert len(rows.take(np.array([True, False, False, True]))) == 2
    assert len(rows.take([])) == 0


def test_normal_form_by_hand() -> None:
    hints = np.zeros((2, 81), np.uint8)
    hints[:, :5] = [[5, 3, 9, 3, 1], [2, 3, 1, 3, 5]]
    fixed = np.zeros(81, dtype=bool)
    fixed[[1, 3]] = True
    # 3 keeps its name; 1, 2, 4 go to the others as they appear
    assert normal_form(hints, hints[0] > 0, fixed)[:, :5].tolist() == [[1, 3, 2, 3, 4], [1, 3, 2, 3, 4]]


SAMPLE = st.lists(st.integers(0, 1000).map(lambda k: k / 1000), min_size=1, max_size=12)


@given(st.lists(st.tuples(SAMPLE, SAMPLE), min_size=1, max_size=6))
def test_added_walks_have_the_means_and_errors_of_all_walks(make_judged, samples) -> None:
    n = len(samples)

    def of(parts: list[list[float]]) -> Judged:
        mean = [np.mean(part) for part in parts]
        error = [np.std(part, ddof=1) / np.sqrt(len(part)) if len(part) > 1 else np.nan for part in parts]
        columns = dict.fromkeys(("f1", "f2", "effort", "hardest", "peaks"), mean)
        return make_judged(n, **columns, f1_se=error, f2_se=error, walks=[len(part) for part in parts])

    got = add_walks(of([a for a, _ in samples]), of([b for _, b in samples]))
    expected = of([a + b for a, b in samples])
    for name in ("f1", "f2", "effort", "hardest", "peaks", "f1_se", "f2_se"):
        assert getattr(got, name) == pytest.approx(getattr(expected, name), abs=1e-12, nan_ok=True), name
    assert (got.walks == expected.walks).all()


def test_added_walks_by_hand(make_judged) -> None:
    """1, 3 and then 5: mean 3, variance 4, error √(4/3); turns, family and hints stay those of the first walks."""
    old = make_judged(1, f1=[2.0], f1_se=[1.0], f2=[0.5], walks=[2], turns=[40], family=[2], effort=[10.0])
    new = make_judged(
        1, f1=[5.0], f1_se=[np.nan], f2=[0.8], f2_se=[np.nan], walks=[1], turns=[9], family=[-1], effort=[13.0]
    )
    got = add_walks(old, new)
    assert (got.f1[0], got.f1_se[0], got.f2[0]) == pytest.approx((3.0, np.sqrt(4 / 3), 0.6))
    # 0.5, 0.5, 0.8: squares 0.06 about the mean
    assert got.f2_se[0] == pytest.approx(np.sqrt(0.06 / 2 / 3))
    assert (got.walks[0], got.turns[0], got.family[0], got.effort[0]) == (3, 40, 2, pytest.approx(11.0))


def test_added_walks_may_change_the_grade_but_not_that_of_what_is_not_valid(make_judged) -> None:
    old = make_judged(2, effort=[5.0, 5.0], walks=[1, 0], family=[0, -1], grade=[0, -1])
    new = make_judged(2, effort=[500.0, 500.0], walks=[9, 9], family=[-1, -1], grade=[-1, -1])
    got = add_walks(old, new)
    assert got.effort[0] == pytest.approx(450.5)
    assert got.grade.tolist() == [4, -1]


def assert_same_scores(a: Judged, b: Judged) -> None:
    for f in fields(Judged):
        mine, theirs = getattr(a, f.name), getattr(b, f.name)
        if mine.dtype == np.float64:
            assert mine == pytest.approx(theirs, rel=1e-11, abs=1e-12), f.name
        else:
            assert (mine == theirs).all(), f.name


@pytest.mark.parametrize("steps", [(8, 24), (1, 31), (4, 4, 8, 16)])
def test_walks_in_parts_are_the_walks_at_once(puzzles, pattern, steps) -> None:
    own = EvaluationSettings(walks=32, seed=9)
    whole = judge(task(puzzles, pattern, settings=own))
    known = judge(task(puzzles, pattern, settings=replace(own, walks=steps[0])))
    for more in steps[1:]:
        begin = known.walks.copy()
        again = replace(task(known.hints, pattern, settings=replace(own, walks=more)), first_walk=begin)
        known = add_walks(known, judge(again))
    assert (known.walks == 32).all()
    assert_same_scores(known, whole)


@given(st.lists(st.sampled_from([0, 1, 3, 8]), min_size=12, max_size=12))
@settings(max_examples=15, deadline=None)
def test_new_and_known_puzzles_side_by_side(puzzles, pattern, begin) -> None:
    """Each row's walks begin where it says; the known ones are not renamed, repaired or graded again."""
    first = np.array(begin)
    names = np.where((first > 0)[:, None], puzzles, NAMES[puzzles]).astype(np.uint8)
    mixed = judge(replace(task(names, pattern, budget=500), first_walk=first))
    assert (mixed.hints[first > 0] == puzzles[first > 0]).all()
    assert (mixed.family[first > 0] == -1).all()
    assert (mixed.family[first == 0] >= 0).all()
    for row, at in enumerate(begin):
        one = replace(task(names[row : row + 1], pattern, budget=500), first_walk=np.array([at]))
        one = replace(one, seeds=np.array([row], np.uint64))
        assert_same_scores(mixed.take([row]), judge(one))


def test_other_walks_are_other_walks(puzzles, pattern) -> None:
    a = judge(task(puzzles, pattern))
    b = judge(replace(task(a.hints, pattern), first_walk=np.full(12, 3)))
    assert (a.f1 != b.f1).all()
    assert (b.walks == 3).all()


def test_no_rows_joins_with_anything(make_judged) -> None:
    rows = make_judged(2, f1=[0.1, 0.2])
    both = join([no_rows(), rows])
    assert len(no_rows()) == 0
    for f in fields(Judged):
        assert (getattr(both, f.name) == getattr(rows, f.name)).all(), f.name
        assert getattr(both, f.name).dtype == getattr(rows, f.name).dtype, f.name
    assert len(add_walks(no_rows(), no_rows())) == 0

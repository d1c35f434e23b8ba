"""What workers do: children finished and judged; more walks pooled."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evaluation.evaluator import Evaluator
from evaluation.score import scores_of
from evaluation.settings import EvaluationSettings
from evaluation.table import Table
from generator.search.judging import Task, judge, no_rows
from generator.search.known import digests
from generator.search.pooling import add_samples
from generator.search.problem import NONE
from generator.search.racing import no_race
from generator.sudoku.breeding import given as recipes_of
from generator.sudoku.children import normal_form
from generator.sudoku.problem import SudokuProblem
from puzzles.canonical import relabel_batch
from puzzles.solutions import count_batch

SETTINGS = EvaluationSettings(walks=3, seed=4)
NAMES = np.array([0, 4, 7, 1, 9, 2, 8, 3, 6, 5], np.uint8)


def task(hints, pattern, free=None, budget=0, settings=SETTINGS, first=0) -> Task:
    """A task of hints; with a budget they are children that need the repair."""
    fixed = None
    if free is not None:
        fixed = np.where(pattern & ~free, hints[0], 0).astype(np.uint8)
    n = len(hints)
    seeds = np.arange(n, dtype=np.uint64)
    problem = SudokuProblem(pattern, settings, fixed, budget)
    return Task(problem, recipes_of(hints, bred=budget > 0), seeds, np.full(n, first), no_race(2))


def test_scores_are_the_evaluators(puzzles, pattern) -> None:
    judged = judge(task(puzzles, pattern))
    assert judged["valid"].all()
    assert (judged["hints"] == normal_form(puzzles, pattern, np.zeros(81, dtype=bool))).all()
    assert (judged["solution"] == count_batch(judged["hints"]).found[:, 0]).all()
    for k, score in enumerate(scores_of(Evaluator(SETTINGS).evaluate(judged["hints"]))):
        assert (judged["f1"][k], judged["f2"][k], judged["f1_se"][k]) == (score.f1, score.f2, score.f1_se)
        assert (judged["T"][k], judged["effort"][k]) == (score.turns, score.effort)


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
    assert judged["valid"].tolist() == [True, False, False, False]
    measured = {key: judged[f"violation_{key}"].tolist() for key in ("pattern", "rules", "uniqueness", "techniques")}
    assert [measured[key][1] for key in measured] == [1, 0, 0, 0]
    assert (measured["pattern"][2], measured["rules"][2]) == (0, 0)
    assert measured["uniqueness"][2] > 0
    assert measured["rules"][3] > 0
    for name in ("f1", "f2", "f1_se", "effort", "opening"):
        assert np.isnan(judged[name][1:]).all(), "unknown where not valid"
    assert (judged["hardest_family"][1:] == -1).all()
    assert not judged["solution"][2:].any()


def test_the_repair_makes_children_valid_and_leaves_fixed_cells(puzzles, pattern) -> None:
    random = np.random.default_rng(2)
    children = np.where(random.random((12, 81)) < 0.5, puzzles, np.roll(puzzles, 1, axis=0))
    free = pattern.copy()
    fixed = np.flatnonzero(pattern)[[5, 12]]
    free[fixed] = False
    children[:, fixed] = [3, 8]
    judged = judge(task(children, pattern, free, budget=100_000))
    assert judged["valid"].sum() >= 10
    assert ((judged["hints"] > 0) == pattern).all()
    assert (judged["hints"][:, fixed] == [3, 8]).all()


def test_equal_after_relabelling_comes_back_equal(puzzles, pattern) -> None:
    judged = judge(task(np.concatenate([puzzles, NAMES[puzzles]]), pattern))
    assert_same(judged.take(np.arange(12)), judged.take(np.arange(12, 24)))


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
    assert (a["hints"][:, fixed] == [3, 8]).all()
    assert (a["hints"] == b["hints"]).all()
    assert (relabel_batch(a["hints"]) == relabel_batch(hints)).all()
    assert a["valid"].all()
    assert (a["f1"] == b["f1"]).all()


def test_a_batch_does_not_depend_on_how_it_is_cut(puzzles, pattern) -> None:
    random = np.random.default_rng(3)
    children = np.where(random.random((12, 81)) < 0.5, puzzles, np.roll(puzzles, 1, axis=0))
    whole = task(children, pattern, budget=4_000)
    parts = [whole.take(np.array(rows)) for rows in ([0], range(1, 7), range(7, 12))]
    assert_same(judge(whole), Table.join([judge(part) for part in parts]))


def test_normal_form_by_hand() -> None:
    hints = np.zeros((2, 81), np.uint8)
    hints[:, :5] = [[5, 3, 9, 3, 1], [2, 3, 1, 3, 5]]
    fixed = np.zeros(81, dtype=bool)
    fixed[[1, 3]] = True
    # 3 keeps its name; 1, 2, 4 go to the others as they appear
    assert normal_form(hints, hints[0] > 0, fixed)[:, :5].tolist() == [[1, 3, 2, 3, 4], [1, 3, 2, 3, 4]]


SAMPLE = st.lists(st.integers(0, 1000).map(lambda k: k / 1000), min_size=1, max_size=12)
MEANS = ("f1", "f2", "height", "effort", "hardest", "peaks", "opening", "scanning", "hard_turns")


@given(st.lists(st.tuples(SAMPLE, SAMPLE), min_size=1, max_size=6))
def test_added_walks_have_the_means_and_errors_of_all_walks(three, make_rows, samples) -> None:
    """For three objectives, of which each has an error, and for the measures beside them."""
    n = len(samples)

    def of(parts: list[list[float]]) -> Table:
        mean = np.array([np.mean(part) for part in parts])
        error = np.array([np.std(part, ddof=1) / np.sqrt(len(part)) if len(part) > 1 else np.nan for part in parts])
        columns = {name: (k + 1) * mean for k, name in enumerate(MEANS)}
        errors = {f"{name}_se": (k + 1) * error for k, name in enumerate(MEANS[:3])}
        return make_rows(n, **columns, **errors, walks=[len(part) for part in parts])

    got = add_samples(three, of([a for a, _ in samples]), of([b for _, b in samples]))
    expected = of([a + b for a, b in samples])
    for name in (*MEANS, "f1_se", "f2_se", "height_se"):
        assert got[name] == pytest.approx(expected[name], abs=1e-12, nan_ok=True), name
    assert (got["walks"] == expected["walks"]).all()


def test_added_walks_by_hand(problem, make_rows) -> None:
    """1, 3 and then 5: mean 3, variance 4, error √(4/3); T, family and hints stay those of the first walks."""
    old = make_rows(1, f1=[2.0], f1_se=[1.0], f2=[0.5], walks=[2], T=[40], hardest_family=[2], effort=[10.0])
    new = make_rows(
        1, f1=[5.0], f1_se=[np.nan], f2=[0.8], f2_se=[np.nan], walks=[1], T=[9], hardest_family=[-1], effort=[13.0]
    )
    got = add_samples(problem, old, new)
    assert (got["f1"][0], got["f1_se"][0], got["f2"][0]) == pytest.approx((3.0, np.sqrt(4 / 3), 0.6))
    # 0.5, 0.5, 0.8: squares 0.06 about the mean
    assert got["f2_se"][0] == pytest.approx(np.sqrt(0.06 / 2 / 3))
    assert (got["walks"][0], got["T"][0], got["hardest_family"][0]) == (3, 40, 2)
    assert got["effort"][0] == pytest.approx(11.0)


def test_added_walks_may_change_the_grade_but_not_that_of_what_is_not_valid(problem, make_rows) -> None:
    old = make_rows(2, effort=[5.0, 5.0], scanning=[5.0, 5.0], walks=[1, 0], hardest_family=[0, -1], grade=[0, -1])
    new = make_rows(
        2, effort=[500.0, 500.0], scanning=[500.0, 500.0], walks=[9, 9], hardest_family=[-1, -1], grade=[-1, -1]
    )
    got = add_samples(problem, old, new)
    assert got["effort"][0] == pytest.approx(450.5)
    assert got["grade"].tolist() == [4, -1]


def assert_same(a: Table, b: Table) -> None:
    assert a.names == b.names
    for name, values in a.items():
        assert np.array_equal(values, b[name], equal_nan=values.dtype.kind == "f"), name


def assert_same_scores(a: Table, b: Table) -> None:
    assert a.names == b.names
    for name, mine in a.items():
        if mine.dtype == np.float64:
            assert mine == pytest.approx(b[name], rel=1e-11, abs=1e-12, nan_ok=True), name
        else:
            assert (mine == b[name]).all(), name


@pytest.mark.parametrize("steps", [(8, 24), (1, 31), (4, 4, 8, 16)])
def test_walks_in_parts_are_the_walks_at_once(puzzles, pattern, steps) -> None:
    own = EvaluationSettings(walks=32, seed=9)
    whole = judge(task(puzzles, pattern, settings=own))
    problem = SudokuProblem(pattern, own)
    known = judge(task(puzzles, pattern, settings=replace(own, walks=steps[0])))
    for more in steps[1:]:
        known = add_samples(problem, known, problem.score(known["hints"], known["walks"].copy(), more))
    assert (known["walks"] == 32).all()
    names = [name for name in whole.names if name != "origin"]
    assert_same_scores(known.only(names), whole.only(names))


@given(st.lists(st.sampled_from([0, 1, 3, 8]), min_size=12, max_size=12))
@settings(max_examples=15, deadline=None)
def test_new_and_known_puzzles_side_by_side(puzzles, pattern, begin) -> None:
    """Each row's walks begin where it says; the known ones are not renamed, repaired or graded again."""
    first = np.array(begin)
    names = np.where((first > 0)[:, None], puzzles, NAMES[puzzles]).astype(np.uint8)
    whole = replace(task(names, pattern, budget=500), first=first)
    mixed = judge(whole)
    assert (mixed["hints"][first > 0] == puzzles[first > 0]).all()
    assert (mixed["hardest_family"][first > 0] == -1).all()
    assert (mixed["hardest_family"][first == 0] >= 0).all()
    for row in range(12):
        assert_same_scores(mixed.take([row]), judge(whole.take(np.array([row]))))


def test_other_walks_are_other_walks(puzzles, pattern) -> None:
    a = judge(task(puzzles, pattern))
    b = judge(task(a["hints"], pattern, first=3))
    assert (a["f1"] != b["f1"]).all()
    assert (b["walks"] == 3).all()


def test_rows_of_nothing_have_all_columns_and_join_with_anything(make_rows) -> None:
    rows = make_rows(2, f1=[0.1, 0.2])
    nothing = no_rows(rows, 3)
    assert len(nothing) == 3 and not nothing["valid"].any()
    both = Table.join([no_rows(rows, 0), rows])
    assert_same(both, rows)
    assert all(both[name].dtype == rows[name].dtype for name in rows.names)


def test_a_row_that_brings_nothing_says_so(puzzles, pattern) -> None:
    """All that is near is known, and no budget is left for anything else."""
    hints = normal_form(puzzles, pattern, np.zeros(81, dtype=bool))
    known = np.sort(digests(hints[[2, 5]]))
    judged = judge(replace(task(puzzles, pattern), known=known))
    assert (np.flatnonzero(judged["origin"] == NONE) == [2, 5]).all()
    assert judged["valid"].tolist() == [k not in (2, 5) for k in range(12)]

from __future__ import annotations

import pytest

from generator.search.bounds import Bounds
from generator.search.problem import HintProblem


def test_two_objectives_are_the_negated_scores(make_rows) -> None:
    rows = make_rows(2, f1=[0.5, 0.0], f2=[0.25, 0.1])
    rows.violations[1] = [1, 2, 3, 4]
    f, g = HintProblem().values(rows)
    assert f.tolist() == [[-0.5, -0.25], [0.0, -0.1]]
    assert g.tolist() == [[0, 0, 0, 0, 0], [1, 2, 3, 4, 0]]


def test_the_weighted_sum_by_hand(make_rows) -> None:
    rows = make_rows(2, f1=[0.5, 0.2], f2=[0.25, 0.5])
    problem = HintProblem("weighted", (2.0, 3.0))
    f, _ = problem.values(rows)
    assert problem.n_obj == 1
    assert f[:, 0].tolist() == pytest.approx([-1.75, -1.9])


def test_a_wish_is_a_fifth_constraint_of_valid_puzzles_only(make_rows) -> None:
    rows = make_rows(3, effort=[10.0, 30.0, 0.0])
    rows.violations[2] = [0, 0, 7, 0]
    pop = HintProblem(bounds=Bounds(effort=(5.0, 20.0))).population(rows)
    assert pop.get("G")[:, 4].tolist() == pytest.approx([0.0, 0.5, 0.0])
    assert pop.get("CV")[:, 0].tolist() == pytest.approx([0.0, 0.5, 7.0])
    assert pop.get("X").tolist() == rows["hints"].tolist()

"""Grades at their bounds in minutes, and that they never fall."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from evaluation.difficulty import FAMILY_FLOOR, GRADES, grade_of, grades_of
from evaluation.evaluator import Evaluator
from evaluation.minutes import GRADE_BOUNDS
from evaluation.settings import EvaluationSettings
from evaluation.shipped import shipped_puzzles


def test_grades_at_their_bounds() -> None:
    assert grade_of(0.0, 0).english == "easy"
    for k, bound in enumerate(GRADE_BOUNDS):
        assert grade_of(bound, 0) == GRADES[k + 1]
        assert grade_of(np.nextafter(bound, 0), 0) == GRADES[k]
    assert [grade_of(0.0, family).level for family in range(6)] == [0, 0, 0, 2, 3, 3]
    assert [grade.japanese for grade in GRADES] == ["入門", "初級", "中級", "上級", "最上級"]


@given(st.floats(0, 1e6), st.floats(0, 1e6), st.integers(0, 5), st.integers(0, 5))
def test_grades_never_fall(a: float, b: float, j: int, k: int) -> None:
    low, high = grade_of(min(a, b), min(j, k)), grade_of(max(a, b), max(j, k))
    assert FAMILY_FLOOR[min(j, k)] <= low.level <= high.level


def test_the_grades_of_the_shipped_puzzles_follow_their_minutes() -> None:
    table = Evaluator(EvaluationSettings(walks=16)).evaluate(np.stack([one.hints for one in shipped_puzzles()]))
    np.testing.assert_array_equal(table["grade"], grades_of(table["minutes"], table["hardest_family"]))
    one_by_one = [grade_of(m, f).level for m, f in zip(table["minutes"], table["hardest_family"], strict=True)]
    assert table["grade"].tolist() == one_by_one
    assert np.bincount(table["grade"], minlength=5).min() >= 10

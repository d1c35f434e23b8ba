"""p-values and effect sizes against scipy and against numbers worked by hand."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from experiments.compare.statistics import Summary, a12, holm, p_value

A = np.array([0.31, 0.35, 0.29, 0.40, 0.38, 0.33, 0.36, 0.30])
B = np.array([0.30, 0.28, 0.27, 0.36, 0.31, 0.34, 0.29, 0.26])


def test_p_values_are_scipys() -> None:
    assert p_value("wilcoxon", A, B) == stats.wilcoxon(A, B).pvalue
    assert p_value("mann-whitney", A, B) == stats.mannwhitneyu(A, B, alternative="two-sided").pvalue


def test_equal_pairs_say_nothing() -> None:
    assert p_value("wilcoxon", A, A) == 1.0
    assert p_value("mann-whitney", A, A) == pytest.approx(1.0)


def test_a12_counts_pairs() -> None:
    # of 4 pairs: 3 > 1, 3 > 2, 2 > 1, and 2 = 2 by half
    assert a12(np.array([2.0, 3.0]), np.array([1.0, 2.0])) == 3.5 / 4
    wins = sum((a > b) + 0.5 * (a == b) for a in A for b in B)
    assert a12(A, B) == pytest.approx(wins / 64)


def test_holm_by_hand() -> None:
    # the smallest times 4, the next times 3, …; never below the one before
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.9, 0.8]) == [1.0, 1.0]
    assert holm([]) == []


def test_quartiles() -> None:
    assert Summary.of(np.array([1.0, 2.0, 3.0, 4.0])) == Summary(2.5, 1.75, 3.25)

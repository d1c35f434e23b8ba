"""The statistics of a comparison. scipy does them; here they get their inputs, and p-values their correction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

Test = Literal["wilcoxon", "mann-whitney"]
TESTS: Final[tuple[Test, ...]] = ("wilcoxon", "mann-whitney")


@dataclass(frozen=True, slots=True)
class Summary:
    """Median and quartiles; NaN of no values."""

    median: float
    q1: float
    q3: float

    @staticmethod
    def of(values: NDArray[np.float64]) -> Summary:
        """Quartiles by linear interpolation, as numpy has them."""
        if not len(values):
            return Summary(float("nan"), float("nan"), float("nan"))
        q1, median, q3 = np.quantile(values, [0.25, 0.5, 0.75]).tolist()
        return Summary(median, q1, q3)


def p_value(test: Test, a: NDArray[np.float64], b: NDArray[np.float64]) -> float:
    """Two-sided p-value that a and b are alike; `wilcoxon` takes them as pairs. 1 where nothing differs."""
    from scipy import stats

    numbers: Any = stats
    if test == "wilcoxon":
        if bool((a == b).all()):
            return 1.0  # scipy ranks the differences, of which there is none
        return float(numbers.wilcoxon(a, b).pvalue)
    return float(numbers.mannwhitneyu(a, b, alternative="two-sided").pvalue)


def a12(a: NDArray[np.float64], b: NDArray[np.float64]) -> float:
    """Chance that a value of a is higher than one of b, equal ones by half (Vargha and Delaney, 2000)."""
    from scipy import stats

    numbers: Any = stats
    return float(numbers.mannwhitneyu(a, b).statistic) / (len(a) * len(b))


def holm(p: Sequence[float]) -> list[float]:
    """p-values corrected for their number (Holm, "A simple sequentially rejective multiple test procedure", 1979)."""
    corrected = [0.0] * len(p)
    least = 0.0
    for rank, k in enumerate(sorted(range(len(p)), key=lambda k: p[k])):
        least = max(least, min(1.0, (len(p) - rank) * p[k]))
        corrected[k] = least
    return corrected

"""Hints stand on the pattern only."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from evaluation.constraints.base import Constraint, Facts


def off_pattern(facts: Facts) -> NDArray[np.int64]:
    """(n,) hints where the pattern has none."""
    if facts.pattern is None:
        return np.zeros(len(facts.hints), np.int64)
    return ((facts.hints > 0) & ~facts.pattern).sum(axis=1)


CONSTRAINT: Final = Constraint("pattern", off_pattern, "{} hints off the pattern", "配置の外にヒントが{}個ある")

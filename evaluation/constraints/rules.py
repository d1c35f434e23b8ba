"""The hints break no rule, and have a solution."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from evaluation.constraints.base import Constraint, Facts

NO_SOLUTION: Final = 81
"""The measure of hints without conflict that have no solution (semantics.md, "Constraints")."""


def broken_rules(facts: Facts) -> NDArray[np.int64]:
    """(n,) pairs of equal hints in a unit; 81 where no two are equal and there is no solution all the same."""
    return np.where((facts.solutions == 0) & (facts.conflicts == 0), NO_SOLUTION, facts.conflicts)


CONSTRAINT: Final = Constraint("rules", broken_rules, "no solution", "解がない")

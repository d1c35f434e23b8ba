"""There is no second solution."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from evaluation.constraints.base import Constraint, Facts


def ambiguity(facts: Facts) -> NDArray[np.int64]:
    """(n,) cells that plain singles leave empty, at least 1, where there are several solutions.

    It does not depend on which second solution a solver happened to find.
    """
    return facts.ambiguity


CONSTRAINT: Final = Constraint("uniqueness", ambiguity, "more than one solution", "解が複数ある")

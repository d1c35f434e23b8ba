"""The allowed techniques finish the puzzle."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from evaluation.constraints.base import Constraint, Facts


def unfinished(facts: Facts) -> NDArray[np.int64]:
    """(n,) cells left empty when the techniques stop."""
    return facts.left


CONSTRAINT: Final = Constraint(
    "techniques", unfinished, "the techniques leave {} cells empty", "使える手筋では{}マスが埋まらない"
)

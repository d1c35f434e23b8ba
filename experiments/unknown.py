"""Numbers in words. What is unknown is NaN inside, null in JSON, an empty field in CSV, left out in words."""

from __future__ import annotations

import math


def with_error(mean: float | None, error: float | None = None) -> str:
    """`0.412 ± 0.013`; the mean alone where its error is not known, `?` where nothing is."""
    if mean is None:
        return "?"
    return f"{mean:.3f}" if error is None or math.isnan(error) else f"{mean:.3f} ± {error:.3f}"


def shrinkage(claimed: float, validated: float) -> str:
    """How much of a claimed hypervolume is gone, such as `16%`; never `-0%`."""
    return f"{round(100 * (1 - validated / claimed)) if claimed else 0}%"

"""Numbers that may be unknown: NaN inside, null in JSON, an empty field in CSV, left out in words."""

from __future__ import annotations

import math


def or_none(value: float) -> float | None:
    """The number, or None where it is not known."""
    return None if math.isnan(value) else float(value)


def to_field(value: float) -> str:
    """All digits of the number; empty where it is not known."""
    return "" if math.isnan(value) else repr(float(value))


def from_field(text: str) -> float:
    """What `to_field` wrote. Raises ValueError for text that is no number."""
    return float(text) if text.strip() else math.nan


def with_error(mean: float, error: float) -> str:
    """`0.412 ± 0.013`; the mean alone where its error is not known."""
    return f"{mean:.3f}" if math.isnan(error) else f"{mean:.3f} ± {error:.3f}"

"""What a measure is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Measure:
    """A number that every walk of a puzzle gives; the puzzle's is the mean over its walks.

    A measure is one file that ends in a `MEASURE`, and a line in the catalogue.
    """

    key: str
    """Its column in tables, and its name in `[difficulty]`."""
    of_walk: Callable[..., Any]
    """A `part` for kernels: (d, p, chain, turns, first, second) to a float.

    `d`, `p` and `chain` hold the walk's difficulties, peaks and chains in their first `turns` entries; `first` and
    `second` are the turns (from 0) with the two largest p, both 0 for fewer than two turns.
    """
    english: str
    japanese: str

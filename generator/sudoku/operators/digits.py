"""Crossover `digits`: where a digit stands is passed on as a whole."""

from __future__ import annotations

from typing import Final

import numpy as np

from puzzles.grid import Grid

_SHARE: Final = 0.4
"""Chance of each digit to come from the father; his hints then overwrite the mother's."""


def exchange_digits(mother: Grid, father: Grid, random: np.random.Generator) -> Grid:
    """Where the father has one of some digits, his hint."""
    digits = np.zeros(10, dtype=bool)
    digits[1:] = random.random(9) < _SHARE
    return np.where(digits[father], father, mother).astype(np.uint8)

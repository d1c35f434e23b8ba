"""Crossover `chutes`: hints of one band, or of one stack, stay together."""

from __future__ import annotations

import numpy as np

from puzzles.geometry import COL_OF, ROW_OF
from puzzles.grid import Grid


def exchange_chutes(mother: Grid, father: Grid, random: np.random.Generator) -> Grid:
    """The hints of one or two bands, or stacks, from the father."""
    chute = (ROW_OF if random.random() < 0.5 else COL_OF) // 3
    taken = np.zeros(3, dtype=bool)
    taken[random.choice(3, 1 + int(random.random() < 0.5), replace=False)] = True
    return np.where(taken[chute], father, mother).astype(np.uint8)

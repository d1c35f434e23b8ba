"""Crossover `cells`: each hint by itself."""

from __future__ import annotations

import numpy as np

from puzzles.grid import Grid


def exchange_cells(mother: Grid, father: Grid, random: np.random.Generator) -> Grid:
    """Each hint from either parent."""
    return np.where(random.random(81) < 0.5, mother, father).astype(np.uint8)

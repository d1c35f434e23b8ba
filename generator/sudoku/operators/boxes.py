"""Crossover `boxes`: hints of one box stay together."""

from __future__ import annotations

import numpy as np

from puzzles.geometry import BOX_OF
from puzzles.grid import Grid


def exchange_boxes(mother: Grid, father: Grid, random: np.random.Generator) -> Grid:
    """The hints of each box from either parent."""
    return np.where((random.random(9) < 0.5)[BOX_OF], mother, father).astype(np.uint8)

"""Crossovers: parts of one parent's hints go into another whose digits were named alike first."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment

from puzzles.grid import Grid

Crossover = Callable[[Grid, Grid, np.random.Generator], Grid]
_BOX: Final = np.array([c // 27 * 3 + c % 9 // 3 for c in range(81)])
_ROW: Final = np.arange(81) // 9
_COLUMN: Final = np.arange(81) % 9


def align(mother: Grid, father: Grid) -> Grid:
    """The father with his digits renamed so that as many hints as possible equal the mother's."""
    agree = np.zeros((9, 9))
    both = (mother > 0) & (father > 0)
    np.add.at(agree, (father[both] - 1, mother[both] - 1), 1)
    old, new = linear_sum_assignment(-agree)
    names = np.zeros(10, np.uint8)
    names[old + 1] = new + 1
    return names[father]


def exchange_cells(mother: Grid, father: Grid, random: np.random.Generator) -> Grid:
    """Each hint from either parent."""
    return np.where(random.random(81) < 0.5, mother, father).astype(np.uint8)


def exchange_boxes(mother: Grid, father: Grid, random: np.random.Generator) -> Grid:
    """The hints of each box from either parent."""
    return np.where((random.random(9) < 0.5)[_BOX], mother, father).astype(np.uint8)


def exchange_chutes(mother: Grid, father: Grid, random: np.random.Generator) -> Grid:
    """The hints of one or two bands, or stacks, from the father."""
    chute = (_ROW if random.random() < 0.5 else _COLUMN) // 3
    taken = np.zeros(3, dtype=bool)
    taken[random.choice(3, 1 + int(random.random() < 0.5), replace=False)] = True
    return np.where(taken[chute], father, mother).astype(np.uint8)


def exchange_digits(mother: Grid, father: Grid, random: np.random.Generator) -> Grid:
    """Where the father has one of some digits, his hint."""
    digits = np.zeros(10, dtype=bool)
    digits[1:] = random.random(9) < 0.4
    return np.where(digits[father], father, mother).astype(np.uint8)


CROSSOVERS: Final[dict[str, Crossover]] = {
    "cells": exchange_cells,
    "boxes": exchange_boxes,
    "chutes": exchange_chutes,
    "digits": exchange_digits,
}


def crossover(name: str, mother: Grid, father: Grid, random: np.random.Generator) -> NDArray[np.uint8]:
    """A child of two parents by the named crossover, the father aligned first."""
    return CROSSOVERS[name](mother, align(mother, father), random)

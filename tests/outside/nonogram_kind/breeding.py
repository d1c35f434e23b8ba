"""Children of pictures."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from evaluation.table import Table
from generator.search.known import digests, is_known
from generator.search.problem import BRED, GIVEN, NONE

OPERATORS = ("flip", "row", "column", "crossover")
_MORE = 8
"""Flips that a child gets, one by one, until it is a picture that is not known."""


def recipes_of(genomes: NDArray[np.uint8], bred: bool) -> Table:
    """Columns `genome` and `bred`."""
    return Table({"genome": genomes, "bred": np.full(len(genomes), bred)})


class PictureBreeding:
    """Flips a cell, moves a row or a column by one cell, or takes a rectangle from the father."""

    def __init__(self, height: int, width: int) -> None:
        self._shape = height, width

    def breed(
        self,
        mothers: NDArray[np.uint8],
        fathers: NDArray[np.uint8],
        operators: NDArray[np.int64],
        random: np.random.Generator,
    ) -> Table:
        children = [
            self._child(OPERATORS[operator], mother.reshape(self._shape), father.reshape(self._shape), random).ravel()
            for mother, father, operator in zip(mothers, fathers, operators.tolist(), strict=True)
        ]
        return recipes_of(np.array(children, np.uint8).reshape(mothers.shape), bred=True)

    def _child(
        self, operator: str, mother: NDArray[np.uint8], father: NDArray[np.uint8], random: np.random.Generator
    ) -> NDArray[np.uint8]:
        child = mother.copy()
        height, width = self._shape
        i, j = int(random.integers(height)), int(random.integers(width))
        if operator == "flip":
            child[i, j] ^= 1
        elif operator == "row":
            child[i] = np.roll(child[i], 1 if random.random() < 0.5 else -1)
        elif operator == "column":
            child[:, j] = np.roll(child[:, j], 1 if random.random() < 0.5 else -1)
        else:
            bottom, right = int(random.integers(i, height)) + 1, int(random.integers(j, width)) + 1
            child[i:bottom, j:right] = father[i:bottom, j:right]
        return child


def unknown_ones(
    recipes: Table, seeds: NDArray[np.uint64], known: NDArray[np.uint64] | None
) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """Genomes and origins: children that are known already are flipped on until they are new."""
    genomes = recipes["genome"].copy()
    origin = np.where(recipes["bred"], BRED, GIVEN).astype(np.int64)
    if known is None:
        return genomes, origin
    for k in np.flatnonzero(recipes["bred"] & is_known(known, digests(genomes))):
        random = np.random.default_rng(int(seeds[k]))
        for _ in range(_MORE):
            genomes[k, random.integers(genomes.shape[1])] ^= 1
            if not is_known(known, digests(genomes[k : k + 1]))[0]:
                break
        else:
            origin[k] = NONE
    return genomes, origin

"""What the search sees: pictures, their resemblance to a target, and how long line solving takes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from evaluation.table import Table
from nonogram_kind.breeding import OPERATORS, PictureBreeding, recipes_of, unknown_ones
from puzzles.nonogram import clues_of, line_solve, resemblance
from puzzles.seeds import Purpose, generator

OBJECTIVES = ("resemblance", "sweeps")
_TRIES = 40
"""Pictures tried for each one that is sampled."""


@dataclass(frozen=True)
class Objective:
    """Both are the higher the better, and nothing is worse than 0."""

    column: str
    sign: float = 1.0
    worst: float = 0.0


@dataclass(frozen=True)
class NonogramProblem:
    """A genome is the picture's cells in reading order, 1 for black."""

    height: int
    width_of_picture: int
    target: bytes
    """A byte for each cell, 1 for black."""
    objectives: Sequence[str] = OBJECTIVES
    constraints: Sequence[str] = ("open",)
    means: Sequence[str] = ()
    operators: Sequence[str] = OPERATORS
    tallies: Sequence[str] = ()
    genome: str = "picture"
    samples: int = 1
    is_random: bool = field(default=False)

    @property
    def goals(self) -> tuple[Objective, ...]:
        return tuple(Objective(name) for name in self.objectives)

    @property
    def width(self) -> int:
        return self.height * self.width_of_picture

    @cached_property
    def target_picture(self) -> NDArray[np.bool_]:
        """(h, w)"""
        return self.pictures(np.frombuffer(self.target, np.uint8)[None])[0]

    def pictures(self, genomes: NDArray[np.uint8]) -> NDArray[np.bool_]:
        """(n, h, w)"""
        return genomes.reshape(len(genomes), self.height, self.width_of_picture).astype(bool)

    def check(self) -> None:
        """An empty picture is always valid."""

    def sample(self, number: int, seed: int) -> NDArray[np.uint8]:
        """The target with cells flipped, those first that line solving finishes."""
        random = generator(seed, Purpose.SAMPLING)
        flips = random.random((_TRIES * number, self.width)) < random.uniform(0.0, 0.3, (_TRIES * number, 1))
        tried = np.unique(np.frombuffer(self.target, np.uint8) ^ flips.astype(np.uint8), axis=0)
        tried = tried[random.permutation(len(tried))]
        unfinished = ~line_solve(clues_of(self.pictures(tried))).finished
        return tried[np.argsort(unfinished, kind="stable")[:number]]

    def breeding(self) -> PictureBreeding:
        return PictureBreeding(self.height, self.width_of_picture)

    def recipes(self, genomes: NDArray[np.uint8]) -> Table:
        return recipes_of(genomes, bred=False)

    def finish(
        self, recipes: Table, seeds: NDArray[np.uint64], known: NDArray[np.uint64] | None
    ) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
        return unknown_ones(recipes, seeds, known)

    def score(self, genomes: NDArray[np.uint8], first: NDArray[np.int64], samples: int) -> Table:
        pictures, none = self.pictures(genomes), np.full(len(genomes), np.nan)
        solved = line_solve(clues_of(pictures))
        return Table(
            {
                "picture": genomes,
                "resemblance": resemblance(pictures, self.target_picture),
                "resemblance_se": none,
                "sweeps": solved.sweeps.astype(float),
                "sweeps_se": none,
                "open": solved.open,
                "valid": solved.finished,
                "walks": np.full(len(genomes), samples, np.int64),
            }
        )

    def tally(self, rows: Table) -> NDArray[np.int64]:
        return np.zeros(0, np.int64)

    def derive(self, rows: Table) -> Table:
        return rows

    def text(self, genome: NDArray[np.uint8]) -> str:
        rows = genome.reshape(self.height, self.width_of_picture).tolist()
        return "/".join("".join(".#"[cell] for cell in row) for row in rows)

"""Reading measured solving times, and the figures that a rating is judged by."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.stats import spearmanr

from puzzles.grid import from_characters

MANY = 20
"""Players from whom on a mean time is rather sure."""


@dataclass(frozen=True, slots=True)
class People:
    """Solving times of n puzzles."""

    hints: NDArray[np.uint8]
    """(n, 81)"""
    players: NDArray[np.int64]
    """(n,) who finished."""
    seconds: NDArray[np.float64]
    """(n,) their mean time."""
    rows: list[dict[str, str]]
    """All cells of the file, a row each."""

    def column(self, name: str) -> NDArray[np.float64]:
        """(n,) numbers of a column; NaN where a cell is empty."""
        return np.array([float(row[name] or "nan") for row in self.rows])


def read_people(path: Path, least: int = 10) -> People:
    """A CSV file with the columns puzzle, players, mean_seconds; those with fewer players than `least` are left out."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if int(row["players"]) >= least]
    return People(
        np.stack([from_characters(row["puzzle"]) for row in rows]),
        np.array([int(row["players"]) for row in rows]),
        np.array([float(row["mean_seconds"]) for row in rows]),
        rows,
    )


def fold_of(n: int, folds: int, seed: int) -> NDArray[np.int64]:
    """(n,) the fold of each puzzle, by chance; folds are as large as one another."""
    return np.random.default_rng(seed).permutation(n) % folds


def rank_correlation(a: NDArray[np.float64], b: NDArray[np.float64]) -> float:
    """Spearman's, of the pairs without NaN."""
    known = ~(np.isnan(a) | np.isnan(b))
    return float(spearmanr(a[known], b[known])[0])

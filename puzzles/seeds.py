"""Seeds made from seeds: one configured number, and a stream of its own for each purpose."""

from __future__ import annotations

from enum import IntEnum, unique

import numpy as np


@unique
class Purpose(IntEnum):
    """What random numbers are for. A number never changes its meaning: results hang on it."""

    GENERATION = 1
    """Breeding of one round of a search."""
    RENEWAL = 2
    """Fresh puzzles in a search that stands still."""
    VALIDATION = 3
    """Walks that score a finished front again."""
    FILLING = 4
    """Random hints where too few valid puzzles were found."""
    SAMPLING = 5
    """Another attempt at a first population."""
    PATTERN = 6
    """Making a pattern."""
    BENCHMARK = 7
    """Repetitions in the benchmarks."""
    BASELINE = 8
    """Samples of the simple methods that a search is compared with."""
    PRINTING = 9
    """Names of the digits of a printed puzzle."""


def derived(seed: int, purpose: Purpose, *numbers: int) -> int:
    """A seed of 0 … 2**63 − 1, as good as independent of those for other purposes, numbers and seeds.

    Args:
        seed: the configured one, not negative.
        numbers: which of several streams for this purpose, none negative.
    """
    # a key, for entropy in one list runs together: [5, 3] is [5, 3, 0], and 5 + 3 · 2**32 is [5, 3]
    word = np.random.SeedSequence(seed, spawn_key=(purpose, *numbers)).generate_state(1, np.uint64)[0]
    return int(word) >> 1


def generator(seed: int, purpose: Purpose, *numbers: int) -> np.random.Generator:
    """numpy's generator on the stream of `derived` with the same arguments."""
    return np.random.default_rng(derived(seed, purpose, *numbers))

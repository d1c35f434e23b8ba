"""What an objective is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from puzzles.errors import InputError
from puzzles.plugins import mark


@dataclass(frozen=True, slots=True)
class Walks:
    """The walks of n puzzles, turn by turn; NaN or −1 beyond the last turn of each."""

    hints: NDArray[np.uint8]
    solution: NDArray[np.uint8]
    """(n, 81) both; digits of the hints are named in order of their first appearance."""
    d: NDArray[np.float64]
    p: NDArray[np.float64]
    """(n, walks, turns) difficulty d(t) and peak p(t)."""
    chain: NDArray[np.int64]
    family: NDArray[np.int64]
    cell: NDArray[np.int64]
    """(n, walks, turns) cells that filled themselves; the chosen element's family and cell."""
    turns: NDArray[np.int64]
    """(n, walks) T of each walk."""


@dataclass(frozen=True, slots=True, eq=False)
class Objective:
    """A number to be driven up or down: the mean over a puzzle's walks.

    Ours are one file each that ends in an `OBJECTIVE`, and a line in the catalogue; others come from outside and are
    given the walks of a whole batch (see `evaluation.objectives.objective`).
    """

    key: str
    """Its name in `search.objectives`."""
    column: str
    """Its name in tables."""
    of_walk: Callable[..., Any] | None = None
    """A `part` for kernels, as that of `evaluation.measures.Measure`; None for one that comes from outside."""
    of_batch: Callable[[Walks], NDArray[np.float64]] | None = None
    """Walks to (n, walks) values, or (n,) where the value is the same for each walk."""
    better: Literal["higher", "lower"] = "higher"
    english: str = ""
    japanese: str = ""
    worst: float = 0.0
    """The value that invalid puzzles are given, and from which the hypervolume is measured."""
    mark: str = field(default_factory=mark, repr=False)
    """Two from outside are equal by it: a function that is defined again may mean something else."""

    @property
    def sign(self) -> float:
        """1 where higher is better, −1 where lower is."""
        return 1.0 if self.better == "higher" else -1.0

    @property
    def _identity(self) -> tuple[Any, ...]:
        return self.key, None if self.of_batch is None else self.mark

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Objective) and self._identity == other._identity

    def __hash__(self) -> int:
        return hash(self._identity)

    def __reduce__(self) -> tuple[Any, ...]:
        if self.of_walk is not None:
            # a compiled part does not travel: workers have their own
            return _of_catalogue, (self.key,)
        about = (self.english, self.japanese, self.worst, self.mark)
        return Objective, (self.key, self.column, None, self.of_batch, self.better, *about)

    def values(self, walks: Walks) -> NDArray[np.float64]:
        """(n, walks) values of an objective from outside.

        Raises InputError where its function gives anything but finite numbers in the shape (n, walks) or (n,).
        """
        assert self.of_batch is not None
        shape = walks.turns.shape
        try:
            values = np.asarray(self.of_batch(walks), float)
        except (TypeError, ValueError) as error:
            raise InputError(f"objective {self.key}: {str(error).splitlines()[0]}") from error
        if values.shape not in (shape, shape[:1]):
            raise InputError(
                f"objective {self.key}: gives the shape {values.shape}, {shape} is needed, or {shape[:1]} where each "
                "walk of a puzzle has the same value"
            )
        played = walks.turns > 0
        known = played if values.shape == shape else played.any(axis=1)
        if not np.isfinite(values[known]).all():
            raise InputError(f"objective {self.key}: gives no finite number for a puzzle that is solved")
        return np.broadcast_to(values[:, None] if values.ndim == 1 else values, shape)


def _of_catalogue(key: str) -> Objective:
    from evaluation.objectives import OBJECTIVES

    return OBJECTIVES[key]

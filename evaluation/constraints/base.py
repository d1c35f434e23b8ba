"""What a constraint is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from puzzles.errors import InputError
from puzzles.plugins import mark


@dataclass(frozen=True, slots=True)
class Facts:
    """What was found out of n hint arrays, whatever walks say."""

    hints: NDArray[np.uint8]
    """(n, 81)"""
    pattern: NDArray[np.bool_] | None
    """(81,) where hints may stand; None where any cell will do."""
    conflicts: NDArray[np.int64]
    """(n,) pairs of equal hints in a unit."""
    solutions: NDArray[np.int64]
    """(n,) number of solutions, 2 for two or more."""
    ambiguity: NDArray[np.int64]
    """(n,) where there are several solutions the cells that plain singles leave empty, at least 1; else 0."""
    left: NDArray[np.int64]
    """(n,) cells left empty when the techniques stop."""
    solution: NDArray[np.uint8]
    """(n, 81) the only solution; zeros where there is not exactly one."""


@dataclass(frozen=True, slots=True, eq=False)
class Constraint:
    """Something that a valid puzzle keeps.

    Ours are one file each that ends in a `CONSTRAINT`, and a line in the catalogue; others come from outside
    (see `evaluation.constraints.constraint`), and are held where `evaluation.constraints` names them.
    """

    key: str
    """Its name in JSON."""
    measure: Callable[[Facts], NDArray[np.int64]]
    """(n,) how far each is from keeping it; 0 where it does."""
    english: str
    """What is wrong where it is not kept, as `{} hints off the pattern`; `{}` is the measure."""
    japanese: str
    mark: str = field(default_factory=mark, repr=False)
    """Two are equal by it: a function that is defined again may mean something else."""

    @property
    def column(self) -> str:
        """Its name in tables."""
        return f"violation_{self.key}"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Constraint) and (self.key, self.mark) == (other.key, other.mark)

    def __hash__(self) -> int:
        return hash(self.key)

    def __reduce__(self) -> tuple[Any, ...]:
        return Constraint, (self.key, self.measure, self.english, self.japanese, self.mark)

    def values(self, facts: Facts) -> NDArray[np.int64]:
        """(n,) the measure. Raises InputError where its function gives anything but n whole numbers from 0."""
        values = np.asarray(self.measure(facts))
        n = len(facts.hints)
        if values.shape != (n,) or values.dtype.kind not in "iub" or (n and int(values.min()) < 0):
            raise InputError(
                f"constraint {self.key}: gives {values.dtype} values of shape {values.shape}; "
                f"({n},) whole numbers from 0 are needed, 0 where it holds"
            )
        return values.astype(np.int64)

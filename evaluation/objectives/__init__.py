"""The catalogue of objectives. Adding one is adding a file and a line, or `@objective` on a function outside."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from evaluation.objectives import chain, height, tension
from evaluation.objectives.base import Objective, Walks
from puzzles.errors import InputError

__all__ = ["COMPETITION", "OBJECTIVES", "Objective", "Walks", "named", "objective", "register"]

OURS: Final[dict[str, Objective]] = {module.OBJECTIVE.key: module.OBJECTIVE for module in (tension, chain, height)}
"""Those whose number is measured in the kernels, of every walk."""
OBJECTIVES: Final[dict[str, Objective]] = dict(OURS)
"""All that are known; grows by `register`."""
COMPETITION: Final = (OBJECTIVES["tension"], OBJECTIVES["chain"])

BatchFunction = Callable[[Walks], NDArray[np.float64]]


def register(new: Objective) -> Objective:
    """Make an objective known by its key. Raises InputError for a key or a column that is taken by another one."""
    for old in OBJECTIVES.values():
        if old.key != new.key and old.column == new.column:
            raise InputError(f"objective {new.key}: the column {new.column} is that of {old.key}")
    if new.key in OURS:
        raise InputError(f"objective {new.key}: the name is taken by hintsmith's own")
    OBJECTIVES[new.key] = new
    return new


def objective(
    name: str, better: Literal["higher", "lower"] = "higher", worst: float | None = None
) -> Callable[[BatchFunction], BatchFunction]:
    """A decorator that makes an objective of a function of `Walks`.

    The function gets the walks of n puzzles and returns (n, walks) values, or (n,) where each walk has the same.

    Args:
        name: in `search.objectives`, and of the column in tables.
        better: which way is better.
        worst: from where the hypervolume is measured; 0 by default. What is to fall needs one.

    Raises InputError for a name that is taken, and for an objective that is to fall without its worst value.
    """
    if better == "lower" and worst is None:
        raise InputError(f"objective {name}: lower is better, so it needs its worst value, as worst=10.0")

    def decorate(function: BatchFunction) -> BatchFunction:
        about = (function.__doc__ or name).strip().splitlines()[0]
        register(Objective(name, name, None, function, better, about, about, worst or 0.0))
        return function

    return decorate


def named(keys: tuple[str, ...] | list[str]) -> tuple[Objective, ...]:
    """The objectives of these names. Raises InputError that lists the names there are."""
    for key in keys:
        if key not in OBJECTIVES:
            raise InputError(f"objective {key!r}: unknown; there are {', '.join(OBJECTIVES)}")
    return tuple(OBJECTIVES[key] for key in keys)

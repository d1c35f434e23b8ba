"""The catalogue of objectives. Adding one is adding a file and a line, or `@objective` on a function outside."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from evaluation.objectives import chain, height, tension
from evaluation.objectives.base import Objective, Walks
from puzzles.errors import InputError
from puzzles.plugins import Catalogue

__all__ = ["COMPETITION", "OBJECTIVES", "OURS", "Objective", "Walks", "named", "objective", "register", "told"]

TAKEN: Final = frozenset(
    (
        *("hints", "solution", "valid", "verdict", "way", "searches", "witness", "T", "walks", "shares", "origin"),
        *("hardest_family", "family_rank", "grade", "effort", "opening", "hardest", "peaks", "minutes"),
        *("generation", "evaluations", "front_size", "hypervolume", "seconds"),
    )
)
"""Columns of tables that are no objectives."""

OURS: Final[dict[str, Objective]] = {module.OBJECTIVE.key: module.OBJECTIVE for module in (tension, chain, height)}
"""Those whose number is measured in the kernels, of every walk."""
OBJECTIVES: Final = Catalogue(
    "objective", "hintsmith.objectives", OURS, lambda one: one if isinstance(one, Objective) else None, lambda o: o.key
)
"""All that are known; grows by `register` and by entry points."""
COMPETITION: Final = (OURS["tension"], OURS["chain"])

BatchFunction = Callable[[Walks], NDArray[np.float64]]


def register(new: Objective, function: object = None) -> Objective:
    """Make an objective known by its key. Raises InputError for a key or a column that is taken by another one."""
    for old in OBJECTIVES.loaded:
        if old.key != new.key and old.column == new.column:
            raise InputError(f"objective {new.key}: the column {new.column} is that of {old.key}")
    if new.column in TAKEN:
        raise InputError(f"objective {new.key}: tables have a column {new.column} already")
    return OBJECTIVES.register(new, function)


def objective(
    name: str, better: Literal["higher", "lower"] = "higher", worst: float | None = None
) -> Callable[[BatchFunction], BatchFunction]:
    """A decorator that makes an objective of a function of `Walks`.

    The function gets the walks of n puzzles and returns (n, walks) values, or (n,) where each walk has the same. Rows
    of puzzles that are not solved hold nothing (`turns` is 0, and where none is solved there are no turns at all); what
    is returned for them does not count.

    Args:
        name: in `search.objectives`, and of the column in tables.
        better: which way is better.
        worst: from where the hypervolume is measured; 0 by default. What is to fall needs one.

    Raises InputError for a name that is taken, and for an objective that is to fall without its worst value.
    """
    _check_direction(name, better, worst)

    def decorate(function: BatchFunction) -> BatchFunction:
        about = (function.__doc__ or name).strip().splitlines()[0]
        register(Objective(name, name, None, function, better, about, about, worst or 0.0), function)
        return function

    return decorate


def told(name: str, better: Literal["higher", "lower"] = "higher", worst: float | None = None) -> Objective:
    """An objective without a function: the caller of a search judges puzzles, people who play them for instance.

    Args: as those of `objective`. Raises InputError as that does.
    """
    _check_direction(name, better, worst)

    def nobody(walks: Walks) -> NDArray[np.float64]:
        raise InputError(f"objective {name}: has no function; its values are given to a search by `tell`")

    return register(Objective(name, name, None, nobody, better, name, name, worst or 0.0))


def _check_direction(name: str, better: str, worst: float | None) -> None:
    if better not in ("higher", "lower"):
        raise InputError(f"objective {name}: better is higher or lower, not {better!r}")
    if better == "lower" and worst is None:
        raise InputError(f"objective {name}: lower is better, so it needs its worst value, as worst=10.0")


def named(keys: tuple[str, ...] | list[str]) -> tuple[Objective, ...]:
    """The objectives of these names. Raises InputError that lists the names there are."""
    return tuple(OBJECTIVES.named(key) for key in keys)

"""The catalogue of operators: a file and a line for each, or `@operator` on a function outside.

Crossovers mix two parents and wide mutations change one a lot: their children need the repair. Small moves are parts of
the kernel `generator.sudoku.operators.steps`, which tries them until a child has one solution.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from generator.sudoku.operators.align import align
from generator.sudoku.operators.boxes import exchange_boxes
from generator.sudoku.operators.cells import exchange_cells
from generator.sudoku.operators.change_hints import change_one, change_two
from generator.sudoku.operators.chutes import exchange_chutes
from generator.sudoku.operators.digit_chain import digit_chain
from generator.sudoku.operators.digits import exchange_digits
from generator.sudoku.operators.four_hints import change_four_hints
from generator.sudoku.operators.line_cycle import line_cycle
from generator.sudoku.operators.recut_lines import recut_lines
from generator.sudoku.operators.swap_two import swap_two
from puzzles.errors import InputError
from puzzles.grid import Grid
from puzzles.plugins import Catalogue

Crossover = Callable[[Grid, Grid, np.random.Generator], Grid]
"""(mother, aligned father, random) to a child; the parents stay as they are."""
Mutation = Callable[[Grid, Grid, NDArray[np.int64], np.random.Generator], Grid]
"""(mother, her solution, free cells, random) to a child; the mother stays as she is."""
Move = Callable[..., bool]
"""(hints, solution, cells, state, grid, stack) to True, with the hints changed; False where it proposes nothing.

A `part` for kernels: `hints` and `solution` (81,) uint8, the mother's; `cells` (m,) int64 whose digit may change;
`state` the random stream; `grid` (81,) uint8 and `stack` (81,) int64 are room to work in.
"""

CROSSOVERS: Final[Mapping[str, Crossover]] = MappingProxyType(
    {
        "cells": exchange_cells,
        "boxes": exchange_boxes,
        "chutes": exchange_chutes,
        "digits": exchange_digits,
    }
)
MUTATIONS: Final[Mapping[str, Mutation]] = MappingProxyType(
    {
        "four_hints": change_four_hints,
        "recut_lines": recut_lines,
    }
)
MOVE_PARTS: Final[Mapping[str, Move]] = MappingProxyType(
    {
        "change_one": change_one,
        "change_two": change_two,
        "swap_two": swap_two,
        "line_cycle": line_cycle,
        "digit_chain": digit_chain,
    }
)
MOVES: Final = tuple(MOVE_PARTS)
"""The names of the small moves; a kernel knows a move by its place here."""
OPERATORS: Final = (*CROSSOVERS, *MUTATIONS, *MOVES)
"""The names of hintsmith's own, which a search uses unless it is told others."""
ALL: Final = "all"
"""Stands for OPERATORS in `search.operators`."""


@dataclass(frozen=True, slots=True)
class Operator:
    """An operator by its name."""

    key: str
    """In `search.operators`."""
    function: Crossover | None = None
    """(mother, aligned father, random) to a child, of an operator from outside; None for hintsmith's own."""

    def child(self, mother: Grid, father: Grid, random: np.random.Generator) -> Grid:
        """(81,) a child of an operator from outside.

        Args:
            mother, father: (81,) hints on one pattern, the father's digits named as the mother's as far as they agree.
                The function gets copies.
            random: that all randomness must come from.

        Raises InputError where its function gives anything but digits 1–9 on the pattern and 0 elsewhere.
        """
        assert self.function is not None
        made = np.asarray(self.function(mother.copy(), align(mother, father), random))
        if made.shape != (81,) or made.dtype.kind not in "iu":
            raise InputError(
                f"operator {self.key}: gives {made.dtype} values of shape {made.shape}; (81,) whole numbers are needed"
            )
        wrong = np.flatnonzero(((made > 0) != (mother > 0)) | (made < 0) | (made > 9))
        if len(wrong):
            cell = int(wrong[0])
            right = "a digit from 1 to 9" if mother[cell] else "0, since the pattern has no hint there"
            raise InputError(
                f"operator {self.key}: gives {int(made[cell])} for r{cell // 9 + 1}c{cell % 9 + 1}; {right}, is needed"
            )
        return made.astype(np.uint8)


CATALOGUE: Final = Catalogue(
    "operator",
    "hintsmith.operators",
    {name: Operator(name) for name in OPERATORS},
    lambda one: one if isinstance(one, Operator) else None,
    lambda one: one.key,
)
"""All that are known, those from outside too; grows by `register` and by entry points."""


def register(new: Operator, function: object = None) -> Operator:
    """Make an operator from outside known by its key.

    Raises InputError for a name of hintsmith's own, and for a part of kernels: small moves are compiled into the
    kernel of the steps and cannot be added.
    """
    made: Any = new.function
    if made is None or not callable(made):
        raise InputError(f"operator {new.key}: needs a function (mother, father, random) that gives hints")
    if hasattr(made, "py_func"):
        raise InputError(
            f"operator {new.key}: is a part of kernels, and small moves cannot be added from outside; "
            "a plain Python function (mother, father, random) can"
        )
    if new.key == ALL:
        raise InputError(f"operator {ALL}: the name stands for all of hintsmith's own")
    return CATALOGUE.register(new, function)


def operator(name: str) -> Callable[[Crossover], Crossover]:
    """A decorator that makes an operator of a function (mother, father, random) that gives a child.

    The function runs in the main process, once for each child; its children are repaired and judged as those of a
    crossover. `mother` and `father` are (81,) uint8 hints, `random` a numpy Generator. The child has digits 1–9 where
    the mother has hints and 0 elsewhere.

    Args:
        name: in `search.operators`.

    Raises InputError for a name that is taken.
    """

    def decorate(function: Crossover) -> Crossover:
        register(Operator(name, function), function)
        return function

    return decorate


def named(names: Iterable[str]) -> tuple[str, ...]:
    """Names of operators as a search takes them: `all` stands for hintsmith's own, and no names for `all`.

    Raises InputError for a name that there is not, and for one that comes twice.
    """
    wanted: list[str] = []
    for name in list(names) or [ALL]:
        wanted += OPERATORS if name == ALL else [CATALOGUE.named(name).key]
    for name in wanted:
        if wanted.count(name) > 1:
            raise InputError(f"operator {name!r}: is named twice")
    return tuple(wanted)


WIDE: Final = (*CROSSOVERS, *MUTATIONS)
"""The names of those whose children need the repair; a recipe knows one by its place here."""


def crossover(name: str, mother: Grid, father: Grid, random: np.random.Generator) -> Grid:
    """A child of two parents by the named crossover, the father aligned first."""
    return CROSSOVERS[name](mother, align(mother, father), random)

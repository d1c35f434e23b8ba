"""The catalogue of operators: a file and a line for each.

Crossovers mix two parents and wide mutations change one a lot: their children need the repair. Small moves are parts of
the kernel `generator.sudoku.operators.steps`, which tries them until a child has one solution.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

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
from puzzles.grid import Grid

Crossover = Callable[[Grid, Grid, np.random.Generator], Grid]
"""(mother, aligned father, random) to a child; the parents stay as they are."""
Mutation = Callable[[Grid, Grid, NDArray[np.int64], np.random.Generator], Grid]
"""(mother, her solution, free cells, random) to a child; the mother stays as she is."""
Move = Callable[..., bool]
"""(hints, solution, cells, state, grid, stack) to True, with the hints changed; False where it proposes nothing.

A `part` for kernels: `hints` and `solution` (81,) uint8, the mother's; `cells` (m,) int64 whose digit may change;
`state` the random stream; `grid` (81,) uint8 and `stack` (81,) int64 are room to work in.
"""

CROSSOVERS: Final[dict[str, Crossover]] = {
    "cells": exchange_cells,
    "boxes": exchange_boxes,
    "chutes": exchange_chutes,
    "digits": exchange_digits,
}
MUTATIONS: Final[dict[str, Mutation]] = {
    "four_hints": change_four_hints,
    "recut_lines": recut_lines,
}
MOVE_PARTS: Final[dict[str, Move]] = {
    "change_one": change_one,
    "change_two": change_two,
    "swap_two": swap_two,
    "line_cycle": line_cycle,
    "digit_chain": digit_chain,
}
MOVES: Final = tuple(MOVE_PARTS)
"""The names of the small moves; a kernel knows a move by its place here."""
OPERATORS: Final = (*CROSSOVERS, *MUTATIONS, *MOVES)
"""All names; checkpoints know an operator by its place here."""


def crossover(name: str, mother: Grid, father: Grid, random: np.random.Generator) -> Grid:
    """A child of two parents by the named crossover, the father aligned first."""
    return CROSSOVERS[name](mother, align(mother, father), random)

"""Number place for the search of `qubo.search`: the one-hot model of what deduction leaves open, and its windows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

from puzzles.geometry import UNITS
from puzzles.grid import Grid
from puzzles.propagation import candidates, propagate
from puzzles.solutions import count
from qubo.model import Exact, Sizes, Solution
from qubo.sudoku import FULL_VARIABLES, Remainder, remainder, variables_left
from qubo.windows import grown_windows, windows

SIZES: Final = Sizes(whole_first=100, whole_most=None, window=150, slices=(0.025, 0.1, 0.4))


class SudokuModel:
    """Hints, and the cells that deduction leaves open.

    Args:
        hints: (81,) digits.
        deduce: propagate singles, in the grid and inside windows. Without it a program has all that the hints alone
            leave open, and the QUBO solver does the whole work.
        deduced: what other sound deduction found instead: (81,) digits, 0 where open, and (81,) candidate masks of
            the open cells.
    """

    def __init__(
        self, hints: Grid, deduce: bool = True, deduced: tuple[Grid, NDArray[np.uint16]] | None = None
    ) -> None:
        self.hints = hints
        self._deduce = deduce
        self._contradiction = False
        if deduced is not None:
            self._values, self._cand = deduced
        elif deduce:
            self._values, self._cand, left = propagate(hints)
            self._contradiction = left < 0
        else:
            self._values, self._cand = hints, candidates(hints)
        # a model that was not deduced is meant for the solver as it is
        self.sizes = SIZES if deduce else Sizes(FULL_VARIABLES, SIZES.whole_most, SIZES.window, SIZES.slices)

    @property
    def variables_full(self) -> int:
        """Binaries of the empty grid."""
        return FULL_VARIABLES

    @property
    def variables_hints(self) -> int:
        """Left after the hints were fixed."""
        return variables_left(candidates(self.hints))

    @property
    def variables(self) -> int:
        """Left after deduction."""
        return variables_left(self._cand)

    def deduced(self) -> tuple[Solution, ...] | None:
        """See `Model`."""
        if self._contradiction:
            return ()
        if (self._values == 0).any():
            return None
        return (self._values,) if self.is_solution(self._values) else ()

    def whole(self) -> Remainder:
        """The remainder."""
        return remainder(self._values, self._cand)

    def windows(self, known: Solution, limit: int, seed: int, grown: int) -> Iterator[tuple[str, Remainder]]:
        """Windows of digits, boxes and grown ones; grown ones alone where nothing is deduced."""
        grid = known.astype(np.uint8)
        order = windows if self._deduce else grown_windows
        for window in order(grid, self._values, limit, seed, grown):
            yield window.kind, remainder(window.values, window.cand)

    def is_solution(self, solution: Solution) -> bool:
        """Whether a grid is full, keeps the rules and agrees with the hints."""
        return is_solution(solution, self.hints)

    def exact(self, limit: int) -> Exact:
        """By the exact counter, which always ends."""
        return Exact(tuple(count(self.hints, limit)[1]), True)


def is_solution(solution: Solution, hints: Grid) -> bool:
    """Whether a grid is full, keeps the rules and agrees with the hints."""
    if bool(((hints != 0) & (hints != solution)).any()):
        return False
    return bool((np.sort(solution[UNITS], axis=1) == np.arange(1, 10)).all())

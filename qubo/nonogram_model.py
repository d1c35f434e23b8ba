"""Nonograms for the search of `qubo.search`: the order-encoded model of what line solving leaves open, and pieces."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np

from puzzles.nonogram import Nonogram, count_pictures, is_picture_of, solve_lines, unknown_picture
from qubo.model import Exact, Sizes, Solution
from qubo.nonogram import PictureModel, picture_model, variables_needed
from qubo.pieces import pieces

SIZES: Final = Sizes(whole_first=600, whole_most=600, window=300, slices=(0.05, 0.2, 0.8))
EXACT_SECONDS: Final = 60.0


class NonogramModel:
    """Clues, and the cells that line solving leaves open.

    Args:
        puzzle: the clues.
        exact_seconds: after this time the exact search gives up.
    """

    def __init__(self, puzzle: Nonogram, exact_seconds: float = EXACT_SECONDS) -> None:
        self.puzzle = puzzle
        self.sizes = SIZES
        self._known, self._left = solve_lines(puzzle)
        self._exact_seconds = exact_seconds

    @property
    def variables_full(self) -> int:
        """Binaries of the empty picture."""
        return variables_needed(self.puzzle, unknown_picture(self.puzzle))

    @property
    def variables_hints(self) -> int:
        """The same: a nonogram has no hints but its clues."""
        return self.variables_full

    @property
    def variables(self) -> int:
        """Left after line solving."""
        return variables_needed(self.puzzle, self._known)

    def deduced(self) -> tuple[Solution, ...] | None:
        """See `Model`."""
        if self._left < 0:
            return ()
        return (self._known,) if self._left == 0 else None

    def whole(self) -> PictureModel:
        """The model of all open cells."""
        model = picture_model(self.puzzle, self._known)
        if model is None:
            raise RuntimeError("line solving left cells open although some line has no filling")
        return model

    def windows(self, known: Solution, limit: int, seed: int, grown: int) -> Iterator[tuple[str, PictureModel]]:
        """Pieces: pairs of lines, then pieces grown line by line."""
        picture = known.astype(np.int8)
        for cells in pieces(self.puzzle, picture, self._known, limit, seed, grown):
            model = picture_model(self.puzzle, cells)
            if model is not None:
                yield "piece", model

    def is_solution(self, solution: Solution) -> bool:
        """Whether a picture has the clues of the puzzle."""
        return is_picture_of(solution.astype(np.int8), self.puzzle)

    def exact(self, limit: int) -> Exact:
        """By line solving with every open cell tried both ways."""
        result = count_pictures(self.puzzle, limit, self._exact_seconds)
        return Exact(result.pictures, result.count >= limit or result.status != "stopped")

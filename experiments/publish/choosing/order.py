"""The order of a book's puzzles."""

from __future__ import annotations

import math
from typing import Final, Literal

from experiments.publish.puzzle import ExportPuzzle

Sort = Literal["effort", "minutes", "none"]
SORTS: Final = ("effort", "minutes", "none")
_BEYOND: Final = 99
"""The level of puzzles without a grade, which stand last."""


def in_order(puzzles: list[ExportPuzzle], sort: Sort, by_grade: bool) -> list[ExportPuzzle]:
    """The puzzles from easy to hard; equals as they were.

    Args:
        puzzles: in any order.
        sort: `effort` sorts by grade and, within one, by effort; `minutes` by how long people take; `none` not at all.
        by_grade: the puzzles of one grade stand together, whatever the order within.
    """

    def level(puzzle: ExportPuzzle) -> int:
        return _BEYOND if puzzle.level is None else puzzle.level

    def key(puzzle: ExportPuzzle) -> tuple[float, ...]:
        minutes = puzzle.row.get("minutes", math.inf)
        own = {"effort": (puzzle.row.get("effort", math.inf), minutes), "minutes": (minutes,), "none": ()}[sort]
        return (level(puzzle), *own) if by_grade or sort == "effort" else own

    return sorted(puzzles, key=key)

"""Nonograms: clues and pictures, complete line solving, the exact search, and all of it for many pictures at once."""

from __future__ import annotations

from puzzles.nonogram.batch import ClueBatch, LineSolved, clues_of, line_solve, resemblance
from puzzles.nonogram.clues import (
    LONGEST_SIDE,
    Clue,
    Nonogram,
    Picture,
    clue_of,
    from_picture,
    is_picture_of,
    picture_from_text,
    picture_to_text,
    shortest_line,
    unknown_picture,
)
from puzzles.nonogram.lines import (
    ClueTable,
    block_starts,
    clue_table,
    describe_contradiction,
    propagate_lines,
    solve_line,
    solve_lines,
)
from puzzles.nonogram.search import PictureCount, count_pictures

__all__ = [
    "LONGEST_SIDE",
    "Clue",
    "ClueBatch",
    "ClueTable",
    "LineSolved",
    "Nonogram",
    "Picture",
    "PictureCount",
    "block_starts",
    "clue_of",
    "clue_table",
    "clues_of",
    "count_pictures",
    "describe_contradiction",
    "from_picture",
    "is_picture_of",
    "line_solve",
    "picture_from_text",
    "picture_to_text",
    "propagate_lines",
    "resemblance",
    "shortest_line",
    "solve_line",
    "solve_lines",
    "unknown_picture",
]

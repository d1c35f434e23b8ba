"""Pieces of a nonogram: a few lines to free around one known picture, where the whole is beyond a licence."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from puzzles.nonogram import Nonogram, Picture, solve_lines
from qubo.nonogram import variables_needed


def open_piece(
    puzzle: Nonogram, picture: Picture, known: Picture, freed: NDArray[np.bool_]
) -> tuple[Picture, int] | None:
    """The cells after line solving when the open cells in `freed` are freed and all else is as in the picture.

    Returns (cells, variables of its model), or None when nothing stays open: then the piece has no
    second filling.
    """
    cells = np.where(freed & (known < 0), np.int8(-1), picture).astype(np.int8)
    solved, left = solve_lines(puzzle, cells)
    if left <= 0:
        return None
    return solved, variables_needed(puzzle, solved)


def pieces(
    puzzle: Nonogram, picture: Picture, known: Picture, limit: int, seed: int, grown: int = 64
) -> Iterator[Picture]:
    """Pieces of at most `limit` variables around a picture, no two alike, the most promising first.

    Pairs of rows and pairs of columns by size (two rows whose blocks can change places are the
    commonest second picture), then pieces grown line by line in a random order as far as the limit allows.

    Args:
        picture: one picture of the puzzle.
        known: what line solving settled; those cells are never freed.
    """
    h, w = known.shape
    seen: set[bytes] = set()

    def fresh(cells: Picture) -> bool:
        mark = cells.tobytes()
        if mark in seen:
            return False
        seen.add(mark)
        return True

    open_rows = np.flatnonzero((known < 0).any(axis=1)).tolist()
    open_columns = np.flatnonzero((known < 0).any(axis=0)).tolist()
    sized: list[tuple[int, Picture]] = []
    for lines, axis in ((open_rows, 0), (open_columns, 1)):
        for pair in combinations(lines, 2):
            freed = np.zeros((h, w), np.bool_)
            freed[list(pair) if axis == 0 else slice(None), slice(None) if axis == 0 else list(pair)] = True
            piece = open_piece(puzzle, picture, known, freed)
            if piece is not None and piece[1] <= limit:
                sized.append((piece[1], piece[0]))
    for _, cells in sorted(sized, key=lambda s: s[0]):
        if fresh(cells):
            yield cells
    rng = np.random.default_rng(seed)
    lines = [(0, i) for i in open_rows] + [(1, j) for j in open_columns]
    for _ in range(grown):
        freed = np.zeros((h, w), np.bool_)
        best: Picture | None = None
        for at in rng.permutation(len(lines)).tolist():
            axis, line = lines[at]
            tried = freed.copy()
            tried[(line, slice(None)) if axis == 0 else (slice(None), line)] = True
            piece = open_piece(puzzle, picture, known, tried)
            if piece is None:
                freed = tried
            elif piece[1] <= limit:
                freed, best = tried, piece[0]
        if best is not None and fresh(best):
            yield best

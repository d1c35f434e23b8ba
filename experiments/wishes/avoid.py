"""Puzzles that must not come out again, neither themselves nor near copies of them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from evaluation.table import Table
from experiments.kinds.number_place.config import Config
from experiments.library import Library, default_path
from puzzles.alike import most_alike
from puzzles.canonical import canonical_batch, move_onto, pattern_symmetries
from puzzles.errors import InputError
from puzzles.files import read_argument
from puzzles.grid import from_characters
from puzzles.pattern import Pattern


class Taken:
    """Puzzles that are out already, asked about puzzles of one pattern."""

    def __init__(self, hints: NDArray[np.uint8], pattern: Pattern, max_alike: float) -> None:
        """Args:
        hints: (m, 81) puzzles on any patterns. Those that a move of the sudoku group brings onto the pattern are
            compared there, by their canonical forms; the others cannot be the same puzzle.
        pattern: that of the puzzles asked about.
        max_alike: share of hints alike above which a puzzle is a near copy (`puzzles.alike`); 1 for the same only.
        """
        self._hints = hints
        self._max_alike = max_alike
        self._symmetries = pattern_symmetries(pattern)
        onto = {where.tobytes(): move_onto(where, pattern) for where in np.unique(hints > 0, axis=0)}
        moves = [onto[row.tobytes()] for row in hints > 0]
        moved = [row[move] for row, move in zip(hints, moves, strict=True) if move is not None]
        self._forms = set(self._forms_of(np.array(moved, np.uint8).reshape(-1, 81)))

    def __call__(self, hints: NDArray[np.uint8]) -> NDArray[np.bool_]:
        """(n,) whether each of (n, 81) puzzles on the pattern is one of those that are out, or a near copy of one."""
        same = np.array([form in self._forms for form in self._forms_of(hints)], dtype=bool)
        if self._max_alike < 1.0:
            rest = np.flatnonzero(~same)
            same[rest] = most_alike(hints[rest], self._hints, self._max_alike)[0] >= 0
        return same

    def _forms_of(self, hints: NDArray[np.uint8]) -> list[bytes]:
        return [form.tobytes() for form in canonical_batch(hints, self._symmetries)]


def make_filter(config: Config) -> Callable[[Table], NDArray[np.bool_]] | None:
    """Tells which judged hints may be kept, or None where anything may.

    What is to be avoided is read here, once: a library that changes while the run goes on changes nothing.
    Raises InputError when a file cannot be read.
    """
    section = config.puzzle
    hints = read_avoided(section.avoid)
    if section.avoid_library is not None:
        hints += _of_library(section.avoid_library)
    if not hints:
        return None
    taken = Taken(np.array(hints, np.uint8), config.pattern(), section.max_alike)

    def accept(judged: Table) -> NDArray[np.bool_]:
        good = np.ones(len(judged), dtype=bool)
        valid = np.flatnonzero(judged["valid"])
        good[valid] = ~taken(judged["hints"][valid])
        return good

    return accept


def read_avoided(names: list[str]) -> list[NDArray[np.uint8]]:
    """The (81,) puzzles of `puzzle.avoid`. Raises InputError when something there is no puzzle."""
    found: list[NDArray[np.uint8]] = []
    for name in names:
        try:
            entries = read_argument(name)
        except InputError as error:
            raise InputError(f"puzzle.avoid: {error}") from None
        for entry in entries:
            if entry.values is None:
                raise InputError(f"puzzle.avoid: {entry.message}")
            found.append(entry.values)
    return found


def _of_library(name: str) -> list[NDArray[np.uint8]]:
    path = Path(name) if name else default_path()
    library = Library.existing(path)
    if library is None:
        if name:
            raise InputError(f"puzzle.avoid_library: {path}: no such library")
        return []
    with library:
        return [from_characters(item.hints) for item in library.find()]

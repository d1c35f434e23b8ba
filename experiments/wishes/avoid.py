"""Puzzles that must not come out again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from experiments.library import Library, default_path
from experiments.run.config import Config
from generator.sudoku.judging import Judged
from puzzles.canonical import canonical, pattern_symmetries
from puzzles.errors import InputError
from puzzles.files import read_argument
from puzzles.grid import to_line


def make_filter(config: Config) -> Callable[[Judged], NDArray[np.bool_]] | None:
    """Tells which judged hints may be kept, or None where anything may.

    Equal means: after renaming digits and after the symmetries of the grid that keep the pattern.
    Raises InputError when a file cannot be read.
    """
    section = config.puzzle
    if not section.avoid and section.avoid_library is None:
        return None
    pattern = config.pattern()
    moves = pattern_symmetries(pattern)
    taken: set[str] = set()
    for name in section.avoid:
        try:
            entries = read_argument(name)
        except InputError as error:
            raise InputError(f"puzzle.avoid: {error}") from None
        for entry in entries:
            if entry.values is None:
                raise InputError(f"puzzle.avoid: {entry.message}")
            if bool(((entry.values > 0) == pattern).all()):
                taken.add(canonical(entry.values, moves))
    library = None
    if section.avoid_library is not None:
        path = Path(section.avoid_library) if section.avoid_library else default_path()
        if section.avoid_library and not path.is_file():
            raise InputError(f"puzzle.avoid_library: {path}: no such library")
        library = Library(path)

    def accept(judged: Judged) -> NDArray[np.bool_]:
        good = np.ones(len(judged), dtype=bool)
        valid = np.flatnonzero(judged.valid).tolist()
        for row in valid:
            good[row] = canonical(judged.hints[row], moves) not in taken
        if library is not None and valid:
            known = library.known([to_line(judged.hints[row]) for row in valid])
            for row in valid:
                good[row] &= to_line(judged.hints[row]) not in known
        return good

    return accept

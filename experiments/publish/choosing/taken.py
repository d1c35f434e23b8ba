"""What `export` leaves out because it was printed before: puzzles of the library and of files, and near copies."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np

from experiments.library import Library, Selection, key_of
from experiments.publish.options import ExportOptions
from experiments.publish.puzzle import ExportPuzzle
from experiments.publish.source import read_all
from puzzles.alike import most_alike
from puzzles.errors import InputError
from puzzles.grid import from_characters

MOST_SAID: Final = 20
"""Puzzles that are named one by one when they are left out; of more only the number is said."""


def without_taken(
    puzzles: list[ExportPuzzle],
    options: ExportOptions,
    say: Callable[[str], None],
    before: Sequence[ExportPuzzle] = (),
) -> list[ExportPuzzle]:
    """The puzzles that are not to be avoided; `say` is told of the others.

    The same puzzle by any move is left out, and one with more than `max_alike` of its hints alike. Raises InputError
    for a file of puzzles to avoid that cannot be read. `before` stand in the book already.
    """
    here = [(puzzle.hints, f"in the book as {puzzle.id}") for puzzle in before]
    taken = [*here, *_of_library(options), *_of_files(options)]
    if not taken or not puzzles:
        return puzzles
    keys = {key_of(hints): why for hints, why in taken}
    others = np.array([from_characters(hints) for hints, _ in taken], np.uint8)
    grids = np.array([puzzle.grid for puzzle in puzzles], np.uint8)
    nearest, shares = most_alike(grids, others, min(options.max_alike, 1.0))
    kept: list[ExportPuzzle] = []
    gone: list[str] = []
    for puzzle, near, share in zip(puzzles, nearest.tolist(), shares.tolist(), strict=True):
        same = keys.get(key_of(puzzle.hints))
        if same is not None:
            gone.append(f"{puzzle.id} left out: it is {same} already")
        elif near >= 0:
            why = taken[near][1]
            gone.append(f"{puzzle.id} left out: {share:.0%} of its hints are like one that is {why} already")
        else:
            kept.append(puzzle)
    for line in gone[:MOST_SAID]:
        say(line)
    if len(gone) > MOST_SAID:
        say(f"{len(gone) - MOST_SAID} more are left out as they are published, avoided or in the book already")
    return kept


def _of_library(options: ExportOptions) -> list[tuple[str, str]]:
    """Hints, and what is said of them."""
    if options.avoid == "none":
        return []
    library = Library.existing(options.library)
    if library is None:
        return []
    with library:
        items = library.find(Selection(published=True) if options.avoid == "published" else None)
    word = "published" if options.avoid == "published" else "in the library"
    return [(item.hints, word) for item in items]


def _of_files(options: ExportOptions) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for name in options.avoid_file:
        puzzles, problems = read_all(name)
        if problems:
            raise InputError(f"--avoid-file: {problems[0]}")
        found += [(puzzle.hints, f"in {name}") for puzzle in puzzles]
    return found

"""A run's own copies of what its config names, so that its folder is enough to look at it and to go on."""

from __future__ import annotations

import hashlib
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from experiments.files import write_whole
from experiments.kinds.number_place.config import Config
from experiments.library import default_path
from experiments.wishes.avoid import read_avoided
from puzzles.errors import InputError
from puzzles.grid import to_line
from puzzles.pattern import to_text

AVOID_FILE: Final = "avoid.txt"
"""The puzzles of all files of `puzzle.avoid`, one a line."""
LIBRARY_FILE: Final = "avoid.sqlite"
"""The library of `puzzle.avoid_library` as it was when the run began."""


def copy_into(config: Config, run: Path) -> Config:
    """Write the copies; returns the config that names these, its pattern as nine lines.

    Raises InputError when something that the config names cannot be read.
    """
    puzzle = config.puzzle
    update: dict[str, Any] = {"pattern": to_text(config.pattern())}
    if puzzle.avoid:
        lines = [f"{to_line(hints)}\n" for hints in read_avoided(puzzle.avoid)]
        write_whole(run / AVOID_FILE, "# puzzles that must not come out again\n" + "".join(lines))
        update["avoid"] = [AVOID_FILE] if lines else []
    if puzzle.avoid_library is not None:
        path = Path(puzzle.avoid_library) if puzzle.avoid_library else default_path()
        if path.is_file():
            _copy_library(path, run / LIBRARY_FILE)
            update["avoid_library"] = LIBRARY_FILE
        elif puzzle.avoid_library:
            raise InputError(f"puzzle.avoid_library: {path}: no such library")
        else:
            # the user has none yet: nothing to avoid
            update["avoid_library"] = None
    return config.model_copy(update={"puzzle": puzzle.model_copy(update=update)})


def with_own_copies(config: Config, run: Path) -> Config:
    """The config of a run folder with the places of its copies, wherever the folder is now."""
    puzzle = config.puzzle
    update: dict[str, Any] = {}
    if puzzle.avoid == [AVOID_FILE] and (run / AVOID_FILE).is_file():
        update["avoid"] = [str(run / AVOID_FILE)]
    if puzzle.avoid_library == LIBRARY_FILE and (run / LIBRARY_FILE).is_file():
        update["avoid_library"] = str(run / LIBRARY_FILE)
    return config.model_copy(update={"puzzle": puzzle.model_copy(update=update)}) if update else config


def digests(run: Path) -> dict[str, str]:
    """SHA-256 of each copy that does not change; the library's file may, without its puzzles doing so."""
    path = run / AVOID_FILE
    return {AVOID_FILE: hashlib.sha256(path.read_bytes()).hexdigest()} if path.is_file() else {}


def _copy_library(source: Path, target: Path) -> None:
    """A consistent copy, also while others write the library."""
    try:
        with (
            closing(sqlite3.connect(f"{source.resolve().as_uri()}?mode=ro", uri=True)) as old,
            closing(sqlite3.connect(target)) as new,
        ):
            old.backup(new)
    except sqlite3.Error as error:
        raise InputError(f"puzzle.avoid_library: {source}: cannot be copied ({error})") from None

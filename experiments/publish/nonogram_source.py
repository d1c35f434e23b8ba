"""The nonograms that go out, each with its one picture."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from experiments.nonograms import read_nonograms
from experiments.publish.loading import Loaded, load_all
from puzzles.errors import InputError
from puzzles.nonogram import Nonogram, Picture, count_pictures, describe_contradiction

_SECONDS = 60.0
"""How long the proof of one puzzle may take."""


@dataclass(frozen=True, slots=True)
class ExportNonogram:
    """A nonogram that goes out."""

    puzzle: Nonogram
    picture: Picture
    """(height, width) of 0 and 1: its one picture, proved."""
    id: str = ""
    """The name of its file and its place there."""
    source: str = ""
    """The name of its file."""


def load_nonograms(arguments: list[str]) -> Loaded[ExportNonogram]:
    """The nonograms of files, or of standard input for `-`, each with its picture; see `load_all`.

    One that cannot be read is left out and said; so is one without exactly one picture, and one whose goal is another
    picture.
    """
    return load_all(arguments, _unproved, _with_picture)


def _unproved(argument: str) -> tuple[list[ExportNonogram], list[str]]:
    nothing = np.zeros((0, 0), np.int8)
    source = "input" if argument == "-" else Path(argument).stem
    found = read_nonograms(argument)
    puzzles = [ExportNonogram(one.puzzle, nothing, source=source) for one in found if one.puzzle is not None]
    return puzzles, [one.message for one in found if one.puzzle is None]


def _with_picture(one: ExportNonogram) -> ExportNonogram:
    return replace(one, picture=_proved(one.puzzle))


def _proved(puzzle: Nonogram) -> Picture:
    """The one picture of a puzzle."""
    result = count_pictures(puzzle, limit=2, time_limit=_SECONDS)
    if result.count > 1:
        raise InputError("more than one picture")
    if result.status == "stopped":
        raise InputError(f"not proved to have one picture within {_SECONDS:g} seconds")
    if result.count == 0:
        why = describe_contradiction(puzzle)
        raise InputError("no picture has these clues" + (f": {why}" if why else ""))
    if puzzle.goal is not None and not (puzzle.goal == result.pictures[0]).all():
        raise InputError("the goal beside the clues is not their picture")
    return result.pictures[0]

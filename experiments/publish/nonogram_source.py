"""The nonograms that go out, each with its one picture."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from experiments.nonograms import read_nonograms
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
    id: str
    """The name of its file, and its place where there are several."""


@dataclass(frozen=True, slots=True)
class LoadedNonograms:
    """What was read."""

    puzzles: list[ExportNonogram]
    problems: list[str]
    """One line about each puzzle that was left out."""


def load_nonograms(arguments: list[str]) -> LoadedNonograms:
    """The nonograms of files, or of standard input for `-`, each with its picture.

    One that cannot be read is left out and said; so is one without exactly one picture, and one whose goal is another
    picture. Raises InputError for a file of no nonograms.
    """
    puzzles: list[ExportNonogram] = []
    problems: list[str] = []
    for argument in arguments:
        found = read_nonograms(argument)
        stem = "input" if argument == "-" else Path(argument).stem
        number = 0
        for one in found:
            if one.puzzle is None:
                problems.append(one.message)
                continue
            number += 1
            name = stem if len(found) == 1 else f"{stem}-{number:03}"
            try:
                puzzles.append(ExportNonogram(one.puzzle, _proved(one.puzzle), name))
            except InputError as error:
                problems.append(f"{one.source if len(found) == 1 else name}: {error}")
    return LoadedNonograms(puzzles, problems)


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

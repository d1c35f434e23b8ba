"""Where exported nonograms come from: files in the nonogram forms, and own pictures and books."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from experiments.publish import carried
from puzzles.errors import InputError
from puzzles.files import nonogram_json
from puzzles.files.encoding import text_of
from puzzles.files.nonogram_file import parse_nonogram
from puzzles.nonogram import Nonogram, Picture, count_pictures

_SECONDS = 60.0
"""How long the proof of one puzzle may take."""
FORM = "nonogram"
"""What a note calls nonograms."""


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


def is_nonogram(argument: str) -> bool:
    """Whether an argument is a file of nonograms: by its ending, what it carries, or the `{` of JSON.

    Raises InputError for a picture or a book that carries nothing.
    """
    path = Path(argument)
    try:
        if not path.is_file():
            return False
        if path.suffix.lower() in (".non", ".nin"):
            return True
        data = path.read_bytes()
    except (OSError, ValueError):
        return False
    note = carried.read(data, argument)
    if note is not None:
        return note.form == FORM
    return data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{") and b'"rows"' in data


def load_nonograms(arguments: list[str]) -> LoadedNonograms:
    """The nonograms of files, each with its picture.

    One without exactly one picture is left out and said, and so is one whose goal is another picture. Raises
    InputError for a file that cannot be read.
    """
    puzzles: list[ExportNonogram] = []
    problems: list[str] = []
    for argument in arguments:
        found = _read(argument)
        stem = Path(argument).stem
        for k, puzzle in enumerate(found, 1):
            name = stem if len(found) == 1 else f"{stem}-{k:03}"
            try:
                puzzles.append(ExportNonogram(puzzle, _proved(puzzle), name))
            except InputError as error:
                problems.append(f"{argument if len(found) == 1 else name}: {error}")
    return LoadedNonograms(puzzles, problems)


def _read(argument: str) -> list[Nonogram]:
    try:
        data = Path(argument).read_bytes()
    except OSError as error:
        raise InputError(f"{argument}: {(error.strerror or str(error)).lower()}") from None
    note = carried.read(data, argument)
    if note is not None:
        return [nonogram_json.read(text, argument) for text in note.texts]
    return [parse_nonogram(text_of(data, argument), argument)]


def _proved(puzzle: Nonogram) -> Picture:
    """The one picture of a puzzle."""
    result = count_pictures(puzzle, limit=2, time_limit=_SECONDS)
    if result.count > 1:
        raise InputError("more than one picture")
    if result.status == "stopped":
        raise InputError(f"not proved to have one picture within {_SECONDS:g} seconds")
    if result.count == 0:
        raise InputError("no picture has these clues")
    if puzzle.goal is not None and not (puzzle.goal == result.pictures[0]).all():
        raise InputError("the goal beside the clues is not their picture")
    return result.pictures[0]

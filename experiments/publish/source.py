"""Where exported puzzles come from: all that the reader reads, each puzzle with the proof of its solution."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from experiments.publish import table
from experiments.publish.puzzle import ExportPuzzle
from puzzles.errors import InputError
from puzzles.files import Entry, Record, read_argument
from puzzles.files.reader import is_path
from puzzles.grid import describe_conflict, to_line
from puzzles.solutions import count


@dataclass(frozen=True, slots=True)
class Loaded:
    """What was read."""

    puzzles: list[ExportPuzzle]
    """In the order of the arguments; each has exactly one solution, proved here."""
    problems: list[str]
    """One line about each puzzle, line or file that was left out."""


def load(arguments: list[str]) -> Loaded:
    """The puzzles of run folders, files, `-` for standard input, and puzzles as they are.

    What is wrong with one puzzle, line or argument does not keep the others out.
    """
    puzzles: list[ExportPuzzle] = []
    problems: list[str] = []
    for argument in arguments:
        try:
            entries = read_argument(argument)
        except InputError as error:
            problems.append(str(error))
            continue
        source, number = _source(argument), 0
        for entry in entries:
            number += entry.record is not None
            try:
                puzzles.append(_proved(_puzzle(entry, source, f"{source}-{number:03}")))
            except InputError as error:
                problems.append(str(error))
    return Loaded(puzzles, problems)


def _source(argument: str) -> str:
    """How the puzzles of an argument are called: by the run, by the file, or as what they are."""
    if argument == "-":
        return "input"
    if not is_path(argument):
        return "puzzle"
    path = Path(argument)
    return path.resolve().name if path.is_dir() else path.stem


def _puzzle(entry: Entry, source: str, name: str) -> ExportPuzzle:
    """What a file says of a puzzle. Raises InputError for an entry that could not be read."""
    record: Record | None = entry.record
    if record is None:
        raise InputError(entry.message)
    try:
        return table.from_record(record, source, name)
    except InputError as error:
        raise InputError(replace(entry, record=None, error=str(error)).message) from None


def _proved(puzzle: ExportPuzzle) -> ExportPuzzle:
    """The puzzle with its one solution. Raises InputError when it has none, several, or another than the file says."""
    conflict = describe_conflict(puzzle.grid)
    if conflict:
        raise InputError(f"{puzzle.id}: {conflict}")
    number, solutions = count(puzzle.grid)
    if number != 1:
        raise InputError(f"{puzzle.id}: {'no solution' if number == 0 else 'more than one solution'}")
    solution = to_line(solutions[0])
    if puzzle.solution and puzzle.solution != solution:
        raise InputError(f"{puzzle.id}: the solution beside it is not its solution")
    return replace(puzzle, solution=solution)

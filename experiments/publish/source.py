"""Where exported puzzles come from: all that the reader reads, each puzzle with the proof of its solution."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from experiments.publish import table
from experiments.publish.choosing.met import RunFacts, met_puzzles, run_of
from experiments.publish.loading import Loaded, load_all
from experiments.publish.puzzle import ExportPuzzle
from puzzles.errors import InputError
from puzzles.files import read_argument
from puzzles.files.reader import is_path
from puzzles.grid import describe_conflict, to_line
from puzzles.solutions import count


def load(
    arguments: list[str], everything: bool = False, say: Callable[[str], None] = lambda line: None
) -> Loaded[ExportPuzzle]:
    """The puzzles of run folders, files, `-` for standard input, and puzzles as they are; see `load_all`.

    Args:
        arguments: what is read.
        everything: of runs all puzzles that they have met, and not their fronts alone.
        say: is told how many that are.
    """

    def read(argument: str) -> tuple[list[ExportPuzzle], list[str]]:
        puzzles, problems = read_all(argument)
        facts = _run(argument)
        if facts is None:
            return puzzles, problems
        puzzles = [replace(puzzle, fixed=facts.fixed, of_run=True) for puzzle in puzzles]
        if everything and Path(argument).is_dir():
            puzzles += met_puzzles(facts, puzzles, say)
        return puzzles, problems

    return load_all(arguments, read, _proved)


def _run(argument: str) -> RunFacts | None:
    """The run whose folder, or a table of which, an argument names."""
    return run_of(Path(argument)) if argument != "-" and is_path(argument) else None


def read_all(argument: str) -> tuple[list[ExportPuzzle], list[str]]:
    """The puzzles of one argument as they are, without proof, and one line about each that cannot be read.

    Raises InputError when the argument cannot be read at all.
    """
    puzzles: list[ExportPuzzle] = []
    problems: list[str] = []
    source = _source(argument)
    for entry in read_argument(argument):
        if entry.record is None:
            problems.append(entry.message)
            continue
        try:
            puzzles.append(table.from_record(entry.record, source))
        except InputError as error:
            problems.append(replace(entry, record=None, error=str(error)).message)
    return puzzles, problems


def _source(argument: str) -> str:
    """How the puzzles of an argument are called: by the run, by the file, or as what they are."""
    if argument == "-":
        return "input"
    if not is_path(argument):
        return "puzzle"
    path = Path(argument)
    return path.resolve().name if path.is_dir() else path.stem


def _proved(puzzle: ExportPuzzle) -> ExportPuzzle:
    """The puzzle with its one solution. Raises InputError when it has none, several, or another than the file says."""
    conflict = describe_conflict(puzzle.grid)
    if conflict:
        raise InputError(conflict)
    number, solutions = count(puzzle.grid)
    if number != 1:
        raise InputError("no solution" if number == 0 else "more than one solution")
    solution = to_line(solutions[0])
    if puzzle.solution and puzzle.solution != solution:
        raise InputError("the solution beside it is not its solution")
    return replace(puzzle, solution=solution)

"""Where exported puzzles come from: run folders, tables, files in any exchange format, own pictures and books."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

from experiments.publish import carried, table
from experiments.publish.loading import Loaded, load_all
from experiments.publish.puzzle import ExportPuzzle
from experiments.run.columns import PARETO_FILE
from puzzles.errors import InputError
from puzzles.files import Record, detect
from puzzles.files.base import text_of
from puzzles.grid import describe_conflict, to_line
from puzzles.reading import read_text
from puzzles.solutions import count


def load(arguments: list[str]) -> Loaded[ExportPuzzle]:
    """The puzzles of run folders, files, `-` for standard input, and puzzles as they are; see `load_all`."""
    return load_all(arguments, _read, _proved)


def read_all(argument: str) -> tuple[list[ExportPuzzle], list[str]]:
    """The puzzles of one argument as they are, without proof, and one line about each that cannot be read.

    Raises InputError when the argument cannot be read at all.
    """
    return _read(argument)


def _read(argument: str) -> tuple[list[ExportPuzzle], list[str]]:
    path = Path(argument)
    if argument == "-":
        return _parse_bytes(sys.stdin.buffer.read(), "standard input", "input")
    if _exists(path):
        if not path.is_dir():
            return _parse_bytes(_bytes(path), argument, path.stem)
        front = path / PARETO_FILE
        if not front.is_file():
            raise InputError(f"{argument}: no {PARETO_FILE} in it; the folder of a finished run is needed")
        name = path.resolve().name
        return [replace(p, source=name) for p in table.read(text_of(_bytes(front), str(front)), str(front))], []
    found, problems = _parse(argument, "argument", "puzzle")
    if not found:
        raise InputError(f"{argument[:80]}: no such run folder or file, and not a puzzle of 81 characters")
    return found, problems


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise InputError(f"{path}: {(error.strerror or str(error)).lower()}") from None


def _parse_bytes(data: bytes, source: str, name: str) -> tuple[list[ExportPuzzle], list[str]]:
    note = carried.read(data, source)
    if note is None:
        return _parse(text_of(data, source), source, name)
    if note.form != "table":
        raise InputError(f"{source}: carries no number place puzzles")
    return [replace(p, source=name) for text in note.texts for p in table.read(text, source)], []


def _parse(text: str, source: str, name: str) -> tuple[list[ExportPuzzle], list[str]]:
    if table.recognises(text):
        return table.read(text, source), []
    form = detect(text)
    if form.name == "txt":
        # here a bad line leaves the others alone
        entries = list(read_text(text, source))
        records = [
            Record(to_line(entry.values), title=entry.title or "") for entry in entries if entry.values is not None
        ]
        problems = [entry.message for entry in entries if entry.values is None]
        if not entries:
            raise InputError(f"{source}: no puzzle in it")
    else:
        records, problems = form.read(text, source), []
    puzzles = [
        ExportPuzzle(
            record.hints,
            record.solution or "",
            title=record.title,
            author=record.author,
            grade=record.level or None,
            techniques=tuple(part.strip() for part in record.comment.split(",") if part.strip()),
            source=name,
        )
        for record in records
    ]
    return puzzles, problems


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

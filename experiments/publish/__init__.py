"""Everything that goes out: one file per output, listed here by the name that `--format` calls it.

An output makes files from chosen puzzles. Exchange formats (`puzzles.files`) are outputs too.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from experiments.publish import carried, table
from experiments.publish.book import BookOptions, make_book
from experiments.publish.made import Made
from experiments.publish.png import puzzle_png
from experiments.publish.puzzle import ExportPuzzle
from experiments.publish.svg import puzzle_svg
from puzzles.errors import InputError
from puzzles.files import FORMATS, Format

__all__ = ["OUTPUTS", "ExportPuzzle", "Made", "Options", "Output", "output"]


@dataclass(frozen=True, slots=True)
class Options:
    """What outputs may be told."""

    book: BookOptions = field(default_factory=BookOptions)
    dpi: float = 300.0
    """Dots an inch of PNG pictures."""
    with_solution: bool = False
    """Whether pictures show the solution."""


@dataclass(frozen=True, slots=True)
class Output:
    """One way to send puzzles out."""

    name: str
    summary: str
    make: Callable[[list[ExportPuzzle], Options], list[Made]]


def _note(puzzles: list[ExportPuzzle]) -> str:
    return carried.note("table", [table.write(puzzles, table.PRINTED)])


def _pdf(puzzles: list[ExportPuzzle], options: Options) -> list[Made]:
    return [Made(".pdf", carried.into_pdf(make_book(puzzles, options.book).pdf, _note(puzzles)))]


def _svg(puzzles: list[ExportPuzzle], options: Options) -> list[Made]:
    made: list[Made] = []
    for k, puzzle in enumerate(puzzles, 1):
        shown = puzzle.solution if options.with_solution else None
        made.append(
            Made(".svg", puzzle_svg(puzzle.hints, shown, puzzle.title or puzzle.id, _note([puzzle])).encode(), k)
        )
    return made


def _png(puzzles: list[ExportPuzzle], options: Options) -> list[Made]:
    made: list[Made] = []
    for k, puzzle in enumerate(puzzles, 1):
        png = puzzle_png(puzzle.hints, puzzle.solution if options.with_solution else None, options.dpi)
        made.append(Made(".png", carried.into_png(png, _note([puzzle])), k))
    return made


def _csv(puzzles: list[ExportPuzzle], options: Options) -> list[Made]:
    return [Made(".csv", table.write(puzzles).encode())]


def _exchange(form: Format) -> Output:
    def make(puzzles: list[ExportPuzzle], options: Options) -> list[Made]:
        records = [puzzle.record for puzzle in puzzles]
        if form.several:
            return [Made(form.suffix, form.write(records).encode())]
        return [Made(form.suffix, form.write([record]).encode(), k) for k, record in enumerate(records, 1)]

    return Output(form.name, form.summary, make)


OUTPUTS: Final[dict[str, Output]] = {
    output.name: output
    for output in (
        Output("pdf", "a book of puzzles", _pdf),
        Output("svg", "one picture a puzzle, lines and text", _svg),
        Output("png", "one picture a puzzle, dots", _png),
        Output("csv", "a table with scores", _csv),
        *(_exchange(form) for form in FORMATS.values()),
    )
}


def output(name: str) -> Output:
    """An output by its name. Raises InputError that lists the names."""
    found = OUTPUTS.get(name.strip().lower())
    if found is None:
        raise InputError(f"format {name!r}: there are {', '.join(OUTPUTS)}")
    return found

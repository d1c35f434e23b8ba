"""The outputs that nonograms have, by the names that `--format` calls them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Final

from experiments.nonograms import FORM
from experiments.publish import carried
from experiments.publish.made import Made
from experiments.publish.nonogram_book import NonogramBook, nonogram_book, nonogram_png
from experiments.publish.nonogram_source import ExportNonogram
from experiments.publish.nonogram_svg import nonogram_svg
from puzzles.errors import InputError
from puzzles.files.nonograms import NONOGRAM_FORMATS, NonogramFormat, clue_json


@dataclass(frozen=True, slots=True)
class NonogramOptions:
    """What the outputs may be told."""

    book: NonogramBook = field(default_factory=NonogramBook)
    dpi: float = 300.0
    """Dots an inch of PNG pictures."""
    with_solution: bool = False
    """Whether pictures show the solution, and files give it as their goal."""


_Make = Callable[[list[ExportNonogram], NonogramOptions], list[Made]]


def _note(puzzles: list[ExportNonogram]) -> str:
    return carried.note(FORM, [clue_json.write([replace(one.puzzle, goal=None)]) for one in puzzles])


def _pdf(puzzles: list[ExportNonogram], options: NonogramOptions) -> list[Made]:
    return [Made(".pdf", carried.into_pdf(nonogram_book(puzzles, options.book), _note(puzzles)))]


def _svg(puzzles: list[ExportNonogram], options: NonogramOptions) -> list[Made]:
    made: list[Made] = []
    for k, one in enumerate(puzzles, 1):
        svg = nonogram_svg(one.puzzle, one.picture if options.with_solution else None, _note([one]))
        made.append(Made(".svg", svg.encode(), k))
    return made


def _png(puzzles: list[ExportNonogram], options: NonogramOptions) -> list[Made]:
    return [
        Made(".png", carried.into_png(nonogram_png(one, options.with_solution, options.dpi), _note([one])), k)
        for k, one in enumerate(puzzles, 1)
    ]


def _file(form: NonogramFormat) -> _Make:
    def make(puzzles: list[ExportNonogram], options: NonogramOptions) -> list[Made]:
        made: list[Made] = []
        for k, one in enumerate(puzzles, 1):
            puzzle = replace(one.puzzle, goal=one.picture) if options.with_solution else one.puzzle
            made.append(Made(form.suffixes[0], form.write([puzzle]).encode(), k))
        return made

    return make


NONOGRAM_OUTPUTS: Final[dict[str, _Make]] = {
    "pdf": _pdf,
    "svg": _svg,
    "png": _png,
    **{name: _file(form) for name, form in NONOGRAM_FORMATS.items()},
}


def nonogram_output(name: str) -> _Make:
    """An output by its name. Raises InputError that lists the names."""
    found = NONOGRAM_OUTPUTS.get(name.strip().lower())
    if found is None:
        raise InputError(f"format {name!r}: nonograms go out as {', '.join(NONOGRAM_OUTPUTS)}")
    return found

"""The outputs of a kind of puzzle: its books, pictures and text files, by the names that `--format` calls them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Generic

from experiments.publish import carried
from experiments.publish.book import Chapter, make_chapters
from experiments.publish.kind import Kind, TextOutput
from experiments.publish.loading import P
from experiments.publish.options import ExportOptions
from experiments.publish.png import puzzle_png
from experiments.publish.svg import svg_document
from puzzles.errors import InputError


@dataclass(frozen=True, slots=True)
class Made:
    """One file to be written."""

    suffix: str
    """The end of its name, with the dot."""
    data: bytes
    number: int | None = None
    """Which puzzle it holds, from 1; None for all of them."""


@dataclass(frozen=True, slots=True)
class Batch:
    """What an output made."""

    files: list[Made] = field(default_factory=lambda: list[Made]())
    problems: list[str] = field(default_factory=lambda: list[str]())
    """One line about each puzzle that is not in them."""


@dataclass(frozen=True, slots=True)
class Output(Generic[P]):
    """One way to send puzzles out."""

    name: str
    summary: str
    make: Callable[[Sequence[Chapter[P]], ExportOptions], Batch]


def outputs_of(kind: Kind[P]) -> dict[str, Output[P]]:
    """Name to output."""

    def pdf(chapters: Sequence[Chapter[P]], options: ExportOptions) -> Batch:
        book = make_chapters(kind, chapters, options.book)
        return Batch([Made(".pdf", carried.into_pdf(book.pdf, kind.note(book.puzzles)))], book.problems)

    def svg(puzzle: P, options: ExportOptions) -> bytes:
        drawing = kind.drawing(puzzle, options.with_solution)
        return svg_document(drawing, kind.title(puzzle), kind.note([puzzle])).encode()

    def png(puzzle: P, options: ExportOptions) -> bytes:
        picture = puzzle_png(kind, puzzle, options.with_solution, options.dpi)
        return carried.into_png(picture, kind.note([puzzle]))

    found = [
        Output("pdf", "a book of puzzles", pdf),
        Output("svg", "one picture a puzzle, lines and text", _each(".svg", svg)),
        Output("png", "one picture a puzzle, dots", _each(".png", png)),
        *(_text(one) for one in kind.texts),
    ]
    return {one.name: one for one in found}


def _all(chapters: Sequence[Chapter[P]]) -> list[P]:
    return [puzzle for chapter in chapters for puzzle in chapter.puzzles]


def _each(
    suffix: str, make: Callable[[P, ExportOptions], bytes]
) -> Callable[[Sequence[Chapter[P]], ExportOptions], Batch]:
    """One file a puzzle; a puzzle that cannot be made costs its own file."""

    def all_of(chapters: Sequence[Chapter[P]], options: ExportOptions) -> Batch:
        batch = Batch()
        for k, puzzle in enumerate(_all(chapters), 1):
            try:
                batch.files.append(Made(suffix, make(puzzle, options), k))
            except InputError as error:
                batch.problems.append(str(error) if puzzle.id in str(error) else f"{puzzle.id}: {error}")
        return batch

    return all_of


def _text(one: TextOutput[P]) -> Output[P]:
    def together(chapters: Sequence[Chapter[P]], options: ExportOptions) -> Batch:
        return Batch([Made(one.suffix, one.write(_all(chapters), options).encode())])

    def alone(puzzle: P, options: ExportOptions) -> bytes:
        return one.write([puzzle], options).encode()

    return Output(one.name, one.summary, together if one.several else _each(one.suffix, alone))

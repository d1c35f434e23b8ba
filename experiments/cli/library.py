"""`hintsmith library`: what was exported, and what was published."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from experiments.cli import app

if TYPE_CHECKING:
    from experiments.library import Item, Library, Selection

commands = typer.Typer(
    help="The library of puzzles, so that nothing is published twice. Nothing is made on the disk by asking.",
    no_args_is_help=True,
)
app.add_typer(commands, name="library", rich_help_panel="Use the results")

LibraryFile = Annotated[Path | None, typer.Option("--library", help="Library file; the user's own without it.")]
Puzzles = Annotated[list[str], typer.Argument(metavar="RUN|FILE|PUZZLE…", help="Run folders, files, puzzles, or -.")]
Some = Annotated[
    list[str] | None, typer.Argument(metavar="[RUN|FILE|PUZZLE…]", help="Run folders, files, puzzles, or -.")
]
RunName = Annotated[str | None, typer.Option("--run", help="Puzzles of this run, by the name of its folder.")]
BookName = Annotated[str | None, typer.Option("--export", help="Puzzles of this export, by the name of its files.")]


@commands.command("add")
def add(sources: Puzzles, library: LibraryFile = None) -> None:
    """Add puzzles to the library; those that are in it, in any position, stay as they are.

    Example: hintsmith library add runs/quickstart-20260101-120000
    """
    from experiments.library import Library
    from experiments.publish.source import load

    loaded = load(sources)
    with Library(library) as opened:
        added = opened.add(loaded.puzzles)
    print(f"{added.new} new, {added.known} known")
    _end(loaded.problems)


@commands.command("find")
def find(
    puzzle: Annotated[str | None, typer.Argument(metavar="PUZZLE", help="A puzzle, or a file with one.")] = None,
    grade: Annotated[str | None, typer.Option(help="Puzzles of this grade.")] = None,
    run: RunName = None,
    book: BookName = None,
    text: Annotated[str | None, typer.Option(help="Part of the id or the title.")] = None,
    exported: Annotated[bool | None, typer.Option("--exported/--unexported", help="Only these.")] = None,
    published: Annotated[bool | None, typer.Option("--published/--unpublished", help="Only these.")] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="The most to show.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a line.")] = False,
    library: LibraryFile = None,
) -> None:
    """Show puzzles of the library, the newest first; exit code 1 when there is none.

    Example: hintsmith library find --grade easy --unpublished
    """
    from experiments.library import Selection
    from puzzles.errors import InputError
    from puzzles.files import read_argument, records_of

    asked = [] if puzzle is None else records_of(read_argument(puzzle))
    if len(asked) > 1:
        raise InputError(f"{puzzle}: {len(asked)} puzzles, one is looked for")
    lines = (asked[0].hints,) if asked else None
    wanted = Selection(lines, grade, run, book, text=text, exported=exported, published=published)
    opened = _existing(library)
    if opened is None:
        raise typer.Exit(1)
    with opened:
        items = opened.find(wanted, limit)
    for item in items:
        print(json.dumps(asdict(item), ensure_ascii=False) if as_json else _line(item))
    if not items:
        print("hintsmith: no such puzzle in the library", file=sys.stderr)
        raise typer.Exit(1)


def _line(item: Item) -> str:
    scores = "" if item.f1 is None or item.f2 is None else f"  f1 {item.f1:.3f}  f2 {item.f2:.3f}"
    out = "".join(f"  exported {one.exported} {Path(one.book).name}" for one in item.exports)
    state = f"  published {item.published} {item.published_in}".rstrip() if item.published else ""
    return f"{item.hints}  {item.id}  {item.grade or '-'}{scores}  {item.run}  {item.added}{out}{state}"


@commands.command("mark-published")
def mark_published(
    sources: Puzzles,
    where: Annotated[str, typer.Option("--in", help="Where it was published.")] = "",
    library: LibraryFile = None,
) -> None:
    """Mark puzzles of the library as published, so that `export` leaves them out from now on.

    Example: hintsmith library mark-published book.csv --in "Summer book"
    """
    from experiments.publish.source import load

    loaded = load(sources)
    names = {puzzle.hints: puzzle.id for puzzle in loaded.puzzles}
    marked, missing = 0, list(names)
    opened = _existing(library)
    if opened is not None:
        with opened:
            marked, missing = opened.mark_published(names, where)
    print(f"{marked} marked")
    _end([*loaded.problems, *(f"{names[line]}: not in the library, add it first" for line in missing)])


@commands.command("unmark")
def unmark(
    sources: Some = None,
    where: Annotated[str | None, typer.Option("--in", help="What is marked as published there.")] = None,
    run: RunName = None,
    book: BookName = None,
    library: LibraryFile = None,
) -> None:
    """Take back that puzzles were published.

    Example: hintsmith library unmark --in "Summer book"
    """
    wanted, problems = _selected(sources, where, run, book)
    changed = 0
    opened = _existing(library)
    if opened is not None:
        with opened:
            problems += _missing(opened, wanted)
            changed = opened.unmark(wanted)
    print(f"{changed} unmarked")
    _end(problems)


@commands.command("remove")
def remove(sources: Some = None, run: RunName = None, book: BookName = None, library: LibraryFile = None) -> None:
    """Forget puzzles: those named, those of a run, or those of a trial export. What is published stays.

    Example: hintsmith library remove --export trial
    """
    from experiments.library import Removed

    wanted, problems = _selected(sources, None, run, book)
    done = Removed(0, (), 0)
    opened = _existing(library)
    if opened is not None:
        with opened:
            problems += _missing(opened, wanted)
            done = opened.remove(wanted)
    elsewhere = f", {done.elsewhere} kept for another export" if done.elsewhere else ""
    print(f"{done.gone} removed{elsewhere}")
    _end([*problems, *(f"{hints}: is published, unmark it first" for hints in done.published)])


def _selected(
    sources: list[str] | None, where: str | None, run: str | None, book: str | None
) -> tuple[Selection, list[str]]:
    """What is to be changed, and the problems met in reading it. Raises InputError where nothing is named."""
    from experiments.library import Selection
    from experiments.publish.source import load
    from puzzles.errors import InputError

    if not sources and where is None and run is None and book is None:
        raise InputError("name puzzles, files or run folders, or say which with --run or --export")
    if not sources:
        return Selection(run=run, book=book, published_in=where), []
    loaded = load(sources)
    return Selection(
        tuple(puzzle.hints for puzzle in loaded.puzzles), run=run, book=book, published_in=where
    ), loaded.problems


def _missing(library: Library, wanted: Selection) -> list[str]:
    """A line about each puzzle that is named and not in the library."""
    lines = wanted.lines or ()
    known = library.known(lines)
    return [f"{line}: not in the library" for line in lines if line not in known]


@commands.command("stats")
def stats(
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False, library: LibraryFile = None
) -> None:
    """Show how many puzzles the library holds.

    Example: hintsmith library stats
    """
    from experiments.library import VERSION, Stats, default_path

    path, found = library or default_path(), Stats(0, 0, 0, 0, {}, VERSION)
    opened = _existing(library)
    if opened is not None:
        with opened:
            found = opened.stats()
    if as_json:
        print(json.dumps({**asdict(found), "path": str(path)}, ensure_ascii=False))
        return
    print(
        f"{path}\n{found.puzzles} puzzles of {found.runs} runs, {found.exported} exported, {found.published} published"
    )
    for grade, number in found.grades.items():
        print(f"  {grade}: {number}")


def _existing(path: Path | None) -> Library | None:
    """The library; where there is none, one line says so and nothing is made."""
    from experiments.library import Library, default_path

    opened = Library.existing(path)
    if opened is None:
        print(f"hintsmith: {path or default_path()}: no library yet", file=sys.stderr)
    return opened


def _end(problems: list[str]) -> None:
    for problem in problems:
        print(f"hintsmith: {problem}", file=sys.stderr)
    if problems:
        raise typer.Exit(2)

"""`hintsmith library`: what was exported, and what was published."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from experiments.cli import app

commands = typer.Typer(help="The library of puzzles, so that nothing is published twice.", no_args_is_help=True)
app.add_typer(commands, name="library", rich_help_panel="Use the results")

LibraryFile = Annotated[Path | None, typer.Option("--library", help="Library file; the user's own without it.")]
Puzzles = Annotated[list[str], typer.Argument(metavar="RUN|FILE|PUZZLE…", help="Run folders, files, puzzles, or -.")]


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
    run: Annotated[str | None, typer.Option(help="Puzzles of this run.")] = None,
    text: Annotated[str | None, typer.Option(help="Part of the id or the title.")] = None,
    published: Annotated[bool | None, typer.Option("--published/--unpublished", help="Only these.")] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="The most to show.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a line.")] = False,
    library: LibraryFile = None,
) -> None:
    """Show puzzles of the library, the newest first; exit code 1 when there is none.

    Example: hintsmith library find --grade easy --unpublished
    """
    from experiments.library import Library
    from puzzles.errors import InputError
    from puzzles.files import read_argument, records_of

    wanted = [] if puzzle is None else records_of(read_argument(puzzle))
    if len(wanted) > 1:
        raise InputError(f"{puzzle}: {len(wanted)} puzzles, one is looked for")
    hints = wanted[0].hints if wanted else None
    with Library(library) as opened:
        items = opened.find(hints=hints, grade=grade, run=run, text=text, published=published, limit=limit)
    for item in items:
        if as_json:
            print(json.dumps(asdict(item), ensure_ascii=False))
        else:
            scores = "" if item.f1 is None or item.f2 is None else f"  f1 {item.f1:.3f}  f2 {item.f2:.3f}"
            state = f"  published {item.published} {item.published_in}".rstrip() if item.published else ""
            print(f"{item.hints}  {item.id}  {item.grade or '-'}{scores}  {item.run}  {item.added}{state}")
    if not items:
        print("hintsmith: no such puzzle in the library", file=sys.stderr)
        raise typer.Exit(1)


@commands.command("mark-published")
def mark_published(
    sources: Puzzles,
    where: Annotated[str, typer.Option("--in", help="Where it was published.")] = "",
    library: LibraryFile = None,
) -> None:
    """Mark puzzles of the library as published, so that `export` leaves them out from now on.

    Example: hintsmith library mark-published book.csv --in "Summer book"
    """
    from experiments.library import Library
    from experiments.publish.source import load

    loaded = load(sources)
    names = {puzzle.hints: puzzle.id for puzzle in loaded.puzzles}
    with Library(library) as opened:
        marked, missing = opened.mark_published(names, where)
    print(f"{marked} marked")
    _end([*loaded.problems, *(f"{names[line]}: not in the library, add it first" for line in missing)])


@commands.command("stats")
def stats(
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False, library: LibraryFile = None
) -> None:
    """Show how many puzzles the library holds.

    Example: hintsmith library stats
    """
    from experiments.library import Library

    with Library(library) as opened:
        found, path = opened.stats(), opened.path
    if as_json:
        print(json.dumps({**asdict(found), "path": str(path)}, ensure_ascii=False))
        return
    print(f"{path}\n{found.puzzles} puzzles of {found.runs} runs, {found.published} published")
    for grade, number in found.grades.items():
        print(f"  {grade}: {number}")


def _end(problems: list[str]) -> None:
    for problem in problems:
        print(f"hintsmith: {problem}", file=sys.stderr)
    if problems:
        raise typer.Exit(2)

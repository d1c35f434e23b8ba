"""`hintsmith export`: choose puzzles and send them out."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from experiments.cli import app

if TYPE_CHECKING:
    from experiments.publish import ExportPuzzle, Made
    from experiments.publish.book import BookOptions


@app.command("export", rich_help_panel="Use the results")
def export(
    sources: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="RUN|FILE…",
            help="Run folders, files of puzzles in any format, own pictures and books, - for standard input; "
            "or files of nonograms (.non, .nin, JSON).",
        ),
    ] = None,
    formats: Annotated[
        str, typer.Option("--format", "-f", help="Outputs, with commas; --list-formats names them.")
    ] = "pdf",
    select: Annotated[
        list[str] | None,
        typer.Option(
            "--select",
            "-s",
            help="all, best, best:N, knee, spread:N, grade:easy,hard or ids:1,4. Repeat to choose among the chosen.",
        ),
    ] = None,
    max_alike: Annotated[
        float,
        typer.Option(
            min=0.0, max=1.0, help="Leave out puzzles with more than this share of hints alike; 1 only the same."
        ),
    ] = 0.9,
    out: Annotated[Path, typer.Option("--out", "-o", help="Folder for the files.")] = Path("exports"),
    name: Annotated[
        str | None, typer.Option(help="How the files are called; the run's or title's name without it.")
    ] = None,
    title: Annotated[str, typer.Option(help="Title of the book.")] = "",
    author: Annotated[str, typer.Option(help="Author of the book and of the puzzles.")] = "",
    paper: Annotated[str, typer.Option(help="a4, a5, letter or 6x9.")] = "a4",
    per_page: Annotated[int, typer.Option(help="Puzzles a page: 1, 2, 4 or 6.")] = 2,
    large_print: Annotated[bool, typer.Option("--large-print", help="Digits of at least 16 pt.")] = False,
    solutions: Annotated[str, typer.Option(help="back: small, at the end; next: on the next page; none.")] = "back",
    header: Annotated[str | None, typer.Option(help="Text at the head of pages; the title without it.")] = None,
    footer: Annotated[str, typer.Option(help="Text at the foot of pages.")] = "",
    lang: Annotated[str, typer.Option(help="Language of the book's own words: en or ja.")] = "en",
    colour: Annotated[bool, typer.Option("--colour/--grey", help="Colour, or shades of grey.")] = False,
    crop_marks: Annotated[bool, typer.Option("--crop-marks", help="Crop marks and 3 mm of bleed.")] = False,
    gutter: Annotated[
        float | None, typer.Option(min=0.0, max=40.0, help="Millimetres more at the spine; by page count for 6x9.")
    ] = None,
    first_number: Annotated[int, typer.Option(min=0, help="Number of the first puzzle.")] = 1,
    labels: Annotated[bool, typer.Option("--labels/--no-labels", help="Grades and techniques above the grids.")] = True,
    template: Annotated[
        Path | None, typer.Option(help="Your own book.typ; --save-template gives one to begin with.")
    ] = None,
    fonts: Annotated[list[Path] | None, typer.Option("--fonts", help="Folder with fonts for your template.")] = None,
    dpi: Annotated[float, typer.Option(help="Dots an inch of PNG pictures.")] = 300.0,
    with_solution: Annotated[bool, typer.Option("--with-solution", help="Pictures show the solution in grey.")] = False,
    avoid: Annotated[
        str, typer.Option(help="Leave out puzzles of the library that are published, or all that are known, or none.")
    ] = "published",
    library: Annotated[Path | None, typer.Option("--library", help="Library file; the user's own without it.")] = None,
    remember: Annotated[
        bool, typer.Option("--remember/--no-library", help="Add what was exported to the library, or leave it alone.")
    ] = True,
    list_formats: Annotated[bool, typer.Option("--list-formats", help="Name the outputs and end.")] = False,
    save_template: Annotated[Path | None, typer.Option(help="Write the book's template there and end.")] = None,
) -> None:
    """Choose puzzles of runs or files and write them as books, pictures, tables and exchange formats.

    Nonograms are proved to have one picture and go out as pdf, svg, png and in their own formats.

    Example: hintsmith export runs/quickstart-20260101-120000 --format pdf,svg --select spread:8 --per-page 2
    """
    from experiments.names import file_stem
    from experiments.nonograms import is_nonogram
    from experiments.publish import OUTPUTS, Options, output
    from experiments.publish.nonogram_outputs import NONOGRAM_OUTPUTS
    from experiments.publish.select import pick
    from experiments.publish.source import load
    from experiments.publish.typesetting import template_text
    from puzzles.errors import InputError

    if list_formats:
        for one in OUTPUTS.values():
            print(f"{one.name:10} {one.summary}")
        print(f"{'nonograms':10} go out as {', '.join(NONOGRAM_OUTPUTS)}")
        return
    if save_template is not None:
        _write(save_template, template_text("book.typ").encode())
        print(save_template)
        return
    if not sources:
        raise InputError(
            "nothing to export: name run folders or files of puzzles, as in `hintsmith export puzzles.txt`"
        )
    names = [part.strip() for part in formats.split(",") if part.strip()]
    if not names:
        raise InputError("--format names no output")
    if avoid not in ("published", "known", "none"):
        raise InputError(f"--avoid {avoid!r}: published, known or none")
    if solutions not in ("back", "next", "none"):
        raise InputError(f"--solutions {solutions!r}: back, next or none")
    if lang not in ("en", "ja"):
        raise InputError(f"--lang {lang!r}: en or ja")
    nonograms = [source for source in sources if is_nonogram(source)]
    if nonograms:
        others = [source for source in sources if source not in nonograms]
        if others:
            raise InputError(f"{nonograms[0]} is a nonogram and {others[0][:80]} is not: export them one by one")
        for option, given in (
            ("--select", bool(select)), ("--per-page", per_page != 2), ("--large-print", large_print),
            ("--colour", colour), ("--crop-marks", crop_marks), ("--template", template is not None),
            ("--fonts", bool(fonts)), ("--avoid", avoid != "published"), ("--library", library is not None),
        ):  # fmt: skip
            if given:
                raise InputError(f"{option} is for number place puzzles, {nonograms[0]} is a nonogram")
        _nonograms(
            nonograms, names, out, name, title, author, paper, solutions, header, footer, lang, gutter, first_number,
            labels, dpi, with_solution,
        )  # fmt: skip
        return
    outputs = list(dict.fromkeys(output(part) for part in names))

    loaded = load(sources)
    for problem in loaded.problems:
        _say(problem)
    puzzles = [_by(puzzle, author) for puzzle in loaded.puzzles]
    if remember and avoid != "none":
        puzzles = _without_known(puzzles, library, avoid)
    chosen, copies = pick(puzzles, select or [], max_alike)
    for copy in copies:
        how = "the same puzzle" if copy.share == 1 else f"{copy.share:.0%} of hints alike"
        _say(f"{copy.puzzle.id} left out: {copy.like.id} is too much like it ({how})")
    if not chosen:
        _say("no puzzle is left to export")
        raise typer.Exit(2 if loaded.problems else 1)

    book: BookOptions = _book(
        title, author, paper, per_page, large_print, solutions, header, footer, lang, colour, crop_marks, gutter,
        first_number, labels, template, fonts,
    )  # fmt: skip
    options = Options(book, dpi, with_solution)
    stem = file_stem(name or title or chosen[0].source)
    made = [one for out_put in outputs for one in out_put.make(chosen, options)]
    _write_all(out, stem, made, len(chosen))
    if remember:
        _remember(chosen, library)
    if loaded.problems:
        raise typer.Exit(2)


def _nonograms(
    sources: list[str], names: list[str], out: Path, name: str | None, title: str, author: str, paper: str,
    solutions: str, header: str | None, footer: str, lang: str, gutter: float | None, first_number: int,
    titles: bool, dpi: float, with_solution: bool,
) -> None:  # fmt: skip
    from typing import cast

    from experiments.names import file_stem
    from experiments.publish.book import Lang
    from experiments.publish.layout import Solutions
    from experiments.publish.nonogram_book import NonogramBook
    from experiments.publish.nonogram_outputs import NonogramOptions, nonogram_output
    from experiments.publish.nonogram_source import load_nonograms

    outputs = list(dict.fromkeys(nonogram_output(part) for part in names))
    loaded = load_nonograms(sources)
    for problem in loaded.problems:
        _say(problem)
    if not loaded.puzzles:
        _say("no puzzle is left to export")
        raise typer.Exit(2)
    book = NonogramBook(
        title=title,
        author=author,
        paper=paper.lower(),
        solutions=cast("Solutions", solutions),
        header=header,
        footer=footer,
        lang=cast("Lang", lang),
        gutter=gutter,
        first_number=first_number,
        titles=titles,
    )
    options = NonogramOptions(book, dpi, with_solution)
    stem = file_stem(name or title or loaded.puzzles[0].id)
    made = [one for out_put in outputs for one in out_put(loaded.puzzles, options)]
    _write_all(out, stem, made, len(loaded.puzzles))
    if loaded.problems:
        raise typer.Exit(2)


def _say(line: str) -> None:
    print(f"hintsmith: {line}", file=sys.stderr)


def _by(puzzle: ExportPuzzle, author: str) -> ExportPuzzle:
    from dataclasses import replace

    return puzzle if puzzle.author or not author else replace(puzzle, author=author)


def _book(
    title: str, author: str, paper: str, per_page: int, large_print: bool, solutions: str, header: str | None,
    footer: str, lang: str, colour: bool, crop_marks: bool, gutter: float | None, first_number: int, labels: bool,
    template: Path | None, fonts: list[Path] | None,
) -> BookOptions:  # fmt: skip
    from typing import cast

    from experiments.publish.book import BookOptions, Lang
    from experiments.publish.layout import Solutions

    return BookOptions(
        title=title,
        author=author,
        paper=paper.lower(),
        per_page=per_page,
        large_print=large_print,
        solutions=cast("Solutions", solutions),
        header=header,
        footer=footer,
        lang=cast("Lang", lang),
        colour=colour,
        crop_marks=crop_marks,
        gutter=gutter,
        first_number=first_number,
        grades=labels,
        techniques=labels,
        template=template,
        fonts=tuple(str(folder) for folder in fonts or []),
    )


def _without_known(puzzles: list[ExportPuzzle], path: Path | None, avoid: str) -> list[ExportPuzzle]:
    from experiments.library import Library, default_path

    if not (path or default_path()).exists():
        return puzzles
    with Library(path) as library:
        lines = [puzzle.hints for puzzle in puzzles]
        there = library.published(lines) if avoid == "published" else library.known(lines)
    for puzzle in puzzles:
        if puzzle.hints in there:
            _say(f"{puzzle.id} left out: it is {'published' if avoid == 'published' else 'in the library'} already")
    return [puzzle for puzzle in puzzles if puzzle.hints not in there]


def _remember(puzzles: list[ExportPuzzle], path: Path | None) -> None:
    from experiments.library import Library

    with Library(path) as library:
        added = library.add(puzzles)
        _say(f"{added.new} new in the library {library.path}, {added.known} known")


def _write_all(out: Path, stem: str, made: list[Made], count: int) -> None:
    """Write the files and name them."""
    for path, one in _paths(out, stem, made, count):
        _write(path, one.data)
        print(path)


def _paths(out: Path, stem: str, made: list[Made], count: int) -> list[tuple[Path, Made]]:
    """Where each file goes. Two outputs with one suffix are kept apart by a number."""
    width = max(3, len(str(count)))
    taken: set[str] = set()
    paths: list[tuple[Path, Made]] = []
    for one in made:
        base = stem if one.number is None else f"{stem}-{one.number:0{width}}"
        name, k = base + one.suffix, 2
        while name.casefold() in taken:
            name, k = f"{base}-{k}{one.suffix}", k + 1
        taken.add(name.casefold())
        paths.append((out / name, one))
    return paths


def _write(path: Path, data: bytes) -> None:
    """Write a whole file or none, in a folder that is made where it is missing."""
    from experiments.files import write_whole
    from puzzles.errors import InputError

    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{path}: cannot be written ({(error.strerror or str(error)).lower()})") from None
    write_whole(path, data)

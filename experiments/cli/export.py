"""`hintsmith export`: choose puzzles and send them out."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from experiments.cli import app


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
            help="all, best, best:N, knee, spread:N, diverse:N, grade:easy,hard, minutes:5-15 or ids:1,4. "
            "Repeat to choose among the chosen.",
        ),
    ] = None,
    origin: Annotated[
        str, typer.Option("--from", help="front, or all: every valid puzzle that a run has met, the best judged again.")
    ] = "front",
    quota: Annotated[
        str | None, typer.Option(help="How many of each grade, good ones far apart, as easy:5,gentle:5,hard:10.")
    ] = None,
    sort: Annotated[
        str | None,
        typer.Option(help="effort (easy to hard), minutes or none; books are sorted by effort unless ids are given."),
    ] = None,
    pattern: Annotated[
        str | None, typer.Option(help="Only puzzles on these hint cells: a shipped pattern's name, 81 marks, a file.")
    ] = None,
    digits: Annotated[
        str | None,
        typer.Option(
            help="shuffled: named at random, the same for the same puzzle; as-found. Without it puzzles of runs, and "
            "all that is printed, are shuffled."
        ),
    ] = None,
    turn: Annotated[
        bool, typer.Option("--turn", help="Turn or mirror puzzles too, where their pattern stays as it is.")
    ] = False,
    max_alike: Annotated[
        float,
        typer.Option(
            min=0.0,
            max=1.0,
            help="Leave out puzzles with more than this share of hints like those of another one, or of one that is "
            "avoided; 1 only the same.",
        ),
    ] = 0.9,
    out: Annotated[Path, typer.Option("--out", "-o", help="Folder for the files.")] = Path("exports"),
    name: Annotated[
        str | None,
        typer.Option(
            help="How the files are called; the run's or title's name without it. A name that is taken gets a number."
        ),
    ] = None,
    force: Annotated[
        bool, typer.Option("--force", help="Write over earlier exports of the same name; never over what is read.")
    ] = False,
    book_file: Annotated[
        Path | None,
        typer.Option("--book", help="A book of sections, as a TOML file; options given here come before what it says."),
    ] = None,
    title: Annotated[str, typer.Option(help="Title of the book.")] = "",
    author: Annotated[str, typer.Option(help="Author of the book and of the puzzles.")] = "",
    paper: Annotated[
        str,
        typer.Option(
            help="a4, a5, a6, b5, b6, ab, shiroku (四六判), shinsho (新書判), letter, 6x9, or WIDTHxHEIGHT in mm."
        ),
    ] = "a4",
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
    labels: Annotated[bool, typer.Option("--labels/--no-labels", help="Grades above the grids.")] = True,
    minutes: Annotated[
        bool, typer.Option("--minutes", help="About how long people take, above the grids and in the index.")
    ] = False,
    date_line: Annotated[bool, typer.Option("--date-line", help="A line for date and time above the grids.")] = False,
    techniques: Annotated[
        bool, typer.Option("--techniques", help="The hardest technique's name below the grids.")
    ] = False,
    dividers: Annotated[bool, typer.Option("--dividers", help="A page before the puzzles of each grade.")] = False,
    pages: Annotated[str, typer.Option(help="More pages, with commas; --list-pages names them.")] = "",
    imprint: Annotated[
        list[str] | None, typer.Option("--imprint", help='A line of the imprint, as "Printer: Smith". Repeat for more.')
    ] = None,
    pad: Annotated[int, typer.Option(help="Add empty pages until their number is a multiple of this.")] = 1,
    template: Annotated[
        Path | None, typer.Option(help="Your own book.typ; --save-template gives one to begin with.")
    ] = None,
    fonts: Annotated[list[Path] | None, typer.Option("--fonts", help="Folder with fonts for your template.")] = None,
    dpi: Annotated[float, typer.Option(help="Dots an inch of PNG pictures.")] = 300.0,
    with_solution: Annotated[bool, typer.Option("--with-solution", help="Pictures show the solution in grey.")] = False,
    avoid: Annotated[
        str,
        typer.Option(
            help="Leave out puzzles of the library that are published, or all that are known, and near copies; or none."
        ),
    ] = "published",
    avoid_file: Annotated[
        list[str] | None, typer.Option("--avoid-file", help="Leave out the puzzles of this file, and near copies.")
    ] = None,
    library: Annotated[Path | None, typer.Option("--library", help="Library file; the user's own without it.")] = None,
    remember: Annotated[
        bool,
        typer.Option(
            "--remember/--no-library", help="Add what was exported to the library, or not. --avoid holds either way."
        ),
    ] = True,
    list_formats: Annotated[bool, typer.Option("--list-formats", help="Name the outputs and end.")] = False,
    list_pages: Annotated[bool, typer.Option("--list-pages", help="Name the pages for --pages and end.")] = False,
    save_template: Annotated[Path | None, typer.Option(help="Write the book's template there and end.")] = None,
) -> None:
    """Choose puzzles of runs or files and write them as books, pictures, tables and exchange formats.

    Nonograms are proved to have one picture and go out as pdf, svg, png and in their own formats.

    Example: hintsmith export runs/quickstart-20260101-120000 --format pdf,svg --select spread:8 --per-page 2
    """
    given: dict[str, Any] = dict(locals())
    if given.pop("list_formats"):
        _list_formats()
    elif given.pop("list_pages"):
        _list_pages()
    elif (path := given.pop("save_template")) is not None:
        _save_template(path, force)
    else:
        from experiments.publish.book_file import with_book
        from experiments.publish.exporting import export as run
        from experiments.publish.options import make_options

        options = make_options(given) if book_file is None else with_book(book_file, given)
        code = run(options, _say, print)
        if code:
            raise typer.Exit(code)


def _say(line: str) -> None:
    print(f"hintsmith: {line}", file=sys.stderr)


def _list_formats() -> None:
    from experiments.publish.kinds import NONOGRAMS, NUMBER_PLACE
    from experiments.publish.outputs import outputs_of

    for one in outputs_of(NUMBER_PLACE).values():
        print(f"{one.name:10} {one.summary}")
    print(f"{NONOGRAMS.many:10} go out as {', '.join(outputs_of(NONOGRAMS))}")


def _list_pages() -> None:
    from experiments.publish.book.parts import PARTS

    for name, part in PARTS.items():
        print(f"{name:10} {part.summary}")


def _save_template(path: Path, force: bool) -> None:
    from experiments.files import write_whole
    from experiments.publish.typesetting import template_text
    from puzzles.errors import InputError

    if path.exists() and not force:
        raise InputError(f"{path}: is there already; --force writes over it")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{path}: cannot be written ({(error.strerror or str(error)).lower()})") from None
    write_whole(path, template_text("book.typ").encode())
    print(path)

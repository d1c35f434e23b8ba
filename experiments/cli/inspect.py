"""`hintsmith inspect`"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from experiments.kinds.base import Figures
    from experiments.run.folder import RunFolder


def inspect(
    runs: Annotated[list[Path], typer.Argument(metavar="RUN…", help="Run folders.")],
    hints: Annotated[
        bool, typer.Option("--hints", help="Write out the puzzles of the front; a wide terminal shows them anyway.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a run, on a line of its own.")] = False,
    as_csv: Annotated[
        bool, typer.Option("--csv", help="The rows of pareto.csv of all runs, with a column for the run.")
    ] = False,
    html: Annotated[bool, typer.Option("--html", help="Write report.html anew and name it.")] = False,
    figures: Annotated[
        str | None,
        typer.Option(
            "--figures",
            metavar="FORMATS",
            help="Write figures for papers into the run folder and name them: svg, pdf, png, with commas.",
        ),
    ] = None,
    hv_ref: Annotated[
        str | None,
        typer.Option(
            "--hv-ref",
            metavar="POINT",
            help="Show the score of the competition's platform instead: the hypervolume of all valid puzzles judged, "
            "objectives minimised, from a reference point as 0,0, or from the worst value of the front: front.",
        ),
    ] = None,
    curves: Annotated[
        int, typer.Option("--curves", min=0, help="With --figures: difficulty curves of this many puzzles.")
    ] = 4,
    size: Annotated[
        str | None, typer.Option("--size", metavar="WxH", help="With --figures: their size in mm, as 85x60.")
    ] = None,
    lang: Annotated[
        str | None, typer.Option("--lang", help="Language of figures, and in which the report opens: en or ja.")
    ] = None,
) -> None:
    """Show runs: the front, the history of its hypervolume, claimed and validated scores.

    Figures are the front (pareto), the history (hypervolume) and difficulty curves d(t) (difficulty-1, …).

    Example: hintsmith inspect runs/quickstart-20261130-120000 --figures svg,pdf
    """
    from experiments.run.folder import RunFolder
    from experiments.run.inspecting import print_run, run_json, runs_csv
    from puzzles.errors import InputError

    if size is not None and figures is None:
        raise InputError("--size: goes with --figures")
    if as_json and as_csv:
        raise InputError("--json and --csv: choose one of them")
    folders = [RunFolder.open(run) for run in runs]
    if hv_ref is not None:
        _score(folders, hv_ref, as_json)
    elif html or figures is not None:
        _draw(folders, html, None if figures is None else _wanted(figures, curves, size, lang), lang)
    elif as_csv:
        typer.echo(runs_csv(folders), nl=False)
    elif as_json:
        for folder in folders:
            typer.echo(run_json(folder))
    else:
        for k, folder in enumerate(folders):
            if k:
                typer.echo()
            print_run(folder, hints)


def _score(folders: list[RunFolder], reference: str, as_json: bool) -> None:
    """Print what the platform's indicator says of each run."""
    import json

    from experiments.indicator import run_score

    for folder in folders:
        found = run_score(folder, reference)
        if as_json:
            typer.echo(json.dumps(found, ensure_ascii=False))
            continue
        at = "none" if found["reference"] is None else f"({', '.join(f'{value:g}' for value in found['reference'])})"
        typer.echo(f"{found['run']}: {found['score']:.6f}, of {found['trials']} feasible trials, reference point {at}")


def _wanted(figures: str, curves: int, size: str | None, lang: str | None) -> Figures:
    """The figures asked for. Raises InputError for a size that is none."""
    from experiments.kinds.base import Figures

    formats = [part.strip().lower() for part in figures.split(",") if part.strip()]
    return Figures(formats, curves, None if size is None else _millimetres(size), lang or "en")


def _millimetres(text: str) -> tuple[float, float]:
    import re

    from puzzles.errors import InputError

    match = re.fullmatch(r"(\d{1,4}(?:\.\d+)?)\s*[x×]\s*(\d{1,4}(?:\.\d+)?)(?:\s*mm)?", text.strip())
    sides = (0.0, 0.0) if match is None else (float(match[1]), float(match[2]))
    if not all(30 <= side <= 1000 for side in sides):
        raise InputError(f"--size {text!r}: width and height in mm are needed, 30 to 1000, such as 85x60")
    return sides


def _draw(folders: list[RunFolder], html: bool, figures: Figures | None, lang: str | None) -> None:
    """Write reports and figures, and name them."""
    for folder in folders:
        folder.puzzles()  # says what to do where there is none yet
        if html:
            typer.echo(str(folder.kind.write_report(folder.path, folder.config(), lang)))
        if figures is not None:
            for path in folder.kind.write_figures(folder.path, folder.config(), figures):
                typer.echo(str(path))

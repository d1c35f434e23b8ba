"""`hintsmith inspect`"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def inspect(
    run: Annotated[Path, typer.Argument(help="A run folder.")],
    html: Annotated[bool, typer.Option("--html", help="Write report.html anew and name it.")] = False,
    figures: Annotated[
        str | None,
        typer.Option(
            "--figures",
            metavar="FORMATS",
            help="Write figures for papers into the run folder and name them: svg, pdf, png, with commas.",
        ),
    ] = None,
    curves: Annotated[
        int, typer.Option("--curves", min=0, help="With --figures: difficulty curves of this many puzzles.")
    ] = 4,
) -> None:
    """Show a run: its front, the history of its hypervolume, claimed and validated scores.

    Figures are the front (pareto), the history (hypervolume) and difficulty curves d(t) (difficulty-1, …).

    Example: hintsmith inspect runs/quickstart-20261130-120000 --figures svg,pdf
    """
    from experiments.run.folder import RunFolder
    from experiments.run.inspecting import print_run

    folder = RunFolder.open(run)
    if html or figures is not None:
        folder.puzzles()  # says what to do where there is none yet
    if html:
        typer.echo(str(folder.kind.write_report(folder.path, folder.config())))
    if figures is not None:
        formats = [part.strip().lower() for part in figures.split(",") if part.strip()]
        for path in folder.kind.write_figures(folder.path, folder.config(), formats, curves):
            typer.echo(str(path))
    if not html and figures is None:
        print_run(folder)

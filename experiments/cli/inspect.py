"""`hintsmith inspect`"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def inspect(
    run: Annotated[Path, typer.Argument(help="A run folder.")],
    html: Annotated[bool, typer.Option("--html", help="Write report.html anew and name it.")] = False,
) -> None:
    """Show a run: its front, the history of its hypervolume, claimed and validated scores.

    Example: hintsmith inspect runs/quickstart-20261130-120000
    """
    from experiments.folder import RunFolder
    from experiments.inspecting import print_run

    folder = RunFolder.open(run)
    if html:
        from experiments.report import write_report

        typer.echo(str(write_report(folder.path, folder.config().evaluation_settings())))
    else:
        print_run(folder)

"""`hintsmith inspect`"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def inspect(
    run: Annotated[Path, typer.Argument(help="A run folder.")],
) -> None:
    """Show a run: its front, the history of its hypervolume, claimed and validated scores.

    Example: hintsmith inspect runs/quickstart-20261130-120000
    """
    from experiments.folder import RunFolder
    from experiments.inspecting import print_run

    print_run(RunFolder.open(run))

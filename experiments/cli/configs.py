"""`hintsmith configs`"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def configs(
    names: Annotated[list[str] | None, typer.Argument(metavar="[NAME]…", help="The configs to copy.")] = None,
    everything: Annotated[bool, typer.Option("--all", help="Copy all of them.")] = False,
    out: Annotated[Path, typer.Option("--out", "-o", help="The folder to copy into.")] = Path(),
    show: Annotated[bool, typer.Option("--show", help="Print them instead of copying.")] = False,
) -> None:
    """List the example configs that come with hintsmith, or copy some of them to begin with.

    Example: hintsmith configs quickstart
    """
    from experiments.examples import copy_config, example_configs, example_named

    if not names and not everything:
        for one in example_configs():
            typer.echo(f"{one.name:22} {one.summary}")
        return
    for one in example_configs() if everything else [example_named(name) for name in names or ()]:
        typer.echo(one.text.rstrip() if show else str(copy_config(one, out)))

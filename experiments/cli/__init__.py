"""The command line: one file per command, gathered here.

Commands import what they need inside themselves, so that `hintsmith --help` stays instant.
"""

from __future__ import annotations

import sys
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from puzzles.errors import InputError

_MAKE, _JUDGE, _USE = "Make puzzles", "Judge puzzles", "Use the results"
_PANELS = {
    "run": _MAKE, "configs": _MAKE, "sweep": _MAKE, "pattern": _MAKE,
    "evaluate": _JUDGE, "explain": _JUDGE, "solve": _JUDGE, "opthub": _JUDGE,
    "inspect": _USE, "compare": _USE, "export": _USE, "library": _USE,
}  # fmt: skip
"""The groups of the help page, in its order."""


class _Ordered(TyperGroup):
    """Commands as the help page shows them; one that is not in _PANELS stands at the end."""

    def list_commands(self, ctx: Any) -> list[str]:
        order = list(_PANELS)
        names = super().list_commands(ctx)
        return sorted(names, key=lambda name: order.index(name) if name in order else len(order))


app = typer.Typer(
    cls=_Ordered,
    name="hintsmith",
    help="Evolves number place puzzles that people enjoy, on a hint pattern of your choice.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(asked: bool) -> None:
    if asked:
        from importlib.metadata import version

        typer.echo(f"hintsmith {version('hintsmith')}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    pass


def main() -> None:
    """Entry point: exit code 2 and one line on bad input, 130 when interrupted."""
    try:
        app()
    except InputError as error:
        print(f"hintsmith: {error}", file=sys.stderr)
        sys.exit(2)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(0)
    except KeyboardInterrupt:
        print("hintsmith: interrupted", file=sys.stderr)
        sys.exit(130)


from experiments.cli import compare as compare  # noqa: E402
from experiments.cli import explain as explain  # noqa: E402
from experiments.cli import export as export  # noqa: E402
from experiments.cli import library as library  # noqa: E402
from experiments.cli import opthub as opthub  # noqa: E402
from experiments.cli import pattern as pattern  # noqa: E402
from experiments.cli import sweep as sweep  # noqa: E402
from experiments.cli.configs import configs  # noqa: E402
from experiments.cli.evaluate import evaluate  # noqa: E402
from experiments.cli.inspect import inspect  # noqa: E402
from experiments.cli.run import run  # noqa: E402
from experiments.cli.solve import solve  # noqa: E402

app.command("run", rich_help_panel=_PANELS["run"])(run)
app.command("configs", rich_help_panel=_PANELS["configs"])(configs)
app.command("inspect", rich_help_panel=_PANELS["inspect"])(inspect)
app.command("evaluate", rich_help_panel=_PANELS["evaluate"])(evaluate)
app.command("solve", rich_help_panel=_PANELS["solve"])(solve)

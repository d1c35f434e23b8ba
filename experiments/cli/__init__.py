"""The command line: one file per command, gathered here.

Commands import what they need inside themselves, so that `hintsmith --help` stays instant.
"""

from __future__ import annotations

import sys

import typer

from puzzles.errors import InputError

app = typer.Typer(
    name="hintsmith",
    help="Evolves number place puzzles that people enjoy, on a hint pattern of your choice.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


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


from experiments.cli import explain as explain  # noqa: E402
from experiments.cli import export as export  # noqa: E402
from experiments.cli import library as library  # noqa: E402
from experiments.cli import opthub as opthub  # noqa: E402
from experiments.cli import pattern as pattern  # noqa: E402
from experiments.cli.evaluate import evaluate  # noqa: E402
from experiments.cli.inspect import inspect  # noqa: E402
from experiments.cli.run import run  # noqa: E402
from experiments.cli.solve import solve  # noqa: E402

app.command("run")(run)
app.command("inspect")(inspect)
app.command("evaluate")(evaluate)
app.command("solve")(solve)

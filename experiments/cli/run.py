"""`hintsmith run`"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def run(
    config: Annotated[Path | None, typer.Argument(help="The experiment, a TOML file.")] = None,
    set_: Annotated[
        list[str] | None, typer.Option("--set", help="Override a key, as search.generations=50. May be repeated.")
    ] = None,
    workers: Annotated[int | None, typer.Option(min=0, help="Number of workers; 0 for one per core.")] = None,
    seed: Annotated[int | None, typer.Option(min=0, help="Another seed.")] = None,
    out: Annotated[Path | None, typer.Option(help="Folder for run folders; runs without it.")] = None,
    resume: Annotated[
        Path | None,
        typer.Option(
            help="Go on with this run folder instead; --set search.evaluations=N prolongs it, finished or not."
        ),
    ] = None,
) -> None:
    """Run an experiment: evolve puzzles on a pattern and write the Pareto front to a run folder.

    Example: hintsmith run configs/quickstart.toml --seed 7
    """
    from experiments.cli.progress import TerminalWatcher
    from experiments.run import runner
    from experiments.run.config import load_config
    from experiments.unknown import shrinkage
    from puzzles.errors import InputError

    if (config is None) == (resume is None):
        raise InputError("run: a config file, or --resume with a run folder, is needed (and not both)")
    overrides = list(set_ or [])
    if workers is not None:
        overrides.append(f"parallel.workers={workers}")
    if seed is not None:
        overrides.append(f"seed={seed}")
    with TerminalWatcher() as watcher:
        if resume is not None:
            if out is not None:
                raise InputError("run: --out is for new runs, --resume goes on in the run's own folder")
            outcome = runner.resume(resume, watcher, overrides)
        else:
            assert config is not None
            outcome = runner.start(load_config(config, overrides), out or Path("runs"), watcher)
    typer.echo(f"{outcome.front} puzzles on the front")
    volume = f"hypervolume to ({', '.join(f'{value:g}' for value in outcome.worst)}):"
    if outcome.is_random:
        lost = f" (shrinkage {shrinkage(outcome.claimed, outcome.validated)})" if outcome.claimed else ""
        typer.echo(f"{volume} claimed {outcome.claimed:.4f}, validated {outcome.validated:.4f}{lost}")
    else:
        typer.echo(f"{volume} {outcome.claimed:.4f}")
    for line in outcome.remarks:
        typer.echo(line)
    typer.echo(f"run folder: {outcome.folder}")
    if outcome.interrupted:
        raise typer.Exit(130)
    if not outcome.front:
        raise typer.Exit(1)

"""`hintsmith sweep`"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from experiments.cli import app


@app.command("sweep", rich_help_panel="Make puzzles")
def sweep(
    config: Annotated[Path, typer.Argument(help="The experiment, a TOML file.")],
    grid: Annotated[
        list[str] | None,
        typer.Option(
            "--grid", metavar="KEY=A,B", help="Values of a key; every combination of all keys is run. May be repeated."
        ),
    ] = None,
    seeds: Annotated[str, typer.Option(help="Seeds of each combination, as 1-10 or 1,3,5-7.")] = "1-10",
    set_: Annotated[
        list[str] | None, typer.Option("--set", help="Override a key in every run. May be repeated.")
    ] = None,
    jobs: Annotated[int, typer.Option("--jobs", min=0, help="Runs at a time; 0 for one per core.")] = 0,
    scheduler: Annotated[
        str | None,
        typer.Option(help="Address of a dask scheduler that runs them instead; its workers see the same folder."),
    ] = None,
    out: Annotated[Path, typer.Option(help="Folder of the sweep.")] = Path("sweep"),
) -> None:
    """Run every combination of a grid with every seed, and compare the runs.

    The same command goes on with a sweep that was stopped: finished runs are kept, unfinished ones go on where they
    were. More seeds or values may be added. DIR/runs has the runs; compare.csv and compare.html show them, see compare.

    Example: hintsmith sweep configs/quickstart.toml --grid search.algorithm=nsga2,random --seeds 1-10 --out study
    """
    from experiments.cli.progress import SweepDisplay
    from experiments.compare.comparing import compare_sweep
    from experiments.compare.terminal import print_comparison
    from experiments.run.manifest import cores
    from experiments.sweep.grid import read_grid, read_seeds
    from experiments.sweep.sweep import Place, run_sweep

    values, numbers = read_grid(grid or []), read_seeds(seeds)
    with SweepDisplay() as display:
        done = run_sweep(config, set_ or [], values, numbers, Place(out, jobs or cores(), scheduler), display)
    failed = [one for one in done if not (one.finished and one.front)]
    for one in failed:
        if not one.error:
            typer.echo(f"hintsmith: {one.name}: {'found nothing valid' if one.finished else 'stopped'}", err=True)
    if any(one.front for one in done):
        comparison = compare_sweep(out)
        print_comparison(comparison)
    typer.echo(f"sweep: {out}, {len(done) - len(failed)} of {len(done)} runs with a front")
    if failed:
        raise typer.Exit(1)

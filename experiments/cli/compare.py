"""`hintsmith compare`"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from experiments.cli import app


@app.command("compare", rich_help_panel="Use the results")
def compare(
    paths: Annotated[
        list[Path], typer.Argument(metavar="DIR|RUN…", help="A sweep, run folders, or folders of run folders.")
    ],
    by: Annotated[
        list[str] | None,
        typer.Option(
            "--by", metavar="KEY", help="Runs with the same value are a group; all keys that differ without it."
        ),
    ] = None,
    at: Annotated[
        int | None, typer.Option("--at", min=1, help="What was reached after so many evaluations; needs a history.")
    ] = None,
    seconds: Annotated[
        float | None, typer.Option("--seconds", min=0.0, help="What was reached after so many processor seconds.")
    ] = None,
    test: Annotated[
        str, typer.Option("--test", help="wilcoxon (pairs of the same seed), mann-whitney, or auto.")
    ] = "auto",
    form: Annotated[
        str, typer.Option("--format", "-f", help="table, json, csv, runs (csv of each run), latex or markdown.")
    ] = "table",
    as_json: Annotated[bool, typer.Option("--json", help="As --format json.")] = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="As --format csv.")] = False,
    latex: Annotated[bool, typer.Option("--latex", help="As --format latex.")] = False,
    out: Annotated[
        Path | None,
        typer.Option(help="Folder for compare.csv, runs.csv and compare.html; a sweep's own without it."),
    ] = None,
) -> None:
    """Compare runs: medians and quartiles of what each group reached, and how sure it is that they differ.

    What is compared is the hypervolume, or of one objective its best value: as validated, and as claimed. p-values are
    two-sided, with Holm's correction; A12 is the chance that a run of one group beats one of the other. Smaller budgets
    are read off runs with validation.history = true. compare.html shows boxes, curves and attainment surfaces.

    Example: hintsmith compare study --by search.algorithm --at 2000
    """
    from experiments.compare.comparing import compare as of
    from experiments.compare.runs import Limit
    from experiments.compare.tables import runs_csv, to_csv, to_json, to_latex, to_markdown
    from experiments.compare.terminal import print_comparison
    from experiments.compare.writing import write_all
    from experiments.sweep.folder import SWEEP_FILE, grid_keys
    from puzzles.errors import InputError

    chosen = {form, *(["json"] if as_json else []), *(["csv"] if as_csv else []), *(["latex"] if latex else [])}
    if len(chosen) > 1:
        chosen.discard("table")
    writers = {"json": to_json, "csv": to_csv, "runs": runs_csv, "latex": to_latex, "markdown": to_markdown}
    if len(chosen) > 1 or not chosen <= {"table", *writers}:
        raise InputError(f"--format: one of table, {', '.join(writers)} is needed, not {', '.join(sorted(chosen))}")
    if at is not None and seconds is not None:
        raise InputError("--at and --seconds: choose one of them")
    sweep = paths[0] if len(paths) == 1 and (paths[0] / SWEEP_FILE).is_file() else None
    own = () if sweep is None else grid_keys(sweep)
    comparison = of(paths, by or own, Limit(at, seconds), test)
    (name,) = chosen
    if name == "table":
        print_comparison(comparison)
    else:
        text = writers[name](comparison)
        typer.echo(text, nl=not text.endswith("\n"))
    folder = out or sweep
    if folder is not None:
        for path in write_all(comparison, folder):
            typer.echo(str(path), err=True)

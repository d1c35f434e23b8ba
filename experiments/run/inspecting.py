"""A run as tables in the terminal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from evaluation.objectives import Objective
from evaluation.table import Table as Rows
from experiments.run.columns import pareto_columns
from experiments.run.folder import RunFolder
from experiments.run.writer import writer_of
from experiments.unknown import with_error
from generator.search.fronts import hypervolume
from generator.search.problem import reference

_LINES = 12


def print_run(folder: RunFolder) -> None:
    """Where the run is, the front, the history of its hypervolume, and how much of the claim survived."""
    console = Console()
    history = folder.history()
    manifest = folder.manifest()
    rows = folder.puzzles() if folder.has_pareto() else None
    goals = folder.goals
    for line in _standing(folder, manifest, history):
        console.print(line, highlight=False, markup=False, soft_wrap=True)
    if console.width < 160:
        console.width = 160
    if rows is not None:
        _print_front(console, folder.path.name, rows, goals)
    if history:
        _print_history(console, history)
    if rows is not None and len(rows):
        _print_volumes(console, rows, goals)
    grids = manifest.get("solution_grids")
    if grids is not None:
        console.print(
            f"grids.csv: puzzles on {grids['reached']} different solution grids, {grids['wanted']} wanted",
            highlight=False,
        )


def _standing(folder: RunFolder, manifest: dict[str, Any], history: list[dict[str, str]]) -> Iterator[str]:
    """Lines that say where an unfinished run is, and how to go on with one that nobody writes; none for a finished."""
    writer = writer_of(folder.path)
    if writer is None and (manifest.get("finished") or (not manifest and folder.has_pareto())):
        return
    if history:
        last = history[-1]
        total = manifest.get("evaluations")
        of = "" if total is None else f" of {total}"
        where = (
            f"generation {last['generation']}, {last['evaluations']}{of} evaluations, {last['valid']} valid, "
            f"front {last['front_size']}, claimed hypervolume {float(last['hypervolume']):.4f}"
        )
    else:
        where = "before its first generation"
    if writer is not None:
        yield f"running since {writer.since}, process {writer.process} on {writer.host}: {where}"
    else:
        yield f"not finished, and no process writes it: {where}"
        yield f"go on with it: {folder.resume_command}"
    counts = manifest.get("counts") or {}
    if folder.has_pareto() and counts:
        yield f"the front below is that of {counts.get('evaluations')} evaluations"


def _print_front(console: Console, name: str, rows: Rows, goals: tuple[Objective, ...]) -> None:
    table = Table(title=f"{name}: {len(rows)} puzzles on the front", title_justify="left")
    names = [goal.column for goal in goals]
    table.add_column("#", justify="right", no_wrap=True)
    table.add_column("hints", no_wrap=True, overflow="fold")
    for head in (*names, *(f"validated {name}" for name in names), "T"):
        table.add_column(head, justify="right", no_wrap=True)
    table.add_column("grade", no_wrap=True)
    shown = rows.shown(pareto_columns(goals))
    for k, row in enumerate(shown):
        fresh = [
            with_error(float(rows[f"validated_{name}"][k]), float(rows[f"validated_{name}_se"][k])) for name in names
        ]
        claimed = [f"{float(rows[name][k]):.3f}" for name in names]
        table.add_row(str(k + 1), row["hints"], *claimed, *fresh, row["T"], row["grade"])
    console.print(table)


def _print_history(console: Console, history: list[dict[str, str]]) -> None:
    curve = Table(title="history", title_justify="left")
    for head in ("generation", "evaluations", "valid", "front", "hypervolume", "seconds"):
        curve.add_column(head, justify="right")
    step = max(1, len(history) // _LINES)
    shown = [*history[::step]]
    if shown[-1] is not history[-1]:
        shown.append(history[-1])
    for row in shown:
        curve.add_row(
            row["generation"],
            row["evaluations"],
            row["valid"],
            row["front_size"],
            f"{float(row['hypervolume']):.4f}",
            row["seconds"],
        )
    console.print(curve)


def _print_volumes(console: Console, rows: Rows, goals: tuple[Objective, ...]) -> None:
    claimed, validated = (_volume(rows, goals, prefix) for prefix in ("", "validated_"))
    worst = ", ".join(f"{goal.worst:g}" for goal in goals)
    console.print(
        f"hypervolume to ({worst}): claimed {claimed:.4f}, validated {validated:.4f}, "
        f"shrinkage {1 - validated / claimed if claimed else 0:.0%}",
        highlight=False,
    )


def _volume(rows: Rows, goals: tuple[Objective, ...], prefix: str) -> float:
    values = np.stack([goal.sign * rows[f"{prefix}{goal.column}"] for goal in goals], axis=1)
    return hypervolume(values[~np.isnan(values).any(axis=1)], reference(goals))

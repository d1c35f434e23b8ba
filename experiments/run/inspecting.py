"""A run as tables in the terminal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rich.console import Console
from rich.table import Table

from experiments.run.folder import RunFolder
from experiments.run.writer import writer_of
from generator.search.archive import hypervolume

_LINES = 12


def print_run(folder: RunFolder) -> None:
    """Where the run is, the front, the history of its hypervolume, and how much of the claim survived."""
    console = Console()
    history = folder.history()
    manifest = folder.manifest()
    rows = folder.pareto() if folder.has_pareto() else []
    for line in _standing(folder, manifest, history):
        console.print(line, highlight=False, markup=False, soft_wrap=True)
    if console.width < 160:
        console.width = 160
    if folder.has_pareto():
        _print_front(console, folder.path.name, rows)
    if history:
        _print_history(console, history)
    if rows:
        _print_volumes(console, rows)
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


def _print_front(console: Console, name: str, rows: list[dict[str, str]]) -> None:
    table = Table(title=f"{name}: {len(rows)} puzzles on the front", title_justify="left")
    for head, right in (
        ("#", True),
        ("hints", False),
        ("f1", True),
        ("f2", True),
        ("validated f1", True),
        ("validated f2", True),
        ("T", True),
        ("grade", False),
    ):
        table.add_column(head, justify="right" if right else "left", no_wrap=True, overflow="fold")
    for k, row in enumerate(rows, 1):
        table.add_row(
            str(k),
            row["hints"],
            f"{float(row['f1']):.3f}",
            f"{float(row['f2']):.3f}",
            f"{float(row['validated_f1']):.3f} ± {float(row['validated_f1_se']):.3f}",
            f"{float(row['validated_f2']):.3f} ± {float(row['validated_f2_se']):.3f}",
            row["T"],
            row.get("grade", ""),
        )
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


def _print_volumes(console: Console, rows: list[dict[str, str]]) -> None:
    import numpy as np

    claimed = hypervolume(np.array([float(r["f1"]) for r in rows]), np.array([float(r["f2"]) for r in rows]))
    validated = hypervolume(
        np.array([float(r["validated_f1"]) for r in rows]), np.array([float(r["validated_f2"]) for r in rows])
    )
    console.print(
        f"hypervolume to (0, 0): claimed {claimed:.4f}, validated {validated:.4f}, "
        f"shrinkage {1 - validated / claimed if claimed else 0:.0%}",
        highlight=False,
    )

"""A run as tables in the terminal."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table

from experiments.run.folder import RunFolder
from experiments.unknown import from_field, with_error
from generator.search.fronts import hypervolume

_LINES = 12


def print_run(folder: RunFolder) -> None:
    """The front, the history of its hypervolume, and how much of the claim survived."""
    import numpy as np

    console = Console()
    rows = folder.pareto()
    table = Table(title=f"{folder.path.name}: {len(rows)} puzzles on the front", title_justify="left")
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
            with_error(float(row["validated_f1"]), from_field(row["validated_f1_se"])),
            with_error(float(row["validated_f2"]), from_field(row["validated_f2_se"])),
            row["T"],
            row.get("grade", ""),
        )
    if console.width < 160:
        console.width = 160
    console.print(table)
    history = folder.history()
    if history:
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
    if rows:
        claimed = hypervolume(np.array([[float(r["f1"]), float(r["f2"])] for r in rows]))
        validated = hypervolume(np.array([[float(r["validated_f1"]), float(r["validated_f2"])] for r in rows]))
        console.print(
            f"hypervolume to (0, 0): claimed {claimed:.4f}, validated {validated:.4f}, "
            f"shrinkage {1 - validated / claimed if claimed else 0:.0%}",
            highlight=False,
        )
    grids = folder.manifest().get("solution_grids")
    if grids is not None:
        console.print(
            f"grids.csv: puzzles on {grids['reached']} different solution grids, {grids['wanted']} wanted",
            highlight=False,
        )

"""A sweep that is small and real: two algorithms and three seeds, validated at each tenth."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from experiments.sweep.grid import read_grid
from experiments.sweep.one import Done
from experiments.sweep.sweep import Place, Standing, run_sweep

CONFIG = """
name = "small"
[puzzle]
pattern = "eccomp2024-24"
[search]
population = 10
evaluations = 60
[validation]
walks = 8
history = true
[uniqueness]
method = "exact"
second_opinion = 0
"""
GRID = ["search.algorithm=nsga2,random"]


class Quiet:
    """A display that remembers."""

    def __init__(self) -> None:
        self.messages: list[str] = []
        self.standings: list[Standing] = []

    def message(self, text: str) -> None:
        self.messages.append(text)

    def standing(self, standing: Standing) -> None:
        self.standings.append(standing)


def config_in(folder: Path) -> Path:
    """The config as a file."""
    path = folder / "small.toml"
    path.write_text(CONFIG)
    return path


def sweep_in(folder: Path, display: Any = None, **other: Any) -> list[Done]:
    """The sweep in `folder / "sweep"`."""
    given: dict[str, Any] = {"overrides": [], "grid": read_grid(GRID), "seeds": (1, 2, 3)}
    return run_sweep(config_in(folder), place=Place(folder / "sweep"), display=display or Quiet(), **(given | other))

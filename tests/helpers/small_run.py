"""A run that is small and real."""

from __future__ import annotations

from pathlib import Path

from watcher import Watcher

from experiments.run import runner
from experiments.run.config import make_config


def three_objective_run(out: Path) -> Path:
    """The folder of a finished run for tension, chain and height."""
    config = make_config(
        {
            "name": "three",
            "seed": 3,
            "puzzle": {"pattern": "eccomp2024-24"},
            "search": {"population": 20, "evaluations": 60, "objectives": ["tension", "chain", "height"]},
            "evaluation": {"walks": 4},
            "validation": {"walks": 8},
            "uniqueness": {"method": "exact", "second_opinion": 0},
            "parallel": {"workers": 1, "backend": "threading"},
        },
        "three",
    )
    return runner.start(config, out, Watcher()).folder

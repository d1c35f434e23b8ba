"""The files of a comparison."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from experiments.compare.comparing import Comparison
from experiments.compare.html import render
from experiments.compare.tables import runs_csv, to_csv
from experiments.files import write_whole
from puzzles.errors import InputError

COMPARE_CSV: Final = "compare.csv"
RUNS_CSV: Final = "runs.csv"
COMPARE_PAGE: Final = "compare.html"


def write_all(comparison: Comparison, folder: Path) -> list[Path]:
    """compare.csv, runs.csv and compare.html; returns their paths. Raises InputError when the disk refuses."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{folder}: cannot be made ({(error.strerror or str(error)).lower()})") from None
    texts = {COMPARE_CSV: to_csv(comparison), RUNS_CSV: runs_csv(comparison), COMPARE_PAGE: render(comparison)}
    for name, text in texts.items():
        write_whole(folder / name, text)
    return [folder / name for name in texts]

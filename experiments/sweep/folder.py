"""The folder of a sweep: what it holds, and what its runs have in common."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import tomli_w

from experiments.files import write_whole
from experiments.run.config import flat, shown_value
from experiments.sweep.grid import Grid
from puzzles.errors import InputError

SWEEP_FILE: Final = "sweep.toml"
RUNS: Final = "runs"
STOP_FILE: Final = ".stop"
"""While it is there no run of the sweep goes on: where runs are other processes, they cannot be told otherwise."""
LOCK_FILE: Final = ".lock"


def open_sweep(path: Path, base: Mapping[str, Any], grid: Grid, seeds: Sequence[int]) -> None:
    """Make a sweep's folder, or go on with one: values and seeds may have come, all else is as it was.

    Args:
        path: the folder.
        base: the config without the grid, as it was given.
        grid: key to values.
        seeds: of each combination.

    Raises:
        InputError: of one line, with nothing touched, for a folder of something else.
    """
    file = path / SWEEP_FILE
    before = _read(file) if file.exists() else None
    if before is None:
        if path.exists() and (not path.is_dir() or any(path.iterdir())):
            raise InputError(f"{path}: is there already and no sweep, it has no {SWEEP_FILE}")
        kept, known = {key: list(values) for key, values in grid.items()}, list(seeds)
    else:
        _check_same(file, before, base, grid)
        kept = {key: _both(before["grid"][key], values) for key, values in grid.items()}
        known = sorted({*before["seeds"], *seeds})
    try:
        (path / RUNS).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{path}: cannot be made ({(error.strerror or str(error)).lower()})") from None
    write_whole(file, tomli_w.dumps({"seeds": known, "grid": kept, "config": dict(base)}, multiline_strings=True))
    (path / STOP_FILE).unlink(missing_ok=True)
    for left in (path / RUNS).glob(".*.tmp"):
        _remove(left)


def _read(file: Path) -> dict[str, Any]:
    try:
        data = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise InputError(f"{file}: cannot be read ({str(error).splitlines()[0]})") from None
    if not (isinstance(data.get("grid"), dict) and isinstance(data.get("seeds"), list)):
        raise InputError(f"{file}: is not what a sweep wrote, it has no grid and seeds")
    return data


def _check_same(file: Path, before: dict[str, Any], base: Mapping[str, Any], grid: Grid) -> None:
    own, kept = flat(dict(base)), flat(before.get("config") or {})
    for key in sorted({*own, *kept}):
        if not key.startswith("parallel.") and own.get(key) != kept.get(key):
            raise InputError(
                f"{file}: {key} is now {shown_value(own.get(key))}, and was {shown_value(kept.get(key))} "
                "when the sweep began; put it back, or take another --out"
            )
    if list(before["grid"]) != list(grid):
        raise InputError(
            f"{file}: the grid has the keys {', '.join(before['grid']) or 'of none'}, not {', '.join(grid) or 'none'}; "
            "take another --out"
        )


def _both(before: Sequence[str], now: Sequence[str]) -> list[str]:
    return list(dict.fromkeys([*before, *now]))


def _remove(folder: Path) -> None:
    """A folder that a killed process had begun to fill."""
    import shutil

    with suppress(OSError):
        shutil.rmtree(folder)


def grid_keys(path: Path) -> tuple[str, ...]:
    """The keys of a sweep's grid; none for a folder that is no sweep."""
    file = path / SWEEP_FILE
    return tuple(_read(file)["grid"]) if file.is_file() else ()

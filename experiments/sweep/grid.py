"""The combinations of a sweep: which values of which keys, and which seeds."""

from __future__ import annotations

import hashlib
import itertools
import json
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from experiments.kinds import RunConfig
from experiments.names import file_stem
from experiments.run.config import load_config
from puzzles.errors import InputError

Grid = Mapping[str, tuple[str, ...]]
"""Key to the texts of its values, as `--set` takes them."""
_MOST_RUNS: Final = 100_000
_MOST_SEEDS: Final = 100_000
_SPAN: Final = re.compile(r"(\d{1,19})(?:-(\d{1,19}))?")


@dataclass(frozen=True, slots=True)
class Cell:
    """One run of a sweep."""

    name: str
    """Of its folder."""
    values: dict[str, str]
    """The grid's keys to this run's values."""
    config: RunConfig


def read_grid(options: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Key to values, of options such as `search.algorithm=nsga2,random` or `search.weights=[1, 1],[1, 0]`.

    Raises InputError that names the option.
    """
    grid: dict[str, tuple[str, ...]] = {}
    for option in options:
        key, mark, text = (part.strip() for part in option.partition("="))
        if not mark or not key or not text:
            raise InputError(f"--grid {option}: KEY=A,B is needed, as search.algorithm=nsga2,random")
        if key in grid:
            raise InputError(f"--grid {option}: {key} is given twice")
        if key == "seed" or key.startswith("parallel."):
            raise InputError(f"--grid {option}: {'--seeds gives seeds' if key == 'seed' else 'changes no result'}")
        values = _values(text)
        if not all(values):
            raise InputError(f"--grid {option}: a value is empty")
        if len(set(values)) < len(values):
            raise InputError(f"--grid {option}: a value is given twice")
        grid[key] = values
    return grid


def _values(text: str) -> tuple[str, ...]:
    """The values between the commas; commas within lists and quotes of TOML part nothing."""
    try:
        parsed: list[Any] = tomllib.loads(f"v = [{text}]")["v"]
    except tomllib.TOMLDecodeError:
        return tuple(part.strip() for part in text.split(","))
    return tuple(value if isinstance(value, str) else json.dumps(value, default=str) for value in parsed)


def read_seeds(text: str) -> tuple[int, ...]:
    """Seeds such as `1-10` or `1,3,5-7`, ascending. Raises InputError."""
    seeds: set[int] = set()
    for part in text.split(","):
        span = _SPAN.fullmatch(part.strip())
        low, high = (0, -1) if span is None else (int(span[1]), int(span[2] or span[1]))
        if low > high or high >= 2**63 or high - low >= _MOST_SEEDS:
            raise InputError(f"--seeds {text}: whole numbers and spans are needed, as 1-10 or 1,3,5-7")
        seeds |= set(range(low, high + 1))
    return tuple(sorted(seeds))


def cells_of(file: Path, overrides: Sequence[str], grid: Grid, seeds: Sequence[int]) -> list[Cell]:
    """Every run of a sweep, its config checked; all combinations of one seed before the next seed.

    Raises InputError of one line for the first combination that is no config.
    """
    combinations = [dict(zip(grid, values, strict=True)) for values in itertools.product(*grid.values())]
    if len(combinations) * len(seeds) > _MOST_RUNS:
        raise InputError(f"{len(combinations) * len(seeds)} runs are too many, at most {_MOST_RUNS} make a sweep")
    cells: list[Cell] = []
    for combination in combinations:
        own = [*overrides, *(f"{key}={value}" for key, value in combination.items())]
        config = load_config(file, own)
        for key in combination:
            _check_key(config, key)
        cells += [
            Cell(_name(combination, seed), combination, config.model_copy(update={"seed": seed})) for seed in seeds
        ]
    return sorted(cells, key=lambda cell: cell.config.seed)


def _check_key(config: RunConfig, key: str) -> None:
    """Raises InputError for a whole section: the values of a grid are those of single keys."""
    value: Any = config
    for part in key.split("."):
        value = getattr(value, part, None) if not isinstance(value, dict) else value.get(part)
    if hasattr(value, "model_fields"):
        raise InputError(f"--grid {key}=…: is a section of the config, a key of it is needed")


def _name(values: Mapping[str, str], seed: int) -> str:
    """The name of a run's folder; the same whatever else the grid holds."""
    parts: list[str] = []
    for value in values.values():
        stem = file_stem(value, "value")
        # what the name cannot show is told apart by a digest
        parts.append(stem if stem == value else f"{stem}-{hashlib.sha256(value.encode()).hexdigest()[:6]}")
    return "-".join([*parts, f"seed{seed}"])

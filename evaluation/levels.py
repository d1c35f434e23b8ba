"""Sets of levels by name: the competition's, and those that rank people's times best.

`levels.toml` holds the second, with where it comes from; `benchmarks/people/levels.py` writes it. The kernels take
levels as arrays, so a set costs no compilation.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from importlib import resources
from typing import Any, Final

from evaluation.techniques import INSTANCES, SINGLE_LEVELS

DEFAULT_LEVELS: Final = "competition"
"""The set of semantics.md."""
_LIKE: Final = "hidden_pair_box"
"""What the data say nothing of costs as many times its default as this does: it is at least as hard."""


@dataclass(frozen=True, slots=True)
class LevelSet:
    """Levels of the singles, and costs of all kinds of instance, in the order of the catalogue."""

    singles: tuple[float, ...]
    costs: tuple[float, ...]


def read_set(text: str) -> LevelSet:
    """The set of a file such as `levels.toml`; costs that it does not name follow from their defaults."""
    data: dict[str, Any] = tomllib.loads(text)
    levels, costs = data["levels"], data["costs"]
    factor = costs[_LIKE] / dict(INSTANCES)[_LIKE]
    return LevelSet(
        tuple(float(levels[name]) for name, _ in SINGLE_LEVELS),
        tuple(float(costs.get(name, round(cost * factor, 1))) for name, cost in INSTANCES),
    )


LEVEL_SETS: Final[dict[str, LevelSet]] = {
    DEFAULT_LEVELS: LevelSet(tuple(level for _, level in SINGLE_LEVELS), tuple(cost for _, cost in INSTANCES)),
    "people": read_set(resources.files("evaluation").joinpath("levels.toml").read_text(encoding="utf-8")),
}
"""By name, as `evaluation.levels` takes them."""


def name_of(singles: tuple[float, ...], costs: tuple[float, ...]) -> str | None:
    """The set of these levels and costs; None for a set of one's own."""
    return next((name for name, one in LEVEL_SETS.items() if (one.singles, one.costs) == (singles, costs)), None)

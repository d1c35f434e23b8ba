"""The catalogue of techniques: families in the order of semantics.md, their names, levels and classes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from evaluation.techniques._elements import CLAIMING, CLASS_COUNT, POINTING, SUBSET, X_WING_CLASS


@dataclass(frozen=True, slots=True)
class Family:
    """One of the six technique families."""

    key: str
    """The name in JSON and configs."""
    english: str
    japanese: str


FAMILIES: Final = (
    Family("hidden_single_box", "hidden single (box)", "ブロッケン"),
    Family("hidden_single_line", "hidden single (line)", "レッツミー"),
    Family("naked_single", "naked single", "マスミ"),
    Family("locked_candidates", "locked candidates", "いずれにしても"),
    Family("hidden_subset", "hidden subset", "予約"),
    Family("x_wing", "X-wing", "井桁"),
)
FAMILY_KEYS: Final = tuple(family.key for family in FAMILIES)

INSTANCES: Final = (
    ("pointing", 4.0),
    ("claiming", 10.0),
    ("hidden_pair_box", 9.0),
    ("hidden_triple_box", 14.0),
    ("hidden_quad_box", 20.0),
    ("hidden_pair_line", 11.0),
    ("hidden_triple_line", 16.0),
    ("hidden_quad_line", 20.0),
    ("x_wing", 35.0),
)
"""The variants of the eliminating families with their default costs (semantics.md, "A(t)")."""
INSTANCE_KEYS: Final = tuple(name for name, _ in INSTANCES)
SINGLE_LEVELS: Final = (("hidden_single_box", 1.0), ("hidden_single_line", 2.0), ("naked_single", 5.0))
"""The levels of the singles (semantics.md)."""


def class_family(level_class: int) -> int:
    """The family 0–5 of a level class."""
    if level_class < POINTING:
        return level_class
    if level_class < SUBSET:
        return 3
    return 4 if level_class < X_WING_CLASS else 5


def class_instance(level_class: int) -> int | None:
    """The index into INSTANCES of a level class; None for the singles."""
    if level_class < POINTING:
        return None
    if level_class == X_WING_CLASS:
        return 8
    return (level_class - POINTING) // 3


def class_single(level_class: int) -> int | None:
    """The kind of single (0–2) that a level class adds to its cost; None for an X-wing."""
    if level_class < POINTING:
        return level_class
    return None if level_class == X_WING_CLASS else (level_class - POINTING) % 3


def class_levels(singles: tuple[float, ...], costs: tuple[float, ...]) -> list[float]:
    """The level of each class: a single's own, an instance's cost plus the single's, the X-wing's flat cost."""
    levels: list[float] = []
    for k in range(CLASS_COUNT):
        instance, single = class_instance(k), class_single(k)
        cost = 0.0 if instance is None else costs[instance]
        levels.append(cost + (0.0 if single is None else singles[single]))
    return levels


assert CLAIMING == POINTING + 3

"""The settings of an evaluation, with the values of semantics.md as defaults."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from evaluation.constraints import OURS as OUR_CONSTRAINTS
from evaluation.constraints import Constraint
from evaluation.objectives import COMPETITION as COMPETITION_GOALS
from evaluation.objectives import Objective
from evaluation.solver.elements import KINDS
from evaluation.techniques import (
    BY_RANK,
    COMPETITION,
    ELIMINATIONS,
    EXTRA,
    FAMILIES,
    FAMILY_KEYS,
    FIRST_INSTANCE,
    INSTANCES,
    LEVEL_CLASSES,
    SINGLE_LEVELS,
    class_levels,
    extra_of,
    mask_of,
)
from puzzles.errors import InputError


class Rules(NamedTuple):
    """What the kernels need to know of the settings."""

    levels: NDArray[np.float64]
    """(CLASS_COUNT,): level of each class of element."""
    costs: NDArray[np.float64]
    """(variants,): cost of each kind of instance, as `INSTANCES`."""
    weights: NDArray[np.float64]
    """(CLASS_COUNT,): weight of each class in the player's choice, weight(family) / level."""
    allowed: int
    """Mask of the families allowed, by number."""
    extra: bool | None
    """`extra_of` that mask."""


@dataclass(frozen=True, slots=True)
class UniquenessSettings:
    """How the uniqueness of what deduction leaves open is judged."""

    method: Literal["qubo", "exact"] = "qubo"
    backend: str = "auto"
    presolve: Literal["techniques", "singles", "none"] = "techniques"
    """The deduction that goes first; with `none` QUBO is asked about every puzzle that has a solution."""
    time_limit: float = 0.02
    """Seconds for each QUBO search."""
    searches: int = 2
    """QUBO searches for a second solution of one puzzle, before the exact counter decides."""
    seed: int = 0
    """For the QUBO searches."""


@dataclass(frozen=True, slots=True)
class EvaluationSettings:
    """Everything that decides an evaluation's numbers."""

    walks: int = 1
    walk: Literal["policy", "mcts"] = "policy"
    seed: int = 0
    families: tuple[str, ...] = COMPETITION
    """Keys of the families that may be used: the three singles, and any of those that remove candidates."""
    x_wing: bool = True
    """False takes the X-wing out of `families`."""
    singles: tuple[float, ...] = tuple(level for _, level in SINGLE_LEVELS)
    costs: tuple[float, ...] = tuple(cost for _, cost in INSTANCES)
    weights: tuple[float, ...] = (1.0,) * len(FAMILIES)
    simulations: int = 32
    c_puct: float = 1.0
    uniqueness: UniquenessSettings = field(default_factory=UniquenessSettings)
    objectives: tuple[Objective, ...] = COMPETITION_GOALS
    constraints: tuple[Constraint, ...] = OUR_CONSTRAINTS

    def __post_init__(self) -> None:
        for name, values, number in (
            ("singles", self.singles, len(SINGLE_LEVELS)),
            ("costs", self.costs, len(INSTANCES)),
            ("weights", self.weights, len(FAMILIES)),
        ):
            if len(values) != number:
                raise InputError(f"{name}: {len(values)} values, {number} are needed")
            if not all(np.isfinite(v) and v > 0 for v in values):
                raise InputError(f"{name}: {list(values)} must all be above 0")
        self._check_families()
        self._check_order()
        if self.walks < 1:
            raise InputError(f"walks: {self.walks} is not at least 1")
        if self.simulations < 1:
            raise InputError(f"simulations: {self.simulations} is not at least 1")

    def _check_families(self) -> None:
        for key in self.families:
            if key not in FAMILY_KEYS:
                raise InputError(f"families: {key!r} is no technique; there are {', '.join(FAMILY_KEYS)}")
        for key, _ in SINGLE_LEVELS:
            if key not in self.families:
                raise InputError(f"families: {key} is missing; the singles cannot be left out")

    def _check_order(self) -> None:
        if not (self.singles[0] <= self.singles[1] <= self.singles[2]):
            raise InputError(
                f"levels: hidden_single_box {self.singles[0]}, hidden_single_line {self.singles[1]} and naked_single "
                f"{self.singles[2]} must not fall: the families are ordered from easy to hard"
            )
        easiest: list[tuple[str, float]] = []
        for number in BY_RANK[KINDS:]:
            key, first = FAMILY_KEYS[number], FIRST_INSTANCE[number]
            if key in COMPETITION or key in self.families:
                variants = len(ELIMINATIONS[number - KINDS].variants)
                easiest.append((key, min(self.costs[first : first + variants])))
        if any(one[1] > other[1] for one, other in pairwise(easiest)):
            listed = ", ".join(f"{key} from {cost}" for key, cost in easiest)
            raise InputError(f"costs: {listed} must not fall: the families are ordered from easy to hard")

    @property
    def allowed(self) -> int:
        """Mask of the families that may be used, by number."""
        return mask_of(key for key in self.families if self.x_wing or key != "x_wing")

    @property
    def shown(self) -> tuple[int, ...]:
        """The numbers of the families to speak of: the competition's six and those allowed beside them."""
        return tuple(k for k, key in enumerate(FAMILY_KEYS) if key in COMPETITION or key in self.families)

    def rules(self) -> Rules:
        """The arrays that kernels take."""
        levels = np.array(class_levels(self.singles, self.costs))
        family_weights = np.array([self.weights[one.family] for one in LEVEL_CLASSES])
        return Rules(levels, np.array(self.costs), family_weights / levels, self.allowed, extra_of(self.allowed))


def with_extra(names: Iterable[str]) -> tuple[str, ...]:
    """The competition's six and others by key, as `EvaluationSettings.families`; each once, in their order.

    Raises InputError for a name that is not a technique beyond the six.
    """
    wanted = set(names)
    for name in sorted(wanted):
        if name in COMPETITION:
            raise InputError(f"{name} is one of the six that are on anyway; there are {', '.join(EXTRA)}")
        if name not in EXTRA:
            raise InputError(f"{name!r} is no technique beyond the six; there are {', '.join(EXTRA)}")
    return (*COMPETITION, *(key for key in EXTRA if key in wanted))

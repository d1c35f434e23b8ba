"""The settings of an evaluation, with the values of semantics.md as defaults."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from evaluation.constraints import OURS as OUR_CONSTRAINTS
from evaluation.constraints import Constraint
from evaluation.objectives import COMPETITION, Objective
from evaluation.techniques import FAMILIES, INSTANCES, SINGLE_LEVELS, class_family, class_levels
from evaluation.techniques._elements import CLASS_COUNT
from puzzles.errors import InputError


class Rules(NamedTuple):
    """What the kernels need to know of the settings."""

    levels: NDArray[np.float64]
    """(28,): level of each class of element."""
    costs: NDArray[np.float64]
    """(9,): cost of each kind of instance."""
    weights: NDArray[np.float64]
    """(28,): weight of each class in the player's choice, weight(family) / level."""
    x_wing: bool


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
    x_wing: bool = True
    singles: tuple[float, ...] = tuple(level for _, level in SINGLE_LEVELS)
    costs: tuple[float, ...] = tuple(cost for _, cost in INSTANCES)
    weights: tuple[float, ...] = (1.0,) * len(FAMILIES)
    simulations: int = 32
    c_puct: float = 1.0
    uniqueness: UniquenessSettings = field(default_factory=UniquenessSettings)
    objectives: tuple[Objective, ...] = COMPETITION
    constraints: tuple[Constraint, ...] = OUR_CONSTRAINTS

    def __post_init__(self) -> None:
        for name, values in (("singles", self.singles), ("costs", self.costs), ("weights", self.weights)):
            if not all(np.isfinite(v) and v > 0 for v in values):
                raise InputError(f"{name}: {list(values)} must all be above 0")
        if not (self.singles[0] <= self.singles[1] <= self.singles[2]):
            raise InputError(
                f"levels: hidden_single_box {self.singles[0]}, hidden_single_line {self.singles[1]} and naked_single "
                f"{self.singles[2]} must not fall: the families are ordered from easy to hard"
            )
        easiest = [min(self.costs[:2]), min(self.costs[2:8]), self.costs[8]]
        if not easiest[0] <= easiest[1] <= easiest[2]:
            raise InputError(
                f"costs: locked candidates from {easiest[0]}, hidden subsets from {easiest[1]} and x_wing {easiest[2]} "
                "must not fall: the families are ordered from easy to hard"
            )
        if self.walks < 1:
            raise InputError(f"walks: {self.walks} is not at least 1")
        if self.simulations < 1:
            raise InputError(f"simulations: {self.simulations} is not at least 1")

    def rules(self) -> Rules:
        """The arrays that kernels take."""
        levels = np.array(class_levels(self.singles, self.costs))
        family_weights = np.array([self.weights[class_family(k)] for k in range(CLASS_COUNT)])
        return Rules(levels, np.array(self.costs), family_weights / levels, self.x_wing)

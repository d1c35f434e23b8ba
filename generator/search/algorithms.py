"""pymoo's algorithms by name, made ready for asking and telling."""

from __future__ import annotations

from math import comb
from typing import Any, Final

import numpy as np
from pymoo.algorithms.moo.nsga3 import NSGA3, HyperplaneNormalization, ReferenceDirectionSurvival
from pymoo.algorithms.moo.sms import SMSEMOA
from pymoo.algorithms.soo.nonconvex.ga import GA
from pymoo.core.sampling import Sampling
from pymoo.termination.max_gen import MaximumGenerationTermination
from pymoo.util.ref_dirs import get_reference_directions

from puzzles.errors import InputError

MULTI: Final = ("nsga3", "smsemoa")
"""Those for several objectives beside `nsga2`, which is `generator.search.selection`: their survival takes a whole
generation with its constraint violations. pymoo's MOEA/D does not: it refuses constrained problems, and replaces
neighbours one child at a time, so that one puzzle fills several places."""


class _Unused(Sampling):
    """The driver brings the first population itself."""

    def _do(self, *args: Any, **kwargs: Any) -> np.ndarray:  # pyright: ignore[reportIncompatibleMethodOverride]
        raise AssertionError("the driver samples")


class _FreshDirections(ReferenceDirectionSurvival):
    """NSGA-III's survival, scaled by those who compete now.

    pymoo also scales by the best points of all generations. Here these may have been luck that more samples took away,
    and a search that is taken up again does not know them.
    """

    def _do(self, *args: Any, **kwargs: Any) -> Any:  # pyright: ignore[reportIncompatibleMethodOverride]
        self.norm = HyperplaneNormalization(self.ref_dirs.shape[1])
        return super()._do(*args, **kwargs)


def make_algorithm(name: str, objectives: int, population: int) -> Any:
    """The algorithm of a config for so many objectives; a single one, or a weighted sum, always goes to the GA.

    Raises InputError that lists the names.
    """
    common: dict[str, Any] = {
        "pop_size": population,
        "sampling": _Unused(),
        "eliminate_duplicates": False,
    }
    if objectives == 1:
        algorithm: Any = GA(**common)
    else:
        algorithm = _multi_objective(name, objectives, population, common)
    # ranks and crowding of the first population are taken before its first mating
    algorithm.advance_after_initial_infill = True
    # the driver counts evaluations; pymoo's own criteria would end a run when its front rests
    algorithm.termination = MaximumGenerationTermination(10**9)
    return algorithm


def _multi_objective(name: str, objectives: int, population: int, common: dict[str, Any]) -> Any:
    if name == "nsga3":
        partitions = _partitions(objectives, population)
        directions = get_reference_directions("das-dennis", objectives, n_partitions=partitions)
        return NSGA3(directions, survival=_FreshDirections(directions), **common)
    if name == "smsemoa":
        return SMSEMOA(**common)
    raise InputError(f"search.algorithm: {name!r} is none of nsga2, {', '.join(MULTI)}")


def _partitions(objectives: int, population: int) -> int:
    """The finest grid of Das and Dennis whose directions are not more than the population."""
    partitions = 1
    while comb(partitions + objectives, objectives - 1) <= population:
        partitions += 1
    return partitions

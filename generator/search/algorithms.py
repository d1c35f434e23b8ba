"""pymoo's algorithms by name, made ready for asking and telling."""

from __future__ import annotations

from typing import Any, Final, Literal

import numpy as np
from pymoo.algorithms.moo.nsga2 import NSGA2
from pymoo.algorithms.moo.nsga3 import NSGA3, HyperplaneNormalization, ReferenceDirectionSurvival
from pymoo.algorithms.moo.sms import SMSEMOA
from pymoo.algorithms.soo.nonconvex.ga import GA
from pymoo.core.sampling import Sampling
from pymoo.termination.max_gen import MaximumGenerationTermination
from pymoo.util.ref_dirs import get_reference_directions

from puzzles.errors import InputError

MULTI: Final = ("nsga2", "nsga3", "smsemoa")
"""Those whose survival takes a whole generation with its constraint violations. pymoo's MOEA/D does not: it refuses
constrained problems, and replaces neighbours one child at a time, so that one puzzle fills several places."""


class _Unused(Sampling):
    """The driver brings the first population itself."""

    def _do(self, *args: Any, **kwargs: Any) -> np.ndarray:  # pyright: ignore[reportIncompatibleMethodOverride]
        raise AssertionError("the driver samples")


class _FreshDirections(ReferenceDirectionSurvival):
    """NSGA-III's survival, scaled by those who compete now.

    pymoo also scales by the best points of all generations. Here these may have been luck that more walks took away,
    and a search that is taken up again does not know them.
    """

    def _do(self, *args: Any, **kwargs: Any) -> Any:  # pyright: ignore[reportIncompatibleMethodOverride]
        self.norm = HyperplaneNormalization(self.ref_dirs.shape[1])
        return super()._do(*args, **kwargs)


def make_algorithm(name: str, objectives: Literal["multi", "weighted"], population: int) -> Any:
    """The algorithm of a config; the weighted mode always uses the single-objective GA.

    Raises InputError that lists the names.
    """
    common: dict[str, Any] = {
        "pop_size": population,
        "sampling": _Unused(),
        "eliminate_duplicates": False,
    }
    if objectives == "weighted":
        algorithm: Any = GA(**common)
    else:
        algorithm = _multi_objective(name, population, common)
    # ranks and crowding of the first population are taken before its first mating
    algorithm.advance_after_initial_infill = True
    # the driver counts evaluations; pymoo's own criteria would end a run when its front rests
    algorithm.termination = MaximumGenerationTermination(10**9)
    return algorithm


def _multi_objective(name: str, population: int, common: dict[str, Any]) -> Any:
    if name == "nsga2":
        return NSGA2(**common)
    if name == "nsga3":
        directions = get_reference_directions("das-dennis", 2, n_partitions=max(1, population - 1))
        return NSGA3(directions, survival=_FreshDirections(directions), **common)
    if name == "smsemoa":
        return SMSEMOA(**common)
    raise InputError(f"search.algorithm: {name!r} is none of {', '.join(MULTI)}")

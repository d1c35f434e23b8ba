"""pyqbpp's ExhaustiveSolver: looks at every assignment, so its "no" is a proof, on a few variables."""

from __future__ import annotations

from math import floor, log2

import numpy as np

from qubo.backends import _pyqbpp
from qubo.backends._base import Backend, Limits, Status
from qubo.program import Bits, Program

_SECONDS_EACH = 1e-7
"""Time for one assignment, rounded up: 24 variables took 0.95 s on two cores of 2.3 GHz."""
_MOST = 28


class ExhaustiveBackend(Backend):
    """pyqbpp's ExhaustiveSolver with native constraints.

    It cannot be stopped, so the time limit decides how many variables it takes: 2ⁿ assignments at
    `_SECONDS_EACH` must fit into it.
    """

    name = "exhaustive"
    native = True

    @classmethod
    def missing(cls) -> str | None:
        """Whether pyqbpp is installed."""
        return _pyqbpp.not_installed()

    def limits(self, time_limit: float = 1.0) -> Limits:
        affordable = max(1, min(_MOST, floor(log2(time_limit / _SECONDS_EACH)))) if time_limit > _SECONDS_EACH else 1
        licence = _pyqbpp.variable_limit()
        return Limits(
            variables=affordable if licence is None else min(affordable, licence),
            complete=True,
            repeatable=True,
            stoppable=False,
            note="it cannot be stopped, so the time limit decides how many variables it takes",
        )

    def _search(self, program: Program, time_limit: float, seed: int) -> tuple[Status, Bits | None]:
        with _pyqbpp.LOCK:
            qbpp = _pyqbpp.library()
            variables = _pyqbpp.pool(program.variables)
            solver = qbpp.ExhaustiveSolver(_pyqbpp.native_model(program, variables))
            found = solver.search(target_energy=0) if program.objective is None else solver.search()
            values = np.array([found(v) for v in variables], np.uint8)
        return ("solved" if program.holds(values) else "impossible"), values

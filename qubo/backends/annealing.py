"""Simulated annealing of dwave-samplers: open source, on every platform, without a limit on variables."""

from __future__ import annotations

from time import perf_counter
from typing import Any

import dimod
import numpy as np
from dwave.samplers import SimulatedAnnealingSampler

from qubo.backends._base import Backend, Limits, Status
from qubo.penalty import Quadratic, to_quadratic
from qubo.program import Bits, Program

_READS = 8
_FIRST_SWEEPS = 64
_MOST_SWEEPS = 4096
_BETAS = (0.3, 6.0)
"""From where a penalty of 1 hardly matters to where it is paid once in e⁶ tries."""
_FLIPS_PER_SECOND = 2.5e7
"""Work that a second stands for: visits of a variable, each with its couplers counted; about what one core does."""
_FACTOR = 20.0
"""Times the time limit after which the clock ends a search all the same."""


class AnnealingBackend(Backend):
    """Rounds of simulated annealing on the penalty QUBO, twice the sweeps in each, until energy 0 or the work is done.

    The time limit buys a fixed amount of work, so the answer does not depend on the machine or its load.
    """

    name = "annealing"

    def limits(self, time_limit: float = 1.0) -> Limits:
        return Limits(
            variables=None,
            complete=False,
            repeatable=True,
            stoppable=True,
            note="no limit on variables; the time limit is counted in sweeps, the same on every machine",
        )

    def _search(self, program: Program, time_limit: float, seed: int) -> tuple[Status, Bits | None]:
        deadline = perf_counter() + _FACTOR * time_limit
        quadratic = to_quadratic(program)
        model = to_bqm(quadratic)
        sampler = SimulatedAnnealingSampler()
        scale = program.row_weight
        sweep_cost = _READS * (quadratic.variables + 2 * len(quadratic.value))
        sweeps_left = max(1, int(time_limit * _FLIPS_PER_SECOND / sweep_cost))
        sweeps = _FIRST_SWEEPS
        round_number = 0
        best: Bits | None = None
        least: int | None = None
        while True:
            sweeps = min(sweeps, sweeps_left)
            sweeps_left -= sweeps
            samples = sampler.sample(
                model,
                num_reads=_READS,
                num_sweeps=sweeps,
                beta_range=(_BETAS[0] / scale, _BETAS[1] if scale > 1 else _BETAS[1] / scale),
                seed=int(np.random.SeedSequence((seed, round_number)).generate_state(1)[0]) >> 1,
                interrupt_function=lambda: perf_counter() >= deadline,
            )
            table: Any = samples.record.sample
            place = np.argsort(np.array(list(samples.variables), np.int64))
            for row in np.asarray(table)[:, place]:
                values = row[: program.variables].astype(np.uint8)
                energy = program.energy(values)
                if least is None or energy < least:
                    best, least = values, energy
                if energy == 0 and program.objective is None:
                    return "solved", values
            if sweeps_left <= 0 or perf_counter() >= deadline:
                return ("solved" if best is not None and program.holds(best) else "open"), best
            round_number += 1
            sweeps = min(2 * sweeps, _MOST_SWEEPS)


def to_bqm(quadratic: Quadratic) -> Any:
    """The QUBO as dimod's binary quadratic model, variables numbered as in `quadratic`."""
    return dimod.BinaryQuadraticModel.from_numpy_vectors(
        quadratic.linear.astype(np.float64),
        (quadratic.first, quadratic.second, quadratic.value.astype(np.float64)),
        float(quadratic.offset),
        dimod.BINARY,
    )

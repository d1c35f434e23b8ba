"""The second opinion on the front: what is reported, and that a contradiction with the exact counter is an error."""

import numpy as np
import pytest

from evaluation.shipped import shipped_puzzles
from experiments.kinds.number_place.config import Config
from experiments.kinds.number_place.second_opinion import second_opinions
from experiments.run.config import make_config
from generator.search.pool import WorkerPool
from puzzles.grid import from_characters

HINTS = np.array([puzzle.hints for puzzle in shipped_puzzles()[:2]])
MANY = from_characters("483921657967345821251876493548132976729564138136798245372689514814253769695417382")
# four cells on a rectangle in two boxes, where two digits can change places
MANY[[68, 69, 77, 78]] = 0


def config(**uniqueness: object) -> Config:
    return make_config({"puzzle": {"pattern": "eccomp2024-24"}, "uniqueness": uniqueness}, "here")


@pytest.mark.parametrize("method", ["qubo", "exact"])
def test_puzzles_with_one_solution_are_not_refuted(method: str) -> None:
    with WorkerPool(1) as pool:
        got = second_opinions(config(backend="annealing", second_opinion=3, method=method), HINTS, pool)
        assert got == [(3, "not refuted")] * 2


def test_it_can_be_switched_off() -> None:
    with WorkerPool(1) as pool:
        assert second_opinions(config(second_opinion=0), HINTS, pool) == [(0, "not asked")] * 2


def test_a_puzzle_that_qubo_refutes_stops_the_run() -> None:
    with (
        WorkerPool(1) as pool,
        pytest.raises(RuntimeError, match="QUBO found two solutions of 4"),
    ):
        second_opinions(config(backend="annealing"), MANY[None, :], pool)

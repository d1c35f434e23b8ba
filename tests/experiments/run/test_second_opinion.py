"""The second opinion on the front: what is reported, and that a contradiction with the exact counter is an error."""

import numpy as np
import pytest
from numpy.typing import NDArray

from evaluation.shipped import shipped_puzzles
from experiments.kinds.number_place.config import Config
from experiments.kinds.number_place.kind import NumberPlace
from experiments.kinds.number_place.second_opinion import NOT_ASKED, NOT_REFUTED, OPINIONS, PROVED, second_opinions
from experiments.run.config import make_config
from generator.search.pool import WorkerPool
from puzzles.grid import from_characters

HINTS = np.array([puzzle.hints for puzzle in shipped_puzzles()[:2]])
MANY = from_characters("483921657967345821251876493548132976729564138136798245372689514814253769695417382")
# four cells on a rectangle in two boxes, where two digits can change places
MANY[[68, 69, 77, 78]] = 0


def opinions(hints: NDArray[np.uint8], searches: int, **uniqueness: object) -> list[tuple[int, str]]:
    """Searches and verdict of each puzzle, for a run with such a config."""
    config = make_config({"puzzle": {"pattern": "eccomp2024-24"}, "uniqueness": uniqueness}, "here")
    assert isinstance(config, Config)
    with WorkerPool(1) as pool:
        got = second_opinions(NumberPlace().problem(config), searches, hints, pool)
    assert list(got) == ["qubo_searches", "qubo_verdict"]
    verdicts = [OPINIONS[verdict] for verdict in got["qubo_verdict"]]
    return list(zip(got["qubo_searches"].tolist(), verdicts, strict=True))


def test_the_words_of_the_column_stand_where_the_numbers_say() -> None:
    assert (OPINIONS[NOT_ASKED], OPINIONS[NOT_REFUTED], OPINIONS[PROVED]) == ("not asked", "not refuted", "proved")


@pytest.mark.parametrize("method", ["qubo", "exact"])
def test_puzzles_with_one_solution_are_not_refuted(method: str) -> None:
    assert opinions(HINTS, 3, backend="annealing", method=method) == [(3, "not refuted")] * 2


def test_it_can_be_switched_off() -> None:
    assert opinions(HINTS, 0) == [(0, "not asked")] * 2


def test_a_puzzle_that_qubo_refutes_stops_the_run() -> None:
    with pytest.raises(RuntimeError, match="QUBO found two solutions of 4"):
        opinions(MANY[None, :], 4, backend="annealing")

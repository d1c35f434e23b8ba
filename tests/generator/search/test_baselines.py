"""The simple methods: what they spend, and that they can be left and taken up again."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from evaluation.settings import EvaluationSettings, UniquenessSettings
from generator.search.fronts import non_dominated
from generator.search.methods import BASELINES, Method, make_method
from generator.search.pool import WorkerPool
from generator.search.problem import points
from generator.search.search import Search
from generator.search.state import Generation, SearchSettings, SearchState
from generator.sudoku.problem import SudokuProblem
from puzzles.errors import InputError
from puzzles.pattern import named_pattern

PROBLEM = SudokuProblem(
    named_pattern("eccomp2024-24"), EvaluationSettings(uniqueness=UniquenessSettings(method="exact")), repair_budget=500
)
NAMES = sorted(BASELINES)


def method(name: str, state: SearchState | None = None, **other: Any) -> Method:
    settings = SearchSettings(seed=5, population=10, evaluations=47, algorithm=name)
    return make_method(PROBLEM, replace(settings, **other), WorkerPool(1), state)


def told(generations: list[Generation]) -> list[list[tuple[bytes, str]]]:
    """What each generation judged."""
    return [
        [(hints.tobytes(), repr(float(f1))) for hints, f1 in zip(g.judged["hints"], g.judged["f1"], strict=True)]
        for g in generations
    ]


@pytest.mark.parametrize("name", NAMES)
def test_every_evaluation_is_spent_and_the_front_is_the_best_of_all(name: str) -> None:
    run = method(name)
    generations = list(run.run())
    assert generations[-1].evaluations == sum(len(g.judged) for g in generations) == 47
    front = run.archive.front()
    assert front is not None
    met = np.concatenate([points(g.judged, PROBLEM.goals) for g in generations])
    best = {tuple(row) for row in met[non_dominated(met)].tolist()}
    assert {tuple(row) for row in points(front, PROBLEM.goals).tolist()} == best


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("at", [1, 2])
def test_a_method_that_was_left_goes_on_as_if_it_had_not_been(name: str, at: int) -> None:
    whole = told(list(method(name).run()))
    first = method(name)
    steps = first.run()
    for _ in range(at):
        next(steps)
    state = SearchState({key: value.copy() for key, value in first.state.arrays.items()}, first.state.known)
    assert told(list(method(name, state).run())) == whole[at:]


@pytest.mark.parametrize("name", NAMES)
def test_a_longer_run_begins_as_a_shorter_one(name: str) -> None:
    short = told(list(method(name).run()))
    long = told(list(method(name, evaluations=60).run()))
    judged = [row for generation in long for row in generation]
    assert [row for generation in short for row in generation] == judged[:47]
    assert long[: len(short) - 1] == short[:-1]


def test_random_puzzles_are_valid_and_climbers_move_by_few_hints() -> None:
    assert all(bool(g.judged["valid"].all()) for g in method("random").run())
    climb = method("climb", evaluations=60)
    shares = [float(g.judged["valid"].mean()) for g in climb.run()]
    assert shares[0] == 1.0, "climbers begin at valid puzzles"
    assert shares[-1] < 1.0, "and their changes break most of them"


def test_one_objective_is_the_weighted_sum_of_the_config() -> None:
    for name in ("climb", "stock-nsga2"):
        run = method(name, weights=(0.0, 1.0))
        assert list(run.run())[-1].evaluations == 47


def test_what_says_no_genes_can_only_be_sampled() -> None:
    class Bare:
        """A problem as the protocol asks for, without genes."""

        def __getattr__(self, name: str) -> Any:
            if name in ("genes", "repaired"):
                raise AttributeError(name)
            return getattr(PROBLEM, name)

    bare: Any = Bare()
    with pytest.raises(InputError, match=r"search\.algorithm: climb cannot be used, this kind of puzzle does not say"):
        make_method(bare, SearchSettings(algorithm="climb"), WorkerPool(1))
    assert make_method(bare, SearchSettings(algorithm="random"), WorkerPool(1)) is not None


def test_any_other_name_is_our_search() -> None:
    assert isinstance(method("nsga2"), Search)

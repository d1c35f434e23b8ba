from __future__ import annotations

from dataclasses import fields, replace
from itertools import pairwise

import numpy as np
import pytest

from evaluation.settings import EvaluationSettings
from generator.bounds import Bounds
from generator.driver import Generation, Search, SearchSettings
from generator.judging import Judged
from generator.pool import WorkerPool
from puzzles.canonical import relabel_batch
from puzzles.errors import InputError
from puzzles.solutions import count_batch

EVALUATION = EvaluationSettings(walks=1, seed=5)


@pytest.fixture(scope="module")
def settings(pattern) -> SearchSettings:
    return SearchSettings(pattern, seed=5, population=12, evaluations=96)


def run(settings, state=None, accept=None) -> tuple[Search, list[Generation]]:
    search = Search(settings, EVALUATION, WorkerPool(1), state, accept)
    return search, list(search.run())


def assert_same(a: Judged | None, b: Judged | None) -> None:
    assert a is not None
    assert b is not None
    for f in fields(Judged):
        assert (getattr(a, f.name) == getattr(b, f.name)).all(), f.name


VARIANTS = [("nsga2", "multi"), ("nsga3", "multi"), ("smsemoa", "multi"), ("nsga2", "weighted")]


@pytest.mark.parametrize(("algorithm", "objectives"), VARIANTS)
def test_every_algorithm_runs_and_keeps_only_valid_puzzles(settings, pattern, algorithm, objectives) -> None:
    search, generations = run(replace(settings, algorithm=algorithm, objectives=objectives, weights=(1.0, 2.0)))
    assert [g.number for g in generations] == list(range(1, 9))
    assert generations[-1].evaluations == 96
    rows = search.archive.rows
    assert rows is not None
    assert rows.valid.all()
    assert ((rows.hints > 0) == pattern).all()
    assert (count_batch(rows.hints).counts == 1).all()
    volumes = [0.0]
    for g in generations:
        assert len(g.judged) <= 12
        assert ((g.judged.hints > 0) == pattern).all()
    volumes = [search.archive.hypervolume()]
    assert volumes[0] > 0


@pytest.mark.parametrize(("algorithm", "objectives"), VARIANTS)
@pytest.mark.parametrize("after", [1, 3, 6])
def test_a_search_taken_up_again_ends_the_same(settings, algorithm, objectives, after) -> None:
    own = replace(settings, algorithm=algorithm, objectives=objectives)
    whole, generations = run(own)
    first = Search(own, EVALUATION, WorkerPool(1))
    steps = first.run()
    for _ in range(after):
        next(steps)
    second, rest = run(own, first.state)
    assert [g.number for g in rest] == list(range(after + 1, 9))
    for a, b in zip(generations[after:], rest, strict=True):
        assert_same(a.judged, b.judged)
    assert_same(whole.archive.rows, second.archive.rows)
    assert (whole.state.shares == second.state.shares).all()


def test_the_weighted_mode_takes_the_best_sum(settings) -> None:
    """With all the weight on f2 the population's best f2 never falls, and the best of all lives."""
    own = replace(settings, objectives="weighted", weights=(0.0, 1.0))
    search = Search(own, EVALUATION, WorkerPool(1))
    best = []
    top = 0.0
    for generation in search.run():
        top = max(top, float(generation.judged.f2.max()))
        best.append(float(search.state.population.f2.max()))
        assert best[-1] == top
    assert all(b >= a for a, b in pairwise(best))
    assert type(search._algorithm).__name__ == "GA"


def test_an_unknown_algorithm_is_named(settings) -> None:
    with pytest.raises(InputError, match=r"^search\.algorithm: 'nsga4' is none of nsga2, nsga3, smsemoa$"):
        Search(replace(settings, algorithm="nsga4"), EVALUATION, WorkerPool(1))


@pytest.mark.parametrize("evaluations", [1, 7, 13])
def test_exactly_as_many_evaluations_as_asked_for(settings, evaluations) -> None:
    _, generations = run(replace(settings, evaluations=evaluations))
    assert generations[-1].evaluations == evaluations
    assert sum(len(g.judged) for g in generations) == evaluations


@pytest.mark.parametrize("objectives", ["multi", "weighted"])
def test_no_two_of_the_living_are_the_same_after_relabelling(settings, pattern, objectives) -> None:
    cells = np.flatnonzero(pattern)
    fixed = np.zeros(81, np.uint8)
    fixed[cells[4]], fixed[cells[20]] = 6, 3
    for given in (None, fixed):
        search, generations = run(replace(settings, fixed=given, evaluations=240, objectives=objectives))
        rows = search.archive.rows
        assert rows is not None
        for hints in (search.state.population.hints, rows.hints):
            assert len({row.tobytes() for row in relabel_batch(hints)}) == len(hints)
            if given is not None:
                assert (hints[:, fixed > 0] == [6, 3]).all()
        assert generations[-1].valid_total > 100


def test_bounds_hold_on_all_that_is_kept(settings) -> None:
    search, generations = run(replace(settings, evaluations=240, bounds=Bounds(turns=(38, 44), effort=(None, 12.0))))
    rows = search.archive.rows
    assert rows is not None
    assert ((rows.turns >= 38) & (rows.turns <= 44)).all()
    assert (rows.effort <= 12.0).all()
    for g in generations:
        good = g.judged.valid
        assert (g.judged.turns[good] >= 38).all()


def test_what_is_refused_is_not_kept(settings) -> None:
    _, free = run(settings)
    refused = {row.tobytes() for g in free for row in g.judged.hints[::2]}

    def accept(judged: Judged) -> np.ndarray:
        return np.array([row.tobytes() not in refused for row in judged.hints])

    search, generations = run(settings, accept=accept)
    rows = search.archive.rows
    assert rows is not None
    for hints in [rows.hints, *(g.judged.hints for g in generations)]:
        assert not any(row.tobytes() in refused for row in hints)


def test_stagnation_brings_fresh_blood_and_loses_nothing(settings) -> None:
    calm, _ = run(replace(settings, evaluations=300, stagnation=0))
    search, generations = run(replace(settings, evaluations=300, stagnation=1))
    sizes = [len(g.judged) for g in generations]
    assert 6 in sizes, "half a population is fresh after a generation without progress"
    assert calm.archive.rows is not None
    assert search.archive.rows is not None
    best = max(float(g.judged.f1.max()) for g in generations)
    assert float(search.archive.rows.f1.max()) == best

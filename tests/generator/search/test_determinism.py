"""The same front whatever the number of workers, and wherever a search was left and taken up again."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from evaluation.objectives import Walks, named, objective
from evaluation.settings import Rules
from evaluation.table import Table
from generator.search.bounds import Bounds
from generator.search.pool import WorkerPool
from generator.search.search import Search
from generator.search.state import PARTS, SearchSettings
from puzzles.errors import InputError

SETTINGS = SearchSettings(seed=3, population=12, evaluations=132, confirm=8)
THREE = named(["tension", "chain", "height"])


def front_of(search: Search) -> Table:
    front = search.archive.front()
    assert front is not None
    return front


def finished(problem, settings, workers=1, state=None) -> Search:
    with WorkerPool(workers) as pool:
        search = Search(problem, settings, pool, state)
        for _ in search.run():
            pass
    return search


def assert_same(a: Table, b: Table) -> None:
    assert a.names == b.names
    for name, values in a.items():
        assert np.array_equal(values, b[name], equal_nan=values.dtype.kind == "f"), name


def assert_resumes(problem, settings, places) -> Search:
    whole = finished(problem, settings)
    for after in places:
        first = Search(problem, settings, WorkerPool(1))
        steps = first.run()
        for _ in range(after):
            next(steps)
        assert_same(front_of(finished(problem, settings, state=first.state)), front_of(whole))
    return whole


@pytest.mark.parametrize("walks", [1, 4, pytest.param(16, marks=pytest.mark.slow)])
@pytest.mark.parametrize("goals", [("tension", "chain"), ("tension", "chain", "height")])
@pytest.mark.parametrize("racing", [0.0, 0.3])
def test_interrupted_and_taken_up_again(problem, goals, walks, racing) -> None:
    own = replace(problem, evaluation=replace(problem.evaluation, walks=walks, objectives=named(goals)))
    assert_resumes(own, replace(SETTINGS, racing=racing), (1, 4, 8))


@pytest.mark.slow
@pytest.mark.parametrize(("goals", "racing"), [(("tension", "chain"), 0.0), (("tension", "chain", "height"), 0.3)])
def test_one_and_two_workers(problem, goals, racing) -> None:
    own = replace(problem, evaluation=replace(problem.evaluation, walks=16, objectives=named(goals)))
    settings = replace(SETTINGS, racing=racing)
    assert_same(front_of(finished(own, settings, 2)), front_of(finished(own, settings)))


def test_three_objectives_give_a_front_in_three_dimensions(three) -> None:
    front = front_of(finished(three, replace(SETTINGS, evaluations=240)))
    scores = np.stack([front[name] for name in ("f1", "f2", "height")], axis=1)
    for a in scores:
        assert not ((scores >= a).all(axis=1) & (scores > a).any(axis=1)).any()
    assert len(front) >= 3
    # some row is there for its height alone
    flat = scores[:, :2]
    beaten = [((flat >= a).all(axis=1) & (flat > a).any(axis=1)).any() for a in flat]
    assert any(beaten)


@pytest.mark.parametrize("part", PARTS)
def test_each_part_can_be_left_out(problem, part) -> None:
    settings = replace(SETTINGS, stagnation=2, without=frozenset([part]))
    search = Search(problem, settings, WorkerPool(1))
    given = []
    generations = []
    for generation in search.run():
        generations.append(generation)
        given.append(len(search._given))
    assert generations[-1].evaluations == settings.evaluations
    assert len(front_of(search))
    arrays = search.state.arrays
    if part == "shares":
        p = search._parts.mating.shares.probabilities()
        assert (p == 1 / len(problem.operators)).all()
    elif part == "estimates":
        rows = search.archive.rows
        assert rows is not None
        assert search._parts.estimates(rows) is rows
        assert_same(front_of(search), rows), "what is kept is the front by the scores themselves"
    elif part == "contenders":
        assert not any(len(g.again) for g in generations)
    elif part == "confirmation":
        assert not bool(arrays["confirming"])
        # known rows may still get what is left in the last generation, too little for newcomers beside them
        assert all(len(g.judged) for g in generations[:-1])
        assert len(generations[-1].again) < settings.population
    elif part == "known":
        assert search._known.at_first(3) is None
    elif part == "renewal":
        assert int(arrays["stagnant"]) >= 0
        assert not search._parts.renewal.is_due()
        assert not any(g.judged["origin"].tolist().count(0) == 6 and g.number > 2 for g in generations)
    elif part == "early_end":
        assert not search._parts.early_end.is_due
    else:
        assert max(given) == 0, "no round is given before the one before it is settled"


def test_a_part_that_there_is_not_is_named() -> None:
    with pytest.raises(InputError, match=r"^search\.without: 'crowding' is none of shares, "):
        SearchSettings(without=frozenset(["crowding"]))


def test_newcomers_may_be_known_where_nobody_is_told(problem, puzzles, pattern) -> None:
    fixed = puzzles[2].copy()
    fixed[np.flatnonzero(pattern)[[0, 2, 9]]] = 0
    own = replace(problem, fixed=fixed)
    settings = replace(SETTINGS, reevaluate=0.0)
    again = []
    for without in (frozenset[str](), frozenset(["known"])):
        search = Search(own, replace(settings, without=without), WorkerPool(1))
        seen: set[bytes] = set()
        number = 0
        for generation in search.run():
            names = {row.tobytes() for row in generation.judged["hints"]}
            number += len(names & seen)
            seen |= names
        again.append(number)
    # without the part the same few puzzles come again and again
    assert again[0] == 0 and again[1] >= 5


def slowly(walks: Walks) -> np.ndarray:
    """Turns of a walk."""
    return walks.turns.astype(float)


def test_an_objective_from_outside_that_is_to_fall_makes_a_front(problem) -> None:
    objective("few_turns", better="lower", worst=82.0)(slowly)
    goals = named(["tension", "few_turns"])
    own = replace(problem, evaluation=replace(problem.evaluation, objectives=goals))
    search = assert_resumes(own, SETTINGS, (3,))
    front = front_of(search)
    assert (front["few_turns"] == front["T"]).all() or front["walks"].max() > 1
    order = np.argsort(front["f1"])
    # the more tension, the more turns: neither is better in both
    assert (np.diff(front["f1"][order]) >= 0).all()
    assert (np.diff(front["few_turns"][order]) >= 0).all()
    assert front["few_turns"].max() < 82.0
    assert 0.0 < search.archive.hypervolume() < 82.0
    points = np.stack([front["f1"], 82.0 - front["few_turns"]], axis=1)
    area, reach = 0.0, 0.0
    for f1, gain in sorted(points.tolist(), key=lambda row: -row[1]):
        # strips from the left: each adds what it reaches further in f1
        area += max(0.0, f1 - reach) * gain
        reach = max(reach, f1)
    rows = search.archive.rows
    assert rows is not None
    if len(rows) == len(front):
        assert search.archive.hypervolume() == pytest.approx(area)


@pytest.mark.slow
def test_an_objective_from_outside_travels_to_workers(problem) -> None:
    objective("few_turns", better="lower", worst=82.0)(slowly)
    own = replace(problem, evaluation=replace(problem.evaluation, objectives=named(["tension", "few_turns"])))
    assert_same(front_of(finished(own, SETTINGS, 2)), front_of(finished(own, SETTINGS)))


def test_bounds_on_height_and_opening_hold_on_the_front(problem) -> None:
    bounds = Bounds({"height": (0.6, 50.0), "opening": (2.0, None)})
    front = front_of(finished(problem, replace(SETTINGS, evaluations=240, bounds=bounds)))
    assert (front["height"] >= 0.6).all() and (front["height"] <= 50.0).all()
    assert (front["opening"] >= 2.0).all()


def _extras(signature: tuple[Any, ...]) -> list[Any]:
    """The types of `Rules.extra` among a kernel's arguments."""
    rules = [one for one in signature if getattr(one, "instance_class", None) is Rules]
    return [one.types[Rules._fields.index("extra")] for one in rules]


def test_each_kernel_is_compiled_once(three) -> None:
    """A second version of one costs seconds."""
    from evaluation.solver.batch import _certify_many, _walk_many
    from generator.sudoku.feasibility import repair_many
    from generator.sudoku.operators.steps import _take_steps

    finished(three, replace(SETTINGS, racing=0.3))
    three.sample(2, 1)
    for kernel in (_walk_many, _certify_many, repair_many, _take_steps):
        # another test may have had one compiled for the families that are off here
        six = [one for one in kernel.signatures if all(str(extra) == "none" for extra in _extras(one))]
        assert len(six) == 1, kernel.py_func.__name__

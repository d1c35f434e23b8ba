from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from evaluation.table import Table
from generator.search.bounds import Bounds
from generator.search.estimates import Estimates
from generator.search.judging import Task, judge
from generator.search.pool import WorkerPool
from generator.search.racing import no_race
from generator.search.search import Search
from generator.search.state import Generation, SearchSettings
from generator.sudoku.problem import SudokuProblem
from puzzles.canonical import relabel_batch
from puzzles.errors import InputError
from puzzles.solutions import count_batch

SETTINGS = SearchSettings(seed=5, population=12, evaluations=96)
VARIANTS = [("nsga2", None), ("nsga3", None), ("smsemoa", None), ("nsga2", (0.5, 0.5))]


def run(problem, settings, state=None, accept=None) -> tuple[Search, list[Generation]]:
    search = Search(problem, settings, WorkerPool(1), state, accept)
    return search, list(search.run())


def living(search: Search) -> Table:
    rows = search.state.table("population")
    assert rows is not None
    return rows


def assert_same(a: Table | None, b: Table | None) -> None:
    assert a is not None
    assert b is not None
    assert a.names == b.names
    for name, values in a.items():
        assert values.dtype == b[name].dtype, name
        assert np.array_equal(values, b[name], equal_nan=values.dtype.kind == "f"), name


def by_their_longest_lines(rows: Table) -> Table:
    """Each puzzle once, by the row with the most walks."""
    longest: dict[bytes, int] = {}
    for row in np.argsort(rows["walks"], kind="stable").tolist():
        longest[rows["hints"][row].tobytes()] = row
    return rows.take(list(longest.values()))


def judged_and_again(generations: list[Generation]) -> int:
    return sum(len(g.judged) + len(g.again) for g in generations)


@pytest.mark.parametrize("reevaluate", [0.0, 0.3])
@pytest.mark.parametrize(("algorithm", "weights"), VARIANTS)
def test_every_algorithm_runs_and_keeps_only_valid_puzzles(problem, pattern, algorithm, weights, reevaluate) -> None:
    own = replace(SETTINGS, algorithm=algorithm, weights=weights, reevaluate=reevaluate)
    search, generations = run(problem, own)
    assert [g.number for g in generations] == list(range(1, len(generations) + 1))
    # none is longer than the population, so eight at least; without known puzzles to look at again, eight
    assert len(generations) == 8 if reevaluate == 0 else len(generations) >= 8
    assert generations[-1].evaluations == 96
    rows = search.archive.rows
    assert rows is not None
    assert rows["valid"].all()
    assert ((rows["hints"] > 0) == pattern).all()
    assert (count_batch(rows["hints"]).counts == 1).all()
    for g in generations:
        assert len(g.judged) + len(g.again) <= 12
        assert ((g.judged["hints"] > 0) == pattern).all()
        assert g.again["valid"].all()
    assert any(len(g.again) for g in generations) == (reevaluate > 0)
    assert search.archive.hypervolume() > 0


def assert_resumes(problem, own, *places) -> None:
    """Left after a number of generations and taken up again, the search goes on as if nothing had been."""
    whole, generations = run(problem, own)
    for after in places:
        first = Search(problem, own, WorkerPool(1))
        steps = first.run()
        for _ in range(after):
            next(steps)
        second, rest = run(problem, own, first.state)
        assert [g.number for g in rest] == [g.number for g in generations[after:]]
        assert [g.evaluations for g in rest] == [g.evaluations for g in generations[after:]]
        for a, b in zip(generations[after:], rest, strict=True):
            assert_same(a.judged, b.judged)
            assert_same(a.again, b.again)
        assert_same(whole.archive.rows, second.archive.rows)
        assert_same(whole.archive.front(), second.archive.front())
        one, other = whole.state, second.state
        assert one.arrays.keys() == other.arrays.keys()
        for name, values in one.arrays.items():
            assert np.array_equal(values, other.arrays[name], equal_nan=values.dtype.kind == "f"), name
        assert (one.known == other.known).all()


@pytest.mark.parametrize(("algorithm", "weights"), VARIANTS)
@pytest.mark.parametrize(
    ("after", "reevaluate"),
    [pytest.param(1, 0.3, marks=pytest.mark.slow), (3, 0.0), (6, 0.3), pytest.param(8, 0.3, marks=pytest.mark.slow)],
)
def test_a_search_taken_up_again_ends_the_same(problem, algorithm, weights, after, reevaluate) -> None:
    assert_resumes(problem, replace(SETTINGS, algorithm=algorithm, weights=weights, reevaluate=reevaluate), after)


def test_also_in_the_confirmation_and_through_a_renewal(problem) -> None:
    own = replace(SETTINGS, evaluations=120, confirm=6, stagnation=2)
    _, generations = run(problem, own)
    assert len(generations) >= 10
    assert not len(generations[-1].judged), "it ends by confirming"
    assert_resumes(problem, own, 2, 5, 9)


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 4))])
@pytest.mark.parametrize("algorithm", ["nsga3", "smsemoa"])
def test_nothing_that_an_algorithm_remembers_is_lost(problem, algorithm, seed) -> None:
    """The ideal point of NSGA-III, for instance, is that of the living."""
    assert_resumes(problem, replace(SETTINGS, algorithm=algorithm, seed=seed, reevaluate=0.0, evaluations=144), 4)


def test_also_with_racing(problem) -> None:
    own = replace(SETTINGS, racing=0.4)
    problem = replace(problem, evaluation=replace(problem.evaluation, walks=16))
    _, generations = run(problem, own)
    walks = np.concatenate([g.judged["walks"] for g in generations])
    assert ((walks > 0) & (walks < 16)).any()
    assert judged_and_again(generations) == 96
    assert_resumes(problem, own, 1, 3, 6)


def test_the_weighted_mode_takes_the_best_sum(problem) -> None:
    """With all the weight on f2 the population's best f2 never falls, and the best of all lives."""
    own = replace(SETTINGS, weights=(0.0, 1.0), reevaluate=0.0)
    search = Search(problem, own, WorkerPool(1))
    best = []
    top = 0.0
    for generation in search.run():
        top = max(top, float(np.nanmax(generation.judged["f2"])))
        best.append(float(living(search)["f2"].max()))
        assert best[-1] == top
    assert all(b >= a for a, b in pairwise(best))


def test_the_weighted_mode_with_more_walks_keeps_the_best_estimates(problem) -> None:
    """Those alive, with the walks they were given, and the new ones: the twelve with the best estimates live."""
    own = replace(SETTINGS, weights=(0.0, 1.0), stagnation=0)
    search = Search(problem, own, WorkerPool(1))
    before: Table | None = None
    compared = 0
    for generation in search.run():
        state = search.state
        if before is not None and len(generation.judged):
            alive = {hints.tobytes() for hints in before["hints"]}
            again = generation.again.take(np.array([h.tobytes() in alive for h in generation.again["hints"]], bool))
            offered = by_their_longest_lines(Table.join([before, again, generation.judged]))
            estimates = Estimates(problem.goals)
            estimates.restore(state.arrays)
            estimated = estimates(offered)
            expected = np.sort(np.where(offered["valid"], estimated["f2"], -1.0))[::-1][:12]
            got = estimates(living(search))
            assert np.sort(np.where(got["valid"], got["f2"], 0.0))[::-1] == pytest.approx(
                np.maximum(expected, 0.0), abs=1e-12
            )
            compared += 1
        before = living(search)
    assert compared >= 6


def test_more_walks_are_the_next_walks_of_the_same_puzzle(problem) -> None:
    """Whatever a puzzle has been through, its scores are those of as many walks at once."""
    evaluation = replace(problem.evaluation, walks=2)
    problem = replace(problem, evaluation=evaluation)
    search, generations = run(problem, replace(SETTINGS, evaluations=150, confirm=12))
    assert search.archive.rows is not None
    known: dict[bytes, set[int]] = {}
    for g in generations:
        for hints, walks in zip(g.again["hints"], g.again["walks"].tolist(), strict=True):
            assert walks - 2 == max(known[hints.tobytes()])
            known[hints.tobytes()].add(walks)
        for row in np.flatnonzero(g.judged["valid"]):
            known.setdefault(g.judged["hints"][row].tobytes(), set()).add(int(g.judged["walks"][row]))
    for kept in (search.archive.rows, living(search)):
        kept = kept.take(kept["valid"])
        assert all(w in known[h.tobytes()] for h, w in zip(kept["hints"], kept["walks"].tolist(), strict=True))
        assert kept["walks"].max() > 2
        for row in range(len(kept)):
            own = replace(problem, evaluation=replace(evaluation, walks=int(kept["walks"][row])))
            nothing = np.zeros(1, np.int64)
            recipes = own.recipes(kept["hints"][[row]])
            once = judge(Task(own, recipes, nothing.astype(np.uint64), nothing, no_race(2)))
            for name in ("f1", "f2", "f1_se", "f2_se", "effort", "opening", "T", "hardest_family", "grade"):
                assert kept[name][row] == pytest.approx(once[name][0], abs=1e-12), name


def test_a_share_of_each_generation_goes_to_known_puzzles(problem) -> None:
    _, generations = run(problem, replace(SETTINGS, evaluations=240, confirm=64, reevaluate=0.3, stagnation=0))
    assert len(generations[0].again) == 0
    working = [g for g in generations[1:-1] if len(g.judged)]
    assert len(working) > 10
    for g in working:
        # 0.3 · 12 = 3.6
        assert (len(g.again), len(g.judged)) == (4, 8)
        assert len({hints.tobytes() for hints in g.again["hints"]}) == 4


@pytest.mark.parametrize(
    ("seed", "stagnation"), [(5, 0), (5, 1), *(pytest.param(seed, 1, marks=pytest.mark.slow) for seed in (1, 2, 3))]
)
def test_at_the_end_the_front_is_confirmed(problem, seed, stagnation) -> None:
    search, generations = run(problem, replace(SETTINGS, seed=seed, evaluations=240, confirm=6, stagnation=stagnation))
    front = search.archive.front()
    assert front is not None
    # two walks are what the best get while the search goes on; not all reach six before the evaluations are used up
    assert np.median(front["walks"]) >= 4
    confirming = [g for g in generations if not len(g.judged)]
    assert confirming[-1] is generations[-1]
    # once begun it goes on
    assert confirming == generations[-len(confirming) :]
    # at most 15 % of all evaluations, the last ones
    assert 0 < sum(len(g.again) for g in confirming) <= 36
    assert all(g.evaluations - len(g.again) >= 240 - 36 for g in confirming)
    known = {h.tobytes() for g in generations for h in g.judged["hints"]}
    assert all(h.tobytes() in known for h in front["hints"])


def test_an_unknown_algorithm_is_named(problem) -> None:
    with pytest.raises(InputError, match=r"^search\.algorithm: 'nsga4' is none of nsga2, nsga3, smsemoa$"):
        Search(problem, replace(SETTINGS, algorithm="nsga4"), WorkerPool(1))


@pytest.mark.parametrize("reevaluate", [0.0, 0.3, 1.0])
@pytest.mark.parametrize("evaluations", [1, 7, 13, 25, 50])
def test_exactly_as_many_evaluations_as_asked_for(problem, evaluations, reevaluate) -> None:
    _, generations = run(problem, replace(SETTINGS, evaluations=evaluations, reevaluate=reevaluate))
    assert generations[-1].evaluations == evaluations
    assert judged_and_again(generations) == evaluations
    done = 0
    for g in generations:
        done += len(g.judged) + len(g.again)
        assert g.evaluations == done


@pytest.mark.parametrize("weights", [None, (0.5, 0.5)])
def test_no_two_of_the_living_are_the_same_after_relabelling(problem, pattern, weights) -> None:
    cells = np.flatnonzero(pattern)
    fixed = np.zeros(81, np.uint8)
    fixed[cells[4]], fixed[cells[20]] = 6, 3
    for given in (None, fixed):
        own = replace(SETTINGS, evaluations=240, weights=weights)
        search, generations = run(replace(problem, fixed=given), own)
        rows = search.archive.rows
        assert rows is not None
        for hints in (living(search)["hints"], rows["hints"]):
            assert len({row.tobytes() for row in relabel_batch(hints)}) == len(hints)
            if given is not None:
                assert (hints[:, fixed > 0] == [6, 3]).all()
        assert generations[-1].valid_total > 100


NARROW = Bounds({"T": (38, 44), "effort": (None, 12.0)})


def test_bounds_hold_on_all_that_is_kept(problem) -> None:
    search, generations = run(problem, replace(SETTINGS, evaluations=240, bounds=NARROW))
    rows = search.archive.rows
    assert rows is not None
    assert ((rows["T"] >= 38) & (rows["T"] <= 44)).all()
    assert (rows["effort"] <= 12.0).all()
    for g in generations:
        good = g.judged["valid"]
        assert (g.judged["T"][good] >= 38).all()


def refusing(refused):
    def accept(judged: Table) -> np.ndarray:
        return np.array([row.tobytes() not in refused for row in judged["hints"]], dtype=bool)

    return accept


@pytest.mark.parametrize("reevaluate", [0.0, 0.5])
def test_what_is_refused_is_not_kept(problem, reevaluate) -> None:
    """Not even by way of more walks: a refused puzzle may live on in the population."""
    own = replace(SETTINGS, reevaluate=reevaluate, confirm=8)
    _, free = run(problem, own)
    refused = {row.tobytes() for g in free for row in g.judged["hints"][::2]}
    accept = refusing(refused)
    search, generations = run(problem, own, accept=accept)
    rows = search.archive.rows
    assert rows is not None
    assert any(row.tobytes() in refused for row in living(search)["hints"])
    for hints in [rows["hints"], *(g.judged["hints"] for g in generations), *(g.again["hints"] for g in generations)]:
        assert not any(row.tobytes() in refused for row in hints)
    # nor after it is taken up again
    for after in (1, 4):
        first = Search(problem, own, WorkerPool(1), None, accept)
        steps = first.run()
        for _ in range(after):
            next(steps)
        second, rest = run(problem, own, first.state, accept)
        assert_same(second.archive.rows, rows)
        for a, b in zip(generations[after:], rest, strict=True):
            assert_same(a.judged, b.judged)
            assert_same(a.again, b.again)


def test_bounds_hold_on_what_gets_more_walks(problem) -> None:
    search, generations = run(problem, replace(SETTINGS, evaluations=240, bounds=NARROW))
    assert any(len(g.again) for g in generations)
    for g in generations:
        assert ((g.again["T"] >= 38) & (g.again["T"] <= 44)).all()
    front = search.archive.front()
    assert front is not None
    assert (front["effort"] <= 12.0).all()


def test_stagnation_brings_fresh_blood_and_loses_nothing(problem) -> None:
    search, generations = run(problem, replace(SETTINGS, evaluations=300, stagnation=1, reevaluate=0.0))
    sizes = [len(g.judged) for g in generations]
    assert 6 in sizes, "half a population is fresh after a generation without progress"
    assert search.archive.rows is not None
    best = max(float(np.nanmax(g.judged["f1"])) for g in generations)
    assert float(search.archive.rows["f1"].max()) == best


def test_after_a_stagnation_known_puzzles_get_their_share_too(problem) -> None:
    search, generations = run(problem, replace(SETTINGS, evaluations=300, stagnation=1))
    renewed = [g for g in generations if len(g.judged) == 6]
    assert renewed
    assert all(len(g.again) == 4 for g in renewed[:-1])
    assert judged_and_again(generations) == 300
    calm, quiet = run(problem, replace(SETTINGS, evaluations=300, stagnation=0))
    assert 6 not in [len(g.judged) for g in quiet[:-1]]
    assert len(calm.archive) > 0
    assert len(search.archive) > 0


def test_no_puzzle_is_a_newcomer_twice(problem) -> None:
    """But for children of two rounds that were in work together."""
    _, generations = run(problem, replace(SETTINGS, evaluations=600))
    first: dict[bytes, int] = {}
    twice = 0
    for g in generations:
        for hints in g.judged["hints"]:
            seen = first.setdefault(hints.tobytes(), g.number)
            assert g.number - seen <= 1
            twice += seen < g.number
        names = {hints.tobytes() for hints in g.known}
        assert len(names) == len(g.known)
        assert names == {name for name, number in first.items() if number == g.number}
    assert twice < 0.1 * len(first)


@pytest.fixture(scope="module")
def few(problem, puzzles, pattern) -> SudokuProblem:
    """All but six hints of a puzzle are fixed: there are some sixty puzzles, and they are soon found."""
    fixed = puzzles[2].copy()
    fixed[np.flatnonzero(pattern)[[0, 2, 9, 14, 18, 21]]] = 0
    return replace(problem, fixed=fixed)


def test_where_nothing_new_is_left_known_puzzles_get_the_evaluations(few) -> None:
    search, generations = run(few, replace(SETTINGS, evaluations=400))
    assert generations[-1].evaluations == 400
    assert judged_and_again(generations) == 400
    distinct = {h.tobytes() for g in generations for h in g.judged["hints"]}
    assert len(distinct) < 200
    front = search.archive.front()
    assert front is not None
    assert front["walks"].max() > 20
    assert float(search.state.arrays["fertility"]) < 0.3


def test_a_search_ends_when_nothing_is_left_to_judge(few) -> None:
    search, generations = run(few, replace(SETTINGS, evaluations=5_000, reevaluate=0.0, confirm=1))
    assert generations[-1].evaluations < 5_000
    assert search.archive.rows is not None
    assert [len(g.judged) for g in generations[-10:]] == [0] * 10
    # one more round may be in work by then
    assert any(len(g.judged) for g in generations[-12:])


def test_also_a_search_that_runs_dry_is_taken_up_the_same(few) -> None:
    assert_resumes(few, replace(SETTINGS, evaluations=2_000, reevaluate=0.0), 2, 14)
    assert_resumes(few, replace(SETTINGS, evaluations=200), 2, 14)


def test_a_renewal_gives_half_of_the_places_to_fresh_puzzles(problem) -> None:
    search = Search(problem, replace(SETTINGS, evaluations=400, stagnation=1), WorkerPool(1))
    renewals = 0
    before: set[bytes] = set()
    for g in search.run():
        alive = {hints.tobytes() for hints in living(search)["hints"]}
        born = [hints.tobytes() for hints in g.known]
        if before and len(g.judged) == 6 and all(name in alive for name in born):
            renewals += 1
            # twelve places: half of the old ones stay
            assert len(alive) <= 6 + len(born)
            assert len(alive & before) == 6
        before = alive
    assert renewals >= 3


def test_a_remembered_puzzle_that_more_walks_take_out_of_the_bounds_is_dropped(problem) -> None:
    own = replace(SETTINGS, evaluations=360, bounds=Bounds({"effort": (8.0, 9.0)}))
    search = Search(problem, own, WorkerPool(1))
    left = 0
    for g in search.run():
        memory = search.archive.memory
        if memory is None:
            continue
        assert ((memory["effort"] >= 8.0) & (memory["effort"] <= 9.0)).all()
        left += int(((g.again["effort"] < 8.0) | (g.again["effort"] > 9.0)).sum())
    assert left > 0, "more walks have moved some"

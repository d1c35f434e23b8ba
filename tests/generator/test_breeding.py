from __future__ import annotations

import numpy as np
import pytest

from generator.breeding import Breeding, _tournaments
from generator.operators import MOVES, OPERATORS
from generator.operators.align import align
from generator.problem import HintProblem
from generator.shares import OperatorShares
from puzzles.canonical import relabel_batch
from puzzles.solutions import count_batch


def population(make_judged, puzzles):
    rows = make_judged(12, hints=relabel_batch(puzzles), f1=np.linspace(0, 1, 12), f2=np.linspace(1, 0, 12))
    pop = HintProblem().population(rows)
    for individual in pop:
        individual.set("rank", 0)
        individual.set("crowding", 1.0)
    return pop


def breed(make_judged, puzzles, pattern, free):
    breeding = Breeding(pattern, free, OperatorShares())
    pop = population(make_judged, puzzles)
    hints = pop.get("X").astype(np.uint8)
    breeding.solutions = dict(zip((h.tobytes() for h in hints), count_batch(hints).found[:, 0], strict=True))
    return hints, breeding.do(HintProblem(), pop, 300, random_state=np.random.default_rng(1))


def test_children_stay_on_the_pattern_and_every_operator_is_used(make_judged, puzzles, pattern) -> None:
    _, off = breed(make_judged, puzzles, pattern, pattern)
    children = off.get("X")
    assert children.shape == (300, 81)
    assert ((children > 0) == pattern).all()
    assert children.max() <= 9
    assert set(off.get("operator").tolist()) == set(range(len(OPERATORS)))


def test_small_moves_hand_over_the_mother_with_her_solution(make_judged, puzzles, pattern) -> None:
    hints, off = breed(make_judged, puzzles, pattern, pattern)
    names = np.array(OPERATORS)[off.get("operator")]
    moves, steps = np.asarray(off.get("move")), np.asarray(off.get("steps"))
    small = np.isin(names, MOVES)
    assert 0 < small.sum() < 300
    assert [MOVES[move] for move in moves[small]] == names[small].tolist()
    assert (moves[~small] == -1).all()
    assert (steps[~small] == 0).all()
    assert set(steps[small].tolist()) == set(range(1, 8))
    mothers = {h.tobytes(): s for h, s in zip(hints, count_batch(hints).found[:, 0], strict=True)}
    for child, solution in zip(off.get("X")[small].astype(np.uint8), off.get("solution")[small], strict=True):
        assert (mothers[child.tobytes()] == solution).all()
    assert not np.asarray(off.get("solution"))[~small].any()


def test_without_a_solution_there_is_no_walk(make_judged, puzzles, pattern) -> None:
    breeding = Breeding(pattern, pattern, OperatorShares())
    pop = population(make_judged, puzzles)
    breeding.solutions = {h.tobytes(): np.zeros(81, np.uint8) for h in pop.get("X").astype(np.uint8)}
    off = breeding.do(HintProblem(), pop, 100, random_state=np.random.default_rng(1))
    assert (np.asarray(off.get("move")) == -1).all()
    small = np.isin(np.array(OPERATORS)[off.get("operator")], MOVES)
    alive = {row.tobytes() for row in pop.get("X")}
    assert small.any()
    assert not any(row.tobytes() in alive for row in off.get("X")[small]), "other hints are changed instead"


def test_fixed_cells_keep_the_mothers_digit(make_judged, puzzles, pattern) -> None:
    """With the same digit in all parents there, it stands in all children, even where fathers are renamed."""
    fixed = np.flatnonzero(pattern)[[2, 11]]
    free = pattern.copy()
    free[fixed] = False
    same = puzzles.copy()
    same[:, fixed] = [4, 6]
    assert any((align(a, b)[fixed] != [4, 6]).any() for a in same for b in same)
    breeding = Breeding(pattern, free, OperatorShares())
    pop = HintProblem().population(make_judged(12, hints=same))
    children = breeding.do(HintProblem(), pop, 300, random_state=np.random.default_rng(2)).get("X")
    assert (children[:, fixed] == [4, 6]).all()
    assert ((children > 0) == pattern).all()


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ({"violation": 0, "rank": 5, "crowding": 0.0}, {"violation": 1, "rank": 0, "crowding": 9.0}),
        ({"violation": 0, "rank": 0, "crowding": 0.0}, {"violation": 0, "rank": 1, "crowding": 9.0}),
        ({"violation": 0, "rank": 1, "crowding": np.inf}, {"violation": 0, "rank": 1, "crowding": 3.0}),
    ],
)
def test_who_wins_a_tournament(make_judged, better, worse) -> None:
    rows = make_judged(2)
    rows.violations[:, 2] = [worse["violation"], better["violation"]]
    pop = HintProblem().population(rows)
    for individual, own in zip(pop, (worse, better), strict=True):
        individual.set("rank", own["rank"])
        individual.set("crowding", own["crowding"])
    winners = _tournaments(pop, 400, np.random.default_rng(3))
    # the worse one wins only where it meets itself, in a quarter of the tournaments
    assert 60 < int((winners == 0).sum()) < 140

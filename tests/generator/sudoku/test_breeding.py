from __future__ import annotations

import numpy as np
import pytest

from generator.search.problem import HintProblem
from generator.search.shares import OperatorShares
from generator.sudoku.breeding import Breeding, _tournaments
from generator.sudoku.operators import CROSSOVERS, MOVES, OPERATORS
from generator.sudoku.operators.align import align
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


def strangers_bred(make_judged, puzzles, pattern, others, abroad, free=None):
    """The living are the first half of the puzzles."""
    breeding = Breeding(pattern, pattern if free is None else free, OperatorShares())
    pop = population(make_judged, puzzles)[:6]
    hints = pop.get("X").astype(np.uint8)
    breeding.solutions = dict(zip((h.tobytes() for h in hints), count_batch(hints).found[:, 0], strict=True))
    breeding.others, breeding.abroad = others, abroad
    off = breeding.do(HintProblem(), pop, 400, random_state=np.random.default_rng(1))
    walking = np.asarray(off.get("move")) >= 0
    mothers = off.get("X")[walking].astype(np.uint8)
    assert (count_batch(mothers).found[:, 0] == np.asarray(off.get("solution"))[walking]).all()
    return off, [mother.tobytes() for mother in mothers]


@pytest.mark.parametrize("nobody", [None, np.zeros((0, 81), np.uint8)])
def test_with_nobody_abroad_all_mothers_are_of_the_living(make_judged, puzzles, pattern, nobody) -> None:
    living = {row.tobytes() for row in relabel_batch(puzzles)[:6]}
    _, mothers = strangers_bred(make_judged, puzzles, pattern, nobody, 1.0)
    assert set(mothers) == living


def test_the_share_of_mothers_from_all_that_was_judged(make_judged, puzzles, pattern) -> None:
    """Names are not told apart here: the strangers bear them as they came."""
    living = {row.tobytes() for row in relabel_batch(puzzles)[:6]}
    strangers = {row.tobytes() for row in puzzles[6:]}
    assert not living & strangers
    # none is drawn
    _, mothers = strangers_bred(make_judged, puzzles, pattern, puzzles[6:], 0.0)
    assert set(mothers) == living
    # all are drawn, one as often as the other
    _, mothers = strangers_bred(make_judged, puzzles, pattern, puzzles[6:], 1.0)
    assert set(mothers) == strangers
    counts = [mothers.count(stranger) for stranger in strangers]
    assert min(counts) > len(mothers) / 12
    # a quarter
    _, mothers = strangers_bred(make_judged, puzzles, pattern, puzzles[6:], 0.25)
    drawn = sum(mother in strangers for mother in mothers)
    assert set(mothers) == living | strangers
    assert 0.15 < drawn / len(mothers) < 0.35


def test_crossovers_and_wide_mutations_have_mothers_abroad_too(make_judged, puzzles, pattern) -> None:
    """With one stranger and no digit of hers among the living in a cell, that cell tells the mother."""
    stranger = puzzles[11]
    cell = next(c for c in np.flatnonzero(pattern).tolist() if stranger[c] not in relabel_batch(puzzles)[:6, c])
    fixed = np.arange(81) == cell
    off, _ = strangers_bred(make_judged, puzzles, pattern, stranger[None], 1.0, pattern & ~fixed)
    assert (off.get("X")[:, cell] == stranger[cell]).all()
    names = np.array(OPERATORS)[off.get("operator")]
    assert set(names.tolist()) == set(OPERATORS)
    # the fathers are of the living: no crossing is the stranger once more
    crossings = off.get("X")[np.isin(names, list(CROSSOVERS))]
    assert (crossings != stranger).any(axis=1).mean() > 0.9
    # nobody is drawn: no child has the stranger's digit there
    off, _ = strangers_bred(make_judged, puzzles, pattern, stranger[None], 0.0, pattern & ~fixed)
    assert (off.get("X")[:, cell] != stranger[cell]).all()


def test_a_stranger_without_exactly_one_solution_begins_no_walk(make_judged, puzzles, pattern) -> None:
    none, many = puzzles[6].copy(), puzzles[7].copy()
    cells = np.flatnonzero(pattern)
    none[cells] = 1
    many[:] = 0
    assert count_batch(np.stack([none, many])).counts.tolist() == [0, 2]
    off, mothers = strangers_bred(make_judged, puzzles, pattern, np.stack([none, many, puzzles[8]]), 1.0)
    assert set(mothers) == {puzzles[8].tobytes()}
    names = np.array(OPERATORS)[off.get("operator")]
    small = np.isin(names, MOVES)
    assert 0.2 < len(mothers) / small.sum() < 0.47
    assert not np.asarray(off.get("solution"))[np.asarray(off.get("move")) < 0].any()


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

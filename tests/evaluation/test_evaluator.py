"""Walks and evaluations: the oracle's means, seeds, constraints, the tree walk."""

import random as python_random

import numpy as np
import plain
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evaluation.evaluator import Evaluator, mean_and_error
from evaluation.objectives.tension import tension
from evaluation.score import Score, scores_of
from evaluation.settings import EvaluationSettings, UniquenessSettings
from evaluation.shipped import shipped_puzzles
from evaluation.solver.batch import BatchEvaluator
from evaluation.solver.mcts import draw_edge, new_tree, select_edge
from evaluation.solver.peaks import top_two, write_peaks
from evaluation.solver.trace import trace
from evaluation.solver.walk import new_memory
from evaluation.techniques import FAMILIES
from puzzles.canonical import relabel_batch
from puzzles.errors import InputError
from puzzles.grid import from_characters
from puzzles.kernel import kernel_once

COSTS = EvaluationSettings().costs
EXACT = UniquenessSettings(method="exact")
HINTS = np.array([p.hints for p in shipped_puzzles()])
EULER = from_characters("003020600900305001001806400008102900700000008006708200002609500800203009005010300")


@kernel_once
def tension_of(d, p):
    first, second = 0, 0
    if len(d) >= 2:
        first, second = top_two(p, len(d))
    return tension(d, p, np.zeros(len(d), np.int64), len(d), first, second)


@kernel_once
def peaks_of(d):
    p = np.zeros(len(d))
    write_peaks(d, len(d), p)
    return p


@kernel_once
def top_two_of(p):
    return top_two(p, len(p))


def evaluator(**changes):
    return Evaluator(EvaluationSettings(uniqueness=EXACT, **changes))


def judged(one: Evaluator, hints) -> list[Score]:
    return scores_of(one.evaluate(hints))


NUMBERS = ("f1", "f2", "f1_se", "f2_se", "height", "opening", "effort", "hardest", "peaks", "T", "grade")


def same_numbers(a, b) -> bool:
    """Whether two tables say the same of their puzzles."""
    return all(np.array_equal(a[name], b[name], equal_nan=True) for name in NUMBERS)


def test_peaks_and_tension_by_hand():
    d = np.array([1.0, 3.0, 1.0, 1.0, 2.0])
    p = peaks_of(d)
    # t = 1: (1−3)/1 + 0 + 0 + (1−2)/16; t = 2: 2 + 2 + 2/4 + 1/9
    assert p[0] == pytest.approx(-2 - 1 / 16)
    assert p[1] == pytest.approx(2 + 2 + 2 / 4 + 1 / 9)
    assert p.tolist() == pytest.approx(plain.peaks(d.tolist()))
    assert top_two_of(p) == (1, 4)
    assert tension_of(d, p) == pytest.approx(3 / 5)


def test_ties_of_peaks_go_to_the_earlier_turn():
    assert top_two_of(np.array([1.0, 2.0, 2.0, 2.0])) == (1, 2)
    assert top_two_of(np.array([2.0, 1.0, 1.0])) == (0, 1)
    assert tension_of(np.array([1.0, 1.0]), np.zeros(2)) == 0.5
    assert tension_of(np.array([1.0]), np.zeros(1)) == 0.0


@given(st.lists(st.floats(0.05, 40), min_size=2, max_size=60))
def test_peaks_agree_with_the_plain_sum(d: list[float]):
    assert peaks_of(np.array(d)).tolist() == pytest.approx(plain.peaks(d), rel=1e-9, abs=1e-9)


def test_mean_and_error_by_hand():
    mean, error = mean_and_error(np.array([[1.0, 3.0], [2.0, 2.0], [1.0, 9.0]]), np.array([True, True, False]))
    assert mean[:2].tolist() == [2.0, 2.0] and error[:2].tolist() == pytest.approx([1.0, 0.0])
    assert np.isnan(mean[2]) and np.isnan(error[2]), "unknown where not valid"
    mean, error = mean_and_error(np.array([[5.0]]))
    assert mean.tolist() == [5.0] and np.isnan(error).all()


def test_renaming_digits_gives_the_same_numbers():
    names = np.array([0, 4, 5, 6, 7, 8, 9, 1, 2, 3], np.uint8)
    a, b = (evaluator(walks=8).evaluate(hints) for hints in (HINTS[:20], names[HINTS[:20]]))
    assert same_numbers(a, b)
    assert a["valid"].all()
    assert (names[a["solution"]] == b["solution"]).all()


def test_solution_has_the_hints_digits():
    for evaluation in judged(evaluator(), HINTS[:10]):
        assert evaluation.valid and evaluation.solution is not None
        given_cells = evaluation.hints > 0
        assert (evaluation.solution[given_cells] == evaluation.hints[given_cells]).all()
        assert [evaluation.solution.tolist()] == plain.all_solutions(evaluation.hints.tolist())


def test_the_place_in_the_batch_does_not_matter():
    together = evaluator(walks=4).evaluate(HINTS[:10])
    alone = [evaluator(walks=4).evaluate(row[None, :]) for row in HINTS[:10]]
    assert all(same_numbers(together.take([k]), one) for k, one in enumerate(alone))


def test_seeds_change_walks_and_walks_go_on_where_earlier_ones_ended():
    one = BatchEvaluator(EvaluationSettings(walks=6))
    hints = relabel_batch(HINTS[:5])
    whole = one.scores(hints)
    parts = [one.scores(hints, 0, 2), one.scores(hints, 2, 4)]
    assert np.concatenate([p.of_walks("f1") for p in parts], axis=1).tolist() == whole.of_walks("f1").tolist()
    other = BatchEvaluator(EvaluationSettings(walks=6, seed=1)).scores(hints)
    assert other.of_walks("f1").tolist() != whole.of_walks("f1").tolist()


def test_remembered_boards_walk_the_same_way():
    hints = relabel_batch(HINTS[:20])
    alone = BatchEvaluator(EvaluationSettings(walks=1)).scores(hints)
    many = BatchEvaluator(EvaluationSettings(walks=5)).scores(hints)
    assert many.of_walks("f1")[:, 0].tolist() == alone.of_walks("f1")[:, 0].tolist()
    assert many.of_walks("effort")[:, 0].tolist() == alone.of_walks("effort")[:, 0].tolist()


@pytest.mark.parametrize("index", [0, pytest.param(100, marks=pytest.mark.slow), len(HINTS) - 1])
def test_means_agree_with_the_plain_walks(index: int):
    (mine,) = judged(evaluator(walks=2000), HINTS[index][None, :])
    assert mine.f1 is not None and mine.effort is not None and mine.solution is not None
    random = python_random.Random(7)
    solution = mine.solution.tolist()
    walks = [plain.walk(HINTS[index].tolist(), solution, random) for _ in range(12)]
    f1 = np.array([plain.tension(w[0]) for w in walks if w])
    effort = np.array([sum(w[0]) for w in walks if w])
    assert len(f1) == 12
    assert abs(f1.mean() - mine.f1) < 4 * max(f1.std(ddof=1) / np.sqrt(12), 0.03)
    assert abs(effort.mean() - mine.effort) < 4 * max(effort.std(ddof=1) / np.sqrt(12), 0.05)


def test_traces_follow_the_law():
    for row in HINTS[[0, 60, 120, len(HINTS) - 1]]:
        one = evaluator()
        (e,) = judged(one, row[None, :])
        assert e.solution is not None
        turns = trace(row, e.solution, one.settings)
        board, _ = plain.autofill(row.tolist())
        for turn in turns:
            assert turn.board.tolist() == board
            board[turn.chosen.cell] = turn.digit
            board, filled = plain.autofill(board)
            assert sorted(turn.filled) == sorted(filled)
        assert board == e.solution.tolist()
        d = [t.analysis.d for t in turns]
        assert [t.p for t in turns] == pytest.approx(plain.peaks(d))
        assert e.f1 == pytest.approx(plain.tension(d))
        assert e.f2 == pytest.approx(max(t.chain for t in turns) / 81)
        assert e.turns == len(turns)


def test_constraints_have_their_measures():
    two = EULER.copy()
    two[[2, 4, 6, 9, 12]] = 0
    twice = EULER.copy()
    twice[0] = 3
    none = EULER.copy()
    none[0] = 5  # no conflict, yet r1c1 is 4
    good, several, conflict, impossible = judged(evaluator(), np.array([EULER, two, twice, none]))
    assert good.valid and good.method == "propagation"
    assert several.verdict == "multiple"
    assert several.f1 is None and several.effort is None and not several.valid
    assert several.violations["uniqueness"] >= 1
    a, b = several.witness
    assert a.tolist() != b.tolist()
    for witness in (a, b):
        assert plain.all_solutions(witness.tolist()) == [witness.tolist()]
        assert (witness[two > 0] == two[two > 0]).all()
    assert conflict.violations["rules"] == 1 and conflict.verdict == "none"
    assert impossible.violations["rules"] == 81


def test_hints_off_the_pattern_are_counted():
    pattern = EULER > 0
    pattern[[2, 4]] = False
    settings_ = EvaluationSettings(uniqueness=EXACT)
    assert judged(Evaluator(settings_, pattern), EULER[None, :])[0].violations["pattern"] == 2


def test_qubo_and_exact_give_the_same_verdicts():
    random = np.random.default_rng(3)
    hints = HINTS[:40].copy()
    for row in hints[:30]:
        row[random.choice(np.flatnonzero(row))] = 0
    hints[30, np.flatnonzero(hints[30])[0]] = 0
    exact = judged(evaluator(), hints)
    qubo = judged(Evaluator(EvaluationSettings(uniqueness=UniquenessSettings(method="qubo"))), hints)
    assert [e.violations for e in exact] == [e.violations for e in qubo]
    assert [e.verdict for e in exact] == [e.verdict for e in qubo]
    assert any(e.method == "qubo" for e in qubo)
    for e in qubo:
        if e.verdict == "multiple":
            a, b = e.witness
            assert a.tolist() != b.tolist()
            for witness in (a, b):
                assert (witness[e.hints > 0] == e.hints[e.hints > 0]).all()
                assert plain.all_solutions(witness.tolist()) == [witness.tolist()]


@pytest.mark.slow
def test_tree_walks_are_repeatable_and_differ_from_the_policy():
    settings_ = EvaluationSettings(walks=3, walk="mcts", simulations=8, uniqueness=EXACT)
    first = Evaluator(settings_).evaluate(HINTS[:4])
    again = Evaluator(settings_).evaluate(HINTS[:4])
    assert same_numbers(first, again)
    policy = evaluator(walks=3).evaluate(HINTS[:4])
    assert not same_numbers(first, policy)


def test_a_full_memory_changes_no_score():
    hints = relabel_batch(HINTS[:6])
    roomy, full = (BatchEvaluator(EvaluationSettings(walks=8)) for _ in range(2))
    full._memory = new_memory(EvaluationSettings(walks=1))  # no room but for the spare record
    assert len(full._memory.keys) == 0 < len(roomy._memory.keys)
    expected, got = roomy.scores(hints), full.scores(hints)
    assert got.of_walks("f1").tolist() == expected.of_walks("f1").tolist()
    assert got.of_walks("effort").tolist() == expected.of_walks("effort").tolist()
    assert len(set(got.of_walks("f1")[0].tolist())) > 1


@pytest.mark.parametrize("value", [0.0, 0.3, 1.0])
def test_a_constant_value_gives_visits_in_the_shares_of_the_policy(value: float):
    settings_ = EvaluationSettings(walk="mcts")
    tree = new_tree(settings_, new_memory(settings_))
    tree.first[0], tree.number[0] = 0, 4
    tree.prior[:4] = [0.5, 0.25, 0.15, 0.1]
    for _ in range(4000):
        edge = select_edge(tree, 0)
        tree.visits[edge] += 1
        tree.value[edge] += value
    assert (tree.visits[:4] / 4000).tolist() == pytest.approx([0.5, 0.25, 0.15, 0.1], abs=0.01)


def test_the_next_board_is_drawn_by_visit_shares():
    settings_ = EvaluationSettings(walk="mcts")
    tree = new_tree(settings_, new_memory(settings_))
    tree.first[0], tree.number[0] = 5, 3
    tree.visits[5:8] = [1, 3, 6]
    random = np.array([11], np.uint64)
    drawn = np.bincount([draw_edge(tree, 0, random) - 5 for _ in range(20_000)], minlength=3) / 20_000
    assert drawn.tolist() == pytest.approx([0.1, 0.3, 0.6], abs=0.015)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"singles": (2.0, 1.0, 5.0)}, "must not fall"),
        ({"costs": (4, 10, 3, *COSTS[3:])}, "must not fall"),
        ({"costs": COSTS[:-1]}, "values, .* are needed"),
        ({"weights": (1, 1, 0, *[1] * (len(FAMILIES) - 3))}, "above 0"),
        ({"walks": 0}, "walks"),
        ({"simulations": 0}, "simulations"),
    ],
)
def test_settings_that_make_no_sense_are_refused(changes: dict, words: str):
    with pytest.raises(InputError, match=words):
        EvaluationSettings(**changes)


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 2**32))
def test_no_technique_contradicts_the_solution(seed: int):
    """Soundness: on any part of a solution, also an ambiguous one, what is filled is right."""
    random = np.random.default_rng(seed)
    _, found = np.nonzero(HINTS), HINTS
    base = plain.all_solutions(found[int(random.integers(len(HINTS)))].tolist())[0]
    kept = np.where(random.permutation(81) < 30, base, 0)
    cands = plain.candidate_sets(kept.tolist())
    for _, _, gone in plain.instances(cands):
        others = plain.all_solutions(kept.tolist(), 3)
        assert all(solution[cell] != digit for cell, digit in gone for solution in others)

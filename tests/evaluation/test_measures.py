"""Objectives and measures of walks worked out by hand, and of shipped puzzles by the plain words of the law."""

from __future__ import annotations

import pickle

import numpy as np
import plain
import pytest
from joblib.externals.loky.backend.reduction import dumps

from evaluation.evaluator import Evaluator
from evaluation.objectives import OBJECTIVES, Objective, named, objective, register
from evaluation.settings import EvaluationSettings, UniquenessSettings
from evaluation.shipped import shipped_puzzles
from evaluation.solver.batch import BatchEvaluator, walks_of
from puzzles.canonical import relabel_batch
from puzzles.errors import InputError
from puzzles.grid import from_characters

HINTS = np.array([p.hints for p in shipped_puzzles()])[::6]
EXACT = UniquenessSettings(method="exact")
GOALS = named(["tension", "chain", "height"])
WATCHED = Objective("watched", "watched", of_batch=lambda walks: walks.d[:, :, 0])
"""Any objective from outside: it makes the evaluator note the walks turn by turn."""


def test_each_number_of_a_walk_by_its_definition() -> None:
    """On tens of puzzles, four walks each, from d and c alone."""
    batch = BatchEvaluator(EvaluationSettings(walks=4, objectives=(*GOALS, WATCHED)))
    hints = relabel_batch(HINTS)
    scores = batch.scores(hints)
    walks = walks_of(hints, scores)
    assert len(hints) > 40
    for n in range(len(hints)):
        for w in range(4):
            turns = int(walks.turns[n, w])
            d, chain = walks.d[n, w, :turns].tolist(), walks.chain[n, w, :turns].tolist()
            p = plain.peaks(d)
            assert walks.p[n, w, :turns].tolist() == pytest.approx(p)
            first, second = sorted(range(turns), key=lambda t: (-walks.p[n, w, t], t))[:2]
            expected = {
                "f1": abs(first - second) / turns,
                "f2": max(chain) / 81,
                "height": min(d[first], d[second]),
                "opening": min(first, second),
                "effort": sum(d),
                "hardest": max(d),
            }
            for name, value in expected.items():
                assert scores.of_walks(name)[n, w] == pytest.approx(value), name
            assert np.isnan(walks.d[n, w, turns:]).all() and (walks.chain[n, w, turns:] == -1).all()
            assert (walks.family[n, w, turns:] == -1).all() and (walks.cell[n, w, :turns] >= 0).all()
            # what is not filled by a turn itself is filled by its chain or before the first
            assert turns + sum(chain) <= int((hints[n] == 0).sum())


def test_means_and_errors_of_the_table_are_those_of_its_walks() -> None:
    settings = EvaluationSettings(walks=4, uniqueness=EXACT, objectives=GOALS)
    table = Evaluator(settings).evaluate(HINTS)
    scores = BatchEvaluator(settings).scores(relabel_batch(HINTS))
    for name in ("f1", "f2", "height"):
        values = scores.of_walks(name)
        assert table[name] == pytest.approx(values.mean(axis=1))
        assert table[f"{name}_se"] == pytest.approx(values.std(axis=1, ddof=1) / 2)
    for name in ("opening", "effort", "hardest", "peaks"):
        assert table[name] == pytest.approx(scores.of_walks(name).mean(axis=1))
        assert f"{name}_se" not in table


def test_a_puzzle_of_fewer_than_two_turns_has_no_peaks() -> None:
    (solution,) = plain.all_solutions(HINTS[0].tolist())
    one = np.array(solution, np.uint8)
    one[40] = 0
    table = Evaluator(EvaluationSettings(uniqueness=EXACT, objectives=GOALS)).evaluate(one[None])
    # the automatic fill finishes it before the first turn
    assert table["valid"].all() and table["T"].tolist() == [0]
    for name in ("f1", "f2", "height", "opening", "effort", "hardest", "peaks"):
        assert table[name].tolist() == [0.0], name


def test_an_objective_from_outside_gets_the_walks_and_may_give_one_number_a_puzzle() -> None:
    def first_turn(walks) -> np.ndarray:
        return walks.d[:, :, 0]

    def hints_of(walks) -> np.ndarray:
        return (walks.hints > 0).sum(axis=1).astype(float)

    goals = (Objective("first", "first", of_batch=first_turn), Objective("hints", "number", of_batch=hints_of))
    settings = EvaluationSettings(walks=3, uniqueness=EXACT, objectives=goals)
    batch = np.concatenate([HINTS[:5], from_characters("." * 81)[None]])
    table = Evaluator(settings).evaluate(batch)
    assert table["number"][:5].tolist() == (HINTS[:5] > 0).sum(axis=1).tolist()
    assert table["number_se"][:5].tolist() == [0.0] * 5
    # all walks begin on the same board
    assert table["first_se"][:5].tolist() == pytest.approx([0.0] * 5)
    for hints, value in zip(HINTS[:5], table["first"], strict=False):
        levels, prep = plain.matrix(plain.autofill(hints.tolist())[0])
        assert value == pytest.approx(plain.difficulty(levels, prep))
    assert np.isnan(table["first"][5]) and np.isnan(table["number"][5])


def test_objectives_travel() -> None:
    """Our own by their keys, those from outside with their functions."""
    for key in ("tension", "chain", "height"):
        assert pickle.loads(pickle.dumps(OBJECTIVES[key])) is OBJECTIVES[key]

    outside = Objective("far", "far", of_batch=lambda walks: walks.turns * 2.0, better="lower", worst=9.0)
    there = pickle.loads(dumps(outside))
    assert there == outside and hash(there) == hash(outside)
    assert (there.column, there.better, there.worst, there.sign) == ("far", "lower", 9.0, -1.0)
    other = Objective("far", "far", of_batch=lambda walks: walks.turns * 3.0, better="lower", worst=9.0)
    assert other != outside, "another function is another objective"


def test_names_that_are_taken_or_unknown() -> None:
    with pytest.raises(InputError, match=r"^objective 'tensoin': unknown; there are tension, chain, height"):
        named(["tensoin"])
    with pytest.raises(InputError, match=r"^objective height: the name is taken by hintsmith's own$"):
        objective("height")(lambda walks: walks.turns)
    with pytest.raises(InputError, match=r"^objective other: the column f1 is that of tension$"):
        register(Objective("other", "f1", of_batch=lambda walks: walks.turns))
    with pytest.raises(InputError, match=r"^objective slow: lower is better, so it needs its worst value"):
        objective("slow", better="lower")


def test_constraints_by_hand() -> None:
    euler = from_characters("003020600900305001001806400008102900700000008006708200002609500800203009005010300")
    pattern = euler > 0
    pattern[[2, 4]] = False
    two, twice, none, hard = euler.copy(), euler.copy(), euler.copy(), None
    two[[2, 4, 6, 9, 12]] = 0
    twice[0] = 3
    none[0] = 5
    hard = from_characters(".8.......9....5..12...7....54..3.9......6....1.....2.5.7...9.1....25.7.9......38.")
    table = Evaluator(EvaluationSettings(uniqueness=EXACT), pattern).evaluate(np.array([euler, two, twice, none, hard]))
    assert table["violation_pattern"][:1].tolist() == [2]
    assert table["violation_rules"].tolist() == [0, 0, 1, 81, 0]
    assert table["violation_uniqueness"][[0, 2, 3, 4]].tolist() == [0, 0, 0, 0]
    assert table["violation_uniqueness"][1] >= 1
    # one solution, beyond all techniques
    assert table["violation_techniques"][4] > 0
    assert not table["valid"].any()
    free = Evaluator(EvaluationSettings(uniqueness=EXACT)).evaluate(euler[None])
    assert free["valid"].all() and free["violation_pattern"].tolist() == [0]

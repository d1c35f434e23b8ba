"""What settles uniqueness: who is asked, in which order, and that the same is said whoever is asked."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import plain
import pytest
from numpy.typing import NDArray

from evaluation.evaluator import Evaluator
from evaluation.score import scores_of
from evaluation.settings import EvaluationSettings, UniquenessSettings
from evaluation.uniqueness import (
    CONTRADICTED,
    COUNTED_ONE,
    COUNTED_OTHER,
    COUNTS,
    DEDUCED,
    PROVED_BY_QUBO,
    REFUTED_BY_QUBO,
    UNSETTLED,
    count_verdicts,
)
from puzzles.grid import from_characters
from qubo.backends import Backend, Limits
from qubo.backends._base import Status
from qubo.program import Bits, Program

EASY = from_characters("..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..")
HARD = from_characters(".8.......9....5..12...7....54..3.9......6....1.....2.5.7...9.1....25.7.9......38.")
"""One solution, beyond all techniques."""
MANY = from_characters("5......4...2..6..9.1..5.......7...2...6...5...9...4.......2..3.2.....1...7......4")
CONFLICT = from_characters("55" + "." * 79)
GRIDS = np.array([EASY, HARD, MANY, CONFLICT])
QUBO = UniquenessSettings("qubo", "annealing")


class Spy(Backend):
    """Counts what it is asked and finds nothing."""

    name = "spy"

    def __init__(self, complete: bool = False) -> None:
        self.asked: list[int] = []
        self.complete = complete

    def limits(self, time_limit: float = 1.0) -> Limits:
        return Limits(None, complete=self.complete, repeatable=True, stoppable=True, note="finds nothing")

    def _search(self, program: Program, time_limit: float, seed: int) -> tuple[Status, Bits | None]:
        self.asked.append(seed)
        return "impossible", None


@pytest.fixture
def spy(monkeypatch: pytest.MonkeyPatch) -> Spy:
    found = Spy()
    monkeypatch.setattr("evaluation.uniqueness.get_backend", lambda _: found)
    return found


def ways(hints: NDArray[np.uint8], settings: UniquenessSettings) -> list[tuple[str, int, int]]:
    table = Evaluator(EvaluationSettings(uniqueness=settings)).evaluate(hints)
    for evaluation in scores_of(table):
        every = plain.all_solutions(evaluation.hints.tolist())
        assert len(evaluation.witness) == len(every)
        for witness in evaluation.witness:
            assert plain.all_solutions(witness.tolist()) == [witness.tolist()]
    ways = zip(table["way"].tolist(), table["searches"].tolist(), strict=True)
    return [(e.verdict, *way) for e, way in zip(scores_of(table), ways, strict=True)]


def test_each_is_settled_by_the_first_that_can() -> None:
    easy, hard, many, conflict = ways(GRIDS, QUBO)
    assert easy == ("unique", DEDUCED, 0)
    assert hard == ("unique", COUNTED_ONE, 2)
    assert many[:2] == ("multiple", REFUTED_BY_QUBO) and many[2] >= 1
    assert conflict == ("none", CONTRADICTED, 0)


def test_the_exact_method_asks_no_backend(spy: Spy) -> None:
    found = ways(GRIDS, replace(QUBO, method="exact"))
    assert found == [
        ("unique", DEDUCED, 0), ("unique", COUNTED_ONE, 0), ("multiple", COUNTED_OTHER, 0), ("none", CONTRADICTED, 0)
    ]  # fmt: skip
    assert spy.asked == []


@pytest.mark.parametrize(
    ("presolve", "asked"), [("techniques", [0, 2, 2]), ("singles", [0, 2, 2]), ("none", [2, 2, 2])]
)
def test_who_is_asked_follows_the_deduction(spy: Spy, presolve: str, asked: list[int]) -> None:
    found = ways(GRIDS[:3], replace(QUBO, presolve=presolve))  # type: ignore[arg-type]
    assert [searches for _, _, searches in found] == asked
    assert len(spy.asked) == sum(asked)
    # what it missed, or called impossible without having searched everything, the counter decides
    assert [verdict for verdict, _, _ in found] == ["unique", "unique", "multiple"]
    assert [way for _, way, _ in found][1:] == [COUNTED_ONE, COUNTED_OTHER]


def test_a_complete_backend_proves(spy: Spy) -> None:
    spy.complete = True
    assert ways(GRIDS[:1], replace(QUBO, presolve="none")) == [("unique", PROVED_BY_QUBO, 1)]


def test_puzzles_that_are_given_more_walks_are_not_asked_again(spy: Spy) -> None:
    evaluator = Evaluator(EvaluationSettings(uniqueness=replace(QUBO, presolve="none")))
    assert evaluator.evaluate(GRIDS[:1], np.array([3]))["searches"].tolist() == [0]
    assert spy.asked == []


def test_seeds_are_of_the_config_and_the_puzzle_alone(spy: Spy) -> None:
    together = ways(GRIDS[1:3], QUBO)
    seeds, spy.asked = spy.asked, []
    apart = [way for k in (2, 1) for way in ways(GRIDS[[k]], QUBO)][::-1]
    assert apart == together
    assert spy.asked[2:] + spy.asked[:2] == seeds
    assert len(set(seeds)) == 4
    spy.asked = []
    ways(GRIDS[1:3], replace(QUBO, seed=1))
    assert not set(spy.asked) & set(seeds)


def test_witnesses_repeat() -> None:
    a, b = (scores_of(Evaluator(EvaluationSettings(uniqueness=QUBO)).evaluate(GRIDS[k:3]))[-1] for k in (0, 2))
    assert a.method == b.method == "qubo"
    assert [w.tolist() for w in a.witness] == [w.tolist() for w in b.witness]


def test_the_counts_worked_by_hand() -> None:
    deduced, asked = [DEDUCED, DEDUCED, CONTRADICTED], [REFUTED_BY_QUBO, COUNTED_ONE, COUNTED_ONE, COUNTED_OTHER]
    way = np.array([*deduced, *asked, COUNTED_OTHER, UNSETTLED])
    searches = np.array([0, 0, 0, 1, 2, 1, 2, 0, 0])
    assert dict(zip(COUNTS, count_verdicts(way, searches).tolist(), strict=True)) == {
        "judged": 8, "proved_by_deduction": 2, "refuted_by_deduction": 1, "asked_of_qubo": 4, "qubo_searches": 6,
        "refuted_by_qubo": 1, "proved_by_qubo": 0, "missed_by_qubo": 1, "proved_by_counter": 2, "refuted_by_counter": 2,
    }  # fmt: skip

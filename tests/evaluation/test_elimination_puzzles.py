"""The shipped puzzles that cannot do without an eliminating family: what they are, and every board of their walks."""

from collections import Counter

import numpy as np
import plain
import pytest

from evaluation.difficulty import indispensable_families
from evaluation.evaluator import Evaluator
from evaluation.score import scores_of
from evaluation.settings import EvaluationSettings, UniquenessSettings
from evaluation.shipped import elimination_puzzles
from evaluation.solver.trace import trace
from puzzles.canonical import minimal_form
from puzzles.pattern import library, named_pattern
from puzzles.solutions import count_batch

ELIMINATING = (3, 4, 5)
PUZZLES = elimination_puzzles()
HINTS = np.array([puzzle.hints for puzzle in PUZZLES])
SAMPLE = range(0, 200, 20)
WHOLE = pytest.param(range(200), marks=pytest.mark.slow, id="all")
SOLUTIONS = count_batch(HINTS).found[:, 0]


def test_there_are_two_hundred_with_a_good_share_for_each_family() -> None:
    assert len(PUZZLES) == 200
    rarest = Counter(puzzle.needs[-1] for puzzle in PUZZLES)
    assert {family: rarest[family] for family in ELIMINATING} == {3: 70, 4: 70, 5: 60}
    for puzzle in PUZZLES:
        assert ((puzzle.hints > 0) == named_pattern(puzzle.pattern)).all()
    assert len({puzzle.pattern for puzzle in PUZZLES}) > len(library()) / 2


def test_no_two_are_the_same() -> None:
    assert len({minimal_form(hints) for hints in HINTS}) == 200


def test_each_has_one_solution_and_needs_what_the_file_says() -> None:
    assert (count_batch(HINTS).counts == 1).all()
    needed = indispensable_families(HINTS)
    assert [tuple(np.flatnonzero(row) + 3) for row in needed] == [puzzle.needs for puzzle in PUZZLES]


@pytest.mark.parametrize("rows", [pytest.param(SAMPLE[::2], id="sample"), WHOLE])
def test_plain_search_and_plain_techniques_say_the_same(rows: range) -> None:
    """One solution by plain backtracking; the six families finish it, and so do five exactly where they may."""
    for row in rows:
        hints = HINTS[row].tolist()
        (solution,) = plain.all_solutions(hints)
        assert solution == SOLUTIONS[row].tolist()
        assert plain.finishes(hints, solution, ELIMINATING)
        for family in ELIMINATING:
            others = [other for other in ELIMINATING if other != family]
            assert plain.finishes(hints, solution, others) == (family not in PUZZLES[row].needs)


@pytest.mark.parametrize("x_wing", [True, False], ids=["all six", "without X-wing"])
@pytest.mark.parametrize("rows", [pytest.param(SAMPLE, id="sample"), WHOLE])
def test_every_board_of_their_walks_agrees_with_the_oracle(rows: range, x_wing: bool) -> None:
    settings = EvaluationSettings(x_wing=x_wing, uniqueness=UniquenessSettings(method="exact"))
    scores = scores_of(Evaluator(settings).evaluate(HINTS[list(rows)]))
    used: set[int] = set()
    for row, score in zip(rows, scores, strict=True):
        assert score.valid == (x_wing or 5 not in PUZZLES[row].needs)
        if not score.valid:
            continue
        board, _ = plain.autofill(HINTS[row].tolist())
        for turn in trace(HINTS[row], SOLUTIONS[row], settings):
            assert turn.board.tolist() == board
            levels, prep = plain.matrix(board, x_wing)
            assert {(e.family, e.cell): e.level for e in turn.analysis.elements} == pytest.approx(levels)
            assert turn.analysis.prep == pytest.approx(prep)
            assert turn.analysis.d == pytest.approx(plain.difficulty(levels, prep))
            used |= {e.family for e in turn.analysis.elements}
            board[turn.chosen.cell] = turn.digit
            board, _ = plain.autofill(board)
        assert board == SOLUTIONS[row].tolist()
    assert used == set(range(6 if x_wing else 5))

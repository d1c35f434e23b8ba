"""Naked subset, XY-wing and swordfish: boards worked by hand, the plain oracle, walks."""

import random

import numpy as np
import plain
import pytest

from evaluation.difficulty import SIX, finishes, hardest_families_needed
from evaluation.evaluator import Evaluator
from evaluation.score import scores_of
from evaluation.settings import EvaluationSettings, UniquenessSettings, with_extra
from evaluation.shipped import elimination_puzzles, shipped_puzzles
from evaluation.solver.trace import BoardAnalysis, analyse_board, trace
from evaluation.techniques import FAMILY_KEYS
from puzzles.errors import InputError
from puzzles.grid import from_characters
from puzzles.solutions import count, count_batch

NAKED, XY, FISH = 6, 7, 8
KEYS = ("naked_subset", "swordfish", "xy_wing")
EXACT = UniquenessSettings(method="exact")
BEYOND_THE_SIX = (
    "..6.1.......2.5.......3...8.7.4.3.8.1.5...9.6.4.5.1.7.9...2.......7.4.......5.1..",
    "..91.......38....4...29.3...5..32.6....7.9....7.56..8...8.14...7....84.......51..",
    "..94.15...........3...6...72.......8..4...9..6.......48...3...6...........75.94..",
)
"""Made by this project's search on shipped patterns: only XY-wings get on where the six stop."""
ALL = EvaluationSettings(families=with_extra(KEYS), uniqueness=EXACT)


def only(*keys: str) -> EvaluationSettings:
    return EvaluationSettings(families=with_extra(keys), uniqueness=EXACT)


def cell(name: str) -> int:
    return 9 * (int(name[1]) - 1) + int(name[3]) - 1


def levels_of(analysis: BoardAnalysis) -> dict[tuple[int, int], float]:
    return {(element.family, element.cell): element.level for element in analysis.elements}


def assert_like_oracle(board: list[int], settings: EvaluationSettings, extra: tuple[int, ...]) -> set[int]:
    """The families of the board's elements and of its preparation, after A(t), prep and d were compared."""
    analysis = analyse_board(np.array(board, np.uint8), settings)
    levels, prep = plain.matrix(board, settings.x_wing, extra)
    assert levels_of(analysis) == pytest.approx(levels)
    assert analysis.prep == pytest.approx(prep)
    if levels:
        assert analysis.d == pytest.approx(plain.difficulty(levels, prep))
    return {family for family, _ in levels}


def test_their_numbers_names_and_order() -> None:
    assert FAMILY_KEYS[6:9] == ("naked_subset", "xy_wing", "swordfish")
    assert with_extra(KEYS) == FAMILY_KEYS
    assert with_extra([]) == FAMILY_KEYS[:6] == EvaluationSettings().families
    with pytest.raises(InputError, match="'jellyfish' is no technique beyond the six; there are naked_subset"):
        with_extra(["jellyfish"])
    with pytest.raises(InputError, match="x_wing is one of the six that are on anyway"):
        with_extra(["x_wing"])
    with pytest.raises(InputError, match="naked_single is missing"):
        EvaluationSettings(families=FAMILY_KEYS[:2])


def test_costs_must_not_fall_along_the_families_that_count() -> None:
    """An X-wing at 9.5 comes before naked pairs at 10: no matter while these are off."""
    costs = list(EvaluationSettings().costs)
    costs[8] = 9.5
    EvaluationSettings(costs=tuple(costs))
    with pytest.raises(InputError, match=r"naked_subset from 10.0, x_wing from 9.5 must not fall"):
        EvaluationSettings(costs=tuple(costs), families=with_extra(["naked_subset"]))


def naked_pair_board():
    """Row 1: r1c1 and r1c2 see 3–9 and hold 1, 2 alone; r1c9 sees 4–9 but for its row, so it is 1, 2 or 3."""
    rows = [
        "...456...",  # r1c1, r1c2, r1c3, r1c7, r1c8, r1c9 are empty; the row has 4, 5, 6
        "789......",  # box 1 has 7, 8, 9: r1c1 to r1c3 are left with 1, 2, 3
        ".........",
        "3........",  # no 3 in column 1
        ".........",
        ".........",
        ".3.......",  # no 3 in column 2
        "........7",  # no 7, 8, 9 in column 9
        "........8",
    ]
    return from_characters("".join(rows))


def test_a_naked_pair_by_hand() -> None:
    """r1c1 = r1c2 = {1, 2}. In row 1 and in box 1 the 1 and 2 go elsewhere; r1c3 = {1, 2, 3} becomes a naked 3."""
    values = naked_pair_board()
    analysis = analyse_board(values, only("naked_subset"))
    pair = 1 << 0 | 1 << 1
    assert analysis.candidates[cell("r1c1")] == analysis.candidates[cell("r1c2")] == pair
    assert analysis.candidates[cell("r1c3")] == pair | 1 << 2
    element = next(e for e in analysis.elements if (e.family, e.cell) == (NAKED, cell("r1c3")))
    assert element.instance is not None
    assert element.instance.kind == "naked_pair"
    assert element.instance.digits == (1, 2)
    assert element.instance.cells == (cell("r1c1"), cell("r1c2"))
    assert {(cell("r1c3"), 1), (cell("r1c3"), 2)} <= set(element.instance.removed)
    assert element.level == 10.0 + 5.0


def test_a_cell_with_one_candidate_may_be_of_a_naked_subset() -> None:
    """The definition asks for k cells with k digits together and for nothing else: {1} and {1, 2} are a pair."""
    values = naked_pair_board()
    values[cell("r5c1")] = 2  # r1c1 = {1}
    analysis = analyse_board(values, only("naked_subset"))
    assert analysis.candidates[cell("r1c1")] == 1
    assert_like_oracle(values.tolist(), only("naked_subset"), (NAKED,))
    assert (NAKED, cell("r1c3")) in levels_of(analysis)


def swordfish_board():
    """1 in rows 1, 5 and 9 only in columns 1, 4 and 7: all other cells of these rows are full or see a 1."""
    rows = [
        ".23.45.67",
        ".........",
        ".........",
        ".........",
        ".45.67.23",
        ".........",
        ".........",
        ".........",
        ".67.23.45",
    ]
    return from_characters("".join(rows))


def test_a_swordfish_by_hand() -> None:
    values = swordfish_board()
    found = [f for f in plain.swordfish(plain.candidate_sets(values.tolist())) if f[2]]
    analysis = analyse_board(values, only("swordfish"))
    for column in (1, 4, 7):
        for row in (1, 5, 9):
            assert analysis.candidates[cell(f"r{row}c{column}")] & 1
    # the 1 goes from the other six cells of the three columns
    gone = {(cell(f"r{row}c{column}"), 1) for row in (2, 3, 4, 6, 7, 8) for column in (1, 4, 7)}
    assert gone in [removed for _, _, removed in found]
    assert_like_oracle(values.tolist(), only("swordfish"), (FISH,))


def xy_wing_board():
    """r5c5 = {1, 2}; r5c1 = {1, 3} in its row, r1c5 = {2, 3} in its column. r1c1 sees both: no 3 there."""
    values = np.zeros(81, np.uint8)
    put = {
        "r5c2": 4, "r5c3": 5, "r5c8": 6, "r5c9": 7,  # row 5 has 4–7
        "r4c1": 2, "r6c1": 8, "r8c1": 9,  # r5c1 sees 2, 8, 9 as well: {1, 3}
        "r4c4": 8, "r6c6": 9, "r6c4": 3,  # r5c5 sees 8, 9, 3 in its box: {1, 2}
        "r1c8": 4, "r1c9": 5, "r1c2": 6, "r1c3": 7,  # row 1 has 4–7
        "r2c4": 1, "r3c6": 8, "r3c4": 9,  # r1c5 sees 1, 8, 9: {2, 3}
    }  # fmt: skip
    for name, digit in put.items():
        values[cell(name)] = digit
    return values


def test_an_xy_wing_by_hand() -> None:
    """r1c1 has 1 and 3, and neither 2, 8, 9 (column 1) nor 4–7 (row 1). Without the 3 it is 1."""
    values = xy_wing_board()
    analysis = analyse_board(values, only("xy_wing"))
    assert analysis.candidates[cell("r5c5")] == 0b011
    assert analysis.candidates[cell("r5c1")] == 0b101
    assert analysis.candidates[cell("r1c5")] == 0b110
    assert analysis.candidates[cell("r1c1")] == 0b101
    element = next(e for e in analysis.elements if (e.family, e.cell) == (XY, cell("r1c1")))
    instance = element.instance
    assert instance is not None
    assert (instance.kind, instance.digits) == ("xy_wing", (1, 2, 3))
    assert instance.cells == (cell("r5c5"), cell("r5c1"), cell("r1c5"))
    assert (cell("r1c1"), 3) in instance.removed
    assert element.level == 40.0 + 5.0
    assert_like_oracle(values.tolist(), only("xy_wing"), (XY,))


def boards(puzzles, number: int, seed: int):
    """Boards of random walks by the solution, from the hints and on the way."""
    choose = random.Random(seed)
    for puzzle in choose.sample(list(puzzles), number):
        solution = count(puzzle.hints)[1][0]
        values = puzzle.hints.tolist()
        for _ in range(3):
            yield plain.autofill(values)[0]
            empty = [k for k in range(81) if not values[k]]
            for k in choose.sample(empty, min(7, len(empty))):
                values[k] = int(solution[k])


@pytest.mark.parametrize(
    ("settings", "extra"),
    [(ALL, (6, 7, 8)), (only("naked_subset"), (6,)), (only("xy_wing"), (7,)), (only("swordfish"), (8,))],
    ids=["all", "naked_subset", "xy_wing", "swordfish"],
)
def test_boards_agree_with_the_oracle(settings: EvaluationSettings, extra: tuple[int, ...]) -> None:
    seen: set[int] = set()
    for board in boards(elimination_puzzles(), 12, len(extra)):
        seen |= assert_like_oracle(board, settings, extra)
    for board in boards(shipped_puzzles(), 8, 1 + len(extra)):
        seen |= assert_like_oracle(board, settings, extra)
    assert set(extra) <= seen


@pytest.mark.parametrize("each", [20, pytest.param(4, marks=pytest.mark.slow)])
def test_whole_walks_agree_with_the_oracle(each: int) -> None:
    """Every board of the walks of hard puzzles, with preparation; also of some that the six cannot finish."""
    hints = np.array(
        [p.hints for p in elimination_puzzles()[::each]] + [from_characters(line) for line in BEYOND_THE_SIX]
    )
    used: set[int] = set()
    for score in scores_of(Evaluator(ALL).evaluate(hints)):
        assert score.valid and score.solution is not None
        board, _ = plain.autofill(score.hints.tolist())
        d = []
        for turn in trace(score.hints, score.solution, ALL):
            assert turn.board.tolist() == board
            used |= assert_like_oracle(board, ALL, (6, 7, 8))
            d.append(turn.analysis.d)
            board[turn.chosen.cell] = turn.digit
            board, filled = plain.autofill(board)
            assert turn.chain == len(filled)
        assert board == score.solution.tolist()
        assert plain.tension(d) == pytest.approx(score.f1)
    assert used == set(range(9))


def test_puzzles_beyond_the_six_need_an_xy_wing() -> None:
    hints = np.array([from_characters(line) for line in BEYOND_THE_SIX])
    assert (count_batch(hints).counts == 1).all()
    assert not finishes(hints).any()
    assert finishes(hints, SIX | 1 << XY).all()
    assert not finishes(hints, SIX | 1 << NAKED | 1 << FISH).any()
    assert (hardest_families_needed(hints) == -1).all()
    assert (hardest_families_needed(hints, ALL.allowed) == XY).all()
    for row in hints.tolist():
        (solution,) = plain.all_solutions(row)
        assert plain.finishes(row, solution, (3, 4, 5, 7))
        assert not plain.finishes(row, solution, (3, 4, 5, 6, 8))


def where_singles_stop(hints: list[int], solution: list[int]) -> list[int]:
    board, _ = plain.autofill(hints)
    while singles := plain.single_set(plain.candidate_sets(board)):
        for _, at in singles:
            board[at] = solution[at]
        board, _ = plain.autofill(board)
    return board


def test_preparation_by_the_three_alone() -> None:
    """Without locked candidates, hidden subsets and X-wings the others prepare, the naked subsets first."""
    settings = EvaluationSettings(families=(*FAMILY_KEYS[:3], *FAMILY_KEYS[6:]), uniqueness=EXACT)
    prepared: set[str] = set()
    for puzzle in elimination_puzzles()[::3]:
        board = where_singles_stop(puzzle.hints.tolist(), count(puzzle.hints)[1][0].tolist())
        analysis = analyse_board(np.array(board, np.uint8), settings)
        levels, prep = plain.matrix(board, extra=(6, 7, 8), only=(6, 7, 8))
        assert levels_of(analysis) == pytest.approx(levels)
        assert analysis.prep == pytest.approx(prep)
        prepared |= {instance.kind for instance in analysis.preparation}
    assert prepared & {"naked_pair", "naked_triple", "naked_quad"}

"""A(t), preparation and d(t): hand-worked boards, the plain oracle, symmetry and soundness."""

import numpy as np
import plain
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evaluation.settings import EvaluationSettings
from evaluation.shipped import elimination_puzzles, shipped_puzzles
from evaluation.solver.reasons import Instance
from evaluation.solver.trace import BoardAnalysis, analyse_board
from evaluation.techniques import FAMILIES, INSTANCE_KEYS, class_levels
from puzzles.grid import from_characters
from puzzles.solutions import count

SETTINGS = EvaluationSettings()
NO_X_WING = EvaluationSettings(x_wing=False)


def board(*rows: str):
    return from_characters("".join(rows).ljust(81, "."))


def elements(analysis: BoardAnalysis):
    return {(e.family, e.cell): e.level for e in analysis.elements}


def assert_like_oracle(values, x_wing=True):
    analysis = analyse_board(values, SETTINGS if x_wing else NO_X_WING)
    levels, prep = plain.matrix(values.tolist(), x_wing)
    assert elements(analysis) == pytest.approx(levels)
    assert analysis.prep == pytest.approx(prep)
    if levels:
        assert analysis.d == pytest.approx(plain.difficulty(levels, prep))


def test_the_sources_example_one_box_and_one_line_single_give_two_thirds():
    """Levels 1 and 2 side by side, 1 / (1/1 + 1/2), on every board of the walks that offers just these two."""
    hits = 0
    for puzzle in shipped_puzzles():
        number, found = count(puzzle.hints)
        assert number == 1
        values = plain.autofill(puzzle.hints.tolist())[0]
        random = np.random.default_rng(1)
        while 0 in values:
            analysis = analyse_board(np.array(values, np.uint8), SETTINGS)
            if sorted(e.level for e in analysis.elements) == [1.0, 2.0]:
                assert analysis.d == pytest.approx(2 / 3)
                hits += 1
            pick = analysis.elements[int(random.integers(len(analysis.elements)))]
            values[pick.cell] = int(found[0][pick.cell])
            values = plain.autofill(values)[0]
        if hits:
            return
    pytest.fail("no shipped puzzle passes such a board")


def test_hidden_single_in_a_box_by_hand():
    # 1s in rows 2, 3 and column 2, 3 leave r1c1 alone in box 1
    values = board(
        ".........",
        "....1....",
        ".......1.",
        ".1.......",
        ".........",
        ".........",
        "..1......",
    )
    found = elements(analyse_board(values, SETTINGS))
    assert found[0, 0] == 1.0


def test_hidden_single_in_a_line_by_hand():
    # row 1: 1 is barred from boxes 1 and 2 by digits there, from c7 and c8 by columns; r1c9 is left
    values = board(
        ".........",
        "1........",
        "...1.....",
        "......1..",
        ".........",
        ".........",
        ".......1.",
    )
    found = elements(analyse_board(values, SETTINGS))
    assert found[1, 8] == 2.0


def test_naked_single_by_hand():
    # r1c1 sees 1-4 in its row, 5-8 in its column
    values = board(
        "...12.34.", ".........", ".........", "5........", "6........", ".........", "7........", "8........"
    )
    found = elements(analyse_board(values, SETTINGS))
    assert found[2, 0] == 5.0


def first_instance(analysis: BoardAnalysis, kind: str) -> list[Instance]:
    inside = [e.instance for e in analysis.elements if e.instance is not None and e.instance.kind == kind]
    return inside + [i for i in analysis.preparation if i.kind == kind]


@pytest.mark.parametrize("kind", INSTANCE_KEYS[:9])
def test_every_kind_of_instance_occurs_with_a_reason_that_holds(kind: str):
    """On boards of the shipped puzzles: the named cells hold the digits, the removals are candidates."""
    for puzzle in shipped_puzzles()[::-1]:
        _, found = count(puzzle.hints)
        values = plain.autofill(puzzle.hints.tolist())[0]
        while 0 in values:
            analysis = analyse_board(np.array(values, np.uint8), SETTINGS)
            for instance in first_instance(analysis, kind):
                if analysis.prep:
                    continue
                assert instance.removed_from
                for cell in instance.cells:
                    assert any(analysis.candidates[cell] >> (d - 1) & 1 for d in instance.digits)
                if kind in ("pointing", "claiming", "x_wing"):
                    digit = instance.digits[0]
                    for cell in instance.removed_from:
                        assert analysis.candidates[cell] >> (digit - 1) & 1
                        assert found[0][cell] != digit
                else:
                    assert len(instance.digits) == len(instance.cells)
                    assert {int(found[0][c]) for c in instance.cells} == set(instance.digits)
                return
            if not analysis.elements:
                break
            cell = max(analysis.elements, key=lambda e: e.level).cell
            values[cell] = int(found[0][cell])
            values = plain.autofill(values)[0]
    pytest.fail(f"no shipped puzzle shows {kind}")


def test_levels_of_the_classes_are_those_of_the_law():
    levels = class_levels(SETTINGS.singles, SETTINGS.costs)
    assert levels[:3] == [1, 2, 5]
    assert levels[3:9] == [5, 6, 9, 11, 12, 15]  # locked candidates span 5–15
    assert min(levels[9:27]) == 10 and max(levels[9:27]) == 25  # hidden subsets 10–25
    assert levels[27] == 35
    assert [family.japanese for family in FAMILIES[:6]] == [
        "ブロッケン",
        "レッツミー",
        "マスミ",
        "いずれにしても",
        "予約",
        "井桁",
    ]


@pytest.mark.parametrize("x_wing", [True, False])
def test_kernels_agree_with_the_oracle_on_boards_of_walks(x_wing: bool):
    random = np.random.default_rng(5)
    puzzles = shipped_puzzles()
    for puzzle in (puzzles[int(k)] for k in random.choice(len(puzzles), 12, replace=False)):
        _, found = count(puzzle.hints)
        values = puzzle.hints.copy()
        for _ in range(2):
            assert_like_oracle(np.array(plain.autofill(values.tolist())[0], np.uint8), x_wing)
            empty = np.flatnonzero(values == 0)
            for cell in random.choice(empty, min(8, len(empty)), replace=False):
                values[cell] = found[0][cell]


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 2**32), st.integers(20, 60))
def test_kernels_agree_with_the_oracle_on_random_parts_of_solutions(seed: int, number: int):
    random = np.random.default_rng(seed)
    puzzles = shipped_puzzles()
    _, found = count(puzzles[int(random.integers(len(puzzles)))].hints)
    values = np.where(random.permutation(81) < number, found[0], 0).astype(np.uint8)
    assert_like_oracle(np.array(plain.autofill(values.tolist())[0], np.uint8))


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 2**32), st.integers(18, 50))
def test_renaming_and_transposing_change_nothing(seed: int, number: int):
    random = np.random.default_rng(seed)
    puzzles = shipped_puzzles()
    _, found = count(puzzles[int(random.integers(len(puzzles)))].hints)
    values = np.where(random.permutation(81) < number, found[0], 0).astype(np.uint8)
    here = analyse_board(values, SETTINGS)
    names = np.concatenate([[0], 1 + random.permutation(9)]).astype(np.uint8)
    renamed = analyse_board(names[values], SETTINGS)
    assert elements(renamed) == elements(here)
    assert renamed.d == here.d
    turned = analyse_board(np.ascontiguousarray(values.reshape(9, 9).T).reshape(81), SETTINGS)
    assert {(f, c % 9 * 9 + c // 9): level for (f, c), level in elements(turned).items()} == elements(here)
    assert turned.d == here.d


def test_preparation_is_paid_where_no_element_is_at_hand():
    """A board of the shipped puzzles that needs it agrees with the oracle, payment included."""
    paid = 0
    for puzzle in shipped_puzzles()[::-1]:
        _, found = count(puzzle.hints)
        values = plain.autofill(puzzle.hints.tolist())[0]
        while 0 in values:
            here = np.array(values, np.uint8)
            analysis = analyse_board(here, SETTINGS)
            if analysis.prep:
                assert_like_oracle(here)
                assert analysis.preparation
                paid += 1
                break
            values[analysis.elements[0].cell] = int(found[0][analysis.elements[0].cell])
            values = plain.autofill(values)[0]
        if paid == 2:
            return
    pytest.fail("no shipped puzzle needs preparation")


def removed_wrongly(instance: Instance, solution: list[int]) -> bool:
    """Whether an instance takes away a digit that the solution has in that cell."""
    if instance.kind in ("pointing", "claiming", "x_wing"):
        return any(solution[cell] in instance.digits for cell in instance.removed_from)
    # a subset takes all other digits from its cells
    return any(solution[cell] not in instance.digits for cell in instance.removed_from)


@pytest.mark.slow
def test_our_techniques_never_remove_a_digit_of_the_solution():
    """Every instance that the kernels find, on every board of a walk; the solutions are those of the plain search."""
    seen = dict.fromkeys(INSTANCE_KEYS, 0)
    for puzzle in (*elimination_puzzles()[::60], *shipped_puzzles()[::120]):
        (solution,) = plain.all_solutions(puzzle.hints.tolist())
        values = plain.autofill(puzzle.hints.tolist())[0]
        random = np.random.default_rng(3)
        while 0 in values:
            analysis = analyse_board(np.array(values, np.uint8), SETTINGS)
            for instance in (*(e.instance for e in analysis.elements), *analysis.preparation):
                if instance is not None:
                    assert instance.removed_from
                    assert not removed_wrongly(instance, solution), instance
                    seen[instance.kind] += 1
            if not analysis.elements:
                break
            cell = analysis.elements[int(random.integers(len(analysis.elements)))].cell
            values[cell] = solution[cell]
            values = plain.autofill(values)[0]
    assert seen["pointing"] and seen["claiming"] and sum(seen.values()) > 100, seen

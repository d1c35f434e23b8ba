"""The hardest family needed against a plain oracle with sets, the grades, the shipped puzzles."""

from itertools import combinations

import numpy as np
import pytest

from evaluation.difficulty import (
    finishes,
    grade_of,
    hardest_families_needed,
    hardest_family_needed,
)
from evaluation.evaluator import Evaluator
from evaluation.score import scores_of
from evaluation.settings import EvaluationSettings, UniquenessSettings
from evaluation.shipped import shipped_puzzles
from evaluation.solver.batch import BatchEvaluator
from evaluation.techniques import FAMILY_KEYS
from generator.sudoku.feasibility import find
from puzzles.canonical import relabel_batch
from puzzles.geometry import PEERS, UNITS
from puzzles.grid import from_characters
from puzzles.pattern import library, named_pattern
from puzzles.solutions import count_batch

EXACT = EvaluationSettings(walks=4, uniqueness=UniquenessSettings(method="exact"))
NO_X_WING = EvaluationSettings(x_wing=False).allowed
UNIT_SETS = [[int(c) for c in unit] for unit in UNITS]
PEER_SETS = [{int(c) for c in peers} for peers in PEERS]


def all_hints() -> np.ndarray:
    return np.stack([puzzle.hints for puzzle in shipped_puzzles()])


def fills(values: list[int], cand: dict[int, set[int]], top: int) -> tuple[int, int] | None:
    """A single of the families 0..min(top, 2), in terms of candidates."""
    for u in range(27):
        if u < 18 and top < 1:
            continue
        for digit in range(1, 10):
            places = [c for c in UNIT_SETS[u] if c in cand and digit in cand[c]]
            if len(places) == 1:
                return places[0], digit
    if top >= 2:
        for cell, digits in cand.items():
            if len(digits) == 1:
                return cell, next(iter(digits))
    return None


def eliminate(cand: dict[int, set[int]], top: int) -> bool:
    """Make one elimination of the families 3..top; False when there is none left."""

    def take(cells: set[int], digits: set[int]) -> bool:
        gone = [(c, d) for c in cells if c in cand for d in digits & cand[c]]
        for cell, digit in gone:
            cand[cell].discard(digit)
        return bool(gone)

    if top >= 3:
        for a, b in ((a, b) for a in range(27) for b in range(27) if (a < 18) != (b < 18)):
            for digit in range(1, 10):
                places = {c for c in UNIT_SETS[a] if c in cand and digit in cand[c]}
                rest = set(UNIT_SETS[b])
                if len(places) >= 2 and places <= rest and take(rest - places, {digit}):
                    return True
    if top >= 4:
        for unit in UNIT_SETS:
            places = {d: {c for c in unit if c in cand and d in cand[c]} for d in range(1, 10)}
            many = [d for d in places if len(places[d]) >= 2]
            for k in (2, 3, 4):
                for digits in combinations(many, k):
                    cells = set().union(*(places[d] for d in digits))
                    if len(cells) == k and take(cells, set(range(1, 10)) - set(digits)):
                        return True
    if top >= 5:
        for first, across in ((0, 9), (9, 0)):
            for a, b in combinations(range(first, first + 9), 2):
                for digit in range(1, 10):
                    at = [[k for k in range(9) if digit in cand.get(UNIT_SETS[u][k], set())] for u in (a, b)]
                    if len(at[0]) == 2 and at[0] == at[1]:
                        base = set(UNIT_SETS[a]) | set(UNIT_SETS[b])
                        cover = {c for k in at[0] for c in UNIT_SETS[across + k]}
                        if take(cover - base, {digit}):
                            return True
    return False


def finishes_plainly(hints: list[int], top: int) -> bool:
    """Do the families 0..top alone finish it? Pencil marks are kept here, unlike in the kernel."""
    values = list(hints)
    removed: dict[int, set[int]] = {c: set() for c in range(81)}
    while 0 in values:
        last = next((u for u in UNIT_SETS if sum(values[c] == 0 for c in u) == 1), None)
        if last is not None:  # the automatic fill
            cell = next(c for c in last if values[c] == 0)
            values[cell] = 45 - sum(values[c] for c in last)
            continue
        cand = {
            c: set(range(1, 10)) - {values[p] for p in PEER_SETS[c]} - removed[c] for c in range(81) if values[c] == 0
        }
        single = fills(values, cand, top)
        while single is None and eliminate(cand, top):
            single = fills(values, cand, top)
        for cell in cand:
            removed[cell] = set(range(1, 10)) - {values[p] for p in PEER_SETS[cell]} - cand[cell]
        if single is None:
            return False
        values[single[0]] = single[1]
    return True


@pytest.mark.parametrize("each", [1, pytest.param(4, marks=pytest.mark.slow)])
def test_hardest_family_is_the_smallest_that_the_oracle_finishes_with(each: int) -> None:
    hints = all_hints()
    needed = hardest_families_needed(hints)
    rows = np.concatenate([np.flatnonzero(needed == k)[:each] for k in range(6)])
    for row in rows:
        k = int(needed[row])
        assert finishes_plainly(hints[row].tolist(), k)
        assert k == 0 or not finishes_plainly(hints[row].tolist(), k - 1)


def test_a_family_is_found_exactly_where_the_evaluator_finishes() -> None:
    hints = find(named_pattern("full-20"), 400, 77, any_technique=True).hints
    needed = hardest_families_needed(hints)
    left = BatchEvaluator(EXACT).scores(relabel_batch(hints)).left
    assert ((needed >= 0) == (left == 0)).all()
    assert (needed < 0).any()
    assert (needed >= 3).any()


def test_without_x_wing_the_evaluator_stops_exactly_at_family_five() -> None:
    hints = all_hints()
    settings = EvaluationSettings(x_wing=False)
    left = BatchEvaluator(settings).scores(relabel_batch(hints)).left
    assert ((left > 0) == (hardest_families_needed(hints) == 5)).all()


def test_finishes_against_the_oracle_with_and_without_x_wing() -> None:
    """Puzzles of every family, and two that no family finishes."""
    hints = all_hints()
    needed = hardest_families_needed(hints)
    stuck = find(named_pattern("full-20"), 400, 77, any_technique=True).hints
    stuck = stuck[hardest_families_needed(stuck) < 0][:2]
    rows = np.concatenate([hints[np.flatnonzero(needed == k)[-1:]] for k in range(6)] + [stuck])
    assert len(rows) == 8
    assert finishes(rows).tolist() == [True] * 6 + [False] * 2
    assert finishes(rows).tolist() == [finishes_plainly(row.tolist(), 5) for row in rows]
    assert finishes(rows, NO_X_WING).tolist() == [True] * 5 + [False] * 3
    assert finishes(rows, NO_X_WING).tolist() == [finishes_plainly(row.tolist(), 4) for row in rows]
    # each by itself, and in any layout
    assert [bool(finishes(row[None])[0]) for row in rows] == finishes(rows).tolist()
    assert (finishes(np.asfortranarray(rows), NO_X_WING) == finishes(rows, NO_X_WING)).all()


def test_without_x_wing_finishes_leaves_out_family_five_alone() -> None:
    hints = all_hints()
    before = hints.copy()
    assert finishes(hints).all()
    assert (finishes(hints, NO_X_WING) == (hardest_families_needed(hints) < 5)).all()
    assert (hints == before).all()


def test_what_finishes_says_of_hints_that_are_no_puzzle() -> None:
    full = count_batch(all_hints()[:1]).found[0, 0]
    wrong = full.copy()
    wrong[[0, 1]] = wrong[1], wrong[0]
    rows = np.stack([from_characters("." * 81), from_characters("55" + "." * 79), wrong, full])
    assert finishes(rows).tolist() == [False, False, False, True]
    assert finishes(rows, NO_X_WING).tolist() == [False, False, False, True]
    assert finishes(rows[:0]).shape == (0,)


def test_hints_that_contradict_themselves_need_no_family() -> None:
    assert hardest_family_needed(from_characters("55" + "." * 79)) == -1
    assert hardest_family_needed(from_characters("." * 81)) == -1


def test_a_full_grid_but_one_cell_needs_the_automatic_fill_only() -> None:
    solution = count_batch(all_hints()[:1]).found[0, 0].copy()
    solution[40] = 0
    assert hardest_family_needed(solution) == 0


def test_the_family_survives_renaming_and_turning() -> None:
    hints = all_hints()
    turned = np.ascontiguousarray(np.rot90(hints.reshape(-1, 9, 9), axes=(1, 2)).reshape(-1, 81))
    renamed = np.where(turned > 0, 10 - turned, 0).astype(np.uint8)
    assert (hardest_families_needed(renamed) == hardest_families_needed(hints)).all()


def test_shipped_puzzles_are_valid_and_stand_on_their_patterns() -> None:
    puzzles, hints = shipped_puzzles(), all_hints()
    assert len(puzzles) == 250
    assert (count_batch(hints).counts == 1).all()
    needed = hardest_families_needed(hints)
    assert np.bincount(needed).tolist() == [45, 80, 60, 35, 20, 10]
    for puzzle in puzzles:
        assert ((puzzle.hints > 0) == named_pattern(puzzle.pattern)).all()
    assert {puzzle.pattern for puzzle in puzzles} <= set(library())


def test_a_score_says_how_hard_its_puzzle_is() -> None:
    row = int(np.flatnonzero(hardest_families_needed(all_hints()) == 4)[0])
    table = Evaluator(EXACT).evaluate(np.stack([all_hints()[row], from_characters("." * 81)]))
    result, empty = scores_of(table)
    assert result.hardest_family == "hidden_subset"
    assert table["hardest_family"][0] == 4
    assert result.effort is not None and result.minutes is not None
    assert result.grade == grade_of(result.minutes, 4)
    assert result.turns is not None and result.turns > 10
    assert set(result.shares) == set(FAMILY_KEYS)
    assert sum(result.shares.values()) == pytest.approx(1)
    assert result.value("hardest") <= result.effort
    assert (empty.hardest_family, empty.grade, empty.effort, empty.turns) == (None, None, None, None)

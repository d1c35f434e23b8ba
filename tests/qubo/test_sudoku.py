"""The one-hot model and its windows."""

from __future__ import annotations

import numpy as np
import pytest

from puzzles.geometry import POPCOUNT
from puzzles.grid import Grid, from_characters
from puzzles.propagation import candidates, propagate
from puzzles.solutions import count
from qubo.sudoku import full_model, hint_fixing, remainder, variables_left
from qubo.windows import DIGIT_WINDOWS, digit_window, grown_windows, windows

SEED = from_characters("..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..")
SEED_SOLUTION = from_characters("483921657967345821251876493548132976729564138136798245372689514814253769695417382")
"""The puzzle of the seed program and the solution it prints."""

MISSED = {
    "5......4...2..6..9.1..5.......7...2...6...5...9...4.......2..3.2.....1...7......4":
        "568972341342816759917453682183795426426381597795264813654127938239648175871539264",
    "....1.4.......6.7.8.....5...8..9...1.6.8...9.9...4..5...1.....9.7.5.......2.8....":
        "759318462413256978826974513285697341164835297937142856541723689378569124692481735",
    "..2...1...9..3..5.8....2..6..5.......3..7..6.......8..4..7......5..6..3...1...2..":
        "572649183196837452843512796715486329938271564624395871489723615257164938361958247",
    "2......6.....9...3..76.....6..1..2...5.....8...3..2..7.....15..4...6.....9.5....1":
        "239875164561294873847613952674189235152736489983452617728341596415967328396528741",
}  # fmt: skip
"""Puzzles with more solutions than one, and for each a solution from which every other differs in four digits or more.

No window of two or three digits around that solution has a second filling.
"""


def rows_as_sets(names: tuple[str, ...], program) -> set[tuple[frozenset[str], int, int]]:  # type: ignore[no-untyped-def]
    rows: set[tuple[frozenset[str], int, int]] = set()
    for index in range(program.rows):
        columns, weights, lower, upper = program.row(index)
        assert set(weights) == {1}
        rows.add((frozenset(names[c] for c in columns), lower, upper))
    return rows


def test_the_full_model_has_729_binaries_and_four_families() -> None:
    model = full_model()
    assert (model.program.variables, model.program.rows) == (729, 324)
    assert np.diff(model.program.starts).tolist() == [9] * 324
    assert model.program.names[0] == "r1c1=1"
    assert model.program.names[-1] == "r9c9=9"
    # every variable stands in one row of each family
    assert np.bincount(model.program.columns).tolist() == [4] * 729


def test_the_seed_solution_has_energy_zero_and_a_changed_cell_does_not() -> None:
    model = full_model()
    assert model.program.energy(model.assignment(SEED_SOLUTION)) == 0
    wrong = SEED_SOLUTION.copy()
    wrong[0] = 5
    # the 4 of r1c1 became a second 5: its row, column and box miss a 4 and have one 5 too many
    assert model.program.energy(model.assignment(wrong)) == 6


def test_hints_fix_what_the_seed_fixes() -> None:
    known = hint_fixing(SEED)
    fixed = full_model().program.fixed(known)
    assert fixed.program.variables == variables_left(candidates(SEED))
    by_masks = remainder(SEED, candidates(SEED)).program
    assert fixed.program.names == by_masks.names
    assert rows_as_sets(fixed.program.names, fixed.program) == rows_as_sets(by_masks.names, by_masks)
    assert sum(known.values()) == int((SEED > 0).sum())


def test_conflicting_hints_cannot_reach_energy_zero() -> None:
    hints = np.zeros(81, np.uint8)
    hints[[0, 8]] = 5
    fixed = full_model().program.fixed(hint_fixing(hints))
    least, _ = fixed.program.reach()
    assert (least > fixed.program.upper).any()


def test_grid_and_assignment_are_inverse() -> None:
    values, cand, _ = propagate(from_characters(next(iter(MISSED))))
    model = remainder(values, cand)
    solution = count(from_characters(next(iter(MISSED))), 1)[1][0]
    bits = model.assignment(solution)
    assert model.program.holds(bits)
    assert (model.solution(bits) == solution).all()
    assert not model.excluding(solution).holds(bits)


def two_solutions(text: str) -> tuple[Grid, Grid]:
    """What holds in every solution of a puzzle of `MISSED`, and the solution that stands there."""
    hints, known = from_characters(text), from_characters(MISSED[text])
    assert count(hints, 2)[0] == 2
    assert count(known, 2)[0] == 1
    assert (known[hints > 0] == hints[hints > 0]).all()
    return propagate(hints)[0], known


@pytest.mark.parametrize("text", MISSED)
def test_windows_stay_within_the_limit_and_are_never_the_same(text: str) -> None:
    fixed, known = two_solutions(text)
    seen = set()
    for window in windows(known, fixed, 100, seed=3, grown=8):
        assert 0 < window.variables == int(POPCOUNT[window.cand].sum()) <= 100
        assert window.cells == int((window.values == 0).sum())
        assert (window.values[fixed > 0] == fixed[fixed > 0]).all()
        assert ((window.values == 0) | (window.values == known)).all()
        assert window.cand.tobytes() not in seen
        seen.add(window.cand.tobytes())
    assert seen


@pytest.mark.parametrize("text", MISSED)
def test_what_three_digits_miss_larger_windows_hold(text: str) -> None:
    fixed, known = two_solutions(text)
    for masks in DIGIT_WINDOWS[:2]:
        for mask in masks.tolist():
            window = digit_window(known, fixed, mask)
            assert window is None or count(window.values, 2)[0] == 1
    assert any(count(w.values, 2)[0] > 1 for w in windows(known, fixed, 100, seed=0))


def test_two_digits_that_leave_anything_open_have_a_second_filling() -> None:
    rng = np.random.default_rng(11)
    seen = 0
    for _ in range(60):
        hints = SEED_SOLUTION.copy()
        hints[rng.choice(81, 81 - int(rng.integers(24, 40)), replace=False)] = 0
        fixed = propagate(hints)[0]
        for mask in DIGIT_WINDOWS[0].tolist():
            window = digit_window(SEED_SOLUTION, fixed, mask)
            if window is not None:
                seen += 1
                assert count(window.values, 2)[0] == 2
    assert seen > 100


def test_windows_come_by_size_and_those_that_close_not_at_all() -> None:
    hints = SEED_SOLUTION.copy()
    hints[np.random.default_rng(2).choice(81, 57, replace=False)] = 0
    fixed = propagate(hints)[0]
    sizes = [w.variables for m in DIGIT_WINDOWS[0].tolist()
             if (w := digit_window(SEED_SOLUTION, fixed, m)) is not None]  # fmt: skip
    assert next(windows(SEED_SOLUTION, fixed, 100, seed=0)).variables == min(sizes)
    assert list(windows(SEED_SOLUTION, SEED_SOLUTION, 100, seed=0)) == []


def test_windows_without_deduction_are_full_and_hold_the_solution() -> None:
    hints = SEED_SOLUTION.copy()
    hints[np.random.default_rng(2).choice(81, 50, replace=False)] = 0
    found = list(grown_windows(SEED_SOLUTION, hints, 100, seed=1, most=6))
    assert len(found) == 6
    for window in found:
        assert 60 < window.variables <= 100
        assert (window.values[hints > 0] == hints[hints > 0]).all()
        opened = np.flatnonzero(window.values == 0)
        # nothing is filled in, also not where one digit is left
        assert len(opened) == window.cells
        for cell in opened.tolist():
            row, column = divmod(cell, 9)
            top, left = row // 3 * 3, column // 3 * 3
            box = [9 * r + c for r in range(top, top + 3) for c in range(left, left + 3)]
            seen = {int(window.values[o]) for o in (*range(9 * row, 9 * row + 9), *range(column, 81, 9), *box)}
            assert window.cand[cell] == sum(1 << d - 1 for d in range(1, 10) if d not in seen)
    again = list(grown_windows(SEED_SOLUTION, hints, 100, seed=1, most=6))
    assert [w.values.tolist() for w in again] == [w.values.tolist() for w in found]

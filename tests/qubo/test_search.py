"""Verdicts with witnesses: always the exact counter's, whatever the solver does."""

from __future__ import annotations

import logging
import sys
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from puzzles.errors import InputError
from puzzles.grid import Grid, from_characters
from puzzles.propagation import candidates, propagate
from puzzles.solutions import count
from qubo.attack import Effort, attack
from qubo.backends import Backend, BackendLostError, Limits
from qubo.backends._base import Status
from qubo.program import Bits, Program
from qubo.search import Verdict
from qubo.search import decide as decide_model
from qubo.sudoku_model import SudokuModel, is_solution

# pyqbpp is a dependency on Linux: there its backends must work, elsewhere they are not promised
NATIVE = sys.platform == "linux"
SOLVERS = [*(["easy"] if NATIVE else []), "annealing", "exact"]
ALL_SOLVERS = [*SOLVERS, *(["exhaustive"] if NATIVE else [])]

SEED = from_characters("..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..")
SOLVED = from_characters("483921657967345821251876493548132976729564138136798245372689514814253769695417382")
HARD = from_characters(".8.......9....5..12...7....54..3.9......6....1.....2.5.7...9.1....25.7.9......38.")
"""One solution, far from what singles reach: 214 variables are left, more than any free licence takes."""
CLOSE = from_characters("4.3.21..7.6....8..2......9...8...9.672...41.8.36..82..3....9...8.425.7..695.173..")
"""One solution; singles leave 31 variables."""
RECTANGLE = [68, 69, 77, 78]
MISSED = [
    "5......4...2..6..9.1..5.......7...2...6...5...9...4.......2..3.2.....1...7......4",
    "....1.4.......6.7.8.....5...8..9...1.6.8...9.9...4..5...1.....9.7.5.......2.8....",
    "..2...1...9..3..5.8....2..6..5.......3..7..6.......8..4..7......5..6..3...1...2..",
    "2......6.....9...3..76.....6..1..2...5.....8...3..2..7.....15..4...6.....9.5....1",
]
"""More than one solution, and no window of three digits around the first shows it."""


class Blind(Backend):
    """Never finds anything."""

    name = "blind"

    def limits(self, time_limit: float = 1.0) -> Limits:
        return Limits(100, complete=False, repeatable=True, stoppable=True, note="finds nothing")

    def _search(self, program: Program, time_limit: float, seed: int) -> tuple[Status, Bits | None]:
        return "open", None


class Liar(Blind):
    """Says solved to all zeros."""

    name = "liar"

    def _search(self, program: Program, time_limit: float, seed: int) -> tuple[Status, Bits | None]:
        return "solved", np.zeros(program.variables, np.uint8)


class Lost(Blind):
    """Its worker dies."""

    name = "lost"

    def _search(self, program: Program, time_limit: float, seed: int) -> tuple[Status, Bits | None]:
        raise BackendLostError("two workers of the backend 'lost' in a row died")


class WronglySure(Blind):
    """Says impossible to everything, though it does not search everything."""

    name = "wrongly sure"

    def _search(self, program: Program, time_limit: float, seed: int) -> tuple[Status, Bits | None]:
        return "impossible", None


def decide(hints: Grid, deduced: tuple[Grid, NDArray[np.uint16]] | None = None, **options: Any) -> Verdict:
    return decide_model(SudokuModel(hints, deduced=deduced), **options)


def cut(hints_left: int, number: int, seed: int) -> NDArray[np.uint8]:
    rng = np.random.default_rng(seed)
    grids = np.tile(SOLVED, (number, 1))
    for grid in grids:
        grid[rng.choice(81, 81 - hints_left, replace=False)] = 0
    return grids


def check(verdict: Verdict, hints: Grid) -> None:
    number, _ = count(hints, 2)
    assert verdict.verdict == ("none", "unique", "multiple")[number]
    assert len(verdict.solutions) == number
    for solution in verdict.solutions:
        assert is_solution(solution, hints)
    if number == 2:
        assert (verdict.solutions[0] != verdict.solutions[1]).any()


def test_is_solution() -> None:
    assert is_solution(SOLVED, SEED)
    assert not is_solution(SEED, SEED)
    other = SOLVED.copy()
    other[[0, 1]] = other[[1, 0]]
    assert not is_solution(other, SEED)
    relabelled = (SOLVED % 9 + 1).astype(np.uint8)
    assert not is_solution(relabelled, SEED)
    assert is_solution(relabelled, np.zeros(81, np.uint8))


@pytest.mark.parametrize("backend", ALL_SOLVERS)
def test_the_seed_puzzle(backend: str) -> None:
    verdict = decide(SEED, backend=backend)
    check(verdict, SEED)
    assert verdict.verdict == "unique"
    assert (verdict.solutions[0] == SOLVED).all()
    assert verdict.certified


@pytest.mark.parametrize("backend", SOLVERS)
@pytest.mark.parametrize("certificate", [True, False])
@pytest.mark.parametrize("text", MISSED)
def test_second_solutions_that_three_digits_miss(backend: str, certificate: bool, text: str) -> None:
    hints = from_characters(text)
    # without a certificate the solver alone must find it; a minute is far more than it takes
    verdict = decide(hints, backend=backend, time_limit=60.0, certificate=certificate)
    check(verdict, hints)
    assert verdict.certified
    if not certificate:
        assert verdict.method == "qubo"
        assert verdict.model is not None
        assert verdict.model.window is not None
        assert verdict.model.energy == 0
        assert verdict.model.windows >= 1


@pytest.mark.parametrize("backend", ALL_SOLVERS)
@pytest.mark.parametrize("left", [20, 26, 34])
def test_verdicts_are_the_exact_counters(backend: str, left: int) -> None:
    for hints in cut(left, 4, seed=left):
        check(decide(hints, backend=backend, time_limit=0.5), hints)


@pytest.mark.parametrize("backend", [Blind(), Liar(), Lost(), WronglySure()])
def test_a_useless_solver_changes_no_verdict(backend: Backend, caplog: pytest.LogCaptureFixture) -> None:
    puzzles = [SEED, HARD, *(from_characters(t) for t in MISSED), *cut(28, 6, seed=1)]
    with caplog.at_level(logging.WARNING):
        for hints in puzzles:
            verdict = decide(hints, backend=backend, time_limit=0.2)
            check(verdict, hints)
            assert verdict.certified
            assert verdict.method in ("exact", "propagation")
    assert ("the exact search decides" in caplog.text) == isinstance(backend, Lost)


def test_without_a_certificate_a_miss_is_marked() -> None:
    verdict = decide(HARD, backend=Blind(), time_limit=0.2, certificate=False)
    assert (verdict.verdict, verdict.method, verdict.certified) == ("unique", "qubo", False)
    assert verdict.model is not None
    assert "proves nothing" in verdict.model.how
    with pytest.raises(BackendLostError):
        decide(HARD, backend=Lost(), time_limit=0.2, certificate=False)


def test_none_by_conflict_by_propagation_and_by_search() -> None:
    hints = np.zeros(81, np.uint8)
    hints[[0, 8]] = 5
    verdict = decide(hints, backend=Blind())
    assert (verdict.verdict, verdict.method, verdict.certified) == ("none", "propagation", True)
    # one wrong digit that no single shows: found by trying, checked with the counter
    rng = np.random.default_rng(8)
    for _ in range(2000):
        bad = cut(26, 1, int(rng.integers(1 << 30)))[0]
        cell = int(rng.choice(np.flatnonzero(bad == 0)))
        bad[cell] = SOLVED[cell] % 9 + 1
        if propagate(bad)[2] > 0 and count(bad, 1)[0] == 0:
            break
    else:
        pytest.fail("no such grid found")
    for backend in ("annealing", "exact", Blind()):
        verdict = decide(bad, backend=backend, time_limit=0.3)
        assert verdict.verdict == "none"
        assert verdict.certified
        assert verdict.solutions == ()


def nearly_done(hints: Grid, variables: int) -> tuple[Grid, NDArray[np.uint16]]:
    """What better deduction would have found: digits of the solution filled in until few variables are left."""
    values, cand, _ = propagate(hints)
    solution = count(hints, 1)[1][0]
    for cell in np.flatnonzero(values == 0).tolist():
        values[cell] = solution[cell]
        cand = candidates(values) & cand
        if sum(int(m).bit_count() for m in cand) <= variables:
            break
    return values, cand


@pytest.mark.skipif(not NATIVE, reason="pyqbpp is for Linux only")
def test_a_tiny_remainder_is_proved_by_exhaustion() -> None:
    verdict = decide(CLOSE, backend="exhaustive", certificate=False, deduced=nearly_done(CLOSE, 20))
    assert (verdict.verdict, verdict.method, verdict.certified) == ("unique", "exhaustive", True)
    assert (verdict.solutions[0] == SOLVED).all()
    # four cells of a solution on a rectangle in two boxes, where two digits can change places
    hints = SOLVED.copy()
    hints[RECTANGLE] = 0
    verdict = decide(hints, backend="exhaustive", certificate=False)
    assert (verdict.verdict, verdict.method) == ("multiple", "qubo")


def test_the_reference_proves_uniqueness_too() -> None:
    verdict = decide(CLOSE, backend="exact", certificate=False, time_limit=60.0)
    assert (verdict.verdict, verdict.method, verdict.certified) == ("unique", "exhaustive", True)


def test_the_report_counts_variables() -> None:
    hints = from_characters(MISSED[0])
    report = decide(hints, backend="annealing").model
    assert report is not None
    assert report.variables_full == 729
    # a cell's candidates by the hints alone, counted by hand in code
    by_hand = 0
    for cell in np.flatnonzero(hints == 0).tolist():
        r, c = divmod(cell, 9)
        peers = {9 * r + k for k in range(9)} | {9 * k + c for k in range(9)}
        peers |= {9 * (r // 3 * 3 + i) + c // 3 * 3 + j for i in range(3) for j in range(3)}
        by_hand += 9 - len({int(hints[p]) for p in peers} - {0})
    assert report.variables_hints == by_hand
    assert report.variables == 117 < by_hand
    assert report.backend == "annealing"
    assert report.limit is None


def test_what_the_caller_knows_is_used() -> None:
    hints = from_characters(MISSED[1])
    known = count(hints, 2)[1][1]
    verdict = decide(hints, backend="annealing", known=known, time_limit=30.0)
    check(verdict, hints)
    assert (verdict.solutions[0] == known).all()
    done = SOLVED, np.zeros(81, np.uint16)
    assert decide(SEED, backend=Blind(), deduced=done).method == "propagation"


@pytest.mark.parametrize("budget", [{"time_limit": 0.0}, {"seed": -1}, {"backend": "quantum"}])
def test_bad_budgets(budget: dict[str, object]) -> None:
    with pytest.raises(InputError):
        decide(HARD, **budget)  # type: ignore[arg-type]


def test_an_impossible_of_a_backend_that_is_not_complete_proves_nothing() -> None:
    assert decide(HARD, backend=WronglySure(), certificate=False).certified is False
    hints = from_characters(MISSED[0])
    assert decide(hints, backend=WronglySure(), certificate=False).certified is False
    assert decide(hints, backend=WronglySure()).verdict == "multiple"
    # here it is asked about everything that is left, and not about a part of it
    verdict = decide(CLOSE, backend=WronglySure(), certificate=False)
    assert (verdict.method, verdict.certified) == ("qubo", False)
    known = count(CLOSE)[1][0]
    assert not attack(SudokuModel(CLOSE), known, WronglySure(), Effort(1.0, (0.2,), 4), seed=1).proved


@pytest.mark.parametrize("backend", SOLVERS)
def test_without_deduction_the_solver_does_the_whole_work(backend: str) -> None:
    hints = cut(24, 1, seed=9)[0]
    model = SudokuModel(hints, deduce=False)
    assert model.variables == model.variables_hints > 100
    check(decide_model(model, backend=backend, time_limit=2.0), hints)
    solved = decide_model(SudokuModel(SEED, deduce=False), backend=backend, time_limit=0.2)
    # singles alone would have settled it: now somebody had to be asked
    assert solved.model is not None and solved.model.windows >= 1
    check(solved, SEED)


def test_the_same_seed_gives_the_same_verdict_method_and_witnesses() -> None:
    for hints in (*cut(26, 3, seed=4), HARD):
        a, b = (decide(hints, backend="annealing", seed=7, time_limit=0.1) for _ in range(2))
        assert (a.verdict, a.method, a.model) == (b.verdict, b.method, b.model)
        assert [s.tolist() for s in a.solutions] == [s.tolist() for s in b.solutions]

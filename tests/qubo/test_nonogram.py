"""The order-encoded model, and verdicts on nonograms."""

from __future__ import annotations

import sys
from itertools import product

import cat
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzles.nonogram import (
    Nonogram,
    Picture,
    count_pictures,
    from_picture,
    is_picture_of,
    picture_from_text,
    solve_lines,
    unknown_picture,
)
from qubo.backends import get_backend
from qubo.nonogram import picture_model, variables_needed
from qubo.nonogram_model import NonogramModel
from qubo.penalty import to_quadratic
from qubo.pieces import pieces
from qubo.search import decide

# pyqbpp is a dependency on Linux: there its backends must work, elsewhere they are not promised
NATIVE = sys.platform == "linux"
SOLVERS = [*(["easy"] if NATIVE else []), "annealing", "exact"]

CAT = picture_from_text(cat.PICTURE)
CAT_PUZZLE = from_picture(CAT)


def random_picture(h: int, w: int, density: float, seed: int) -> Picture:
    return (np.random.default_rng(seed).random((h, w)) < density).astype(np.int8)


def test_the_cat_has_461_variables_and_needs_no_others() -> None:
    model = picture_model(CAT_PUZZLE)
    assert model is not None
    assert model.program.variables == 236 + 225
    assert len(model.places) == 225
    quadratic = to_quadratic(model.program)
    assert quadratic.slack == 0
    assert quadratic.variables == 461
    assert variables_needed(CAT_PUZZLE, unknown_picture(CAT_PUZZLE)) == 461


@pytest.mark.parametrize("backend", ["annealing", "exact"])
def test_the_whole_model_of_the_cat_is_solved(backend: str) -> None:
    model = picture_model(CAT_PUZZLE)
    assert model is not None
    answer = get_backend(backend).solve(model.program, time_limit=60.0, seed=1)
    assert answer.status == "solved"
    assert answer.values is not None
    assert (model.solution(answer.values) == CAT).all()


@pytest.mark.parametrize("backend", [*SOLVERS, *(["exhaustive"] if NATIVE else [])])
def test_the_cat_is_unique(backend: str) -> None:
    verdict = decide(NonogramModel(CAT_PUZZLE), backend=backend)
    assert (verdict.verdict, verdict.certified) == ("unique", True)
    assert (verdict.solutions[0] == CAT).all()
    assert verdict.model is not None
    # lines leave 8 cells open: far below any licence
    assert (verdict.model.variables_full, verdict.model.variables) == (461, 16)


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 3), st.integers(1, 4), st.data())
def test_the_model_holds_for_the_pictures_and_for_nothing_else(h: int, w: int, data: st.DataObject) -> None:
    cells = data.draw(st.lists(st.integers(0, 1), min_size=h * w, max_size=h * w))
    puzzle = from_picture(np.array(cells, np.int8).reshape(h, w))
    model = picture_model(puzzle)
    assert model is not None
    program = model.program
    if program.variables > 14:
        return
    got = [
        model.solution(bits) for values in product((0, 1), repeat=program.variables)
        if program.holds(bits := np.array(values, np.uint8))
    ]  # fmt: skip
    wanted = [
        p for values in product((0, 1), repeat=h * w)
        if is_picture_of(p := np.array(values, np.int8).reshape(h, w), puzzle)
    ]  # fmt: skip
    # one assignment for each picture: the block binaries follow from it
    assert sorted(p.tobytes() for p in got) == sorted(p.tobytes() for p in wanted)
    without = model.excluding(wanted[0])
    left = [v for v in product((0, 1), repeat=program.variables) if without.holds(np.array(v, np.uint8))]
    assert len(left) == len(wanted) - 1


def test_a_line_worked_by_hand() -> None:
    # 5 cells, clue 3: starts 0, 1 or 2, so a has two binaries; the middle cell is black in any case
    puzzle = Nonogram(((3,),), ((1,), (1,), (1,), (), ()))
    model = picture_model(puzzle)
    assert model is not None
    names = [n for n in model.program.names if n.startswith("row")]
    assert names == ["row1,1<=1", "row1,1<=2"]
    known, left = solve_lines(puzzle)
    assert left == 0
    solved = picture_model(puzzle, known)
    assert solved is not None
    assert solved.program.variables == 0


def test_known_cells_that_leave_no_filling() -> None:
    assert picture_model(CAT_PUZZLE, np.ones((15, 15), np.int8)) is None


def test_pieces_stay_within_the_limit_and_hold_the_picture() -> None:
    puzzle = from_picture(random_picture(25, 25, 0.5, 3))
    known, left = solve_lines(puzzle)
    assert left > 0
    picture = count_pictures(puzzle, 1).pictures[0]
    seen = set()
    for cells in pieces(puzzle, picture, known, 60, seed=1, grown=3):
        model = picture_model(puzzle, cells)
        assert model is not None
        assert 0 < model.program.variables <= 60
        assert ((cells < 0) | (cells == picture)).all()
        assert (cells[known >= 0] == known[known >= 0]).all()
        assert cells.tobytes() not in seen
        seen.add(cells.tobytes())
    assert seen


MADE = [
    # height, width, share of black, seed, verdict, what line solving leaves open
    (5, 5, 0.5, 0, "unique", 0),
    (5, 5, 0.6, 2, "unique", 0),
    (5, 8, 0.55, 1, "unique", 0),
    (8, 5, 0.5, 2, "unique", 0),
    (7, 7, 0.5, 0, "multiple", 29),
    (7, 7, 0.5, 2, "multiple", 10),
    (8, 8, 0.6, 1, "unique", 0),
    (10, 10, 0.5, 0, "multiple", 9),
    (10, 10, 0.5, 2, "multiple", 24),
    (10, 10, 0.55, 1, "unique", 0),
    (10, 12, 0.6, 2, "multiple", 4),
    (12, 10, 0.5, 0, "multiple", 28),
    (15, 15, 0.55, 0, "unique", 97),
    (15, 15, 0.65, 1, "multiple", 6),
    (15, 20, 0.6, 0, "multiple", 4),
    (20, 15, 0.55, 0, "unique", 0),
    (20, 20, 0.65, 2, "unique", 0),
    (25, 25, 0.6, 2, "multiple", 4),
    (25, 25, 0.65, 1, "unique", 0),
    (30, 30, 0.65, 0, "multiple", 4),
    (30, 30, 0.6, 1, "unique", 0),
    (30, 20, 0.6, 0, "multiple", 4),
]


@pytest.mark.parametrize("backend", SOLVERS)
@pytest.mark.parametrize(("h", "w", "density", "seed", "verdict", "open_cells"), MADE)
def test_nonograms_made_for_the_tests(
    backend: str, h: int, w: int, density: float, seed: int, verdict: str, open_cells: int
) -> None:
    picture = random_picture(h, w, density, seed)
    puzzle = from_picture(picture)
    assert solve_lines(puzzle)[1] == open_cells
    got = decide(NonogramModel(puzzle), backend=backend, time_limit=2.0)
    assert (got.verdict, got.certified) == (verdict, True)
    assert all(is_picture_of(p, puzzle) for p in got.solutions)
    if verdict == "multiple":
        assert len(got.solutions) == 2
        assert (got.solutions[0] != got.solutions[1]).any()
    else:
        assert len(got.solutions) == 1
        assert (got.solutions[0] == picture).all()
    by_search = decide(NonogramModel(puzzle), method="exact")
    assert by_search.verdict == verdict


@pytest.mark.parametrize("backend", SOLVERS)
@pytest.mark.parametrize(("h", "w"), [(25, 25), (30, 30)])
def test_remainders_of_thousands_of_variables_are_refuted_by_pieces(backend: str, h: int, w: int) -> None:
    puzzle = from_picture(random_picture(h, w, 0.5, 0))
    verdict = decide(NonogramModel(puzzle), backend=backend, certificate=False, time_limit=60.0)
    assert verdict.verdict == "multiple"
    assert verdict.method == "qubo"


@pytest.mark.parametrize("backend", SOLVERS)
def test_contradictory_clues_are_no_solution(backend: str) -> None:
    by_lines = Nonogram(((2,), (2,)), ((1,), (1,)))
    verdict = decide(NonogramModel(by_lines), backend=backend)
    assert (verdict.verdict, verdict.method, verdict.solutions) == ("none", "propagation", ())
    # every line can be filled and nine cells are black either way, but the crossings cannot agree
    beyond_lines = Nonogram(((), (3,), (1, 1), (2,), (2,)), ((1, 1), (2,), (1, 1), (1, 1), (1,)))
    assert solve_lines(beyond_lines)[1] == 18
    assert count_pictures(beyond_lines).count == 0
    verdict = decide(NonogramModel(beyond_lines), backend=backend, time_limit=0.5)
    assert (verdict.verdict, verdict.certified) == ("none", True)

"""Verdicts of every way to settle a puzzle, against plain oracles that share no code with the package."""

import sys
from itertools import product

import cat
import numpy as np
import plain
import plain_nonogram
import pytest

from puzzles.grid import from_characters, to_line
from puzzles.nonogram import Nonogram, from_picture, picture_to_text
from puzzles.solutions import count_batch
from qubo.backends import BACKENDS
from qubo.nonogram import picture_model
from qubo.nonogram_model import NonogramModel
from qubo.search import Verdict, decide
from qubo.sudoku_model import SudokuModel

EULER = from_characters("003020600900305001001806400008102900700000008006708200002609500800203009005010300")
SOLUTION = "483921657967345821251876493548132976729564138136798245372689514814253769695417382"
NAMES = ("none", "unique", "multiple")
# pyqbpp is a dependency on Linux: there its backends must work, elsewhere they are not promised
WORKING = [name for name in BACKENDS if sys.platform == "linux" or name not in ("easy", "exhaustive")]


def thinned(number: int, seed: int, wrong: bool = False) -> np.ndarray:
    """The seed's puzzle without some of its hints, and with a hint that its solution does not have."""
    random = np.random.default_rng(seed)
    hints = EULER.copy()
    hints[random.choice(np.flatnonzero(EULER), number, replace=False)] = 0
    if wrong:
        cell = int(random.choice(np.flatnonzero(hints == 0)))
        hints[cell] = int(SOLUTION[cell]) % 9 + 1
    return hints


def as_the_oracle_says(hints: np.ndarray, verdict: Verdict) -> None:
    every = plain.all_solutions(hints.tolist())
    assert verdict.verdict == NAMES[len(every)]
    assert verdict.certified
    assert len(verdict.solutions) == len(every)
    for solution in verdict.solutions:
        assert plain.all_solutions(solution.tolist()) == [solution.tolist()]
        assert (solution[hints > 0] == hints[hints > 0]).all()
    assert len({to_line(s.astype(np.uint8)) for s in verdict.solutions}) == len(every)
    if len(every) == 1:
        assert verdict.solutions[0].tolist() == every[0]


CASES = [(number, seed, wrong) for number in (1, 3, 5, 8) for seed in range(2) for wrong in (False, True)]


@pytest.mark.parametrize("deduce", [True, False])
@pytest.mark.parametrize("backend", WORKING)
def test_verdicts_are_those_of_a_plain_search(backend: str, deduce: bool):
    for number, seed, wrong in CASES:
        hints = thinned(number, seed, wrong)
        as_the_oracle_says(hints, decide(SudokuModel(hints, deduce), backend=backend, time_limit=0.3, seed=seed))


def test_the_cases_have_all_three_verdicts():
    numbers = [len(plain.all_solutions(thinned(*case).tolist())) for case in CASES]
    assert set(numbers) == {0, 1, 2}


def test_the_exact_counter_counts_as_a_plain_search():
    grids = np.array([thinned(*case) for case in CASES])
    assert count_batch(grids).counts.tolist() == [len(plain.all_solutions(grid.tolist())) for grid in grids]


def test_the_seeds_grid_is_solved_and_unique():
    verdict = decide(SudokuModel(EULER))
    as_the_oracle_says(EULER, verdict)
    assert [to_line(s.astype(np.uint8)) for s in verdict.solutions] == [SOLUTION]


def test_the_cat_has_461_variables_and_one_picture():
    puzzle = Nonogram(cat.ROWS, cat.COLUMNS)
    model = picture_model(puzzle)
    assert model is not None
    assert model.program.variables == 236 + 225
    verdict = decide(NonogramModel(puzzle))
    assert verdict.verdict == "unique"
    assert [picture_to_text(p.astype(np.int8)) for p in verdict.solutions] == [cat.PICTURE.strip()]


@pytest.mark.parametrize("backend", WORKING)
def test_small_nonograms_have_the_pictures_of_a_plain_search(backend: str):
    random = np.random.default_rng(5)
    puzzles = [Nonogram(((1,), (1,)), ((1,), (1,))), Nonogram(((2,), ()), ((1,), ()))]
    puzzles += [from_picture((random.random((4, 5)) < 0.5).astype(np.int8)) for _ in range(12)]
    seen = set()
    for puzzle in puzzles:
        every = plain_nonogram.all_pictures(puzzle.rows, puzzle.columns)
        verdict = decide(NonogramModel(puzzle), backend=backend, time_limit=0.3)
        assert verdict.verdict == NAMES[min(2, len(every))]
        found = {picture_to_text(p.astype(np.int8)) for p in verdict.solutions}
        assert len(found) == min(2, len(every))
        assert found <= set(every)
        seen.add(verdict.verdict)
    assert seen == set(NAMES)


def test_the_plain_search_of_pictures_by_hand():
    assert plain_nonogram.all_pictures(((1,), (1,)), ((1,), (1,))) == ["#.\n.#", ".#\n#."]
    every = ["\n".join("".join(row) for row in (p[:2], p[2:])) for p in product("#.", repeat=4)]
    assert {p for p in every if p.count("#") == 1} == {
        picture
        for rows in (((1,), ()), ((), (1,)))
        for columns in (((1,), ()), ((), (1,)))
        for picture in plain_nonogram.all_pictures(rows, columns)
    }

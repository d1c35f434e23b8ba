"""QUBO verdicts against the exact counter, and the seeds' puzzles."""

import cat
import numpy as np
import plain
import pytest
from qubo.nonogram_search import decide_nonogram

from puzzles.grid import from_characters, to_line
from puzzles.nonogram import Nonogram, picture_to_text
from puzzles.solutions import count, count_batch
from qubo.nonogram import picture_model
from qubo.search import decide, refute_batch

EULER = from_characters("003020600900305001001806400008102900700000008006708200002609500800203009005010300")
SOLUTION = "483921657967345821251876493548132976729564138136798245372689514814253769695417382"


def thinned(number: int, seed: int) -> np.ndarray:
    hints = EULER.copy()
    cells = np.random.default_rng(seed).choice(np.flatnonzero(EULER), number, replace=False)
    hints[cells] = 0
    return hints


def test_the_seeds_grid_is_solved_and_unique():
    verdict = decide(EULER)
    assert verdict.verdict == "unique"
    assert [to_line(s) for s in verdict.solutions] == [SOLUTION]


@pytest.mark.parametrize("backend", ["easy", "annealing"])
@pytest.mark.parametrize("number", [1, 3, 5, 8])
def test_verdicts_are_those_of_the_exact_counter(backend: str, number: int):
    for seed in range(3):
        hints = thinned(number, seed)
        exact, _ = count(hints)
        verdict = decide(hints, backend=backend, time_limit=0.5)
        assert verdict.verdict == ("none", "unique", "multiple")[exact]
        assert verdict.certified
        for solution in verdict.solutions:
            assert plain.all_solutions(solution.tolist()) == [solution.tolist()]
            assert (solution[hints > 0] == hints[hints > 0]).all()
        assert len({to_line(s) for s in verdict.solutions}) == exact


def test_an_impossible_grid_has_no_solution():
    hints = EULER.copy()
    hints[0] = 5
    assert decide(hints).verdict == "none"


def test_a_batch_is_refuted_as_the_exact_counter_says():
    grids = np.array([thinned(n, n) for n in range(1, 13)])
    exact = count_batch(grids).counts
    verdicts = refute_batch(grids)
    assert [v.verdict for v in verdicts] == [("none", "unique", "multiple")[c] for c in exact]
    assert any(v.method == "qubo" for v in verdicts)


def test_the_cat_has_461_variables_and_one_picture():
    puzzle = Nonogram(cat.ROWS, cat.COLUMNS)
    model = picture_model(puzzle)
    assert model is not None
    assert model.program.variables == 236 + 225
    verdict = decide_nonogram(puzzle)
    assert verdict.verdict == "unique"
    assert [picture_to_text(p) for p in verdict.pictures] == [cat.PICTURE.strip()]


def test_small_nonograms_with_two_pictures_and_with_none():
    two = decide_nonogram(Nonogram(((1,), (1,)), ((1,), (1,))))
    assert two.verdict == "multiple"
    assert {picture_to_text(p) for p in two.pictures} == {"#.\n.#", ".#\n#."}
    assert decide_nonogram(Nonogram(((2,), ()), ((1,), ()))).verdict == "none"

"""Recipes of children: who is crossed with whom, and where small moves begin."""

from __future__ import annotations

import numpy as np

from evaluation.table import Table
from generator.search.bounds import Bounds
from generator.search.mating import Mating
from generator.search.shares import OperatorShares
from generator.search.survival import Survival
from generator.sudoku.breeding import Begun, SudokuBreeding, begin, given
from generator.sudoku.operators import CROSSOVERS, MOVES, MUTATIONS, OPERATORS, WIDE, crossover
from generator.sudoku.operators.align import align
from puzzles.canonical import relabel_batch
from puzzles.solutions import count_batch

NAMES = np.array(OPERATORS)


def begun_of(recipes: Table, free: np.ndarray) -> Begun:
    return begin(recipes, free, np.arange(len(recipes), dtype=np.uint64))


def bred(puzzles, pattern, free=None, number=300) -> tuple[Table, np.ndarray]:
    """Recipes of children of twelve puzzles, each operator as often as the other, and the operators."""
    hints = relabel_batch(puzzles)
    breeding = SudokuBreeding(pattern, pattern if free is None else free)
    random = np.random.default_rng(1)
    operators = np.arange(number) % len(OPERATORS)
    mothers, fathers = (hints[random.integers(0, 12, number)] for _ in range(2))
    return breeding.breed(mothers, fathers, operators, random), operators


def test_children_stay_on_the_pattern_and_need_the_repair(puzzles, pattern) -> None:
    recipes, _ = bred(puzzles, pattern)
    children = begun_of(recipes, pattern).hints
    assert children.shape == (300, 81)
    assert children.dtype == np.uint8
    assert ((children > 0) == pattern).all()
    assert children.max() <= 9
    assert recipes["bred"].all()


def test_small_moves_begin_at_the_mother_with_her_solution(puzzles, pattern) -> None:
    recipes, operators = bred(puzzles, pattern)
    small = np.isin(NAMES[operators], MOVES)
    assert [MOVES[move] for move in recipes["move"][small]] == NAMES[operators][small].tolist()
    assert (recipes["move"][~small] == -1).all()
    assert (recipes["steps"][~small] == 0).all()
    assert set(recipes["steps"][small].tolist()) == set(range(1, 8))
    hints = relabel_batch(puzzles)
    mothers = {h.tobytes(): s for h, s in zip(hints, count_batch(hints).found[:, 0], strict=True)}
    begun = begun_of(recipes, pattern)
    assert (begun.moving == small).all()
    for child, solution in zip(begun.hints[small], begun.solutions[small], strict=True):
        assert (mothers[child.tobytes()] == solution).all()


def test_crossovers_and_wide_mutations_are_those_of_the_catalogue(puzzles, pattern) -> None:
    recipes, operators = bred(puzzles, pattern)
    begun = begun_of(recipes, pattern)
    for k in np.flatnonzero(recipes["wide"] >= 0).tolist():
        name, mother = str(NAMES[operators[k]]), recipes["genome"][k]
        assert WIDE[recipes["wide"][k]] == name
        random = np.random.default_rng(k)
        if name in CROSSOVERS:
            expected = crossover(name, mother, recipes["father"][k], random)
        else:
            solution = count_batch(mother[None]).found[0, 0]
            expected = MUTATIONS[name](mother, solution, np.flatnonzero(pattern), random)
        assert (begun.hints[k] == expected).all()


def test_what_a_recipe_begins_does_not_depend_on_the_other_rows(puzzles, pattern) -> None:
    recipes, _ = bred(puzzles, pattern)
    seeds = np.arange(300, dtype=np.uint64)
    whole = begin(recipes, pattern, seeds)
    rows = np.random.default_rng(4).permutation(300)[:40]
    some = begin(recipes.take(rows), pattern, seeds[rows])
    assert (some.hints == whole.hints[rows]).all()
    assert (some.moving == whole.moving[rows]).all()


def test_hints_that_are_given_are_judged_as_they_are(puzzles, pattern) -> None:
    recipes = given(puzzles)
    begun = begun_of(recipes, pattern)
    assert (begun.hints == puzzles).all()
    assert not recipes["bred"].any() and not begun.moving.any() and not begun.solutions.any()


def mated(problem, make_rows, puzzles, others, strangers, free=None, number=400) -> tuple[Table, np.ndarray]:
    """The living are the first half of the puzzles."""
    living = relabel_batch(puzzles)[:6]
    rows = make_rows(6, hints=living, solution=count_batch(living).found[:, 0])
    if free is not None:
        problem = type(problem)(problem.pattern, problem.evaluation, np.where(free, 0, others[0]).astype(np.uint8))
    survival = Survival(problem, "nsga2", 6, None, Bounds(), lambda rows: rows)
    survival.restore({"rank": np.zeros(6), "crowding": np.ones(6)}, rows)
    mating = Mating(problem, survival, OperatorShares(len(OPERATORS)))
    return mating.recipes(number, strangers, others, np.random.default_rng(1))


def mothers_of(recipes: Table) -> list[bytes]:
    """Those of small moves, which hand their mothers over as they are."""
    return [mother.tobytes() for mother in recipes["genome"][recipes["move"] >= 0]]


def test_where_nothing_is_known_all_mothers_are_of_the_living(problem, make_rows, puzzles) -> None:
    living = {row.tobytes() for row in relabel_batch(puzzles)[:6]}
    recipes, operators = mated(problem, make_rows, puzzles, np.zeros((0, 81), np.uint8), 1.0)
    assert set(mothers_of(recipes)) == living
    assert set(operators.tolist()) == set(range(len(OPERATORS)))


def test_the_share_of_mothers_from_all_that_was_judged(problem, make_rows, puzzles) -> None:
    """Names are not told apart here: the strangers bear them as they came."""
    living = {row.tobytes() for row in relabel_batch(puzzles)[:6]}
    strangers = {row.tobytes() for row in puzzles[6:]}
    assert not living & strangers
    # none is drawn
    recipes, _ = mated(problem, make_rows, puzzles, puzzles[6:], 0.0)
    assert set(mothers_of(recipes)) == living
    # all are drawn, one as often as the other
    recipes, _ = mated(problem, make_rows, puzzles, puzzles[6:], 1.0)
    mothers = mothers_of(recipes)
    assert set(mothers) == strangers
    assert min(mothers.count(stranger) for stranger in strangers) > len(mothers) / 12
    # a quarter
    recipes, _ = mated(problem, make_rows, puzzles, puzzles[6:], 0.25)
    mothers = mothers_of(recipes)
    drawn = sum(mother in strangers for mother in mothers)
    assert set(mothers) == living | strangers
    assert 0.15 < drawn / len(mothers) < 0.35


def test_crossovers_and_wide_mutations_have_strange_mothers_too(problem, make_rows, puzzles, pattern) -> None:
    """With one stranger and no digit of hers among the living in a cell, that cell tells the mother."""
    stranger = puzzles[11]
    cell = next(c for c in np.flatnonzero(pattern).tolist() if stranger[c] not in relabel_batch(puzzles)[:6, c])
    free = pattern & (np.arange(81) != cell)
    recipes, operators = mated(problem, make_rows, puzzles, stranger[None], 1.0, free)
    assert (recipes["genome"][:, cell] == stranger[cell]).all()
    assert set(operators.tolist()) == set(range(len(OPERATORS)))
    # the fathers are of the living: no crossing is the stranger once more
    begun = begun_of(recipes, free)
    crossings = begun.hints[np.isin(NAMES[operators], list(CROSSOVERS))]
    assert (crossings != stranger).any(axis=1).mean() > 0.9
    # none is drawn: no child has the stranger's digit there
    recipes, _ = mated(problem, make_rows, puzzles, stranger[None], 0.0, free)
    assert (recipes["genome"][:, cell] != stranger[cell]).all()


def test_a_stranger_without_exactly_one_solution_begins_no_move(problem, make_rows, puzzles, pattern) -> None:
    none, many = puzzles[6].copy(), puzzles[7].copy()
    none[np.flatnonzero(pattern)] = 1
    many[:] = 0
    assert count_batch(np.stack([none, many])).counts.tolist() == [0, 2]
    recipes, operators = mated(problem, make_rows, puzzles, np.stack([none, many, puzzles[8]]), 1.0)
    begun = begun_of(recipes, pattern)
    assert {mother.tobytes() for mother in begun.hints[begun.moving]} == {puzzles[8].tobytes()}
    small = np.isin(NAMES[operators], MOVES)
    assert 0.2 < begun.moving.sum() / small.sum() < 0.47
    assert not begun.solutions[small & ~begun.moving].any()
    changed = (begun.hints != recipes["genome"]).sum(axis=1)
    assert (changed[small & ~begun.moving] == 4).mean() > 0.6, "four hints change instead"


def test_fixed_cells_keep_the_mothers_digit(puzzles, pattern) -> None:
    """With the same digit in all parents there, it stands in all children, even where fathers are renamed."""
    fixed = np.flatnonzero(pattern)[[2, 11]]
    free = pattern.copy()
    free[fixed] = False
    same = puzzles.copy()
    same[:, fixed] = [4, 6]
    assert any((align(a, b)[fixed] != [4, 6]).any() for a in same for b in same)
    breeding = SudokuBreeding(pattern, free)
    random = np.random.default_rng(2)
    mothers, fathers = (same[random.integers(0, 12, 300)] for _ in range(2))
    recipes = breeding.breed(mothers, fathers, np.arange(300) % len(OPERATORS), random)
    begun = begun_of(recipes, free)
    assert (begun.hints[:, fixed] == [4, 6]).all()
    assert ((begun.hints > 0) == pattern).all()

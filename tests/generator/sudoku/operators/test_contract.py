"""What every operator keeps to, and that the catalogue holds every file."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from walks import walk

import generator.sudoku.operators as catalogue
from generator.sudoku.breeding import SudokuBreeding, begin
from generator.sudoku.operators import CROSSOVERS, MOVE_PARTS, MOVES, MUTATIONS, OPERATORS, crossover
from generator.sudoku.operators.align import align
from generator.sudoku.operators.steps import take_steps
from puzzles.canonical import relabel_batch
from puzzles.solutions import count_batch


def make(name, mothers, free, seed):
    """One child of each mother, by one step or by one call with the next as the father; whether there is one."""
    n = len(mothers)
    if name in MOVES:
        return walk(mothers, free, name, 1, seed * n + np.arange(n))
    random = np.random.default_rng(seed)
    solutions = count_batch(mothers).found[:, 0]
    if name in CROSSOVERS:
        made = [crossover(name, mothers[k], mothers[(k + 1) % n], random) for k in range(n)]
    else:
        made = [MUTATIONS[name](mothers[k], solutions[k], np.flatnonzero(free), random) for k in range(n)]
    return np.stack(made), np.ones(n, dtype=bool)


every_operator = pytest.mark.parametrize("name", OPERATORS)


@every_operator
def test_children_stay_on_the_pattern_and_parents_stay_as_they_are(name, puzzles, pattern) -> None:
    before = puzzles.copy()
    new = 0
    for seed in range(10):
        children, _ = make(name, puzzles, pattern, seed)
        assert children.dtype == np.uint8
        assert ((children > 0) == pattern).all()
        assert children.max() <= 9
        new += int((children != puzzles).any(axis=1).sum())
    assert (puzzles == before).all()
    assert new > 60


@every_operator
def test_a_child_depends_on_its_seed(name, puzzles, pattern) -> None:
    children = [make(name, puzzles, pattern, seed)[0] for seed in range(4)]
    again = [make(name, puzzles, pattern, seed)[0] for seed in range(4)]
    assert (np.stack(children) == np.stack(again)).all()
    assert len({some.tobytes() for some in children}) == 4


@every_operator
def test_no_child_touches_a_fixed_cell(name, puzzles, pattern) -> None:
    """As the search breeds: it puts the fixed digits back where a crossover has renamed the father's."""
    fixed = np.flatnonzero(pattern)[[2, 11, 17]]
    free = pattern.copy()
    free[fixed] = False
    # digits renamed until all parents read 4 6 1 there, as all of a search do
    named = []
    for hints in puzzles:
        if len(set(hints[fixed].tolist())) == 3:
            rest = [d for d in range(1, 10) if d not in hints[fixed]]
            names = np.zeros(10, np.uint8)
            names[[*hints[fixed], *rest]] = [4, 6, 1, 2, 3, 5, 7, 8, 9]
            named.append(names[hints])
    parents = np.stack(named)
    assert len(parents) > 3
    assert any((align(a, b)[fixed] != [4, 6, 1]).any() for a in parents for b in parents)
    breeding = SudokuBreeding(pattern, free)
    random = np.random.default_rng(2)
    mothers, fathers = (parents[random.integers(0, len(parents), 100)] for _ in range(2))
    recipes = breeding.breed(mothers, fathers, np.full(100, OPERATORS.index(name)), random)
    streams = np.arange(100, dtype=np.uint64)
    begun = begin(recipes, free, streams)
    children = begun.hints
    assert (begun.moving == (name in MOVES)).all()
    if name in MOVES:
        arrived = take_steps(children, begun.solutions, free, recipes["move"], recipes["steps"], streams)
        assert arrived.found.sum() > 50
        children = arrived.hints
    assert (children[:, fixed] == [4, 6, 1]).all()
    assert ((children > 0) == pattern).all()
    assert len({child.tobytes() for child in children}) > 20


@pytest.mark.parametrize("name", CROSSOVERS)
def test_a_crossover_gives_nothing_but_its_parents_hints(name, puzzles) -> None:
    random = np.random.default_rng(1)
    mixed = 0
    for _ in range(60):
        mother, father = puzzles[random.integers(0, 12, 2)]
        child = crossover(name, mother, father, random)
        aligned = align(mother, father)
        assert ((child == mother) | (child == aligned)).all()
        mixed += bool((child != mother).any() and (child != aligned).any())
    assert mixed > 20


@pytest.mark.parametrize("name", MOVES)
def test_a_small_move_makes_a_puzzle_that_is_not_its_mother(name, puzzles, pattern) -> None:
    mothers = np.repeat(puzzles, 30, axis=0)
    children, found = make(name, mothers, pattern, 3)
    assert found.mean() > 0.5
    assert (count_batch(children).counts == 1).all()
    same = (relabel_batch(children) == relabel_batch(mothers)).all(axis=1)
    assert not same[found].any()
    assert (children[~found] == mothers[~found]).all()
    assert len(np.unique(relabel_batch(children[found]), axis=0)) > 12


def test_the_catalogue_holds_every_file() -> None:
    made_by = [*CROSSOVERS.values(), *MUTATIONS.values(), *(part.py_func for part in MOVE_PARTS.values())]
    files = {path.stem for path in Path(catalogue.__file__).parent.glob("*.py") if not path.stem.startswith("_")}
    modules = {made.__module__.removeprefix("generator.sudoku.operators.") for made in made_by}
    assert modules == files - {"align", "steps"}
    assert len(set(OPERATORS)) == len(OPERATORS) == len(made_by)

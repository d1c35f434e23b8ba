from __future__ import annotations

from typing import NamedTuple

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from evaluation.difficulty import SIX, finishes, hardest_families_needed
from evaluation.settings import EvaluationSettings
from evaluation.shipped import shipped_puzzles
from generator.search.known import digests, is_known
from generator.search.problem import BRED, FRESH, GIVEN, NONE
from generator.sudoku.breeding import given as recipes_of
from generator.sudoku.children import _STEPS, Ground, make_children, normal_form
from generator.sudoku.feasibility import find, repair_batch
from generator.sudoku.operators import MOVES
from generator.sudoku.operators.steps import take_steps
from puzzles.canonical import pattern_symmetries, relabel_batch, same_puzzle
from puzzles.pattern import named_pattern
from puzzles.solutions import count_batch

NO_X_WING = EvaluationSettings(x_wing=False).allowed
ALLOWED = st.sampled_from([SIX, NO_X_WING])


class Moves(NamedTuple):
    """Where small moves begin: (n,) move and steps, (n, 81) solutions."""

    moves: np.ndarray
    steps: np.ndarray
    solutions: np.ndarray

    def take(self, rows) -> Moves:
        return Moves(*(column[rows] for column in self))


class Made(NamedTuple):
    hints: np.ndarray
    origin: np.ndarray


def made_of(hints, pattern, free, seeds, budget, moves=None, known=None, allowed=SIX) -> Made:
    """Children of the recipes; without moves and a budget they are judged as they are."""
    recipes = recipes_of(hints, bred=moves is not None)
    if moves is not None:
        recipes = recipes.with_columns({"move": moves.moves, "steps": moves.steps})
    return Made(*make_children(recipes, Ground(pattern, free, budget, allowed), seeds, known))


def moves_of(puzzles, moves, steps) -> Moves:
    moves = np.asarray(moves, np.int64)
    solutions = np.where((moves >= 0)[:, None], count_batch(puzzles).found[:, 0], 0).astype(np.uint8)
    return Moves(moves, np.where(moves >= 0, steps, 0), solutions)


def rows_of(count):
    return np.arange(count, dtype=np.int64)


def named(hints, pattern):
    return normal_form(hints, pattern, np.zeros(81, dtype=bool))


def names_of(*hints):
    """What `known` asks for, of rows in normal form."""
    return np.unique(digests(np.concatenate(hints)))


NOTHING_KNOWN = np.zeros(0, np.uint64)


def test_steps_are_taken_where_a_walk_begins_and_nowhere_else(puzzles, pattern) -> None:
    moves = np.array([k % 6 - 1 for k in range(12)])
    assert moves.max() == len(MOVES) - 1
    walks = moves_of(puzzles, moves, 3)
    seeds = np.arange(12, dtype=np.uint64)
    before = puzzles.copy()
    made = made_of(puzzles, pattern, pattern, seeds, 0, walks)
    assert (puzzles == before).all()
    assert (made.origin == BRED).all()
    children = made.hints
    own = moves >= 0
    arrived = take_steps(puzzles[own], walks.solutions[own], pattern, moves[own], walks.steps[own], seeds[own])
    assert (children[own] == named(arrived.hints, pattern)).all()
    assert arrived.found.sum() > 6
    assert (children[~own] == named(puzzles[~own], pattern)).all()


def test_without_walks_hints_are_repaired_and_renamed(puzzles, pattern) -> None:
    random = np.random.default_rng(4)
    broken = np.where(random.random((12, 81)) < 0.5, puzzles, np.roll(puzzles, 1, axis=0)).astype(np.uint8)
    seeds = np.arange(12, dtype=np.uint64)
    given_back = made_of(broken, pattern, pattern, seeds, 0, None)
    assert (given_back.hints == named(broken, pattern)).all()
    assert (given_back.origin == GIVEN).all()
    repaired = made_of(broken, pattern, pattern, seeds, 50_000, None).hints
    assert (repaired == named(repair_batch(broken, pattern, seeds, 50_000).hints, pattern)).all()
    assert (count_batch(repaired).counts == 1).sum() > (count_batch(broken).counts == 1).sum()
    # walks that all stand still change nothing
    still = moves_of(puzzles, np.full(12, -1), 0)
    stood_still = made_of(broken, pattern, pattern, seeds, 50_000, still)
    assert (stood_still.hints == repaired).all()
    assert (stood_still.origin == BRED).all(), "of its operator, though nothing is left to do"


def test_the_repair_leaves_a_child_alone_that_singles_and_locked_candidates_finish(puzzles, pattern) -> None:
    walks = moves_of(puzzles, np.full(12, MOVES.index("line_cycle")), 1)
    seeds = np.arange(12, dtype=np.uint64)
    made = made_of(puzzles, pattern, pattern, seeds, 0, walks).hints
    repaired = made_of(puzzles, pattern, pattern, seeds, 4_000, walks).hints
    simple = repair_batch(made, np.zeros(81, dtype=bool), seeds, 10).repaired
    assert simple.sum() > 6
    assert (made[simple] == repaired[simple]).all()


def test_a_walk_that_cannot_begin_leaves_its_mother_to_the_repair() -> None:
    """Two hints cannot be exchanged where one cell is free; another digit there makes the puzzle an easy one."""
    done = 0
    for puzzle in shipped_puzzles():
        if hardest_families_needed(puzzle.hints[None])[0] < 4:
            continue
        pattern = named_pattern(puzzle.pattern)
        for cell in np.flatnonzero(pattern).tolist():
            digits = np.tile(puzzle.hints, (9, 1))
            digits[:, cell] = range(1, 10)
            needed = hardest_families_needed(digits)
            easy = digits[(needed >= 0) & (needed <= 3)]
            if len(easy) != 1:
                continue
            done += 1
            free = np.arange(81) == cell
            walk = moves_of(puzzle.hints[None], [MOVES.index("swap_two")], 1)
            seed = np.zeros(1, np.uint64)
            own, other = normal_form(np.stack([puzzle.hints, easy[0]]), pattern, pattern & ~free)
            assert (made_of(puzzle.hints[None], pattern, free, seed, 0, walk).hints[0] == own).all()
            assert (made_of(puzzle.hints[None], pattern, free, seed, 2_000, walk).hints[0] == other).all()
    assert done > 2


def test_no_rows(pattern) -> None:
    nothing, no_seeds = np.zeros((0, 81), np.uint8), np.zeros(0, np.uint64)
    nobody = Moves(np.zeros(0, np.int64), np.zeros(0, np.int64), nothing)
    for budget in (0, 100):
        for walks in (None, nobody):
            for known in (None, NOTHING_KNOWN, np.array([7], np.uint64)):
                made = made_of(nothing, pattern, pattern, no_seeds, budget, walks, known)
                assert made.hints.shape == (0, 81)
                assert made.origin.shape == (0,)


def mixed(puzzles, seed):
    """Twelve rows: mothers of walks of all kinds, and crossings that need the repair."""
    random = np.random.default_rng(seed)
    moves = random.integers(-1, len(MOVES), 12)
    walks = moves_of(puzzles, moves, random.integers(1, 8, 12))
    hints = puzzles.copy()
    rough = np.where(random.random((12, 81)) < 0.8, puzzles, np.roll(puzzles, 1, axis=0))
    hints[moves < 0] = rough[moves < 0]
    return hints, walks, (seed + np.arange(12)).astype(np.uint64), random


def some_of_the_way(puzzles, pattern, hints, walks, seeds, random):
    """Names of the mothers and of much that their walks come to."""
    seen = [named(puzzles, pattern)]
    for _ in range(int(random.integers(0, 8))):
        made = made_of(hints, pattern, pattern, seeds, 0, walks, names_of(*seen))
        seen.append(made.hints[(made.origin != NONE) & (random.random(12) < 0.9)])
    return names_of(*seen)


@given(st.integers(0, 2**63 - 1), st.lists(st.integers(0, 12), max_size=3), st.booleans(), ALLOWED)
@settings(max_examples=30, deadline=None)
def test_children_do_not_depend_on_how_the_batch_is_cut(puzzles, pattern, seed, cuts, new_ones, allowed) -> None:
    hints, walks, seeds, random = mixed(puzzles, seed)
    known = some_of_the_way(puzzles, pattern, hints, walks, seeds, random) if new_ones else None
    whole = made_of(hints, pattern, pattern, seeds, 2_000, walks, known, allowed)
    for rows in np.split(rows_of(12), sorted(cuts)):
        part = made_of(hints[rows], pattern, pattern, seeds[rows], 2_000, walks.take(rows), known, allowed)
        assert (part.hints == whole.hints[rows]).all()
        assert (part.origin == whole.origin[rows]).all()


@given(st.integers(0, 2**63 - 1), st.sampled_from([0, 20, 2_000]), ALLOWED)
@settings(max_examples=30, deadline=None)
def test_no_child_is_known_and_what_walks_and_climbs_bring_is_finished(puzzles, pattern, seed, budget, allowed) -> None:
    hints, walks, seeds, random = mixed(puzzles, seed)
    known = some_of_the_way(puzzles, pattern, hints, walks, seeds, random)
    before = hints.copy(), known.copy()
    made = made_of(hints, pattern, pattern, seeds, budget, walks, known, allowed)
    assert (hints == before[0]).all()
    assert (known == before[1]).all()
    came = made.origin != NONE
    assert set(made.origin.tolist()) <= {NONE, BRED, *([FRESH] if budget else [])}
    assert not is_known(known, digests(made.hints))[came].any()
    assert (named(made.hints, pattern) == made.hints)[came].all()
    assert ((made.hints > 0) == pattern)[came].all()
    sure = (made.origin == FRESH) | ((made.origin == BRED) & (walks.moves >= 0))
    assert (count_batch(made.hints[sure]).counts == 1).all()
    assert finishes(made.hints[sure], allowed).all()


def test_what_is_new_anyway_is_left_alone(puzzles, pattern) -> None:
    hints, walks, seeds, _ = mixed(puzzles, 6)
    free_choice = made_of(hints, pattern, pattern, seeds, 2_000, walks)
    known = names_of(named(puzzles, pattern), free_choice.hints[:4])
    asked = made_of(hints, pattern, pattern, seeds, 2_000, walks, known)
    good = ~is_known(known, digests(free_choice.hints)) & ((walks.moves < 0) | finishes(free_choice.hints))
    assert 4 < good.sum() < 12
    assert (asked.hints[good] == free_choice.hints[good]).all()
    assert (asked.origin[good] == BRED).all()
    assert (asked.hints[~good] != free_choice.hints[~good]).any(axis=1).all()


def way_to_its_end(hints, pattern, free, seeds, walks, seen):
    """Ask again and again for children that have not come yet, without the feasibility search."""
    rounds = []
    while True:
        made = made_of(hints, pattern, free, seeds, 0, walks, names_of(*seen))
        came = made.origin != NONE
        if not came.any():
            return rounds
        rounds.append(made)
        seen.append(made.hints[came])


def test_a_walk_steps_over_known_puzzles_until_it_meets_a_new_one(puzzles, pattern) -> None:
    walks = moves_of(puzzles, rows_of(12) % len(MOVES), 1 + rows_of(12) % 3)
    seeds = np.arange(24, 36, dtype=np.uint64)
    mothers = names_of(named(puzzles, pattern))
    rounds = way_to_its_end(puzzles, pattern, pattern, seeds, walks, [named(puzzles, pattern)])
    # what the walk itself came to, then one for each step
    assert 5 < len(rounds) <= 1 + _STEPS
    first = made_of(puzzles, pattern, pattern, seeds, 0, walks).hints
    good = finishes(first) & ~is_known(mothers, digests(first))
    assert good.sum() > 6
    assert (rounds[0].hints == first)[good].all()
    for row in range(12):
        own = [made.hints[row].tobytes() for made in rounds if made.origin[row] == BRED]
        assert len(set(own)) == len(own) > 3
        # once it has come to an end there is nothing more
        assert [made.origin[row] for made in rounds] == [BRED] * len(own) + [NONE] * (len(rounds) - len(own))
    everything = np.concatenate([made.hints[made.origin == BRED] for made in rounds])
    assert (count_batch(everything).counts == 1).all()


def test_fresh_puzzles_take_the_places_of_children_whose_neighbours_are_used_up(puzzles, pattern) -> None:
    walks = moves_of(puzzles, rows_of(12) % len(MOVES), 1)
    seeds = np.arange(24, 36, dtype=np.uint64)
    seen = [named(puzzles, pattern)]
    way_to_its_end(puzzles, pattern, pattern, seeds, walks, seen)
    assert (made_of(puzzles, pattern, pattern, seeds, 0, walks, names_of(*seen)).origin == NONE).all()
    twice = []
    for _ in range(2):
        made = made_of(puzzles, pattern, pattern, seeds, 20_000, walks, names_of(*seen))
        assert (made.origin == FRESH).all()
        assert len({row.tobytes() for row in made.hints}) == 12
        assert not any(same_puzzle(a, b) for a in made.hints for b in puzzles)
        twice.append(made.hints)
        seen.append(made.hints)
    # a second climb begins where the first one met a known puzzle; there is no third
    assert len(np.unique(np.concatenate(twice), axis=0)) == 24
    made = made_of(puzzles, pattern, pattern, seeds, 20_000, walks, names_of(*seen))
    assert (made.origin == NONE).all()


def test_given_hints_are_taken_where_they_are_new(puzzles, pattern) -> None:
    seeds = np.arange(12, dtype=np.uint64)
    hints = named(puzzles, pattern)
    known = names_of(hints[[1, 4]])
    made = made_of(puzzles, pattern, pattern, seeds, 0, None, known)
    assert made.origin.tolist() == [NONE if k in (1, 4) else GIVEN for k in range(12)]
    climbed = made_of(puzzles, pattern, pattern, seeds, 20_000, None, known)
    assert climbed.origin.tolist() == [FRESH if k in (1, 4) else GIVEN for k in range(12)]
    others = [k for k in range(12) if k not in (1, 4)]
    for some in (made, climbed):
        assert (some.hints[others] == hints[others]).all()


def one_free_cell(pattern, puzzles):
    """A mother, a cell in which another digit too leaves one solution, and all puzzles that come of this cell."""
    for mother in puzzles:
        for cell in np.flatnonzero(pattern).tolist():
            digits = np.tile(mother, (9, 1))
            digits[:, cell] = range(1, 10)
            sound = digits[count_batch(digits).counts == 1]
            sound = sound[finishes(sound)]
            if len(sound) >= 3:
                return mother, cell, sound
    raise AssertionError


def test_where_only_one_cell_is_free_all_that_is_left_is_found(pattern, puzzles) -> None:
    mother, cell, sound = one_free_cell(pattern, puzzles)
    free = np.zeros(81, np.bool_)
    free[cell] = True
    sound = normal_form(sound, pattern, pattern & ~free)
    assert len(np.unique(sound, axis=0)) == len(sound)
    own = normal_form(mother[None], pattern, pattern & ~free)
    hints = np.tile(mother, (40, 1))
    walks = moves_of(hints, rows_of(40) % len(MOVES), 1)
    seeds = np.arange(40, dtype=np.uint64)
    for left in sound[(sound != own).any(axis=1)]:
        known = names_of(sound[(sound != left).any(axis=1)])
        for budget in (0, 2_000):
            made = made_of(hints, pattern, free, seeds, budget, walks, known)
            came = made.origin != NONE
            assert (made.hints[came] == left).all()
            # of eight steps hardly ever none changes the cell
            assert (made.origin == BRED).sum() > 30
    # everything near is known
    for budget in (0, 2_000):
        made = made_of(hints, pattern, free, seeds, budget, walks, names_of(sound))
        assert (made.origin == NONE).all()


def test_fixed_cells_stay(pattern) -> None:
    fixed = np.zeros(81, np.uint8)
    fixed[np.flatnonzero(pattern)[[1, 7, 20]]] = [4, 9, 2]
    free = pattern & (fixed == 0)
    mothers = find(pattern, 12, 3, fixed=fixed).hints
    walks = moves_of(mothers, rows_of(12) % len(MOVES), 2)
    seeds = np.arange(12, dtype=np.uint64)
    seen = [normal_form(mothers, pattern, pattern & ~free)]
    rounds = way_to_its_end(mothers, pattern, free, seeds, walks, seen)
    rounds.append(made_of(mothers, pattern, free, seeds, 20_000, walks, names_of(*seen)))
    assert {BRED, FRESH} <= {int(origin) for made in rounds for origin in made.origin}
    for made in rounds:
        came = made.hints[made.origin != NONE]
        assert (came[:, fixed > 0] == fixed[fixed > 0]).all()
        assert ((came > 0) == pattern).all()


def test_without_x_wings_no_puzzle_comes_that_needs_them() -> None:
    mothers = [
        puzzle
        for puzzle in shipped_puzzles()
        if puzzle.pattern in ("eccomp2024-20", "quarter-turn-24", "half-turn-26")
        and hardest_families_needed(puzzle.hints[None])[0] == 5
    ]
    assert len(mothers) == 5
    for mother in mothers:
        pattern = named_pattern(mother.pattern)
        hints = np.tile(mother.hints, (40, 1))
        walks = moves_of(hints, rows_of(40) % len(MOVES), 1)
        seeds = np.arange(40, dtype=np.uint64)
        known = names_of(named(mother.hints[None], pattern))
        for budget in (0, 3_000):
            whole, less = (
                made_of(hints, pattern, pattern, seeds, budget, walks, known, allowed) for allowed in (SIX, NO_X_WING)
            )
            came = less.origin != NONE
            assert came.sum() > 10
            needed = hardest_families_needed(less.hints)[came]
            assert needed.min() >= 0
            assert needed.max() < 5
            # the others are what they were
            easy = (whole.origin != NONE) & (hardest_families_needed(whole.hints) < 5)
            assert (less.hints == whole.hints)[easy].all()
            assert (less.origin == whole.origin)[easy].all()


def test_a_puzzle_that_no_technique_finishes_gives_way_to_one_that_is_finished() -> None:
    pattern = named_pattern("full-20")
    mothers = find(pattern, 400, 77, any_technique=True).hints
    mothers = np.repeat(mothers[~finishes(mothers)], 15, axis=0)
    n = len(mothers)
    assert n >= 45
    walks = moves_of(mothers, rows_of(n) % len(MOVES), 1)
    seeds = np.arange(n, dtype=np.uint64)
    any_may_come = made_of(mothers, pattern, pattern, seeds, 0, walks)
    assert (any_may_come.origin == BRED).all()
    stuck = ~finishes(any_may_come.hints)
    assert stuck.sum() > 5
    assert (~stuck).sum() > 5
    made = made_of(mothers, pattern, pattern, seeds, 0, walks, names_of(named(mothers, pattern)))
    came = made.origin == BRED
    assert (came & stuck).sum() > 3
    assert finishes(made.hints[came]).all()
    assert (made.hints == any_may_come.hints)[~stuck].all()


DIGITS = st.permutations(range(1, 10))


@given(names=DIGITS, held=st.sets(st.integers(0, 23), max_size=5), row=st.integers(0, 11))
@settings(deadline=None)
def test_normal_form_is_one_for_all_names_and_keeps_the_fixed_digits(puzzles, pattern, names, held, row) -> None:
    fixed = np.zeros(81, dtype=bool)
    fixed[np.flatnonzero(pattern)[sorted(held)]] = True
    hints = puzzles[row]
    kept = set(hints[fixed].tolist())
    free = [d for d in range(1, 10) if d not in kept]
    table = np.arange(10, dtype=np.uint8)
    table[free] = [d for d in names if d not in kept]
    renamed = table[hints]
    a, b = normal_form(np.stack([hints, renamed]), pattern, fixed)
    assert (a == b).all()
    assert (a[fixed] == hints[fixed]).all()
    assert same_puzzle(a, hints)
    if held:
        assert (relabel_batch(a[None]) == relabel_batch(hints[None])).all()
    assert (normal_form(a[None], pattern, fixed)[0] == a).all()


def test_normal_form_is_one_for_all_symmetries_of_the_pattern(puzzles, pattern) -> None:
    moves = pattern_symmetries(pattern)
    assert len(moves) == 32
    none = np.zeros(81, dtype=bool)
    for hints in puzzles:
        images = normal_form(hints[moves], pattern, none)
        assert len({row.tobytes() for row in images}) == 1
        assert ((images[0] > 0) == pattern).all()
        assert same_puzzle(images[0], hints)
    assert len({row.tobytes() for row in normal_form(puzzles, pattern, none)}) == len(puzzles)

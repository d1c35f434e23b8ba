"""Candidates and plain propagation against sets."""

import numpy as np
import plain
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzles.grid import from_characters
from puzzles.propagation import candidates, propagate, propagate_batch

EULER = from_characters("..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..")
SOLUTION = from_characters("483921657967345821251876493548132976729564138136798245372689514814253769695417382")


def part_of_solution(seed: int, number: int):
    return np.where(np.random.default_rng(seed).permutation(81) < number, SOLUTION, 0).astype(np.uint8)


def as_sets(cand) -> list[set[int]]:
    return [{d for d in range(1, 10) if int(mask) >> (d - 1) & 1} for mask in cand]


@given(st.integers(0, 2**32), st.integers(0, 81))
def test_candidates_are_the_digits_not_yet_in_sight(seed: int, number: int):
    values = part_of_solution(seed, number)
    assert as_sets(candidates(values)) == plain.candidate_sets(values.tolist())


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32), st.integers(0, 60))
def test_propagation_fills_single_after_single(seed: int, number: int):
    values = part_of_solution(seed, number)
    board = values.tolist()
    while True:
        singles = plain.single_set(plain.candidate_sets(board))
        if not singles:
            break
        for _, cell in singles:
            board[cell] = int(SOLUTION[cell])  # singles are sound: the digit is the solution's
    reached, cand, left = propagate(values)
    assert reached.tolist() == board
    assert left == board.count(0)
    assert as_sets(cand) == plain.candidate_sets(board)


def test_an_easy_puzzle_is_finished():
    reached, cand, left = propagate(EULER)
    assert left == 0
    assert (reached == SOLUTION).all()
    assert not cand.any()


def test_contradictions():
    twice = np.zeros(81, np.uint8)
    twice[[0, 8]] = 4
    no_digit = np.zeros(81, np.uint8)  # r1c1 sees all nine
    no_digit[[1, 2, 3, 4]] = [1, 2, 3, 4]
    no_digit[[9, 18, 27, 36, 45]] = [5, 6, 7, 8, 9]
    no_place = np.zeros(81, np.uint8)  # the 1 of box 1 has no place: rows 1 and 2 hold one, row 3 is full there
    no_place[[5, 15, 18, 19, 20]] = [1, 1, 2, 3, 4]
    values, _, left = propagate_batch(np.array([twice, EULER, no_digit, no_place, np.zeros(81, np.uint8)]))
    assert left.tolist() == [-1, 0, -1, -1, 81]
    assert (values[1] == SOLUTION).all()


def test_the_hints_are_left_alone():
    before = EULER.copy()
    propagate(EULER)
    assert (before == EULER).all()

"""SplitMix64 against its definition in Python integers, and the shape of what is drawn."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzles.randomness import below, combine, combine_all, hash_digits, mix, next_word, uniform

WORD = 2**64 - 1
words = st.integers(0, WORD)


def reference_mix(word: int) -> int:
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & WORD
    word = (word ^ word >> 27) * 0x94D049BB133111EB & WORD
    return word ^ word >> 31


@given(words)
def test_words_are_those_of_the_definition(seed: int):
    state = np.array([seed], np.uint64)
    for k in range(1, 4):
        expected = (seed + k * 0x9E3779B97F4A7C15) & WORD
        assert int(next_word(state)) == reference_mix(expected)
        assert int(state[0]) == expected
    assert int(mix(np.uint64(seed))) == reference_mix(seed)


@given(words, st.integers(1, 1000))
def test_numbers_lie_in_their_ranges(seed: int, n: int):
    state = np.array([seed], np.uint64)
    assert 0.0 <= uniform(state) < 1.0
    assert 0 <= below(state, n) < n


def test_draws_are_even():
    state = np.array([1], np.uint64)
    drawn = np.bincount([below(state, 5) for _ in range(20_000)], minlength=5) / 20_000
    assert drawn.tolist() == pytest.approx([0.2] * 5, abs=0.015)
    assert np.mean([uniform(state) for _ in range(20_000)]) == pytest.approx(0.5, abs=0.01)


def test_seeds_do_not_run_together():
    made = {int(combine(np.uint64(a), np.uint64(b))) for a in range(60) for b in range(60)}
    assert len(made) == 3600  # and so combine(a, b) differs from combine(b, a)


@given(st.lists(st.tuples(words, words), max_size=6), words)
def test_all_pairs_are_combined_as_one_by_one(pairs: list[tuple[int, int]], number: int):
    a, b = (np.array([pair[k] for pair in pairs], np.uint64) for k in (0, 1))
    assert combine_all(a, b).tolist() == [int(combine(x, y)) for x, y in zip(a, b, strict=True)]
    assert combine_all(a, number).tolist() == [int(combine(x, np.uint64(number))) for x in a]
    assert combine_all(number, b).tolist() == [int(combine(np.uint64(number), y)) for y in b]
    gamma = 0x9E3779B97F4A7C15
    for (x, _), seed in zip(pairs, combine_all(a, number).tolist(), strict=True):
        assert seed == reference_mix(reference_mix((x + gamma) & WORD) ^ ((number + gamma) & WORD))


def test_one_digit_or_seed_changes_the_name_of_a_grid():
    grid = np.zeros(81, np.uint8)
    names = {int(hash_digits(grid, np.uint64(0))), int(hash_digits(grid, np.uint64(1)))}
    for cell in range(81):
        for digit in range(1, 10):
            grid[cell] = digit
            names.add(int(hash_digits(grid, np.uint64(0))))
            grid[cell] = 0
    assert len(names) == 2 + 729

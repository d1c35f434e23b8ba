from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.search.known import Known, _weights, digests, is_known

WEIGHTS = _weights(81)
NUMBER = st.integers(0, 2**64 - 1)
# few different grids, so that copies are common; digits that differ in one cell, by a power of two, and in order
GRIDS = st.lists(st.tuples(st.sampled_from([0, 1, 2, 9]), st.sampled_from([0, 8, 9])), max_size=20)


def grids(pairs) -> np.ndarray:
    rows = np.zeros((len(pairs), 81), np.uint8)
    rows[:, [0, 80]] = np.array(pairs, np.uint8).reshape(-1, 2)
    return rows


@given(st.lists(st.lists(st.integers(0, 9), min_size=81, max_size=81), max_size=5))
def test_digests_are_weighted_sums_modulo_two_to_the_64(rows) -> None:
    hints = np.array(rows, np.uint8).reshape(-1, 81)
    weights = [int(weight) for weight in WEIGHTS]
    expected = [sum(digit * weight for digit, weight in zip(row, weights, strict=True)) % 2**64 for row in rows]
    got = digests(hints)
    assert got.dtype == np.uint64
    assert got.tolist() == expected


def test_weights_are_81_numbers_of_64_bits_and_never_change() -> None:
    assert len(set(WEIGHTS.tolist())) == 81
    assert (WEIGHTS >= 2**63).sum() == pytest.approx(40, abs=20)
    # workers of one search must agree on every name, whatever computer they run on
    again = np.random.default_rng(0x5EE4).integers(0, 2**64, 81, dtype=np.uint64)
    assert (again == WEIGHTS).all()


def test_different_grids_have_different_digests(puzzles) -> None:
    """All that one changed hint makes of puzzles, each puzzle with two hints exchanged, and nothing."""
    rows = [np.zeros((1, 81), np.uint8), puzzles]
    for cell in np.flatnonzero(puzzles[0]).tolist():
        for more in range(1, 9):
            changed = puzzles.copy()
            changed[:, cell] = (changed[:, cell] + more - 1) % 9 + 1
            rows.append(changed)
        swapped = puzzles.copy()
        swapped[:, [0, cell]] = swapped[:, [cell, 0]]
        rows.append(swapped)
    everything = np.concatenate(rows)
    assert len(np.unique(digests(everything))) == len(np.unique(everything, axis=0))
    assert digests(everything[:1]).tolist() == [0]


def test_a_digest_does_not_depend_on_the_layout(puzzles) -> None:
    expected = digests(puzzles)
    assert (digests(np.asfortranarray(puzzles)) == expected).all()
    assert (digests(puzzles[::-1])[::-1] == expected).all()
    assert [int(digests(row[None])[0]) for row in puzzles] == expected.tolist()


@given(st.sets(NUMBER, max_size=8), st.lists(NUMBER, max_size=8))
def test_is_known_against_a_set(known, others) -> None:
    ascending = np.array(sorted(known), np.uint64)
    names = np.array([*others, *known, *((k + 1) % 2**64 for k in known), 0, 2**64 - 1], np.uint64)
    assert is_known(ascending, names).tolist() == [name in known for name in names.tolist()]
    assert is_known(ascending, names[:0]).shape == (0,)


@given(st.lists(GRIDS, max_size=5))
def test_known_against_a_list(batches) -> None:
    known = Known(81)
    plain: list[tuple[int, int]] = []
    for batch in batches:
        fresh = known.add(grids(batch))
        expected = []
        for pair in batch:
            expected.append(pair not in plain)
            if pair not in plain:
                plain.append(pair)
        assert fresh.tolist() == expected
        assert len(known) == len(plain)
        assert (known.genomes == grids(plain)).all()
        assert known.ascending.tolist() == sorted(digests(grids(plain)).tolist())
    for count in range(len(plain) + 1):
        assert known.at_first(count).tolist() == sorted(digests(grids(plain[:count])).tolist())


@given(GRIDS, GRIDS)
def test_known_goes_on_from_an_earlier_one(first, second) -> None:
    whole, start = Known(81), Known(81, grids(first))
    whole.add(grids(first))
    assert (start.genomes == whole.genomes).all()
    assert start.add(grids(second)).tolist() == whole.add(grids(second)).tolist()
    assert (start.genomes == whole.genomes).all()
    assert (start.ascending == whole.ascending).all()


@settings(max_examples=10)
@given(st.lists(st.integers(0, 1_500), min_size=1, max_size=4))
def test_room_grows_with_the_puzzles(sizes) -> None:
    random = np.random.default_rng(1)
    everything = random.integers(0, 10, (sum(sizes), 81), dtype=np.uint8)
    known = Known(81)
    for part in np.split(everything, np.cumsum(sizes)[:-1]):
        assert known.add(part).all()
    assert len(known) == len(everything)
    assert (known.genomes == everything).all()
    assert not known.add(everything).any()


def test_names_that_were_handed_out_stay_as_they_are(puzzles) -> None:
    known = Known(81, puzzles[:6])
    handed_out = known.ascending
    before = handed_out.copy()
    known.add(puzzles)
    assert (handed_out == before).all()
    assert len(known.ascending) == 12
    assert (known.at_first(6) == before).all()


def test_puzzles_are_copied(puzzles) -> None:
    own = puzzles.copy()
    known = Known(81, own)
    own[:] = 0
    assert (known.genomes == puzzles).all()


def test_left_out_it_remembers_and_tells_nobody(puzzles) -> None:
    known = Known(81, active=False)
    assert known.add(puzzles).all()
    assert not known.add(puzzles[:3]).any()
    assert (known.genomes == puzzles).all()
    assert known.at_first(6) is None and known.at_first(12) is None


@pytest.mark.parametrize("width", [1, 8, 64])
def test_genomes_may_have_any_width(width) -> None:
    rows = np.eye(width, dtype=np.uint8)
    known = Known(width)
    assert known.add(np.concatenate([rows, rows])).tolist() == [True] * width + [False] * width
    assert known.genomes.shape == (width, width)
    assert sorted(_weights(width).tolist()) == known.ascending.tolist()

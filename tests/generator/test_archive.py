from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.archive import Archive, distinct, hypervolume, non_dominated
from generator.estimates import Estimates

# few different values, so that ties are common
LEVEL = st.integers(0, 4).map(lambda k: k / 4)
POINTS = st.lists(st.tuples(LEVEL, LEVEL), min_size=1, max_size=25)


def columns(points):
    array = np.array(points, dtype=float).reshape(-1, 2)
    return array[:, 0], array[:, 1]


def dominates(a, b) -> bool:
    return a[0] >= b[0] and a[1] >= b[1] and tuple(a) != tuple(b)


@pytest.mark.parametrize(
    ("points", "area"),
    [
        ([], 0.0),
        ([(0.5, 0.5)], 0.25),
        ([(0.0, 1.0)], 0.0),
        # 0.5 × 0.2 below, 0.3 × 0.2 above it, 0.1 × 0.4 on top
        ([(0.5, 0.2), (0.3, 0.4), (0.1, 0.8)], 0.1 + 0.06 + 0.04),
        # the dominated one and the copy add nothing
        ([(0.3, 0.4), (0.5, 0.2), (0.2, 0.1), (0.5, 0.2)], 0.1 + 0.06),
        # the same f1 twice: the higher f2 counts
        ([(0.5, 0.1), (0.5, 0.4)], 0.2),
    ],
)
def test_hypervolume_by_hand(points, area) -> None:
    assert hypervolume(*columns(points)) == pytest.approx(area, abs=1e-12)


@given(POINTS)
def test_hypervolume_counts_the_covered_squares(points) -> None:
    covered = sum(any(f1 >= (i + 1) / 4 and f2 >= (j + 1) / 4 for f1, f2 in points) for i in range(4) for j in range(4))
    assert hypervolume(*columns(points)) == pytest.approx(covered / 16, abs=1e-12)


@given(POINTS)
def test_non_dominated_is_what_nothing_dominates(points) -> None:
    expected = [not any(dominates(other, point) for other in points) for point in points]
    assert non_dominated(*columns(points)).tolist() == expected


@given(st.lists(POINTS, min_size=1, max_size=4))
def test_the_archive_is_the_front_of_all_that_was_offered(make_judged, batches) -> None:
    archive = Archive()
    everything = []
    number = 0
    for points in batches:
        f1, f2 = columns(points)
        rows = make_judged(len(points), f1=f1, f2=f2)
        rows.hints[:, 79] = np.arange(number, number + len(points)) // 9 + 1
        rows.hints[:, 80] = np.arange(number, number + len(points)) % 9 + 1
        number += len(points)
        before = set() if archive.rows is None else {r.tobytes() for r in archive.rows.hints}
        entered = archive.add(rows)
        everything += [(p, h.tobytes()) for p, h in zip(points, rows.hints, strict=True)]
        assert archive.rows is not None
        inside = {r.tobytes() for r in archive.rows.hints}
        assert entered.tolist() == [h.tobytes() in inside - before for h in rows.hints]
    expected = {h for p, h in everything if not any(dominates(q, p) for q, _ in everything)}
    assert {r.tobytes() for r in archive.rows.hints} == expected
    assert len(archive) == len(expected)
    keys = [(-a, -b, h.tobytes()) for a, b, h in zip(archive.rows.f1, archive.rows.f2, archive.rows.hints, strict=True)]
    assert keys == sorted(keys)


def test_a_puzzle_enters_once(make_judged) -> None:
    rows = make_judged(3, f1=[0.5, 0.5, 0.5], f2=[0.1, 0.1, 0.1])
    rows.hints[2] = rows.hints[0]
    archive = Archive()
    assert archive.add(rows).tolist() == [True, True, False]
    assert archive.add(rows).tolist() == [False, False, False]
    assert len(archive) == 2


def test_what_is_not_valid_never_enters(make_judged) -> None:
    rows = make_judged(4, f1=[0.9, 0.9, 0.9, 0.9], f2=[0.9, 0.9, 0.9, 0.9])
    rows.violations[np.arange(4), np.arange(4)] = 1
    archive = Archive()
    assert not archive.add(rows).any()
    assert archive.rows is None
    assert len(archive) == 0
    assert archive.hypervolume() == 0.0


def test_an_archive_goes_on_from_its_rows(make_judged) -> None:
    first = Archive()
    first.add(make_judged(2, f1=[0.5, 0.2], f2=[0.1, 0.3]))
    second = Archive(first.rows)
    better = make_judged(3, f1=[0.0, 0.0, 0.6], f2=[0.0, 0.0, 0.2])
    assert second.add(better).tolist() == [False, False, True]
    assert second.rows is not None
    assert second.rows.f1.tolist() == [0.6, 0.2]
    assert second.hypervolume() == pytest.approx(0.6 * 0.2 + 0.2 * 0.1)


def test_distinct_takes_each_puzzle_by_its_longest_row(make_judged) -> None:
    rows = make_judged(5, f1=[0.1, 0.2, 0.3, 0.4, 0.5], walks=[2, 1, 5, 5, 1])
    rows.hints[2] = rows.hints[0]
    rows.hints[3] = rows.hints[0]
    rows.hints[4] = rows.hints[1]
    got = distinct(rows)
    # the first of equally long rows, in order of first appearance
    assert got.f1.tolist() == [0.3, 0.2]
    assert got.walks.tolist() == [5, 1]
    assert len(distinct(rows.take([]))) == 0


def test_a_row_with_more_walks_takes_the_place_of_the_old_one(make_judged) -> None:
    archive = Archive()
    rows = make_judged(3, f1=[0.9, 0.5, 0.1], f2=[0.1, 0.5, 0.9], walks=[1, 1, 1])
    archive.add(rows)
    longer = make_judged(3, f1=[0.9, 0.4, 0.1], f2=[0.1, 0.4, 0.9], walks=[1, 8, 1]).take([1])
    assert archive.add(longer).tolist() == [False], "it was there before"
    assert archive.rows is not None
    assert archive.rows.f1.tolist() == pytest.approx([0.9, 0.4, 0.1])
    assert archive.rows.walks.tolist() == [1, 8, 1]
    # fewer walks do not count any more, whatever they say
    assert archive.add(rows).tolist() == [False, False, False]
    assert archive.rows.f1.tolist() == pytest.approx([0.9, 0.4, 0.1])
    # more walks may also show that it does not belong here
    assert archive.add(make_judged(2, f1=[0.9, 0.05], f2=[0.1, 0.4], walks=[1, 9]).take([1])).tolist() == [False]
    assert archive.rows.f1.tolist() == pytest.approx([0.9, 0.1])


def test_value_decides_who_is_kept_and_the_front_is_by_the_judged_scores(make_judged) -> None:
    """Held against (0.2, 0.2), which counts as two walks, (0.9, 0.9) of one walk is (0.43, 0.43)."""
    estimates = Estimates(np.array([0.2, 0.2]))
    archive = Archive(None, estimates)
    rows = make_judged(3, f1=[0.9, 0.6, 0.3], f2=[0.9, 0.5, 0.3], walks=[1, 18, 18])
    # (0.43, 0.43), (0.56, 0.47), (0.29, 0.29)
    assert archive.add(rows).tolist() == [False, True, False]
    # (0.8 + 0.4) / 3 = 0.4 and (0.8 + 0.7) / 3, more than 0.47
    lucky = make_judged(5, f1=[0.0, 0.0, 0.0, 0.0, 0.8], f2=[0.0, 0.0, 0.0, 0.0, 1.1], walks=[1, 1, 1, 1, 1]).take([4])
    assert archive.add(lucky).tolist() == [True]
    assert archive.rows is not None
    assert archive.rows.f1.tolist() == pytest.approx([0.8, 0.6])
    front = archive.front()
    assert front is not None
    assert front.f1.tolist() == pytest.approx([0.8])
    assert archive.hypervolume() == pytest.approx(0.8 * 1.1)
    # rows to begin with, and the same value
    again = Archive(archive.rows, estimates)
    assert again.add(rows).tolist() == [False, False, False]
    assert len(again) == 2


def test_the_front_of_nothing_is_none() -> None:
    assert Archive().front() is None


@given(POINTS)
def test_the_front_covers_what_the_rows_cover(make_judged, points) -> None:
    f1, f2 = columns(points)
    archive = Archive(make_judged(len(points), f1=f1, f2=f2))
    front = archive.front()
    assert front is not None
    kept = [point for point in points if not any(dominates(other, point) for other in points)]
    assert list(zip(front.f1.tolist(), front.f2.tolist(), strict=True)) == kept
    assert hypervolume(front.f1, front.f2) == archive.hypervolume()

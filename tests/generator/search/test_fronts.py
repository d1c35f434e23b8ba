"""Layers and hypervolume against slow and plain ones, for one, two and three coordinates."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.search.fronts import hypervolume, layers, non_dominated

# few different values, so that ties and equal points are common
LEVEL = st.integers(0, 4).map(lambda k: k / 4)
POINTS = st.integers(1, 3).flatmap(lambda k: st.lists(st.tuples(*[LEVEL] * k), min_size=1, max_size=20))


def dominates(a, b) -> bool:
    return all(x >= y for x, y in zip(a, b, strict=True)) and tuple(a) != tuple(b)


def peel(points, number=None, depth=None) -> list[int]:
    """The layers one after the other, by comparing all with all."""
    number = len(points) + 1 if number is None else number
    layer: dict[int, int] = {}
    level = 0
    while len(layer) < len(points):
        left = [k for k in range(len(points)) if k not in layer]
        if len({points[k] for k in layer}) >= number or level == depth:
            return [layer.get(k, level) for k in range(len(points))]
        layer |= {k: level for k in left if not any(dominates(points[j], points[k]) for j in left)}
        level += 1
    return [layer[k] for k in range(len(points))]


@pytest.mark.parametrize(
    ("points", "area"),
    [
        ([(0.5, 0.5)], 0.25),
        ([(0.0, 1.0)], 0.0),
        # 0.5 × 0.2 below, 0.3 × 0.2 above it, 0.1 × 0.4 on top
        ([(0.5, 0.2), (0.3, 0.4), (0.1, 0.8)], 0.1 + 0.06 + 0.04),
        # the dominated one and the copy add nothing
        ([(0.3, 0.4), (0.5, 0.2), (0.2, 0.1), (0.5, 0.2)], 0.1 + 0.06),
        # the same first coordinate twice: the higher second one counts
        ([(0.5, 0.1), (0.5, 0.4)], 0.2),
        ([(0.2,), (0.7,), (0.7,)], 0.7),
        # two boxes that share 0.5 × 0.5 × 0.2
        ([(1.0, 0.5, 0.2), (0.5, 0.5, 1.0)], 0.1 + 0.25 - 0.05),
    ],
)
def test_hypervolume_by_hand(points, area) -> None:
    assert hypervolume(np.array(points)) == pytest.approx(area, abs=1e-12)


@pytest.mark.parametrize("k", [1, 2, 3])
def test_no_points(k) -> None:
    none = np.zeros((0, k))
    assert hypervolume(none) == 0.0
    assert layers(none, 5).shape == (0,)
    assert non_dominated(none).shape == (0,)


@given(POINTS)
def test_hypervolume_counts_the_covered_cells(points) -> None:
    k = len(points[0])
    cells = product(range(4), repeat=k)
    covered = sum(any(all(x >= (i + 1) / 4 for x, i in zip(p, cell, strict=True)) for p in points) for cell in cells)
    assert hypervolume(np.array(points)) == pytest.approx(covered / 4**k, abs=1e-12)


@given(POINTS)
def test_hypervolume_is_measured_from_the_reference_point(points) -> None:
    """Moved together nothing changes, and points that are not better than it add nothing."""
    array = np.array(points)
    corner = np.full(array.shape[1], 0.5)
    inside = array[(array > 0.5).all(axis=1)]
    expected = hypervolume(inside - corner) if len(inside) else 0.0
    assert hypervolume(array, corner) == pytest.approx(expected, abs=1e-12)
    assert hypervolume(array - 10.0, np.full(array.shape[1], -10.0)) == pytest.approx(hypervolume(array), abs=1e-9)


@given(POINTS)
def test_non_dominated_is_what_nothing_dominates(points) -> None:
    expected = [not any(dominates(other, point) for other in points) for point in points]
    assert non_dominated(np.array(points)).tolist() == expected


@pytest.mark.parametrize(
    ("number", "depth", "expected"),
    [
        (None, None, [1, 0, 0, 2, 0, 1, 0, 3]),
        (9, None, [1, 0, 0, 2, 0, 1, 0, 3]),
        # three different points stand on layer 0, and five on the first two
        (3, None, [1, 0, 0, 1, 0, 1, 0, 1]),
        (4, None, [1, 0, 0, 2, 0, 1, 0, 2]),
        (5, None, [1, 0, 0, 2, 0, 1, 0, 2]),
        (6, None, [1, 0, 0, 2, 0, 1, 0, 3]),
        (9, 2, [1, 0, 0, 2, 0, 1, 0, 2]),
        (9, 1, [1, 0, 0, 1, 0, 1, 0, 1]),
        (3, 2, [1, 0, 0, 1, 0, 1, 0, 1]),
        (0, None, [0] * 8),
        (9, 0, [0] * 8),
    ],
)
def test_layers_by_hand(number, depth, expected) -> None:
    points = [(0.4, 0.4), (0.9, 0.1), (0.5, 0.5), (0.3, 0.3), (0.1, 0.9), (0.9, 0.0), (0.5, 0.5), (0.2, 0.2)]
    got = layers(np.array(points), number, depth)
    assert got.tolist() == expected
    assert got.dtype == np.int64


@given(POINTS, st.none() | st.integers(0, 26), st.none() | st.integers(0, 6))
def test_layers_against_peeling_one_after_the_other(points, number, depth) -> None:
    assert layers(np.array(points), number, depth).tolist() == peel(points, number, depth)


@given(st.integers(0, 2**32 - 1), st.integers(1, 40), st.integers(1, 3))
def test_layers_of_many_points_without_ties(seed, n, k) -> None:
    points = [tuple(row) for row in np.random.default_rng(seed).random((n, k)).tolist()]
    assert layers(np.array(points), n).tolist() == peel(points, n)


@pytest.mark.parametrize("k", [1, 2, 3])
def test_equal_points_share_their_layer_and_do_not_dominate_each_other(k) -> None:
    points = np.array([[0.5] * k, [0.25] * k, [0.5] * k, [0.25] * k])
    assert layers(points).tolist() == [0, 1, 0, 1]
    assert non_dominated(points).tolist() == [True, False, True, False]
    assert hypervolume(points) == pytest.approx(0.5**k)

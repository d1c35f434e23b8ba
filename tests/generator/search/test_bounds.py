from __future__ import annotations

import pytest

from generator.search.bounds import Bounds


def test_measure_by_hand(make_judged) -> None:
    rows = make_judged(4, effort=[10.0, 4.0, 30.0, 20.0], turns=[40, 40, 40, 60])
    # low 8: 4 is 4/8 short; high 24: 30 is 6/24 over; turns above 50 by 10/50
    measure = Bounds(effort=(8.0, 24.0), turns=(None, 50.0)).measure(rows)
    assert measure.tolist() == pytest.approx([0.0, 0.5, 0.25, 0.2])


def test_both_ends_belong_to_the_range(make_judged) -> None:
    rows = make_judged(2, hardest=[0.5, 2.0])
    assert Bounds(hardest=(0.5, 2.0)).measure(rows).tolist() == [0.0, 0.0]


def test_small_bounds_do_not_blow_the_measure_up(make_judged) -> None:
    rows = make_judged(2, peaks=[0.0, 3.0])
    # bounds below 1 are measured in ones
    assert Bounds(peaks=(0.5, None)).measure(rows).tolist() == pytest.approx([0.5, 0.0])
    assert Bounds(peaks=(None, 0.0)).measure(rows).tolist() == pytest.approx([0.0, 3.0])


def test_bounds_add_up(make_judged) -> None:
    rows = make_judged(1, effort=[1.0], hardest=[4.0], family=[5], grade=[0])
    bounds = Bounds(effort=(2.0, None), hardest=(None, 2.0), family=(0.0, 4.0), grade=(1.0, 4.0))
    assert bounds.measure(rows).tolist() == pytest.approx([0.5 + 1.0 + 0.25 + 1.0])


def test_without_bounds_nothing_is_outside(make_judged) -> None:
    assert Bounds().measure(make_judged(3, effort=[1e9, -5.0, 0.0])).tolist() == [0.0, 0.0, 0.0]

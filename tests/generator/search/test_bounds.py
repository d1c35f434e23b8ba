from __future__ import annotations

import numpy as np
import pytest

from generator.search.bounds import Bounds


def test_measure_by_hand(make_rows) -> None:
    rows = make_rows(4, effort=[10.0, 4.0, 30.0, 20.0], T=[40, 40, 40, 60])
    # low 8: 4 is 4/8 short; high 24: 30 is 6/24 over; turns above 50 by 10/50
    measure = Bounds({"effort": (8.0, 24.0), "T": (None, 50.0)}).measure(rows)
    assert measure.tolist() == pytest.approx([0.0, 0.5, 0.25, 0.2])


def test_both_ends_belong_to_the_range(make_rows) -> None:
    rows = make_rows(2, hardest=[0.5, 2.0])
    assert Bounds({"hardest": (0.5, 2.0)}).measure(rows).tolist() == [0.0, 0.0]


def test_small_bounds_do_not_blow_the_measure_up(make_rows) -> None:
    rows = make_rows(2, peaks=[0.0, 3.0])
    # bounds below 1 are measured in ones
    assert Bounds({"peaks": (0.5, None)}).measure(rows).tolist() == pytest.approx([0.5, 0.0])
    assert Bounds({"peaks": (None, 0.0)}).measure(rows).tolist() == pytest.approx([0.0, 3.0])


def test_bounds_add_up(make_rows) -> None:
    rows = make_rows(1, effort=[1.0], hardest=[4.0], family_rank=[5], grade=[0])
    bounds = Bounds({"effort": (2.0, None), "hardest": (None, 2.0), "family_rank": (0.0, 4.0), "grade": (1.0, 4.0)})
    assert bounds.measure(rows).tolist() == pytest.approx([0.5 + 1.0 + 0.25 + 1.0])


def test_without_bounds_nothing_is_outside(make_rows) -> None:
    assert Bounds().measure(make_rows(3, effort=[1e9, -5.0, 0.0])).tolist() == [0.0, 0.0, 0.0]


def test_unknown_values_are_not_outside_and_outside_measures_have_bounds_too(make_rows) -> None:
    rows = make_rows(4, height=[0.5, 1.0, 60.0, np.nan], opening=[0.0, 3.0, 3.0, 3.0])
    bounds = Bounds({"height": (1.0, 50.0), "opening": (2.0, None)})
    # 0.5 short of 1 and 2/2 short of 2; 10/50 over
    assert bounds.measure(rows).tolist() == pytest.approx([1.5, 0.0, 0.2, 0.0])

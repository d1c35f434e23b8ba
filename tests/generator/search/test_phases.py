"""When a search does something else than breed, and for what numbers of evaluations that is the same."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluation.objectives import COMPETITION
from generator.search.contenders import Contenders
from generator.search.length import Length
from generator.search.phases import Confirmation, EarlyEnd, Fertility, Renewal, _fewest_without


def test_a_length_cuts_what_has_no_room() -> None:
    length = Length(100)
    assert (length.least, length.prolongable) == (0, True)
    # 40 of 100 are used, and 12 more are given out: a search of 52 would have done the same
    assert length.cut(12, 60) == 12
    assert (length.least, length.prolongable) == (52, True)
    # a search of fewer evaluations matters only where it asks for more than before
    length.needs(30)
    assert length.least == 52
    # 8 are left: a longer search would have given out all twelve
    assert length.cut(12, 8) == 8
    assert not length.prolongable
    assert length.least == 104
    assert length.cut(2, 60) == 2
    assert not length.prolongable, "once it has shaped a round there is no way back"


def test_a_length_that_ends_here_and_its_state() -> None:
    length = Length(100)
    length.needs(77)
    again = Length(500)
    again.restore(length.state())
    assert (again.evaluations, again.least, again.prolongable) == (500, 77, True)
    length.ends_here()
    again.restore(length.state())
    assert not again.prolongable


@given(st.integers(0, 3_000), st.integers(0, 40))
def test_the_fewest_evaluations_without_a_confirmation(used, more) -> None:
    """Its room is at most 15 % of all; one evaluation fewer, and it may begin."""
    fewest = _fewest_without(used)
    assert fewest - used > 0.15 * fewest
    assert (fewest - 1) - used <= 0.15 * (fewest - 1)
    assert fewest + more - used > 0.15 * (fewest + more)


def confirmation(total, active=True) -> tuple[Confirmation, Length]:
    length = Length(total)
    contenders = Contenders(COMPETITION, lambda rows: rows, 1, 10)
    return Confirmation(contenders, length, 4, active), length


def test_the_confirmation_begins_when_what_is_left_is_what_the_front_lacks(make_rows) -> None:
    rows = make_rows(3, f1=[0.9, 0.1, 0.05], f2=[0.1, 0.9, 0.05], walks=[1, 1, 1])
    own, length = confirmation(1_000)
    # two layers: three rows that lack 9 walks each, 27 evaluations; at most 150
    assert not own.begins(151, rows, rows["walks"])
    assert length.prolongable and length.least == _fewest_without(849)
    assert not own.begins(28, rows, rows["walks"])
    # with 27 left it would have begun: 972 are used, and 1,000 are the fewest where it does not
    assert (length.least, length.prolongable) == (1_000, True)
    assert own.begins(27, rows, rows["walks"])
    assert not length.prolongable
    # once begun it goes on, whatever is lacking by then
    assert own.begins(20, rows, rows["walks"] + 100)
    again, _ = confirmation(1_000)
    again.restore(own.state())
    assert again.begins(500, rows, rows["walks"])


def test_the_confirmation_takes_four_populations_however_well_the_front_is_known(make_rows) -> None:
    rows = make_rows(1, f1=[0.9], f2=[0.1], walks=[64])
    own, _ = confirmation(1_000)
    assert not own.begins(17, rows, rows["walks"])
    assert own.begins(16, rows, rows["walks"])


def test_without_a_confirmation_a_search_breeds_to_its_end(make_rows) -> None:
    rows = make_rows(1, f1=[0.9], f2=[0.1], walks=[1])
    own, length = confirmation(1_000, active=False)
    assert not any(own.begins(room, rows, rows["walks"]) for room in range(200, 0, -1))
    assert (length.least, length.prolongable) == (0, True)


def test_fertility_by_hand() -> None:
    length = Length(1_000)
    own = Fertility(length, 100, 0.3)
    # 30 rows for known ones, 70 newcomers
    assert own.plan(1_000) == (70, 30)
    own.learn(7, 70)
    # 0.8 + 0.2 · 0.1
    assert own.rate == pytest.approx(0.82)
    # 70 · 0.82 = 57 come, and the other 43 evaluations go to known ones
    assert own.plan(1_000) == (70, 43)
    own.rate = 0.1
    # fewer rows when less than one of four brings a new one: 70 · 0.4
    assert own.plan(1_000) == (28, 97)
    own.rate = 0.0
    # 5 % go on looking
    assert own.plan(1_000) == (round(70 * 0.05), 100)
    # where there is no room for both, known ones first
    own.rate = 1.0
    assert own.plan(20) == (0, 20)
    assert own.plan(50) == (20, 30)
    again = Fertility(length, 100, 0.3)
    own.learn(3, 10)
    again.restore(own.state())
    assert again.rate == own.rate == pytest.approx(0.86)


def test_a_renewal_after_so_many_generations_without_a_newcomer_on_the_front() -> None:
    own = Renewal(3)
    seen = []
    for entered in (False, False, True, False, False, False, False):
        own.learn(entered)
        seen.append(own.is_due())
    # the count begins anew
    assert seen == [False, False, False, False, False, True, False]
    again = Renewal(3)
    again.restore(own.state())
    again.learn(False)
    again.learn(False)
    assert again.is_due()
    never = Renewal(0)
    for _ in range(100):
        never.learn(False)
        assert not never.is_due()


def test_ten_generations_without_an_evaluation_end_a_search() -> None:
    own, on = EarlyEnd(), EarlyEnd(active=False)
    for k in range(10):
        assert not own.is_due
        own.learn(0)
        on.learn(0)
        if k == 4:
            own.learn(1)
            for _ in range(5):
                own.learn(0)
    assert own.is_due
    assert not on.is_due, "left out, a search goes on looking"
    again = EarlyEnd()
    again.restore(own.state())
    assert again.is_due
    again.learn(3)
    assert not again.is_due


def test_states_are_plain_arrays() -> None:
    for part in (Length(10), Renewal(3), EarlyEnd(), Fertility(Length(10), 4, 0.3), confirmation(10)[0]):
        assert all(isinstance(value, np.ndarray) for value in part.state().values())

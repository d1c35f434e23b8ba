"""Nonograms: clues, line solving and counting against enumeration."""

from __future__ import annotations

from itertools import product

import cat
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzles.errors import InputError
from puzzles.nonogram import (
    Nonogram,
    block_starts,
    clue_of,
    count_pictures,
    describe_contradiction,
    from_picture,
    is_picture_of,
    picture_from_text,
    picture_to_text,
    shortest_line,
    solve_line,
    solve_lines,
    unknown_picture,
)

CAT = picture_from_text(cat.PICTURE)

pictures = st.integers(1, 5).flatmap(
    lambda h: st.integers(1, 5).flatmap(
        lambda w: st.lists(st.lists(st.integers(0, 1), min_size=w, max_size=w), min_size=h, max_size=h)
    )
)


def plain_clue(line: tuple[int, ...]) -> tuple[int, ...]:
    """Another way to the clue: split the text at the white cells."""
    return tuple(len(part) for part in "".join(map(str, line)).split("0") if part)


def test_the_clues_of_the_cat_are_the_seeds() -> None:
    puzzle = from_picture(CAT)
    assert puzzle.rows == (
        (), (1, 1), (2, 2), (3, 3), (13,), (13,), (2, 5, 2), (2, 5, 2), (13,), (6, 6), (5, 5), (11,), (9,), (5,), (),
    )  # fmt: skip
    assert puzzle.columns == (
        (), (10,), (10,), (3, 5), (2, 5), (10,), (6, 3), (5, 3), (6, 3), (10,), (2, 5), (3, 5), (10,), (10,), (),
    )  # fmt: skip


@given(st.lists(st.integers(0, 1), min_size=1, max_size=12))
def test_clue_of_a_line(cells: list[int]) -> None:
    assert clue_of(np.array(cells, np.int8)) == plain_clue(tuple(cells))


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_line_solving_is_what_all_fillings_have_in_common(data: st.DataObject) -> None:
    n = data.draw(st.integers(1, 9))
    known = data.draw(st.lists(st.sampled_from([-1, -1, -1, 0, 1]), min_size=n, max_size=n))
    blocks = plain_clue(tuple(data.draw(st.lists(st.integers(0, 1), min_size=n, max_size=n))))
    fillings = [
        f for f in product((0, 1), repeat=n)
        if plain_clue(f) == blocks and all(k in (-1, v) for k, v in zip(known, f, strict=True))
    ]  # fmt: skip
    line = np.array(known, np.int8)
    size = max(1, len(blocks))
    first, last = np.zeros(size, np.int64), np.zeros(size, np.int64)
    table = np.array([*blocks, *[0] * (size - len(blocks))], np.int64)
    found = int(solve_line(line, table, len(blocks), first, last))
    if not fillings:
        assert found == -1
        return
    common = [cells[0] if len(set(cells)) == 1 else -1 for cells in zip(*fillings, strict=True)]
    assert line.tolist() == common
    assert found == sum(k < 0 <= c for k, c in zip(known, common, strict=True))
    starts = [[j for j in range(n) if f[j] and (j == 0 or not f[j - 1])] for f in fillings]
    for k in range(len(blocks)):
        assert first[k] == min(s[k] for s in starts)
        assert last[k] == max(s[k] for s in starts)


@settings(max_examples=80, deadline=None)
@given(pictures)
def test_counting_against_every_picture(cells: list[list[int]]) -> None:
    picture = np.array(cells, np.int8)
    h, w = picture.shape
    if h * w > 10:
        picture = picture[:3, :3]
        h, w = picture.shape
    puzzle = from_picture(picture)
    all_pictures = [
        p for bits in product((0, 1), repeat=h * w)
        if is_picture_of(p := np.array(bits, np.int8).reshape(h, w), puzzle)
    ]  # fmt: skip
    result = count_pictures(puzzle, 2)
    assert result.status == "complete"
    assert result.count == min(2, len(all_pictures))
    assert all(is_picture_of(p, puzzle) for p in result.pictures)
    if result.count == 2:
        assert (result.pictures[0] != result.pictures[1]).any()
    known, left = solve_lines(puzzle)
    assert left == int((known < 0).sum())
    for p in all_pictures:
        assert ((known < 0) | (known == p)).all()
    one = count_pictures(puzzle, 1)
    assert one.count == 1


@settings(max_examples=40, deadline=None)
@given(st.lists(st.lists(st.integers(1, 2), max_size=2), min_size=3, max_size=3),
       st.lists(st.lists(st.integers(1, 2), max_size=2), min_size=3, max_size=3))  # fmt: skip
def test_any_clues_are_counted_right(rows: list[list[int]], columns: list[list[int]]) -> None:
    if any(shortest_line(tuple(c)) > 3 for c in rows) or any(shortest_line(tuple(c)) > 3 for c in columns):
        return
    puzzle = Nonogram(tuple(map(tuple, rows)), tuple(map(tuple, columns)))
    everything = sum(is_picture_of(np.array(bits, np.int8).reshape(3, 3), puzzle) for bits in product((0, 1), repeat=9))
    result = count_pictures(puzzle, 2)
    assert (result.status, result.count) == ("complete", min(2, everything))


def test_the_cat_has_one_picture() -> None:
    result = count_pictures(from_picture(CAT))
    assert (result.status, result.count) == ("complete", 1)
    assert (result.pictures[0] == CAT).all()
    assert picture_to_text(result.pictures[0]).splitlines()[4] == ".#############."


def test_a_search_without_time_says_that_it_stopped() -> None:
    # clues of a large random picture: far more than one round of the search
    picture = (np.random.default_rng(0).random((30, 30)) < 0.45).astype(np.int8)
    result = count_pictures(from_picture(picture), 2, time_limit=1e-9)
    assert result.status == "stopped" or result.count == 2


def test_contradictory_clues_have_no_picture() -> None:
    puzzle = Nonogram(((2,), (2,)), ((1,), (1,)))
    assert solve_lines(puzzle)[1] == -1
    assert count_pictures(puzzle).count == 0
    assert block_starts(puzzle, unknown_picture(puzzle)) is not None
    assert block_starts(puzzle, np.array([[0, -1], [-1, -1]], np.int8)) is None


def test_contradictions_are_named() -> None:
    assert describe_contradiction(from_picture(CAT)) is None
    # two pictures: nothing contradicts
    assert describe_contradiction(Nonogram(((1,), (1,)), ((1,), (1,)))) is None
    assert describe_contradiction(Nonogram(((2,), (2,)), ((1,), (1,)))) == (
        "the clues of the rows have 4 black cells in all, those of the columns 2"
    )
    # the sums agree: row 1 makes all of row 1 black, so that column 2 has a cell, and its clue says none
    said = describe_contradiction(Nonogram(((3,), (), ()), ((2,), (), (1,))))
    assert said is not None
    assert "column" in said or "row" in said
    assert "does not fit to what the other lines fix" in said
    # by hand: rows 1 and 3 leave column 1 with two cells apart, where its clue has two side by side
    assert describe_contradiction(Nonogram(((2,), (), (1,)), ((2,), (1,)))) is not None


@pytest.mark.parametrize(
    ("rows", "columns", "message"),
    [
        ([(1,), (2, 1)], [(1,), (1,), ()], "row 2: clue 2 1 needs 4 cells, the row has 3"),
        ([(1,)], [(1,), (3,)], "column 2: clue 3 needs 3 cells, the column has 1"),
        ([(1, 0)], [(1,)], "row 1: 0 stands beside"),
        ([(1,)], [(-1,)], "column 1: -1 is no block length"),
        ([], [(1,)], "0 rows"),
    ],
)
def test_clues_that_do_not_fit_are_named(
    rows: list[tuple[int, ...]], columns: list[tuple[int, ...]], message: str
) -> None:
    with pytest.raises(InputError, match=message):
        Nonogram(tuple(rows), tuple(columns))


def test_a_goal_of_another_size_is_an_error() -> None:
    with pytest.raises(InputError, match="the goal is 1 × 1, the clues are 2 × 1"):
        Nonogram(((),), ((), ()), goal=np.zeros((1, 1), np.int8))


def test_pictures_from_text() -> None:
    assert picture_from_text("#.\n?#").tolist() == [[1, 0], [-1, 1]]
    with pytest.raises(InputError, match="row 2 has 1 cells"):
        picture_from_text("#.\n#")
    with pytest.raises(InputError, match="row 1: 'x'"):
        picture_from_text("x.")

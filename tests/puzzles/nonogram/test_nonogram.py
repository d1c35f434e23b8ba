"""Nonograms: clues, line solving and counting against enumeration, and the three file forms."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path

import cat
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzles.errors import InputError
from puzzles.files import nin, non, nonogram_json
from puzzles.files.nonogram_file import read_nonogram, write_nonogram
from puzzles.nonogram import (
    Nonogram,
    block_starts,
    clue_of,
    count_pictures,
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


FORMS = [non, nin, nonogram_json]


@pytest.mark.parametrize("form", FORMS)
@settings(max_examples=40, deadline=None)
@given(cells=pictures)
def test_what_is_written_is_read_again(form, cells: list[list[int]]) -> None:  # type: ignore[no-untyped-def]
    puzzle = from_picture(np.array(cells, np.int8))
    again = form.read(form.write(puzzle))
    assert again == puzzle
    if form is not nin:
        assert again.goal.tolist() == cells


@pytest.mark.parametrize("form", [non, nonogram_json])
def test_titles_survive(form) -> None:  # type: ignore[no-untyped-def]
    puzzle = Nonogram(((1,),), ((1,),), "猫 and dog", "A. Maker", "(c) 2026", "No. 7")
    again = form.read(form.write(puzzle))
    assert (again.title, again.author, again.copyright, again.catalogue) == (
        "猫 and dog", "A. Maker", "(c) 2026", "No. 7",
    )  # fmt: skip


def test_a_non_file_as_people_write_it() -> None:
    puzzle = non.read(
        'catalogue "x:1"\ntitle "Three"\nby Somebody\n# a comment\nwidth 3\nheight 3\n\n'
        'rows\n1,1\n\n 3\n\ncolumns\n1 , 1\n1\n1,1\n\ngoal "101000111"\n'
    )
    assert puzzle.rows == ((1, 1), (), (3,))
    assert puzzle.columns == ((1, 1), (1,), (1, 1))
    assert (puzzle.title, puzzle.author, puzzle.catalogue) == ("Three", "Somebody", "x:1")
    assert puzzle.goal is not None
    assert is_picture_of(puzzle.goal, puzzle)
    trailing = non.read("width 2\nheight 2\nrows\n1\n\ncolumns\n1\n0\n")
    assert trailing.rows == ((1,), ())


def test_a_nin_file_as_people_write_it() -> None:
    puzzle = nin.read("3 2\n1 1\n0\n1\n\n1\n")
    assert puzzle.rows == ((1, 1), ())
    assert puzzle.columns == ((1,), (), (1,))
    assert nin.write(puzzle) == "3 2\n1 1\n0\n1\n0\n1\n"


@pytest.mark.parametrize(
    ("form", "text", "message"),
    [
        (non, "width 3\nrows\n1\n", "no 'columns'"),
        (non, "width x\n", "line 1: width 'x'"),
        (non, "height 2\nrows\n1\ncolumns\n1\n", "1 clues under 'rows', the height is 2"),
        (non, "rows\n1\nrows\n1\n", "line 3: a second 'rows'"),
        (non, "rows\n1 2 3\n", "line 2: '1 2 3' is no clue"),
        (non, "rows\n3\ncolumns\n1\n", "row 1: clue 3 needs 3 cells, the row has 1"),
        (non, 'rows\n1\ncolumns\n1\ngoal "11"\n', "the goal has 2 cells, 1 of 0 and 1"),
        (nin, "", "nothing in it"),
        (nin, "3\n", "line 1: '3'"),
        (nin, "2 2\n1\n1\n1\n", "3 clue lines, 2 for the rows and 2 for the columns"),
        (nin, "2 1\n1\n1\n1\n1\n", "4 clue lines, 1 for the rows and 2"),
        (nin, "1 1\n1\nx\n", "line 3: 'x' is not a whole number"),
        (nonogram_json, "{", "not JSON"),
        (nonogram_json, "[]", "an object with 'rows' and 'columns'"),
        (nonogram_json, '{"rows": [[1]]}', "'columns' must be a list of clues"),
        (nonogram_json, '{"rows": [[1]], "columns": [["1"]]}', "columns 1 is"),
        (nonogram_json, '{"rows": [[2]], "columns": [[1]]}', "row 1: clue 2 needs 2 cells"),
        (nonogram_json, '{"rows": [[1]], "columns": [[1]], "goal": [[2]]}', "the goal holds 2"),
        (nonogram_json, '{"rows": [[1]], "columns": [[1]], "title": 3}', "title is not text"),
    ],
)
def test_broken_files_are_named(form, text: str, message: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(InputError, match=r"file: |file, ") as caught:
        form.read(text, "file")
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_files_are_told_by_ending_and_by_content(tmp_path: Path) -> None:
    puzzle = from_picture(CAT, "cat")
    for ending in (".non", ".nin", ".json"):
        path = tmp_path / f"cat{ending}"
        write_nonogram(puzzle, path)
        assert read_nonogram(str(path)) == (puzzle if ending != ".nin" else Nonogram(puzzle.rows, puzzle.columns))
        bare = tmp_path / f"{ending[1:]}-without-ending"
        bare.write_text(path.read_text(encoding="utf-8"), encoding="utf-8")
        assert read_nonogram(str(bare)).rows == puzzle.rows
    assert json.loads((tmp_path / "cat.json").read_text(encoding="utf-8"))["rows"][1] == [1, 1]
    with pytest.raises(InputError, match="the ending names the form"):
        write_nonogram(puzzle, tmp_path / "cat.png")
    with pytest.raises(InputError, match="no such file"):
        read_nonogram(str(tmp_path / "dog.non"))

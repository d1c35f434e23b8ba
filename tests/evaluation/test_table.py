"""Tables: rows, columns, and the way to text and back."""

from __future__ import annotations

import csv
import io
import json

import numpy as np
import pytest

from evaluation.table import Table, choice, count, genome, number, text
from puzzles.errors import InputError


def read(cell: str) -> np.ndarray:
    if len(cell) != 3:
        raise InputError(f"{cell!r} has not 3 digits")
    return np.array(list(map(int, cell)), np.uint8)


COLUMNS = [
    genome("hints", 3, lambda value: "".join(map(str, value)), read),
    number("f1"),
    number("f1_se", 3),
    count("T"),
    choice("grade", ["easy", "hard"]),
    text("note"),
]


@pytest.fixture
def table() -> Table:
    return Table(
        {
            "hints": np.array([[1, 0, 2], [0, 0, 0], [3, 3, 3]], np.uint8),
            "f1": np.array([0.1 + 0.2, np.nan, 0.5]),
            "f1_se": np.array([0.12345, 0.0, np.nan]),
            "T": np.array([41, -1, 0]),
            "grade": np.array([1, 0, -1]),
            "note": np.array(["a, b", "", 'say "so"'], object),
        }
    )


def test_rows_are_taken_by_number_and_by_mask(table) -> None:
    assert len(table) == 3
    assert table.take([2, 0, 2])["T"].tolist() == [0, 41, 0]
    assert table.take(np.array([False, True, True]))["T"].tolist() == [-1, 0]
    nothing = table.take([])
    assert len(nothing) == 0 and nothing["hints"].shape == (0, 3)
    assert nothing.names == table.names


def test_join_and_columns(table) -> None:
    both = Table.join([table, table.take([1])])
    assert both["T"].tolist() == [41, -1, 0, -1]
    assert both["hints"].shape == (4, 3)
    assert Table.join([table]) is table
    with pytest.raises(KeyError, match="note"):
        Table.join([table, table.only(["hints", "f1", "f1_se", "T", "grade"])])
    assert table.only(["T", "f1"]).names == ("T", "f1")
    more = table.with_columns({"T": np.zeros(3, int), "new": np.ones(3)})
    assert more["T"].tolist() == [0, 0, 0] and more["new"].tolist() == [1, 1, 1]
    assert table["T"].tolist() == [41, -1, 0] and "new" not in table and "T" in table
    with pytest.raises(ValueError, match="different lengths"):
        table.with_columns({"new": np.ones(2)})


def test_to_csv_and_back_with_unknown_values(table) -> None:
    written = table.to_csv(COLUMNS)
    assert written.splitlines() == [
        "hints,f1,f1_se,T,grade,note",
        '102,0.30000000000000004,0.123,41,hard,"a, b"',
        ",,0.000,,easy,",
        '333,0.5,,0,,"say ""so"""',
    ]
    assert table.to_csv(COLUMNS, header=False) == written.split("\n", 1)[1]
    rows = list(csv.DictReader(io.StringIO(written)))
    assert table.shown(COLUMNS) == rows
    back = Table.from_cells(rows, COLUMNS, ["a", "b", "c"])
    for name in ("hints", "T", "grade", "note"):
        assert back[name].tolist() == table[name].tolist(), name
    assert np.array_equal(back["f1"], table["f1"], equal_nan=True)
    assert np.array_equal(back["f1_se"], [0.123, 0.0, np.nan], equal_nan=True)
    assert (back["hints"].dtype, back["T"].dtype) == (np.uint8, np.int64)


def test_json_lines_with_unknown_values(table) -> None:
    lines = [json.loads(line) for line in table.to_json_lines(COLUMNS).splitlines()]
    assert lines[0] == {"hints": "102", "f1": 0.1 + 0.2, "f1_se": 0.123, "T": 41, "grade": "hard", "note": "a, b"}
    assert lines[1] == {"hints": None, "f1": None, "f1_se": 0.0, "T": None, "grade": "easy", "note": ""}
    assert lines[2]["f1_se"] is None and lines[2]["grade"] is None and lines[2]["T"] == 0


def test_a_column_that_is_missing_is_unknown_and_no_rows_are_a_table() -> None:
    back = Table.from_cells([{"T": "7"}], COLUMNS, ["x.csv:2"])
    assert back["T"].tolist() == [7] and np.isnan(back["f1"]).all() and back["grade"].tolist() == [-1]
    assert not back["hints"].any() and back["note"].tolist() == [""]
    none = Table.from_cells([], COLUMNS, [])
    assert len(none) == 0 and none["hints"].shape == (0, 3)


@pytest.mark.parametrize(
    ("cells", "message"),
    [
        ({"f1": "much"}, "x.csv:3: f1: 'much' is no number"),
        ({"f1": "nan"}, "x.csv:3: f1: 'nan' is no number"),
        ({"f1": "inf"}, "x.csv:3: f1: 'inf' is no number"),
        ({"T": "-1"}, "x.csv:3: T: '-1' is no whole number"),
        ({"T": "²"}, "x.csv:3: T: '²' is no whole number"),
        ({"T": "4.0"}, "x.csv:3: T: '4.0' is no whole number"),
        ({"grade": "Hard"}, "x.csv:3: grade: 'Hard' is none of easy, hard"),
        ({"hints": "12"}, "x.csv:3: hints: '12' has not 3 digits"),
        ({"hints": " "}, "x.csv:3: has no hints"),
    ],
)
def test_a_cell_that_cannot_be_read_is_named_with_its_place(cells, message) -> None:
    rows = [{"hints": "123"}, {"hints": "123"} | cells]
    with pytest.raises(InputError) as caught:
        Table.from_cells(rows, COLUMNS, ["x.csv:2", "x.csv:3"], needed=["hints"])
    assert str(caught.value) == message

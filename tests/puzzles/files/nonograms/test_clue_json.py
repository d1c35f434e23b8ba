"""Nonograms as JSON under the usual keys."""

from __future__ import annotations

import json

import pytest

from puzzles.files.nonograms import clue_json
from puzzles.nonogram import Nonogram

CORNER = Nonogram(((2,), (1,)), ((1,), (2,)))
ROWS, COLUMNS = [[2], [1]], [[1], [2]]


def errors(text: str) -> list[str]:
    return [entry.message for entry in clue_json.read(text, "a.json") if entry.puzzle is None]


@pytest.mark.parametrize(
    "value",
    [
        {"rows": ROWS, "columns": COLUMNS},
        {"row": ROWS, "column": COLUMNS},
        {"rows": ROWS, "cols": COLUMNS},
        {"row_clues": ROWS, "column_clues": COLUMNS},
        {"rowClues": ROWS, "colClues": COLUMNS},
        {"rows": 2, "cols": 2, "rowHints": ROWS, "colHints": COLUMNS},
        {"hints-row": ROWS, "hints-col": COLUMNS},
        {"left": ROWS, "top": COLUMNS, "name": "x"},
        {"width": 2, "height": 2, "clues": {"rows": ROWS, "columns": COLUMNS}},
        {"puzzle": {"row": ROWS, "col": COLUMNS}},
        {"rows": [2, 1], "columns": [[1], 2]},
        [{"rows": ROWS, "columns": COLUMNS}],
        {"puzzles": [{"rows": ROWS, "columns": COLUMNS}]},
    ],
)
def test_the_usual_keys(value: object) -> None:
    text = json.dumps(value)
    (entry,) = clue_json.read(text)
    assert entry.puzzle == CORNER
    assert clue_json.recognises(text)


def test_several_objects_and_a_bad_one_among_them() -> None:
    good = json.dumps({"rows": ROWS, "columns": COLUMNS})
    bad = json.dumps({"rows": [[5], [1]], "columns": COLUMNS})
    said = "row 1: clue 5 needs 5 cells, the row has 2"
    lines = clue_json.read(f"{good}\n{bad}\n{good}\n", "a.jsonl")
    assert [entry.message for entry in lines] == ["", f"a.jsonl, line 2: {said}", ""]
    listed = clue_json.read(f"[{good},\n{bad}, 7, {good}]", "a.json")
    assert [entry.message for entry in listed] == [
        "",
        f"a.json, line 1: puzzle 2: {said}",
        "a.json, line 1: puzzle 3: an object with 'rows' and 'columns' is needed, not 7",
        "",
    ]
    broken = clue_json.read(f'{good}\n{{"rows": [[1],\n{good}\n', "a.jsonl")
    assert [entry.puzzle == CORNER for entry in broken] == [True, False, True]
    assert broken[1].message.startswith("a.jsonl, line 2: not JSON")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "not JSON"),
        ("[1]", "an object with 'rows' and 'columns' is needed, not 1"),
        ('"rows"', "an object with 'rows' and 'columns'"),
        ('{"rows": [[1]]}', "'columns' must be a list of clues"),
        ('{"rows": [[1]], "row_clues": [[1]], "columns": [[1]]}', "rows stand under two keys"),
        ('{"rows": [[1]], "rows": [[1]], "columns": [[1]]}', "a key stands twice"),
        ('{"rows": [[1]], "columns": [["1"]]}', 'columns 1 is ["1"], a list of whole numbers is needed'),
        ('{"rows": [[1.0]], "columns": [[1]]}', "rows 1 is [1.0]"),
        ('{"rows": [[true]], "columns": [[1]]}', "rows 1 is [true]"),
        ('{"rows": [[NaN]], "columns": [[1]]}', "NaN is no number of JSON"),
        ('{"rows": [[2]], "columns": [[1]]}', "row 1: clue 2 needs 2 cells"),
        ('{"rows": [[-1]], "columns": [[1]]}', "row 1: -1 is no block length"),
        ('{"rows": [[99999999999999999999]], "columns": [[1]]}', "a block of more than 1000 cells"),
        (f'{{"rows": [[{"9" * 5000}]], "columns": [[1]]}}', "not JSON that can be read"),
        ("[" * 100_000, "nested too deep"),
        ('{"rows": [[1]], "columns": [[1]], "width": 2}', "1 clues for the columns, the width is 2"),
        ('{"rows": [[1]], "columns": [[1]], "goal": [[2]]}', "the goal holds 2"),
        ('{"rows": [[1]], "columns": [[1]], "title": 3}', "title is not text"),
        ('{"rows": [[{"count": 1, "color": "red"}]], "columns": [[1]]}', "a colour nonogram"),
    ],
)
def test_broken_files_are_named(text: str, message: str) -> None:
    (said,) = errors(text)
    assert message in said
    assert said.startswith("a.json, line 1: ")
    assert "\n" not in said


def test_number_place_is_not_claimed() -> None:
    assert not clue_json.recognises(json.dumps([0] * 81))
    assert not clue_json.recognises(json.dumps({"rows": [[0] * 9] * 9}))
    assert not clue_json.recognises(json.dumps({"hints": "." * 81, "row": 1, "column": 2}))

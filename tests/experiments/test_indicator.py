"""The platform's score by its published definition, on numbers worked by hand."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from small_run import three_objective_run

from experiments.indicator import indicate, read_reference, run_score, score_of, trials_of
from experiments.run.folder import RunFolder
from puzzles.errors import InputError


def said(last: Any, before: Any, reference: str = "") -> dict[str, Any]:
    lines = f"{json.dumps(last)}\n{json.dumps(before)}\n".encode()
    return indicate(io.BytesIO(lines), {"HV_REF_POINT": reference} if reference else {})


def test_the_published_example() -> None:
    assert said({"objective": [1, 0]}, [{"objective": [0, 1]}, {"objective": [0.5, 0.5]}]) == {"score": 0.25}


def test_by_hand() -> None:
    trials = [{"objective": [-3, -1]}, {"objective": [-1, -2]}]
    # to (0, 0): 3 × 1 and, above it, 1 × 1
    assert said(trials[1], trials[:1], "[0, 0]") == {"score": 4.0}
    # to the worst of the front, (−1, −1), nothing is strictly better in both
    assert said(trials[1], trials[:1]) == {"score": 0.0}
    assert said(trials[0], []) == {"score": 0.0}
    assert said(trials[0], [], "[0, 0]") == {"score": 3.0}
    # the worst trial of all is not on the front, and does not move the reference point
    front = [{"objective": [0, 1]}, {"objective": [0.5, 0.5]}, {"objective": [9, 9]}]
    assert said({"objective": [1, 0]}, front) == {"score": 0.25}


def test_only_feasible_trials_count() -> None:
    good = {"objective": [-1, -1], "constraint": [0, -1], "feasible": True}
    bad = [{"objective": [-9, -9], "constraint": [0, 1]}, {"objective": None, "constraint": [3]}]
    bad += [{"objective": [-9, -9], "constraint": 2}, {"objective": [-9, -9], "feasible": False}]
    assert said(good, bad, "[0, 0]") == {"score": 1.0}
    assert said(bad[0], bad[1:], "[0, 0]") == {"score": 0.0}


@pytest.mark.parametrize(
    ("last", "before", "reference", "message"),
    [
        ([], [], "", "a trial is a JSON object"),
        ({"objective": "x"}, [], "", "a number or a list of numbers"),
        ({"objective": [1, 2]}, {}, "", "no JSON list"),
        ({"objective": [1, 2]}, [{"objective": [1]}], "", "different numbers of objectives"),
        ({"objective": [1, 2]}, [], "[0]", "HV_REF_POINT"),
        ({"objective": [1, 2], "constraint": ["x"]}, [], "", "constraint"),
    ],
)
def test_what_is_wrong_is_named(last: Any, before: Any, reference: str, message: str) -> None:
    found = said(last, before, reference)
    assert found["score"] is None and message in found["error"]


def test_reference_points() -> None:
    assert read_reference("front", 2, "x") is None
    assert read_reference("0, -1.5", 2, "x") == (0.0, -1.5)
    for wrong in ("", "0", "a,b", "[0, true]", "0,0,0", "[1e999, 0]"):
        with pytest.raises(InputError, match="x: front, or 2 numbers"):
            read_reference(wrong, 2, "x")


def test_a_runs_trials_are_the_lines_of_its_log(tmp_path: Path) -> None:
    run = three_objective_run(tmp_path)
    folder = RunFolder.open(run)
    lines = [json.loads(line) for line in (run / "evaluations.jsonl").read_text().splitlines()]
    np.testing.assert_array_equal(trials_of(folder), [[-line["f1"], -line["f2"], -line["height"]] for line in lines])
    found = run_score(folder, "0,0,0")
    assert found["trials"] == len(lines)
    # never less than the front's own volume, whose scores are among the lines or better known than they were
    assert found["score"] == score_of(trials_of(folder), (0.0, 0.0, 0.0))[0] > 0
    with pytest.raises(InputError, match=r"--hv-ref: front, or 3 numbers as 0, 0, 0"):
        run_score(folder, "0,0")

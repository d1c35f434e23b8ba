"""The competition's protocol: driven as a subprocess as the platform does, and its many errors in this process."""

import io
import json
import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from evaluation.difficulty import hardest_families_needed
from evaluation.evaluator import Evaluator
from evaluation.score import Score
from evaluation.settings import EvaluationSettings, UniquenessSettings
from evaluation.shipped import shipped_puzzles
from experiments.opthub import answer, answers
from puzzles.pattern import named_pattern

PUZZLE = shipped_puzzles()[0]
HINTS = PUZZLE.hints.tolist()
PATTERN = named_pattern(PUZZLE.pattern).astype(int).tolist()
SETTINGS = {"HINT_PATTERN": json.dumps(PATTERN), "X_WING": "true", "MULTI_OBJECTIVE": "true"}
FIELDS = {"objective", "constraint", "feasible", "error", "info"}
EXACT = UniquenessSettings(method="exact")


def scored(settings: EvaluationSettings) -> Score:
    return Score(Evaluator(settings).evaluate(PUZZLE.hints[None, :]), 0)


def ask(line: str | bytes, settings: dict[str, str] = SETTINGS) -> dict[str, Any]:
    names = ("HINT_PATTERN", "X_WING", "MULTI_OBJECTIVE", "OBJECTIVE_WEIGHT", "HINTSMITH_SEED", "HINTSMITH_WALKS")
    environment = {k: v for k, v in os.environ.items() if k not in names} | settings
    data = line if isinstance(line, bytes) else line.encode()
    done = subprocess.run(
        [sys.executable, "-m", "experiments.cli", "opthub"], input=data, capture_output=True, env=environment
    )
    assert done.returncode == 0
    said = json.loads(done.stdout.decode().splitlines()[-1])
    assert set(said) == FIELDS
    return said


def told(line: str | bytes, settings: dict[str, str] = SETTINGS) -> dict[str, Any]:
    """As `ask`, in this process: what the command prints, read again."""
    told = json.loads(json.dumps(answer(io.BytesIO(line if isinstance(line, bytes) else line.encode()), settings)))
    assert set(told) == FIELDS
    return told


@pytest.mark.slow
def test_an_error_of_the_command_is_its_answer() -> None:
    for line in ("hello", b"\xff\xfe[1]"):
        assert ask(line) == told(line)
    settings = SETTINGS | {"X_WING": "perhaps"}
    assert ask(json.dumps(HINTS), settings) == told(json.dumps(HINTS), settings)


def test_a_good_solution_gets_both_objectives() -> None:
    said = ask(json.dumps(HINTS) + "\n")
    score = scored(EvaluationSettings(uniqueness=EXACT))
    assert score.f1 is not None and score.f2 is not None
    assert said["objective"] == [-score.f1, -score.f2]
    assert (said["constraint"], said["feasible"], said["error"]) == ([0, 0, 0, 0], True, None)
    assert (said["info"]["f1_se"], said["info"]["f2_se"]) == (None, None), "of one walk no error is known"
    assert ask(json.dumps(HINTS)) == said


def test_single_objective_seed_and_walks() -> None:
    more = {"MULTI_OBJECTIVE": "false", "OBJECTIVE_WEIGHT": "[0.25, 2]", "HINTSMITH_SEED": "5", "HINTSMITH_WALKS": "8"}
    said = ask(json.dumps(HINTS), SETTINGS | more)
    score = scored(EvaluationSettings(walks=8, seed=5, uniqueness=EXACT))
    assert score.f1 is not None and score.f2 is not None
    assert said["objective"] == pytest.approx(-0.25 * score.f1 - 2 * score.f2)
    assert (said["info"]["f1_se"], said["info"]["f2_se"]) == (score.f1_se, score.f2_se)
    assert score.f1_se is not None and score.f1_se > 0


def test_violations_are_measured_and_leave_no_objective() -> None:
    off = list(HINTS)
    cell = next(c for c in range(81) if not PATTERN[c])
    solution = scored(EvaluationSettings(uniqueness=EXACT)).solution
    assert solution is not None
    off[cell] = int(solution[cell])
    said = ask(json.dumps(off))
    assert (said["objective"], said["constraint"], said["feasible"]) == (None, [1, 0, 0, 0], False)
    assert said["error"] is None
    # (r1, columns of the first three hints) three equal digits: at least three conflicting pairs in all
    empty = ask(json.dumps([0] * 81))
    assert empty["constraint"][:3] == [0, 0, 81]
    assert empty["feasible"] is False
    clash = [0] * 81
    cells = [c for c in range(81) if PATTERN[c]]
    a, b = next((a, b) for a in cells for b in cells if a < b and a // 9 == b // 9 and a % 9 // 3 != b % 9 // 3)
    clash[a] = clash[b] = 4
    assert ask(json.dumps(clash))["constraint"][:2] == [0, 1]


@pytest.mark.slow
def test_x_wing_off_makes_its_puzzles_infeasible() -> None:
    hints = np.stack([puzzle.hints for puzzle in shipped_puzzles()])
    puzzle = shipped_puzzles()[int(np.flatnonzero(hardest_families_needed(hints) == 5)[0])]
    settings = SETTINGS | {"HINT_PATTERN": json.dumps(named_pattern(puzzle.pattern).astype(int).tolist())}
    line = json.dumps(puzzle.hints.tolist())
    assert ask(line, settings)["feasible"] is True
    without = ask(line, settings | {"X_WING": "false"})
    assert without["feasible"] is False
    assert without["constraint"][:3] == [0, 0, 0]
    assert without["constraint"][3] > 0


@pytest.mark.parametrize(
    ("line", "part"),
    [
        (json.dumps(HINTS[:80]), "80 numbers"),
        (json.dumps([*HINTS, 0]), "82 numbers"),
        (json.dumps([float(v) for v in HINTS]), "is not an integer"),
        (json.dumps([10, *HINTS[1:]]), "10 at r1c1"),
        (json.dumps([-1, *HINTS[1:]]), "-1 at r1c1"),
        (json.dumps([True, *HINTS[1:]]), "true at r1c1"),
        (json.dumps([str(v) for v in HINTS]), "is not an integer"),
        (json.dumps([HINTS[k : k + 9] for k in range(0, 81, 9)]), "9 numbers"),
        (json.dumps([[v] for v in HINTS]), "is not an integer"),
        ("[NaN" + ", 0" * 80 + "]", "NaN"),
        ("[" + "9" * 5000 + ", 0" * 80 + "]", "solution"),
        ("hello", "not JSON"),
        ('{"a": 1}', "a list of 81 integers"),
        ("null", "a list of 81 integers"),
        ("[" * 3000, "not JSON"),
        ("", "no solution"),
        ("\n" + json.dumps(HINTS), "no solution"),
        (b"\xff\xfe[1]", "not text"),
    ],
)
def test_bad_solutions_are_errors_without_objective(line: str | bytes, part: str) -> None:
    said = told(line)
    assert (said["objective"], said["constraint"], said["feasible"]) == (None, None, False)
    assert part in said["error"]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("HINT_PATTERN", None),
        ("HINT_PATTERN", "[1, 0]"),
        ("HINT_PATTERN", json.dumps([2] * 81)),
        ("HINT_PATTERN", "x"),
        ("HINT_PATTERN", "3"),
        ("X_WING", None),
        ("X_WING", "perhaps"),
        ("MULTI_OBJECTIVE", None),
        ("OBJECTIVE_WEIGHT", None),
        ("OBJECTIVE_WEIGHT", "[1]"),
        ("OBJECTIVE_WEIGHT", '[1, "2"]'),
        ("OBJECTIVE_WEIGHT", "[1, NaN]"),
        ("HINTSMITH_WALKS", "0"),
        ("HINTSMITH_SEED", "-1"),
    ],
)
def test_bad_settings_are_errors_that_name_the_variable(name: str, value: str | None) -> None:
    settings = dict(SETTINGS)
    if name == "OBJECTIVE_WEIGHT":
        settings["MULTI_OBJECTIVE"] = "false"
    settings.pop(name, None)
    if value is not None:
        settings[name] = value
    said = told(json.dumps(HINTS), settings)
    assert (said["objective"], said["feasible"]) == (None, False)
    assert name in said["error"]


def test_a_stream_gets_the_answers_that_its_lines_get_one_by_one() -> None:
    other = list(HINTS)
    other[next(cell for cell, digit in enumerate(other) if digit)] = 0
    lines = [json.dumps(HINTS), "hello", "", json.dumps(other), json.dumps(HINTS)]
    stream = io.BytesIO("\n".join(lines).encode())
    assert list(answers(stream, SETTINGS)) == [told(line) for line in lines]
    wrong = SETTINGS | {"X_WING": "perhaps"}
    assert list(answers(io.BytesIO(b"[]\n[]\n"), wrong)) == [told("[]", wrong)] * 2

"""`import hintsmith`: puzzles, tables, searches, runs."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import hintsmith as hs
from hintsmith._own import PACKAGES

ROOT = Path(hs.__file__).resolve().parent.parent
LINE = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
SOLUTION = "417369825632158947958724316825437169791586432346912758289643571573291684164875293"
SMALL = {"search.population": 20, "validation.walks": 4, "uniqueness.second_opinion": 0}


def python(code: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"PYTHONPATH": os.pathsep.join((str(cwd), str(ROOT)))}
    return subprocess.run([sys.executable, "-c", code], env=environment, cwd=cwd, capture_output=True, text=True)


def test_importing_loads_nothing_heavy(tmp_path: Path) -> None:
    code = (
        "import sys, hintsmith as hs\n"
        "print(sorted({'numpy', 'numba', 'pymoo', 'scipy', 'matplotlib'} & set(sys.modules)))\n"
        "hs.technique.register\n"
        "print('evaluation.techniques' in sys.modules)"
    )
    assert python(code, tmp_path).stdout == "[]\nFalse\n"


def test_every_public_name_is_there() -> None:
    for name in hs.__all__:
        assert getattr(hs, name) is not None
    assert set(hs.__all__) <= set(dir(hs))
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        hs.nothing  # noqa: B018


def test_hints_are_held_against_the_pattern_that_is_asked_for() -> None:
    on, other = hs.evaluate([LINE], walks=1)[0], hs.evaluate([LINE], walks=1, pattern="heart")[0]
    assert on.valid and on.violations["pattern"] == 0
    assert not other.valid and other.violations["pattern"] > 0


@pytest.mark.parametrize("name", PACKAGES)
def test_a_folder_that_hides_a_package_is_named_in_one_line(name: str, tmp_path: Path) -> None:
    (tmp_path / name).mkdir()
    (tmp_path / name / "__init__.py").write_text("", encoding="utf-8")
    done = python("import hintsmith", tmp_path)
    last = done.stderr.strip().splitlines()[-1]
    assert last.startswith(f"ImportError: hintsmith: {tmp_path / name} hides its own package {name}; ")


def test_a_puzzle_in_any_form(tmp_path: Path) -> None:
    puzzle = hs.Puzzle(LINE)
    assert str(puzzle) == LINE
    assert puzzle.solution_line == SOLUTION
    assert puzzle.pattern.sum() == 17
    digits = [0 if ch == "." else int(ch) for ch in LINE]
    (tmp_path / "one.txt").write_text(LINE, encoding="utf-8")
    rows = [digits[k : k + 9] for k in range(0, 81, 9)]
    for form in (digits, rows, np.array(digits), puzzle, str(tmp_path / "one.txt"), str(digits)):
        assert hs.Puzzle(form) == puzzle
    assert puzzle._repr_svg_().count("<text") == 17
    assert puzzle.svg(solution=True).count("<text") == 81


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("12", "2 characters"),
        ([1, 2, 3], "is no puzzle"),
        ([*[0] * 80, 10], "r9c9: 10 is no digit"),
        (f"{LINE}\n{LINE}", "2 puzzles, one is needed"),
        (None, "is no puzzle"),
    ],
)
def test_what_is_no_puzzle_is_one_line(source, message: str) -> None:
    with pytest.raises(hs.InputError, match=message) as caught:
        hs.Puzzle(source)
    assert "\n" not in str(caught.value)


def test_a_score_says_what_the_command_says(tmp_path: Path) -> None:
    import json

    score = hs.Puzzle(LINE).evaluate(walks=8)
    command = f"import sys; sys.argv = ['h', 'evaluate', '{LINE}', '--walks', '8', '--json']"
    code = f"{command}\nfrom experiments.cli import main; main()"
    record = json.loads(python(code, tmp_path).stdout)
    assert score.valid and score.solution is not None
    for name in ("f1", "f2", "f1_se", "f2_se", "T", "effort", "height", "opening", "hardest_family"):
        assert getattr(score, name) == record[name], name
    assert score.grade is not None and score.grade.english == record["grade"]
    turns = hs.Puzzle(LINE).explain("ja")
    assert turns[0]["t"] == 1 and turns[-1]["filled"]


def test_a_table_of_puzzles_as_a_frame() -> None:
    table = hs.evaluate([LINE, "." * 81], walks=2)
    assert len(table) == 2 and len(list(table)) == 2
    assert table[0].valid and not table[-1].valid
    assert table[1].violations["uniqueness"] > 0 and table[1].T is None and table[1].f1 is None
    frame = table.to_frame()
    assert frame["hints"][0] == LINE and frame["solution"][0] == SOLUTION
    assert frame["valid"].tolist() == [True, False]
    assert {"f1", "f1_se", "T", "grade", "violation_rules"} <= set(frame.columns)
    assert "<table>" in table._repr_html_()
    with pytest.raises(IndexError):
        table[2]
    assert len(hs.evaluate([], walks=2)) == 0


def test_options_that_are_wrong_are_one_line() -> None:
    for call, message in (
        (lambda: hs.evaluate([LINE], wlaks=3), "wlaks: unknown"),  # pyright: ignore[reportCallIssue]
        (lambda: hs.evaluate([LINE], walks=0), "walks: 0 is not at least 1"),
        (lambda: hs.evaluate([LINE], objectives="tension"), "a list of names is needed"),
        (lambda: hs.search("heart", operators=["none"]), "search.operators: operator 'none': unknown"),
        (lambda: hs.search("heart", operators=["cells", "cells"]), "is named twice"),
        (lambda: hs.search("heart", constraints=["rules"]), "is one of the four that always hold"),
        (lambda: hs.search("nowhere"), "no pattern is called 'nowhere'"),
        (lambda: hs.search("heart", settings={"search.populatoin": 3}), "did you mean population"),
        (lambda: hs.search("heart", objectives=[len]), "is no objective; decorate it"),
        (lambda: hs.load_run("nowhere"), "no such run folder"),
    ):
        with pytest.raises(hs.InputError, match=message) as caught:
            call()
        assert "\n" not in str(caught.value)


@pytest.mark.slow
def test_a_search_gives_a_run(tmp_path: Path) -> None:
    seen: list[int] = []
    run = hs.search("heart", evaluations=60, walks=2, seed=1, workers=1, out=tmp_path, settings=SMALL,
                    callback=lambda generation: seen.append(generation.evaluations))  # fmt: skip
    assert run.folder.parent == tmp_path
    assert seen[-1] == 60
    assert [row["evaluations"] for row in run.history] == seen
    again = hs.load_run(run.folder)
    assert again.to_frame().equals(run.to_frame())
    assert run.front[0].valid and run.front[0].solution is not None
    assert len(run.plot().containers) == 1
    step_by_step = hs.Search("heart", evaluations=60, walks=2, seed=1, workers=2, settings=SMALL)
    *_, last = step_by_step
    assert [str(hs.Puzzle(one)) for one in last.front] == [str(hs.Puzzle(one)) for one in run.front]


@pytest.mark.slow
def test_a_run_without_a_folder_goes_with_its_object() -> None:
    run = hs.search("heart", evaluations=20, workers=1, settings=SMALL)
    folder = run.folder
    assert folder.is_dir()
    del run
    import gc

    gc.collect()
    assert not folder.exists()


def test_ask_and_tell_follow_the_caller() -> None:
    """Told values are the sum of the hints in the first rows; the front holds the highest that was told."""
    fun = hs.told("fun")
    search = hs.Search("heart", objectives=[fun], evaluations=120, workers=1, seed=3, settings=SMALL)
    told: dict[str, float] = {}
    while len(puzzles := search.ask()):
        assert all(puzzle.valid for puzzle in puzzles)
        lines = [str(hs.Puzzle(puzzle)) for puzzle in puzzles]
        assert len(set(lines)) == len(lines) and not told.keys() & set(lines)
        values = [float(puzzle.hints[:40].sum()) for puzzle in puzzles]
        told |= dict(zip(lines, values, strict=True))
        with pytest.raises(hs.InputError, match="tell: values of shape"):
            search.tell([*values, 1.0])
        generation = search.tell(values)
    assert generation.evaluations == 120
    assert search.front[0].fun == max(told.values())
    with pytest.raises(hs.InputError, match="goes on by ask and tell"):
        next(iter(search))


def test_an_objective_that_is_told_has_no_function() -> None:
    hs.told("delight")
    with pytest.raises(hs.InputError, match="objective delight: has no function"):
        hs.evaluate([LINE], walks=1, objectives=["delight"])


def test_a_function_that_is_defined_again_is_another_objective() -> None:
    def make(factor: float):
        @hs.objective("scaled")
        def scaled(walks: hs.Walks) -> np.ndarray:
            return factor * walks.turns

        return scaled

    first = hs.evaluate([LINE], walks=1, objectives=[make(1.0)])[0].scaled
    assert hs.evaluate([LINE], walks=1, objectives=[make(2.0)])[0].scaled == 2 * first

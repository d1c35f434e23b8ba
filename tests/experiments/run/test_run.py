"""End to end: a small run by the command line, its folder, its determinism, resuming, and bad input."""

import csv
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import plain
import pytest
from command import hintsmith

CONFIG = """
name = "tiny"
seed = 3

[puzzle]
pattern = "eccomp2024-24"

[search]
population = 20
evaluations = 200

[evaluation]
walks = 2

[validation]
walks = 10

[parallel]
workers = 1
"""
EULER = "003020600900305001001806400008102900700000008006708200002609500800203009005010300"
TWO = EULER.replace("6", "0")
NONE = "5" + EULER[1:]


@pytest.fixture(scope="module")
def config(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("config") / "tiny.toml"
    path.write_text(CONFIG)
    return path


@pytest.fixture(scope="module")
def whole(config: Path) -> Path:
    done = hintsmith("run", str(config), "--out", str(config.parent / "whole"))
    assert done.returncode == 0, done.stderr
    return next((config.parent / "whole").iterdir())


def rows(run: Path):
    with (run / "pareto.csv").open() as file:
        return list(csv.DictReader(file))


def test_the_folder_holds_what_scripts_rely_on(whole: Path):
    names = {p.name for p in whole.iterdir()}
    assert {
        "config.toml",
        "manifest.json",
        "evaluations.jsonl",
        "fronts.jsonl",
        "history.csv",
        "pareto.csv",
        "pareto.png",
        "report.html",
    } <= names
    assert (whole / "pareto.png").read_bytes().startswith(b"\x89PNG")
    shown = hintsmith("inspect", str(whole), "--hints")
    assert shown.returncode == 0
    assert rows(whole)[0]["hints"] in shown.stdout


def test_the_logs_agree_with_the_front(whole: Path):
    """Each puzzle's line with the most walks has the scores of pareto.csv, the last front its points."""
    front = rows(whole)
    lines = [json.loads(line) for line in (whole / "evaluations.jsonl").read_text().splitlines()]
    last = {line["hints"]: line for line in sorted(lines, key=lambda line: line["walks"])}
    assert len(last) < len(lines), "some got more walks"
    for row in front:
        line = last[row["hints"]]
        assert int(row["walks"]) == line["walks"] >= 2
        assert (float(row["f1"]), float(row["f2"])) == (line["f1"], line["f2"])
    fronts = [json.loads(line) for line in (whole / "fronts.jsonl").read_text().splitlines()]
    with (whole / "history.csv").open() as file:
        history = list(csv.DictReader(file))
    assert [str(entry["generation"]) for entry in fronts] == [line["generation"] for line in history]
    assert [str(len(entry["front"])) for entry in fronts] == [line["front_size"] for line in history]
    assert fronts[-1]["front"] == [[float(row["f1"]), float(row["f2"])] for row in front]


def test_every_puzzle_of_the_front_is_proved_by_plain_search(whole: Path):
    front = rows(whole)
    assert front
    points = [(float(r["f1"]), float(r["f2"])) for r in front]
    for row, point in zip(front, points, strict=True):
        hints = [0 if ch == "." else int(ch) for ch in row["hints"]]
        found = plain.all_solutions(hints)
        assert ["".join(map(str, s)) for s in found] == [row["solution"]]
        assert sum(v > 0 for v in hints) == 24
        assert not any(q[0] >= point[0] and q[1] >= point[1] and q != point for q in points)
    assert len({row["hints"] for row in front}) == len(front)


@pytest.mark.parametrize(
    "change",
    [
        ["--workers", "2"],
        # test_run_faults.py has it too
        pytest.param(["--set", 'uniqueness.method="exact"'], marks=pytest.mark.slow),
    ],
)
def test_workers_and_method_do_not_change_the_front(config: Path, whole: Path, tmp_path: Path, change: list[str]):
    done = hintsmith("run", str(config), "--out", str(tmp_path), *change)
    assert done.returncode == 0, done.stderr
    again = next(tmp_path.iterdir())
    assert (again / "pareto.csv").read_bytes() == (whole / "pareto.csv").read_bytes()


@pytest.mark.parametrize(("how", "written"), [(signal.SIGKILL, "checkpoint/state.npz"), (signal.SIGINT, "history.csv")])
def test_an_interrupted_run_goes_on_to_the_same_front(
    config: Path, whole: Path, tmp_path: Path, how: signal.Signals, written: str
):
    """Killed as soon as there is a folder; interrupted as soon as there is a generation, and so a front."""
    command = [sys.executable, "-m", "experiments.cli", "run", str(config), "--out", str(tmp_path)]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    found = None
    deadline = time.monotonic() + 120
    while found is None and time.monotonic() < deadline and process.poll() is None:
        found = next(tmp_path.glob(f"tiny-*/{written}"), None)
        time.sleep(0.005)
    os.kill(process.pid, how)
    process.communicate(timeout=120)
    run = next(tmp_path.glob("tiny-*"))
    if how == signal.SIGINT:
        assert process.returncode in (130, 0)  # 0 when it was done before the signal came
        assert (run / "pareto.csv").exists()
    resumed = hintsmith("run", "--resume", str(run))
    assert resumed.returncode == 0, resumed.stderr
    assert (run / "pareto.csv").read_bytes() == (whole / "pareto.csv").read_bytes()
    for name in ("evaluations.jsonl", "fronts.jsonl"):
        assert (run / name).read_bytes() == (whole / name).read_bytes()


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("search.popluation=4", "search.popluation: unknown key; did you mean population?"),
        ("search.population=true", "search.population"),
        ("serch.population=4", "serch: unknown key; did you mean search?"),
        ('puzzle.pattern="nowhere"', "no pattern is called 'nowhere'"),
        (f'puzzle.pattern="{"1" * 16 + "0" * 65}"', "16 hint cells"),
        (f'puzzle.pattern="{"0" * 18 + "1" * 63}"', "rows 1 and 2 have no hint cell"),
        ("puzzle.fixed.r0c1=4", "'r0c1' is no cell"),
        ("puzzle.fixed.r1c2=4", "r1c2"),
        ("search", "key=value is needed"),
        ('difficulty.grade=["hard","easy"]', "lower end comes first"),
        ("evaluation.levels.naked_single=0.5", "must not fall"),
    ],
)
def test_a_bad_config_is_one_line_and_exit_code_2(config: Path, tmp_path: Path, change: str, words: str):
    done = hintsmith("run", str(config), "--set", change, "--out", str(tmp_path / "runs"))
    assert done.returncode == 2
    assert words in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert not (tmp_path / "runs").exists()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["evaluate", EULER[:80]], "80 characters"),
        (["evaluate", EULER[:80] + "x"], "r9c9"),
        (["evaluate", "no/such/file.txt"], "no such file"),
        (["evaluate", "."], "folder"),
        (["solve", EULER[:80]], "80 characters"),
        (["inspect", "no/such/run"], "no such run folder"),
        (["run", "no-such.toml"], "no such file"),
        (["evaluate", EULER, "--walk", "fast"], "neither policy nor mcts"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(words: list[str], message: str):
    done = hintsmith(*words)
    assert done.returncode == 2
    assert message in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert "Traceback" not in done.stderr


def test_an_empty_file_and_a_file_with_one_bad_line(tmp_path: Path):
    empty = tmp_path / "empty.txt"
    empty.write_text("")
    assert "no puzzle in it" in hintsmith("evaluate", str(empty)).stderr
    mixed = tmp_path / "mixed.txt"
    mixed.write_text(f"{EULER}\nabc\n{EULER}\n")
    done = hintsmith("evaluate", str(mixed))
    assert done.returncode == 2
    assert len(done.stdout.splitlines()) == 2
    assert "mixed.txt, line 2" in done.stderr


@pytest.mark.parametrize(
    ("puzzle", "words"),
    [
        (TWO, "more than one solution"),
        (NONE, "no solution"),
        ("55" + "0" * 79, "two 5s in row 1 (r1c1 and r1c2)"),
    ],
)
def test_a_puzzle_that_is_not_valid_is_an_answer(puzzle: str, words: str):
    done = hintsmith("evaluate", puzzle)
    assert done.returncode == 0
    assert words in done.stdout
    solved = hintsmith("solve", puzzle, "--json")
    assert solved.returncode == 0
    assert ('"multiple"' if puzzle == TWO else '"none"') in solved.stdout

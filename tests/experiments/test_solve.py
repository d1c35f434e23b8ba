"""The solve command as it is run."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from command import hintsmith

from puzzles.files.nonograms import NONOGRAM_FORMATS, non
from puzzles.grid import conflicts, from_characters
from puzzles.nonogram import Nonogram, from_picture, picture_from_text

ROOT = Path(__file__).parents[2]
SEED = "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3.."
SOLVED = "483921657967345821251876493548132976729564138136798245372689514814253769695417382"
MANY = "6.9...7...1...7..5...4...6...1..8....5..9..1....7..8...2...9...4..2...8...3.....7"
CONFLICT = "55" + "." * 79
NEEDS_PYQBPP = pytest.mark.skipif(sys.platform != "linux", reason="pyqbpp is for Linux only")
SOLVERS = [
    pytest.param("easy", marks=NEEDS_PYQBPP), pytest.param("exhaustive", marks=NEEDS_PYQBPP), "annealing", "exact",
]  # fmt: skip

PICTURE = picture_from_text("""
.#.#.
#####
#####
.###.
..#..
""")


def run(*arguments: str, text: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    return hintsmith("solve", *arguments, text=text, environment=environment)


def test_the_exact_way_is_the_default() -> None:
    done = run(SEED, "--json")
    assert done.returncode == 0
    record = json.loads(done.stdout)
    assert (record["verdict"], record["method"], record["solutions"]) == ("unique", "exact", [SOLVED])
    assert record["seconds"] >= 0
    assert done.stderr == ""


@pytest.mark.parametrize("backend", SOLVERS)
def test_qubo_with_each_backend(backend: str) -> None:
    done = run("-", "--method", "qubo", "--backend", backend, "--json", text=f"{SEED}\n{MANY}\n")
    assert done.returncode == 0
    assert done.stderr == ""
    one, many = (json.loads(line) for line in done.stdout.splitlines())
    assert (one["verdict"], one["solutions"]) == ("unique", [SOLVED])
    assert (many["verdict"], many["certified"]) == ("multiple", True)
    assert len(many["solutions"]) == 2
    first, second = many["solutions"]
    assert first != second
    for solution in (first, second):
        assert "." not in solution
        assert not conflicts(from_characters(solution))
        assert all(hint in (".", digit) for hint, digit in zip(MANY, solution, strict=True))
    assert many["model"]["variables_full"] == 729
    assert many["model"]["variables"] == 228
    assert many["model"]["backend"] == backend


def test_verbose_tells_the_model_and_how() -> None:
    done = run(MANY, "--method", "qubo", "--backend", "annealing", "--verbose")
    assert done.returncode == 0
    for words in ("more than one solution", "729 in all", "228 after propagation (501 fixed)", "energy", "how: "):
        assert words in done.stdout


def test_puzzles_without_a_solution_are_an_answer() -> None:
    done = run(CONFLICT)
    assert done.returncode == 0
    assert "no solution: two 5s in row 1 (r1c1 and r1c2)" in done.stdout
    record = json.loads(run(CONFLICT, "--json").stdout)
    assert (record["verdict"], record["solutions"]) == ("none", [])


def test_bad_entries_are_named_and_the_others_answered(tmp_path: Path) -> None:
    path = tmp_path / "puzzles.txt"
    path.write_text(f"{SEED}\n12345\n{MANY}\n", encoding="utf-8")
    done = run(str(path), "--json")
    assert done.returncode == 2
    assert [json.loads(line)["verdict"] for line in done.stdout.splitlines()] == ["unique", "multiple"]
    assert "puzzles.txt, line 2: 5 characters, a puzzle has 81" in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        [SEED, "--nonogram", "x.non"],
        [SEED, "--method", "magic"],
        [SEED, "--method", "qubo", "--backend", "magic"],
        [SEED, "--method", "qubo", "--time-limit", "0"],
        ["--nonogram", "no-such-file.non"],
    ],
)
def test_bad_input_is_exit_code_2_and_one_line(arguments: list[str]) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert len(done.stderr.strip().splitlines()) == 1
    assert done.stderr.startswith("hintsmith: ")


def test_a_missing_library_is_said_and_nothing_takes_its_place(tmp_path: Path) -> None:
    (tmp_path / "pyqbpp.py").write_text("raise ImportError('no native library')\n", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "experiments.cli", "solve", MANY, "--method", "qubo", "--backend", "easy"],
        capture_output=True, text=True, cwd=ROOT, timeout=300, check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), str(ROOT)])},
    )  # fmt: skip
    assert done.returncode == 2
    assert done.stdout == ""
    assert "need pyqbpp" in done.stderr
    assert "no native library" in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


def test_a_nonogram_is_printed(tmp_path: Path) -> None:
    path = tmp_path / "heart.non"
    path.write_text(non.write([from_picture(PICTURE, "Heart")]), encoding="utf-8")
    done = run("--nonogram", str(path))
    assert done.returncode == 0
    assert done.stdout.splitlines()[:5] == [".#.#.", "#####", "#####", ".###.", "..#.."]
    assert "one solution" in done.stdout


@pytest.mark.parametrize("form", ["non", "nin", "json"])
@pytest.mark.parametrize("backend", SOLVERS)
def test_a_nonogram_with_two_pictures(tmp_path: Path, form: str, backend: str) -> None:
    path = tmp_path / f"two{NONOGRAM_FORMATS[form].suffixes[0]}"
    path.write_text(NONOGRAM_FORMATS[form].write([Nonogram(((1,), (1,)), ((1,), (1,)))]), encoding="utf-8")
    done = run("--nonogram", str(path), "--method", "qubo", "--backend", backend, "--json")
    assert done.returncode == 0
    record = json.loads(done.stdout)
    assert record["verdict"] == "multiple"
    assert sorted(record["solutions"]) == ["#.\n.#", ".#\n#."]


def test_a_nonogram_whose_clue_does_not_fit(tmp_path: Path) -> None:
    path = tmp_path / "bad.nin"
    path.write_text("3 1\n2 1\n1\n1\n1\n", encoding="utf-8")
    done = run("--nonogram", str(path))
    assert done.returncode == 2
    assert "row 1: clue 2 1 needs 4 cells, the row has 3" in done.stderr


def test_a_nonogram_without_a_picture_is_an_answer(tmp_path: Path) -> None:
    path = tmp_path / "none.nin"
    path.write_text("2 2\n2\n2\n1\n1\n", encoding="utf-8")
    done = run("--nonogram", str(path), "--json")
    assert done.returncode == 0
    assert json.loads(done.stdout)["verdict"] == "none"


def verdicts(done: subprocess.CompletedProcess[str]) -> list[str]:
    return [json.loads(line)["verdict"] for line in done.stdout.splitlines()]


def test_several_nonograms_have_an_answer_each_and_a_bad_one_a_line(tmp_path: Path) -> None:
    path = tmp_path / "three.nin"
    path.write_text("2 2\n2\n1\n1\n2\n\n2 2\n3\n1\n1\n2\n\n2 2\n1\n1\n1\n1\n", encoding="utf-8")
    done = run("--nonogram", str(path), "--json")
    assert done.returncode == 2
    assert verdicts(done) == ["unique", "multiple"]
    assert done.stderr.splitlines() == [f"hintsmith: {path}, line 7: row 1: clue 3 needs 3 cells, the row has 2"]


def test_the_mk_form_and_standard_input(tmp_path: Path) -> None:
    path = tmp_path / "a.mk"
    path.write_text("2 3\n1\n1\n#\n1\n0\n1\n", encoding="utf-8")
    done = run("--nonogram", str(path), "--json")
    assert done.returncode == 0
    assert sorted(json.loads(done.stdout)["solutions"]) == ["#..\n..#", "..#\n#.."]
    piped = run("--nonogram", "-", "--json", text="https://puzz.link/p?nonogram/3/2/212113g\n")
    assert (piped.returncode, json.loads(piped.stdout)["solutions"]) == (0, ["#.#\n###"])


def test_a_contradiction_of_clues_is_named(tmp_path: Path) -> None:
    path = tmp_path / "none.nin"
    path.write_text("2 2\n2\n2\n1\n1\n", encoding="utf-8")
    done = run("--nonogram", str(path))
    assert done.returncode == 0
    assert "no solution: the clues of the rows have 4 black cells in all, those of the columns 2" in done.stdout


def test_an_unknown_form_is_not_guessed(tmp_path: Path) -> None:
    path = tmp_path / "a.cwd"
    path.write_text("2 2\n2\n1\n1\n2\n", encoding="utf-8")
    done = run("--nonogram", str(path), "--json")
    assert (done.returncode, done.stdout) == (2, "")
    assert "the ending .cwd names no form of nonograms" in done.stderr
    assert len(done.stderr.splitlines()) == 1

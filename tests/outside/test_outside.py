"""One of each kind from outside the package: installed as a plug-in and used by a config, or registered as one runs."""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import puzzles

ROOT = Path(puzzles.__file__).resolve().parent.parent
HERE = Path(__file__).parent
PUZZLE = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
ENTRY_POINTS = """
[hintsmith.objectives]
short = everything:short
[hintsmith.constraints]
corners = everything:corners
[hintsmith.operators]
halves = everything:halves
[hintsmith.backends]
tries = everything:Tries
[hintsmith.formats]
backwards = everything:BACKWARDS
"""
CONFIG = """
name = "outside"
[puzzle]
pattern = "heart"
[search]
population = 20
evaluations = 80
objectives = ["tension", "short"]
operators = ["halves", "change_one"]
[evaluation]
constraints = ["corners"]
families = ["row_pair"]
[uniqueness]
backend = "tries"
second_opinion = 0
[validation]
walks = 4
[parallel]
workers = 2
"""


def install(folder: Path, entry_points: str = ENTRY_POINTS) -> Path:
    """A folder that holds an installed distribution with both modules."""
    information = folder / "everything-1.0.dist-info"
    information.mkdir(parents=True)
    for name in ("everything.py", "row_pair.py"):
        (folder / name).write_text((HERE / name).read_text(encoding="utf-8"), encoding="utf-8")
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: everything\nVersion: 1.0\n", encoding="utf-8")
    (information / "entry_points.txt").write_text(entry_points, encoding="utf-8")
    return folder


def python(*words: str, path: Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"PYTHONPATH": os.pathsep.join((str(path), str(ROOT)))}
    return subprocess.run(
        [sys.executable, *words], env=environment, cwd=cwd, capture_output=True, text=True, timeout=570, check=False
    )


@pytest.fixture(scope="module")
def plugin(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return install(tmp_path_factory.mktemp("outside") / "site")


@pytest.mark.slow
def test_a_config_names_what_installed_plugins_bring(tmp_path: Path) -> None:
    technique = "[hintsmith.techniques]\nrow_pair = row_pair:ROW_PAIR\n"
    site = install(tmp_path / "site", ENTRY_POINTS + technique)
    (tmp_path / "config.toml").write_text(CONFIG, encoding="utf-8")
    done = python("-m", "experiments.cli", "run", "config.toml", path=site, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "backend 'tries'" in done.stderr
    (run,) = (tmp_path / "runs").iterdir()
    with (run / "pareto.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert rows
    for row in rows:
        assert row["solution"][0] != row["solution"][80] and row["solution"][8] != row["solution"][72]
    manifest = json.loads((run / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["uniqueness"]["backend"] == "tries"
    resumed = python("-m", "experiments.cli", "run", "--resume", str(run), "--set", "search.evaluations=120",
                     path=site, cwd=tmp_path)  # fmt: skip
    assert resumed.returncode == 0, resumed.stderr


def test_a_format_is_written_by_export_and_read_by_every_command(plugin: Path, tmp_path: Path) -> None:
    words = ("-m", "experiments.cli", "export", PUZZLE, "--format", "backwards", "--out", "out", "--no-library",
             "--avoid", "none")  # fmt: skip
    done = python(*words, path=plugin, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    (file,) = (tmp_path / "out").glob("*.back")
    assert file.read_text(encoding="utf-8") == f"puzzle:{PUZZLE[::-1]}\n"
    solved = python("-m", "experiments.cli", "solve", str(file), "--json", path=plugin, cwd=tmp_path)
    assert json.loads(solved.stdout)["verdict"] == "unique"


@pytest.mark.slow
def test_an_objective_of_a_plugin_is_searched_for_by_its_name(plugin: Path, tmp_path: Path) -> None:
    code = (
        "import hintsmith as hs\n"
        "search = hs.Search('heart', objectives=['tension', 'short'], evaluations=60, workers=2,"
        " settings={'search.population': 20})\n"
        "for generation in search: pass\n"
        "print(len(search.front), min(score.short for score in search.front), generation.evaluations)\n"
    )
    done = python("-c", code, path=plugin, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    number, turns, evaluations = done.stdout.split()
    assert int(number) >= 1
    assert 5 < float(turns) <= 64
    assert int(evaluations) == 60


@pytest.mark.slow
def test_what_a_program_registers_is_known_to_its_workers(plugin: Path, tmp_path: Path) -> None:
    (plugin / "everything-1.0.dist-info" / "entry_points.txt").rename(tmp_path / "away")
    code = (
        "import hintsmith as hs\n"
        "from row_pair import ROW_PAIR\n"
        "hs.technique.register(ROW_PAIR)\n"
        "import everything\n"
        "run = hs.search('heart', evaluations=60, workers=2, operators=['all', everything.halves],"
        " constraints=[everything.corners], settings={'search.population': 20, 'uniqueness.backend': 'tries',"
        " 'uniqueness.second_opinion': 0, 'validation.walks': 4, 'evaluation.families': ['row_pair']})\n"
        "print(len(run.front), run.config.uniqueness.backend)\n"
    )
    try:
        done = python("-c", code, path=plugin, cwd=tmp_path)
    finally:
        (tmp_path / "away").rename(plugin / "everything-1.0.dist-info" / "entry_points.txt")
    assert done.returncode == 0, done.stderr
    assert int(done.stdout.split()[0]) >= 1
    assert done.stdout.split()[1] == "tries"


@pytest.mark.parametrize(
    ("group", "use"),
    [
        ("objectives", "from evaluation.objectives import named; named(['gone'])"),
        ("constraints", "from evaluation.constraints import named; named(['gone'])"),
        ("operators", "from generator.sudoku.operators import named; named(['gone'])"),
        ("backends", "from qubo.backends import get_backend; get_backend('gone')"),
        ("formats", "from puzzles.files import FORMATS; FORMATS['gone']"),
        ("techniques", "import evaluation.techniques"),
    ],
)
def test_a_plugin_that_cannot_be_loaded_is_one_line_with_its_distribution(group: str, use: str, tmp_path: Path) -> None:
    site = install(tmp_path / "site", f"[hintsmith.{group}]\ngone = nowhere:GONE\n")
    code = f"from puzzles.errors import InputError\ntry: {use}\nexcept InputError as error: print(error)\n"
    if ";" in use:
        first, second = use.split("; ")
        code = f"from puzzles.errors import InputError\n{first}\ntry: {second}\nexcept InputError as e: print(e)\n"
    done = python("-c", code, path=site, cwd=tmp_path)
    assert done.stdout.splitlines() == [
        f"hintsmith.{group} gone: the plug-in of everything 1.0 cannot be loaded "
        "(ModuleNotFoundError: No module named 'nowhere')"
    ]


def test_a_broken_plugin_that_nobody_names_hurts_nobody(tmp_path: Path) -> None:
    site = install(tmp_path / "site", "[hintsmith.objectives]\ngone = nowhere:GONE\n")
    done = python("-m", "experiments.cli", "evaluate", PUZZLE, "--walks", "1", path=site, cwd=tmp_path)
    assert done.returncode == 0, done.stderr

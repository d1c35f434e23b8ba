"""The direction of dependence, and how light the help page is."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


def run(*words: str, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(words, cwd=cwd, env=environment, capture_output=True, text=True, timeout=300, check=False)


def test_packages_import_in_one_direction_only(tmp_path: Path) -> None:
    code = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports(no_cache=True))"
    done = run(sys.executable, "-c", code)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "3 kept, 0 broken" in done.stdout


@pytest.mark.parametrize("words", [["--help"], ["run", "--help"], ["evaluate", "--help"]], ids=" ".join)
def test_help_loads_neither_compiler_nor_optimiser(words: list[str]) -> None:
    code = (
        "import sys; from experiments import cli\n"
        f"sys.argv = ['hintsmith', *{words!r}]\n"
        "try: cli.main()\n"
        "finally: print(sorted({'numba', 'numpy', 'pymoo', 'pyqbpp', 'matplotlib'} & set(sys.modules)))"
    )
    done = run(sys.executable, "-c", code)
    assert done.returncode == 0, done.stderr
    assert "Usage" in done.stdout
    assert done.stdout.splitlines()[-1] == "[]"


def test_the_wheel_holds_the_six_packages_and_nothing_else(tmp_path: Path) -> None:
    from hatchling.builders.wheel import WheelBuilder

    paths = list(WheelBuilder(str(ROOT)).build(directory=str(tmp_path), versions=["standard"]))
    with zipfile.ZipFile(paths[0]) as wheel:
        tops = {name.split("/")[0] for name in wheel.namelist()}
        names = set(wheel.namelist())
    assert {top for top in tops if not top.endswith(".dist-info")} == {
        "puzzles", "qubo", "evaluation", "generator", "experiments", "hintsmith"
    }  # fmt: skip
    operators = {f"generator/sudoku/operators/{name}.py" for name in ("__init__", "steps")}
    assert {"puzzles/patterns.txt"} | operators <= names
    assert not any("__pycache__" in name for name in names)


def test_the_project_names_the_six_packages_and_the_licence() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    wheel = project["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert sorted(wheel["packages"]) == ["evaluation", "experiments", "generator", "hintsmith", "puzzles", "qubo"]
    assert project["project"]["license"] == "MIT"

"""The project as a whole: its packages, and a help page that stays light."""

import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def test_the_wheel_holds_the_five_packages():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    wheel = project["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert sorted(wheel["packages"]) == ["evaluation", "experiments", "generator", "puzzles", "qubo"]
    assert project["project"]["license"] == "MIT"


def test_help_imports_nothing_heavy():
    code = "import sys, experiments.cli; print([m for m in ('numba', 'pymoo', 'numpy', 'pyqbpp') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"

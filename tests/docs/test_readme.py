"""The README's example is a config that loads, and its table names the commands that there are."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from pages import DOCS

from experiments.cli import app
from experiments.run.config import load_config

README = (DOCS.parent / "README.md").read_text(encoding="utf-8")


def test_the_example_config_loads_with_its_wishes(tmp_path: Path) -> None:
    blocks = re.findall(r"^```toml\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)
    assert len(blocks) == 1
    path = tmp_path / "heart.toml"
    path.write_text(blocks[0], encoding="utf-8")
    config = load_config(path)
    fixed = config.fixed()
    assert fixed is not None
    assert {int(cell): int(fixed[cell]) for cell in fixed.nonzero()[0]} == {10: 1, 11: 2, 36: 1}
    assert config.puzzle.solution_grids == 10
    assert list(config.difficulty.grade or ()) == ["gentle", "hard"]


@pytest.mark.slow
def test_the_lines_of_python_work(tmp_path: Path) -> None:
    blocks = re.findall(r"^```python\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)
    assert len(blocks) == 1
    assert len([line for line in blocks[0].splitlines() if line.strip()]) <= 10
    environment = os.environ | {"PYTHONPATH": str(DOCS.parent)}
    done = subprocess.run(
        [sys.executable, "-c", blocks[0]], cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stderr
    assert "quick" in done.stdout.splitlines()[-1]


def test_every_command_is_in_the_table() -> None:
    named = set(re.findall(r"^\| `hintsmith (\w+)", README, re.MULTILINE))
    there = {command.name or command.callback.__name__ for command in app.registered_commands if command.callback}
    there |= {group.name for group in app.registered_groups if group.name}
    assert named == there

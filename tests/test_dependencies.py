"""What the packages import is what pyproject.toml declares, neither less nor more."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from pathlib import Path

import pytest

import puzzles

ROOT = Path(puzzles.__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
PACKAGES = ("puzzles", "qubo", "evaluation", "generator", "experiments", "hintsmith")
NAMES = {
    "charset_normalizer": "charset-normalizer",
    "dwave": "dwave-samplers",
    "pydantic_core": "pydantic",
    "tomli_w": "tomli-w",
    "matplotlib_fontja": "matplotlib-fontja",
}
"""The distribution of a module that is called otherwise."""
OPTIONAL = {"distributed": "dask", "pandas": "notebook"}
"""Imported where an extra is installed: distribution to extra."""


def imported(source: str) -> set[str]:
    """Top-level modules that Python source imports anywhere, inside functions too."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            found.add(node.module.split(".")[0])
    return found


def declared(lines: list[str]) -> set[str]:
    return {re.split(r"[^A-Za-z0-9_.-]", line, maxsplit=1)[0].lower() for line in lines}


def needed() -> set[str]:
    """Distributions that the packages import, Python's own and theirs left out."""
    found: set[str] = set()
    for package in PACKAGES:
        for path in (ROOT / package).rglob("*.py"):
            found |= imported(path.read_text(encoding="utf-8"))
    return {NAMES.get(name, name) for name in found - set(sys.stdlib_module_names) - set(PACKAGES)}


def test_every_import_is_declared() -> None:
    assert needed() - set(OPTIONAL) - declared(PROJECT["dependencies"]) == set()
    for name, extra in OPTIONAL.items():
        assert declared(PROJECT["optional-dependencies"][extra]) == {name}


def test_everything_declared_is_imported() -> None:
    assert declared(PROJECT["dependencies"]) - needed() == set()


@pytest.mark.parametrize(
    ("source", "modules"),
    [
        ("import numpy as np, os.path", {"numpy", "os"}),
        ("def f():\n    from scipy.optimize import x", {"scipy"}),
        ("from . import near", set()),
    ],
)
def test_imports_are_seen_wherever_they_stand(source: str, modules: set[str]) -> None:
    assert imported(source) == modules

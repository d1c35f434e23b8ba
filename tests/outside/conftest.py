"""What the plug-ins of these tests register is known to the tests of their contracts alone."""

from __future__ import annotations

import gc
import importlib
from collections.abc import Iterator

import pytest

for _name in ("evaluation.objectives", "evaluation.constraints", "generator.sudoku.operators", "puzzles.files"):
    importlib.import_module(_name)
importlib.import_module("qubo.backends")

from puzzles.plugins import Catalogue  # noqa: E402

CATALOGUES = [one for one in gc.get_objects() if isinstance(one, Catalogue)]


def names() -> list[dict[str, object]]:
    return [dict(one._here) for one in CATALOGUES]


def put(all_names: list[dict[str, object]]) -> None:
    for one, own in zip(CATALOGUES, all_names, strict=True):
        one._here = own


BEFORE = names()
importlib.import_module("everything")
WITH = names()
put(BEFORE)


@pytest.fixture
def registered() -> Iterator[None]:
    put(WITH)
    yield
    put(BEFORE)

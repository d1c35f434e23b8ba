"""What the plug-ins of these tests register is known to the tests of their contracts alone."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from typing import Any, Final

import pytest

from evaluation.constraints import CONSTRAINTS
from evaluation.objectives import OBJECTIVES
from generator.sudoku.operators import CATALOGUE
from puzzles.files import FORMATS
from puzzles.plugins import Catalogue
from qubo.backends import BACKENDS

CATALOGUES: Final[tuple[Catalogue[Any], ...]] = (OBJECTIVES, CONSTRAINTS, CATALOGUE, FORMATS, BACKENDS)


def forget() -> list[tuple[Catalogue[Any], Any]]:
    """Forget all that is not hintsmith's own; what it was."""
    found = [(one, one[name]) for one in CATALOGUES for name in one if name not in one.own]
    for one, record in found:
        one.forget(one.name_of(record))
    return found


importlib.import_module("everything")
BROUGHT = forget()


@pytest.fixture
def registered() -> Iterator[None]:
    for one, record in BROUGHT:
        one.register(record)
    yield
    forget()

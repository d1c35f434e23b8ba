"""The names of the solvers, without loading any of them: configs and help texts read them here."""

from __future__ import annotations

from typing import Final

AUTO: Final = "auto"
"""Stands for the first backend of `PREFERRED` that works."""
PREFERRED: Final = ("easy", "annealing")

BACKENDS: Final[dict[str, str]] = {
    "easy": "qubo.backends.easy:EasyBackend",
    "exhaustive": "qubo.backends.exhaustive:ExhaustiveBackend",
    "annealing": "qubo.backends.annealing:AnnealingBackend",
    "exact": "qubo.backends.exact:ExactBackend",
}
"""Name to module and class; imported when asked for, since each needs its own library."""


def backend_names() -> list[str]:
    """What configs and commands take: `auto`, and the names of the catalogue."""
    return [AUTO, *BACKENDS]


def one_of_the_backends() -> str:
    """The names as a list in words."""
    names = backend_names()
    return f"{', '.join(names[:-1])} or {names[-1]}"

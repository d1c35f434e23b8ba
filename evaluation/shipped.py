"""Puzzles that come with the software, made by its own generator on its own patterns."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import resources

from evaluation.techniques import FAMILY_KEYS
from puzzles.grid import Grid, from_characters


@dataclass(frozen=True, slots=True)
class ShippedPuzzle:
    """One puzzle of a shipped file."""

    hints: Grid
    pattern: str
    """The name of its pattern in the shipped library."""
    needs: tuple[int, ...] = ()
    """The numbers of the eliminating families that it cannot do without, where the file says so."""


@cache
def shipped_puzzles() -> tuple[ShippedPuzzle, ...]:
    """Those of `shipped_puzzles.txt`, in its order; each has one solution and is finished by the six families."""
    return _read("shipped_puzzles.txt")


@cache
def elimination_puzzles() -> tuple[ShippedPuzzle, ...]:
    """Those of `elimination_puzzles.txt`, in its order: each cannot do without the families in `needs`.

    They are kept apart from `shipped_puzzles`, whose mixture sets the thresholds of the grades. They try the
    eliminating families where nothing else gets on: in tests, in benchmarks, and against other software.
    """
    return _read("elimination_puzzles.txt")


def _read(name: str) -> tuple[ShippedPuzzle, ...]:
    text = resources.files("evaluation").joinpath(name).read_text(encoding="utf-8")
    puzzles: list[ShippedPuzzle] = []
    for raw in text.splitlines():
        line, _, comment = raw.partition("#")
        if line.strip():
            pattern, _, families = comment.partition(":")
            needs = tuple(FAMILY_KEYS.index(key.strip()) for key in families.split(",") if key.strip())
            puzzles.append(ShippedPuzzle(from_characters(line), pattern.strip(), needs))
    return tuple(puzzles)

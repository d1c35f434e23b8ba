"""Reading what is to be printed, whatever its kind: ids that tell where a puzzle came from, and a proof for each.

What is wrong with one puzzle, or with one source among several, costs that one only.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from puzzles.errors import InputError


class Sourced(Protocol):
    """What knows where it came from; a frozen dataclass."""

    @property
    def id(self) -> str:
        """The name of its source and its place there, or an id that it brought."""
        ...

    @property
    def source(self) -> str:
        """The name of its run or file."""
        ...


P = TypeVar("P", bound=Sourced)


@dataclass(frozen=True, slots=True)
class Loaded(Generic[P]):
    """What was read."""

    puzzles: list[P]
    """In the order of the arguments; each has exactly one solution, proved here, and an id of its own."""
    problems: list[str]
    """One line about each puzzle, line or file that was left out."""


def load_all(
    arguments: list[str], read: Callable[[str], tuple[list[P], list[str]]], prove: Callable[[P], P]
) -> Loaded[P]:
    """The puzzles of all arguments.

    Args:
        arguments: run folders, files, `-` for standard input, puzzles as they are.
        read: the puzzles of one argument, with or without ids, and one line about each that cannot be read; raises
            InputError for an argument that cannot be read at all.
        prove: the puzzle with its one solution; raises InputError when it has none, or several.

    Raises InputError for an argument that cannot be read, when there is no other.
    """
    puzzles: list[P] = []
    problems: list[str] = []
    taken: set[str] = set()
    for argument, label in zip(arguments, labels(arguments), strict=True):
        try:
            found, wrong = read(argument)
        except InputError as error:
            if len(arguments) == 1:
                raise
            problems.append(str(error))
            continue
        problems += wrong
        for row, puzzle in enumerate(found, 1):
            own = _with_id(puzzle, label, row, taken)
            try:
                puzzles.append(prove(own))
            except InputError as error:
                problems.append(f"{own.id}: {error}")
    return Loaded(puzzles, problems)


def _with_id(puzzle: P, label: str, row: int, taken: set[str]) -> P:
    """The puzzle with an id that no other has: its own, else the name of its source and its row there."""
    name = puzzle.id
    if not name or name in taken:
        name = f"{label}-{row:03}"
    k = 2
    while name in taken:
        name, k = f"{label}-{row:03}-{k}", k + 1
    taken.add(name)
    changed: Any = replace(puzzle, id=name)  # type: ignore[type-var]
    return changed


def labels(arguments: list[str]) -> list[str]:
    """What the sources are called: the name of a folder, that of a file without its ending, `input`, `puzzle`.

    Where two paths end alike, as much of the folders above is told as keeps them apart: `a/run-1` and `b/run-1`.
    """
    paths = {argument: _path(argument) for argument in arguments}
    found: list[str] = []
    for argument in arguments:
        path = paths[argument]
        if path is None:
            found.append("input" if argument == "-" else "puzzle")
            continue
        others = [other for other in paths.values() if other is not None and other != path]
        depth = 1
        while depth < len(path.parts) and any(_tail(other, depth) == _tail(path, depth) for other in others):
            depth += 1
        label = _tail(path, depth)
        # files that differ in their endings only
        found.append("/".join(path.parts[-depth:]) if label in [_tail(o, depth) for o in others] else label)
    return found


def _tail(path: Path, depth: int) -> str:
    name = path.name if path.is_dir() else path.stem
    return "/".join([*path.parts[:-1][len(path.parts) - depth :], name])


def _path(argument: str) -> Path | None:
    path = Path(argument)
    try:
        return path.resolve() if argument != "-" and path.exists() else None
    except (OSError, ValueError):
        return None

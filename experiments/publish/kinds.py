"""The kinds of printable puzzles, and which kind a source holds. Adding one is adding a file and a line."""

from __future__ import annotations

from typing import Any, Final

from experiments.publish.kind import Kind
from experiments.publish.nonogram import NONOGRAMS
from experiments.publish.number_place import NUMBER_PLACE
from experiments.publish.options import ExportOptions, option_name
from experiments.publish.outputs import Output, outputs_of
from puzzles.errors import InputError
from puzzles.files.reader import shown_argument

__all__ = ["KINDS", "NONOGRAMS", "NUMBER_PLACE", "kind_of", "output"]

KINDS: Final[tuple[Kind[Any], ...]] = (NONOGRAMS, NUMBER_PLACE)
"""In the order in which they are asked whether a source is theirs; the last takes what is left."""


def kind_of(options: ExportOptions) -> Kind[Any]:
    """The kind that all sources are of. Raises InputError for several, and for options that say nothing to it."""
    kinds = [next(kind for kind in KINDS if kind.owns(source)) for source in options.all_sources]
    first = kinds[0]
    place = shown_argument(options.all_sources[0])
    for kind, source in zip(kinds, options.all_sources, strict=True):
        if kind is not first:
            raise InputError(
                f"{place} holds {first.many}, {shown_argument(source)} {kind.many}: export them one by one"
            )
    for name in sorted(options.given() & first.refused):
        others = " and ".join(kind.many for kind in KINDS if name not in kind.refused)
        raise InputError(f"{option_name(name)} is for {others}, {place} holds {first.many}")
    return first


def output(kind: Kind[Any], name: str) -> Output[Any]:
    """An output of a kind by its name. Raises InputError that lists the names."""
    outputs = outputs_of(kind)
    found = outputs.get(name.strip().lower())
    if found is None:
        raise InputError(f"format {name!r}: {kind.many} go out as {', '.join(outputs)}")
    return found

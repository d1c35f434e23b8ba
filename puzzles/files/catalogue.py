"""The catalogue of the formats that are written. Adding one is adding a file and a line, or `register` outside."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from puzzles.errors import InputError
from puzzles.files.base import Format
from puzzles.files.number_place import (
    characters,
    competition,
    fpuzzles,
    hodoku,
    latex,
    opthub,
    penpa,
    puzzlink,
    sadman,
    sdk,
    sdm,
    ss,
    sudokupad,
    timedia,
)
from puzzles.files.page import Claim, Page
from puzzles.plugins import Catalogue

_OWN: Final = (
    characters,
    sdk,
    sdm,
    sadman,
    ss,
    hodoku,
    fpuzzles,
    sudokupad,
    penpa,
    puzzlink,
    competition,
    opthub,
    latex,
    timedia,
)
FORMATS: Final = Catalogue(
    "format",
    "hintsmith.formats",
    {module.FORMAT.name: module.FORMAT for module in _OWN},
    lambda one: one if isinstance(one, Format) else None,
    lambda one: one.name,
)
"""Name to format, for number place puzzles; grows by `register` and by entry points."""
_OUTPUTS: Final = ("pdf", "svg", "png", "csv")
"""Names of the other outputs of `hintsmith export`."""


def register(new: Format) -> Format:
    """Make a format from outside known by its name. Raises InputError for a name that is taken."""
    if new.name in _OUTPUTS:
        raise InputError(f"format {new.name}: the name is taken by an output of hintsmith export")
    if not new.suffix.startswith("."):
        raise InputError(f"format {new.name}: the suffix {new.suffix!r} must begin with a dot")
    return FORMATS.register(new)


def claims_of_others(page: Page, k: int) -> Iterator[Claim]:
    """What the formats from outside say of a line. Loads those of installed plug-ins.

    Raises InputError for a claim of no line.
    """
    for name, form in FORMATS.items():
        if name in FORMATS.own or form.claim is None:
            continue
        claim = form.claim(page, k)
        if claim is None:
            continue
        if claim.lines < 1:
            raise InputError(f"format {name}: claims {claim.lines} lines from line {k + 1} on, at least 1 is needed")
        yield claim

"""File formats of nonograms: one file each, listed here, and the one reader of all of them."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from puzzles.errors import InputError
from puzzles.files.nonograms import clue_json, mk, nin, non, olsak, puzzlink, webpbn
from puzzles.files.nonograms.base import NonogramEntry, NonogramFormat

__all__ = ["NONOGRAM_FORMATS", "NonogramEntry", "NonogramFormat", "detect", "is_nonogram_text", "read_text"]

NONOGRAM_FORMATS: Final[dict[str, NonogramFormat]] = {
    module.FORMAT.name: module.FORMAT for module in (non, nin, mk, olsak, webpbn, puzzlink, clue_json)
}
"""Name to format."""

_OWN_SUFFIXES: Final = frozenset((".non", ".nonpack", ".nin", ".mk", ".g"))
"""The ends of names that nothing but nonograms has."""
_SAYS_NOTHING: Final = frozenset(("", ".txt"))
"""The ends of names that go with any form."""


def read_text(text: str, source: str) -> list[NonogramEntry]:
    """The puzzles of a text, and its faults, in order.

    Args:
        source: the name of the file, whose end may name the form, or `standard input`.

    Raises InputError when the form cannot be told, and when there is no puzzle in it.
    """
    entries = detect(text, source).read(text, source)
    if not entries:
        raise InputError(f"{source}: no nonogram in it")
    return entries


def detect(text: str, source: str) -> NonogramFormat:
    """The form of a text: what it has the marks of, or else what the name of its source says.

    Numbers without any mark are taken for `.nin` only where the name ends so, or says nothing and all is well formed.
    Raises InputError for everything else.
    """
    body = text.lstrip("\ufeff")
    named = _named(source)
    marked = [form for form in NONOGRAM_FORMATS.values() if form.recognises(body)]
    if named in marked:
        return named
    if len(marked) == 1:
        return marked[0]
    if named is not None:
        return named
    suffix = Path(source).suffix.lower()
    if not marked and suffix in _SAYS_NOTHING and nin.is_whole(body):
        return nin.FORMAT
    known = ", ".join(suffix for form in NONOGRAM_FORMATS.values() for suffix in form.suffixes)
    told = f"the ending {suffix} names no form of nonograms ({known})" if suffix else f"no form of nonograms ({known})"
    raise InputError(f"{source}: {told}, and the content has the marks of {'several' if marked else 'none'}")


def is_nonogram_text(text: str, source: str) -> bool:
    """Whether a text is nonograms and nothing else, by the end of its name or by marks that no other puzzle has."""
    return Path(source).suffix.lower() in _OWN_SUFFIXES or any(
        form.recognises(text.lstrip("\ufeff")) for form in NONOGRAM_FORMATS.values()
    )


def _named(source: str) -> NonogramFormat | None:
    name = source.lower()
    return next((form for form in NONOGRAM_FORMATS.values() if name.endswith(form.suffixes)), None)

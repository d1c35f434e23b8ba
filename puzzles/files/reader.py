"""The one reader of number place puzzles: every command and every Python function reads through it.

A text is walked through once. At each line the forms are asked in turn; the first that knows the line takes it, and
as many after it as are its own. So different forms may follow each other in one file, and every line ends as part of
a puzzle, as a title or a comment, or in an entry with an error.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from puzzles.errors import InputError
from puzzles.files import carried, words
from puzzles.files.base import Entry, Record
from puzzles.files.catalogue import claims_of_others
from puzzles.files.encoding import file_bytes, text_of
from puzzles.files.nonograms import is_nonogram_text
from puzzles.files.number_place import (
    blocks,
    characters,
    hodoku,
    json_values,
    latex,
    links,
    opensudoku,
    pencil,
    sadman,
    sdk,
    table,
    timedia,
)
from puzzles.files.page import Claim, Page
from puzzles.grid import compact

FORMS: Final[tuple[Callable[[Page, int], Claim | None], ...]] = (
    characters.claim,
    timedia.claim,
    sdk.claim,
    pencil.claim,
    blocks.claim,
    hodoku.claim,
    sadman.claim,
    json_values.claim,
    opensudoku.claim,
    latex.claim,
    table.claim,
    links.claim,
)
"""Who is asked of a line, in this order: the surest mark first."""
LAST_FORMS: Final[tuple[Callable[[Page, int], Claim | None], ...]] = (characters.claim_damaged, words.claim)
"""Who is asked after the formats from outside; words take every line."""

FRONT: Final = "pareto.csv"
"""The puzzles of a run's folder."""
_NUMBER_PLACE: Final = "number_place"
"""How a run's config calls our kind of puzzles."""
_LONGEST_PATH: Final = 4096
_FEWEST_MARKS: Final = 70
"""Marks of an argument that is a puzzle with a slip and not the name of a missing file."""


def read_text(text: str, source: str, pattern: bool = False) -> list[Entry]:
    """Every puzzle in a text, in order, those that cannot be read as entries with an error.

    Args:
        text: any of the forms, mixed as it may be.
        source: the name that messages use.
        pattern: read hint patterns: any mark but an empty one is a hint cell, and the hints are 1.
    """
    page = Page(text, source, pattern)
    entries: list[Entry] = []
    fields: dict[str, str] = {}
    k = page.following(0)
    while k < len(page):
        claim = _claim(page, k)
        if claim.entries:
            entries.append(_with(claim.entries[0], fields))
            entries += claim.entries[1:]
            fields = {}
        fields.update(claim.fields)
        k = page.following(k + claim.lines)
    return entries


def _claim(page: Page, k: int) -> Claim:
    for form in FORMS:
        if (claim := form(page, k)) is not None:
            return claim
    for claim in claims_of_others(page, k):
        return claim
    return next(claim for form in LAST_FORMS if (claim := form(page, k)) is not None)


def _with(entry: Entry, fields: dict[str, str]) -> Entry:
    """An entry with the title and the other words that stood above it, where it has none of its own."""
    record = entry.record
    if record is None or not fields:
        return entry
    return replace(entry, record=replace(record, **{k: v for k, v in fields.items() if not getattr(record, k)}))


def read_bytes(data: bytes, source: str, pattern: bool = False) -> list[Entry]:
    """Every puzzle in the bytes of a file: text in any usual encoding, or a picture or book that hintsmith wrote.

    Raises InputError for data that holds no text, for pictures of others, and where there is no puzzle at all.
    """
    note = carried.read(data, source)
    if note is not None and note.form != "table":
        raise InputError(f"{source}: carries no number place puzzles")
    texts = [text_of(data, source)] if note is None else note.texts
    entries = [entry for text in texts for entry in read_text(text, source, pattern)]
    if not entries:
        raise InputError(f"{source}: no puzzle in it")
    if note is None and all(entry.record is None for entry in entries) and is_nonogram_text(texts[0], source):
        raise InputError(
            f"{source}: nonograms, and number place is needed; hintsmith solve --nonogram FILE solves them"
        )
    return entries


def read_path(path: Path, pattern: bool = False) -> list[Entry]:
    """Every puzzle of a file, or of a run's folder. Raises InputError that names it."""
    if not path.is_dir():
        return read_bytes(file_bytes(path), str(path), pattern)
    front = path / FRONT
    if not front.is_file():
        raise InputError(f"{path}: no {FRONT} in it; a file, or the folder of a finished run, is needed")
    kind = _kind_of_run(path)
    if kind != _NUMBER_PLACE:
        raise InputError(
            f"{path}: a run of the kind {kind}, and number place is needed; look for the files that it wrote"
        )
    return read_bytes(file_bytes(front), str(front), pattern)


def _kind_of_run(path: Path) -> str:
    """What the config beside the front says; number place for a folder without one that reads."""
    try:
        config: Any = tomllib.loads((path / "config.toml").read_text(encoding="utf-8"))
        return str(config["puzzle"]["kind"])
    except (OSError, ValueError, KeyError, TypeError):
        return _NUMBER_PLACE


def read_argument(argument: str, pattern: bool = False) -> list[Entry]:
    """What a PUZZLE argument stands for: the puzzle itself, a file or run folder with any number of them, or `-`.

    Raises InputError when it is none of these, or when there is no puzzle in it.
    """
    if argument == "-":
        return read_bytes(sys.stdin.buffer.read(), "standard input", pattern)
    if is_path(argument):
        return read_path(Path(argument), pattern)
    if _looks_like_path(argument):
        raise InputError(f"{argument}: no such file, and not a puzzle of 81 characters")
    entries = read_text(argument, "argument", pattern)
    if not entries:
        raise InputError("argument: no puzzle in it")
    return entries


def read_arguments(arguments: Iterable[str], pattern: bool = False) -> list[Entry]:
    """What several arguments stand for, one after the other; one that cannot be read is an entry with an error."""
    entries: list[Entry] = []
    for argument in arguments:
        try:
            entries += read_argument(argument, pattern)
        except InputError as error:
            entries.append(Entry(argument, 0, None, str(error)))
    return entries


def records_of(entries: Iterable[Entry]) -> list[Record]:
    """The puzzles of entries. Raises InputError for the first that could not be read."""
    records: list[Record] = []
    for entry in entries:
        if entry.record is None:
            raise InputError(entry.message)
        records.append(entry.record)
    return records


def is_path(argument: str) -> bool:
    """Whether an argument names a file or folder that is there."""
    try:
        return len(argument) <= _LONGEST_PATH and "\n" not in argument and Path(argument).exists()
    except (OSError, ValueError):
        return False


def shown_argument(argument: str) -> str:
    """An argument as messages name it: a path whole, so that it can be found; a text by how it begins."""
    return argument if is_path(argument) or len(argument) <= 80 else f"{argument[:80]}…"


def _looks_like_path(argument: str) -> bool:
    """Letters may be marks of a pattern, or slips in a line that is meant to have 81; only links have slashes."""
    marks = compact(argument)
    if "\n" in argument or marks.startswith(("[", "{", "<", ":")) or "://" in argument or "?" in argument:
        return False
    return "/" in argument or "\\" in argument or (len(marks) < _FEWEST_MARKS and any(ch.isalpha() for ch in argument))

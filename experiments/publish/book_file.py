"""Books of several sections, described by a small TOML file: `hintsmith export --book book.toml`."""

from __future__ import annotations

import difflib
import json
import tomllib
from collections.abc import Mapping
from dataclasses import fields, replace
from pathlib import Path
from typing import Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from experiments.publish.book.options import BookOptions
from experiments.publish.options import ExportOptions, Section, check, options_of
from puzzles.errors import InputError
from puzzles.files.encoding import read_file_text
from puzzles.files.reader import is_path
from puzzles.pattern import library

SECTIONS: Final = "section"


class _Table(BaseModel, frozen=True):
    """Unknown keys are refused, and nothing is turned into another type."""

    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)


class _Choice(_Table, frozen=True):
    """What a section says of itself, or the whole book for all of its sections."""

    select: list[str] = Field(default_factory=list, description="Forms of --select, one after the other.")
    quota: dict[str, int] = Field(default_factory=dict, description="Grade to number of puzzles.")
    origin: Literal["front", "all"] | None = Field(None, alias="from", description="front or all.")
    sort: Literal["effort", "minutes", "none"] | None = Field(None, description="The order.")
    per_page: int | None = Field(None, description="Puzzles a page.")


class SectionTable(_Choice, frozen=True):
    """[[section]]"""

    heading: str = Field("", description="On a page before the section, and at the head of its pages.")
    puzzles: list[str] = Field(min_length=1, description="Run folders and files of puzzles.")
    pattern: str | None = Field(None, description="Only puzzles on these hint cells.")


class BookTable(_Choice, frozen=True):
    """A whole book file."""

    title: str = ""
    author: str = ""
    paper: str = "a4"
    large_print: bool = False
    solutions: Literal["back", "next", "none"] = "back"
    header: str | None = None
    footer: str = ""
    lang: Literal["en", "ja"] = "en"
    colour: bool = False
    crop_marks: bool = False
    gutter: float | None = Field(None, ge=0, le=40)
    first_number: int = Field(1, ge=0)
    labels: bool = True
    minutes: bool = False
    date_line: bool = False
    techniques: bool = False
    dividers: bool = False
    pages: list[str] = Field(default_factory=list)
    imprint: list[str] = Field(default_factory=list)
    pad: int = 1
    max_alike: float | None = Field(None, ge=0, le=1)
    digits: Literal["shuffled", "as-found"] | None = None
    turn: bool = False
    avoid: Literal["published", "known", "none"] = "published"
    avoid_file: list[str] = Field(default_factory=list)
    section: list[SectionTable] = Field(min_length=1, description="[[section]] tables, at least one.")


_OF_SECTIONS: Final = frozenset(("select", "quota", "origin", "sort", "pattern", "sources"))
"""Options that each section says for itself; those of the command line are refused beside a book file."""


def with_book(path: Path, given: Mapping[str, Any]) -> ExportOptions:
    """The options of a book file, with those that a command line gives in their places.

    Args:
        path: the TOML file; the files that it names lie beside it, or where the command is run.
        given: values by the names of the fields of `ExportOptions` and `BookOptions`.

    Raises InputError of one line for what is wrong in either.
    """
    command = options_of(given)
    wrong = sorted(command.given() & _OF_SECTIONS)
    if wrong:
        raise InputError(f"--book {path}: its sections say what they take; leave {', '.join(wrong)} to them")
    table = _read(path)
    own = table.model_dump(exclude={"section", "select", "quota", "origin", "sort"}, exclude_none=True)
    if table.per_page is not None:
        own["per_page"] = table.per_page
    named = {f.name for f in (*fields(ExportOptions), *fields(BookOptions))} & set(given)
    values = {**given, **own, **{name: given[name] for name in command.given() & named}}
    values["avoid_file"] = [_beside(name, path.parent) for name in values.get("avoid_file") or ()]
    options = replace(
        options_of(values),
        sections=tuple(_section(one, table, path.parent) for one in table.section),
        book_file=path,
    )
    try:
        check(options)
    except InputError as error:
        raise InputError(f"{path}: {error}") from None
    return options


def _read(path: Path) -> BookTable:
    if path.is_dir():
        raise InputError(f"{path}: is a folder, a book file is needed")
    try:
        data = tomllib.loads(read_file_text(path))
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{path}: not TOML: {str(error).splitlines()[0]}") from None
    try:
        return BookTable.model_validate_json(json.dumps(data, default=str))
    except ValidationError as error:
        raise InputError(f"{path}: {_describe(error)}") from None


def _describe(error: ValidationError) -> str:
    """The first error: where it is, as `section 2: select`, and what would be right."""
    first = error.errors()[0]
    place = list(first["loc"])
    model: type[BaseModel] = BookTable
    where = ""
    if len(place) > 1 and place[0] == SECTIONS and isinstance(place[1], int):
        where, place, model = f"section {place[1] + 1}: ", place[2:], SectionTable
    key = where + ".".join(str(part) for part in place)
    names = [field.alias or name for name, field in model.model_fields.items()]
    if first["type"] == "extra_forbidden":
        close = difflib.get_close_matches(str(place[-1]), names, 1)
        return f"{key}: unknown key; " + (f"did you mean {close[0]}?" if close else f"there are {', '.join(names)}")
    if first["type"] in ("missing", "too_short"):
        right = "a [[section]] table is needed" if not where and place == [SECTIONS] else "is needed, not empty"
        return f"{key}: {right}"
    value = json.dumps(first.get("input"), ensure_ascii=False, default=str)
    return (
        f"{key}: {first['msg'][:1].lower()}{first['msg'][1:]}, not {value if len(value) <= 60 else value[:57] + '...'}"
    )


def _section(one: SectionTable, book: BookTable, folder: Path) -> Section:
    """A section; what it does not say is as the book says."""
    quota = one.quota or book.quota
    text = ",".join(f"{grade}:{number}" for grade, number in quota.items())
    return Section(
        heading=one.heading,
        sources=tuple(_beside(name, folder) for name in one.puzzles),
        pattern=None if one.pattern is None else _pattern(one.pattern, folder),
        select=tuple(one.select or book.select),
        quota=options_of({"quota": text}).quota,
        origin=one.origin or book.origin or "front",
        sort=one.sort or book.sort,
        per_page=one.per_page,
    )


def _pattern(name: str, folder: Path) -> str:
    return name if name in library() else _beside(name, folder)


def _beside(name: str, folder: Path) -> str:
    """A name of a file that lies beside the book file, where it does."""
    beside = folder / name
    return str(beside) if is_path(str(beside)) and name.strip() and not Path(name).is_absolute() else name

"""What `hintsmith export` is told: one record, checked whole before anything is read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Final, Literal, cast

from experiments.publish.book.layout import SLOTS, page_of
from experiments.publish.book.options import LANGS, MOST_PADDED, BookOptions, check_pages
from experiments.publish.book.parts import named
from experiments.publish.choosing.order import SORTS, Sort
from experiments.publish.choosing.quota import read_quota
from experiments.publish.choosing.select import check_form
from experiments.publish.png import check_dpi
from puzzles.alike import DEFAULT_MAX_ALIKE
from puzzles.errors import InputError

Avoid = Literal["published", "known", "none"]
Digits = Literal["shuffled", "as-found"]
Origin = Literal["front", "all"]
_CHOICES: Final[dict[str, tuple[str, ...]]] = {
    "avoid": ("published", "known", "none"),
    "solutions": ("back", "next", "none"),
    "lang": LANGS,
    "origin": ("front", "all"),
    "sort": SORTS,
    "digits": ("shuffled", "as-found"),
}
PRINTED: Final = frozenset(("pdf", "svg", "png"))
"""Outputs that are looked at and not read again by programs."""
_JUDGED: Final = frozenset(("pdf", "csv"))
"""Outputs that show grades, minutes or techniques."""


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a book: its puzzles, how they are chosen and set."""

    heading: str = ""
    sources: tuple[str, ...] = ()
    pattern: str | None = None
    """Puzzles on other hint cells are left out: a shipped pattern's name, 81 marks, or a file; None for any."""
    select: tuple[str, ...] = ()
    quota: tuple[tuple[str, int], ...] = ()
    """Grade (`quota.grade_key`) and number."""
    origin: Origin = "front"
    sort: Sort | None = None
    """None sorts books by effort and nothing else."""
    per_page: int | None = None
    """None for that of the book."""


@dataclass(frozen=True, slots=True)
class ExportOptions:
    """What goes out, how, and where to."""

    sources: tuple[str, ...] = ()
    formats: tuple[str, ...] = ("pdf",)
    origin: Origin = "front"
    """Of a run: the puzzles of its front, or all that it has met."""
    select: tuple[str, ...] = ()
    quota: tuple[tuple[str, int], ...] = ()
    """Grade (`quota.grade_key`) and number."""
    sort: Sort | None = None
    """None sorts books by effort, where no ids are given, and nothing else."""
    pattern: str | None = None
    """As `Section.pattern`."""
    max_alike: float = DEFAULT_MAX_ALIKE
    """Share of hints alike (`puzzles.alike`) above which a puzzle is a near copy of another, or of an avoided one."""
    digits: Digits | None = None
    """None renames what is printed, and the puzzles of runs, whose digits are in normal form."""
    turn: bool = False
    """Whether puzzles are turned or mirrored besides, where their pattern allows."""
    out: Path = Path("exports")
    name: str | None = None
    """How the files are called; None takes the title, else the source."""
    force: bool = False
    """Whether earlier exports may be written over; inputs never are."""
    book: BookOptions = field(default_factory=BookOptions)
    sections: tuple[Section, ...] = ()
    """Of a book file; none means one section of the options above."""
    book_file: Path | None = None
    dpi: float = 300.0
    """Dots an inch of PNG pictures."""
    with_solution: bool = False
    """Whether pictures show the solution."""
    avoid: Avoid = "published"
    avoid_file: tuple[str, ...] = ()
    """Files of puzzles that are left out besides."""
    library: Path | None = None
    """None is the user's own."""
    remember: bool = True
    """Whether what goes out is noted in the library. What is avoided does not hang on it."""

    def given(self) -> set[str]:
        """The names of the fields, those of the book among them, that are not as they are without an option."""
        mine = {f.name for f in fields(self) if getattr(self, f.name) != getattr(_PLAIN, f.name)}
        book = {f.name for f in fields(self.book) if getattr(self.book, f.name) != getattr(_PLAIN.book, f.name)}
        return (mine - {"book", "sections"}) | book

    @property
    def parts(self) -> tuple[Section, ...]:
        """The sections; the one of the options themselves where there are none."""
        own = Section("", self.sources, self.pattern, self.select, self.quota, self.origin, self.sort)
        return self.sections or (own,)

    def of(self, section: Section) -> ExportOptions:
        """The options of a section alone."""
        return replace(
            self,
            sources=section.sources,
            pattern=section.pattern,
            select=section.select,
            quota=section.quota,
            origin=section.origin,
            sort=section.sort,
            sections=(),
        )

    @property
    def all_sources(self) -> tuple[str, ...]:
        """What is read, once each."""
        return tuple(dict.fromkeys(source for one in self.parts for source in one.sources))

    @property
    def order(self) -> Sort:
        """How puzzles are sorted. Books go from easy to hard, unless somebody names their puzzles one by one."""
        if self.sort is not None:
            return self.sort
        named_ones = any(how.strip()[:1].isdigit() or how.strip().startswith("ids:") for how in self.select)
        return "effort" if "pdf" in self.names and not named_ones else "none"

    @property
    def names(self) -> set[str]:
        """The formats in small letters."""
        return {name.strip().lower() for name in self.formats}

    @property
    def needs_judging(self) -> bool:
        """Whether anything asks for grades, minutes, techniques or scores."""
        chosen = any(how.strip() != "all" and not how.strip()[:1].isdigit() and not how.strip().startswith("ids:")
                     for how in self.select)  # fmt: skip
        return bool(self.names & _JUDGED or self.quota or chosen or self.order != "none")

    @property
    def inputs(self) -> list[Path]:
        """Everything that is read, where it is a file or a folder."""
        paths = [Path(name) for name in (*self.all_sources, *self.avoid_file) if name != "-"]
        others = (self.book.template, self.library, self.book_file)
        return [*paths, *(path for path in others if path is not None)]


_PLAIN: Final = ExportOptions()
_OPTION_NAMES: Final = {"origin": "--from"}
_LISTS: Final = frozenset(("sources", "select", "avoid_file", "fonts", "imprint"))


def option_name(name: str) -> str:
    """What the command line calls a field."""
    return _OPTION_NAMES.get(name, "--" + name.replace("_", "-"))


def make_options(given: Mapping[str, Any]) -> ExportOptions:
    """The record of what a command line gives, by the names of the fields.

    Raises InputError of one line for a value that is impossible whatever the sources hold.
    """
    options = options_of(given)
    check(options)
    return options


def options_of(given: Mapping[str, Any]) -> ExportOptions:
    """The record of values by the names of the fields, unchecked but for what has to be taken apart."""
    values: dict[str, Any] = {name: tuple(v) if isinstance(v, list) else v for name, v in given.items()}
    values = {name: () if v is None and name in _LISTS else v for name, v in values.items()}
    for name in ("formats", "pages"):
        if isinstance(values.get(name), str):
            values[name] = tuple(part.strip() for part in values[name].split(",") if part.strip())
    quota = values.get("quota")
    if quota is None or isinstance(quota, str):
        values["quota"] = read_quota(quota) if quota else ()
    values["fonts"] = tuple(str(folder) for folder in values.get("fonts", ()))
    in_book = {f.name for f in fields(BookOptions)}
    book = BookOptions(**{name: v for name, v in values.items() if name in in_book})
    return ExportOptions(book=book, **{name: v for name, v in values.items() if name not in in_book})


def check(options: ExportOptions) -> None:
    """Raises InputError of one line for what is impossible whatever the sources hold."""
    if not options.all_sources:
        raise InputError(
            "nothing to export: name run folders or files of puzzles, as in `hintsmith export puzzles.txt`"
        )
    if not options.formats:
        raise InputError("--format names no output")
    for name, allowed in _CHOICES.items():
        holder = options.book if name in ("solutions", "lang") else options
        value = cast("str | None", getattr(holder, name))
        if value is not None and value not in allowed:
            raise InputError(f"{option_name(name)} {value!r}: {', '.join(allowed[:-1])} or {allowed[-1]}")
    _check_book(options)
    check_dpi(options.dpi)
    for section in options.parts:
        for how in section.select:
            check_form(how)


def _check_book(options: ExportOptions) -> None:
    book = options.book
    page_of(book.paper)
    per_page = {one.per_page or book.per_page for one in options.parts}
    for number in per_page:
        if number not in SLOTS:
            raise InputError(f"{number} puzzles a page: there are {', '.join(map(str, SLOTS))}")
    if "pdf" in options.names:
        check_pages(book, sorted(per_page))
    if not 1 <= book.pad <= MOST_PADDED:
        raise InputError(f"--pad {book.pad}: 1 to {MOST_PADDED} are possible")
    named(book.pages)
    if book.template is not None and not book.template.is_file():
        raise InputError(f"{book.template}: no such template")

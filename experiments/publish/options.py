"""What `hintsmith export` is told: one record, checked whole before anything is read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Final, Literal, cast

from experiments.publish.layout import SLOTS, Solutions, page_of
from experiments.publish.png import check_dpi
from experiments.publish.select import check_form
from puzzles.alike import DEFAULT_MAX_ALIKE
from puzzles.errors import InputError

Lang = Literal["en", "ja"]
Avoid = Literal["published", "known", "none"]
_CHOICES: Final[dict[str, tuple[str, ...]]] = {
    "avoid": ("published", "known", "none"),
    "solutions": ("back", "next", "none"),
    "lang": ("en", "ja"),
}


@dataclass(frozen=True, slots=True)
class BookOptions:
    """How a book looks."""

    title: str = ""
    """A title gives the book a title page."""
    author: str = ""
    paper: str = "a4"
    per_page: int = 2
    large_print: bool = False
    solutions: Solutions = "back"
    header: str | None = None
    """None is the title."""
    footer: str = ""
    lang: Lang = "en"
    colour: bool = False
    crop_marks: bool = False
    """Crop marks and 3 mm of bleed around the trimmed page."""
    gutter: float | None = None
    """Millimetres more at the spine; None is by paper and page count."""
    first_number: int = 1
    labels: bool = True
    """Grades and techniques above the grids; of nonograms their titles, which stand by the solutions anyway."""
    template: Path | None = None
    fonts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ExportOptions:
    """What goes out, how, and where to."""

    sources: tuple[str, ...] = ()
    formats: tuple[str, ...] = ("pdf",)
    select: tuple[str, ...] = ()
    max_alike: float = DEFAULT_MAX_ALIKE
    """Share of hints alike (`puzzles.alike`) above which a puzzle is a near copy of another, or of an avoided one."""
    out: Path = Path("exports")
    name: str | None = None
    """How the files are called; None takes the title, else the source."""
    force: bool = False
    """Whether earlier exports may be written over; inputs never are."""
    book: BookOptions = field(default_factory=BookOptions)
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
        return (mine - {"book"}) | book

    @property
    def inputs(self) -> list[Path]:
        """Everything that is read, where it is a file or a folder."""
        named = [*self.sources, *self.avoid_file]
        paths = [Path(name) for name in named if name != "-"]
        return [*paths, *(path for path in (self.book.template, self.library) if path is not None)]


_PLAIN: Final = ExportOptions()


def option_name(name: str) -> str:
    """What the command line calls a field."""
    return "--" + name.replace("_", "-")


def make_options(given: Mapping[str, Any]) -> ExportOptions:
    """The record of what a command line gives, by the names of the fields.

    Raises InputError of one line for a value that is impossible whatever the sources hold.
    """
    values: dict[str, Any] = {name: tuple(v) if isinstance(v, list) else v for name, v in given.items()}
    values = {name: () if v is None and name in _LISTS else v for name, v in values.items()}
    values["formats"] = tuple(part.strip() for part in str(values["formats"]).split(",") if part.strip())
    values["fonts"] = tuple(str(folder) for folder in values["fonts"])
    values["paper"] = str(values["paper"]).lower()
    in_book = {f.name for f in fields(BookOptions)}
    book = BookOptions(**{name: v for name, v in values.items() if name in in_book})
    options = ExportOptions(book=book, **{name: v for name, v in values.items() if name not in in_book})
    _check(options)
    return options


_LISTS: Final = frozenset(("sources", "select", "avoid_file", "fonts"))


def _check(options: ExportOptions) -> None:
    if not options.sources:
        raise InputError(
            "nothing to export: name run folders or files of puzzles, as in `hintsmith export puzzles.txt`"
        )
    if not options.formats:
        raise InputError("--format names no output")
    for name, allowed in _CHOICES.items():
        value = cast("str", getattr(options if name == "avoid" else options.book, name))
        if value not in allowed:
            raise InputError(f"{option_name(name)} {value!r}: {', '.join(allowed[:-1])} or {allowed[-1]}")
    page_of(options.book.paper)
    if options.book.per_page not in SLOTS:
        raise InputError(f"{options.book.per_page} puzzles a page: there are {', '.join(map(str, SLOTS))}")
    template = options.book.template
    if template is not None and not template.is_file():
        raise InputError(f"{template}: no such template")
    check_dpi(options.dpi)
    for how in options.select:
        check_form(how)

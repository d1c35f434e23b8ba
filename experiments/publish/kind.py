"""A kind of printable puzzle: all that the outputs, the books and `hintsmith export` ask of it.

What is common to the kinds (pages, headings, numbers, pages of solutions, pictures, notes, files) stands once, in the
modules beside this one; a kind says how its puzzles are read, chosen and drawn.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final, Generic

from experiments.publish.loading import Loaded, P

if TYPE_CHECKING:
    from experiments.publish.book.contents import Printed
    from experiments.publish.book.options import BookOptions
    from experiments.publish.options import ExportOptions

LABEL: Final = 100
"""The longest author, header, footer and label, in characters."""


@dataclass(frozen=True, slots=True)
class TextOutput(Generic[P]):
    """An output of text files."""

    name: str
    suffix: str
    summary: str
    write: Callable[[list[P], ExportOptions], str]
    several: bool = True
    """Whether one file holds all puzzles; else `write` gets one at a time."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """An SVG drawing without its frame."""

    width: int
    height: int
    parts: list[str]
    """Elements, in the order in which they are painted."""


class Kind(ABC, Generic[P]):
    """One kind of printable puzzle."""

    key: ClassVar[str]
    """What templates and notes call it."""
    many: ClassVar[str]
    """What messages call several."""
    subtitles: ClassVar[Mapping[str, tuple[str, str]]]
    """Language to the line below a book's title: for one puzzle, for `{n}`."""
    rules: ClassVar[Mapping[str, tuple[str, ...]]]
    """Language to how it is done, a sentence or two each."""
    example: ClassVar[Mapping[str, object] | None] = None
    """A puzzle beside the rules, as `data` gives it; None for none."""
    has_techniques: ClassVar[bool] = False
    """Whether its puzzles are known by the techniques that they need."""
    refused: ClassVar[frozenset[str]] = frozenset()
    """Fields of the options that say nothing to it."""
    square: ClassVar[bool] = True
    """Whether all puzzles are squares; others get the whole of their place on the page."""

    @property
    @abstractmethod
    def texts(self) -> tuple[TextOutput[P], ...]:
        """Its outputs besides pdf, svg and png."""

    @abstractmethod
    def owns(self, argument: str) -> bool:
        """Whether a source holds puzzles of this kind."""

    @abstractmethod
    def load(self, arguments: list[str], options: ExportOptions, say: Callable[[str], None]) -> Loaded[P]:
        """The puzzles of sources, each proved to have one solution."""

    def choose(
        self, puzzles: list[P], options: ExportOptions, say: Callable[[str], None], before: Sequence[P] = ()
    ) -> list[P]:
        """Those that go out; `say` is told which are left out and why. `before` stand in the book already."""
        return puzzles

    def remember(self, puzzles: list[P], book: str, options: ExportOptions, say: Callable[[str], None]) -> None:
        """Note what went out in the export `book`."""

    @abstractmethod
    def note(self, puzzles: list[P]) -> str:
        """What pictures and books carry unseen."""

    @abstractmethod
    def title(self, puzzle: P) -> str:
        """What a screen reader says of a picture."""

    @abstractmethod
    def printed(self, puzzle: P, options: BookOptions) -> Printed:
        """What a book says of it; number and pages are filled in later."""

    @abstractmethod
    def labels(self, puzzle: P, options: BookOptions) -> dict[str, str]:
        """`techniques` below the puzzle, and `answer` beside the number of its solution."""

    @abstractmethod
    def data(self, puzzle: P) -> dict[str, object]:
        """What the templates draw it from."""

    @abstractmethod
    def size(self, puzzle: P) -> tuple[float, float]:
        """Millimetres across and down of its PNG, without the margin."""

    @abstractmethod
    def drawing(self, puzzle: P, solved: bool) -> Drawing:
        """Its SVG, with the solution if `solved`."""

    def check_room(self, puzzle: P, width: float, height: float, paper: str) -> None:
        """Raises InputError for a puzzle that is too large for a place of these millimetres."""

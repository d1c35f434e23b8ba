"""Number place puzzles as a kind of printable puzzle."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import ClassVar, Final

from evaluation.difficulty import GRADES
from evaluation.techniques import FAMILIES
from experiments.library import Library
from experiments.names import short
from experiments.publish import carried, table
from experiments.publish.book import LABEL
from experiments.publish.kind import Drawing, Kind, TextOutput
from experiments.publish.loading import Loaded
from experiments.publish.options import BookOptions, ExportOptions
from experiments.publish.puzzle import ExportPuzzle
from experiments.publish.select import choose, is_named, pick
from experiments.publish.source import load
from experiments.publish.svg import letters, strokes
from experiments.publish.taken import without_taken
from puzzles.files import FORMATS, Format

_GRADE: Final = 30
_PNG_SIDE: Final = 90.0
"""Length of the grid of a PNG in millimetres."""
_CELL: Final = 40
_MARGIN: Final = 4


class NumberPlace(Kind[ExportPuzzle]):
    """Number place puzzles."""

    key: ClassVar[str] = "table"
    many: ClassVar[str] = "number place puzzles"
    subtitles: ClassVar[Mapping[str, tuple[str, str]]] = {
        "en": ("1 number place puzzle", "{n} number place puzzles"),
        "ja": ("ナンバープレース 1問", "ナンバープレース {n}問"),
    }

    @property
    def texts(self) -> tuple[TextOutput[ExportPuzzle], ...]:
        return (
            TextOutput("csv", ".csv", "a table with scores", lambda puzzles, _: table.write(puzzles)),
            *(_exchange(form) for form in FORMATS.values()),
        )

    def owns(self, argument: str) -> bool:
        return True

    def load(self, arguments: list[str]) -> Loaded[ExportPuzzle]:
        return load(arguments)

    def choose(
        self, puzzles: list[ExportPuzzle], options: ExportOptions, say: Callable[[str], None]
    ) -> list[ExportPuzzle]:
        author = options.book.author
        puzzles = [one if one.author or not author else replace(one, author=author) for one in puzzles]
        # numbers are those of the whole list
        for how in filter(is_named, options.select):
            puzzles = choose(puzzles, how)
        puzzles = without_taken(puzzles, options, say)
        rest = [how for how in options.select if not is_named(how)]
        chosen, copies = pick(puzzles, rest, options.max_alike)
        for copy in copies:
            how = "the same puzzle" if copy.share == 1 else f"{copy.share:.0%} of hints alike"
            say(f"{copy.puzzle.id} left out: {copy.like.id} is too much like it ({how})")
        return chosen

    def remember(
        self, puzzles: list[ExportPuzzle], book: str, options: ExportOptions, say: Callable[[str], None]
    ) -> None:
        with Library(options.library) as library:
            added = library.add(puzzles, book, anew=options.force)
        say(f"{added.new} new in the library {library.path}, {added.known} known")

    def note(self, puzzles: list[ExportPuzzle]) -> str:
        return carried.note("table", [table.write_printed(puzzles)])

    def title(self, puzzle: ExportPuzzle) -> str:
        return puzzle.title or puzzle.id or "Number place puzzle"

    def labels(self, puzzle: ExportPuzzle, options: BookOptions) -> dict[str, str]:
        japanese = options.lang == "ja"
        families = {family.key: family.japanese if japanese else family.english for family in FAMILIES}
        grades = {grade.english: grade.japanese if japanese else grade.english for grade in GRADES}
        grade, techniques = puzzle.grade or "", ", ".join(families.get(name, name) for name in puzzle.techniques)
        return {
            "title": short(puzzle.title, LABEL),
            "grade": short(grades.get(grade, grade), _GRADE) if options.labels else "",
            "techniques": short(techniques, LABEL) if options.labels else "",
            "answer": "",
        }

    def data(self, puzzle: ExportPuzzle) -> dict[str, object]:
        return {"hints": puzzle.hints, "solution": puzzle.solution}

    def size(self, puzzle: ExportPuzzle) -> tuple[float, float]:
        return _PNG_SIDE, _PNG_SIDE

    def drawing(self, puzzle: ExportPuzzle, solved: bool) -> Drawing:
        return grid_drawing(puzzle.hints, puzzle.solution if solved else None)


def _exchange(form: Format) -> TextOutput[ExportPuzzle]:
    def write(puzzles: list[ExportPuzzle], options: ExportOptions) -> str:
        return form.write([puzzle.record for puzzle in puzzles])

    return TextOutput(form.name, form.suffix, form.summary, write, form.several)


def grid_drawing(hints: str, solution: str | None = None) -> Drawing:
    """The drawing of 81 characters of hints, the solution grey in the empty cells; without one the puzzle alone."""
    side = 9 * _CELL + 2 * _MARGIN
    parts: list[str] = []
    for width, multiples in ((1, False), (3, True)):
        path = "".join(
            f"M{_MARGIN} {_MARGIN + k * _CELL}h{9 * _CELL}M{_MARGIN + k * _CELL} {_MARGIN}v{9 * _CELL}"
            for k in range(10)
            if (k % 3 == 0) == multiples
        )
        parts.append(strokes(path, width))
    digits: list[str] = []
    for cell in range(81):
        hint = hints[cell] != "."
        digit = hints[cell] if hint else solution[cell] if solution else ""
        if digit:
            x = _MARGIN + cell % 9 * _CELL + _CELL / 2
            y = _MARGIN + cell // 9 * _CELL + _CELL * 0.7
            grey = "" if hint else ' fill="#777"'
            digits.append(f'<text x="{x:g}" y="{y:g}"{grey}>{digit}</text>')
    return Drawing(side, side, [*parts, letters(digits, 26)])


NUMBER_PLACE: Final = NumberPlace()

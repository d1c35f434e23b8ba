"""Number place puzzles as a kind of printable puzzle."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import ClassVar, Final

from evaluation.difficulty import GRADES
from evaluation.techniques import FAMILIES
from experiments.library import Library
from experiments.names import short
from experiments.patterns import read_pattern
from experiments.publish import carried, table
from experiments.publish.book.contents import Printed
from experiments.publish.book.options import BookOptions
from experiments.publish.book.words import minutes_words
from experiments.publish.choosing.digits import with_own_digits
from experiments.publish.choosing.judging import judged
from experiments.publish.choosing.order import in_order
from experiments.publish.choosing.picking import named_ones, pick
from experiments.publish.choosing.select import is_named
from experiments.publish.choosing.taken import without_taken
from experiments.publish.kind import LABEL, Drawing, Kind, TextOutput
from experiments.publish.loading import Loaded
from experiments.publish.options import PRINTED, ExportOptions
from experiments.publish.puzzle import ExportPuzzle
from experiments.publish.source import load
from experiments.publish.svg import letters, strokes
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

    rules: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "en": (
            "Write a digit from 1 to 9 into every empty cell.",
            "Each row, each column and each box with strong lines (3 by 3 cells) holds every digit from 1 to 9 once.",
            "There is one solution, and it can be found without guessing.",
        ),
        "ja": (
            "あいているマスに、1から9までの数字のどれかを入れましょう。",
            "どの行（ヨコ）、どの列（タテ）、太線で囲まれたどのブロック（3×3マス）にも、1から9までの数字が一つずつ入ります。",
            "答えは一つだけで、推理だけで解けます。",
        ),
    }
    example: ClassVar[Mapping[str, object] | None] = {
        "hints": "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
        "solution": "534678912672195348198342567859761423426853791713924856961537284287419635345286179",
    }
    has_techniques: ClassVar[bool] = True

    @property
    def texts(self) -> tuple[TextOutput[ExportPuzzle], ...]:
        return (
            TextOutput("csv", ".csv", "a table with scores", lambda puzzles, _: table.write(puzzles)),
            *(_exchange(form) for form in FORMATS.values()),
        )

    def owns(self, argument: str) -> bool:
        return True

    def load(self, arguments: list[str], options: ExportOptions, say: Callable[[str], None]) -> Loaded[ExportPuzzle]:
        return load(arguments, options.origin == "all", say)

    def choose(
        self,
        puzzles: list[ExportPuzzle],
        options: ExportOptions,
        say: Callable[[str], None],
        before: Sequence[ExportPuzzle] = (),
    ) -> list[ExportPuzzle]:
        author = options.book.author
        puzzles = [one if one.author or not author else replace(one, author=author) for one in puzzles]
        # numbers are those of the whole list
        puzzles = named_ones(puzzles, options.select)
        puzzles = _on_pattern(puzzles, options.pattern, say)
        puzzles = without_taken(puzzles, options, say, before)
        if options.needs_judging:
            puzzles = judged(puzzles, say)
        rest = [how for how in options.select if not is_named(how)]
        chosen = pick(puzzles, rest, options.max_alike, options.quota, say)
        chosen = in_order(chosen, options.order, options.book.dividers)
        return [with_own_digits(one, options.turn) if _is_renamed(one, options) else one for one in chosen]

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

    def printed(self, puzzle: ExportPuzzle, options: BookOptions) -> Printed:
        japanese = options.lang == "ja"
        grades = {grade.english: grade.japanese if japanese else grade.english for grade in GRADES}
        level, word = puzzle.level, puzzle.grade or ""
        if level is not None:
            word = grades[GRADES[level].english]
        shown = options.labels
        return Printed(
            number="",
            title=short(puzzle.title, LABEL),
            stars=level + 1 if shown and level is not None else 0,
            grade=short(word, _GRADE) if shown else "",
            minutes=minutes_words(puzzle.minutes, options.lang) if options.minutes else "",
            marks="".join("0" if ch == "." else "1" for ch in puzzle.hints),
            families=puzzle.techniques,
            page=0,
            solution_page=None,
        )

    def labels(self, puzzle: ExportPuzzle, options: BookOptions) -> dict[str, str]:
        families = {family.key: family.japanese if options.lang == "ja" else family.english for family in FAMILIES}
        mark = "、" if options.lang == "ja" else ", "
        techniques = mark.join(families.get(name, name) for name in puzzle.techniques)
        return {"techniques": short(techniques, LABEL), "answer": ""}

    def data(self, puzzle: ExportPuzzle) -> dict[str, object]:
        return {"hints": puzzle.hints, "solution": puzzle.solution}

    def size(self, puzzle: ExportPuzzle) -> tuple[float, float]:
        return _PNG_SIDE, _PNG_SIDE

    def drawing(self, puzzle: ExportPuzzle, solved: bool) -> Drawing:
        return grid_drawing(puzzle.hints, puzzle.solution if solved else None)


def _on_pattern(puzzles: list[ExportPuzzle], pattern: str | None, say: Callable[[str], None]) -> list[ExportPuzzle]:
    if pattern is None:
        return puzzles
    cells = read_pattern(pattern)
    kept = [puzzle for puzzle in puzzles if ((puzzle.grid > 0) == cells).all()]
    if len(kept) < len(puzzles):
        say(f"{len(puzzles) - len(kept)} of {len(puzzles)} puzzles left out: they stand on other hint cells")
    return kept


def _is_renamed(puzzle: ExportPuzzle, options: ExportOptions) -> bool:
    if options.digits is not None:
        return options.digits == "shuffled"
    return puzzle.of_run or options.turn or bool(options.names & PRINTED)


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

"""Which pages a book has, and what stands on each."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic

from experiments.names import short
from experiments.publish.book.contents import Contents, Printed, Sheet
from experiments.publish.book.layout import (
    Page,
    Slots,
    asks_for_gutter,
    check_grids,
    gutter_for,
    page_of,
    puzzle_slots,
    solution_slots,
    text_size,
)
from experiments.publish.book.options import BookOptions
from experiments.publish.book.parts import BookPart, named
from experiments.publish.book.titles import breakable, title_size
from experiments.publish.book.words import WORDS
from experiments.publish.kind import LABEL, Kind
from experiments.publish.loading import P

TITLE = 300
"""The longest title, in characters."""


@dataclass(frozen=True, slots=True)
class Chapter(Generic[P]):
    """Puzzles that stand together in a book."""

    puzzles: list[P]
    heading: str = ""
    """On a page before them, and at the head of theirs; empty for neither."""
    per_page: int | None = None
    """None for that of the book."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Everything about the pages of one book."""

    page: Page
    chapters: tuple[Slots, ...]
    """Places for the puzzles of each chapter."""
    solutions: Slots
    sheets: tuple[Sheet, ...]
    printed: tuple[Printed, ...]
    """The puzzles, with their pages."""
    contents: Contents
    """What the parts were told."""
    parts: tuple[BookPart, ...]

    @property
    def large(self) -> bool:
        """Whether it is large print."""
        return self.contents.large

    @property
    def puzzles(self) -> Slots:
        """Places for the puzzles of the first chapter."""
        return self.chapters[0]

    @property
    def slots(self) -> tuple[Slots, ...]:
        """All layouts, as sheets count them: those of the chapters, then that of the small solutions."""
        return (*self.chapters, self.solutions)

    @property
    def pages(self) -> int:
        """How many pages the book has."""
        return len(self.sheets)


def lay_out(kind: Kind[P], chapters: Sequence[Chapter[P]], options: BookOptions) -> Layout:
    """The layout of a book; each chapter holds at least one puzzle.

    Raises InputError for what does not exist or does not fit.
    """
    spine = options.gutter or 0.0
    if options.gutter is not None or not asks_for_gutter(options.paper):
        return _Planner(kind, chapters, options, spine).layout()
    for _ in range(3):  # a wider gutter makes smaller solutions, so perhaps other page counts
        layout = _Planner(kind, chapters, options, spine).layout()
        wanted = gutter_for(layout.pages)
        if wanted == spine:
            return layout
        spine = wanted
    return _Planner(kind, chapters, options, spine).layout()


class _Planner(Generic[P]):
    """Lays one book out for a given gutter."""

    def __init__(self, kind: Kind[P], chapters: Sequence[Chapter[P]], options: BookOptions, gutter: float) -> None:
        self.kind = kind
        self.options = options
        self.words = WORDS[options.lang]
        self.large = options.large_print
        self.page = page_of(options.paper, gutter, self.large)
        self.chapters = list(chapters)
        self.slots = tuple(map(self._slots, chapters))
        self.printed = self._printed()
        self.small = self._small()
        self.parts = self._parts()

    def _slots(self, chapter: Chapter[P]) -> Slots:
        per_page = self.options.per_page if chapter.per_page is None else chapter.per_page
        square = self.kind.square
        per_page = per_page if square else 1
        slots = puzzle_slots(self.page, per_page, self.options.label, large=self.large, square=square)
        check_grids(slots)
        return slots

    def _small(self) -> Slots:
        return solution_slots(self.page, len(self.printed), max(one.side for one in self.slots), large=self.large)

    def _printed(self) -> list[Printed]:
        found: list[Printed] = []
        for k, puzzle in enumerate(itertools.chain.from_iterable(one.puzzles for one in self.chapters)):
            number = self.words["number"].format(n=self.options.first_number + k)
            found.append(replace(self.kind.printed(puzzle, self.options), number=number))
        return found

    def _parts(self) -> tuple[BookPart, ...]:
        wanted = [*self.options.pages, *(["imprint"] if self.options.imprint else [])]
        return named(list(dict.fromkeys(wanted)))

    def layout(self) -> Layout:
        """Twice: page numbers are known only when all pages are."""
        sheets = list(self._sheets(self._contents(0)))
        self.printed = _with_pages(self.printed, sheets)
        contents = self._contents(len(sheets))
        sheets = tuple(self._sheets(contents))
        return Layout(self.page, self.slots, self.small, sheets, tuple(self.printed), contents, self.parts)

    def _contents(self, pages: int) -> Contents:
        o = self.options
        title = short(o.title, TITLE)
        size = text_size(self.large)
        return Contents(self.kind, o, title, self.page, self.large, size, self.words, self.printed, pages)

    def _sheets(self, contents: Contents) -> Iterator[Sheet]:
        done = 0
        for sheet in self._body(contents):
            yield sheet
            done += 1
        ends = list(self._of_parts("end", contents))
        while (done + len(ends)) % self.options.pad:
            yield Sheet("blank", numbered=False)
            done += 1
        yield from ends

    def _body(self, contents: Contents) -> Iterator[Sheet]:
        """All but padding and end."""
        done = 0
        if contents.title:
            yield Sheet("title", numbered=False, data=title_page(contents))
            done += 1
        for sheet in self._of_parts("front", contents):
            yield sheet
            done += 1
        first = 0
        for k, chapter in enumerate(self.chapters):
            for sheet in self._chapter(k, chapter, first, contents):
                if sheet.part == "puzzles" and self.options.solutions == "next" and done % 2:
                    # a solution on the back of its puzzle is never seen beside it
                    yield Sheet("blank", numbered=False)
                    done += 1
                yield sheet
                done += 1
            first += len(chapter.puzzles)
        yield from self._of_parts("back", contents)
        if self.options.solutions == "back":
            head = self.words["solutions"]
            for some in _chunks(range(len(self.printed)), self.small.number):
                yield Sheet("solutions", head, puzzles=some, slots=len(self.chapters))

    def _chapter(self, k: int, chapter: Chapter[P], first: int, contents: Contents) -> Iterator[Sheet]:
        heading = short(chapter.heading, LABEL)
        head = short(self.options.header if self.options.header is not None else heading or contents.title, LABEL)
        numbers = range(first, first + len(chapter.puzzles))
        if heading:
            yield Sheet("divider", numbered=False, data=self._divider(heading, 0, numbers))
        for group in self._groups(numbers):
            if self.options.dividers:
                one = self.printed[group[0]]
                grade = one.grade or self.words["ungraded"]
                yield Sheet("divider", numbered=False, data=self._divider(grade, one.stars, group))
            for some in _chunks(group, self.slots[k].number):
                yield Sheet("puzzles", head, puzzles=some, slots=k)
                if self.options.solutions == "next":
                    yield Sheet("solutions", head, puzzles=some, slots=k)

    def _groups(self, numbers: range) -> list[range]:
        """The puzzles of a chapter, those of one grade together where dividers part them."""
        if not self.options.dividers:
            return [numbers]
        groups: list[range] = []
        for _, same in itertools.groupby(numbers, lambda n: (self.printed[n].stars, self.printed[n].grade)):
            members = list(same)
            groups.append(range(members[0], members[-1] + 1))
        return groups

    def _divider(self, heading: str, stars: int, numbers: range) -> dict[str, Any]:
        first, last = (self.printed[n].number for n in (numbers[0], numbers[-1]))
        line = self.words["divider_one" if len(numbers) == 1 else "divider"].format(first=first, last=last)
        patterns = {self.printed[n].marks for n in numbers}
        return {
            "heading": breakable(heading),
            "heading_size": min(title_size(heading, self.page), 2.0 * text_size(self.large)),
            "stars": stars,
            "line": line,
            "motif": patterns.pop() if len(patterns) == 1 else "",
        }

    def _of_parts(self, place: str, contents: Contents) -> Iterator[Sheet]:
        for part in self.parts:
            if part.place == place:
                for data in part.pages(contents):
                    yield Sheet(part.name, numbered=part.numbered, data=data)


def title_page(contents: Contents) -> dict[str, Any]:
    """What the title page shows."""
    o = contents.options
    one, many = contents.kind.subtitles[o.lang]
    count = len(contents.puzzles)
    stars = sorted({p.stars for p in contents.puzzles if p.stars}) if o.labels else []
    ends = [f"{'★' * n}{'☆' * (5 - n)}" for n in ((stars[0], stars[-1]) if len(stars) > 1 else stars)]
    return {
        "title": breakable(contents.title),
        "title_size": title_size(contents.title, contents.page),
        "author": short(o.author, LABEL),
        "subtitle": one if count == 1 else many.format(n=count),
        "grades": contents.words["grades"].format(stars=("～" if o.lang == "ja" else " – ").join(ends)) if ends else "",
        "motif": contents.motif,
    }


def _chunks(numbers: range, size: int) -> Iterator[tuple[int, ...]]:
    for k in range(0, len(numbers), size):
        yield tuple(numbers[k : k + size])


def _with_pages(printed: Sequence[Printed], sheets: Sequence[Sheet]) -> list[Printed]:
    """The puzzles with the pages where they and their solutions stand."""
    places: dict[str, dict[int, int]] = {"puzzles": {}, "solutions": {}}
    for page, sheet in enumerate(sheets, 1):
        if sheet.part in places:
            for k in sheet.puzzles:
                places[sheet.part].setdefault(k, page)
    return [
        replace(one, page=places["puzzles"][k], solution_page=places["solutions"].get(k))
        for k, one in enumerate(printed)
    ]

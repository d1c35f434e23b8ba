"""From sources to files: what `hintsmith export` does."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from experiments.names import file_stem
from experiments.publish.book import Chapter
from experiments.publish.kind import Kind
from experiments.publish.kinds import kind_of, output
from experiments.publish.options import ExportOptions
from experiments.publish.outputs import Made
from experiments.publish.placing import place
from puzzles.errors import InputError


def export(options: ExportOptions, say: Callable[[str], None], wrote: Callable[[Path], None]) -> int:
    """Choose puzzles and write them.

    Args:
        options: what, how and where to.
        say: is told what was left out, one line each.
        wrote: is told each file.

    Returns:
        The exit code: 0 for all done, 1 when no puzzle was left, 2 when something could not be read or made. Raises
        InputError for what makes the whole impossible.
    """
    kind = kind_of(options)
    outputs = list({one.name: one for one in (output(kind, name) for name in options.formats)}.values())
    chapters, was_wrong = _chapters(kind, options, say)
    chosen = [puzzle for chapter in chapters for puzzle in chapter.puzzles]
    if not chosen:
        say("no puzzle is left to export")
        return 2 if was_wrong else 1
    made: list[Made] = []
    problems: list[str] = []
    for one in outputs:
        try:
            batch = one.make(chapters, options)
        except InputError as error:
            if len(outputs) == 1:
                raise
            problems.append(f"{one.name}: {error}")
            continue
        made += batch.files
        problems += [problem for problem in batch.problems if problem not in problems]
    for problem in problems:
        say(problem)
    if not made:
        return 2
    stem = file_stem(options.name or options.book.title or chosen[0].source)
    placed = place(options.out, stem, made, options)
    if placed.stem != stem:
        say(f"{placed.kept} is there already, so the files are called {placed.stem}")
    for path in placed.paths:
        wrote(path)
    if options.remember:
        kind.remember(chosen, (options.out / placed.stem).resolve().as_posix(), options, say)
    return 2 if was_wrong or problems else 0


def _chapters(kind: Kind[Any], options: ExportOptions, say: Callable[[str], None]) -> tuple[list[Chapter[Any]], bool]:
    """What each section chooses, and whether something could not be read."""
    chapters: list[Chapter[Any]] = []
    before: list[Any] = []
    was_wrong = False
    for section in options.parts:
        own = options.of(section)

        def tell(line: str, heading: str = section.heading) -> None:
            say(f"{heading}: {line}" if heading else line)

        loaded = kind.load(list(section.sources), own, tell)
        for problem in loaded.problems:
            say(problem)
        was_wrong = was_wrong or bool(loaded.problems)
        chosen = kind.choose(loaded.puzzles, own, tell, before)
        if section.heading and not chosen:
            tell("no puzzle is left for this section")
        chapters.append(Chapter(chosen, section.heading, section.per_page))
        before += chosen
    return chapters, was_wrong

"""From sources to files: what `hintsmith export` does."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from experiments.names import file_stem
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
    loaded = kind.load(list(options.sources))
    for problem in loaded.problems:
        say(problem)
    chosen = kind.choose(loaded.puzzles, options, say)
    if not chosen:
        say("no puzzle is left to export")
        return 2 if loaded.problems else 1
    made: list[Made] = []
    problems: list[str] = []
    for one in outputs:
        try:
            batch = one.make(chosen, options)
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
    return 2 if loaded.problems or problems else 0

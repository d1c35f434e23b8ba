"""`hintsmith pattern`: list, show, make and check hint patterns."""

from __future__ import annotations

from typing import Annotated

import typer

from experiments.cli import app

commands = typer.Typer(help="Hint patterns: list, show, make and check them.", no_args_is_help=True)
app.add_typer(commands, name="pattern", rich_help_panel="Make puzzles")


@commands.command("list")
def list_patterns() -> None:
    """Name the shipped patterns with their number of hints and their symmetries.

    Example: hintsmith pattern list
    """
    from puzzles.pattern import library, named_pattern, symmetries

    for name in library():
        pattern = named_pattern(name)
        print(f"{name:20} {int(pattern.sum()):2} hints  {', '.join(symmetries(pattern)) or '-'}")


@commands.command("show")
def show(
    name: Annotated[str, typer.Argument(metavar="NAME", help="A shipped pattern.")],
    as_json: Annotated[
        bool, typer.Option("--json", help="A JSON list of 81 of 0 and 1, as HINT_PATTERN of opthub needs it.")
    ] = False,
) -> None:
    """Draw a shipped pattern.

    Example: hintsmith pattern show heart
    """
    from puzzles.pattern import named_pattern, symmetries, to_text

    pattern = named_pattern(name)
    if as_json:
        import json

        print(json.dumps(pattern.astype(int).tolist()))
        return
    print(to_text(pattern))
    print(f"# {name}: {int(pattern.sum())} hints; {', '.join(symmetries(pattern)) or 'no symmetry'}")


@commands.command("make")
def make(
    symmetry: Annotated[
        str,
        typer.Option(
            help="none, half-turn, quarter-turn, left-right, top-bottom, diagonal, anti-diagonal, both-axes, "
            "both-diagonals or full."
        ),
    ] = "half-turn",
    count: Annotated[int, typer.Option(help="Hint cells.")] = 24,
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same pattern.")] = 0,
) -> None:
    """Make a random pattern with a symmetry, on which a puzzle exists.

    Example: hintsmith pattern make --symmetry quarter-turn --count 24 --seed 7
    """
    from generator.sudoku.pattern_maker import make_pattern
    from puzzles.grid import to_line
    from puzzles.pattern import to_text

    made = make_pattern(symmetry, count, seed)
    print(to_text(made.pattern))
    print(f"# {count} hints; {symmetry}; seed {seed}; a puzzle on it: {to_line(made.puzzle)}")


@commands.command("check")
def check(
    pattern: Annotated[
        str, typer.Argument(metavar="PATTERN", help="A shipped name, 81 marks, a file of patterns, or -.")
    ],
    seed: Annotated[int, typer.Option(min=0, help="For the puzzles that are looked for.")] = 0,
    tries: Annotated[int, typer.Option(min=1, max=1000, help="Puzzles to look for.")] = 5,
    budget: Annotated[
        int, typer.Option(min=1, help="Most propagations for one puzzle; two million take about a second.")
    ] = 2_000_000,
) -> None:
    """Say a pattern's symmetries and count, whether it can hold a puzzle, and how quickly one is found.

    The exit code is 1 when a pattern is refused or no puzzle was found on it.

    Example: hintsmith pattern check heart
    """
    import sys

    from puzzles.files import read_argument
    from puzzles.pattern import library, named_pattern

    bad_input = nothing_found = False
    if pattern in library():
        nothing_found = not _check(pattern, named_pattern(pattern), seed, tries, budget)
    else:
        for entry in read_argument(pattern, pattern=True):
            if entry.values is None:
                print(f"hintsmith: {entry.message}", file=sys.stderr)
                bad_input = True
                continue
            name = entry.title or (pattern if entry.source != "argument" else "pattern")
            if entry.source != "argument":
                name += f", line {entry.line}"
            nothing_found |= not _check(name, entry.values.astype(bool), seed, tries, budget)
    if bad_input or nothing_found:
        raise typer.Exit(2 if bad_input else 1)


def _check(name: str, pattern: object, seed: int, tries: int, budget: int) -> bool:
    """Print what is known of one (81,) bool pattern; True when a puzzle was found."""
    import time

    import numpy as np

    from generator.sudoku.feasibility import find, refusal
    from puzzles.grid import to_line
    from puzzles.pattern import symmetries

    cells = np.asarray(pattern, dtype=np.bool_)
    print(f"{name}: {int(cells.sum())} hints; {', '.join(symmetries(cells)) or 'no symmetry'}")
    reason = refusal(cells)
    if reason:
        print(f"  refused: {reason}")
        return False
    find(cells, 1, seed, budget=1)  # compiles, so that the time below is the search's own
    start = time.perf_counter()
    batch = find(cells, tries, seed, budget=budget, any_technique=True)
    seconds = time.perf_counter() - start
    found = len(batch.hints)
    print(f"  {found} of {tries} puzzles found, {seconds / tries:.3f} s each")
    if found:
        print(f"  {int(np.median(batch.steps))} propagations each in the median, for example")
        print(f"  {to_line(batch.hints[0])}")
    else:
        print(f"  none within {budget:,} propagations: nothing forbids one, but it may be rare")
    return found > 0

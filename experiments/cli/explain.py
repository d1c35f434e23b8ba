"""`hintsmith explain`: a walk through a puzzle, turn by turn, for a person."""

from __future__ import annotations

from typing import Annotated

import typer

from experiments.cli import app


@app.command("explain", rich_help_panel="Judge puzzles")
def explain(
    puzzle: Annotated[str, typer.Argument(metavar="PUZZLE", help="The puzzle, a file of puzzles, or -.")],
    lang: Annotated[str, typer.Option(help="Language of the words and technique names: en or ja.")] = "en",
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a line.")] = False,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the walk.")] = 0,
    walk: Annotated[str, typer.Option(help="policy or mcts.")] = "policy",
    no_x_wing: Annotated[bool, typer.Option("--no-x-wing", help="Leave the X-wing out.")] = False,
    families: Annotated[
        str, typer.Option(metavar="NAMES", help="Techniques beyond the six, as naked_subset,swordfish,xy_wing.")
    ] = "",
    levels: Annotated[
        str, typer.Option(help="competition, or people: levels that rank people's times better.")
    ] = "competition",
    turns: Annotated[str | None, typer.Option(metavar="A-B", help="Only these turns, as 3-7, 5 or 10-.")] = None,
) -> None:
    """Show how a puzzle is solved: each board, what was possible, what was done and why, difficulty and chain.

    An invalid puzzle gets a plain verdict; that is an answer, and the exit code stays 0.

    Example: hintsmith explain puzzle.txt --lang ja --turns 1-5
    """
    import json
    import sys

    from experiments.explain import checked_language, to_json
    from experiments.explain import explain as explained
    from experiments.settings import make_settings
    from puzzles.files import read_arguments

    words = checked_language(lang)
    first, last = _range(turns)
    settings = make_settings(walk=walk, seed=seed, x_wing=not no_x_wing, families=families, levels=levels)
    bad = False
    for number, entry in enumerate(read_arguments([puzzle])):
        if entry.values is None:
            print(f"hintsmith: {entry.message}", file=sys.stderr)
            bad = True
            continue
        explanation = explained(entry.values, settings)
        if as_json:
            print(json.dumps(to_json(explanation, words, first, last), ensure_ascii=False))
            continue
        from rich.console import Console

        from experiments.explain.terminal import draw

        console = Console(highlight=False, emoji=False)
        if number:
            console.print()
        if entry.title:
            console.print(entry.title, markup=False)
        draw(explanation, console, words, first, last)
    if bad:
        raise typer.Exit(2)


def _range(text: str | None) -> tuple[int, int | None]:
    """`3-7`, `5`, `10-` or `-4` as first and last turn. Raises InputError."""
    from puzzles.errors import InputError

    if text is None:
        return 1, None
    first, dash, last = text.strip().partition("-")
    parts = [part.strip() for part in (first, last if dash else first)]
    if not any(parts) or not all(part == "" or (part.isascii() and part.isdecimal()) for part in parts):
        raise InputError(f"--turns {text!r}: two turns such as 3-7 are needed")
    a, b = int(parts[0] or 1), int(parts[1]) if parts[1] else None
    if a < 1 or (b is not None and b < a):
        raise InputError(f"--turns {text!r}: turns count from 1, the first must not be after the last")
    return a, b

"""`hintsmith evaluate`"""

from __future__ import annotations

from typing import Annotated

import typer


def evaluate(
    puzzles: Annotated[
        list[str] | None, typer.Argument(help="Puzzles, files of puzzles, or - for standard input.")
    ] = None,
    json_: Annotated[bool, typer.Option("--json", help="One JSON object a line.")] = False,
    trace: Annotated[bool, typer.Option("--trace", help="With --json: the first walk too.")] = False,
    walks: Annotated[int, typer.Option(min=1, help="Walks per puzzle.")] = 32,
    walk: Annotated[str, typer.Option(help="policy or mcts.")] = "policy",
    seed: Annotated[int, typer.Option(min=0, help="Seed of the walks.")] = 0,
    pattern: Annotated[str | None, typer.Option(help="Hold hints against this pattern.")] = None,
    x_wing: Annotated[bool, typer.Option("--x-wing/--no-x-wing", help="Whether X-wings may be used.")] = True,
    families: Annotated[
        str, typer.Option(metavar="NAMES", help="Techniques beyond the six, as naked_subset,swordfish,xy_wing.")
    ] = "",
    levels: Annotated[
        str, typer.Option(help="competition, or people: levels that rank people's times better.")
    ] = "competition",
    uniqueness: Annotated[str, typer.Option(help="exact or qubo: who judges what deduction leaves open.")] = "exact",
    workers: Annotated[int, typer.Option(min=0, help="Number of workers; 0 for one per core.")] = 1,
) -> None:
    """Score puzzles: validity, tension f1, chain f2, in the order they were read.

    Example: hintsmith evaluate puzzles.txt --json --walks 1000
    """
    import sys

    from evaluation.score import scores_of
    from experiments.evaluating import evaluate_chunks, to_records, to_words
    from experiments.settings import make_settings
    from puzzles.files import read_arguments

    entries = read_arguments(puzzles or ["-"])
    settings = make_settings(
        walks=walks, walk=walk, seed=seed, x_wing=x_wing, families=families, levels=levels, uniqueness=uniqueness
    )
    bad = 0
    for chunk, table in evaluate_chunks(entries, settings, pattern, workers):
        lines = iter(to_records(table, settings, trace) if json_ else map(to_words, scores_of(table)))
        for entry in chunk:
            if entry.record is None:
                bad += 1
                print(f"hintsmith: {entry.message}", file=sys.stderr)
            else:
                print(next(lines))
    if bad:
        raise typer.Exit(2)

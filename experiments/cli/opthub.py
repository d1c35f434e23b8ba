"""`hintsmith opthub`: the evaluator that an optimisation platform runs, by the competition's protocol."""

from __future__ import annotations

from typing import Annotated

import typer

from experiments.cli import app


@app.command("opthub", rich_help_panel="Judge puzzles")
def opthub(
    stream: Annotated[
        bool, typer.Option("--stream", help="Answer every line of standard input with a line, in one process.")
    ] = False,
    indicator: Annotated[
        bool,
        typer.Option(
            "--indicator",
            help="Be the platform's indicator instead: the trial to be scored on the first line, a list of those "
            "before it on the second; HV_REF_POINT may be set.",
        ),
    ] = False,
) -> None:
    """Score one solution: a JSON list of 81 integers on standard input, a JSON object as the last line of the output.

    Settings are environment variables: HINT_PATTERN (JSON list of 81 of 0/1), X_WING and MULTI_OBJECTIVE (true or
    false), OBJECTIVE_WEIGHT (JSON list of two, for a single objective); HINTSMITH_SEED and HINTSMITH_WALKS may be set.
    The exit code is 0 also on an error, which the object then names. `constraint` holds the measures of
    pattern, rules, uniqueness and techniques, 0 where satisfied. Invalid hints have no objective: it is null.

    Example: echo "[0, 5, 0, …]" | HINT_PATTERN="[0, 1, 0, …]" X_WING=true MULTI_OBJECTIVE=true hintsmith opthub
    """
    import json
    import os
    import sys

    from puzzles.errors import InputError

    if stream and indicator:
        raise InputError("--stream and --indicator: choose one of them")
    if indicator:
        from experiments.indicator import indicate

        print(json.dumps(indicate(sys.stdin.buffer, os.environ), ensure_ascii=False))
        return
    from experiments.opthub import answer, answers

    given = answers(sys.stdin.buffer, os.environ) if stream else [answer(sys.stdin.buffer, os.environ)]
    for one in given:
        print(json.dumps(one, ensure_ascii=False), flush=True)

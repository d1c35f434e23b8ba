"""`hintsmith solve`"""

from __future__ import annotations

from typing import Annotated

import typer

from qubo.catalogue import AUTO, one_of_the_backends


def solve(
    puzzle: Annotated[str | None, typer.Argument(help="A puzzle, a file of puzzles, or - for standard input.")] = None,
    nonogram: Annotated[str | None, typer.Option(help="A file of nonograms instead, or -.")] = None,
    method: Annotated[str, typer.Option(help="exact, or qubo with the exact search as certificate.")] = "exact",
    backend: Annotated[str, typer.Option(help=f"The QUBO solver: {one_of_the_backends()}.")] = AUTO,
    time_limit: Annotated[float, typer.Option(help="Seconds for the QUBO searches of one puzzle.")] = 1.0,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the QUBO searches.")] = 0,
    certificate: Annotated[bool, typer.Option(help="Let the exact search decide what QUBO could not.")] = True,
    json_: Annotated[bool, typer.Option("--json", help="One JSON object a line.")] = False,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Tell how the verdict was reached.")] = False,
) -> None:
    """Solve a puzzle and tell whether its solution is the only one.

    Example: hintsmith solve puzzle.txt --method qubo --backend annealing --verbose
    """
    import sys

    from experiments.solving import as_json, as_words, open_backend, solve_grid, solve_picture
    from puzzles.errors import InputError
    from qubo.backends import BackendLostError, check_budget

    if method not in ("exact", "qubo"):
        raise InputError(f"--method: {method!r} is neither exact nor qubo")
    if (puzzle is None) == (nonogram is None):
        raise InputError("solve: a puzzle, or --nonogram with a file, is needed (and not both)")
    check_budget(time_limit, seed)
    solver = open_backend(backend) if method == "qubo" else backend
    if nonogram is not None:
        from experiments.nonograms import read_nonograms

        found = read_nonograms(nonogram)
        problems = [one.message for one in found if one.puzzle is None]
        pictures = [one.puzzle for one in found if one.puzzle is not None]
        answers = (solve_picture(one, method, solver, time_limit, seed, certificate) for one in pictures)
    else:
        from puzzles.files import read_arguments

        entries = read_arguments([puzzle or ""])
        problems = [entry.message for entry in entries if entry.values is None]
        grids = [entry.values for entry in entries if entry.values is not None]
        answers = (solve_grid(grid, method, solver, time_limit, seed, certificate) for grid in grids)
    for problem in problems:
        print(f"hintsmith: {problem}", file=sys.stderr)
    try:
        for answer in answers:
            print(as_json(answer) if json_ else as_words(answer, verbose))
    except BackendLostError as error:
        raise InputError(f"{error}; choose another --backend, or leave the certificate on") from None
    if problems:
        raise typer.Exit(2)

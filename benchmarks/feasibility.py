"""How long a valid puzzle takes on each pattern of some files, on one core.

    python benchmarks/feasibility.py FILE... [--count N] [--seed S] [--kind singles|locked|any] [--patterns]

Prints a markdown table: for each file (and with `--patterns` for each pattern, and for each number of
hints in a file that mixes them) the mean, median and maximum seconds per valid puzzle, and the
puzzles that were not found within the budget. Every puzzle is checked by the exact counter. A name of
the shipped library, such as `eccomp2024-24`, may stand in place of a file.
"""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import dataclass

import numpy as np

from generator.sudoku.feasibility import DEFAULT_BUDGET, find
from puzzles.errors import InputError
from puzzles.files import read_argument
from puzzles.pattern import Pattern, library, named_pattern, to_marks
from puzzles.solutions import count_batch


@dataclass(frozen=True, slots=True)
class Row:
    """The measurements of one pattern."""

    name: str
    hints: int
    seconds: list[float]
    """One a puzzle, found or not: the time of an unsuccessful search counts in the mean."""
    failures: int
    refused: str | None = None


def measure(name: str, pattern: Pattern, count: int, seed: int, kind: str, budget: int) -> Row:
    """Time `count` searches on one pattern, each with a seed of its own. Raises SystemExit on a wrong puzzle."""
    seconds: list[float] = []
    failures = 0
    for k in range(count):
        begin = time.perf_counter()
        try:
            batch = find(
                pattern, 1, seed + k, budget=budget, singles_only=kind == "singles", any_technique=kind == "any"
            )
        except InputError as error:
            return Row(name, int(pattern.sum()), [], 0, str(error))
        seconds.append(time.perf_counter() - begin)
        failures += batch.failures
        if (count_batch(batch.hints).counts != 1).any() or ((batch.hints > 0) != pattern).any():
            sys.exit(f"{name}, seed {seed + k}: not a valid puzzle on the pattern")
    return Row(name, int(pattern.sum()), seconds, failures)


def line(label: str, rows: list[Row]) -> str:
    """One line of the table for the searches of all these rows together."""
    seconds = np.array([s for row in rows for s in row.seconds])
    hints = sorted({row.hints for row in rows})
    spread = f"{hints[0]}" if len(hints) == 1 else f"{hints[0]}-{hints[-1]}"
    refused = [row.refused for row in rows if row.refused]
    if not len(seconds):
        return f"| {label} | {spread} | 0 | refused: {refused[0]} | | | |"
    failures = f"{sum(row.failures for row in rows)}" + (f", {len(refused)} patterns refused" if refused else "")
    return (
        f"| {label} | {spread} | {len(seconds)} | {seconds.mean():.5f} | {np.median(seconds):.5f} | "
        f"{seconds.max():.5f} | {failures} |"
    )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.add_argument("--count", type=int, default=10, help="puzzles for each pattern")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--budget", type=int, default=DEFAULT_BUDGET, help="propagations for one puzzle")
    parser.add_argument("--kind", choices=("singles", "locked", "any"), default="locked")
    parser.add_argument("--patterns", action="store_true", help="a line for each pattern too")
    options = parser.parse_args()

    print("compiling ...", file=sys.stderr)
    warm = named_pattern("eccomp2024-24")
    measure("", warm, 1, 0, options.kind, options.budget)
    print("| patterns | hints | searches | mean s | median s | maximum s | failures |")
    print("|---|---|---|---|---|---|---|")
    for file in options.files:
        try:
            entries = [] if file in library() else read_argument(file, pattern=True)
        except InputError as error:
            sys.exit(str(error))
        patterns = [(file, named_pattern(file))] if file in library() else []
        for entry in entries:
            if entry.values is None:
                print(entry.message, file=sys.stderr)
            else:
                patterns.append((f"{entry.source}, line {entry.line}", entry.values.astype(bool)))
        rows = [measure(name, p, options.count, options.seed, options.kind, options.budget) for name, p in patterns]
        if options.patterns:
            for row, (_, pattern) in zip(rows, patterns, strict=True):
                print(line(f"`{to_marks(pattern)}`", [row]), flush=True)
        sizes = sorted({row.hints for row in rows})
        if len(sizes) > 1:
            for size in sizes:
                print(line(f"{file}, {size} hints", [row for row in rows if row.hints == size]), flush=True)
        if rows:
            print(line(file, rows), flush=True)


if __name__ == "__main__":
    main()

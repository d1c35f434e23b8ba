"""How fast the exact counter is, on copies of puzzles that it has not seen before.

    python benchmarks/counter.py FILE... [--grids N] [--rounds N] [--seed N]

Each file's puzzles are copied with digits renamed, rows and columns shuffled within their chutes, the chutes shuffled,
and half of them transposed, until there are at least N grids: a processor that meets the same 250 puzzles again and
again learns their branches by heart. The same is measured with one hint removed from each grid. Counting stops at the
second solution. Prints markdown: the verdicts, the branches (guesses) per grid, and grids per second of the processor,
the median of the rounds. The sets take turns.
"""

from __future__ import annotations

import argparse
import os
import platform
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from evaluation_speed import cpu_name, without_one_hint
from numpy.typing import NDArray

from puzzles.errors import InputError
from puzzles.files import read_argument
from puzzles.solutions import Solutions, count_batch


def read(file: str) -> NDArray[np.uint8]:
    """(n, 81): the puzzles of a file as they are. Raises SystemExit without any."""
    try:
        entries = read_argument(file)
    except InputError as error:
        sys.exit(str(error))
    grids = [e.values for e in entries if e.values is not None]
    if not grids:
        sys.exit(f"{file}: no puzzle in it")
    return np.array(grids, dtype=np.uint8)


def shuffled_copy(grid: NDArray[np.uint8], random: np.random.Generator) -> NDArray[np.uint8]:
    """(81,): the same puzzle with digits, lines and chutes shuffled, and perhaps transposed."""
    rows, columns = (np.concatenate([3 * c + random.permutation(3) for c in random.permutation(3)]) for _ in range(2))
    copy = grid.reshape(9, 9)[rows][:, columns]
    if random.random() < 0.5:
        copy = copy.T
    names = np.concatenate([[0], 1 + random.permutation(9)]).astype(np.uint8)
    return names[copy.reshape(81)]


@dataclass(slots=True)
class GridSet:
    """Grids that are counted together."""

    name: str
    grids: NDArray[np.uint8]
    counted: Solutions
    seconds: list[float] = field(default_factory=list[float])
    """Of the processor, one a round."""

    def row(self) -> str:
        """Of the table."""
        rates = len(self.grids) / np.array(self.seconds)
        shares = [f"{(self.counted.counts == n).mean():.0%}" for n in range(3)]
        figures = f"{self.counted.branches.mean():.2f} | {np.median(rates):.0f} | {rates.min():.0f}-{rates.max():.0f}"
        return f"| {self.name} | {len(self.grids)} | {' / '.join(shares)} | {figures} |"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.add_argument("--grids", type=int, default=4_000, help="at least so many copies of each file's puzzles")
    parser.add_argument("--rounds", type=int, default=9, help="rounds; each rate is their median")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if options.rounds < 1 or options.grids < 1:
        parser.error("--rounds and --grids must be at least 1")
    random = np.random.default_rng(options.seed)
    sets: list[GridSet] = []
    for file in options.files:
        puzzles = read(file)
        copies = np.repeat(puzzles, -(-options.grids // len(puzzles)), axis=0)
        grids = np.array([shuffled_copy(grid, random) for grid in copies])
        fewer = without_one_hint(grids)
        sets.append(GridSet(Path(file).name, grids, count_batch(grids)))
        sets.append(GridSet(f"{Path(file).name}, one hint removed", fewer, count_batch(fewer)))
    for _ in range(options.rounds):
        for measured in sets:
            begin = time.process_time()
            count_batch(measured.grids)
            measured.seconds.append(time.process_time() - begin)
    print(f"{cpu_name()}, {os.cpu_count()} cores, one used; Python {platform.python_version()}.\n")
    print("| file | grids | none / one / several | branches per grid | grids per second | lowest-highest |")
    print("|---|---:|---|---:|---:|---|")
    for measured in sets:
        print(measured.row())


if __name__ == "__main__":
    main()

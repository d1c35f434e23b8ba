"""How fast puzzles are evaluated and their solutions counted, on one core.

    python benchmarks/evaluation_speed.py FILE... [--rounds N] [--starts N] [--no-start]

Prints markdown: evaluations per second with one walk and with 32 walks, exact counts per second of the
puzzles as they are and with one hint removed, and the seconds that a fresh process takes to its first
evaluation with an empty and with a filled kernel cache. The measures take turns, round by round, so that a
busy spell of the machine does not fall on one of them; each figure is the median of the rounds. Rates are per
second of the processor, so that other work on the machine does not count; starts are given in both, elapsed and
processor seconds. The ratio is the figure over the project's target, for (elapsed) seconds the target over the
figure: 1 or more is reached.
"""

from __future__ import annotations

import argparse
import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from evaluation.difficulty import hardest_families_needed
from evaluation.settings import EvaluationSettings, UniquenessSettings
from evaluation.solver.batch import BatchEvaluator
from generator.search.judging import Task, judge
from generator.search.racing import no_race
from generator.sudoku.problem import SudokuProblem
from puzzles.canonical import relabel_batch
from puzzles.errors import InputError
from puzzles.files import read_argument
from puzzles.solutions import count_batch

TARGETS = {
    "one walk": 5000.0,
    "32 walks": 250.0,
    "exact count": 130_000.0,
    "exact count, one hint removed": 80_000.0,
}
"""Puzzles per second, on one core."""
START_TARGETS = {"cold": 15.0, "warm": 1.5}
"""Seconds to the first evaluation."""
_FIRST = """
import numpy as np
from evaluation.solver.batch import BatchEvaluator
from evaluation.settings import EvaluationSettings
line = "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3.."
hints = np.array([[0 if ch == "." else int(ch) for ch in line]], np.uint8)
scores = BatchEvaluator(EvaluationSettings()).scores(hints)
assert scores.turns[0, 0] > 0
"""


@dataclass(frozen=True, slots=True)
class Measure:
    """One thing to do again and again, and what was measured of it."""

    name: str
    number: int
    """Puzzles a round."""
    work: Callable[[], object]
    seconds: list[float]
    """Of the processor, one a round."""


def read(file: str) -> NDArray[np.uint8]:
    """(n, 81): the puzzles of a file with exactly one solution, relabelled. Raises SystemExit without any."""
    try:
        entries = read_argument(file)
    except InputError as error:
        sys.exit(str(error))
    for entry in entries:
        if entry.values is None:
            print(entry.message, file=sys.stderr)
    hints = np.array([e.values for e in entries if e.values is not None], dtype=np.uint8).reshape(-1, 81)
    hints = hints[count_batch(hints).counts == 1]
    if not len(hints):
        sys.exit(f"{file}: no puzzle with one solution in it")
    return relabel_batch(hints)


def without_one_hint(hints: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The same puzzles, each without one of its hints, drawn with a fixed seed."""
    random = np.random.default_rng(0)
    fewer = hints.copy()
    for row in fewer:
        row[random.choice(np.flatnonzero(row))] = 0
    return fewer


def measures(hints: NDArray[np.uint8]) -> list[Measure]:
    """What is measured of one file."""
    one = BatchEvaluator(EvaluationSettings(walks=1))
    many = BatchEvaluator(EvaluationSettings(walks=32))
    some = hints[:100]
    worker = SudokuProblem(hints.any(axis=0), EvaluationSettings(walks=1, uniqueness=UniquenessSettings("exact")))
    fewer = without_one_hint(hints)
    return [
        Measure("one walk", len(hints), lambda: one.scores(hints), []),
        Measure("one walk and the hardest family: the kernels", len(hints), lambda: kernels(one, hints), []),
        Measure("judge as a worker does, 100 at a time", len(hints), lambda: judge_all(worker, hints), []),
        Measure("32 walks", len(some), lambda: many.scores(some), []),
        Measure("exact count", len(hints), lambda: count_batch(hints), []),
        Measure("exact count, one hint removed", len(fewer), lambda: count_batch(fewer), []),
    ]


def kernels(batch: BatchEvaluator, hints: NDArray[np.uint8]) -> None:
    """All that kernels do for one judged puzzle."""
    batch.scores(relabel_batch(hints))
    hardest_families_needed(hints)


def judge_all(problem: SudokuProblem, hints: NDArray[np.uint8]) -> None:
    """The same puzzles through what workers run, in the batches of a search."""
    for at in range(0, len(hints), 100):
        some = hints[at : at + 100]
        seeds, first = np.zeros(len(some), np.uint64), np.zeros(len(some), np.int64)
        judge(Task(problem, problem.recipes(some), seeds, first, no_race(len(problem.goals))))


def start_seconds(cache: str) -> tuple[float, float]:
    """Seconds that a fresh process takes, from its start to the end of its first evaluation: wall and processor."""
    root = Path(__file__).resolve().parent.parent
    environment = os.environ | {"HINTSMITH_CACHE_DIR": cache, "PYTHONPATH": str(root)}
    begin, before = time.perf_counter(), os.times()
    subprocess.run([sys.executable, "-c", _FIRST], env=environment, check=True)
    end, after = time.perf_counter(), os.times()
    busy = after.children_user + after.children_system - before.children_user - before.children_system
    return end - begin, busy


def cpu_name() -> str:
    """The kind of processor, such as `Intel(R) Xeon(R) @ 2.60GHz`."""
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def spread(values: NDArray[np.float64], form: str) -> str:
    """`low-high` of the rounds."""
    return f"{values.min():{form}}-{values.max():{form}}"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.add_argument("--rounds", type=int, default=9, help="rounds; each figure is their median")
    parser.add_argument("--starts", type=int, default=3, help="fresh processes for each kind of start")
    parser.add_argument("--no-start", action="store_true", help="leave out the starts of fresh processes")
    options = parser.parse_args()
    if options.rounds < 1 or options.starts < 1:
        parser.error("--rounds and --starts must be at least 1")

    sets = [(file, measures(read(file))) for file in options.files]
    print("compiling ...", file=sys.stderr)
    everything = [measure for _, group in sets for measure in group]
    for measure in everything:
        measure.work()
    for _ in range(options.rounds):
        for measure in everything:
            begin = time.process_time()
            measure.work()
            measure.seconds.append(time.process_time() - begin)

    print(
        f"{cpu_name()}, {os.cpu_count()} cores, one used; {platform.system()}; {datetime.now(UTC):%Y-%m-%d}; ", end=""
    )
    print(f"Python {platform.python_version()}, numba {version('numba')}, numpy {version('numpy')}; ", end="")
    print(f"median of {options.rounds} rounds.\n")
    print("| file | puzzles | measure | per processor second | lowest-highest | target | ratio |")
    print("|---|---|---|---|---|---|---|")
    for file, group in sets:
        for measure in group:
            rates = measure.number / np.array(measure.seconds)
            rate = float(np.median(rates))
            target = TARGETS.get(measure.name)
            goal = f"{target:.0f} | {rate / target:.2f}" if target else "- | -"
            name = f"{Path(file).name} | {measure.number} | {measure.name}"
            print(f"| {name} | {rate:.0f} | {spread(rates, '.0f')} | {goal} |")
    if options.no_start:
        return
    print("\n| start of a process | seconds to the first evaluation | lowest-highest | processor | target | ratio |")
    print("|---|---|---|---|---|---|")
    seconds: dict[str, list[tuple[float, float]]] = {"cold": [], "warm": []}
    for _ in range(options.starts):
        with tempfile.TemporaryDirectory() as cache:
            for kind in seconds:
                seconds[kind].append(start_seconds(cache))
    for kind, taken in seconds.items():
        wall, busy = np.array(taken).T
        middle, target = float(np.median(wall)), START_TARGETS[kind]
        figures = f"{middle:.2f} | {spread(wall, '.2f')} | {np.median(busy):.2f}"
        print(f"| {kind} cache | {figures} | {target:g} | {target / middle:.2f} |")


if __name__ == "__main__":
    main()

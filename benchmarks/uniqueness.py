"""How the QUBO solvers judge uniqueness, against the exact counter.

    python benchmarks/uniqueness.py [FILE...] [--backend NAME]... [--time-limit S] [--seed N] [--count N]

For each file of puzzles (`shipped`, the default, stands for the puzzles that come with the software), for the
same with one hint of each taken out at random, and for each backend it prints one row of a markdown table:

- alone: the solver without certificate. Wrong verdicts (a "multiple" or "none" that is not so, or a
  certified "unique" that is not so), refuted of the non-unique ones, and the time for a verdict.
- certified: the solver with the exact counter behind it. Wrong verdicts and the time for a verdict, and
  what settled it: propagation, the whole remainder, a window, exhaustion, or the exact counter.
- batch: milliseconds a grid of `settle`, the form that runs use, evaluation included, and its wrong verdicts.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from evaluation.evaluator import Evaluator
from evaluation.score import scores_of
from evaluation.settings import EvaluationSettings, UniquenessSettings
from evaluation.shipped import shipped_puzzles
from puzzles.errors import InputError
from puzzles.files import read_argument
from puzzles.solutions import count_batch
from qubo.backends import BACKENDS
from qubo.search import Verdict, decide
from qubo.sudoku_model import SudokuModel

_NAMES = ("none", "unique", "multiple")
_HOW = ("propagation", "whole", "window", "exhaustive", "exact")


@dataclass(frozen=True, slots=True)
class Row:
    """One backend on one set."""

    name: str
    backend: str
    puzzles: int
    non_unique: int
    alone_wrong: int
    refuted: int
    alone_seconds: NDArray[np.float64]
    wrong: int
    seconds: NDArray[np.float64]
    how: Counter[str]
    batch_seconds: float
    batch_wrong: int


def without_one_hint(grids: NDArray[np.uint8], seed: int) -> NDArray[np.uint8]:
    """The same puzzles, one hint of each taken out."""
    rng = np.random.default_rng(seed)
    cut = grids.copy()
    for grid in cut:
        grid[rng.choice(np.flatnonzero(grid))] = 0
    return cut


def settled_by(verdict: Verdict) -> str:
    """Which stage reached the verdict."""
    if verdict.method != "qubo":
        return verdict.method
    window = None if verdict.model is None else verdict.model.window
    return "whole" if window is not None and window.startswith("whole") else "window"


def is_wrong(verdict: Verdict, truth: str) -> bool:
    """Whether a verdict says what is not so; "unique" without certificate is a miss, not a claim."""
    return verdict.verdict != truth and (verdict.certified or verdict.verdict != "unique")


def measure(name: str, grids: NDArray[np.uint8], backend: str, time_limit: float, seed: int) -> Row:
    """All measurements of one backend on one set."""
    truth = [_NAMES[n] for n in count_batch(grids, 2).counts.tolist()]
    decide(SudokuModel(grids[0]), backend=backend, time_limit=time_limit, seed=seed)
    runs: dict[bool, list[Verdict]] = {}
    seconds: dict[bool, NDArray[np.float64]] = {}
    for certificate in (False, True):
        runs[certificate] = []
        taken: list[float] = []
        for grid in grids:
            started = time.perf_counter()
            verdict = decide(
                SudokuModel(grid), backend=backend, time_limit=time_limit, seed=seed, certificate=certificate
            )
            taken.append(time.perf_counter() - started)
            runs[certificate].append(verdict)
        seconds[certificate] = np.array(taken)
    started = time.perf_counter()
    asked = UniquenessSettings("qubo", backend, "singles", seed=seed)
    batch = Evaluator(EvaluationSettings(uniqueness=asked)).evaluate(grids)
    batch_seconds = (time.perf_counter() - started) / len(grids)
    return Row(
        name=name,
        backend=backend,
        puzzles=len(grids),
        non_unique=truth.count("multiple"),
        alone_wrong=sum(is_wrong(v, t) for v, t in zip(runs[False], truth, strict=True)),
        refuted=sum(v.verdict == t == "multiple" for v, t in zip(runs[False], truth, strict=True)),
        alone_seconds=seconds[False],
        wrong=sum(v.verdict != t for v, t in zip(runs[True], truth, strict=True)),
        seconds=seconds[True],
        how=Counter(settled_by(v) for v in runs[True]),
        batch_seconds=batch_seconds,
        batch_wrong=sum(score.verdict != t for score, t in zip(scores_of(batch), truth, strict=True)),
    )


def line(row: Row) -> str:
    """The row as markdown."""
    alone, full = 1000 * row.alone_seconds, 1000 * row.seconds
    share = " / ".join(f"{100 * row.how[how] / row.puzzles:.1f}" for how in _HOW)
    refuted = f"{row.refuted}/{row.non_unique}" + (
        f" ({100 * row.refuted / row.non_unique:.1f} %)" if row.non_unique else ""
    )
    return (
        f"| {row.name} | {row.backend} | {row.puzzles} | {row.alone_wrong} | {refuted} "
        f"| {np.median(alone):.1f} / {alone.mean():.1f} / {alone.max():.0f} | {row.wrong} "
        f"| {np.median(full):.1f} / {full.mean():.1f} / {full.max():.0f} | {share} "
        f"| {1000 * row.batch_seconds:.2f} | {row.batch_wrong} |"
    )


def main() -> int:
    """Measure and print; 2 on bad input."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("files", nargs="*", default=["shipped"], help="files of puzzles, or `shipped`")
    parser.add_argument("--backend", action="append", choices=list(BACKENDS), help="may be given several times")
    parser.add_argument("--time-limit", type=float, default=1.0, help="seconds a puzzle")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=None, help="only the first N puzzles of each set")
    options = parser.parse_args()
    sets: list[tuple[str, NDArray[np.uint8]]] = []
    try:
        for name in options.files:
            if name == "shipped":
                grids = [puzzle.hints for puzzle in shipped_puzzles()]
            else:
                grids = [e.values for e in read_argument(name) if e.values is not None]
            sets.append((name.rsplit("/", 1)[-1], np.array(grids, np.uint8)))
    except InputError as error:
        print(f"uniqueness: {error}", file=sys.stderr)
        return 2
    print("| set | backend | puzzles | alone: wrong | alone: refuted | alone: ms median / mean / max "
          "| certified: wrong | certified: ms median / mean / max | settled by " + " / ".join(_HOW) + ", % "
          "| batch: ms a grid | batch: wrong |")  # fmt: skip
    print("|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|")
    for name, grids in sets:
        chosen = grids[: options.count]
        for title, puzzles in ((name, chosen), (f"{name}, one hint less", without_one_hint(chosen, options.seed))):
            for backend in options.backend or ("easy", "exhaustive", "annealing"):
                print(line(measure(title, puzzles, backend, options.time_limit, options.seed)), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())

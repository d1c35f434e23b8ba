"""Our search against simpler methods, at equal evaluations and at equal walks.

    python benchmarks/search.py --results FILE [--seeds N] [--evaluations N] [--pattern NAME ...] [--method NAME ...]
                                [--walks N ...] [--plot FILE] [--summary]

Each run gets the same number of evaluations with the same number of walks. What it claims in the end, the
non-dominated puzzles of all it has seen, is judged again with 1,000 fresh walks that no method has met. Runs
are appended to the results file, one JSON object a line, and a run that stands there is not done again: so the
work may be stopped, or shared by processes (`--share 1/2` and `--share 2/2`). At the end, or alone with
`--summary`, the tables: medians, spread, processor seconds, shrinkage, and in how many seeds ours won.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
from baselines import hill_climbing, ours, random_valid, stock_nsga2
from baselines.contest import Contest, validated

from generator.search.fronts import hypervolume
from generator.search.problem import points
from puzzles.pattern import named_pattern

METHODS: dict[str, tuple[str, Callable[[Contest], None]]] = {
    "random": ("random valid puzzles", random_valid.search),
    "stock": ("stock NSGA-II", stock_nsga2.search),
    "climbing": ("hill climbing", hill_climbing.search),
    "climbing-repair": ("hill climbing with our repair", lambda contest: hill_climbing.search(contest, True)),
    "ours": ("ours", ours.search),
}
PATTERNS = ("eccomp2024-24", "eccomp2024-20")


@dataclass(frozen=True, slots=True)
class Result:
    """One run; hypervolumes to (0, 0)."""

    pattern: str
    method: str
    walks: int
    seed: int
    evaluations: int
    claimed: float
    validated: float
    front: int
    seconds: float
    """Of the processor, without the validation."""


def contest(pattern: str, method: str, walks: int, seed: int, evaluations: int) -> Result:
    """One run of one method. Raises AssertionError when a method spends more than it was given."""
    given = Contest(named_pattern(pattern), seed, evaluations, walks)
    begin = time.process_time()
    METHODS[method][1](given)
    seconds = time.process_time() - begin
    assert given.spent <= evaluations, f"{method} spent {given.spent} of {evaluations} evaluations"
    rows = given.archive.rows
    fresh = None if rows is None else validated(given, rows)
    return Result(
        pattern,
        method,
        walks,
        seed,
        evaluations,
        given.archive.hypervolume(),
        0.0 if fresh is None else hypervolume(points(fresh, given.problem.goals)),
        len(given.archive),
        seconds,
    )


def read(path: Path) -> list[Result]:
    """What stands in a results file."""
    if not path.exists():
        return []
    return [Result(**json.loads(line)) for line in path.read_text().splitlines() if line.endswith("}")]


def summary(results: list[Result]) -> str:
    """Markdown: a table for each pattern and number of walks."""
    lines: list[str] = []
    for pattern in dict.fromkeys(r.pattern for r in results):
        for walks in sorted({r.walks for r in results if r.pattern == pattern}):
            here = [r for r in results if r.pattern == pattern and r.walks == walks]
            mine = {r.seed: r.validated for r in here if r.method == "ours"}
            evaluations = "/".join(sorted({f"{r.evaluations:,}" for r in here}))
            lines += [
                f"\n**{pattern}, {evaluations} evaluations of {walks} walk{'s' if walks > 1 else ''}**\n",
                "| method | seeds | claimed, median | validated, median | lowest to highest | claimed ÷ validated "
                "| processor s, median | ours is higher in | median of ours ÷ this |",
                "|---|---:|---:|---:|---:|---:|---:|---:|---:|",
            ]
            for method, (name, _) in METHODS.items():
                rows = [r for r in here if r.method == method]
                if not rows:
                    continue
                claimed, proved = np.array([r.claimed for r in rows]), np.array([r.validated for r in rows])
                both = [r for r in rows if r.seed in mine]
                won = sum(mine[r.seed] > r.validated for r in both)
                ratio = float(np.median(list(mine.values())) / np.median(proved)) if mine else float("nan")
                against = ("", "") if method == "ours" else (f"{won} of {len(both)}", f"{ratio:.2f}")
                lines.append(
                    f"| {name} | {len(rows)} | {np.median(claimed):.4f} | {np.median(proved):.4f} "
                    f"| {proved.min():.4f} to {proved.max():.4f} | {np.median(claimed / proved):.2f} "
                    f"| {np.median([r.seconds for r in rows]):.0f} | {against[0]} | {against[1]} |"
                )
    return "\n".join(lines)


def plot(results: list[Result], path: Path) -> None:
    """Claimed (hollow) and validated (filled) hypervolume of every run."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    panels = sorted({(r.pattern, r.walks) for r in results}, key=lambda p: (PATTERNS.index(p[0]), p[1]))
    figure, axes = plt.subplots(1, len(panels), figsize=(3.4 * len(panels), 3.6), squeeze=False, layout="constrained")
    for axis, (pattern, walks) in zip(axes[0], panels, strict=True):
        for at, method in enumerate(METHODS):
            rows = [r for r in results if (r.pattern, r.walks, r.method) == (pattern, walks, method)]
            x = at + np.linspace(-0.2, 0.2, len(rows)) if len(rows) > 1 else np.array([at] * len(rows))
            colour = "tab:red" if method == "ours" else "tab:blue"
            axis.plot(x, [r.claimed for r in rows], "o", color=colour, fillstyle="none", markersize=4, alpha=0.6)
            axis.plot(x, [r.validated for r in rows], "o", color=colour, markersize=4)
        axis.set_xticks(range(len(METHODS)), [name for name, _ in METHODS.values()], rotation=30, ha="right")
        axis.set_title(f"{pattern}, {walks} walk{'s' if walks > 1 else ''}", fontsize=10)
        axis.set_ylim(bottom=0.0)
        axis.grid(axis="y", alpha=0.3)
    axes[0][0].set_ylabel("hypervolume: claimed ○, validated ●")
    figure.savefig(path, dpi=110)


def main() -> None:
    """Do what is missing, then print the tables."""
    parser = argparse.ArgumentParser(description="Our search against simpler methods.")
    parser.add_argument("--results", type=Path, required=True)
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--evaluations", type=int, default=30_000)
    parser.add_argument("--pattern", nargs="+", default=list(PATTERNS))
    parser.add_argument("--method", nargs="+", choices=list(METHODS), default=list(METHODS))
    parser.add_argument("--walks", nargs="+", type=int, default=[1, 16])
    parser.add_argument("--share", default="1/1", help="k/n: every n-th run from the k-th on")
    parser.add_argument("--plot", type=Path)
    parser.add_argument("--summary", action="store_true", help="run nothing")
    options = parser.parse_args()
    share, shares = (int(part) for part in options.share.split("/"))
    wanted = [
        (pattern, method, walks, seed)
        for walks in options.walks
        for seed in range(1, options.seeds + 1)
        for pattern in options.pattern
        for method in options.method
    ]
    done = {(r.pattern, r.method, r.walks, r.seed, r.evaluations) for r in read(options.results)}
    for at, run in enumerate(wanted):
        if options.summary or at % shares != share - 1 or (*run, options.evaluations) in done:
            continue
        result = contest(*run, options.evaluations)
        with options.results.open("a") as file:
            file.write(json.dumps(asdict(result)) + "\n")
        print(f"{result}", flush=True)
    results = read(options.results)
    print(summary(results))
    if options.plot:
        plot(results, options.plot)


if __name__ == "__main__":
    main()

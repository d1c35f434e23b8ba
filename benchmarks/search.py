"""Our search against simpler methods, at equal evaluations and at equal processor seconds: a sweep, and its tables.

    python benchmarks/search.py --out DIR [--evaluations N] [--seeds 1-10] [--jobs 1] [--summary]

The config is benchmarks/search.toml. Each method has the same number of evaluations of the same number of walks; what
ours spends on known puzzles is counted. Budgets of a fifth, a half and all of them are read off the same runs, from
fronts that were validated after the search with walks that no method has met. A sweep that was stopped goes on with
the same command. At the end, or alone with `--summary`, the tables in Markdown.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from experiments.cli.progress import SweepDisplay
from experiments.compare.comparing import Comparison, compare, compare_sweep
from experiments.compare.runs import ComparedRun, Limit, find_runs
from experiments.compare.statistics import Summary
from experiments.sweep.grid import read_grid, read_seeds
from experiments.sweep.sweep import Place, run_sweep

CONFIG = Path(__file__).parent / "search.toml"
ALGORITHMS = ("nsga2", "nsga3", "smsemoa", "random", "climb", "climb-repair", "stock-nsga2")
PATTERNS = ("eccomp2024-24", "eccomp2024-20", "heart")
OURS = "nsga2"
_BUDGETS = (0.2, 0.5, 1.0)
"""Shares of the evaluations."""


def tables(sweep: Path) -> str:
    """A table for each pattern: a method each, its medians at each budget, and what differs from ours."""
    runs = [run for run in find_runs([sweep]) if run.is_finished]
    lines: list[str] = []
    for pattern in PATTERNS:
        own = [run for run in runs if run.keys["puzzle.pattern"] == pattern]
        if own:
            lines += [f"\n**{pattern}**\n", *_table(own)]
    return "\n".join(lines)


def _table(runs: list[ComparedRun]) -> list[str]:
    total = max(run.evaluations for run in runs)
    budgets = [Limit(evaluations=round(total * share)) for share in _BUDGETS]
    # as many processor seconds as the quickest method took for all its evaluations
    seconds = min(run.processor_seconds for run in runs)
    limits = [*budgets, Limit(seconds=seconds)]
    found = [compare([run.path for run in runs], ["search.algorithm"], limit) for limit in limits]
    heads = [*(f"{limit.evaluations:,} evaluations" for limit in budgets), f"{seconds:.1f} processor s"]
    lines = [
        f"| method | runs | {' | '.join(heads)} | claimed ÷ validated | p (Holm) | A12 | processor s |",
        "|---|--:|" + "--:|" * (len(heads) + 4),
    ]
    end = found[len(budgets) - 1]
    for k, group in enumerate(end.groups):
        cells = [_cell(comparison, group.by) for comparison in found]
        ratio = np.median(group.claimed / np.where(group.validated > 0, group.validated, np.nan))
        p, effect = _against_ours(end, k)
        own = [group.label, str(len(group.runs)), *cells, f"{ratio:.2f}", p, effect, f"{group.processor_seconds:.1f}"]
        lines.append(f"| {' | '.join(own)} |")
    return lines


def _cell(comparison: Comparison, by: dict[str, object]) -> str:
    group = next(group for group in comparison.groups if group.by == by)
    own = Summary.of(group.validated)
    return f"{own.median:.4f} ({own.q1:.4f}-{own.q3:.4f})"


def _against_ours(comparison: Comparison, k: int) -> tuple[str, str]:
    """Corrected p-value of a method against ours, and the chance that ours beats it."""
    for pair in comparison.pairs:
        labels = [comparison.groups[one].label for one in (pair.a, pair.b)]
        if k in (pair.a, pair.b) and OURS in labels and comparison.groups[k].label != OURS:
            return f"{pair.p_holm:.2g}", f"{pair.a12 if labels[0] == OURS else 1 - pair.a12:.2f}"
    return "", ""


def main() -> None:
    """Do what is missing of the sweep, then print the tables."""
    parser = argparse.ArgumentParser(description="Our search against simpler methods.")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--evaluations", type=int, default=10_000)
    parser.add_argument("--seeds", default="1-10")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--summary", action="store_true", help="run nothing")
    options = parser.parse_args()
    if not options.summary:
        grid = read_grid([f"search.algorithm={','.join(ALGORITHMS)}", f"puzzle.pattern={','.join(PATTERNS)}"])
        overrides = [f"search.evaluations={options.evaluations}"]
        with SweepDisplay() as display:
            seeds = read_seeds(options.seeds)
            run_sweep(CONFIG, overrides, grid, seeds, Place(options.out, options.jobs), display)
        compare_sweep(options.out)
    print(tables(options.out))


if __name__ == "__main__":
    main()

"""What the children of each operator are like.

    python benchmarks/operators.py [PATTERN] [--mothers N] [--walks N]

For each operator, over good mothers: how many children are valid without the repair and with it, how many of those
are new (no copy of their mother after relabelling and the pattern's symmetries), the correlation of their mean
scores with their mother's, and the time to make one; for small moves also the exact counts that one step takes, and
its time alone. An operator whose children do not resemble their mothers searches at random; one whose children are
copies does not search.
"""

from __future__ import annotations

import argparse
import time

import numpy as np
from numpy.typing import NDArray

from evaluation.settings import EvaluationSettings
from evaluation.table import Table
from generator.sudoku.breeding import given
from generator.sudoku.children import Ground, make_children
from generator.sudoku.feasibility import find
from generator.sudoku.operators import CROSSOVERS, MOVES, MUTATIONS, OPERATORS, crossover
from generator.sudoku.operators.steps import take_steps
from generator.sudoku.problem import SudokuProblem
from puzzles.canonical import canonical, pattern_symmetries
from puzzles.pattern import Pattern, named_pattern

_REPAIR = 4_000


def score(hints: NDArray[np.uint8], pattern: Pattern, walks: int) -> Table:
    """Mean scores of hint arrays as they are."""
    problem = SudokuProblem(pattern, EvaluationSettings(walks=walks, seed=1))
    return problem.score(hints, np.zeros(len(hints), np.int64), walks)


def children(
    name: str, mothers: Table, pattern: Pattern, random: np.random.Generator, repair: int
) -> NDArray[np.uint8]:
    """One child of each mother, by one step or one crossing."""
    n = len(mothers)
    seeds = random.integers(0, 2**63, n).astype(np.uint64)
    if name in MOVES:
        step = {"move": np.full(n, MOVES.index(name)), "steps": np.ones(n, np.int64)}
        recipes = given(mothers["hints"], bred=True).with_columns(step)
        return make_children(recipes, Ground(pattern, pattern, repair), seeds)[0]
    made = np.empty_like(mothers["hints"])
    for k in range(n):
        if name in CROSSOVERS:
            made[k] = crossover(
                name, mothers["hints"][k], mothers["hints"][(k + 1 + int(random.integers(n - 1))) % n], random
            )
        else:
            made[k] = MUTATIONS[name](mothers["hints"][k], mothers["solution"][k], np.flatnonzero(pattern), random)
    return make_children(given(made, bred=True), Ground(pattern, pattern, repair), seeds)[0]


def step_cost(name: str, mothers: Table, pattern: Pattern, seed: int) -> tuple[float, float]:
    """Exact counts and microseconds of the processor that one step of a small move takes."""
    n = len(mothers)
    moves, steps = np.full(n, MOVES.index(name)), np.ones(n, np.int64)
    seeds = np.random.default_rng(seed).integers(0, 2**63, n).astype(np.uint64)
    begin = time.process_time()
    arrived = take_steps(mothers["hints"], mothers["solution"], pattern, moves, steps, seeds)
    seconds = time.process_time() - begin
    return float(arrived.counts.mean()), 1e6 * seconds / n


def main() -> None:
    """Print a markdown table."""
    parser = argparse.ArgumentParser(description="What the children of each operator are like.")
    parser.add_argument("pattern", nargs="?", default="eccomp2024-24")
    parser.add_argument("--mothers", type=int, default=300)
    parser.add_argument("--walks", type=int, default=48)
    options = parser.parse_args()
    pattern = named_pattern(options.pattern)
    symmetries = pattern_symmetries(pattern)
    mothers = score(find(pattern, 4 * options.mothers, 7).hints, pattern, options.walks)
    mothers = mothers.take(np.flatnonzero(mothers["valid"]))
    # evolution breeds from the better ones
    mothers = mothers.take(np.argsort(-mothers["f1"] * mothers["f2"], kind="stable")[: options.mothers])
    names = [canonical(hints, symmetries) for hints in mothers["hints"]]
    print(f"\n{options.pattern}, {len(mothers)} mothers, {options.walks} walks\n")
    print(
        "| operator | valid as made | after repair | new | r(f1) | r(f2) | ms per child | counts a step | µs a step |"
    )
    print("|---|---:|---:|---:|---:|---:|---:|---:|---:|")
    for name in OPERATORS:
        random = np.random.default_rng(5)
        raw = score(children(name, mothers, pattern, random, 0), pattern, 1)
        begin = time.process_time()
        made = children(name, mothers, pattern, random, _REPAIR)
        cost = 1e3 * (time.process_time() - begin) / len(mothers)
        judged = score(made, pattern, options.walks)
        valid = np.flatnonzero(judged["valid"])
        fresh = [canonical(judged["hints"][k], symmetries) != names[k] for k in valid.tolist()]
        new = valid[fresh]
        r1, r2 = (
            np.corrcoef(a[new], b[new])[0, 1] for a, b in ((mothers["f1"], judged["f1"]), (mothers["f2"], judged["f2"]))
        )
        step = "- | -"
        if name in MOVES:
            counts, microseconds = np.mean([step_cost(name, mothers, pattern, seed) for seed in range(5)], axis=0)
            step = f"{counts:.1f} | {microseconds:.0f}"
        print(
            f"| {name} | {raw['valid'].mean():.0%} | {judged['valid'].mean():.0%} | {np.mean(fresh):.0%} "
            f"| {r1:.2f} | {r2:.2f} | {cost:.2f} | {step} |",
            flush=True,
        )


if __name__ == "__main__":
    main()

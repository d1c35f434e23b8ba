"""Do other levels of the singles and costs of the families rank people's times better than the competition's?

    python benchmarks/people/levels.py DATA [--sets 50] [--walks 8] [--folds 10]

Σ d(t) is computed for many sets of levels, drawn around the competition's in their order (box ≤ line ≤ naked, locked
≤ subset ≤ X-wing). In each fold the set with the best Spearman correlation on the other folds is taken, less a
penalty for its distance from the competition's, and judged on the fold that was left out. Only puzzles
that the techniques finish count.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
from data import fold_of, rank_correlation, read_people
from numpy.typing import NDArray

from evaluation.settings import EvaluationSettings
from evaluation.solver.batch import BatchEvaluator
from evaluation.techniques import FIRST_INSTANCE, INSTANCES, SINGLE_LEVELS
from puzzles.canonical import relabel_batch
from puzzles.errors import InputError

NAMES = ("line", "naked", "locked", "subset", "x_wing")
"""What is varied, each by a factor; a hidden single (box) stays at 1."""
SPREAD = np.log((1.6, 2.2, 2.5, 2.5, 2.5))
"""(5,) two thirds of the factors drawn lie between 1 / exp(SPREAD) and exp(SPREAD)."""
FAR = 0.002
"""Spearman's correlation that a set must gain for each squared unit of distance, in SPREADs."""


def settings_of(factors: NDArray[np.float64], walks: int) -> EvaluationSettings:
    """The competition's levels times (5,) factors. Raises InputError for an order that is none."""
    box, line, naked = (level for _, level in SINGLE_LEVELS)
    costs = np.array([cost for _, cost in INSTANCES])
    for family, factor in zip((3, 4, 5), factors[2:], strict=True):
        last = FIRST_INSTANCE[family + 1] if family + 1 < len(FIRST_INSTANCE) else len(costs)
        costs[FIRST_INSTANCE[family] : last] *= factor
    singles = (box, float(line * factors[0]), float(naked * factors[1]))
    return EvaluationSettings(walks=walks, singles=singles, costs=tuple(costs.tolist()))


def draw(number: int) -> NDArray[np.float64]:
    """(number, 5) factors; the first set is the competition's."""
    random = np.random.default_rng(0)
    sets = [np.ones(len(NAMES))]
    while len(sets) < number:
        factors = np.exp(random.normal(size=len(NAMES)) * SPREAD)
        try:
            settings_of(factors, 1)
        except InputError:
            continue
        sets.append(factors)
    return np.array(sets)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--sets", type=int, default=50)
    parser.add_argument("--walks", type=int, default=8)
    parser.add_argument("--folds", type=int, default=10)
    options = parser.parse_args()
    people = read_people(options.data)
    hints = relabel_batch(people.hints)
    finished = BatchEvaluator(EvaluationSettings()).scores(hints).left == 0
    hints, seconds, players = hints[finished], people.seconds[finished], people.players[finished]
    sets = draw(options.sets)
    efforts = np.array(
        [BatchEvaluator(settings_of(f, options.walks)).scores(hints).of_walks("effort").mean(axis=1) for f in sets]
    )
    penalty = FAR * np.sum((np.log(sets) / SPREAD) ** 2, axis=1)
    fold = fold_of(len(hints), options.folds, 0)
    chosen, held_out = np.zeros(options.folds, np.int64), np.zeros(len(hints))
    for k in range(options.folds):
        rest = fold != k
        chosen[k] = np.argmax([rank_correlation(e[rest], seconds[rest]) for e in efforts] - penalty)
        # ranks within the fold: efforts of different sets are on different scales
        inside = efforts[chosen[k]]
        held_out[~rest] = np.searchsorted(np.sort(inside), inside[~rest])
    many = players >= 20
    print(f"{len(hints)} puzzles, {len(sets)} sets of levels, {options.walks} walks, {options.folds} folds\n")
    print("| levels | Spearman with time | at 20 players |\n|---|---|---|")
    for name, values in (("competition", efforts[0]), ("fitted, held out", held_out)):
        whole, sure = rank_correlation(values, seconds), rank_correlation(values[many], seconds[many])
        print(f"| {name} | {whole:.3f} | {sure:.3f} |")
    for k in sorted(set(chosen.tolist())):
        factors = ", ".join(f"{name} × {factor:.2f}" for name, factor in zip(NAMES, sets[k], strict=True))
        print(f"\nchosen in {np.sum(chosen == k)} folds: {factors}")


if __name__ == "__main__":
    main()

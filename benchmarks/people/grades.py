"""Which grades do people's times give to the puzzles that need a family, and how often do predicted grades agree?

    python benchmarks/people/grades.py DATA [--walks 64] [--folds 10]

A family is a floor of the grade only where nine in ten of the puzzles that cannot do without it, and with nothing
harder, took people at least as long. A family that the data lack has the floor of the next easier one. The second
table says where the floor would change anything: puzzles that their minutes (held out) would grade lower.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
from data import read_people
from fit import features_of, hold_out
from numpy.typing import NDArray

from evaluation.difficulty import FAMILY_FLOOR, GRADE_NAMES, SIX, hardest_families_needed
from evaluation.minutes import GRADE_BOUNDS
from evaluation.techniques import FAMILIES, FAMILY_KEYS

SHARE = 0.9
"""Of the puzzles that need a family, at or above the grade that is its floor."""


def grades(minutes: NDArray[np.float64]) -> NDArray[np.int64]:
    """(n,) grades by minutes alone."""
    return np.searchsorted(np.array(GRADE_BOUNDS), minutes, side="right")


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--walks", type=int, default=64)
    parser.add_argument("--folds", type=int, default=10)
    options = parser.parse_args()
    people = read_people(options.data)
    family = hardest_families_needed(people.hints, SIX)
    measured = grades(people.seconds / 60)
    predicted = grades(hold_out(features_of(people.hints, options.walks), people, options.folds, 0).seconds / 60)
    print(f"share of puzzles that took people at least the minutes of a grade; a floor needs {SHARE:.0%}\n")
    print(
        f"| hardest family needed | puzzles | {' | '.join(GRADE_NAMES[1:])} | supported | in use | below by minutes |"
    )
    print(f"|{'---|' * (len(GRADE_NAMES) + 4)}")
    for number in range(len(FAMILIES)):
        rows = family == number
        if not rows.any():
            continue
        shares = [float((measured[rows] >= level).mean()) for level in range(1, len(GRADE_NAMES))]
        supported, floor = sum(share >= SHARE for share in shares), FAMILY_FLOOR[number]
        below = int((rows & (predicted < floor)).sum())
        cells = [FAMILY_KEYS[number], str(rows.sum()), *(f"{share:.0%}" for share in shares)]
        print(f"| {' | '.join([*cells, GRADE_NAMES[supported], GRADE_NAMES[floor], str(below)])} |")
    same, near = predicted == measured, abs(predicted - measured) <= 1
    print(f"\npredicted and measured grade: {same.mean():.0%} the same, {near.mean():.0%} at most one apart")
    for name, values in (("measured", measured), ("predicted", predicted)):
        counts = np.bincount(values, minlength=len(GRADE_NAMES))
        print(f"{name}: {', '.join(f'{grade} {k}' for grade, k in zip(GRADE_NAMES, counts, strict=True))}")


if __name__ == "__main__":
    main()

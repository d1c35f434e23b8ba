"""How well do ratings rank the times that people took? One table, and a picture.

    python benchmarks/people/compare.py DATA [RATINGS.csv…] [--walks 64] [--picture docs/images/people.png]

DATA is as for fit.py; its columns named by `--columns` are ratings too (`se`: Sukaku Explainer). A file of RATINGS has
the columns puzzle and rating, puzzles as 81 characters; it is called by the file's name, and only puzzles that it
rates count for it. Minutes are predicted by models that did not see the puzzle (folds, as in fit.py); effort is
unknown where the techniques do not finish. Intervals are bootstrap percentiles, 95 %.
"""

from __future__ import annotations

import argparse
import csv
from pathlib import Path

import numpy as np
from data import MANY, People, rank_correlation, read_people
from fit import hold_out
from numpy.typing import NDArray

from evaluation.evaluator import Evaluator
from evaluation.minutes import FEATURES
from evaluation.settings import EvaluationSettings
from puzzles.grid import from_characters

REPEATS = 1000
"""Bootstrap samples."""


def interval(rating: NDArray[np.float64], seconds: NDArray[np.float64]) -> tuple[float, float]:
    """95 % bootstrap interval of the rank correlation, puzzles drawn with replacement."""
    random = np.random.default_rng(0)
    values: list[float] = []
    for _ in range(REPEATS):
        drawn = random.integers(len(rating), size=len(rating))
        values.append(rank_correlation(rating[drawn], seconds[drawn]))
    low, high = np.quantile(values, (0.025, 0.975))
    return float(low), float(high)


def read_ratings(path: Path, people: People) -> NDArray[np.float64]:
    """(n,) ratings of the puzzles of `people` by an external rater; NaN for those that it lacks."""
    with path.open(encoding="utf-8", newline="") as file:
        known = {from_characters(row["puzzle"]).tobytes(): float(row["rating"]) for row in csv.DictReader(file)}
    return np.array([known.get(hints.tobytes(), np.nan) for hints in people.hints])


def row_of(name: str, rating: NDArray[np.float64], people: People) -> str:
    """A row of the table."""
    cells = [name, str(int((~np.isnan(rating)).sum()))]
    for least in (0, MANY):
        rows = ~np.isnan(rating) & (people.players >= least)
        value = rank_correlation(rating[rows], people.seconds[rows])
        low, high = interval(rating[rows], people.seconds[rows])
        cells.append(f"{value:.2f} ({low:.2f}–{high:.2f})")
    return f"| {' | '.join(cells)} |"


def draw(minutes: NDArray[np.float64], guessed: NDArray[np.bool_], people: People, path: Path) -> None:
    """Predicted against measured minutes."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6, 5), layout="constrained")
    axes = figure.subplots()
    measured = people.seconds / 60
    for rows, colour, words in (
        (~guessed, "#3b6ea5", "finished by the techniques"),
        (guessed, "#c0552d", "with a guess"),
    ):
        axes.scatter(minutes[rows], measured[rows], 5 + people.players[rows], colour, alpha=0.5, lw=0, label=words)
    ends = [float(minutes.min()), float(minutes.max())]
    axes.plot(ends, ends, color="#555555", lw=1)
    axes.set(xscale="log", yscale="log", xlabel="predicted minutes (puzzle held out)", ylabel="people's mean minutes")
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_formatter(lambda value, _: f"{value:g}")
        axis.set_minor_formatter(lambda value, _: f"{value:g}" if f"{value:e}"[0] in "235" else "")
    axes.legend(title="size: players", frameon=False)
    figure.savefig(path, dpi=110)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("ratings", type=Path, nargs="*")
    parser.add_argument("--columns", default="se", help="columns of DATA that are ratings, with commas between them")
    parser.add_argument("--walks", type=int, default=64)
    parser.add_argument("--folds", type=int, default=10)
    parser.add_argument("--picture", type=Path)
    options = parser.parse_args()
    people = read_people(options.data)
    table = Evaluator(EvaluationSettings(walks=options.walks)).evaluate(people.hints)
    features = np.stack([table[name] for name in FEATURES], axis=1)
    minutes = hold_out(features, people, options.folds, 0).seconds / 60
    ratings = {"minutes, held out": minutes, "effort": table["effort"]}
    ratings |= {name: people.column(name) for name in options.columns.split(",") if name}
    ratings |= {path.stem: read_ratings(path, people) for path in options.ratings}
    print(f"| rating | puzzles | Spearman with mean time | at {MANY} players or more |\n|---|---|---|---|")
    for name, rating in ratings.items():
        print(row_of(name, rating, people))
    finished = ~np.isnan(table["effort"])
    print("\nOnly puzzles that the techniques finish:\n")
    print(f"| rating | puzzles | Spearman with mean time | at {MANY} players or more |\n|---|---|---|---|")
    for name, rating in ratings.items():
        print(row_of(name, np.where(finished, rating, np.nan), people))
    if options.picture:
        draw(minutes, table["guesses"] > 0, people, options.picture)


if __name__ == "__main__":
    main()

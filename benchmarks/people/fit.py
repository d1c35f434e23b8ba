"""Fit the model of solving times (`evaluation/minutes.py`) to measured times, and judge it on folds left out.

    python benchmarks/people/fit.py DATA [--walks 64] [--folds 10] [--rounds 5] [--write evaluation/minutes.toml]

DATA is a CSV file with the columns puzzle, players, mean_seconds. Coefficients are at least 0 and minimise Huber's
loss of log time. Puzzles are weighed by 1 / (between + within / players): the two variances are fitted to the squared
residuals of a first fit. The interval is made of the quantiles of the residuals. All of this is done anew in each fold.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import tomli_w
from data import MANY, People, fold_of, rank_correlation, read_people
from numpy.typing import NDArray
from scipy.optimize import least_squares, nnls

from evaluation.evaluator import Evaluator
from evaluation.levels import DEFAULT_LEVELS, LEVEL_SETS
from evaluation.minutes import FEATURES, MinutesModel
from evaluation.settings import EvaluationSettings
from puzzles.errors import InputError

BEND = 0.15
"""Residuals of log time above this count linearly: means of few players have outliers."""
TAIL = 0.1
"""Outside of either end of the interval."""
GRADE_ENDS = (0.2, 0.4, 0.6, 0.8)
"""Quantiles of people's mean times at which the grades after the easiest begin."""


@dataclass(frozen=True, slots=True)
class Fit:
    """A model, and the variances of log time behind its weights."""

    model: MinutesModel
    between: float
    within: float


def features_of(hints: NDArray[np.uint8], walks: int, levels: str = DEFAULT_LEVELS) -> NDArray[np.float64]:
    """(n, 3) FEATURES by a set of levels. Raises InputError when a puzzle has not one solution."""
    found = LEVEL_SETS[levels]
    settings = EvaluationSettings(walks=walks, singles=found.singles, costs=found.costs)
    table = Evaluator(settings).evaluate(hints)
    features = np.stack([table[name] for name in FEATURES], axis=1)
    wrong = np.flatnonzero(np.isnan(features).any(axis=1))
    if len(wrong):
        raise InputError(f"puzzle {wrong[0] + 1} has not exactly one solution")
    return features


def _coefficients(
    features: NDArray[np.float64], seconds: NDArray[np.float64], weights: NDArray[np.float64]
) -> NDArray[np.float64]:
    root = np.sqrt(weights / weights.mean())
    columns = np.column_stack([np.ones(len(features)), features])
    log_time = np.log(seconds)

    def residuals(b: NDArray[np.float64]) -> NDArray[np.float64]:
        return root * (np.log(columns @ b) - log_time)

    def slopes(b: NDArray[np.float64]) -> NDArray[np.float64]:
        return (root / (columns @ b))[:, None] * columns

    begin = np.full(columns.shape[1], np.median(seconds) / 10)
    lowest = np.array([1.0] + [0.0] * features.shape[1])
    scale = np.maximum(columns.std(axis=0), 0.1)
    found: Any = least_squares(
        residuals,
        begin,
        slopes,
        bounds=(lowest, np.inf),
        loss="huber",
        f_scale=BEND,
        x_scale=np.median(seconds) / scale,
    )
    return found.x


def fit(features: NDArray[np.float64], seconds: NDArray[np.float64], players: NDArray[np.int64]) -> Fit:
    """Fit the model to n puzzles."""
    columns = np.column_stack([np.ones(len(features)), features])
    first = _coefficients(features, seconds, np.ones(len(features)))
    squares = np.minimum((np.log(seconds) - np.log(columns @ first)) ** 2, (4 * BEND) ** 2)
    (between, within), _ = nnls(np.column_stack([np.ones(len(features)), 1.0 / players]), squares)
    found = _coefficients(features, seconds, 1.0 / (between + within / players))
    low, high = np.exp(np.quantile(np.log(seconds) - np.log(columns @ found), (TAIL, 1 - TAIL)))
    start, scanning, hard_turn, guess = (float(value) for value in found)
    model = MinutesModel(
        start=start, scanning=scanning, hard_turn=hard_turn, guess=guess, low=float(low), high=float(high)
    )
    return Fit(model, float(between), float(within))


@dataclass(frozen=True, slots=True)
class Held:
    """Predictions of n puzzles by models that did not see them."""

    seconds: NDArray[np.float64]
    inside: NDArray[np.bool_]
    """Whether the measured time lies in the interval."""


def hold_out(features: NDArray[np.float64], people: People, folds: int, seed: int) -> Held:
    """Each fold by a fit to the others."""
    fold = fold_of(len(features), folds, seed)
    seconds, inside = np.zeros(len(features)), np.zeros(len(features), np.bool_)
    for k in range(folds):
        out, rest = fold == k, fold != k
        model = fit(features[rest], people.seconds[rest], people.players[rest]).model
        seconds[out] = model.seconds(features[out])
        inside[out] = (people.seconds[out] >= seconds[out] * model.low) & (
            people.seconds[out] <= seconds[out] * model.high
        )
    return Held(seconds, inside)


def figures(held: Held, people: People) -> dict[str, float]:
    """Correlations, median error, and how often the interval holds."""
    many = people.players >= MANY
    error = np.abs(held.seconds - people.seconds) / people.seconds
    return {
        "spearman": rank_correlation(held.seconds, people.seconds),
        "spearman_many": rank_correlation(held.seconds[many], people.seconds[many]),
        "median_error": float(np.median(error)),
        "inside": float(held.inside.mean()),
    }


def grade_bounds(people: People) -> list[float]:
    """Minutes at which the grades gentle, moderate, hard and fiendish begin, to a tenth."""
    return [round(float(bound), 1) for bound in np.quantile(people.seconds / 60, GRADE_ENDS)]


@dataclass(frozen=True, slots=True)
class Report:
    """A fit, and what it is worth on puzzles held out."""

    fit: Fit
    held_out: dict[str, float]

    def to_plain(self) -> dict[str, Any]:
        """A table of `minutes.toml`."""
        model = self.fit.model
        return {
            "seconds": {name: round(getattr(model, name), 2) for name in ("start", "scanning", "hard_turn", "guess")},
            "interval": {"low": round(model.low, 3), "high": round(model.high, 3)},
            "variance": {"between": round(self.fit.between, 4), "within": round(self.fit.within, 4)},
            "held_out": {name: round(value, 3) for name, value in self.held_out.items()},
        }


def report(features: NDArray[np.float64], people: People, folds: int, rounds: int) -> Report:
    """Fit, judge on folds, and print what was found."""
    held = [hold_out(features, people, folds, seed) for seed in range(rounds)]
    judged = [figures(one, people) for one in held]
    mean = {name: float(np.mean([one[name] for one in judged])) for name in judged[0]}
    for name in mean:
        low, high = min(one[name] for one in judged), max(one[name] for one in judged)
        print(f"{name:14s} {mean[name]:.3f}   rounds from {low:.3f} to {high:.3f}")
    order = np.argsort(held[0].seconds)
    thirds = ", ".join(f"{held[0].inside[third].mean():.2f}" for third in np.array_split(order, 3))
    print(f"the interval holds in the quick, middle and slow third: {thirds}")
    guessed = features[:, FEATURES.index("guesses")] > 0
    if guessed.any():
        beyond = rank_correlation(held[0].seconds[guessed], people.seconds[guessed])
        print(f"beyond the techniques: {guessed.sum()} puzzles, Spearman {beyond:.2f}")
    return Report(fit(features, people.seconds, people.players), mean)


def to_toml(reports: dict[str, Report], bounds: list[float], about: dict[str, Any]) -> str:
    """The text of `minutes.toml`."""
    parts: dict[str, Any] = {
        "provenance": {
            "data": "S.-W. Wang, IEEE Access 12 (2024) 104254; github.com/synnwang/sudoku_dataset_difficulty; CC0",
            "command": "python benchmarks/people/fit.py people.csv --write evaluation/minutes.toml",
            **about,
        },
        "grades": {"bounds": bounds},
        "levels": {name: one.to_plain() for name, one in reports.items()},
    }
    return "# Written by benchmarks/people/fit.py; see evaluation/minutes.py.\n" + tomli_w.dumps(parts)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--walks", type=int, default=64)
    parser.add_argument("--folds", type=int, default=10)
    parser.add_argument("--rounds", type=int, default=5, help="how often the folds are drawn")
    parser.add_argument("--write", type=Path, help="file for the coefficients")
    options = parser.parse_args()
    people = read_people(options.data)
    reports: dict[str, Report] = {}
    try:
        features_of(people.hints[:1], 1)  # compiles
        for name in LEVEL_SETS:
            began = time.process_time()
            features = features_of(people.hints, options.walks, name)
            took = time.process_time() - began
            print(f"levels {name}: {len(features)} puzzles, {options.walks} walks: {took:.1f} s of one core")
            reports[name] = report(features, people, options.folds, options.rounds)
            print()
    except InputError as error:
        parser.error(f"{options.data}: {error}")
    about = {"puzzles": len(people.hints), "players": [int(people.players.min()), int(people.players.max())]}
    about |= {"walks": options.walks, "folds": options.folds, "rounds": options.rounds}
    text = to_toml(reports, grade_bounds(people), about)
    print(text)
    if options.write:
        options.write.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()

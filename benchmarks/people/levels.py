"""Fit the levels of the singles and the costs of the families, so that Σ d(t) ranks people's times best.

    python benchmarks/people/levels.py DATA [--walks 2] [--folds 10] [--write evaluation/levels.toml]

Five factors on the competition's numbers are fitted: of the hidden single (line), the naked single, pointing,
claiming, and of everything harder, of which the data have too little. A hidden single (box) stays at 1. Walks are
made once, by the competition's levels, and what each of their boards offers is counted by class of level; then
Σ d(t) follows from any levels at once. Spearman's correlation with the mean times is driven up, less a penalty for the
distance from the competition's. Levels keep their order: box ≤ line ≤ naked, pointing ≤ claiming, pointing ≤ pairs.

Held out: in each fold the factors are fitted to the others, and the puzzles left out are walked afresh with these
levels. Only puzzles that the techniques finish count.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

import numpy as np
import tomli_w
from data import MANY, fold_of, rank_correlation, read_people
from numpy.typing import NDArray
from scipy.optimize import minimize

from evaluation.evaluator import Evaluator
from evaluation.settings import EvaluationSettings
from evaluation.solver.batch import BatchEvaluator
from evaluation.solver.trace import BoardAnalysis, trace
from evaluation.techniques import COMPETITION, FAMILY_KEYS, INSTANCE_KEYS, INSTANCES, LEVEL_CLASSES, SINGLE_LEVELS
from evaluation.techniques import class_levels as levels_of
from puzzles.errors import InputError

NAMES = ("line", "naked", "pointing", "claiming", "harder")
"""What is varied, each by a factor."""
SPREAD = np.log(2.0)
"""A factor of 2, or of a half, is one unit away from the competition's."""
FAR = 0.001
"""Spearman's correlation that a set must gain for each squared unit of distance."""
REPEATS = 1000
"""Bootstrap samples."""
STARTS = (1.0, 1.3)
"""Factors, all alike, at which a search begins."""


@dataclass(frozen=True, slots=True)
class Levels:
    """A set: of the singles, and of each kind of instance."""

    singles: tuple[float, ...]
    costs: tuple[float, ...]

    def settings(self, walks: int) -> EvaluationSettings:
        """Of an evaluation. Raises InputError for an order that is none."""
        return EvaluationSettings(walks=walks, singles=self.singles, costs=self.costs)


def levels(factors: NDArray[np.float64]) -> Levels:
    """The competition's times (5,) factors."""
    line, naked, pointing, claiming, harder = factors.tolist()
    singles = tuple(level * factor for (_, level), factor in zip(SINGLE_LEVELS, (1.0, line, naked), strict=True))
    own = {"pointing": pointing, "claiming": claiming}
    return Levels(singles, tuple(cost * own.get(name, harder) for name, cost in INSTANCES))


def in_order(factors: NDArray[np.float64]) -> bool:
    """Whether levels rise from what is easy to what is hard."""
    found = levels(factors)
    cost = dict(zip(INSTANCE_KEYS, found.costs, strict=True))
    singles = found.singles[0] <= found.singles[1] <= found.singles[2]
    return bool(singles and cost["pointing"] <= min(cost["claiming"], cost["hidden_pair_box"]))


@dataclass(frozen=True, slots=True)
class Boards:
    """All boards of all walks."""

    puzzle: NDArray[np.int64]
    """(boards,) the number of the puzzle."""
    offers: NDArray[np.float64]
    """(boards, classes) elements of each class of level."""
    prepared: NDArray[np.int64]
    """(prepared,) the boards on which something had to be prepared."""
    stages: NDArray[np.float64]
    """(prepared, stages, kinds of instance) eliminations of each stage of a preparation."""
    puzzles: int
    walks: int

    def effort(self, found: Levels) -> NDArray[np.float64]:
        """(puzzles,) mean Σ d(t) of the walks."""
        d = 1.0 / (self.offers @ (1.0 / np.array(levels_of(found.singles, found.costs))))
        flow = self.stages @ (1.0 / np.array(found.costs))
        d[self.prepared] += np.divide(1.0, flow, out=np.zeros_like(flow), where=flow > 0).sum(axis=1)
        return np.bincount(self.puzzle, weights=d, minlength=self.puzzles) / self.walks


_CLASS = {tuple(one): k for k, one in enumerate(LEVEL_CLASSES)}
_STAGES = 8
"""Stages of a preparation that are told apart; later ones count with the last."""


def _offers(analysis: BoardAnalysis) -> NDArray[np.float64]:
    row = np.zeros(len(LEVEL_CLASSES))
    for one in analysis.elements:
        instance = None if one.instance is None else INSTANCE_KEYS.index(one.instance.kind)
        row[_CLASS[one.family, instance, one.single]] += 1
    return row


def _stages(analysis: BoardAnalysis) -> NDArray[np.float64]:
    rows = np.zeros((_STAGES, len(INSTANCES)))
    kinds = [INSTANCE_KEYS.index(one.kind) for one in analysis.preparation]
    for stage, (_, group) in enumerate(groupby(kinds)):
        for kind in group:
            rows[min(stage, _STAGES - 1), kind] += 1
    return rows


def boards_of(hints: NDArray[np.uint8], solutions: NDArray[np.uint8], walks: int) -> Boards:
    """Walk each of (n, 81) puzzles by the competition's levels."""
    settings = EvaluationSettings(walks=walks)
    batch = BatchEvaluator(settings)
    puzzle: list[int] = []
    offers: list[NDArray[np.float64]] = []
    prepared: list[int] = []
    stages: list[NDArray[np.float64]] = []
    for k, (own, solution) in enumerate(zip(hints, solutions, strict=True)):
        for walk in range(walks):
            for turn in trace(own, solution, settings, batch, walk):
                if turn.analysis.preparation:
                    prepared.append(len(puzzle))
                    stages.append(_stages(turn.analysis))
                puzzle.append(k)
                offers.append(_offers(turn.analysis))
    none = np.zeros((0, _STAGES, len(INSTANCES)))
    return Boards(
        np.array(puzzle),
        np.stack(offers),
        np.array(prepared, np.int64),
        np.stack(stages) if stages else none,
        len(hints),
        walks,
    )


def fit(boards: Boards, seconds: NDArray[np.float64], rows: NDArray[np.bool_]) -> NDArray[np.float64]:
    """(5,) factors that rank the puzzles `rows` best."""

    def loss(logs: NDArray[np.float64]) -> float:
        factors = np.exp(logs)
        if not in_order(factors):
            return 1.0
        worth = rank_correlation(boards.effort(levels(factors))[rows], seconds[rows])
        return FAR * float(np.sum((logs / SPREAD) ** 2)) - worth

    best: Any = None
    for start in STARTS:
        begin = np.full(len(NAMES), np.log(start))
        corners = np.vstack([begin, begin + 0.4 * np.eye(len(NAMES))])
        options = {"initial_simplex": corners, "xatol": 0.01, "fatol": 1e-5, "maxfev": 150}
        found: Any = minimize(loss, begin, method="Nelder-Mead", options=options)
        best = found if best is None or found.fun < best.fun else best
    return np.exp(best.x)


def efforts(hints: NDArray[np.uint8], found: Levels, walks: int) -> NDArray[np.float64]:
    """(n,) efforts of walks by a set of levels."""
    return Evaluator(found.settings(walks)).evaluate(hints)["effort"]


def gain(one: NDArray[np.float64], other: NDArray[np.float64], seconds: NDArray[np.float64]) -> tuple[float, float]:
    """95 % bootstrap interval of the difference between the rank correlations of two ratings, puzzles drawn anew."""
    random = np.random.default_rng(0)
    values: list[float] = []
    for _ in range(REPEATS):
        drawn = random.integers(len(seconds), size=len(seconds))
        values.append(rank_correlation(one[drawn], seconds[drawn]) - rank_correlation(other[drawn], seconds[drawn]))
    low, high = np.quantile(values, (0.025, 0.975))
    return float(low), float(high)


def to_toml(found: Levels, figures: dict[str, Any], about: dict[str, Any]) -> str:
    """The text of `levels.toml`: what the competition's techniques get."""
    named = [name for name, _ in SINGLE_LEVELS]
    parts: dict[str, Any] = {
        "provenance": {
            "data": "S.-W. Wang, IEEE Access 12 (2024) 104254; github.com/synnwang/sudoku_dataset_difficulty; CC0",
            "command": "python benchmarks/people/levels.py people.csv --write evaluation/levels.toml",
            **about,
        },
        "levels": dict(zip(named, (round(level, 2) for level in found.singles), strict=True)),
        "costs": {name: round(found.costs[k], 1) for k, name in enumerate(INSTANCE_KEYS) if name in _competition()},
        "held_out": figures,
    }
    return "# Written by benchmarks/people/levels.py; see evaluation/levels.py.\n" + tomli_w.dumps(parts)


def _competition() -> set[str]:
    return {
        INSTANCE_KEYS[one.instance]
        for one in LEVEL_CLASSES
        if one.instance is not None and FAMILY_KEYS[one.family] in COMPETITION
    }


def _words(factors: Sequence[float]) -> str:
    return ", ".join(f"{name} × {factor:.2f}" for name, factor in zip(NAMES, factors, strict=True))


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--walks", type=int, default=2, help="walks of the fit; those held out are judged by 32")
    parser.add_argument("--folds", type=int, default=10)
    parser.add_argument("--write", type=Path, help="file for the levels")
    options = parser.parse_args()
    people = read_people(options.data)
    table = Evaluator(EvaluationSettings(walks=32)).evaluate(people.hints)
    finished = table["valid"]
    if not finished.any():
        raise InputError(f"{options.data}: no puzzle that the techniques finish")
    hints, seconds, players = people.hints[finished], people.seconds[finished], people.players[finished]
    boards = boards_of(hints, table["solution"][finished], options.walks)
    fold = fold_of(len(hints), options.folds, 0)
    own = np.zeros(len(hints))
    for k in range(options.folds):
        factors = fit(boards, seconds, fold != k)
        print(f"fold {k + 1}: {_words(factors.tolist())}", flush=True)
        walked = efforts(hints, levels(factors), 32)
        # ranks within the fold's set: efforts of different sets are on different scales
        own[fold == k] = np.searchsorted(np.sort(walked), walked[fold == k]) / len(walked)
    factors = fit(boards, seconds, np.ones(len(hints), np.bool_))
    print(f"all:    {_words(factors.tolist())}\n")
    many = players >= MANY
    print("| levels | Spearman with mean time | at 20 players or more |\n|---|---|---|")
    figures: dict[str, Any] = {}
    fitted = efforts(hints, levels(factors), 32)
    rated = {"competition": table["effort"][finished], "held_out": own, "not_held_out": fitted}
    for name, values in rated.items():
        whole, sure = rank_correlation(values, seconds), rank_correlation(values[many], seconds[many])
        figures[name] = {"spearman": round(whole, 3), "spearman_many": round(sure, 3)}
        print(f"| {name.replace('_', ' ')} | {whole:.3f} | {sure:.3f} |")
    low, high = gain(rated["held_out"], rated["competition"], seconds)
    print(f"\nheld out less competition: 95 % bootstrap interval {low:+.3f} to {high:+.3f}")
    figures["gain"] = [round(low, 3), round(high, 3)]
    about = {"puzzles": len(hints), "walks": options.walks, "folds": options.folds}
    text = to_toml(levels(factors), figures, about)
    print(f"\n{text}")
    if options.write:
        options.write.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()

"""Hints in, a table of what they are worth out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from evaluation.constraints import Facts
from evaluation.difficulty import grades_of, hardest_families_needed
from evaluation.measures import MEASURES
from evaluation.minutes import FEATURES, hard_turns, minutes_of, model_of
from evaluation.objectives import Objective
from evaluation.settings import EvaluationSettings
from evaluation.solver.batch import NUMBERS, BatchEvaluator, BatchScores, walks_of
from evaluation.table import Table
from evaluation.techniques import RANKS
from evaluation.uniqueness import UNIQUE, Settled, settle, solutions_wanted
from puzzles.canonical import relabel_batch
from puzzles.pattern import Pattern

NONE: Final = -1
"""Of a whole number that is unknown."""


class Evaluator:
    """Judges hint arrays under fixed settings; holds work space, so one per thread."""

    def __init__(self, settings: EvaluationSettings, pattern: Pattern | None = None) -> None:
        """Hints are held against `pattern` where one is given."""
        self.settings = settings
        self.pattern = pattern
        self.batch = BatchEvaluator(settings)

    def evaluate(
        self,
        hints: NDArray[np.uint8],
        first_walk: int | NDArray[np.int64] = 0,
        walks: int | None = None,
        beyond: bool = True,
    ) -> Table:
        """A row for each of (n, 81) hints, in order.

        Columns: `hints`; `solution`, zeros unless there is exactly one; `verdict`, `way`, `searches` and `witness` as
        in `Settled`; a measure for each constraint, and `valid`. For valid puzzles: each objective and its standard
        error (NaN for one walk), each of MEASURES, `T` of the first walk, `walks`, `shares` of turns per family; and,
        for the first walks only, `hardest_family` (its number; `family_rank` counts them from easy to hard) and
        `grade`. For puzzles with one solution, whether or not the techniques finish them: `minutes`, `minutes_low`,
        `minutes_high`, and what they follow from (`scanning`, `hard_turns`, `guesses`), see `evaluation.minutes`.
        What is unknown is NaN or −1.

        Args:
            hints: (n, 81) digits.
            first_walk: number of the first walk, of all or (n,) of each.
            walks: how many; the settings' number by default, and never more than that.
            beyond: whether puzzles that the techniques do not finish are walked on by guesses, for their minutes.
        """
        grids = np.ascontiguousarray(hints, dtype=np.uint8).reshape(-1, 81)
        first = np.broadcast_to(np.asarray(first_walk) == 0, len(grids))
        wanted = solutions_wanted(self.settings.uniqueness)
        scores = self.batch.scores(relabel_batch(grids), first_walk, walks, wanted)
        _restore_digits(grids, scores)
        settled = settle(grids, scores, self.settings.uniqueness, first)
        columns = self._verdicts(grids, scores, settled)
        valid = columns["valid"]
        columns |= self._objectives(grids, scores, valid)
        for name in MEASURES:
            columns[name] = np.where(valid, scores.of_walks(name).mean(axis=1), np.nan)
        columns |= self._minutes(grids, scores, settled.verdict == UNIQUE, first_walk if beyond else None)
        columns |= self._difficulty(grids, scores, columns["minutes"], valid & first)
        return Table(columns)

    def _verdicts(self, grids: NDArray[np.uint8], scores: BatchScores, settled: Settled) -> dict[str, NDArray[Any]]:
        unique = settled.verdict == UNIQUE
        facts = Facts(
            hints=grids,
            pattern=self.pattern,
            conflicts=scores.conflicts,
            solutions=settled.verdict,
            ambiguity=settled.measure,
            left=scores.left,
            solution=np.where(unique[:, None], settled.witness[:, 0], 0).astype(np.uint8),
        )
        measures = {constraint.column: constraint.values(facts) for constraint in self.settings.constraints}
        return {
            "hints": grids,
            "solution": facts.solution,
            "valid": np.sum(list(measures.values()), axis=0) == 0,
            **measures,
            "verdict": settled.verdict,
            "way": settled.way,
            "searches": settled.searches,
            "witness": settled.witness,
        }

    def _objectives(
        self, grids: NDArray[np.uint8], scores: BatchScores, valid: NDArray[np.bool_]
    ) -> dict[str, NDArray[Any]]:
        columns: dict[str, NDArray[Any]] = {}
        for name, values in objective_values(grids, scores, self.settings.objectives).items():
            columns[name], columns[f"{name}_se"] = mean_and_error(values, valid)
        for name in NUMBERS:
            if name not in columns and name not in MEASURES:
                columns[name], _ = mean_and_error(scores.of_walks(name), valid)
        return columns

    def _minutes(
        self,
        grids: NDArray[np.uint8],
        scores: BatchScores,
        unique: NDArray[np.bool_],
        first_walk: int | NDArray[np.int64] | None,
    ) -> dict[str, NDArray[np.float64]]:
        """Minutes and their features; without a first walk those that need guesses stay unknown."""
        features = np.full((len(grids), len(FEATURES)), np.nan)
        finished = unique & (scores.left == 0)
        features[finished] = _features(scores)[finished]
        stuck = np.flatnonzero(unique & (scores.left > 0))
        if first_walk is not None and len(stuck):
            first = np.broadcast_to(np.asarray(first_walk, np.int64), len(grids))[stuck]
            walks = scores.turns.shape[1]
            features[stuck] = _features(self.batch.scores(relabel_batch(grids[stuck]), first, walks, 1, guessing=True))
        return dict(zip(FEATURES, features.T, strict=True)) | minutes_of(features, model_of(self.settings))

    def _difficulty(
        self,
        grids: NDArray[np.uint8],
        scores: BatchScores,
        minutes: NDArray[np.float64],
        first: NDArray[np.bool_],
    ) -> dict[str, NDArray[Any]]:
        n, walks = scores.turns.shape
        total = np.maximum(scores.family_turns.sum(axis=1), 1)
        family, rank, grade = np.full(n, NONE), np.full(n, NONE), np.full(n, NONE)
        rows = np.flatnonzero(first)
        if len(rows):
            family[rows] = hardest_families_needed(grids[rows], self.settings.allowed)
            rank[rows] = np.array(RANKS)[family[rows]]
            grade[rows] = grades_of(minutes[rows], family[rows])
        return {
            "T": scores.turns[:, 0],
            "walks": np.full(n, walks),
            "shares": scores.family_turns / total[:, None],
            "hardest_family": family,
            "family_rank": rank,
            "grade": grade,
        }


def objective_values(
    hints: NDArray[np.uint8], scores: BatchScores, objectives: Sequence[Objective]
) -> dict[str, NDArray[np.float64]]:
    """Column of each objective to its (n, walks) values, of (n, 81) hints and their scores."""
    found: dict[str, NDArray[np.float64]] = {}
    walks = None if all(one.of_batch is None for one in objectives) else walks_of(relabel_batch(hints), scores)
    for objective in objectives:
        if objective.of_batch is None or walks is None:
            found[objective.column] = scores.of_walks(objective.column)
            continue
        found[objective.column] = objective.values(walks)
    return found


def _features(scores: BatchScores) -> NDArray[np.float64]:
    """(n, 3) FEATURES of finished walks."""
    walks = scores.turns.shape[1]
    scanning = scores.of_walks("scanning").mean(axis=1)
    return np.stack([scanning, hard_turns(scores.family_turns, walks), scores.guesses / walks], axis=1)


def _restore_digits(hints: NDArray[np.uint8], scores: BatchScores) -> None:
    """Name the digits of the solutions as the hints do: the kernels work on relabelled hints."""
    # digits by their first cell in the hints; those without a hint come last, in their own order
    digits = np.arange(1, 10, dtype=np.uint8)
    there = hints[:, None, :] == digits[None, :, None]
    first = np.where(there.any(axis=2), there.argmax(axis=2), 81)
    names = np.zeros((len(hints), 10), np.uint8)
    names[:, 1:] = digits[np.argsort(first, axis=1, kind="stable")]
    scores.found[:] = np.take_along_axis(names, scores.found.reshape(len(hints), 162), axis=1).reshape(-1, 2, 81)


def mean_and_error(
    values: NDArray[np.float64], valid: NDArray[np.bool_] | None = None
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Means and standard errors of (n, walks) values: (n,) each; NaN where not valid, and errors of one walk."""
    n, walks = values.shape
    good = np.ones(n, np.bool_) if valid is None else valid
    mean = np.where(good, values.mean(axis=1), np.nan)
    if walks < 2:
        return mean, np.full(n, np.nan)
    return mean, np.where(good, values.std(axis=1, ddof=1) / np.sqrt(walks), np.nan)

"""Number place as a problem for the search: puzzles on a hint pattern."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from evaluation.difficulty import grades_of
from evaluation.evaluator import NONE as UNKNOWN
from evaluation.evaluator import Evaluator
from evaluation.minutes import MINUTES, minutes_of, model_of
from evaluation.objectives import Objective
from evaluation.settings import EvaluationSettings
from evaluation.solver.batch import NUMBERS
from evaluation.table import Table
from evaluation.uniqueness import COUNTS, count_verdicts
from generator.search.baselines.genes import Genes
from generator.sudoku.breeding import SudokuBreeding, given
from generator.sudoku.children import Ground, make_children
from generator.sudoku.operators import OPERATORS
from generator.sudoku.sampling import check_pattern, first_population
from puzzles.grid import Grid, to_line
from puzzles.pattern import Pattern

_KEPT: Final = 4
"""Evaluators of one thread: few settings are in use at a time."""


class _Own(threading.local):
    """Evaluators of one thread: they hold work space, which two threads must not share."""

    def __init__(self) -> None:
        self.evaluators: dict[tuple[EvaluationSettings, bytes], Evaluator] = {}

    def evaluator(self, settings: EvaluationSettings, pattern: Pattern) -> Evaluator:
        """The one for these settings and this pattern."""
        key = settings, pattern.tobytes()
        if key not in self.evaluators:
            if len(self.evaluators) >= _KEPT:
                self.evaluators.clear()
            self.evaluators[key] = Evaluator(settings, pattern)
        return self.evaluators[key]


_own: Final = _Own()


@dataclass(frozen=True)
class SudokuProblem:
    """Hint arrays on a pattern; see `generator.search.problem.Problem` for what each part does.

    A genome is (81,) digits, in normal form: equal after relabelling is equal.
    """

    pattern: Pattern
    evaluation: EvaluationSettings
    fixed: Grid | None = None
    """(81,) digits that must stand in their cells, 0 where any may."""
    repair_budget: int = 4_000
    """Propagations that the repair of one child may take; 0 switches the repair off."""
    genome: str = "hints"
    width: int = 81
    is_random: bool = True
    operators: tuple[str, ...] = OPERATORS
    """Names of the operators that make children. Only the main process breeds, so their functions need not travel."""

    @property
    def goals(self) -> tuple[Objective, ...]:
        """The objectives of the evaluation."""
        return self.evaluation.objectives

    @property
    def constraints(self) -> tuple[str, ...]:
        """Columns of the constraints' measures."""
        return tuple(constraint.column for constraint in self.evaluation.constraints)

    @property
    def means(self) -> tuple[str, ...]:
        """Measures of walks that are no objectives."""
        goals = {goal.column for goal in self.goals}
        return (*(name for name in NUMBERS if name not in goals), "hard_turns")

    @property
    def samples(self) -> int:
        """Walks."""
        return self.evaluation.walks

    @cached_property
    def free(self) -> NDArray[np.bool_]:
        """(81,) hint cells whose digit may change."""
        return self.pattern.copy() if self.fixed is None else self.pattern & (self.fixed == 0)

    def check(self) -> None:
        """Raises InputError with the reason when no puzzle can stand on the pattern."""
        check_pattern(self.pattern, self.fixed)

    def sample(self, number: int, seed: int) -> NDArray[np.uint8]:
        """Valid puzzles from the feasibility search."""
        return first_population(self.pattern, number, seed, self.fixed)

    def breeding(self) -> SudokuBreeding:
        """What makes children."""
        return SudokuBreeding(self.pattern, self.free, self.operators)

    def recipes(self, genomes: NDArray[np.uint8]) -> Table:
        """Hints that are judged as they are."""
        return given(genomes)

    @property
    def genes(self) -> Genes:
        """The digits of the hint cells that may change, for the simple methods."""
        return Genes(np.flatnonzero(self.free), 1, 9)

    def repaired(self, genomes: NDArray[np.uint8]) -> Table:
        """Hints that are repaired first."""
        return given(genomes, bred=True)

    def finish(
        self, recipes: Table, seeds: NDArray[np.uint64], known: NDArray[np.uint64] | None
    ) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
        """Children in normal form, repaired, new ones only."""
        budget = self.repair_budget if recipes["bred"].any() else 0
        ground = Ground(self.pattern, self.free, budget, self.evaluation.allowed)
        return make_children(recipes, ground, seeds, known)

    def score(self, genomes: NDArray[np.uint8], first: NDArray[np.int64], samples: int) -> Table:
        """Judged hints, without what only a reader of single puzzles wants."""
        rows = _own.evaluator(self.evaluation, self.pattern).evaluate(genomes, first, samples, beyond=False)
        return rows.only(self._kept)

    @cached_property
    def _kept(self) -> tuple[str, ...]:
        goals = [name for goal in self.goals for name in (goal.column, f"{goal.column}_se")]
        rest = ("T", "walks", "hardest_family", "family_rank", "grade", "way", "searches", *MINUTES)
        return ("hints", "solution", "valid", *self.constraints, *goals, *self.means, *rest)

    @property
    def tallies(self) -> tuple[str, ...]:
        """How uniqueness was settled."""
        return COUNTS

    def tally(self, rows: Table) -> NDArray[np.int64]:
        """How often each way settled it."""
        return count_verdicts(rows["way"], rows["searches"])

    def derive(self, rows: Table) -> Table:
        """Minutes follow from what they are made of, grades from the minutes."""
        features = np.stack([rows["scanning"], rows["hard_turns"], np.zeros(len(rows))], axis=1)
        minutes = minutes_of(features, model_of(self.evaluation))
        grade = rows["grade"].copy()
        known = rows["hardest_family"] != UNKNOWN
        grade[known] = grades_of(minutes["minutes"][known], rows["hardest_family"][known])
        return rows.with_columns({"grade": grade, **minutes})

    def text(self, genome: NDArray[np.uint8]) -> str:
        """81 characters."""
        return to_line(genome)

"""Hill climbing with restarts, the plain way to a front: many climbers, each with a weighted sum of its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from evaluation.table import Table
from generator.search.baselines.base import Baseline
from generator.search.baselines.genes import HasGenes, with_genes
from generator.search.problem import points, reference
from puzzles.seeds import Purpose, derived

_PATIENCE: Final = 200
"""Proposals in vain before a climber begins anew."""
_MOST_CHANGES: Final = 4
"""Genes that a proposal changes at most."""


class HillClimbing(Baseline):
    """Climbers change 1 to 4 genes and keep what is valid and not worse in their own weighted sum.

    There are half as many climbers as the population has rows. Scores are weighed in units of the largest met so far.
    """

    key = "climb"
    summary = "hill climbing with restarts, a weighted sum for each climber"
    repairs = False
    """Whether proposals are repaired before they are judged; an invalid one is an evaluation spent otherwise."""

    def begin(self) -> None:
        """No climber is anywhere yet."""
        self._coded: HasGenes = with_genes(self.problem, self.key)
        n, k = self.round_size, len(self.problem.goals)
        self._at = np.zeros((n, self.problem.width), np.uint8)
        """Where each climber stands."""
        self._scores = np.full((n, k), np.nan)
        """(n, goals) what that is worth, above the worst value; NaN where it is not valid."""
        self._weights = np.ones((n, k))
        self._vain = np.full(n, _PATIENCE)
        """Proposals in vain since the last that was better; at first all climbers begin anew."""
        self._largest = np.full(k, np.finfo(float).tiny)
        self._next = self._at

    @property
    def round_size(self) -> int:
        """Climbers."""
        return max(2, self.settings.population // 2)

    def propose(self, random: np.random.Generator) -> Table:
        """A change of each climber's place, or a new sample for one that has tried in vain too long."""
        genes = self._coded.genes
        self._next = self._at.copy()
        tired = np.flatnonzero(self._vain >= _PATIENCE)
        for row in self._next:
            number = min(1 + int(random.integers(_MOST_CHANGES)), len(genes.places))
            span = genes.high - genes.low + 1
            for place in random.choice(genes.places, number, replace=False):
                # another value than the one that stands there
                step = 1 + int(random.integers(span - 1))
                row[place] = genes.low + (int(row[place]) - genes.low + step) % span
        if len(tired):
            seed = derived(self.settings.seed, Purpose.BASELINE, self._rounds)
            self._next[tired] = self.problem.sample(len(tired), seed)
            self._weights[tired] = self._directions(len(tired), random)
            self._scores[tired] = np.nan
            self._vain[tired] = 0
        if not self.repairs:
            return self.problem.recipes(self._next)
        recipes = self._coded.repaired(self._next)
        if len(tired):
            # samples are judged as they are
            recipes = Table.join([recipes, self.problem.recipes(self._next[tired])])
            order = np.arange(len(self._next))
            order[tired] = len(self._next) + np.arange(len(tired))
            recipes = recipes.take(order)
        return recipes

    def _directions(self, number: int, random: np.random.Generator) -> NDArray[np.float64]:
        """(number, goals) weights that sum to 1, evenly spread; those of the config where there are any."""
        k = len(self.problem.goals)
        if self.settings.weights is not None:
            return np.tile(np.array(self.settings.weights, float), (number, 1))
        return random.dirichlet(np.ones(k), number)

    def learn(self, judged: Table) -> None:
        """Climbers go where it is not worse."""
        n = len(judged)
        good = judged["valid"] & self._allowed(judged)
        gained = points(judged, self.problem.goals) - reference(self.problem.goals)
        gained = np.where(good[:, None], gained, np.nan)
        if good.any():
            self._largest = np.maximum(self._largest, gained[good].max(axis=0))
        before, after = self._sums(self._scores[:n], n), self._sums(gained, n)
        first = np.isnan(self._scores[:n]).all(axis=1)
        # a climber that stands nowhere valid goes wherever it is sent
        moved = np.flatnonzero((after >= before) & (good | first))
        self._vain[:n] = np.where(after > before, 0, self._vain[:n] + 1)
        self._at[moved], self._scores[moved] = judged[self.problem.genome][moved], gained[moved]

    def _sums(self, scores: NDArray[np.float64], n: int) -> NDArray[np.float64]:
        unit = 1.0 if self.settings.weights is not None else self._largest
        sums = (scores / unit * self._weights[:n]).sum(axis=1)
        return np.nan_to_num(sums, nan=-np.inf)

    def own_state(self) -> Mapping[str, NDArray[Any]]:
        """Where the climbers stand and go."""
        return {
            "at": self._at.copy(),
            "scores": self._scores.copy(),
            "weights": self._weights.copy(),
            "vain": self._vain.copy(),
            "largest": self._largest.copy(),
        }

    def restore(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Go on from what `own_state` returned."""
        self._at, self._scores = arrays["at"].astype(np.uint8), arrays["scores"].astype(float)
        self._weights, self._vain = arrays["weights"].astype(float), arrays["vain"].astype(np.int64)
        self._largest = arrays["largest"].astype(float)


class RepairedClimbing(HillClimbing):
    """Hill climbing whose proposals are repaired as children of the search are."""

    key = "climb-repair"
    summary = "the same, its proposals repaired as children of the search are"
    repairs = True

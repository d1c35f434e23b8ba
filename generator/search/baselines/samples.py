"""Random samples: what the problem finds without any search for good scores."""

from __future__ import annotations

import numpy as np

from evaluation.table import Table
from generator.search.baselines.base import Baseline
from puzzles.seeds import Purpose, derived


class RandomSamples(Baseline):
    """New samples of the problem's in every round; none depends on another."""

    key = "random"
    summary = "valid puzzles that are not evolved at all"

    def propose(self, random: np.random.Generator) -> Table:
        """As many new samples as the population has rows."""
        seed = derived(self.settings.seed, Purpose.BASELINE, self._rounds)
        return self.problem.recipes(self.problem.sample(self.round_size, seed))

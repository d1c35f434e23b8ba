"""What the search sees of a kind of puzzle. It knows genomes, columns and scores; what they mean is the problem's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from evaluation.table import Table

NONE: Final = -1
"""Origin of a row that brought no new genome: all else in it says nothing."""
GIVEN: Final = 0
"""Origin of genomes that were judged as they came, and of known ones."""
BRED: Final = 1
"""Origin of a child of its operator."""
FRESH: Final = 2
"""Origin of a new sample, in the place of a child that is known already."""


class Goal(Protocol):
    """An objective as the search sees it."""

    @property
    def column(self) -> str:
        """Its name in tables; the standard error of a mean is in `<column>_se`."""
        ...

    @property
    def sign(self) -> float:
        """1 where higher is better, −1 where lower is."""
        ...

    @property
    def worst(self) -> float:
        """The value that an invalid genome is given, and from which the hypervolume is measured."""
        ...


class Breeding(Protocol):
    """Makes recipes of children in the main process."""

    def breed(
        self,
        mothers: NDArray[np.uint8],
        fathers: NDArray[np.uint8],
        operators: NDArray[np.int64],
        random: np.random.Generator,
    ) -> Table:
        """A recipe for each child: the column `genome`, and whatever else `Problem.finish` wants to know.

        Args:
            mothers, fathers: (n, width) genomes.
            operators: (n,) index of `Problem.operators`.
            random: of this round.
        """
        ...


class Problem(Protocol):
    """A kind of puzzle to be evolved. It travels to the workers, so it is small and can be pickled."""

    @property
    def goals(self) -> Sequence[Goal]:
        """The objectives."""
        ...

    @property
    def constraints(self) -> Sequence[str]:
        """Columns of measures that are 0 where a constraint holds."""
        ...

    @property
    def means(self) -> Sequence[str]:
        """Columns that are means over samples, besides the objectives: more samples are pooled into them."""
        ...

    @property
    def operators(self) -> Sequence[str]:
        """Names of the operators that make children."""
        ...

    @property
    def genome(self) -> str:
        """The column of genomes."""
        ...

    @property
    def width(self) -> int:
        """Numbers in a genome."""
        ...

    @property
    def samples(self) -> int:
        """Samples of one evaluation, walks for instance; the scores are their means."""
        ...

    @property
    def is_random(self) -> bool:
        """Whether more samples can change a score."""
        ...

    def check(self) -> None:
        """Raises InputError with the reason where no genome can be valid."""
        ...

    def sample(self, number: int, seed: int) -> NDArray[np.uint8]:
        """(number, width) new genomes, most of them valid."""
        ...

    def breeding(self) -> Breeding:
        """What makes children."""
        ...

    def recipes(self, genomes: NDArray[np.uint8]) -> Table:
        """Recipes of genomes that are judged as they are."""
        ...

    def finish(
        self, recipes: Table, seeds: NDArray[np.uint64], known: NDArray[np.uint64] | None
    ) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
        """In a worker: the genomes that recipes lead to, and their origins.

        Args:
            recipes: of n children, or of genomes that are judged as they are.
            seeds: (n,) random streams.
            known: digests (see `generator.search.known`) of genomes that are not wanted, ascending; None where any
                may come.
        """
        ...

    def score(self, genomes: NDArray[np.uint8], first: NDArray[np.int64], samples: int) -> Table:
        """In a worker: genomes judged by the samples from number `first` on.

        The table has the columns of genomes, goals with their errors, constraints, means, `valid` and `walks` (the
        samples), and any others. Rows with `first` above 0 only need scores: the rest is known.
        """
        ...

    @property
    def tallies(self) -> Sequence[str]:
        """Names of what a run counts of its new rows, for its manifest."""
        ...

    def tally(self, rows: Table) -> NDArray[np.int64]:
        """(tallies,) the counts in new rows."""
        ...

    def derive(self, rows: Table) -> Table:
        """Rows whose means have changed, with what follows from these."""
        ...

    def text(self, genome: NDArray[np.uint8]) -> str:
        """A genome for people."""
        ...


def points(rows: Table, goals: Sequence[Goal]) -> NDArray[np.float64]:
    """(n, goals) scores, each the higher the better; the worst where not valid."""
    valid = rows["valid"]
    return np.stack([goal.sign * np.where(valid, rows[goal.column], goal.worst) for goal in goals], axis=1)


def reference(goals: Sequence[Goal]) -> NDArray[np.float64]:
    """(goals,) the point from which the hypervolume of `points` is measured."""
    return np.array([goal.sign * goal.worst for goal in goals])

"""What decides a search, what a generation brings, and what must be kept to go on."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from generator.search.archive import Archive
from generator.search.bounds import Bounds
from generator.sudoku.judging import Judged
from puzzles.grid import Grid
from puzzles.pattern import Pattern


@dataclass(frozen=True, slots=True)
class SearchSettings:
    """What decides a search, apart from the evaluation."""

    pattern: Pattern
    seed: int = 0
    population: int = 100
    evaluations: int = 5_000
    algorithm: str = "nsga2"
    objectives: Literal["multi", "weighted"] = "multi"
    weights: tuple[float, float] = (1.0, 1.0)
    repair_budget: int = 4_000
    """Propagations that the repair of one child may take; 0 switches the repair off."""
    stagnation: int = 40
    """Generations without a new puzzle in the archive before the population is renewed; 0 for never."""
    reevaluate: float = 0.3
    """Share of a generation's evaluations that gives more walks to the best puzzles known; 0 judges each once."""
    confirm: int = 64
    """Walks that the end of a search, at most 15 % of its evaluations, tries to give each puzzle of the front."""
    racing: float = 0.0
    """Chance allowed that a new puzzle is stopped early that would have come on the front; 0 for no racing."""
    fixed: Grid | None = None
    bounds: Bounds = field(default_factory=Bounds)


@dataclass(frozen=True, slots=True)
class Round:
    """What is given to the workers at once: hints that become the newcomers of a generation, and known puzzles."""

    hints: NDArray[np.uint8]
    """(n, 81): mothers, children or puzzles of the feasibility search, then the known puzzles."""
    seeds: NDArray[np.uint64]
    """(n,) random streams of the newcomers' making."""
    first_walk: NDArray[np.int64]
    """(n,) walks that a known puzzle has had when these are added; 0 for newcomers, which stand first."""
    moves: NDArray[np.int64]
    steps: NDArray[np.int64]
    solutions: NDArray[np.uint8]
    """(n,), (n,) and (n, 81): see `generator.sudoku.children.Walks`."""
    operators: NDArray[np.int64]
    """(n,) index of `OPERATORS`; −1 where none was used."""
    known: int
    """Puzzles that were known when it was made; no newcomer shall be one of them."""
    renewal: bool
    """Whether its newcomers take the places of half of the living."""
    race_points: NDArray[np.float64]
    race_spread: NDArray[np.float64]
    """(k, 2) and (2,): see `generator.search.racing.Race`; no points for no race."""

    def __len__(self) -> int:
        return len(self.hints)

    @property
    def births(self) -> int:
        """Rows of newcomers."""
        return int((self.first_walk == 0).sum())

    @property
    def bred(self) -> bool:
        """Whether its newcomers are children of the living."""
        return bool((self.operators >= 0).any())


@dataclass(frozen=True, slots=True)
class Generation:
    """What one generation brought."""

    number: int
    evaluations: int
    """Hint arrays judged since the start of the search."""
    valid_total: int
    judged: Judged
    """The new hints of this generation."""
    again: Judged
    """The known puzzles that were given more walks, with all that they have had."""
    archive: Archive
    """As it was then."""
    known: NDArray[np.uint8]
    """(k, 81) hint arrays, valid or not, that are known since this generation."""


@dataclass(frozen=True, slots=True)
class SearchState:
    """Enough to go on exactly: plain arrays, no code."""

    generation: int
    rounds: int
    """Rounds made so far, the one in work among them."""
    evaluations: int
    valid_total: int
    stagnant: int
    """Generations without a new puzzle in the archive."""
    barren: int
    """Generations without an evaluation."""
    confirming: bool
    """Whether what is left of the evaluations belongs to the front."""
    least: int
    """A search of at least so many evaluations in all would have come to this state too, while `prolongable`."""
    prolongable: bool
    """Whether a search of more evaluations would have come to this state: neither the confirmation nor the end of the
    evaluations has shaped any round so far."""
    fertility: float
    """Share of newcomers' rows that brought a new puzzle, fading."""
    population: Judged
    rank: NDArray[np.float64]
    crowding: NDArray[np.float64]
    archive: Judged | None
    """All that it remembers."""
    shares: NDArray[np.float64]
    prior: NDArray[np.float64]
    known: NDArray[np.uint8]
    """(n, 81) hint arrays judged so far, oldest first."""
    pending: Round | None
    """The round that was in work."""

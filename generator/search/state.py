"""What decides a search, what a generation brings, and what must be kept to go on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from evaluation.table import Table
from generator.search.archive import Archive
from generator.search.bounds import Bounds
from generator.search.racing import Race
from puzzles.errors import InputError

PARTS: Final = ("shares", "estimates", "contenders", "confirmation", "known", "renewal", "early_end", "overlap")
"""Parts of the search that a config can leave out, to see what they are worth."""


@dataclass(frozen=True, slots=True)
class SearchSettings:
    """What decides a search, whatever the problem."""

    seed: int = 0
    population: int = 100
    evaluations: int = 5_000
    algorithm: str = "nsga2"
    weights: Sequence[float] | None = None
    """Of the goals in one weighted sum; None for a front."""
    stagnation: int = 40
    """Generations without a new row in the archive before the population is renewed; 0 for never."""
    reevaluate: float = 0.3
    """Share of a generation's evaluations that gives more samples to the best rows known; 0 judges each once."""
    confirm: int = 64
    """Samples that the end of a search, at most 15 % of its evaluations, tries to give each row of the front."""
    racing: float = 0.0
    """Chance allowed that a new row is stopped early that would have come on the front; 0 for no racing."""
    bounds: Bounds = field(default_factory=Bounds)
    without: frozenset[str] = frozenset()
    """Those of PARTS that are left out."""

    def __post_init__(self) -> None:
        for name in sorted(self.without):
            if name not in PARTS:
                raise InputError(f"search.without: {name!r} is none of {', '.join(PARTS)}")


@dataclass(frozen=True, slots=True)
class Round:
    """What is given to the workers at once: recipes of a generation's newcomers, and known rows."""

    recipes: Table
    """n recipes, the newcomers' first."""
    seeds: NDArray[np.uint64]
    """(n,) random streams of the newcomers' making."""
    first: NDArray[np.int64]
    """(n,) samples that a known row has had when these are added; 0 for newcomers."""
    operators: NDArray[np.int64]
    """(n,) index of `Problem.operators`; −1 where none was used."""
    known: int
    """Genomes that were known when it was made; no newcomer shall be one of them."""
    renewal: bool
    """Whether its newcomers take the places of half of the living."""
    race: Race

    def __len__(self) -> int:
        return len(self.recipes)

    @property
    def births(self) -> int:
        """Rows of newcomers."""
        return int((self.first == 0).sum())

    @property
    def bred(self) -> bool:
        """Whether its newcomers are children of the living."""
        return bool((self.operators >= 0).any())

    def state(self) -> dict[str, NDArray[np.generic]]:
        """As plain arrays."""
        return {
            "seeds": self.seeds,
            "first": self.first,
            "operators": self.operators,
            "known": np.array(self.known),
            "renewal": np.array(self.renewal),
            "race_points": self.race.points,
            "race_spread": self.race.spread,
            **{f"recipe.{name}": values for name, values in self.recipes.items()},
        }

    @staticmethod
    def from_state(state: Mapping[str, NDArray[np.generic]], racing: float) -> Round:
        """The round of what `state` returned."""
        prefix = "recipe."
        return Round(
            recipes=Table({n.removeprefix(prefix): v for n, v in state.items() if n.startswith(prefix)}),
            seeds=state["seeds"].astype(np.uint64),
            first=state["first"].astype(np.int64),
            operators=state["operators"].astype(np.int64),
            known=int(state["known"]),
            renewal=bool(state["renewal"]),
            race=Race(state["race_points"].astype(float), state["race_spread"].astype(float), racing),
        )


@dataclass(frozen=True, slots=True)
class Generation:
    """What one generation brought."""

    number: int
    evaluations: int
    """Genomes judged since the start of the search."""
    valid_total: int
    judged: Table
    """The new rows of this generation."""
    again: Table
    """The known rows that were given more samples, with all that they have had."""
    archive: Archive
    """As it was then."""
    known: NDArray[np.uint8]
    """(k, width) genomes, valid or not, that are known since this generation."""


@dataclass(frozen=True, slots=True)
class SearchState:
    """Enough to go on exactly: plain arrays by name, no code."""

    arrays: Mapping[str, NDArray[np.generic]]
    known: NDArray[np.uint8]
    """(n, width) genomes judged so far, oldest first; they only grow, so they can be kept in a log."""

    @property
    def generation(self) -> int:
        """Generations that are over."""
        return int(self.arrays["generation"])

    @property
    def evaluations(self) -> int:
        """Genomes judged."""
        return int(self.arrays["evaluations"])

    @property
    def valid_total(self) -> int:
        """Valid new rows met."""
        return int(self.arrays["valid_total"])

    @property
    def least(self) -> int:
        """See `generator.search.length.Length`."""
        return int(self.arrays["least"])

    @property
    def prolongable(self) -> bool:
        """See `generator.search.length.Length`."""
        return bool(self.arrays["prolongable"])

    @property
    def tally(self) -> NDArray[np.int64]:
        """(tallies,) what the problem counted of all new rows."""
        return self.arrays["tally"].astype(np.int64)

    def table(self, name: str) -> Table | None:
        """One of the tables, `population` or `archive`; None where there is none."""
        prefix = f"{name}."
        columns = {n.removeprefix(prefix): v for n, v in self.arrays.items() if n.startswith(prefix)}
        return Table(columns) if columns else None


def table_arrays(name: str, rows: Table | None) -> dict[str, NDArray[np.generic]]:
    """A table as arrays of a `SearchState`."""
    return {} if rows is None else {f"{name}.{column}": values for column, values in rows.items()}

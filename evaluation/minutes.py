"""How long people take: a predicted median time with an 80 % interval.

    seconds = start + scanning · Σ min(d(t), 2) + hard_turn · hard turns + guess · guesses

A *hard turn* is made by a family whose puzzles are graded hard or fiendish whatever their effort (hidden subsets,
X-wings, and so on); a *guess* is a cell that had to be filled where the techniques stop. All three are means over
walks. No coefficient is below 0, so a turn that is more difficult never makes a puzzle quicker.
The coefficients and where they come from stand in `minutes.toml`, which `benchmarks/people/fit.py` writes.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from importlib import resources
from typing import TYPE_CHECKING, Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from evaluation.levels import DEFAULT_LEVELS, name_of
from evaluation.techniques import FAMILIES

if TYPE_CHECKING:
    from evaluation.settings import EvaluationSettings

HARD_FLOOR: Final = 3
"""The grade floor, hard, from which the turns of a family count as hard."""
HARD_FAMILIES: Final = tuple(number for number, family in enumerate(FAMILIES) if family.grade_floor >= HARD_FLOOR)
"""Their numbers."""
FEATURES: Final = ("scanning", "hard_turns", "guesses")
"""What the model asks of a puzzle, by columns."""
MINUTES: Final = ("minutes", "minutes_low", "minutes_high")
"""Its columns: the median, and the interval that holds 80 % of puzzles' mean times."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MinutesModel:
    """The coefficients."""

    start: float
    """Seconds for anything at all; above 0."""
    scanning: float
    """Seconds for each unit of Σ min(d(t), 2), at least 0 as the next two."""
    hard_turn: float
    """Seconds for each hard turn."""
    guess: float
    """Seconds for each guess."""
    low: float
    """The interval's ends as parts of the median: below 1, and above 1."""
    high: float

    def seconds(self, features: NDArray[np.float64]) -> NDArray[np.float64]:
        """(n,) predicted medians of (n, 3) features in the order of FEATURES; NaN where one is."""
        scanning, hard_turns, guesses = features.T
        # term by term: the last bits of a matrix product depend on how many rows there are
        return self.start + scanning * self.scanning + hard_turns * self.hard_turn + guesses * self.guess


def read_models(text: str) -> dict[str, MinutesModel]:
    """The models of a file such as `minutes.toml`, by the names of level sets."""
    data: dict[str, Any] = tomllib.loads(text)
    return {name: MinutesModel(**one["seconds"], **one["interval"]) for name, one in data["levels"].items()}


_TEXT: Final = resources.files("evaluation").joinpath("minutes.toml").read_text(encoding="utf-8")
MODELS: Final = read_models(_TEXT)
"""For each set of `evaluation.levels`: the same puzzle has other difficulties by other levels."""
GRADE_BOUNDS: Final[tuple[float, ...]] = tuple(tomllib.loads(_TEXT)["grades"]["bounds"])
"""Minutes at which the grades gentle, moderate, hard and fiendish begin: the rounded quintiles of the mean times that
people took (docs/difficulty.md)."""


def hard_turns(family_turns: NDArray[np.int64], walks: int) -> NDArray[np.float64]:
    """(n,) hard turns of a walk, of the (n, families) turns of all walks."""
    return family_turns[:, list(HARD_FAMILIES)].sum(axis=1) / walks


def model_of(settings: EvaluationSettings) -> MinutesModel:
    """The model for the levels of an evaluation; for levels of one's own that of the default ones."""
    return MODELS[name_of(settings.singles, settings.costs) or DEFAULT_LEVELS]


def minutes_of(features: NDArray[np.float64], model: MinutesModel) -> dict[str, NDArray[np.float64]]:
    """(n,) columns MINUTES of (n, 3) features in the order of FEATURES."""
    middle = model.seconds(features) / 60.0
    return dict(zip(MINUTES, (middle, middle * model.low, middle * model.high), strict=True))


_FORMS: Final = {"en": "about {} min ({}–{})", "ja": "目安 {}分（{}〜{}分）"}


def in_words(minutes: float, low: float, high: float, lang: Literal["en", "ja"] = "en") -> str:
    """Such as `about 12 min (8–18)`, whole minutes from 1."""
    return _FORMS[lang].format(*(max(1, round(value)) for value in (minutes, low, high)))

"""Simple methods to compare a search with. A method is one file here and a line in the catalogue."""

from __future__ import annotations

from typing import Final

from generator.search.baselines.base import Baseline
from generator.search.baselines.climbing import HillClimbing, RepairedClimbing
from generator.search.baselines.samples import RandomSamples
from generator.search.baselines.stock import StockNsga2

__all__ = ["BASELINES", "Baseline"]

BASELINES: Final[dict[str, type[Baseline]]] = {
    method.key: method for method in (RandomSamples, HillClimbing, RepairedClimbing, StockNsga2)
}
"""Name in `search.algorithm` to method."""

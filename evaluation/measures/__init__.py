"""The catalogue of measures: what walks say of a puzzle beside its objectives. A file and a line for each."""

from __future__ import annotations

from typing import Final

from evaluation.measures import effort, hardest, opening, peaks, scanning
from evaluation.measures.base import Measure

__all__ = ["MEASURES", "Measure"]

MEASURES: Final[dict[str, Measure]] = {
    module.MEASURE.key: module.MEASURE for module in (effort, hardest, peaks, opening, scanning)
}

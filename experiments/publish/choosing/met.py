"""All valid puzzles that a run has met, and not its front alone: `--from all`.

A run of hours meets tens of thousands. The best of them, easy ones and hard ones, are judged once more, by walks that
the search has not seen, so that none is chosen for its luck; what then is outside the run's [difficulty] is left out.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import numpy as np

from evaluation.difficulty import GRADES
from evaluation.table import Table
from evaluation.techniques import FAMILY_KEYS
from experiments.kinds.number_place.config import Config
from experiments.kinds.number_place.kind import validation_settings
from experiments.publish.choosing.judging import evaluated, numbers_of
from experiments.publish.puzzle import ExportPuzzle
from experiments.run.columns import EVALUATIONS_FILE, scores
from experiments.run.folder import CONFIG_FILE, RunFolder
from experiments.run.logs import whole_lines
from puzzles.errors import InputError
from puzzles.grid import from_characters, to_line

LOOKED_AT: Final = 300
"""Puzzles of each fifth of the efforts that are judged again."""
WALKS: Final = 64
"""Fresh walks of each, or as many as the run validated with where that is fewer."""


@dataclass(frozen=True, slots=True)
class RunFacts:
    """What a run's config says of its puzzles."""

    path: Path
    config: Config

    @property
    def fixed(self) -> str:
        """81 characters: the digits that stay; empty for none."""
        grid = self.config.fixed()
        return "" if grid is None else to_line(grid)


def run_of(path: Path) -> RunFacts | None:
    """The number place run that a folder holds, or a table in it; None for anything else.

    A config that cannot be read is no matter of exporting: its puzzles are in the tables.
    """
    folder = path if path.is_dir() else path.parent
    if not (folder / CONFIG_FILE).is_file():
        return None
    try:
        config = RunFolder.open(folder).config()
    except InputError:
        return None
    return RunFacts(folder, config) if isinstance(config, Config) else None


def met_puzzles(facts: RunFacts, front: Sequence[ExportPuzzle], say: Callable[[str], None]) -> list[ExportPuzzle]:
    """The best puzzles that a run has met besides its front, judged by fresh walks, from easy to hard."""
    known = {puzzle.hints for puzzle in front}
    records = [one for one in _records(facts.path) if one["hints"] not in known]
    if not records:
        return []
    order = _looked_at(records, facts.config)
    source = facts.path.resolve().name
    settings = validation_settings(facts.config)
    settings = replace(settings, walks=min(WALKS, settings.walks))
    say(
        f"{source}: {len(records)} puzzles were met besides the front; the best {len(order)}, easy and hard, are "
        f"judged by {settings.walks} fresh walks each"
    )
    some = [records[k] for k in order]
    table = evaluated(np.array([from_characters(one["hints"]) for one in some], np.uint8), settings, say)
    good = table["valid"] & (facts.config.difficulty.bounds().measure(table) == 0)
    if not good.all():
        say(f"{source}: {int((~good).sum())} of {len(good)} left out: by fresh walks outside the run's [difficulty]")
    goals = facts.config.objectives()
    return [_puzzle(record, table, k, scores(goals), facts) for k, record in enumerate(some) if good[k]]


def _records(run: Path) -> list[dict[str, Any]]:
    """The last line of evaluations.jsonl about each puzzle, which has had the most walks."""
    last: dict[str, dict[str, Any]] = {}
    for line in whole_lines(run / EVALUATIONS_FILE):
        record = json.loads(line)
        old = last.get(record["hints"])
        if old is None or record.get("walks", 1) >= old.get("walks", 1):
            last[record["hints"]] = record
    return list(last.values())


def _looked_at(records: Sequence[dict[str, Any]], config: Config) -> list[int]:
    """Which of the records are worth a look: the best of each fifth, from the least effort to the most."""
    goals = config.objectives()
    gains = np.array([[g.sign * (one[g.column] - g.worst) for g in goals] for one in records])
    volume = np.maximum(gains, 0.0).prod(axis=1)
    names = np.array([one["hints"] for one in records])
    fifths = np.array_split(np.lexsort((names, np.array([one["effort"] for one in records]))), len(GRADES))
    return [int(k) for fifth in fifths for k in fifth[np.lexsort((names[fifth], -volume[fifth]))][:LOOKED_AT]]


def _puzzle(record: dict[str, Any], table: Table, k: int, names: Sequence[str], facts: RunFacts) -> ExportPuzzle:
    """The claimed scores of the log, the validated ones of the fresh walks."""
    fresh = numbers_of(table, k)
    claimed = {name: float(record[name]) for name in names if record.get(name) is not None}
    validated = {f"validated_{name}": float(table[name][k]) for name in names if name in table}
    level, family = int(table["grade"][k]), int(table["hardest_family"][k])
    return ExportPuzzle(
        hints=record["hints"],
        solution=to_line(table["solution"][k]),
        grade=GRADES[level].english if level >= 0 else None,
        techniques=(FAMILY_KEYS[family],) if family >= 0 else (),
        row={**fresh, **claimed, **validated, "walks": float(record.get("walks", 1))},
        source=facts.path.resolve().name,
        fixed=facts.fixed,
        of_run=True,
    )

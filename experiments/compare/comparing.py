"""Groups of runs, what each reached, and how sure it is that they differ."""

from __future__ import annotations

import itertools
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from experiments.compare.runs import ComparedRun, Limit, Measure, find_runs
from experiments.compare.statistics import TESTS, Test, a12, holm, p_value
from puzzles.errors import InputError


@dataclass(frozen=True, slots=True)
class Group:
    """Runs with the same values of the keys."""

    by: dict[str, Any]
    """Key to value."""
    runs: tuple[ComparedRun, ...]
    claimed: NDArray[np.float64]
    """(n,) of each run."""
    validated: NDArray[np.float64]

    @property
    def label(self) -> str:
        """Its values in words."""
        return ", ".join(shown(value) for value in self.by.values()) or "all runs"

    @property
    def processor_seconds(self) -> float:
        """The median of its runs' searches; NaN where it is not known."""
        return float(np.median([run.processor_seconds for run in self.runs]))


@dataclass(frozen=True, slots=True)
class Pair:
    """Two groups and the test of their validated values."""

    a: int
    b: int
    """Numbers of the groups."""
    test: Test
    p: float
    p_holm: float
    a12: float
    """Chance that a run of a is better than one of b."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """All there is to show."""

    keys: tuple[str, ...]
    measure: Measure
    limit: Limit
    groups: tuple[Group, ...]
    pairs: tuple[Pair, ...]
    left_out: tuple[str, ...]
    """Runs that are not finished."""

    @property
    def runs(self) -> list[ComparedRun]:
        """Of all groups."""
        return [run for group in self.groups for run in group.runs]


def compare(
    paths: Sequence[Path], by: Sequence[str] = (), limit: Limit | None = None, test: str = "auto"
) -> Comparison:
    """Compare runs.

    Args:
        paths: run folders, sweeps, or folders of runs.
        by: keys that make the groups; those in which the runs differ by default.
        limit: how much of each run counts.
        test: `wilcoxon` of pairs, `mann-whitney`, or `auto` for pairs where there are such.

    Raises:
        InputError: of one line, for runs that cannot be compared.
    """
    found = find_runs(paths)
    runs = [run for run in found if run.is_finished]
    if not runs:
        raise InputError(f"{paths[0]}: none of its runs is finished")
    if test not in ("auto", *TESTS):
        raise InputError(f"--test: {test!r} is none of auto, {', '.join(TESTS)}")
    _check_alike(runs)
    differing = _differing(runs)
    keys = tuple(by) or differing
    for key in keys:
        if not any(key in run.keys for run in runs):
            raise InputError(f"--by {key}: is no key of the configs of these runs")
    limit = limit or Limit()
    groups = [_group(keys, values, runs, limit) for values in _values(runs, keys)]
    others = [key for key in differing if key not in keys]
    pairs = _tested(groups, others, test)
    left = tuple(run.name for run in found if not run.is_finished)
    return Comparison(keys, runs[0].measure, limit, tuple(groups), tuple(pairs), left)


def _check_alike(runs: Sequence[ComparedRun]) -> None:
    """Raises InputError for runs of different objectives: their values mean different things."""
    first = runs[0]
    own = [(goal.column, goal.sign, goal.worst) for goal in first.goals]
    for run in runs[1:]:
        theirs = [(goal.column, goal.sign, goal.worst) for goal in run.goals]
        if theirs != own or run.weights != first.weights:
            raise InputError(
                f"{run.path}: has other objectives or weights than {first.path}, what they reached cannot be compared"
            )


def _differing(runs: Sequence[ComparedRun]) -> tuple[str, ...]:
    names = dict.fromkeys(key for run in runs for key in run.keys)
    return tuple(key for key in names if len({_exact(run.keys.get(key)) for run in runs}) > 1)


def _exact(value: Any) -> str:
    return json.dumps(value, sort_keys=True, default=str)


def shown(value: Any) -> str:
    """A value of a config in words."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)


def _values(runs: Sequence[ComparedRun], keys: Sequence[str]) -> list[tuple[Any, ...]]:
    """The values of the groups, sorted by how they are shown, numbers by size."""
    found = {_exact([run.keys.get(key) for key in keys]): tuple(run.keys.get(key) for key in keys) for run in runs}
    return sorted(found.values(), key=lambda values: [_order(value) for value in values])


def _order(value: Any) -> tuple[int, float, str]:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return (0, float(value), "") if is_number else (1, 0.0, shown(value))


def _group(keys: Sequence[str], values: tuple[Any, ...], runs: Sequence[ComparedRun], limit: Limit) -> Group:
    wanted = _exact(list(values))
    own = sorted((run for run in runs if _exact([run.keys.get(key) for key in keys]) == wanted), key=_place)
    reached = np.array([run.reached(limit) for run in own], float).reshape(len(own), 2)
    return Group(dict(zip(keys, values, strict=True)), tuple(own), reached[:, 0], reached[:, 1])


def _place(run: ComparedRun) -> tuple[int, str]:
    return run.seed, run.name


def _tested(groups: Sequence[Group], others: Sequence[str], test: str) -> list[Pair]:
    """Every pair of groups. Raises InputError where pairs of runs are asked for and there are none."""
    raw: list[tuple[int, int, Test, float, float]] = []
    for a, b in itertools.combinations(range(len(groups)), 2):
        one, two = (_partners(groups[k], others) for k in (a, b))
        paired = one is not None and two is not None and set(one) == set(two)
        if test == "wilcoxon" and not paired:
            raise InputError(
                f"--test wilcoxon: the runs of {groups[a].label} and {groups[b].label} are no pairs, "
                "both need the same seeds"
            )
        first, second = groups[a].validated, groups[b].validated
        if paired and one is not None and two is not None and test != "mann-whitney":
            order = sorted(one)
            p = p_value("wilcoxon", first[[one[key] for key in order]], second[[two[key] for key in order]])
            raw.append((a, b, "wilcoxon", p, a12(first, second)))
        else:
            raw.append((a, b, "mann-whitney", p_value("mann-whitney", first, second), a12(first, second)))
    corrected = holm([p for *_, p, _ in raw])
    return [Pair(a, b, kind, p, c, effect) for (a, b, kind, p, effect), c in zip(raw, corrected, strict=True)]


def _partners(group: Group, others: Sequence[str]) -> dict[str, int] | None:
    """What a run shares with its partner in another group, to its place; None where two runs share it."""
    found = {_exact([run.seed, *(run.keys.get(key) for key in others)]): k for k, run in enumerate(group.runs)}
    return found if len(found) == len(group.runs) else None


def compare_sweep(sweep: Path) -> Comparison:
    """Compare the runs of a sweep by the keys of its grid, and write its compare files."""
    from experiments.compare.writing import write_all
    from experiments.sweep.folder import grid_keys

    comparison = compare([sweep], grid_keys(sweep))
    write_all(comparison, sweep)
    return comparison

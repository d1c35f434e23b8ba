"""What the page of a comparison draws: boxes, curves with bands, attainment surfaces, and the puzzles behind them."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import Any, Final, cast

import moocore
import numpy as np
from numpy.typing import NDArray

from evaluation.objectives import Objective
from experiments.compare.comparing import Comparison, Group
from experiments.compare.runs import ComparedRun, Curve
from experiments.compare.tables import HEADS, table_rows, test_rows
from experiments.names import short
from experiments.run.volume import gains

_POINTS: Final = 60
"""Of a curve over the evaluations."""
_TENTHS: Final = 10
LEVELS: Final = (25, 50, 75)
"""Percent of the runs whose attainment surfaces are drawn."""
_AXIS: Final = 60
"""Characters of an objective's description at an axis."""
_moocore: Any = moocore


def page_data(comparison: Comparison) -> dict[str, Any]:
    """The data block."""
    goals = comparison.runs[0].goals
    pairs = list(itertools.combinations(range(len(goals)), 2))
    return {
        "keys": list(comparison.keys),
        "measure": comparison.measure,
        "measureName": HEADS[comparison.measure],
        "limit": str(comparison.limit),
        "corner": f"({', '.join(f'{goal.worst:g}' for goal in goals)})",
        "goals": [_goal(goal) for goal in goals],
        "table": table_rows(comparison),
        "tests": test_rows(comparison),
        "leftOut": list(comparison.left_out),
        "groups": [_group(group) for group in comparison.groups],
        "surfaces": [
            {"a": a, "b": b, "group": k, **surface}
            for a, b in pairs
            for k, group in enumerate(comparison.groups)
            for surface in surfaces(_fronts(group, comparison, (a, b)), [goals[a].sign, goals[b].sign])
        ],
        "worst": [goal.worst for goal in goals],
        "puzzles": [puzzle for k, group in enumerate(comparison.groups) for puzzle in _puzzles(k, group, comparison)],
    }


def _goal(goal: Any) -> dict[str, Any]:
    english = cast("str", getattr(goal, "english", "")) if isinstance(goal, Objective) else ""
    japanese = cast("str", getattr(goal, "japanese", "")) if isinstance(goal, Objective) else ""
    name = str(goal.column)
    return {
        "name": name,
        "en": short(english or name, _AXIS),
        "ja": short(japanese or english or name, _AXIS),
        "higher": goal.sign > 0,
    }


def _group(group: Group) -> dict[str, Any]:
    return {
        "label": group.label,
        "validated": [_short(value) for value in group.validated],
        "claimed": [_short(value) for value in group.claimed],
        "runs": [run.name for run in group.runs],
        "curves": {
            "claimed": band([run.claimed for run in group.runs], _budgets(group, _POINTS)),
            "validated": band([run.validated for run in group.runs], _checkpoints(group)),
        },
    }


def _budgets(group: Group, number: int) -> list[int]:
    """So many numbers of evaluations, evenly up to the longest run's."""
    total = max(run.evaluations for run in group.runs)
    return sorted({math.ceil(total * k / number) for k in range(1, number + 1)})


def _checkpoints(group: Group) -> list[int]:
    """Where validated values are known: the tenths, or only the end."""
    if any(len(run.validated) < 2 for run in group.runs):
        return _budgets(group, 1)
    return _budgets(group, _TENTHS)


def band(curves: Sequence[Curve], budgets: Sequence[int]) -> dict[str, list[float | None]]:
    """Median and quartiles of curves at some numbers of evaluations, but those within which one has no value.

    Args:
        curves: (n, 2) evaluations and value of each run; a value holds until the next.
        budgets: evaluations, ascending.
    """
    found: dict[str, list[float | None]] = {"evaluations": [], "q1": [], "median": [], "q3": []}
    for budget in budgets:
        values = [float(curve[curve[:, 0] <= budget][-1, 1]) for curve in curves if (curve[:, 0] <= budget).any()]
        if len(values) < len(curves) or not np.isfinite(values).all():
            continue
        quartiles = np.quantile(values, [0.25, 0.5, 0.75]).tolist()
        for name, value in zip(found, (budget, *quartiles), strict=True):
            found[name].append(_short(value))
    return found


def _fronts(group: Group, comparison: Comparison, pair: tuple[int, int]) -> list[NDArray[np.float64]]:
    """(n, 2) gains of each run's validated front in two objectives."""
    found: list[NDArray[np.float64]] = []
    for run in group.runs:
        values = gains(run.front_within(comparison.limit), run.goals, run.prefix)[:, list(pair)]
        found.append(values[np.isfinite(values).all(axis=1)])
    return found


def surfaces(fronts: Sequence[NDArray[np.float64]], signs: Sequence[float]) -> list[dict[str, Any]]:
    """The attainment surfaces of fronts: what so many percent of the runs attain (moocore's EAF).

    Args:
        fronts: (n, 2) gains of each run, the higher the better.
        signs: of the two objectives, which turn gains into values.

    Returns:
        For each level `percent`, and `x` and `y`, the corners of the surface from the best second value on.
    """
    held = [front for front in fronts if len(front)]
    if not held:
        return []
    sets = np.concatenate([np.full(len(front), k + 1) for k, front in enumerate(held)])
    found = _moocore.eaf(-np.concatenate(held), sets)
    # a run without a front attains nothing, so that a level of all runs is another of those that have one
    attained = np.round(found[:, 2] / 100.0 * len(held)).astype(int)
    levels = LEVELS if len(fronts) > 1 else (50,)
    result: list[dict[str, Any]] = []
    for percent in levels:
        needed = math.ceil(percent / 100.0 * len(fronts))
        corners = -found[attained == needed][:, :2]
        if not len(corners):
            continue
        corners = corners[np.argsort(corners[:, 0])]
        values = corners * np.array(signs)
        result.append(
            {
                "percent": percent,
                "x": [_short(value) for value in values[:, 0]],
                "y": [_short(value) for value in values[:, 1]],
            }
        )
    return result


def _puzzles(number: int, group: Group, comparison: Comparison) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for run in group.runs:
        rows = run.front_within(comparison.limit)
        again = _values(run, rows, run.prefix)
        claimed = _values(run, rows, "")
        for k, genome in enumerate(rows[run.genome]):
            found.append(
                {
                    "group": number,
                    "run": run.name,
                    "text": run.text(genome),
                    "validated": [_short(value) for value in again[k]],
                    "claimed": [_short(value) for value in claimed[k]],
                }
            )
    return found


def _values(run: ComparedRun, rows: Any, prefix: str) -> NDArray[np.float64]:
    return np.stack([rows[f"{prefix}{goal.column}"].astype(float) for goal in run.goals], axis=1)


def _short(value: float) -> float | None:
    return None if not math.isfinite(value) else round(float(value), 6)

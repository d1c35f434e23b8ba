"""The platform's score of a multi-objective entry: the hypervolume of its feasible trials, all objectives minimised.

By the organisers' published definition: the reference point is a setting; without one it is the worst value of the
front in each objective, so that a single feasible trial scores 0.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from typing import Any, BinaryIO, Final

import numpy as np
from numpy.typing import NDArray

from evaluation.table import Table
from experiments.run.columns import EVALUATIONS_FILE
from experiments.run.folder import RunFolder
from experiments.run.logs import whole_lines
from experiments.run.volume import gains
from generator.search.fronts import hypervolume, non_dominated
from puzzles.errors import InputError

REFERENCE: Final = "HV_REF_POINT"
"""The environment variable with the reference point."""
FRONT: Final = "front"
"""What stands for the worst value of the front, where a reference point is asked for."""


def score_of(trials: NDArray[np.float64], reference: Sequence[float] | None) -> tuple[float, tuple[float, ...] | None]:
    """The score of (n, k) feasible trials, and the reference point it was measured from.

    Args:
        trials: objectives, to be minimised.
        reference: None for the worst value of the front; there is none without a trial.
    """
    if not len(trials):
        return 0.0, None if reference is None else tuple(reference)
    if reference is None:
        front = trials[non_dominated(-trials)]
        reference = front.max(axis=0).tolist()
    at = np.array(reference, float)
    better = trials[(trials < at).all(axis=1)]
    return hypervolume(-better, -at), tuple(float(value) for value in at)


def read_reference(text: str, objectives: int, where: str) -> tuple[float, ...] | None:
    """A reference point such as `[0, 0]` or `0,0`; None for `front`. Raises InputError that names `where`."""
    if text.strip() in (FRONT, "null"):
        return None
    try:
        values = json.loads(text if text.strip().startswith("[") else f"[{text}]")
    except (ValueError, RecursionError):
        values = None
    if not isinstance(values, list) or len(values) != objectives or not all(_is_number(value) for value in values):
        raise InputError(f"{where}: {FRONT}, or {objectives} numbers as {', '.join(['0'] * objectives)} are needed")
    return tuple(float(value) for value in values)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def indicate(stream: BinaryIO, environment: Mapping[str, str]) -> dict[str, Any]:
    """The platform's indicator: the trial to be scored on the first line, those before it, as a list, on the second.

    Nothing is raised: what goes wrong is named in `error`, with `score` null.
    """
    try:
        last, before = _json_line(stream, "first"), _json_line(stream, "second")
        if not isinstance(before, list):
            raise InputError("the second line of standard input is no JSON list of the trials before")
        given = [*before, last]
        feasible = [_objectives(trial, k, len(given)) for k, trial in enumerate(given, 1) if _is_feasible(trial)]
        sizes = {len(one) for one in feasible}
        if len(sizes) > 1:
            raise InputError("the trials have different numbers of objectives")
        k = sizes.pop() if sizes else 1
        text = environment.get(REFERENCE, "").strip()
        reference = read_reference(text, k, REFERENCE) if text and feasible else None
        return {"score": score_of(np.array(feasible, float).reshape(-1, k), reference)[0]}
    except InputError as error:
        return {"score": None, "error": str(error)}


def _json_line(stream: BinaryIO, name: str) -> Any:
    line = stream.readline()
    try:
        return json.loads(line.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        raise InputError(f"the {name} line of standard input is not JSON") from None


def _is_feasible(trial: Any) -> bool:
    """Whether every constraint is at most 0; a trial that says that it is not feasible, or has no objective, is not."""
    if not isinstance(trial, dict):
        raise InputError("a trial is a JSON object with objective and constraint")
    constraint = trial.get("constraint")
    values = constraint if isinstance(constraint, list) else [] if constraint is None else [constraint]
    if not all(_is_number(value) for value in values):
        raise InputError("constraint: a number or a list of numbers is needed")
    return trial.get("feasible") is not False and trial.get("objective") is not None and all(v <= 0 for v in values)


def _objectives(trial: dict[str, Any], number: int, of: int) -> list[float]:
    values = trial["objective"]
    own = values if isinstance(values, list) else [values]
    if not own or not all(_is_number(value) for value in own):
        raise InputError(f"trial {number} of {of}: objective: a number or a list of numbers is needed")
    return [float(value) for value in own]


def trials_of(folder: RunFolder) -> NDArray[np.float64]:
    """(n, goals) the objectives of a run's trials, to be minimised: evaluations.jsonl line by line.

    A line is a valid puzzle with the mean of all walks that it has had by then. Raises InputError for a wrong line.
    """
    path, names = folder.path / EVALUATIONS_FILE, [goal.column for goal in folder.goals]
    found: list[list[float]] = []
    for number, line in enumerate(whole_lines(path), 1):
        try:
            entry = json.loads(line)
            found.append([float(entry[name]) for name in names])
        except (ValueError, KeyError, TypeError):
            raise InputError(f"{path}, line {number}: has no {' and '.join(names)}") from None
    values = np.array(found, float).reshape(-1, len(names))
    return -gains(Table(dict(zip(names, values.T, strict=True))), folder.goals)


def run_score(folder: RunFolder, reference: str) -> dict[str, Any]:
    """What the platform would say of a run's trials. Raises InputError for a reference point that does not read."""
    trials = trials_of(folder)
    at = read_reference(reference, trials.shape[1], "--hv-ref")
    score, used = score_of(trials, at)
    return {"run": str(folder.path), "trials": len(trials), "reference": used, "score": score}

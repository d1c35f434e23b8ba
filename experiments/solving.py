"""The solve command's work: verdicts on grids and nonograms, as JSON or in words."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from time import perf_counter
from typing import Any, Literal

import numpy as np

from puzzles.grid import Grid, describe_conflict, to_line, to_text
from puzzles.nonogram import Nonogram, describe_contradiction, picture_to_text
from puzzles.solutions import count
from qubo.backends import AUTO, Backend, backend_class, get_backend, resolve_backend
from qubo.backends.guard import GuardedBackend
from qubo.nonogram_model import NonogramModel
from qubo.search import ModelReport, decide
from qubo.sudoku_model import SudokuModel


@dataclass(frozen=True, slots=True)
class Answer:
    """What is known of one puzzle."""

    verdict: str
    method: str
    solutions: tuple[str, ...]
    """As JSON shows them: 81 digits, or lines of `#` and `.`."""
    pictures: tuple[str, ...]
    """As people see them."""
    certified: bool
    model: ModelReport | None
    seconds: float
    note: str = ""


def open_backend(name: str) -> Backend:
    """The solver of that name; one that can abort its process gets a process of its own.

    Raises InputError for a name that is none, and for a library that cannot be used here.
    """
    chosen = resolve_backend(name) if name == AUTO else name
    if not backend_class(chosen).native:
        return get_backend(chosen)
    guarded = GuardedBackend(chosen)
    guarded.limits()
    return guarded


def solve_grid(
    hints: Grid, method: str, backend: str | Backend, time_limit: float, seed: int, certificate: bool = True
) -> Answer:
    """The verdict on (81,) hints. Raises InputError for a backend that cannot be used."""
    if method == "exact":
        started = perf_counter()
        number, found = count(hints)
        verdict = ("none", "unique", "multiple")[number]
        return _grid_answer(hints, verdict, "exact", tuple(found), True, None, perf_counter() - started)
    result = decide(SudokuModel(hints), backend=backend, time_limit=time_limit, seed=seed, certificate=certificate)
    grids = tuple(solution.astype(np.uint8) for solution in result.solutions)
    return _grid_answer(hints, result.verdict, result.method, grids, result.certified, result.model, result.seconds)


def _grid_answer(
    hints: Grid,
    verdict: str,
    method: str,
    solutions: tuple[Grid, ...],
    certified: bool,
    model: ModelReport | None,
    seconds: float,
) -> Answer:
    note = (describe_conflict(hints) or "") if verdict == "none" else ""
    lines = tuple(to_line(s) for s in solutions)
    return Answer(verdict, method, lines, tuple(to_text(s) for s in solutions), certified, model, seconds, note)


def solve_picture(
    puzzle: Nonogram, method: str, backend: str | Backend, time_limit: float, seed: int, certificate: bool = True
) -> Answer:
    """The verdict on a nonogram. Raises InputError for a backend that cannot be used."""
    how: Literal["qubo", "exact"] = "exact" if method == "exact" else "qubo"
    result = decide(
        NonogramModel(puzzle), backend=backend, method=how, time_limit=time_limit, seed=seed, certificate=certificate
    )
    pictures = tuple(picture_to_text(p.astype(np.int8)) for p in result.solutions)
    note = (describe_contradiction(puzzle) or "") if result.verdict == "none" else ""
    return Answer(
        result.verdict, result.method, pictures, pictures, result.certified, result.model, result.seconds, note
    )


def as_json(answer: Answer) -> str:
    """One line: verdict, method, solutions, certified, model, seconds."""
    record: dict[str, Any] = {
        "verdict": answer.verdict,
        "method": answer.method,
        "solutions": list(answer.solutions),
        "certified": answer.certified,
        "model": None if answer.model is None else asdict(answer.model),
        "seconds": round(answer.seconds, 6),
    }
    if answer.note:
        record["note"] = answer.note
    return json.dumps(record, separators=(",", ":"))


_VERDICTS = {
    "unique": "one solution",
    "multiple": "more than one solution; two of them:",
    "none": "no solution",
    "unknown": "not decided: the exact search ran out of time",
}


def as_words(answer: Answer, verbose: bool) -> str:
    """The solutions as grids or pictures, and the verdict."""
    lines = [*answer.pictures] if answer.verdict != "multiple" else []
    verdict = _VERDICTS[answer.verdict] + (f": {answer.note}" if answer.note else "")
    proof = "" if answer.certified else ", not certified"
    lines.append(f"{verdict} (by {answer.method}{proof}, {answer.seconds * 1000:.1f} ms)")
    if answer.verdict == "multiple":
        lines.append("\n\n".join(answer.pictures))
    if verbose:
        lines.append(_model_in_words(answer.model))
    return "\n".join(lines) + "\n"


def _model_in_words(model: ModelReport | None) -> str:
    if model is None:
        return "no model was built: deduction or the exact search settled it"
    limit = "any number of" if model.limit is None else f"up to {model.limit}"
    return "\n".join(
        (
            f"backend: {model.backend}, takes {limit} variables",
            f"variables: {model.variables_full} in all, {model.variables_hints} after the hints were fixed, "
            f"{model.variables} after propagation ({model.variables_full - model.variables} fixed); {model.rows} rows",
            f"searches for a second solution: {model.windows}" + (f", found in {model.window}" if model.window else ""),
            f"energy of the last search: {'none' if model.energy is None else model.energy}",
            f"how: {model.how}",
        )
    )

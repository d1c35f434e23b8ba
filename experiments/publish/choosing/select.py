"""Choosing puzzles by what a person asks for: the forms of `--select`, and without near copies."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from evaluation.objectives import COMPETITION, Objective
from experiments.kinds.number_place.goals import goals_of
from experiments.knee import ends, knee, scaled
from experiments.publish.choosing.quota import grade_key
from experiments.publish.puzzle import ExportPuzzle
from puzzles.alike import most_alike
from puzzles.canonical import minimal_form
from puzzles.errors import InputError

FORMS: Final = "all, best, best:N, knee, spread:N, diverse:N, grade:WORD,WORD, minutes:LOW-HIGH, ids:ID,ID"
DIVERSE: Final = "diverse"
Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Copy:
    """A puzzle that was left out because another is too much like it."""

    puzzle: ExportPuzzle
    like: ExportPuzzle
    share: float
    """Share of hints alike; 1 for the same puzzle moved or renamed."""


def distinct(puzzles: list[ExportPuzzle], max_alike: float = 1.0) -> tuple[list[ExportPuzzle], list[Copy]]:
    """The puzzles without near copies, in their order, and the copies.

    Two puzzles are the same when moving cells and renaming digits turns one into the other; they are near copies when
    more than `max_alike` of their hints are alike (`puzzles.alike`). Of near copies the one that dominates
    the greater volume of objective space stays, of equals the first.
    """
    order = np.argsort(-volumes(puzzles), kind="stable").tolist()
    grids = np.array([puzzle.grid for puzzle in puzzles], np.uint8).reshape(-1, 81)
    forms: dict[str, int] = {}
    kept: list[int] = []
    copies: list[Copy] = []
    for k in order:
        form = minimal_form(grids[k])
        twin, share = forms.get(form), 1.0
        if twin is None and max_alike < 1.0:
            (nearest,), (share,) = (part.tolist() for part in most_alike(grids[[k]], grids[kept], max_alike))
            twin = kept[nearest] if nearest >= 0 else None
        if twin is None:
            forms[form] = k
            kept.append(k)
        else:
            copies.append(Copy(puzzles[k], puzzles[twin], share))
    return [puzzles[k] for k in sorted(kept)], copies


def volumes(puzzles: Sequence[ExportPuzzle]) -> NDArray[np.float64]:
    """(n,) what each puzzle dominates alone of objective space; 0 for one without scores."""
    goals = _goals(puzzles)
    scores = [one.scores(goals) for one in puzzles]
    return np.array([0.0 if own is None else float(_volumes(own, goals)) for own in scores])


def _goals(puzzles: Sequence[ExportPuzzle]) -> tuple[Objective, ...]:
    """The objectives that all puzzles with scores have; those of the competition where none has a score."""
    found = [goals for puzzle in puzzles if (goals := goals_of(puzzle.row)) and puzzle.scores(goals) is not None]
    return tuple(goal for goal in found[0] if all(goal in goals for goals in found)) if found else COMPETITION


def _volumes(scores: tuple[float, ...] | NDArray[np.float64], goals: Sequence[Objective]) -> NDArray[np.float64]:
    """What (…, objectives) scores dominate alone, down to the worst value of each objective: f1 · f2 of these two."""
    worst = np.array([goal.worst for goal in goals])
    signs = np.array([goal.sign for goal in goals])
    return ((np.asarray(scores) - worst) * signs).prod(axis=-1)


def nothing_said(line: str) -> None:
    """For those who need not know."""


def choose(puzzles: list[ExportPuzzle], how: str, say: Say = nothing_said) -> list[ExportPuzzle]:
    """The puzzles that `how` names.

    Args:
        puzzles: to choose from.
        say: is told which of the grades are not there.
        how: `all`; `best` or `best:N`, the greatest volume of objective space that a puzzle alone dominates, which
            is f1 · f2 of these two, best first; `knee`, the one farthest from the line (the plane) through the ends
            of the front, all objectives scaled to 0–1; `spread:N`, N that lie far apart on the
            front, its ends first; `grade:easy,hard`, in English or Japanese; `minutes:5-15`, predicted minutes from 5
            to 15, either of which may be left out; `ids:a,b`, full ids or numbers counted from 1.
            `diverse:N` is no choice of one puzzle after the other, see `picking`.

    Raises InputError when `how` is none of these, or asks for scores that the puzzles do not have.
    """
    kind, _, rest = how.strip().partition(":")
    chooser = _CHOOSERS.get(kind)
    if chooser is None:
        if how.strip() and all(part.strip().isdigit() for part in how.split(",")):
            return _ids(puzzles, how)
        raise InputError(f"--select {how!r}: choose one of {FORMS}")
    return _grade(puzzles, rest, say) if kind == "grade" else chooser(puzzles, rest)


def _all(puzzles: list[ExportPuzzle], rest: str) -> list[ExportPuzzle]:
    return list(puzzles)


def _scores(puzzles: list[ExportPuzzle], kind: str) -> NDArray[np.float64]:
    """(n, objectives) scores, each the higher the better."""
    goals = _goals(puzzles)
    scores = [puzzle.scores(goals) for puzzle in puzzles]
    for puzzle, own in zip(puzzles, scores, strict=True):
        if own is None or not goals:
            names = " and ".join(goal.column for goal in goals or COMPETITION)
            raise InputError(
                f"--select {kind} needs {names}, {puzzle.id} has none: export a run, or a table with {names}"
            )
    return np.array(scores, dtype=np.float64).reshape(-1, len(goals)) * np.array([goal.sign for goal in goals])


def count_of(text: str, kind: str) -> int:
    """The number of `kind:N`. Raises InputError where there is none."""
    if not text.isdigit() or int(text) < 1:
        raise InputError(f"--select {kind}:{text}: a number of puzzles is needed, such as {kind}:8")
    return int(text)


def _best(puzzles: list[ExportPuzzle], rest: str) -> list[ExportPuzzle]:
    number = count_of(rest, "best") if rest else 1
    goals = _goals(puzzles)
    signs = np.array([goal.sign for goal in goals])
    volumes = _volumes(_scores(puzzles, "best") * signs, goals)
    return [puzzles[k] for k in np.argsort(-volumes, kind="stable")[:number]]


def _knee(puzzles: list[ExportPuzzle], rest: str) -> list[ExportPuzzle]:
    if not puzzles:
        return []
    row = knee(_scores(puzzles, "knee"))
    return _best(puzzles, "") if row is None else [puzzles[row]]


def _spread(puzzles: list[ExportPuzzle], rest: str) -> list[ExportPuzzle]:
    number = count_of(rest, "spread")
    scores = scaled(_scores(puzzles, "spread"))
    if len(puzzles) <= number:
        return list(puzzles)
    chosen = list(dict.fromkeys(ends(scores)))[:number]
    while len(chosen) < number:
        gaps = np.linalg.norm(scores[:, None, :] - scores[None, chosen, :], axis=2).min(axis=1)
        gaps[chosen] = -1.0
        chosen.append(int(np.argmax(gaps)))
    return [puzzles[k] for k in sorted(chosen)]


def _grade(puzzles: list[ExportPuzzle], rest: str, say: Say = nothing_said) -> list[ExportPuzzle]:
    words = [word.strip() for word in rest.split(",") if word.strip()]
    if not words:
        raise InputError("--select grade: names no grade, such as grade:easy")
    counts = Counter(grade_key(puzzle.grade) for puzzle in puzzles if puzzle.grade)
    there = ", ".join(f"{number} {word}" for word, number in sorted(counts.items())) or "no grades"
    for word in words:
        if not counts[grade_key(word)]:
            say(f"--select grade:{rest}: no puzzle is {word}; there are {there}")
    wanted = {grade_key(word) for word in words}
    return [puzzle for puzzle in puzzles if puzzle.grade and grade_key(puzzle.grade) in wanted]


def _span(text: str) -> tuple[float, float]:
    """The ends of `5-15`, `5-` or `-15`. Raises InputError for anything else."""
    low, dash, high = text.partition("-")
    try:
        ends = float(low.strip() or 0), float(high.strip() or math.inf)
    except ValueError:
        ends = 1.0, 0.0
    if not dash or not text.strip(" -") or not 0 <= ends[0] <= ends[1]:
        raise InputError(f"--select minutes:{text}: two numbers are needed, the lower one first, such as minutes:5-15")
    return ends


def _minutes(puzzles: list[ExportPuzzle], rest: str) -> list[ExportPuzzle]:
    low, high = _span(rest)
    for puzzle in puzzles:
        if "minutes" not in puzzle.row:
            raise InputError(f"--select minutes:{rest}: {puzzle.id} has no minutes: export a run, or a table with them")
    return [puzzle for puzzle in puzzles if low <= puzzle.row["minutes"] <= high]


def _ids(puzzles: list[ExportPuzzle], rest: str) -> list[ExportPuzzle]:
    by_id = {puzzle.id: puzzle for puzzle in puzzles}
    chosen: list[ExportPuzzle] = []
    for name in (part.strip() for part in rest.split(",")):
        if name in by_id:
            chosen.append(by_id[name])
        elif name.isdigit() and 1 <= int(name) <= len(puzzles):
            chosen.append(puzzles[int(name) - 1])
        else:
            raise InputError(f"--select ids: there is no {name!r} among {len(puzzles)} puzzles")
    return list(dict.fromkeys(chosen))


_CHOOSERS: Final[dict[str, Callable[[list[ExportPuzzle], str], list[ExportPuzzle]]]] = {
    "all": _all,
    "best": _best,
    "knee": _knee,
    "spread": _spread,
    "grade": _grade,
    "minutes": _minutes,
    "ids": _ids,
}


def is_named(how: str) -> bool:
    """Whether a choice names puzzles one by one: such choices go first, by the numbers of the whole list."""
    return how.strip()[:1].isdigit() or how.strip().startswith("ids:")


def check_form(how: str) -> None:
    """Raises InputError for a choice that is none of `FORMS`, whatever the puzzles are."""
    kind, _, rest = how.strip().partition(":")
    if kind in (DIVERSE, "spread") or (kind == "best" and rest):
        count_of(rest, kind)
    elif kind == "grade" and not rest.strip(" ,"):
        raise InputError("--select grade: names no grade, such as grade:easy")
    elif kind == "minutes":
        _span(rest)
    elif kind not in _CHOOSERS and not all(part.strip().isdigit() for part in how.split(",")):
        raise InputError(f"--select {how!r}: choose one of {FORMS}")

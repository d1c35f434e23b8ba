"""Choosing puzzles: without near copies, and then by what a person asks for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from evaluation.objectives import COMPETITION, Objective
from experiments.kinds.number_place.goals import goals_of
from experiments.knee import ends, knee, scaled
from experiments.publish.puzzle import ExportPuzzle
from puzzles.alike import most_alike
from puzzles.canonical import minimal_form
from puzzles.errors import InputError

FORMS: Final = "all, best, best:N, knee, spread:N, grade:WORD,WORD, ids:ID,ID"


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
    goals = _goals(puzzles)
    volumes = [0.0 if (scores := one.scores(goals)) is None else float(_volumes(scores, goals)) for one in puzzles]
    order = sorted(range(len(puzzles)), key=lambda k: -volumes[k])
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


def _goals(puzzles: Sequence[ExportPuzzle]) -> tuple[Objective, ...]:
    """The objectives that all puzzles with scores have; those of the competition where none has a score."""
    found = [goals for puzzle in puzzles if (goals := goals_of(puzzle.row)) and puzzle.scores(goals) is not None]
    return tuple(goal for goal in found[0] if all(goal in goals for goals in found)) if found else COMPETITION


def _volumes(scores: tuple[float, ...] | NDArray[np.float64], goals: Sequence[Objective]) -> NDArray[np.float64]:
    """What (…, objectives) scores dominate alone, down to the worst value of each objective: f1 · f2 of these two."""
    worst = np.array([goal.worst for goal in goals])
    signs = np.array([goal.sign for goal in goals])
    return ((np.asarray(scores) - worst) * signs).prod(axis=-1)


def choose(puzzles: list[ExportPuzzle], how: str) -> list[ExportPuzzle]:
    """The puzzles that `how` names.

    Args:
        puzzles: to choose from.
        how: `all`; `best` or `best:N`, the greatest volume of objective space that a puzzle alone dominates, which
            is f1 · f2 of these two, best first; `knee`, the one farthest from the line (the plane) through the ends
            of the front, all objectives scaled to 0–1; `spread:N`, N that lie far apart on the
            front, its ends first; `grade:easy,hard`; `ids:a,b`, full ids or numbers counted from 1.

    Raises InputError when `how` is none of these, or asks for scores that the puzzles do not have.
    """
    kind, _, rest = how.strip().partition(":")
    chooser = _CHOOSERS.get(kind)
    if chooser is None:
        if how.strip() and all(part.strip().isdigit() for part in how.split(",")):
            return _ids(puzzles, how)
        raise InputError(f"--select {how!r}: choose one of {FORMS}")
    return chooser(puzzles, rest)


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


def _count(text: str, kind: str) -> int:
    if not text.isdigit() or int(text) < 1:
        raise InputError(f"--select {kind}:{text}: a number of puzzles is needed, such as {kind}:8")
    return int(text)


def _best(puzzles: list[ExportPuzzle], rest: str) -> list[ExportPuzzle]:
    number = _count(rest, "best") if rest else 1
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
    number = _count(rest, "spread")
    scores = scaled(_scores(puzzles, "spread"))
    if len(puzzles) <= number:
        return list(puzzles)
    chosen = list(dict.fromkeys(ends(scores)))[:number]
    while len(chosen) < number:
        gaps = np.linalg.norm(scores[:, None, :] - scores[None, chosen, :], axis=2).min(axis=1)
        gaps[chosen] = -1.0
        chosen.append(int(np.argmax(gaps)))
    return [puzzles[k] for k in sorted(chosen)]


def _grade(puzzles: list[ExportPuzzle], rest: str) -> list[ExportPuzzle]:
    words = {word.strip().casefold() for word in rest.split(",") if word.strip()}
    if not words:
        raise InputError("--select grade: names no grade, such as grade:easy")
    known = {puzzle.grade.casefold() for puzzle in puzzles if puzzle.grade}
    missing = sorted(words - known)
    if missing and puzzles:
        have = ", ".join(sorted(known)) or "no grades"
        raise InputError(f"--select grade:{rest}: no puzzle is {missing[0]!r}; there are {have}")
    return [puzzle for puzzle in puzzles if puzzle.grade and puzzle.grade.casefold() in words]


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
    "ids": _ids,
}


def is_named(how: str) -> bool:
    """Whether a choice names puzzles one by one: such choices go first, by the numbers of the whole list."""
    return how.strip()[:1].isdigit() or how.strip().startswith("ids:")


def check_form(how: str) -> None:
    """Raises InputError for a choice that is none of `FORMS`, whatever the puzzles are."""
    kind, _, rest = how.strip().partition(":")
    if kind == "spread" or (kind == "best" and rest):
        _count(rest, kind)
    elif kind == "grade" and not rest.strip(" ,"):
        raise InputError("--select grade: names no grade, such as grade:easy")
    elif kind not in _CHOOSERS and not all(part.strip().isdigit() for part in how.split(",")):
        raise InputError(f"--select {how!r}: choose one of {FORMS}")


def pick(puzzles: list[ExportPuzzle], hows: list[str], max_alike: float = 1.0) -> tuple[list[ExportPuzzle], list[Copy]]:
    """`distinct`, then each of `hows` on what the one before left; the chosen puzzles and the copies left out.

    Puzzles that are named are chosen first.
    """
    for how in filter(is_named, hows):
        puzzles = choose(puzzles, how)
    chosen, copies = distinct(puzzles, max_alike)
    for how in hows:
        if not is_named(how):
            chosen = choose(chosen, how)
    return chosen, copies

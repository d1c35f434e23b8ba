"""Evaluation settings from command line options."""

from __future__ import annotations

from evaluation.levels import DEFAULT_LEVELS, LEVEL_SETS
from evaluation.settings import EvaluationSettings, UniquenessSettings, with_extra
from puzzles.errors import InputError


def make_settings(
    *,
    walks: int = 1,
    walk: str = "policy",
    seed: int = 0,
    x_wing: bool = True,
    families: str = "",
    levels: str = DEFAULT_LEVELS,
    uniqueness: str = "exact",
) -> EvaluationSettings:
    """Settings with the defaults of semantics.md. Raises InputError that names the option.

    `families` are techniques beyond the six, with commas between them.
    """
    if walk not in ("policy", "mcts"):
        raise InputError(f"--walk: {walk!r} is neither policy nor mcts")
    if uniqueness not in ("exact", "qubo"):
        raise InputError(f"--uniqueness: {uniqueness!r} is neither exact nor qubo")
    if levels not in LEVEL_SETS:
        raise InputError(f"--levels: {levels!r} is none of {', '.join(LEVEL_SETS)}")
    try:
        allowed = with_extra(name.strip() for name in families.split(",") if name.strip())
    except InputError as error:
        raise InputError(f"--families: {error}") from None
    return EvaluationSettings(
        walks=walks,
        walk=walk,
        seed=seed,
        families=allowed,
        x_wing=x_wing,
        singles=LEVEL_SETS[levels].singles,
        costs=LEVEL_SETS[levels].costs,
        uniqueness=UniquenessSettings(method=uniqueness),
    )

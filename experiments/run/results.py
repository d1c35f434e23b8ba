"""What a run hands out: its puzzles with claimed and validated scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from evaluation.minutes import MINUTES
from evaluation.objectives import Objective
from evaluation.table import Table
from experiments.run.columns import BEYOND, PROFILE, scores
from puzzles.solutions import count_batch


def pareto_table(
    rows: Table, fresh: Table, goals: Sequence[Objective], opinions: Mapping[str, NDArray[np.int64]]
) -> Table:
    """The rows of pareto.csv.

    Args:
        rows: judged puzzles, with the scores that the search claims.
        fresh: the same puzzles, judged again with fresh seeds.
        goals: the objectives.
        opinions: see `experiments.run.second_opinion`.

    Raises:
        RuntimeError: a puzzle lacks its proof of one solution; it is not written.
    """
    proof = count_batch(rows["hints"])
    if not bool((proof.counts == 1).all()):
        raise RuntimeError("a puzzle on the front has not exactly one solution: this is an error of hintsmith's own")
    validated = {f"validated_{name}": fresh[name] for name in scores(goals)}
    own = {goal.column for goal in goals}
    measured = {name: fresh[name] for name in (*PROFILE, *BEYOND, *MINUTES) if name not in own}
    return rows.with_columns({"solution": proof.found[:, 0], **validated, **measured, **opinions})

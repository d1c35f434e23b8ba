"""Our own search with the settings of a config that names none."""

from __future__ import annotations

from baselines.contest import Contest

from generator.search.pool import WorkerPool
from generator.search.search import Search
from generator.search.state import SearchSettings


def search(contest: Contest) -> None:
    """A run on one worker."""
    with WorkerPool(1) as pool:
        run = Search(contest.problem, SearchSettings(contest.seed, evaluations=contest.evaluations), pool)
        for generation in run.run():
            contest.spent = generation.evaluations
        front = run.archive.front()
        if front is not None:
            contest.archive.add(front)

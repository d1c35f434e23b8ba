"""Our own search with the settings of a config that names none."""

from __future__ import annotations

from baselines.contest import Contest

from generator.driver import Search
from generator.pool import WorkerPool
from generator.state import SearchSettings


def search(contest: Contest) -> None:
    """A run on one worker."""
    settings = SearchSettings(contest.pattern, contest.seed, evaluations=contest.evaluations)
    with WorkerPool(1) as pool:
        run = Search(settings, contest.settings, pool)
        for generation in run.run():
            contest.spent = generation.evaluations
        front = run.archive.front()
        if front is not None:
            contest.archive.add(front)

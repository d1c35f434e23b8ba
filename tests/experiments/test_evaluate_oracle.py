"""`hintsmith evaluate --walks 1000` against the means of the plain oracle's own walks."""

import json
import math
import random
import statistics
import subprocess
import sys

import plain
import pytest

from evaluation.shipped import shipped_puzzles
from puzzles.grid import to_line

WALKS = 400
"""Of the oracle, for each puzzle. f1 is so skewed that the error of fewer walks is often much too small."""


def distance(mine: float, error: float, walks: list[float]) -> float:
    """How many standard errors of their difference two means are apart."""
    gap = mine - statistics.fmean(walks)
    both = math.hypot(error, statistics.stdev(walks) / math.sqrt(len(walks)))
    return gap / both if both else math.copysign(math.inf, gap) if abs(gap) > 1e-12 else 0.0


@pytest.mark.slow
def test_a_thousand_walks_agree_with_the_oracle_on_twenty_puzzles() -> None:
    """Each of 40 means within 3 standard errors; all of them together neither shifted nor too far apart."""
    lines = [to_line(puzzle.hints) for puzzle in shipped_puzzles()[::13]]
    assert len(lines) == 20
    command = [sys.executable, "-m", "experiments.cli", "evaluate", "--json", "--walks", "1000"]
    done = subprocess.run(command, input="\n".join(lines), capture_output=True, text=True, check=True)
    records = [json.loads(line) for line in done.stdout.splitlines()]
    assert [record["hints"] for record in records] == lines
    source = random.Random(20_241_130)
    f1: list[float] = []
    f2: list[float] = []
    for record in records:
        hints = [0 if ch == "." else int(ch) for ch in record["hints"]]
        solution = [int(ch) for ch in record["solution"]]
        known: dict[object, object] = {}
        walks = [plain.walk(hints, solution, source, known=known) for _ in range(WALKS)]
        f1.append(distance(record["f1"], record["f1_se"], [plain.tension(d) for d, _ in walks]))
        f2.append(distance(record["f2"], record["f2_se"], [max(chains) / 81 for _, chains in walks]))
        print(record["hints"], f"f1 {record['f1']:.4f} {f1[-1]:+.2f}", f"f2 {record['f2']:.4f} {f2[-1]:+.2f}")
    for apart in (f1, f2):
        assert max(map(abs, apart)) < 3
        assert abs(statistics.fmean(apart)) < 3 / math.sqrt(20)
        # the 99.9 % point of chi-square with 20 degrees of freedom
        assert sum(z * z for z in apart) < 45.3

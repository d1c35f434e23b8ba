"""What more workers bring, and what they would bring: runs with one worker and with two, in turns.

    python benchmarks/workers.py [CONFIG] [--workers 1 2] [--rounds N] [--evaluations N] [--model 8 32]

Prints markdown. *Search* is the last `seconds` of history.csv, *whole* the command from its start to the finished
report. Processor seconds are told apart: those of the main process, which no worker takes off it, and those of the
workers. Each figure is the median of the rounds.

The model: the main process and the workers go on side by side, so a search takes as long as the busier of the two.
From the runs with the most workers it takes the processor seconds of the main process, M, and of all workers, W, and
says max(M, W / n) for n workers; what they need for their start is not in it. Where M is the greater, more workers
bring nothing, and only searches beside each other (islands) would.
"""

from __future__ import annotations

import argparse
import csv
import json
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parent.parent
_RUN = """
import json, resource, sys
from experiments.cli import main
try:
    main()
except SystemExit as end:
    assert not end.code, end.code
own, others = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
print(json.dumps([own.ru_utime + own.ru_stime, others.ru_utime + others.ru_stime]))
"""


@dataclass(frozen=True, slots=True)
class Measured:
    """One run, in seconds."""

    whole: float
    search: float
    main: float
    """Of the processor, as the next."""
    others: float
    evaluations: int


def measure(config: Path, workers: int, evaluations: int | None) -> Measured:
    """One run of the command in a folder of its own."""
    with tempfile.TemporaryDirectory() as out:
        words = ["run", str(config), "--workers", str(workers), "--out", out]
        words += [] if evaluations is None else ["--set", f"search.evaluations={evaluations}"]
        begin = time.perf_counter()
        done = subprocess.run(
            [sys.executable, "-c", _RUN, *words], cwd=ROOT, check=True, capture_output=True, text=True
        )
        whole = time.perf_counter() - begin
        (history,) = Path(out).glob("*/history.csv")
        last = list(csv.DictReader(history.read_text(encoding="utf-8").splitlines()))[-1]
    main, others = json.loads(done.stdout.splitlines()[-1])
    return Measured(whole, float(last["seconds"]), main, others, int(last["evaluations"]))


def row(workers: int, runs: list[Measured]) -> str:
    """The medians of runs as a line of the table."""
    whole, search = median(run.whole for run in runs), median(run.search for run in runs)
    main, others = median(run.main for run in runs), median(run.others for run in runs)
    rate, own = runs[0].evaluations / search, 1e6 * main / runs[0].evaluations
    return f"| {workers} | {search:.1f} | {rate:.0f} | {whole:.1f} | {main:.1f} | {own:.0f} | {others:.1f} |"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("config", nargs="?", type=Path, default=ROOT / "configs/eccomp2024-multi-1.toml")
    parser.add_argument("--workers", nargs="+", type=int, default=[1, 2])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--evaluations", type=int)
    parser.add_argument("--model", nargs="+", type=int, default=[2, 8, 32])
    asked = parser.parse_args()
    runs: dict[int, list[Measured]] = {workers: [] for workers in asked.workers}
    for _ in range(asked.rounds):
        for workers, measured in runs.items():
            measured.append(measure(asked.config.resolve(), workers, asked.evaluations))
    print("| workers | search, s | evaluations a second | whole, s | main process, s | µs an evaluation | workers, s |")
    print("|---:|---:|---:|---:|---:|---:|---:|")
    for workers, measured in runs.items():
        print(row(workers, measured))
    first, most = asked.workers[0], max(asked.workers)
    for name in ("search", "whole"):
        times = {k: median(getattr(run, name) for run in runs[k]) for k in (first, most)}
        print(f"\n{name}: {times[first] / times[most]:.2f} times as fast with {most} as with {first}")
    main_seconds = median(run.main for run in runs[most])
    others = median(run.others for run in runs[most])
    if others:
        print("\n| workers | search by the model, s | limited by |")
        print("|---:|---:|---|")
        for number in asked.model:
            limit = "the main process" if main_seconds > others / number else "the workers"
            print(f"| {number} | {max(main_seconds, others / number):.1f} | {limit} |")


if __name__ == "__main__":
    main()

"""Checks the folder of a finished run: everything there, and every puzzle of the front proved again."""

import csv
import json
import sys
from pathlib import Path

import numpy as np

from puzzles.canonical import relabel
from puzzles.grid import from_characters, to_line
from puzzles.solutions import count

NAMES = (
    "config.toml",
    "manifest.json",
    "evaluations.jsonl",
    "fronts.jsonl",
    "history.csv",
    "pareto.csv",
    "pareto.png",
    "report.html",
)


def main(run: Path) -> int:
    """0 when the folder is whole."""
    faults = [f"{name} is missing" for name in NAMES if not (run / name).is_file()]
    manifest = json.loads((run / "manifest.json").read_text())
    pattern = np.array([mark == "1" for mark in manifest["pattern"]])
    rows = list(csv.DictReader((run / "pareto.csv").open()))
    seen = set()
    for row in rows:
        hints = from_characters(row["hints"])
        number, found = count(hints)
        if number != 1 or to_line(found[0]) != row["solution"]:
            faults.append(f"{row['hints']}: {number} solutions")
        if bool((hints > 0)[~pattern].any()):
            faults.append(f"{row['hints']}: a hint off the pattern")
        if row["qubo_verdict"] not in ("not asked", "not refuted", "proved") or not row["qubo_searches"].isdecimal():
            faults.append(
                f"{row['hints']}: second opinion {row['qubo_verdict']!r} of {row['qubo_searches']!r} searches"
            )
        for name in ("f1", "f2", "validated_f1", "validated_f2", "effort", "height", "opening"):
            if not row[name]:
                faults.append(f"{row['hints']}: no {name}")
        seen.add(relabel(hints).tobytes())
    if len(seen) != len(rows) or not rows:
        faults.append(f"{len(rows)} puzzles, {len(seen)} different")
    for fault in faults:
        print(fault)
    print(f"{run.name}: {len(rows)} puzzles on the front, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))

"""Makes `evaluation/elimination_puzzles.txt`: puzzles that cannot do without an eliminating family.

    python benchmarks/make_elimination_puzzles.py > evaluation/elimination_puzzles.txt

Round after round, puzzles with one solution are made on every shipped pattern, whatever technique they take, and
those are kept that all six families finish but five do not, the family left out being locked candidates, hidden
subsets or X-wings. A puzzle that cannot do without several counts for the rarest of them. Takes a few minutes on
one core; the same seed and version give the same file.
"""

from __future__ import annotations

import argparse
import sys

from evaluation.difficulty import indispensable_families
from evaluation.techniques import ELIMINATING, FAMILY_KEYS
from generator.sudoku.feasibility import find
from puzzles.canonical import minimal_form
from puzzles.grid import to_line
from puzzles.pattern import library, named_pattern
from puzzles.seeds import Purpose, derived

WANTED = {3: 70, 4: 70, 5: 60}
"""Puzzles for each family, 200 in all."""
BATCH, BUDGET = 1_000, 3_000
"""Puzzles a round and pattern, and propagations for each: a slow pattern gives fewer rather than hold up the rest."""
HEAD = """# Puzzles made by benchmarks/make_elimination_puzzles.py on the shipped patterns: one solution each,
# finished by the six families, but stuck as soon as a family named behind the pattern is left out.
# The first {0} are here for locked candidates, then {1} for hidden subsets, {2} for X-wings."""


def collect(seed: int) -> dict[int, list[str]]:
    """Lines of the file by the family that they are there for."""
    lines: dict[int, list[str]] = {family: [] for family in WANTED}
    # no pattern has more than its share (few patterns have X-wings), and no puzzle comes twice, also turned or renamed
    share = {3: 8, 4: 8, 5: 20}
    seen: set[str] = set()
    taken: dict[tuple[str, int], int] = {}
    rounds = 0
    while any(len(lines[family]) < number for family, number in WANTED.items()):
        for name in library():
            made = find(
                named_pattern(name), BATCH, derived(seed, Purpose.BENCHMARK, rounds), budget=BUDGET, any_technique=True
            ).hints
            needs = indispensable_families(made) if len(made) else []
            for hints, need in zip(made, needs, strict=True):
                if not need.any():
                    continue
                families = [family for family, needed in zip(ELIMINATING, need, strict=True) if needed]
                family = families[-1]
                key = name, family
                if len(lines[family]) == WANTED[family] or taken.get(key, 0) == share[family]:
                    continue
                form = minimal_form(hints)
                if form in seen:
                    continue
                seen.add(form)
                taken[key] = taken.get(key, 0) + 1
                lines[family].append(f"{to_line(hints)} # {name}: {', '.join(FAMILY_KEYS[k] for k in families)}")
        rounds += 1
        print(f"round {rounds}:", *(len(found) for found in lines.values()), file=sys.stderr, flush=True)
    return lines


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=4)
    lines = collect(parser.parse_args().seed)
    print(HEAD.format(*WANTED.values()))
    for found in lines.values():
        print(*found, sep="\n")


if __name__ == "__main__":
    main()

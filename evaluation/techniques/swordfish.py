"""Swordfish: a digit with two or three places in each of three rows, all within the same three columns.

The digit goes from the rest of these columns; rows and columns may be exchanged. An instance is packed as
digit · 2^19 + direction · 2^18 + lines · 2^9 + places: the three lines (rows for direction 0, columns for 1) and the
three lines that cross them, as masks of nine bits.
"""

from __future__ import annotations

from typing import Final

from evaluation.solver.reasons import Instance, bits, cells_of, removals
from evaluation.solver.removing import remove_by, uncover_by
from evaluation.solver.state import CAND, FEW, LOW, POP, POS
from evaluation.technique import Elimination, Variant
from puzzles.kernel import part


@part
def _removes(state, across, digit, lines, places):
    while places:
        if state[POS + 9 * (across + LOW[places]) + digit] & ~lines:
            return True
        places &= places - 1
    return False


@part
def find_swordfish(state, found):
    """Write every instance that removes something to `found`; returns their number."""
    n = 0
    for direction in range(2):
        base = 9 * direction
        for digit in range(9):
            fit = 0
            for k in range(9):
                if state[FEW + base + k] >> digit & 1 and POP[state[POS + 9 * (base + k) + digit]] <= 3:
                    fit |= 1 << k
            first = fit
            while first:
                a = LOW[first]
                first &= first - 1
                pa = state[POS + 9 * (base + a) + digit]
                second = first
                while second:
                    b = LOW[second]
                    second &= second - 1
                    pb = pa | state[POS + 9 * (base + b) + digit]
                    if POP[pb] > 3:
                        continue
                    third = second
                    while third:
                        c = LOW[third]
                        third &= third - 1
                        places = pb | state[POS + 9 * (base + c) + digit]
                        lines = 1 << a | 1 << b | 1 << c
                        if POP[places] == 3 and _removes(state, 9 - base, digit, lines, places):
                            found[n] = digit << 19 | direction << 18 | lines << 9 | places
                            n += 1
    return n


@part
def swordfish_variant(instance):
    """There is one."""
    return 0


@part
def swordfish_gone(state, instance, cell):
    """The candidates that an instance removes from a cell."""
    line, place = cell // 9, cell % 9
    if instance >> 18 & 1:
        line, place = place, line
    if instance >> place & 1 == 0 or instance >> (9 + line) & 1:
        return 0
    return state[CAND + cell] & 1 << (instance >> 19)


def explain_swordfish(packed: int, candidates: list[int]) -> Instance:
    """The instance behind a packed one, on a board with these candidate masks."""
    digit, base, places = packed >> 19, 9 * (packed >> 18 & 1), bits(packed & 511)
    lines = tuple(base + line for line in bits(packed >> 9 & 511))
    crossings = [cells_of(line)[k] for line in lines for k in places]
    cells = tuple(cell for cell in crossings if candidates[cell] >> digit & 1)
    cover = [cell for k in places for cell in cells_of(9 - base + k) if cell not in crossings]
    return Instance("swordfish", lines, (digit + 1,), cells, removals(cover, 1 << digit, candidates))


SWORDFISH: Final = Elimination(
    key="swordfish",
    english="swordfish",
    japanese="ソードフィッシュ",
    variants=(Variant("swordfish", 50.0),),
    why="an X-wing with one line more: from a pair of digits to a triple the source's costs for hidden subsets grow by "
    "half (9 to 14, 11 to 16), and so does the X-wing's 35, rounded down to 50",
    capacity=2 * 9 * 84,  # per direction and digit C(9,3)
    grade_floor=3,
    find=find_swordfish,
    variant=swordfish_variant,
    uncover=uncover_by(swordfish_gone, swordfish_variant),
    remove=remove_by(swordfish_gone),
    explain=explain_swordfish,
    words={
        "en": "In {units[0]}, {units[1]} and {units[2]} the {digits} can only go in {cells}, all within three lines "
        "that cross them; so {gone} cannot be {digits}.",
        "ja": "{units[0]}・{units[1]}・{units[2]}で{digits}が入るのは{cells}だけで、どれも交わる三つの列に並ぶ。"
        "{gone}に{digits}は入らない。",
    },
)

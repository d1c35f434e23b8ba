"""A technique of another package: two cells of a row with the same two candidates."""

from evaluation.solver.reasons import Instance, cells_of, removals
from evaluation.solver.removing import remove_by, uncover_by
from evaluation.solver.state import CAND, POP
from evaluation.technique import Elimination, Variant
from puzzles.kernel import part


@part
def find(state, found):
    n = 0
    for row in range(9):
        for a in range(9):
            mask = state[CAND + 9 * row + a]
            if POP[mask] != 2:
                continue
            for b in range(a + 1, 9):
                if state[CAND + 9 * row + b] != mask:
                    continue
                for c in range(9):
                    if c != a and c != b and state[CAND + 9 * row + c] & mask:
                        found[n] = mask << 12 | row << 8 | a << 4 | b
                        n += 1
                        break
    return n


@part
def variant(instance):
    return 0


@part
def gone(state, instance, cell):
    column = cell % 9
    if cell // 9 != instance >> 8 & 15 or column == instance >> 4 & 15 or column == instance & 15:
        return 0
    return state[CAND + cell] & instance >> 12


def explain(packed, candidates):
    row, a, b, mask = packed >> 8 & 15, packed >> 4 & 15, packed & 15, packed >> 12
    cells = (9 * row + a, 9 * row + b)
    rest = [cell for cell in cells_of(row) if cell not in cells]
    digits = tuple(d + 1 for d in range(9) if mask >> d & 1)
    return Instance("row_pair", (row,), digits, cells, removals(rest, mask, candidates))


ROW_PAIR = Elimination(
    key="row_pair",
    english="row pair",
    japanese="横の対",
    variants=(Variant("row_pair", 12.0),),
    why="for the test",
    capacity=9 * 36,
    grade_floor=2,
    find=find,
    variant=variant,
    uncover=uncover_by(gone, variant),
    remove=remove_by(gone),
    explain=explain,
    words={
        "en": "{cells} share {digits}; {gone} cannot be {either}.",
        "ja": "{cells}は{digits}。{gone}に{either}は入らない。",
    },
)

"""The evaluation once more, slow and plain, on sets: the oracle of the kernels' tests.

Boards are lists of 81 digits. Nothing here shares code with the package.
"""

from itertools import combinations

UNITS = (
    [[9 * r + c for c in range(9)] for r in range(9)]
    + [[9 * r + c for r in range(9)] for c in range(9)]
    + [[9 * (3 * R + r) + 3 * C + c for r in range(3) for c in range(3)] for R in range(3) for C in range(3)]
)
LINES, BOXES = UNITS[:18], UNITS[18:]
SINGLE = (1.0, 2.0, 5.0)
ORDER = (3, 4, 6, 5, 7, 8)
"""From easy to hard: locked candidates, hidden and naked subset, X-wing, XY-wing, swordfish."""
SUBSET = {True: (9.0, 14.0, 20.0), False: (11.0, 16.0, 20.0)}


def sees(a, b):
    return a != b and any(a in unit and b in unit for unit in UNITS)


NEIGHBOURS = [[b for b in range(81) if sees(a, b)] for a in range(81)]


def candidate_sets(board):
    return [
        set() if board[cell] else set(range(1, 10)) - {board[other] for other in NEIGHBOURS[cell]} for cell in range(81)
    ]


def autofill(board):
    board, filled = list(board), []
    again = True
    while again:
        again = False
        for unit in UNITS:
            gaps = [cell for cell in unit if not board[cell]]
            if len(gaps) == 1:
                board[gaps[0]] = (set(range(1, 10)) - {board[cell] for cell in unit}).pop()
                filled.append(gaps[0])
                again = True
    return board, filled


def places(cands, unit, digit):
    return [cell for cell in unit if digit in cands[cell]]


def single_set(cands):
    """{(kind, cell)} of all singles."""
    out = set()
    for number, unit in enumerate(UNITS):
        for digit in range(1, 10):
            where = places(cands, unit, digit)
            if len(where) == 1:
                out.add((0 if number >= 18 else 1, where[0]))
    out |= {(2, cell) for cell in range(81) if len(cands[cell]) == 1}
    return out


def naked_subsets(cands):
    """6: k cells of a unit with k digits together, which go from the rest of the unit."""
    out = []
    for unit in UNITS:
        empty = [cell for cell in unit if cands[cell]]
        for k, cost in ((2, 10.0), (3, 15.0), (4, 20.0)):
            for cells in combinations(empty, k):
                digits = set.union(*(cands[cell] for cell in cells))
                if len(digits) == k:
                    out.append((6, cost, {(c, d) for c in empty if c not in cells for d in cands[c] & digits}))
    return out


def xy_wings(cands):
    """7: a cell with x, y, peers of it with x, z and y, z; z goes from every cell that sees both."""
    out = []
    for pivot in range(81):
        if len(cands[pivot]) != 2:
            continue
        pairs = [cell for cell in NEIGHBOURS[pivot] if len(cands[cell]) == 2]
        for a, b in combinations(pairs, 2):
            for z in cands[a] & cands[b] - cands[pivot]:
                if (cands[a] | cands[b]) - {z} == cands[pivot]:
                    out.append((7, 40.0, {(c, z) for c in range(81) if z in cands[c] and sees(c, a) and sees(c, b)}))
    return out


def swordfish(cands):
    """8: a digit with two or three places in each of three lines, within the same three crossing lines."""
    out = []
    for base, cover in ((UNITS[:9], UNITS[9:18]), (UNITS[9:18], UNITS[:9])):
        for digit in range(1, 10):
            for lines in combinations(base, 3):
                at = [{k for k in range(9) if digit in cands[line[k]]} for line in lines]
                across = set.union(*at)
                if len(across) == 3 and all(len(where) in (2, 3) for where in at):
                    own = {cell for line in lines for cell in line}
                    gone = {(c, digit) for k in across for c in places(cands, cover[k], digit) if c not in own}
                    out.append((8, 50.0, gone))
    return out


EXTRA = {6: naked_subsets, 7: xy_wings, 8: swordfish}


def instances(cands, x_wing=True, extra=()):
    """(family, cost, removals) of every elimination that removes something; `extra` families beyond the six."""
    out = [found for family in extra for found in EXTRA[family](cands) if found[2]]
    for sources, targets, cost in ((BOXES, LINES, 4.0), (LINES, BOXES, 10.0)):
        for source in sources:
            for digit in range(1, 10):
                where = places(cands, source, digit)
                for target in targets:
                    if len(where) >= 2 and set(where) <= set(target):
                        gone = {(cell, digit) for cell in places(cands, target, digit) if cell not in source}
                        if gone:
                            out.append((3, cost, gone))
    for number, unit in enumerate(UNITS):
        spots = {digit: set(places(cands, unit, digit)) for digit in range(1, 10)}
        for size in (2, 3, 4):
            fit = [digit for digit in spots if 2 <= len(spots[digit]) <= size]
            for digits in combinations(fit, size):
                cells = set.union(*(spots[digit] for digit in digits))
                if len(cells) == size:
                    gone = {(cell, d) for cell in cells for d in cands[cell] if d not in digits}
                    if gone:
                        out.append((4, SUBSET[number >= 18][size - 2], gone))
    if x_wing:
        for base, cover in ((UNITS[:9], UNITS[9:18]), (UNITS[9:18], UNITS[:9])):
            for digit in range(1, 10):
                for a, b in combinations(base, 2):
                    pa = [k for k in range(9) if digit in cands[a[k]]]
                    pb = [k for k in range(9) if digit in cands[b[k]]]
                    if len(pa) == 2 and pa == pb:
                        keep = {*a, *b}
                        gone = {
                            (cell, digit) for k in pa for cell in places(cands, cover[k], digit) if cell not in keep
                        }
                        if gone:
                            out.append((5, 35.0, gone))
    return out


def without(cands, gone):
    cands = [set(c) for c in cands]
    for cell, digit in gone:
        cands[cell].discard(digit)
    return cands


def matrix(board, x_wing=True, extra=(), only=ORDER):
    """({(family, cell): level}, prep) of a board; of the eliminating families those in `only`."""
    cands = candidate_sets(board)
    prep = 0.0
    while True:
        base = single_set(cands)
        levels = {(kind, cell): SINGLE[kind] for kind, cell in base}
        found = [one for one in instances(cands, x_wing, extra) if one[0] in only]
        for family, cost, gone in found:
            for kind, cell in single_set(without(cands, gone)) - base:
                level = cost if family == 5 else cost + SINGLE[kind]
                levels[family, cell] = min(level, levels.get((family, cell), level))
        if levels or not found:
            return levels, prep
        first = min((family for family, _, _ in found), key=ORDER.index)
        prep += 1 / sum(1 / cost for family, cost, _ in found if family == first)
        cands = without(cands, set.union(*(gone for family, _, gone in found if family == first)))


def finishes(hints, solution, families):
    """Whether the singles and these eliminating families fill the board; nothing is kept from turn to turn."""
    board, _ = autofill(hints)
    while 0 in board:
        cands = candidate_sets(board)
        while not (singles := single_set(cands)):
            found = instances(cands, extra=[family for family in families if family in EXTRA])
            gone = [removed for family, _, removed in found if family in families]
            if not gone:
                return False
            cands = without(cands, set.union(*gone))
        for _, cell in singles:
            board[cell] = solution[cell]
        board, _ = autofill(board)
    return True


def difficulty(levels, prep):
    return prep + 1 / sum(1 / level for level in levels.values())


def peaks(d):
    return [sum((d[t] - d[i]) / (t - i) ** 2 for i in range(len(d)) if i != t) for t in range(len(d))]


def tension(d):
    if len(d) < 2:
        return 0.0
    p = peaks(d)
    first, second = sorted(range(len(d)), key=lambda t: (-p[t], t))[:2]
    return abs(first - second) / len(d)


def walk(hints, solution, random, x_wing=True, known=None, extra=()):
    """One policy walk: (d, chains), or None when it gets stuck. `known` keeps the matrices of boards met again."""
    board, _ = autofill(hints)
    d, chains = [], []
    while 0 in board:
        if known is None:
            levels, prep = matrix(board, x_wing, extra)
        else:
            if tuple(board) not in known:
                known[tuple(board)] = matrix(board, x_wing, extra)
            levels, prep = known[tuple(board)]
        if not levels:
            return None
        keys = sorted(levels)
        _, cell = random.choices(keys, [1 / levels[key] for key in keys])[0]
        d.append(difficulty(levels, prep))
        board[cell] = solution[cell]
        board, filled = autofill(board)
        chains.append(len(filled))
    return d, chains


def all_solutions(board, limit=2):
    """Up to `limit` solutions by plain search."""
    found = []

    def go(board):
        cands = candidate_sets(board)
        empty = [cell for cell in range(81) if not board[cell]]
        if not empty:
            found.append(list(board))
            return
        cell = min(empty, key=lambda c: len(cands[c]))
        for digit in sorted(cands[cell]):
            if len(found) < limit:
                go([digit if c == cell else v for c, v in enumerate(board)])

    if all(not board[a] or board[a] != board[b] for a in range(81) for b in NEIGHBOURS[a]):
        go(list(board))
    return found

"""The reference: a complete depth-first search with bound propagation on the rows."""

from __future__ import annotations

from time import perf_counter

import numpy as np

from puzzles.kernel import kernel
from qubo.backends._base import Backend, Limits, Status
from qubo.program import Bits, Program

_RUNNING, _FOUND, _NONE = 0, 1, 2
_NODES = 2000


class ExactBackend(Backend):
    """Searches everything. Its "impossible" is a proof, and the objective of its "solved" is least."""

    name = "exact"

    def limits(self, time_limit: float = 1.0) -> Limits:
        return Limits(None, complete=True, repeatable=True, stoppable=True, note="no limit; keeps the clock")

    def _search(self, program: Program, time_limit: float, seed: int) -> tuple[Status, Bits | None]:
        deadline = perf_counter() + time_limit
        best: Bits | None = None
        while True:
            outcome, values = _solve_rows(program, deadline)
            if outcome == _RUNNING:
                return "open", best
            if outcome == _NONE:
                return ("impossible", None) if best is None else ("solved", best)
            best = values
            if program.objective is None:
                return "solved", best
            costs = program.objective
            bound = int(costs @ values.astype(np.int64)) - 1
            least = int(np.minimum(costs, 0).sum())
            if bound < least:
                return "solved", best
            used = np.flatnonzero(costs).tolist()
            program = program.with_row(used, costs[used].tolist(), least, bound)


def _solve_rows(program: Program, deadline: float) -> tuple[int, Bits]:
    """One solution of the rows: (_FOUND, it), (_NONE, zeros), or (_RUNNING, zeros) when time is up."""
    n, m = program.variables, program.rows
    order = np.argsort(program.columns, kind="stable")
    column_starts = np.zeros(n + 1, np.int64)
    np.cumsum(np.bincount(program.columns, minlength=n), out=column_starts[1:])
    row_of = np.repeat(np.arange(m, dtype=np.int64), np.diff(program.starts))
    least, most = program.reach()
    values = np.full(n, -1, np.int64)
    state = np.zeros(4, np.int64)
    work = (np.empty(n + 1, np.int64), np.empty(n + 1, np.int64), np.empty(n + 1, np.int64), np.empty(m + 1, np.int64))
    while True:
        status = int(
            _search_rows(
                program.starts, program.columns, program.weights, program.lower, program.upper,
                column_starts, row_of[order], program.weights[order],
                values, least, most, *work, state, _NODES,
            )
        )  # fmt: skip
        if status != _RUNNING or perf_counter() >= deadline:
            return status, np.maximum(values, 0).astype(np.uint8)


@kernel
def _assign(column, value, column_starts, rows, row_weights, values, least, most, trail, state):
    values[column] = value
    trail[state[0]] = column
    state[0] += 1
    for at in range(column_starts[column], column_starts[column + 1]):
        w = row_weights[at]
        if (w > 0) == (value == 1):
            least[rows[at]] += abs(w)
        else:
            most[rows[at]] -= abs(w)


@kernel
def _undo(until, column_starts, rows, row_weights, values, least, most, trail, state):
    while state[0] > until:
        state[0] -= 1
        column = trail[state[0]]
        for at in range(column_starts[column], column_starts[column + 1]):
            w = row_weights[at]
            if (w > 0) == (values[column] == 1):
                least[rows[at]] -= abs(w)
            else:
                most[rows[at]] += abs(w)
        values[column] = -1


@kernel
def _tighten(
    starts, columns, weights, lower, upper, column_starts, rows, row_weights, values, least, most, trail, waiting, state,
    begin,
):  # fmt: skip
    """Fix what the rows force, beginning with the rows of the trail from `begin` on (all rows when −1)."""
    m = lower.shape[0]
    queued = np.zeros(m, np.bool_)
    count = 0
    if begin < 0:
        for row in range(m):
            waiting[count] = row
            queued[row] = True
            count += 1
        begin = state[0]
    while True:
        while begin < state[0]:
            column = trail[begin]
            begin += 1
            for at in range(column_starts[column], column_starts[column + 1]):
                row = rows[at]
                if not queued[row]:
                    queued[row] = True
                    waiting[count] = row
                    count += 1
        if count == 0:
            return True
        count -= 1
        row = waiting[count]
        queued[row] = False
        if least[row] > upper[row] or most[row] < lower[row]:
            return False
        if least[row] >= lower[row] and most[row] <= upper[row]:
            continue
        for at in range(starts[row], starts[row + 1]):
            column = columns[at]
            if values[column] >= 0:
                continue
            w = weights[at]
            size = abs(w)
            if least[row] + size > upper[row]:
                _assign(column, 0 if w > 0 else 1, column_starts, rows, row_weights, values, least, most, trail, state)
            elif most[row] - size < lower[row]:
                _assign(column, 1 if w > 0 else 0, column_starts, rows, row_weights, values, least, most, trail, state)
        if least[row] > upper[row] or most[row] < lower[row]:
            return False


@kernel
def _search_rows(
    starts, columns, weights, lower, upper, column_starts, rows, row_weights, values, least, most, trail, marks, chosen,
    waiting, state, nodes,
):  # fmt: skip
    """Go on with a search for at most `nodes` decisions.

    Args:
        starts, columns, weights, lower, upper: the rows; column_starts, rows, row_weights: the same by column.
        values: (n,) −1 free, or 0, 1. least, most: (m,) what A·x can still reach.
        trail: (n+1,) fixed columns in order. marks, chosen: (n+1,) trail length and first try of each decision.
        waiting: (m+1,) work space. state: [trail length, depth, begun, 0].

    Returns:
        0 not finished, 1 every row holds, 2 no solution.
    """
    if state[2] == 0:
        state[2] = 1
        if not _tighten(
            starts, columns, weights, lower, upper, column_starts, rows, row_weights, values, least, most, trail,
            waiting, state, -1,
        ):  # fmt: skip
            return 2
    for _ in range(nodes):
        pick = -1
        fewest = 1 << 30
        for row in range(lower.shape[0]):
            if least[row] >= lower[row] and most[row] <= upper[row]:
                continue
            free = 0
            first = -1
            for at in range(starts[row], starts[row + 1]):
                if values[columns[at]] < 0:
                    free += 1
                    if first < 0:
                        first = columns[at]
            if free > 0 and free < fewest:
                fewest = free
                pick = first
        if pick < 0:
            return 1
        depth = state[1]
        marks[depth] = state[0]
        chosen[depth] = 1
        state[1] = depth + 1
        begin = state[0]
        _assign(pick, 1, column_starts, rows, row_weights, values, least, most, trail, state)
        while not _tighten(
            starts, columns, weights, lower, upper, column_starts, rows, row_weights, values, least, most, trail,
            waiting, state, begin,
        ):  # fmt: skip
            while state[1] > 0 and chosen[state[1] - 1] == 0:
                state[1] -= 1
            if state[1] == 0:
                return 2
            depth = state[1] - 1
            begin = marks[depth]
            column = trail[begin]
            _undo(begin, column_starts, rows, row_weights, values, least, most, trail, state)
            chosen[depth] = 0
            _assign(column, 0, column_starts, rows, row_weights, values, least, most, trail, state)
    return 0

"""Rows as squared penalties: a QUBO matrix, without slack variables wherever the row allows it.

The energy of an assignment is 0 exactly when every row holds (with the best values of the slack
variables), and at least 1 otherwise; an objective is added on top, each penalty then weighing more
than the objective can save.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from qubo.program import Bits, Ints, Program


@dataclass(frozen=True)
class Quadratic:
    """offset + Σ linear·x + Σ value·x_i·x_j over binaries, the program's first, then slack variables."""

    names: tuple[str, ...]
    """(n+s)"""
    slack: int
    """How many of the last variables are slack."""
    linear: Ints
    """(n+s,)"""
    first: Ints
    """(q,) i of each product, i < j."""
    second: Ints
    """(q,) j"""
    value: Ints
    """(q,)"""
    offset: int

    @property
    def variables(self) -> int:
        """The number of binaries, slack included."""
        return len(self.names)

    def energy(self, values: Bits) -> int:
        """The energy of (n+s,) values of 0 and 1."""
        x = values.astype(np.int64)
        return int(self.offset + self.linear @ x + self.value @ (x[self.first] * x[self.second]))


class _Sum:
    def __init__(self) -> None:
        self.offset = 0
        self.linear: defaultdict[int, int] = defaultdict(int)
        self.products: defaultdict[tuple[int, int], int] = defaultdict(int)

    def add_square(self, columns: list[int], weights: list[int], target: int, scale: int) -> None:
        """scale · (Σ weight·x − target)², with x² = x."""
        self.offset += scale * target * target
        for column, weight in zip(columns, weights, strict=True):
            self.linear[column] += scale * weight * (weight - 2 * target)
        for (a, wa), (b, wb) in combinations(zip(columns, weights, strict=True), 2):
            self.products[(a, b) if a < b else (b, a)] += scale * 2 * wa * wb

    def add_both(self, a: int, a_is: int, b: int, b_is: int, scale: int) -> None:
        """scale · [x_a = a_is and x_b = b_is], a product of two literals."""
        ca, ka = (1, 0) if a_is else (-1, 1)
        cb, kb = (1, 0) if b_is else (-1, 1)
        self.offset += scale * ka * kb
        self.linear[a] += scale * ca * kb
        self.linear[b] += scale * cb * ka
        self.products[(a, b) if a < b else (b, a)] += scale * ca * cb


def slack_weights(span: int) -> list[int]:
    """Binary weights whose subset sums are exactly 0 … span."""
    weights: list[int] = []
    while span > 0:
        step = 1 << len(weights)
        weights.append(min(step, span))
        span -= weights[-1]
    return weights


def to_quadratic(program: Program) -> Quadratic:
    """The program as a QUBO.

    - Σ w·x = b becomes (Σ w·x − b)².
    - A row over two variables that forbids one of their four assignments, such as the implication
      x_a ≤ x_b, becomes a product of two literals, here x_a·(1 − x_b).
    - Σ x ≤ 1 becomes the sum of all products of two of them.
    - Any other row gets a slack integer in binary: (Σ w·x − s − lower)², 0 ≤ s ≤ upper − lower,
      both bounds first drawn in to what the row can reach.
    """
    total = _Sum()
    names = list(program.names)
    scale = program.row_weight
    least, most = program.reach()
    for index in range(program.rows):
        columns, weights, lower, upper = program.row(index)
        low, high = max(lower, int(least[index])), min(upper, int(most[index]))
        if low == least[index] and high == most[index]:
            continue
        if low >= high:
            total.add_square(columns, weights, lower if low > high and lower > most[index] else high, scale)
        elif len(columns) == 2 and (one := _forbidden(weights, low, high)) is not None:
            total.add_both(columns[0], one[0], columns[1], one[1], scale)
        elif low == 0 and high == 1 and all(w == 1 for w in weights):
            for a, b in combinations(columns, 2):
                total.add_both(a, 1, b, 1, scale)
        else:
            steps = slack_weights(high - low)
            begin = len(names)
            names.extend(f"slack{index}.{k}" for k in range(len(steps)))
            total.add_square(
                columns + list(range(begin, begin + len(steps))), weights + [-s for s in steps], low, scale
            )
    if program.objective is not None:
        for column, cost in enumerate(program.objective.tolist()):
            total.linear[column] += cost
    linear = np.zeros(len(names), np.int64)
    for column, value in total.linear.items():
        linear[column] = value
    products = sorted((pair, value) for pair, value in total.products.items() if value)
    return Quadratic(
        tuple(names),
        len(names) - program.variables,
        linear,
        np.array([a for (a, _), _ in products], np.int64),
        np.array([b for (_, b), _ in products], np.int64),
        np.array([value for _, value in products], np.int64),
        total.offset,
    )


def _forbidden(weights: list[int], low: int, high: int) -> tuple[int, int] | None:
    """The one assignment of two variables outside low ≤ w·x ≤ high; None when there is not exactly one."""
    outside = [(a, b) for a in (0, 1) for b in (0, 1) if not low <= weights[0] * a + weights[1] * b <= high]
    return outside[0] if len(outside) == 1 else None

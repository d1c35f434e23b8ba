"""Rows, energies, fixing, penalties and exports, against enumeration of every assignment."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzles.errors import InputError
from qubo.exports import from_coo_json, from_qbsolv, to_coo_json, to_qbsolv
from qubo.penalty import Quadratic, slack_weights, to_quadratic
from qubo.program import Program, ProgramBuilder

Row = tuple[list[tuple[int, int]], int, int]


def build(count: int, rows: list[Row], objective: list[int] | None = None) -> Program:
    builder = ProgramBuilder()
    for n in range(count):
        builder.variable(f"v{n}")
    for terms, lower, upper in rows:
        builder.row(terms, lower, upper)
    return builder.build(objective)


def rows_hold(rows: list[Row], values: tuple[int, ...]) -> bool:
    return all(lower <= sum(w * values[c] for c, w in terms) <= upper for terms, lower, upper in rows)


def assignments(count: int) -> list[tuple[int, ...]]:
    return list(product((0, 1), repeat=count))


def least_over_slack(quadratic: Quadratic, values: tuple[int, ...]) -> int:
    return min(
        quadratic.energy(np.array(values + slack, np.uint8)) for slack in product((0, 1), repeat=quadratic.slack)
    )


@st.composite
def programs(draw: st.DrawFn) -> tuple[int, list[Row]]:
    count = draw(st.integers(1, 5))
    rows: list[Row] = []
    for _ in range(draw(st.integers(0, 4))):
        columns = draw(st.lists(st.integers(0, count - 1), min_size=1, max_size=count, unique=True))
        weights = draw(st.lists(st.integers(-3, 3), min_size=len(columns), max_size=len(columns)))
        lower = draw(st.integers(-4, 4))
        rows.append((list(zip(columns, weights, strict=True)), lower, lower + draw(st.integers(0, 4))))
    return count, rows


def test_energy_of_a_row_worked_by_hand() -> None:
    program = build(3, [([(0, 1), (1, 1), (2, 1)], 1, 1), ([(0, 2), (1, -1)], 0, 1)])
    # 1 + 1 + 1 lies 2 above 1; 2 - 1 = 1 fits
    assert program.energy(np.array([1, 1, 1], np.uint8)) == 4
    # the first row is 1 below; 0 - 1 lies 1 below 0, in another assignment
    assert program.energy(np.array([0, 0, 0], np.uint8)) == 1
    assert program.violations(np.array([0, 1, 0], np.uint8)).tolist() == [0, 1]
    assert program.energy(np.array([0, 0, 1], np.uint8)) == 0


def test_an_objective_never_pays_for_a_broken_row() -> None:
    program = build(2, [([(0, 1), (1, 1)], 1, 1)], objective=[-5, 3])
    energies = {v: program.energy(np.array(v, np.uint8)) for v in assignments(2)}
    assert energies == {(0, 0): 9, (0, 1): 3, (1, 0): -5, (1, 1): -2 + 9}


@settings(max_examples=200, deadline=None)
@given(programs())
def test_energy_is_zero_exactly_when_every_row_holds(drawn: tuple[int, list[Row]]) -> None:
    count, rows = drawn
    program = build(count, rows)
    for values in assignments(count):
        bits = np.array(values, np.uint8)
        assert (program.energy(bits) == 0) == rows_hold(rows, values) == program.holds(bits)


@settings(max_examples=150, deadline=None)
@given(programs())
def test_penalties_are_zero_exactly_when_every_row_holds(drawn: tuple[int, list[Row]]) -> None:
    count, rows = drawn
    quadratic = to_quadratic(build(count, rows))
    if quadratic.slack > 8:
        return
    for values in assignments(count):
        least = least_over_slack(quadratic, values)
        assert least >= 0
        assert (least == 0) == rows_hold(rows, values)


@settings(max_examples=60, deadline=None)
@given(programs(), st.data())
def test_the_best_energy_with_an_objective_is_the_best_feasible_cost(
    drawn: tuple[int, list[Row]], data: st.DataObject
) -> None:
    count, rows = drawn
    costs = data.draw(st.lists(st.integers(-4, 4), min_size=count, max_size=count))
    feasible = [sum(c * v for c, v in zip(costs, values, strict=True)) for values in assignments(count)
                if rows_hold(rows, values)]  # fmt: skip
    program = build(count, rows, costs)
    quadratic = to_quadratic(program)
    if not feasible or quadratic.slack > 8:
        return
    assert min(program.energy(np.array(v, np.uint8)) for v in assignments(count)) == min(feasible)
    assert min(least_over_slack(quadratic, v) for v in assignments(count)) == min(feasible)


@pytest.mark.parametrize(
    ("terms", "lower", "upper"),
    [
        ([(0, 1), (1, 1), (2, 1)], 1, 1),
        ([(0, 1), (1, -1)], -1, 0),
        ([(0, 1), (1, 1)], 1, 2),
        ([(0, 1), (1, 1)], 0, 1),
        ([(0, 1), (1, 1), (2, 1)], 0, 1),
        ([(0, 2), (1, -1), (2, 3)], 4, 4),
        ([(0, 1), (1, 1)], -3, 7),
    ],
)
def test_equalities_implications_and_choices_need_no_slack(
    terms: list[tuple[int, int]], lower: int, upper: int
) -> None:
    assert to_quadratic(build(3, [(terms, lower, upper)])).slack == 0


def test_an_inequality_gets_just_the_slack_it_needs() -> None:
    # 0 ≤ a + b + c + d ≤ 3 leaves 0 … 3: two bits
    quadratic = to_quadratic(build(4, [([(0, 1), (1, 1), (2, 1), (3, 1)], -9, 3)]))
    assert quadratic.slack == 2


@given(st.integers(0, 300))
def test_slack_weights_reach_every_number_up_to_the_span_and_none_beyond(span: int) -> None:
    sums = {0}
    for weight in slack_weights(span):
        sums |= {s + weight for s in sums}
    assert sums == set(range(span + 1))


@settings(max_examples=60, deadline=None)
@given(programs(), st.data())
def test_fixing_variables_keeps_the_rest_of_the_truth_table(drawn: tuple[int, list[Row]], data: st.DataObject) -> None:
    count, rows = drawn
    known = data.draw(st.dictionaries(st.integers(0, count - 1), st.integers(0, 1)))
    program = build(count, rows)
    fixed = program.fixed(known)
    assert fixed.program.variables == count - len(known)
    for values in assignments(fixed.program.variables):
        bits = np.array(values, np.uint8)
        full = fixed.complete(bits)
        assert all(full[c] == v for c, v in known.items())
        assert fixed.program.holds(bits) == program.holds(full)


def test_excluding_cuts_off_one_solution_of_a_one_hot_program() -> None:
    program = build(4, [([(0, 1), (1, 1)], 1, 1), ([(2, 1), (3, 1)], 1, 1)])
    before = [v for v in assignments(4) if program.holds(np.array(v, np.uint8))]
    after = program.excluding(np.array(before[0], np.uint8))
    assert [v for v in assignments(4) if after.holds(np.array(v, np.uint8))] == before[1:]


def test_the_builder_refuses_what_makes_no_row() -> None:
    builder = ProgramBuilder()
    builder.variable("a")
    with pytest.raises(InputError, match="column 1"):
        builder.row([(1, 1)], 0, 1)
    with pytest.raises(InputError, match="lower bound 2 above its upper bound 1"):
        builder.row([(0, 1)], 2, 1)
    with pytest.raises(InputError, match="2 costs for 1"):
        builder.build([1, 2])


def same(a: Quadratic, b: Quadratic) -> bool:
    return (
        (a.names, a.slack, a.offset) == (b.names, b.slack, b.offset)
        and a.linear.tolist() == b.linear.tolist()
        and a.first.tolist() == b.first.tolist()
        and a.second.tolist() == b.second.tolist()
        and a.value.tolist() == b.value.tolist()
    )


@settings(max_examples=80, deadline=None)
@given(programs())
def test_exports_come_back_as_they_were(drawn: tuple[int, list[Row]]) -> None:
    quadratic = to_quadratic(build(*drawn))
    assert same(from_qbsolv(to_qbsolv(quadratic)), quadratic)
    assert same(from_coo_json(to_coo_json(quadratic)), quadratic)


def test_the_qubo_text_of_a_small_program() -> None:
    text = to_qbsolv(to_quadratic(build(2, [([(0, 1), (1, 1)], 1, 1)])))
    # (a + b - 1)² = 1 - a - b + 2ab
    assert text.splitlines() == [
        "c offset 1", "c slack 0", "c name 0 v0", "c name 1 v1", "p qubo 0 2 2 1", "0 0 -1", "1 1 -1", "0 1 2",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("0 0 1\n", "line 1"),
        ("p qubo 0 2 1 0\n0 0 x\n", "line 2"),
        ("p qubo 0 2 1 0\n1 0 4\n", "line 2"),
        ("p qubo 0 2 2 0\n0 0 1\n", "its header says 2 and 0"),
        ("c nothing\n", "no line 'p qubo"),
    ],
)
def test_a_broken_qubo_text_is_named(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        from_qbsolv(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[1]",
        '{"names": ["a"]}',
        '{"offset": 0, "slack": 0, "names": ["a"], "row": [0], "col": [1], "value": [1]}',
    ],
)
def test_broken_coordinates_are_named(text: str) -> None:
    with pytest.raises(InputError, match="JSON text"):
        from_coo_json(text)

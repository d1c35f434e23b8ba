"""The contract suites that plug-in authors import, held to ours and to a plug-in's, and what they catch."""

from __future__ import annotations

import everything
import numpy as np
import pytest

import hintsmith as hs
from generator.sudoku.operators import CROSSOVERS, MUTATIONS
from hintsmith.testing import check_backend, check_constraint, check_format, check_objective, check_operator
from puzzles.errors import InputError
from puzzles.files import FORMATS

pytestmark = pytest.mark.usefixtures("registered")


@pytest.mark.parametrize("name", ["tension", "chain", "height", "short"])
def test_objectives(name: str) -> None:
    values = check_objective(name)
    assert np.isfinite(values).sum() == 10


@pytest.mark.parametrize("name", ["pattern", "rules", "uniqueness", "techniques", "corners"])
def test_constraints(name: str) -> None:
    check_constraint(name)


@pytest.mark.parametrize("name", [*CROSSOVERS, *MUTATIONS, "halves"])
def test_operators(name: str) -> None:
    check_operator(name)


@pytest.mark.parametrize("name", ["exhaustive", "exact", "tries"])
def test_backends(name: str) -> None:
    check_backend(name)


@pytest.mark.parametrize("name", list(FORMATS.own))
def test_formats(name: str) -> None:
    check_format(name)


def test_a_format_of_a_plugin() -> None:
    line = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
    assert check_format(everything.BACKWARDS).splitlines()[0] == f"puzzle:{line[::-1]}"


def test_an_objective_that_hangs_on_the_other_puzzles_is_caught() -> None:
    @hs.objective("company")
    def company(walks: hs.Walks) -> np.ndarray:
        return walks.turns - walks.turns.mean() + 100.0

    with pytest.raises(AssertionError, match="depends on the other puzzles"):
        check_objective(company)


def test_shapes_and_numbers_that_are_wrong_are_one_line() -> None:
    @hs.objective("flat")
    def flat(walks: hs.Walks) -> np.ndarray:
        return np.zeros((3, 3, 3))

    @hs.constraint("half")
    def half(facts: hs.Facts) -> np.ndarray:
        return np.full(len(facts.hints), 0.5)

    with pytest.raises(InputError, match=r"objective flat: gives the shape \(3, 3, 3\)"):
        check_objective(flat)
    with pytest.raises(InputError, match="constraint half: gives float64 values"):
        check_constraint(half)


def test_operators_that_are_wrong_are_one_line_or_caught() -> None:
    @hs.operator("spill")
    def spill(mother: np.ndarray, father: np.ndarray, random: np.random.Generator) -> np.ndarray:
        return np.ones(81, int)

    @hs.operator("clock")
    def clock(mother: np.ndarray, father: np.ndarray, random: np.random.Generator) -> np.ndarray:
        return np.where(np.random.default_rng().random(81) < 0.5, mother, father)

    with pytest.raises(InputError, match="operator spill: gives 1 for r1c"):
        check_operator(spill)
    with pytest.raises(AssertionError, match="clock: two children of one seed"):
        check_operator(clock)


def test_a_small_move_cannot_be_added() -> None:
    from generator.sudoku.operators import MOVE_PARTS, Operator, register

    with pytest.raises(InputError, match="operator more: is a part of kernels"):
        register(Operator("more", MOVE_PARTS["swap_two"]))
    with pytest.raises(TypeError):
        MOVE_PARTS["more"] = MOVE_PARTS["swap_two"]  # type: ignore[index]


@pytest.mark.parametrize(
    ("register", "message"),
    [
        (lambda: hs.objective("tension")(lambda walks: walks.turns), "objective tension: the name is taken"),
        (lambda: hs.objective("grade")(lambda walks: walks.turns), "objective grade: tables have a column"),
        (lambda: hs.objective("low", better="lower"), "it needs its worst value"),
        (lambda: hs.constraint("rules")(len), "constraint rules: the name is taken"),
        (lambda: hs.operator("cells")(len), "operator cells: the name is taken"),
        (lambda: hs.operator("two words")(len), "operator 'two words': the name must be"),
        (lambda: hs.format(hs.Format("pdf", ".pdf", "", len)), "format pdf: the name is taken"),
        (lambda: hs.backend(type("Easy", (hs.Backend,), {"name": "easy"})), "backend easy: the name is taken"),
        (
            lambda: hs.backend(type("Far", (hs.Backend,), {"name": "far", "native": True})),
            "backend far: is native, so it must come by an entry point",
        ),
    ],
)
def test_names_that_are_taken_are_refused(register, message: str) -> None:
    with pytest.raises(InputError, match=message):
        register()

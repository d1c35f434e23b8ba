"""Contracts of what comes from outside, for the tests of those who write it: each check raises AssertionError.

from hintsmith.testing import check_objective

def test_my_objective_keeps_its_contract():
    check_objective("mine")
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import product
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from evaluation.constraints import CONSTRAINTS, with_others
from evaluation.evaluator import Evaluator
from evaluation.objectives import OBJECTIVES, named
from evaluation.settings import EvaluationSettings, UniquenessSettings
from evaluation.shipped import shipped_puzzles
from evaluation.table import Table
from evaluation.testing import check_technique
from generator.sudoku.feasibility import find
from generator.sudoku.operators import CATALOGUE, CROSSOVERS, MOVES, MUTATIONS, crossover
from puzzles.errors import InputError
from puzzles.files import FORMATS, Record, read_text
from puzzles.pattern import named_pattern
from puzzles.solutions import count_batch
from qubo.backends import BACKENDS, Backend, get_backend
from qubo.program import Program, ProgramBuilder

__all__ = [
    "check_backend",
    "check_book_part",
    "check_constraint",
    "check_format",
    "check_objective",
    "check_operator",
    "check_technique",
]

_WALKS: Final = 3
_EXACT: Final = UniquenessSettings(method="exact")


def _puzzles() -> NDArray[np.uint8]:
    """(n, 81) puzzles, one of them with two solutions and one with none."""
    good = np.array([puzzle.hints for puzzle in shipped_puzzles()[:10]], np.uint8)
    several, none = good[0].copy(), good[1].copy()
    several[np.flatnonzero(several)[:6]] = 0
    none[np.flatnonzero(none == 0)[0]] = none[np.flatnonzero(none)[0]]
    return np.concatenate([good, several[None], none[None]])


def check_objective(objective: Any) -> NDArray[np.float64]:
    """Hold an objective to its contract: finite, repeatable, and of a puzzle whatever puzzles are judged with it.

    Args:
        objective: its name, record or function.

    Returns:
        (n,) values of some puzzles; NaN for those that are not valid.
    """
    goal = named([OBJECTIVES.name_of(objective)])
    settings = EvaluationSettings(walks=_WALKS, objectives=goal, uniqueness=_EXACT)
    rows = _same_in_any_company(settings, (goal[0].column, f"{goal[0].column}_se"))
    values = rows[goal[0].column]
    assert np.isfinite(values[rows["valid"]]).all(), f"{goal[0].key}: a value that is not finite"
    assert goal[0].better in ("higher", "lower")
    worst = goal[0].sign * goal[0].worst
    good = goal[0].sign * values[rows["valid"]]
    assert (good >= worst).any(), f"{goal[0].key}: each of some good puzzles is worse than its worst, {goal[0].worst}"
    return values


def check_constraint(constraint: Any) -> NDArray[np.int64]:
    """Hold a constraint to its contract: whole numbers from 0, repeatable, of a puzzle whatever puzzles are with it.

    Args:
        constraint: its name, record or function.

    Returns:
        (n,) measures of some puzzles.
    """
    key = CONSTRAINTS.name_of(constraint)
    held = with_others([] if key in CONSTRAINTS.own else [key])
    one = next(one for one in held if one.key == key)
    settings = EvaluationSettings(constraints=held, uniqueness=_EXACT)
    rows = _same_in_any_company(settings, (one.column,))
    assert not rows["valid"][rows[one.column] > 0].any(), f"{key}: a puzzle that does not keep it is valid"
    for words in (one.english, one.japanese):
        assert words.format(3), f"{key}: has no words for what is wrong"
    return rows[one.column]


def _same_in_any_company(settings: EvaluationSettings, names: Sequence[str]) -> Table:
    hints = _puzzles()
    before = hints.copy()
    rows = Evaluator(settings).evaluate(hints)
    backwards = Evaluator(settings).evaluate(hints[::-1].copy())
    alone = Table.join([Evaluator(settings).evaluate(one[None]) for one in hints])
    assert (hints == before).all(), "the hints were changed"
    for name in names:
        np.testing.assert_array_equal(rows[name], backwards[name][::-1], f"{name}: depends on the order of puzzles")
        np.testing.assert_array_equal(rows[name], alone[name], f"{name}: depends on the other puzzles")
    return rows


def check_operator(operator: Any) -> None:
    """Hold an operator to its contract: children on the pattern, parents left alone, all randomness from `random`.

    Args:
        operator: its name, record or function; a small move of hintsmith's own is a part of a kernel and refused.
    """
    key = CATALOGUE.name_of(operator)
    assert key not in MOVES, f"{key}: is a part of a kernel"
    pattern = named_pattern("eccomp2024-24")
    parents = find(pattern, 12, seed=11).hints
    before = parents.copy()
    make = _maker(key, pattern, parents)
    every = [np.stack([make(k, np.random.default_rng([seed, k])) for k in range(12)]) for seed in range(6)]
    again = [np.stack([make(k, np.random.default_rng([seed, k])) for k in range(12)]) for seed in range(6)]
    assert (parents == before).all(), f"{key}: changes a parent"
    children = np.concatenate(every)
    assert children.dtype == np.uint8 and children.max() <= 9, f"{key}: gives {children.dtype} up to {children.max()}"
    assert ((children > 0) == pattern).all(), f"{key}: a hint off the pattern, or a hint cell without one"
    assert (np.stack(every) == np.stack(again)).all(), f"{key}: two children of one seed"
    assert len({some.tobytes() for some in every}) > 1, f"{key}: the same children from any seed"
    new = (children != np.tile(parents, (6, 1))).any(axis=1).mean()
    assert new > 0.5, f"{key}: only {new:.0%} of the children are not their mothers"


def _maker(
    key: str, pattern: NDArray[np.bool_], parents: NDArray[np.uint8]
) -> Callable[[int, np.random.Generator], NDArray[np.uint8]]:
    """A child of the k-th parent, with the next as its father."""
    solutions = count_batch(parents).found[:, 0]
    free = np.flatnonzero(pattern)

    def make(k: int, random: np.random.Generator) -> NDArray[np.uint8]:
        mother, father = parents[k], parents[(k + 1) % len(parents)]
        if key in CROSSOVERS:
            return crossover(key, mother, father, random)
        if key in MUTATIONS:
            return MUTATIONS[key](mother, solutions[k], free, random)
        return CATALOGUE[key].child(mother, father, random)

    return make


def check_format(format: Any, records: Sequence[Record] = ()) -> str:
    """Hold a format to its contract: what it writes is read back by the reader, with all the fields that it keeps.

    Args:
        format: its name or record.
        records: to be written; two made-up ones by default.

    Returns:
        The text that it wrote.
    """
    form = FORMATS[FORMATS.name_of(format)]
    given = list(records) or _records()
    assert form.suffix.startswith(".") and form.summary, f"{form.name}: needs a suffix with a dot, and a summary"
    texts = [form.write(given)] if form.several else [form.write([one]) for one in given]
    if not form.several:
        try:
            form.write(given[:1] * 2)
        except InputError:
            pass
        else:
            raise AssertionError(f"{form.name}: holds one puzzle, and writes two without a word")
    read = [entry for text in texts for entry in read_text(text, form.name)]
    wrong = [entry.message for entry in read if entry.record is None]
    assert not wrong, f"{form.name}: is not read back: {wrong[0]}"
    assert len(read) == len(given), f"{form.name}: {len(given)} puzzles written, {len(read)} read"
    for entry, one in zip(read, given, strict=True):
        assert entry.record is not None
        for name in ("hints", *form.keeps):
            back, there = getattr(entry.record, name), getattr(one, name)
            assert back == there, f"{form.name}: {name} {there!r} comes back as {back!r}"
    return "".join(texts)


def _records() -> list[Record]:
    first = Record(
        "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
        "417369825632158947958724316825437169791586432346912758289643571573291684164875293",
        "A title", "An author", "A comment", "hard",
    )  # fmt: skip
    line = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"
    return [first, replace(first, hints=line, solution=None, title="Another")]


def check_book_part(part: Any) -> bytes:
    """Hold a part of a book to its contract: as many pages each time, and each of them one page of the book.

    Args:
        part: its name or record.

    Returns:
        A small book with it, as PDF.
    """
    import io

    import pypdf

    from experiments.publish.book import Chapter, make_book
    from experiments.publish.book.options import BookOptions
    from experiments.publish.book.parts import PARTS, BookPart
    from experiments.publish.book.plan import lay_out
    from experiments.publish.kinds import NUMBER_PLACE
    from experiments.publish.puzzle import ExportPuzzle

    one = part if isinstance(part, BookPart) else PARTS.named(part)
    example = NUMBER_PLACE.example or {}
    puzzle = ExportPuzzle(str(example["hints"]), str(example["solution"]), "p-1", grade="easy")
    pdf = b""
    for lang in ("en", "ja"):
        for large, paper in ((False, "a6"), (True, "a4")):
            options = BookOptions(lang=lang, large_print=large, paper=paper, per_page=1, pages=(one,))
            layout = lay_out(NUMBER_PLACE, [Chapter([puzzle] * 3)], options)
            counts = [len(one.pages(layout.contents)) for _ in range(2)]
            assert counts[0] == counts[1], f"{one.name}: gives another number of pages the second time"
            pdf = make_book(NUMBER_PLACE, [puzzle] * 3, options).pdf
            number = len(pypdf.PdfReader(io.BytesIO(pdf)).pages)
            assert number == layout.pages, f"{one.name}: {layout.pages} pages were counted, {number} were set"
    return pdf


def check_backend(backend: str | Backend | type[Backend]) -> None:
    """Hold a QUBO backend to its contract: it solves what is small, and never claims what is not so.

    Args:
        backend: its name, its class, or one that was made.
    """
    solver = backend if isinstance(backend, Backend) else get_backend(BACKENDS.name_of(backend))
    limits = solver.limits()
    assert limits.note, f"{solver.name}: its limits say nothing about where they come from"
    assert limits.variables is None or limits.variables > 0
    _check_solves(solver)
    _check_objective_and_rows(solver)
    _check_never_claims(solver)
    for time_limit, seed in ((0.0, 0), (-1.0, 0), (float("inf"), 0), (1.0, -1), (1.0, 2**31)):
        _refuses(solver, _square(2), time_limit, seed)
    if limits.variables is not None and limits.variables < 100_000:
        builder = ProgramBuilder()
        builder.row([(builder.variable(f"v{n}"), 1) for n in range(limits.variables + 1)], 1, 1)
        _refuses(solver, builder.build(), 1.0, 0)


def _refuses(solver: Backend, program: Program, time_limit: float, seed: int) -> None:
    try:
        solver.solve(program, time_limit=time_limit, seed=seed)
    except InputError:
        return
    raise AssertionError(f"{solver.name}: takes {program.variables} variables, time limit {time_limit}, seed {seed}")


def _square(size: int) -> Program:
    """A Latin square: size³ variables."""
    builder = ProgramBuilder()
    x = {key: builder.variable(f"x{key}") for key in product(range(size), repeat=3)}
    for a, b in product(range(size), repeat=2):
        builder.row([(x[a, b, k], 1) for k in range(size)], 1, 1)
        builder.row([(x[a, k, b], 1) for k in range(size)], 1, 1)
        builder.row([(x[k, a, b], 1) for k in range(size)], 1, 1)
    return builder.build()


def _check_solves(solver: Backend) -> None:
    program = _square(2)
    answers = [solver.solve(program, time_limit=5.0, seed=4) for _ in range(2)]
    for answer in answers:
        assert answer.status == "solved" and answer.values is not None, f"{solver.name}: a square of 2 is not solved"
        assert answer.values.dtype == np.uint8 and program.holds(answer.values)
        assert answer.energy == 0
    if solver.limits().repeatable:
        first, again = (answer.values for answer in answers)
        assert first is not None and again is not None
        assert first.tolist() == again.tolist(), f"{solver.name}: one seed gives two answers"
    assert solver.solve(ProgramBuilder().build()).status == "solved"


def _check_objective_and_rows(solver: Backend) -> None:
    builder = ProgramBuilder()
    for name in "abcde":
        builder.variable(name)
    builder.row([(0, 3), (1, -2), (2, 1)], 2, 2)
    builder.row([(2, 1), (3, 2), (4, 2)], 4, 9)
    builder.row([(0, 1), (3, -1)], -1, 0)
    answer = solver.solve(builder.build(), time_limit=1.0, seed=5)
    # a = b = c = 1 gives 3 − 2 + 1 = 2, then d = e = 1; nothing else fits
    assert answer.values is not None and answer.values.tolist() == [1] * 5, f"{solver.name}: rows with weights"
    builder = ProgramBuilder()
    for name in "abcd":
        builder.variable(name)
    builder.row([(0, 5), (1, 4), (2, 2), (3, 1)], 0, 6)
    answer = solver.solve(builder.build([-6, -5, -4, -1]), time_limit=0.3, seed=2)
    # of weight 6 the second and third are worth most: 9
    assert answer.values is not None and answer.values.tolist() == [0, 1, 1, 0], f"{solver.name}: the least objective"
    assert answer.energy == -9


def _check_never_claims(solver: Backend) -> None:
    builder = ProgramBuilder()
    a, b, c = (builder.variable(name) for name in "abc")
    for first, second in ((a, b), (b, c), (a, c)):
        builder.row([(first, 1), (second, 1)], 1, 1)
    # three pairwise different binaries
    program = builder.build()
    answer = solver.solve(program, time_limit=0.2, seed=1)
    right = "impossible" if solver.limits().complete else "open"
    assert answer.status == right, f"{solver.name}: calls an impossible program {answer.status}"
    assert answer.values is None or answer.energy == program.energy(answer.values)

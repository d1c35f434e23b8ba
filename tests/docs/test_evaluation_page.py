"""The numbers of docs/evaluation.md: by hand, and by the program, for the puzzle that the page shows."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest
from pages import DOCS, SaveFile, steps

from evaluation.settings import EvaluationSettings, UniquenessSettings
from evaluation.solver.trace import BoardAnalysis
from experiments.explain import Explanation, explain
from puzzles.grid import cell_name, from_characters

PAGE = (DOCS / "evaluation.md").read_text(encoding="utf-8")
PUZZLE = next(step.text.strip() for step in steps(PAGE) if isinstance(step, SaveFile))


@pytest.fixture(scope="module")
def walk() -> Explanation:
    return explain(from_characters(PUZZLE), EvaluationSettings(uniqueness=UniquenessSettings(method="exact")))


def levels(analysis: BoardAnalysis) -> dict[float, int]:
    return dict(Counter(element.level for element in analysis.elements))


@pytest.mark.parametrize(
    ("turn", "found", "resistance", "shown"),
    [
        (1, {1: 6, 2: 8, 5: 2}, 1 / Fraction("10.4"), "0.0962"),
        (16, {9: 1, 6: 1}, Fraction(18, 5), "3.6 "),
        (18, {1: 1, 2: 1, 13: 1}, 1 / (1 + Fraction(1, 2) + Fraction(1, 13)), "0.6341"),
        (35, {1: 1, 2: 2, 5: 1}, 1 / Fraction("2.2"), "0.4545"),
    ],
)
def test_difficulties_of_turns(
    walk: Explanation, turn: int, found: dict[float, int], resistance: Fraction, shown: str
) -> None:
    analysis = walk.turns[turn - 1].analysis
    assert levels(analysis) == found
    assert analysis.d == pytest.approx(float(resistance), abs=1e-12)
    line = next(line for line in PAGE.splitlines() if line.startswith(f"| {turn} |"))
    assert f"= {shown}" in line


def test_what_turn_16_offers(walk: Explanation) -> None:
    turn = walk.turns[15]
    offered = {cell_name(element.cell): element for element in turn.analysis.elements}
    assert set(offered) == {"r6c1", "r6c6"}
    assert {element.key for element in offered.values()} == {"locked_candidates"}
    assert (offered["r6c1"].level, offered["r6c6"].level) == (9, 6)
    for element in offered.values():
        assert element.instance is not None
        assert element.instance.kind == "pointing"
        assert element.instance.digits == (5,)
        assert [cell_name(cell) for cell in element.instance.cells] == ["r8c1", "r9c1"]
    assert cell_name(turn.chosen.cell) == "r6c1"
    assert pytest.approx(0.4) == (1 / 9) / (1 / 9 + 1 / 6)


def test_peaks_and_scores(walk: Explanation) -> None:
    d = [turn.analysis.d for turn in walk.turns]
    parts = {i: (d[15] - d[i - 1]) / (i - 16) ** 2 for i in range(1, 38) if i != 16}
    near = (13, 14, 15, 17, 18, 19)
    row = next(line for line in PAGE.splitlines() if line.startswith("| (3.600"))
    assert [cell.strip() for cell in row.split("|")[2:-1] if cell.strip()] == [f"{parts[i]:.3f}" for i in near]
    row = next(line for line in PAGE.splitlines() if line.startswith("| d |"))
    assert [cell.strip(" *") for cell in row.split("|")[2:-1]] == [f"{d[i - 1]:.3f}" for i in range(13, 20)]
    assert f"add up to {sum(parts[i] for i in near):.3f}" in PAGE
    assert f"the other thirty turns add {sum(p for i, p in parts.items() if i not in near):.3f}" in PAGE
    assert walk.turns[15].p == pytest.approx(sum(parts.values()))
    assert f"p(16) = **{walk.turns[15].p:.3f}**" in PAGE
    assert "p(35) = **0.489**" in PAGE
    assert walk.turns[34].p == pytest.approx(0.489, abs=5e-4)
    assert (len(walk.turns), sorted(walk.peaks)) == (37, [16, 35])
    assert walk.f1 == pytest.approx(19 / 37)
    assert walk.f2 == pytest.approx(9 / 81)
    assert all(turn.analysis.prep == 0 for turn in walk.turns)


def test_the_chain_of_the_last_turn(walk: Explanation) -> None:
    last = walk.turns[36]
    assert (cell_name(last.chosen.cell), last.digit, last.chain) == ("r3c8", 3, 9)

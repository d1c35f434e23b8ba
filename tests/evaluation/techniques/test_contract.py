"""The contract that every technique of the catalogue keeps, on boards of the shipped puzzles."""

from __future__ import annotations

import random
import re
import string
from collections import Counter
from functools import cache

import numpy as np
import plain
import pytest

from evaluation.settings import EvaluationSettings
from evaluation.shipped import elimination_puzzles, shipped_puzzles
from evaluation.solver.trace import analyse_board
from evaluation.technique import WORD_FIELDS
from evaluation.techniques import ELIMINATIONS, FAMILIES, FOUND_SIZE, INSTANCE_KEYS, class_levels
from evaluation.testing import check_technique
from experiments.explain.words import cell_word, instance_words
from puzzles.solutions import count

HINTS = [puzzle.hints for puzzle in (*elimination_puzzles()[::3], *shipped_puzzles()[::5])]
KEYS = [technique.key for technique in ELIMINATIONS]


@cache
def boards_of(number: int) -> list[tuple[np.ndarray, np.ndarray]]:
    """Boards of one of HINTS from the hints to the solution, some cells at a time."""
    hints = HINTS[number]
    _, (solution,) = count(hints)
    values, choose, boards = hints.tolist(), random.Random(number), []
    while 0 in values:
        board = plain.autofill(values)[0]
        boards.append((np.array(board, np.uint8), solution))
        empty = [k for k in range(81) if not values[k]]
        for k in choose.sample(empty, min(9, len(empty))):
            values[k] = int(solution[k])
    return boards


@pytest.mark.parametrize("key", KEYS)
def test_a_technique_keeps_its_contract(key: str) -> None:
    """Until each of its variants was seen, and a good number of instances."""
    technique = ELIMINATIONS[KEYS.index(key)]
    seen: Counter[str] = Counter()
    for number in range(len(HINTS)):
        seen += check_technique(key, boards_of(number))
        if all(seen[variant.key] > 2 for variant in technique.variants) and seen.total() > 60:
            return
    pytest.fail(f"{key}: {dict(seen)}")


@pytest.mark.parametrize("kind", INSTANCE_KEYS)
def test_each_kind_is_put_into_words(kind: str) -> None:
    number = next(k for k, t in enumerate(ELIMINATIONS) if kind in {variant.key for variant in t.variants})
    keys = tuple(family.key for family in (*FAMILIES[:6], ELIMINATIONS[number]))
    settings = EvaluationSettings(families=tuple(dict.fromkeys(keys)))
    for board, _ in (one for at in range(len(HINTS)) for one in boards_of(at)):
        analysis = analyse_board(board, settings)
        instances = [e.instance for e in analysis.elements if e.instance and e.instance.kind == kind]
        for instance in instances:
            english, japanese = instance_words(instance, "en"), instance_words(instance, "ja")
            assert not re.search("[{}\\[\\]]", english + japanese)
            assert not re.search("[A-Za-z]", japanese)
            assert english.endswith(".") and japanese.endswith("。")
            for cell in (*instance.cells, *instance.removed_from):
                assert cell_word(cell, "en") in english
                assert cell_word(cell, "ja") in japanese
            for digit in instance.digits:
                assert re.search(rf"\b{digit}\b", english)
                assert str(digit) in japanese
        if instances:
            return
    pytest.fail(f"no board shows {kind}")


def test_sizes_are_those_of_the_records() -> None:
    assert max(t.capacity for t in ELIMINATIONS) == FOUND_SIZE
    settings = EvaluationSettings()
    assert len(settings.costs) == sum(len(t.variants) for t in ELIMINATIONS)
    assert len(settings.weights) == len(FAMILIES)
    rules = settings.rules()
    assert len(rules.levels) == len(rules.weights) == len(class_levels(settings.singles, settings.costs))
    assert len(rules.levels) == 3 + sum(len(t.variants) * (1 if t.flat else 3) for t in ELIMINATIONS)


def test_every_record_says_what_people_read() -> None:
    for technique in ELIMINATIONS:
        assert technique.why
        for lang in ("en", "ja"):
            fields = {field for _, field, _, _ in string.Formatter().parse(technique.words[lang]) if field}
            assert {field.split("[")[0] for field in fields} <= WORD_FIELDS
            assert "gone" in fields
    assert len({family.english for family in FAMILIES}) == len({family.japanese for family in FAMILIES}) == 9

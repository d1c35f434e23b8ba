"""A technique from outside the package: by an entry point, by `register`, and what is refused."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import puzzles.kernel as kernel_module
from evaluation.technique import Variant, check, register
from evaluation.techniques.swordfish import SWORDFISH
from puzzles.errors import InputError

ROOT = Path(kernel_module.__file__).resolve().parent.parent
SOURCE = (Path(__file__).parents[2] / "outside" / "row_pair.py").read_text(encoding="utf-8")
USE = """
import json
import numpy as np
from evaluation.evaluator import Evaluator
from evaluation.shipped import elimination_puzzles
from evaluation.techniques import BY_RANK, FAMILY_KEYS
from evaluation.testing import check_technique
from evaluation.solver.trace import trace
from experiments.explain.words import instance_words
from experiments.run.config import make_config

data = {"puzzle": {"pattern": "eccomp2024-24"},
        "evaluation": {"families": ["row_pair"], "costs": {"row_pair": 11.5}},
        "uniqueness": {"method": "exact"}}
settings = make_config(data, "here").evaluation_settings()
hints = np.array([p.hints for p in elimination_puzzles()[70:76]])
levels, words, seen = set(), "", 0
for evaluation in Evaluator(settings).evaluate(hints):
    turns = trace(evaluation.hints, evaluation.solution, settings)
    for turn in turns:
        for element in turn.analysis.elements:
            if element.key == "row_pair":
                levels.add(element.level)
                words = instance_words(element.instance, "en")
    boards = [(turn.board, evaluation.solution) for turn in turns[::8]]
    seen += sum(check_technique("row_pair", boards).values())
print(json.dumps({"keys": FAMILY_KEYS, "rank": [FAMILY_KEYS[k] for k in BY_RANK], "levels": sorted(levels),
                  "words": words, "seen": seen, "shown": len(settings.shown)}))
"""
FOLDER = "import evaluation.techniques; from puzzles.kernel import cache_folder; print(cache_folder().name)"


def ask(code: str, *paths: Path, cache: Path | None = None) -> str:
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(map(str, (*paths, ROOT)))}
    if cache is not None:
        environment["HINTSMITH_CACHE_DIR"] = str(cache)
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    return done.stdout.strip()


@pytest.fixture
def plugin(tmp_path: Path) -> Path:
    """A folder with an installed package that brings a technique."""
    folder = tmp_path / "site"
    information = folder / "rowpair-1.0.dist-info"
    information.mkdir(parents=True)
    (folder / "row_pair.py").write_text(SOURCE, encoding="utf-8")
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: rowpair\nVersion: 1.0\n", encoding="utf-8")
    (information / "entry_points.txt").write_text(
        "[hintsmith.techniques]\nrow_pair = row_pair:ROW_PAIR\n", encoding="utf-8"
    )
    return folder


@pytest.mark.slow
def test_a_technique_from_an_entry_point_is_used_by_a_config(plugin: Path, tmp_path: Path) -> None:
    answer = json.loads(ask(USE, plugin, cache=tmp_path / "cache"))
    assert answer["keys"][9:] == ["row_pair"]
    # 12 by default: after the naked subsets, before the X-wing
    assert answer["rank"] == [
        "hidden_single_box", "hidden_single_line", "naked_single", "locked_candidates", "hidden_subset",
        "naked_subset", "row_pair", "x_wing", "xy_wing", "swordfish",
    ]  # fmt: skip
    assert answer["levels"]
    assert set(answer["levels"]) <= {12.5, 13.5, 16.5}
    assert "share" in answer["words"]
    assert answer["seen"] > 5
    assert answer["shown"] == 7


def test_kernels_with_it_are_kept_apart_and_an_edit_starts_afresh(plugin: Path, tmp_path: Path) -> None:
    without = ask(FOLDER, cache=tmp_path)
    first = ask(FOLDER, plugin, cache=tmp_path)
    assert first == ask(FOLDER, plugin, cache=tmp_path)
    source = plugin / "row_pair.py"
    # a part may lie in another module
    moved = SOURCE.replace("@part\ndef gone", "@part\ndef unused")
    moved = moved.replace("@part\ndef variant", "from row_gone import gone\n\n\n@part\ndef variant")
    source.write_text(moved, encoding="utf-8")
    other = plugin / "row_gone.py"
    other.write_text("from puzzles.kernel import part\n\n\n@part\ndef gone(state, instance, cell):\n    return 0\n")
    second = ask(FOLDER, plugin, cache=tmp_path)
    other.write_text(other.read_text(encoding="utf-8") + "\n# edited\n", encoding="utf-8")
    third = ask(FOLDER, plugin, cache=tmp_path)
    assert len({without, first, second, third}) == 4


def test_registering_before_the_catalogue_is_made_and_after(plugin: Path, tmp_path: Path) -> None:
    (plugin / "rowpair-1.0.dist-info" / "entry_points.txt").unlink()
    code = """
from dataclasses import replace
from evaluation.technique import Variant, register
from row_pair import ROW_PAIR
register(ROW_PAIR)
from evaluation.techniques import FAMILY_KEYS
from puzzles.errors import InputError
print(FAMILY_KEYS[-1])
try:
    register(replace(ROW_PAIR, key="late", variants=(Variant("late", 3.0),)))
except InputError as error:
    print(error)
"""
    key, error = ask(code, plugin, cache=tmp_path).splitlines()
    assert key == "row_pair"
    assert error.startswith("technique late: registered too late, the kernels are made from the catalogue already")


def test_a_source_that_cannot_be_read_is_not_kept(plugin: Path, tmp_path: Path) -> None:
    code = f"""
import numpy
from evaluation.technique import register
exec(compile({SOURCE!r}, "<typed>", "exec"))
register(ROW_PAIR)
import evaluation.techniques
from puzzles.kernel import cache_folder
print(cache_folder())
"""
    assert ask(code, cache=tmp_path) == "None"


def test_a_name_that_is_taken_is_refused(plugin: Path) -> None:
    source = plugin / "row_pair.py"
    source.write_text(SOURCE.replace('Variant("row_pair"', 'Variant("x_wing"'), encoding="utf-8")
    code = """
from puzzles.errors import InputError
try:
    import evaluation.techniques
except InputError as error:
    print(error)
"""
    assert ask(code, plugin) == "technique row_pair: there is a x_wing already"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"key": "two words"}, "the key must be a name"),
        ({"competition": True}, "technique swordfish: is not one of the competition's six"),
        ({"variants": ()}, "needs variants"),
        ({"variants": (Variant("swordfish", 0.0),)}, "each with a cost above 0"),
        ({"capacity": 0}, "capacity 0"),
        ({"grade_floor": 5}, "grade_floor 5 is not from 0 to 4"),
        ({"find": len}, "find is not a part"),
        ({"words": {"en": "{gone}"}}, "has no words in ja"),
        ({"words": {"en": "{gone}", "ja": "{goes}"}}, "words in ja: there is no field {goes}"),
    ],
    ids=str,
)
def test_a_record_that_is_wrong_is_refused(change: dict, message: str) -> None:
    with pytest.raises(InputError, match=message):
        check(replace(SWORDFISH, **change))
    with pytest.raises(InputError, match="is not an Elimination record"):
        check("swordfish")


def test_this_process_has_made_its_catalogue() -> None:
    with pytest.raises(InputError, match="registered too late"):
        register(replace(SWORDFISH, key="more"))

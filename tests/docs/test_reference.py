"""The reference pages are made from the program: every key is there, with what the model says of it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from pages import DOCS
from pydantic import BaseModel, Field
from reference import GENERATORS, REFRESH, command_reference, config_reference, fill, stale, value_words

from experiments.kinds.number_place.config import Config


def row(section: str, key: str) -> list[str]:
    """The cells of a key's line."""
    part = config_reference().split(f"## {section}\n", 1)[1].split("\n## ", 1)[0]
    line = next(line for line in part.splitlines() if line.startswith(f"| `{key}` |"))
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]


def models() -> list[tuple[str, type[BaseModel]]]:
    """Sections with their models."""
    found: list[tuple[str, type[BaseModel]]] = []
    for name, field in Config.model_fields.items():
        if isinstance(field.annotation, type) and issubclass(field.annotation, BaseModel):
            found.append((name, field.annotation))
    return found


def test_every_key_of_every_section_has_a_line_and_a_description() -> None:
    assert len(models()) >= 7
    for name, model in models():
        for key, field in model.model_fields.items():
            assert field.description, f"{name}.{key} has no description"
            assert row(f"[{name}]", key)[3] == field.description.replace("|", "\\|"), f"{name}.{key}"


@pytest.mark.parametrize(
    ("section", "key", "value", "default"),
    [
        ("Top level", "seed", "whole number, at least 0, below 2^63", "`0`"),
        ("[puzzle]", "pattern", "text", "must be given"),
        ("[search]", "population", "whole number, 4 to 10,000", "`100`"),
        ("[evaluation]", "walk", '`"policy"`, `"mcts"`', '`"policy"`'),
        ("[evaluation]", "x_wing", "true or false", "`true`"),
        ("[evaluation]", "families", 'a list, each: `"naked_subset"`, `"xy_wing"`, `"swordfish"`', "`[]`"),
        ("[evaluation]", "c_puct", "number, above 0", "`1.0`"),
        ("[difficulty]", "turns", "a list of 2, each: whole number", "not set"),
    ],
)
def test_values_defaults_and_ranges_are_those_of_the_model(section: str, key: str, value: str, default: str) -> None:
    assert row(section, key)[1:3] == [value, default]


def test_unusual_types_are_put_into_words() -> None:
    class Inner(BaseModel):
        cell: str

    class Model(BaseModel):
        either: int | str | None = None
        inner: Inner | None = None
        several: list[Inner] = Field(default_factory=list)

    schema = Model.model_json_schema()
    words = {key: value_words(one, schema) for key, one in schema["properties"].items()}
    assert words == {
        "either": "whole number or text",
        "inner": "a table of `cell`: text",
        "several": "a list, each: a table of `cell`: text",
    }


def test_every_command_is_in_the_reference() -> None:
    text = command_reference()
    for command in (
        "run",
        "inspect",
        "export",
        "evaluate",
        "explain",
        "solve",
        "opthub",
        "pattern check",
        "library add",
    ):
        assert f"## `hintsmith {command}`" in text, command
    assert "--resume" in text
    assert not text.startswith("# ")


def test_every_mark_in_the_pages_is_filled() -> None:
    used = set()
    for path in DOCS.rglob("*.md"):
        text = path.read_text(encoding="utf-8")
        marks = re.findall(r"<!-- generated: (\S+) -->", text)
        assert text.count("<!-- generated end -->") == len(marks), path
        used |= set(marks)
    assert used == set(GENERATORS)
    with pytest.raises(KeyError):
        fill("<!-- generated: nothing -->\n<!-- generated end -->")


def test_the_tables_in_the_pages_are_those_of_the_program() -> None:
    assert not stale(), f"behind the program: write them anew with: {REFRESH}"


def test_a_table_that_is_behind_is_found_and_filled(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("a\n\n<!-- generated: levels -->\n\n| old |\n\n<!-- generated end -->\n\nb\n")
    (now,) = stale(tmp_path).values()
    assert now.startswith("a\n\n<!-- generated: levels -->\n\n| table | name | default |") and "old" not in now
    assert now.endswith("\n\n<!-- generated end -->\n\nb\n")
    page.write_text(now)
    assert not stale(tmp_path)

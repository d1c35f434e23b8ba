"""Reference tables from the program itself: the config from its pydantic model, the commands from the typer app.

They stand in the pages, between two marks. `python docs/tools/reference.py` writes them anew; with `--check` it only
says which pages are behind the program, with exit code 1.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from evaluation.difficulty import GRADE_NAMES
from evaluation.levels import LEVEL_SETS
from evaluation.techniques import BY_RANK, ELIMINATIONS, FAMILIES, INSTANCES, SINGLE_LEVELS
from experiments.cli import app as app  # what typer documents
from experiments.kinds.number_place.config import Config

DOCS: Final = Path(__file__).resolve().parent.parent
REFRESH: Final = "python docs/tools/reference.py"
"""What writes the tables anew."""
_MARKED: Final = re.compile(r"<!-- generated: (\S+) -->\n.*?<!-- generated end -->", re.DOTALL)
_HEAD: Final = ("key", "value", "default", "meaning")
_WORDS: Final = {"string": "text", "integer": "whole number", "number": "number", "boolean": "true or false"}


def config_reference() -> str:
    """Markdown of every key of a config: the top level first, then a heading and a table for each section."""
    schema = Config.model_json_schema()
    sections = {name: field.annotation for name, field in Config.model_fields.items() if _is_model(field.annotation)}
    top = [name for name in Config.model_fields if name not in sections]
    parts = ["## Top level\n", _table(_HEAD, (_row(Config, schema, name, schema) for name in top))]
    for name, model in sections.items():
        assert isinstance(model, type) and issubclass(model, BaseModel)
        inner = schema["$defs"][model.__name__]
        # the docstring begins with the section's name, which the heading says already
        words = (model.__doc__ or "").split(":", 1)[-1].strip()
        parts.append(f"## [{name}]\n\n{words[:1].upper()}{words[1:]}\n")
        parts.append(_table(_HEAD, (_row(model, inner, key, schema) for key in model.model_fields)))
    return "\n".join(parts)


def family_names() -> str:
    """Markdown of the six families with the keys that configs and JSON use."""
    rows = ((f"`{family.key}`", family.english, family.japanese) for family in FAMILIES if family.competition)
    return _table(("key", "English", "日本語"), rows)


def extra_families() -> str:
    """Markdown of the families that are off by default: their costs with the reason."""
    rows: list[tuple[str, ...]] = []
    for technique in ELIMINATIONS:
        if not technique.competition:
            costs = ", ".join(f"`{variant.key}` {variant.cost:g}" for variant in technique.variants)
            rows.append((f"`{technique.key}`", costs, _cell(technique.why)))
    return _table(("key", "costs", "reason"), rows)


def family_order() -> str:
    """Markdown of all families from easy to hard, with the lowest grade that each leaves."""
    rows: list[tuple[str, ...]] = []
    for family in (FAMILIES[number] for number in BY_RANK):
        off = "" if family.competition else "off"
        rows.append((f"`{family.key}`", family.english, off, GRADE_NAMES[family.grade_floor]))
    return _table(("key", "family", "by default", "grade at least"), rows)


def level_names() -> str:
    """Markdown of the names that `evaluation.levels` and `evaluation.costs` take, with their defaults."""
    people = LEVEL_SETS["people"]
    singles = [("`levels`", name, value, own) for (name, value), own in zip(SINGLE_LEVELS, people.singles, strict=True)]
    costs = [("`costs`", name, value, own) for (name, value), own in zip(INSTANCES, people.costs, strict=True)]
    rows = [(table, f"`{name}`", f"{value:g}", f"{own:g}") for table, name, value, own in (*singles, *costs)]
    return _table(("table", "name", "default", '`"people"`'), rows)


def command_reference() -> str:
    """Markdown of every command and option, as typer's own documentation command writes it."""
    # this file, not experiments.cli: typer would load that a second time, where its commands do not register
    done = subprocess.run(
        [sys.executable, "-m", "typer", __file__, "utils", "docs", "--name", "hintsmith"],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
    )
    # the page has a title of its own
    text = re.sub(r"\A\s*# .*\n", "", done.stdout)
    return re.sub(r"^Example: (hintsmith .*|echo .*)$", r"Example: `\1`", text, flags=re.MULTILINE)


def python_reference() -> str:
    """Markdown of the public Python names; see `api`, which typer, loading this file alone, does not find."""
    from api import api_reference

    return api_reference()


GENERATORS: Final[dict[str, Callable[[], str]]] = {
    "config": config_reference,
    "families": family_names,
    "extra": extra_families,
    "order": family_order,
    "levels": level_names,
    "commands": command_reference,
    "api": python_reference,
}
"""What a page has between `<!-- generated: NAME -->` and `<!-- generated end -->`."""


def fill(markdown: str) -> str:
    """A page with the tables between its marks as they are now. Raises KeyError for a name that nothing generates."""
    return _MARKED.sub(
        lambda mark: f"<!-- generated: {mark[1]} -->\n\n{GENERATORS[mark[1]]().strip()}\n\n<!-- generated end -->",
        markdown,
    )


def stale(docs: Path = DOCS) -> dict[Path, str]:
    """The pages that are behind the program, with what they should say."""
    pages = {path: path.read_text(encoding="utf-8") for path in sorted(docs.rglob("*.md"))}
    return {path: now for path, text in pages.items() if (now := fill(text)) != text}


def main(check: bool) -> int:
    """Write the pages anew, or only say which are behind; 1 when some are."""
    behind = stale()
    for path, text in behind.items():
        if check:
            print(f"{path.relative_to(DOCS.parent)}: is behind the program; write it anew with: {REFRESH}")
        else:
            path.write_text(text, encoding="utf-8")
            print(f"{path.relative_to(DOCS.parent)}: written anew")
    return 1 if check and behind else 0


def _is_model(annotation: object) -> bool:
    return isinstance(annotation, type) and issubclass(annotation, BaseModel)


def _row(model: type[BaseModel], schema: dict[str, Any], key: str, root: dict[str, Any]) -> tuple[str, ...]:
    field = model.model_fields[key]
    return f"`{key}`", value_words(schema["properties"][key], root), _default(field), _cell(field.description or "")


def _default(field: FieldInfo) -> str:
    if field.is_required():
        return "must be given"
    value = field.get_default(call_default_factory=True)
    return "not set" if value is None else f"`{json.dumps(value, ensure_ascii=False)}`"


def value_words(schema: dict[str, Any], root: dict[str, Any]) -> str:
    """What a key takes, in words, from its JSON schema."""
    if "$ref" in schema:
        return value_words(root["$defs"][schema["$ref"].rsplit("/", 1)[-1]], root)
    if "anyOf" in schema:
        return " or ".join(value_words(one, root) for one in schema["anyOf"] if one.get("type") != "null")
    if "const" in schema:
        return f"`{json.dumps(schema['const'])}`"
    if "enum" in schema:
        return ", ".join(f"`{json.dumps(one)}`" for one in schema["enum"])
    kind = schema.get("type")
    if kind == "array" and "prefixItems" in schema:
        parts = [value_words(one, root) for one in schema["prefixItems"]]
        if len(set(parts)) == 1:
            return f"a list of {len(parts)}, each: {parts[0]}"
        return f"a list: {'; '.join(parts)}"
    if kind == "array":
        return f"a list, each: {value_words(schema['items'], root)}"
    if kind == "object" and isinstance(schema.get("additionalProperties"), dict):
        return f"a table, each value: {value_words(schema['additionalProperties'], root)}"
    if kind == "object":
        inner = [f"`{name}`: {value_words(one, root)}" for name, one in schema.get("properties", {}).items()]
        return f"a table of {', '.join(inner)}"
    return f"{_WORDS[str(kind)]}{_range(schema)}"


def _range(schema: dict[str, Any]) -> str:
    if schema.get("type") == "string":
        low, high = schema.get("minLength"), schema.get("maxLength")
        return "" if high is None else f" of {low or 0} to {_number(high)} characters"
    low, above = schema.get("minimum"), schema.get("exclusiveMinimum")
    high, below = schema.get("maximum"), schema.get("exclusiveMaximum")
    if low is not None and high is not None:
        return f", {_number(low)} to {_number(high)}"
    ends = (("at least", low), ("above", above), ("at most", high), ("below", below))
    words = [f"{word} {_number(end)}" for word, end in ends if end is not None]
    return f", {', '.join(words)}" if words else ""


def _number(value: float) -> str:
    # a bound such as 2^63 says more than its nineteen digits
    power = int(value).bit_length() - 1
    return f"2^{power}" if value == 2**power and power > 20 else f"{value:,}"


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [head, ("---",) * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n"


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv[1:]))

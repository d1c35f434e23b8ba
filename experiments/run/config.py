"""The config of an experiment: a strict TOML file, and one clear line for whatever is wrong with it."""

from __future__ import annotations

import difflib
import json
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import tomli_w
from pydantic import BaseModel, ValidationError

from experiments.kinds import Kind, RunConfig, kind_named
from experiments.kinds.config import DEFAULT_KIND
from puzzles.errors import InputError
from puzzles.files.encoding import read_file_text

_TWO_VALUES: Final = "a list of two values is needed"
_A_TABLE: Final = "a table of keys with values is needed"
_NEEDED: Final = {
    "tuple_type": _TWO_VALUES,
    "too_short": _TWO_VALUES,
    "too_long": _TWO_VALUES,
    "list_type": "a list is needed",
    "dict_type": _A_TABLE,
    "model_type": _A_TABLE,
    "model_attributes_type": _A_TABLE,
    "string_type": "text in quotes is needed",
    "bool_type": "true or false is needed",
    "int_type": "a whole number is needed",
    "int_from_float": "a whole number is needed",
    "float_type": "a number is needed",
}
"""What would be right, by pydantic's name of the error, where its own message is in words of JSON and Python."""


def kind_of(data: dict[str, Any]) -> Kind[Any]:
    """The kind of puzzle that a config is about. Raises InputError that lists the kinds there are."""
    section: Any = data.get("puzzle")
    key: Any = section.get("kind", DEFAULT_KIND) if isinstance(section, dict) else DEFAULT_KIND
    # what is no text is said by the model
    return kind_named(key if isinstance(key, str) else DEFAULT_KIND)


def load_config(path: Path, overrides: list[str] | None = None) -> RunConfig:
    """The config in a file, with `--set key=value` overrides applied.

    Raises InputError of one line that names the file and the key.
    """
    if path.is_dir():
        raise InputError(f"{path}: is a folder, a config file is needed")
    try:
        data: dict[str, Any] = tomllib.loads(read_file_text(path))
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{path}: not TOML: {str(error).splitlines()[0]}") from None
    for override in overrides or []:
        with_override(data, override)
    try:
        kind_of(data).find_files(data, path.parent)
    except InputError as error:
        raise InputError(f"{path}: {error}") from None
    return make_config(data, str(path))


def make_config(data: dict[str, Any], source: str) -> RunConfig:
    """A checked config. Raises InputError of one line that begins with `source`."""
    try:
        kind = kind_of(data)
    except InputError as error:
        raise InputError(f"{source}: {error}") from None
    try:
        config: RunConfig = kind.config.model_validate_json(json.dumps(data, default=str))
    except ValidationError as error:
        raise InputError(f"{source}: {_describe(error, kind.config)}") from None
    try:
        kind.check(config)
    except InputError as error:
        raise InputError(f"{source}: {error}") from None
    if config.parallel.scheduler and config.parallel.backend != "dask":
        raise InputError(f'{source}: parallel.scheduler: needs backend = "dask"')
    return config


def with_override(data: dict[str, Any], override: str) -> None:
    """Put `key=value` into a config that is not checked yet. Raises InputError that names the override."""
    key, mark, value = override.partition("=")
    path = key.strip().split(".")
    if not mark or not all(path):
        raise InputError(f"--set {override}: key=value is needed, as search.generations=50")
    try:
        parsed: Any = tomllib.loads(f"v = {value.strip()}")["v"]
    except tomllib.TOMLDecodeError:
        parsed = value.strip()
    here = data
    for part in path[:-1]:
        inner = here.setdefault(part, {})
        if not isinstance(inner, dict):
            raise InputError(f"--set {override}: {part} is not a section")
        here = inner
    here[path[-1]] = parsed


def _describe(error: ValidationError, model: type[BaseModel]) -> str:
    first = error.errors()[0]
    key = ".".join(str(part) for part in first["loc"])
    if first["type"] == "extra_forbidden":
        names = _names(model, first["loc"][:-1])
        close = difflib.get_close_matches(str(first["loc"][-1]), names, 1)
        hint = f"; did you mean {close[0]}?" if close else f"; there are {', '.join(names)}"
        return f"{key}: unknown key{hint}"
    if first["type"] == "missing":
        return _missing(model, first["loc"], key, first.get("input"))
    value = first.get("input")
    shown = json.dumps(value, ensure_ascii=False, default=str)
    shown = shown if len(shown) <= 60 else shown[:57] + "..."
    if first["type"] == "span":
        return f"{key}: {first['msg']}"
    message = _NEEDED.get(first["type"]) or first["msg"][:1].lower() + first["msg"][1:]
    return f"{key}: {message}, not {shown}"


def _missing(config: type[BaseModel], path: tuple[int | str, ...], key: str, given: Any) -> str:
    """What is missing, and what would be right: a value of a pair, a key, or a whole section."""
    if isinstance(path[-1], int):
        return f"{key.rpartition('.')[0]}: {_TWO_VALUES}, not {json.dumps(given, ensure_ascii=False)}"
    if len(path) == 1:
        return f"{key}: is missing; a section [{key}] is needed"
    model = config.model_fields[str(path[0])].annotation
    fields_of = model.model_fields if isinstance(model, type) and issubclass(model, BaseModel) else {}
    words = fields_of[str(path[-1])].description if path[-1] in fields_of else "a value"
    return f"{key}: is missing; needed is: {words}"


def _names(model: type[BaseModel], path: tuple[int | str, ...]) -> list[str]:
    for part in path:
        annotation = model.model_fields[str(part)].annotation if str(part) in model.model_fields else None
        if isinstance(annotation, type) and issubclass(annotation, BaseModel):
            model = annotation
        else:
            return []
    return list(model.model_fields)


def flat(data: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """Dotted keys to values."""
    found: dict[str, Any] = {}
    for key, value in data.items():
        found |= flat(value, f"{prefix}{key}.") if isinstance(value, dict) else {f"{prefix}{key}": value}
    return found


def shown_value(value: Any) -> str:
    """A key's value as messages of what was changed name it."""
    return "not given" if value is None else repr(value)


def dump_config(config: RunConfig) -> str:
    """TOML with every default written out; what is None is left out."""
    return tomli_w.dumps(config.model_dump(mode="json", exclude_none=True), multiline_strings=True)

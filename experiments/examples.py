"""The example configs that come with the program."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

from experiments.files import write_whole
from puzzles.errors import InputError

_FOLDER: Final = "configs"
"""In the installed package; in a checkout it stands beside the packages."""
_SUMMARY: Final = 54
"""Characters, so that a line of the list fits a terminal."""


@dataclass(frozen=True, slots=True)
class ExampleConfig:
    """One of them."""

    name: str
    text: str

    @property
    def summary(self) -> str:
        """The first sentence of its comment, cut where a terminal ends."""
        comment: list[str] = []
        for line in self.text.splitlines():
            if not line.startswith("#"):
                break
            comment.append(line.removeprefix("#").strip())
        sentence = " ".join(comment).split(". ")[0].rstrip(".")
        return sentence if len(sentence) <= _SUMMARY else sentence[: _SUMMARY - 1].rstrip(" ,") + "…"


def example_configs() -> list[ExampleConfig]:
    """All of them, by name."""
    return sorted(_found(), key=lambda one: one.name)


def _found() -> Iterator[ExampleConfig]:
    package = files("experiments")
    inside: Traversable = package / _FOLDER
    folder = inside if inside.is_dir() else Path(str(package)).parent / _FOLDER
    for entry in folder.iterdir():
        if entry.name.endswith(".toml"):
            yield ExampleConfig(entry.name.removesuffix(".toml"), entry.read_text(encoding="utf-8"))


def example_named(name: str) -> ExampleConfig:
    """The one of a name, with or without `.toml`. Raises InputError that lists those there are."""
    found = {one.name: one for one in example_configs()}
    if name.removesuffix(".toml") not in found:
        raise InputError(f"configs: there is no {name!r}; there are {', '.join(found)}")
    return found[name.removesuffix(".toml")]


def copy_config(config: ExampleConfig, folder: Path) -> Path:
    """Write it as NAME.toml into a folder, which is made; returns the path.

    Raises InputError where a file of that name is there already.
    """
    path = folder / f"{config.name}.toml"
    if path.exists():
        raise InputError(f"{path}: is there already")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{folder}: cannot be made ({(error.strerror or str(error)).lower()})") from None
    write_whole(path, config.text)
    return path

"""Where the files of an export go: never over an input, and over an earlier export only by force."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from experiments.files import write_whole
from experiments.publish.options import ExportOptions
from experiments.publish.outputs import Made
from puzzles.errors import InputError


@dataclass(frozen=True, slots=True)
class Placed:
    """Files that were written."""

    stem: str
    """What they are called, without number and ending."""
    paths: list[Path]
    kept: Path | None
    """The file for whose sake they are called otherwise than wished."""


def place(out: Path, stem: str, made: list[Made], options: ExportOptions) -> Placed:
    """Write all files or none; where one of the names is taken, all get the next free one: `book-2`, then `book-3`.

    Raises InputError when the disk refuses.
    """
    try:
        out.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".hintsmith-", dir=out) as folder:
            waiting = [_waiting(Path(folder) / str(k), one.data) for k, one in enumerate(made)]
            kept: Path | None = None
            for name in _names(stem):
                targets = _targets(out, name, made)
                taken = _taken(targets, options)
                if taken is None:
                    taken = _move(waiting, targets, options.force)
                if taken is None:
                    return Placed(name, targets, kept)
                kept = kept or taken
    except OSError as error:
        raise InputError(f"{out}: cannot be written ({(error.strerror or str(error)).lower()})") from None
    raise AssertionError("there is always a next name")


def _names(stem: str) -> Iterator[str]:
    yield stem
    k = 2
    while True:
        yield f"{stem}-{k}"
        k += 1


def _waiting(path: Path, data: bytes) -> Path:
    write_whole(path, data)
    return path


def _targets(out: Path, stem: str, made: list[Made]) -> list[Path]:
    """Where each file goes. Two outputs with one ending are kept apart by a number."""
    width = max(3, len(str(max((one.number or 0 for one in made), default=0))))
    taken: set[str] = set()
    paths: list[Path] = []
    for one in made:
        base = stem if one.number is None else f"{stem}-{one.number:0{width}}"
        name, k = base + one.suffix, 2
        while name.casefold() in taken:
            name, k = f"{base}-{k}{one.suffix}", k + 1
        taken.add(name.casefold())
        paths.append(out / name)
    return paths


def _taken(targets: list[Path], options: ExportOptions) -> Path | None:
    """The first target that must not be written: one that is there, or with force one that is an input."""
    for path in targets:
        if os.path.lexists(path) and (not options.force or path.is_dir() or _is_input(path, options)):
            return path
    return None


def _is_input(path: Path, options: ExportOptions) -> bool:
    """Whether a file was read, or lies in a folder that was."""
    where = path.resolve()
    for given in options.inputs:
        try:
            if given.exists() and (given.resolve() in (where, *where.parents) or path.samefile(given)):
                return True
        except (OSError, ValueError):
            continue
    return False


def _move(waiting: list[Path], targets: list[Path], force: bool) -> Path | None:
    """Give the files their names; where another program has taken one meanwhile, take all back and name it."""
    done: list[Path] = []
    for source, target in zip(waiting, targets, strict=True):
        try:
            if force:
                source.replace(target)
            else:
                _link(source, target)
        except FileExistsError:
            for path in done:
                path.unlink()
            return target
        done.append(target)
    return None


def _link(source: Path, target: Path) -> None:
    """A second name for a file. Raises FileExistsError when it is taken."""
    try:
        os.link(source, target)
    except FileExistsError:
        raise
    except OSError:  # a file system without links
        with target.open("xb") as file:
            file.write(source.read_bytes())

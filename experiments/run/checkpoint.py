"""What a run needs to go on: a search's state and the lengths of the logs, as one file of plain arrays.

Nothing here knows what a search keeps: its state is arrays by name. The genomes that it knows only grow, so they are in
a log of their own.
"""

from __future__ import annotations

import io
import zipfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np

from experiments.files import write_whole
from experiments.run.logs import Elapsed
from generator.search.state import SearchState
from puzzles.errors import InputError

LAYOUT: Final = 2
"""Raised when a checkpoint means something else than before under the same names. 1 was that of version 0.1."""


@dataclass(frozen=True, slots=True)
class Progress:
    """What belongs to a checkpoint beside the search's state."""

    lengths: tuple[int, ...]
    """Bytes of each log."""
    elapsed: Elapsed = field(default_factory=Elapsed)
    """Since the start of the run, without its pauses."""


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A moment of a run from which it can go on."""

    state: SearchState | None
    """None before the first generation. `known` is empty: it is in a log."""
    progress: Progress
    total: int
    """Evaluations that the run was to make in all."""
    names: dict[str, tuple[str, ...]]
    """The catalogues whose places the state counts on, as operators."""

    @property
    def prolongable(self) -> bool:
        """Whether a run of more evaluations would have come by here too."""
        return self.state is None or self.state.prolongable

    @property
    def least(self) -> int:
        """The fewest evaluations in all with which a run would have come by here too, while `prolongable`."""
        return 1 if self.state is None else self.state.least

    def serves(self, total: int) -> bool:
        """Whether a run of `total` evaluations would have come by here."""
        return total == self.total or (self.prolongable and total >= self.least)


def write_checkpoint(path: Path, checkpoint: Checkpoint) -> None:
    """Write the file whole. Raises InputError when the disk refuses."""
    processor = checkpoint.progress.elapsed.processor
    arrays: dict[str, Any] = {
        "layout": np.array(LAYOUT),
        "total": np.array(checkpoint.total),
        "lengths": np.array(checkpoint.progress.lengths),
        "seconds": np.array(checkpoint.progress.elapsed.seconds),
        "processor": np.array(np.nan if processor is None else processor),
        **{f"names.{name}": np.array(items) for name, items in checkpoint.names.items()},
    }
    if checkpoint.state is not None:
        arrays |= {f"state.{name}": values for name, values in checkpoint.state.arrays.items()}
    buffer = io.BytesIO()
    np.savez(buffer, **arrays)
    write_whole(path, buffer.getvalue())


def read_checkpoint(path: Path, names: dict[str, tuple[str, ...]]) -> Checkpoint:
    """The checkpoint in a file.

    Args:
        names: the catalogues of this program, which must be those of the file.

    Raises InputError of one line when there is none, when it is not whole, or when it is another program's.
    """
    if not path.is_file():
        raise InputError(f"{path}: is missing")
    try:
        with np.load(path, allow_pickle=False) as data:
            arrays = {name: data[name] for name in data.files}
        layout = int(arrays["layout"]) if "layout" in arrays else 1
        if layout == LAYOUT:
            return _unpacked(arrays, names)
    except (OSError, EOFError, ValueError, KeyError, IndexError, zipfile.BadZipFile) as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise InputError(f"{path}: is no checkpoint that can be read ({reason})") from None
    raise InputError(
        f"{path}: has layout {layout}, this version reads layout {LAYOUT}; "
        "the run can be looked at and exported, but only the version that began it can go on with it"
    )


def _unpacked(arrays: dict[str, Any], names: dict[str, tuple[str, ...]]) -> Checkpoint:
    kept = {name: tuple(str(item) for item in arrays.get(f"names.{name}", ())) for name in names}
    for name, items in names.items():
        _check_names(name, kept[name], items)
    own = {name.removeprefix("state."): values for name, values in arrays.items() if name.startswith("state.")}
    state = SearchState(own, np.zeros((0, 0), np.uint8)) if own else None
    # runs of before this was noted do not know it
    processor = float(arrays.get("processor", np.nan))
    elapsed = Elapsed(float(arrays["seconds"]), None if np.isnan(processor) else processor)
    progress = Progress(tuple(arrays["lengths"].tolist()), elapsed)
    return Checkpoint(state, progress, int(arrays["total"]), kept)


def _check_names(what: str, kept: tuple[str, ...], own: tuple[str, ...]) -> None:
    """Raises InputError that names what the catalogue has gained and lost since."""
    if kept == own:
        return
    changes = [
        f"{word}: {', '.join(items)}"
        for word, items in (("new", [n for n in own if n not in kept]), ("gone", [n for n in kept if n not in own]))
        if items
    ]
    reason = "; ".join(changes) or "they stand in another order"
    raise InputError(
        f"the run was begun with other {what} ({reason}); only a program with the same {what} can go on with it"
    )

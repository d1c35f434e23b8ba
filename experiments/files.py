"""Files that are there whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

from puzzles.errors import InputError


def write_whole(path: Path, data: bytes | str) -> None:
    """Write to a temporary name beside `path` and move it there. Raises InputError when the disk refuses."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with temporary.open("wb") as file:
            file.write(data.encode() if isinstance(data, str) else data)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        raise InputError(f"{path}: cannot be written ({(error.strerror or str(error)).lower()})") from None

"""What manifest.json says of where and when a run was made."""

from __future__ import annotations

import os
import platform
import sys
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from experiments.kinds import RunConfig, kind_named


def worker_count(config: RunConfig) -> int:
    """The configured number, or the cores this process may use."""
    return config.parallel.workers or cores()


def cores() -> int:
    """Those this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


def begun(config: RunConfig, record: dict[str, Any]) -> dict[str, Any]:
    """What is known of a run at its start.

    Args:
        config: as the user gave it.
        record: see `experiments.run.resuming.record_of`.
    """
    return {
        "name": config.name,
        "versions": versions(),
        "platform": f"{platform.system()} {platform.machine()}",
        "command": sys.argv[1:],
        **kind_named(config.puzzle.kind).notes(config),
        "workers": worker_count(config),
        "start": now(),
        "finished": False,
        **record,
    }


def versions() -> dict[str, str]:
    """Of Python and of the packages on which results depend."""
    found: dict[str, str] = {"python": platform.python_version()}
    for package in ("hintsmith", "numpy", "numba", "pymoo", "joblib", "pyqbpp"):
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            found[package] = "not installed"
    return found


def changed_versions(manifest: dict[str, Any]) -> list[str]:
    """Packages that are others than those that a run was begun with, in words."""
    before = manifest.get("versions") or {}
    return [
        f"{name} {before[name]} is now {other}"
        for name, other in versions().items()
        if before.get(name, other) != other
    ]


def now() -> str:
    """ISO time."""
    return datetime.now(UTC).isoformat(timespec="seconds")

"""Whether the packages beside this one are hintsmith's own: their names are plain, and others have them too."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Final

PACKAGES: Final = ("puzzles", "qubo", "evaluation", "generator", "experiments")


def check_own() -> None:
    """Raises ImportError of one line that names the folder that hides one of the packages."""
    home = Path(__file__).resolve().parent.parent
    for name in PACKAGES:
        found = _folder(name)
        if found is None:
            raise ImportError(f"hintsmith: its package {name} is missing beside {home / 'hintsmith'}")
        if found != home / name:
            raise ImportError(
                f"hintsmith: {found} hides its own package {name}; rename it, start Python elsewhere, or give "
                "hintsmith an environment of its own"
            )


def _folder(name: str) -> Path | None:
    """Where `import name` finds, or has found, a package or module."""
    loaded = sys.modules.get(name)
    spec = loaded.__spec__ if loaded is not None else find_spec(name)
    if spec is None:
        return None
    if spec.submodule_search_locations:
        return Path(next(iter(spec.submodule_search_locations))).resolve()
    return Path(spec.origin or name).resolve()

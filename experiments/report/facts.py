"""What a report says of the run itself: seed, pattern, times, config."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from experiments.run.folder import CONFIG_FILE, RunFolder


@dataclass(frozen=True, slots=True)
class RunFacts:
    """A run's own record; text that is not known is empty."""

    folder: str
    """Its name."""
    seed: int | None
    pattern: str
    """81 marks, 1 for a hint; what the user called it is `pattern_name`."""
    pattern_name: str
    start: str
    """ISO time, as the next."""
    end: str
    seconds: float | None
    """Of the search, without pauses."""
    version: str
    config: str
    """The text of config.toml."""


def facts_of(folder: RunFolder, seconds: float | None) -> RunFacts:
    """From manifest.json and config.toml, as far as they are there."""
    manifest = folder.manifest()
    path = folder.path / CONFIG_FILE
    seed = manifest.get("seed")
    return RunFacts(
        folder=folder.path.resolve().name,
        seed=seed if isinstance(seed, int) else None,
        pattern=_text(manifest, "pattern"),
        pattern_name=_text(manifest, "pattern_given"),
        start=_text(manifest, "start"),
        end=_text(manifest, "end"),
        seconds=seconds,
        version=_text(manifest.get("versions") or {}, "hintsmith"),
        config=path.read_text(encoding="utf-8") if path.is_file() else "",
    )


def _text(data: dict[str, Any], name: str) -> str:
    value = data.get(name)
    return value if isinstance(value, str) else ""

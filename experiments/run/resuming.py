"""What may change when a run is taken up again, and what must be as it was."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, Final

from experiments.kinds import RunConfig, kind_named
from experiments.run.checkpoint import LAYOUT
from experiments.run.config import flat, load_config, shown_value
from experiments.run.folder import CONFIG_FILE, MANIFEST_FILE, RunFolder
from puzzles.errors import InputError

_LENGTH: Final = ("search.evaluations", "search.generations")
"""Keys that say when a run ends; --set search.evaluations=N prolongs it."""
_FREE: Final = "parallel."
"""Keys below this change no result."""


def record_of(config: RunConfig, folder: RunFolder) -> dict[str, Any]:
    """What the manifest says of a run's beginning, to be compared when it is taken up again."""
    kind = kind_named(config.puzzle.kind)
    return {
        "seed": config.seed,
        **kind.identity(config),
        "layout": LAYOUT,
        "evaluations": config.search.total,
        "config": config.model_dump(mode="json", exclude_none=True),
        "copies": kind.digests(folder.path),
    }


def check_overrides(overrides: list[str]) -> None:
    """Raises InputError for a key that a run cannot change on its way."""
    for override in overrides:
        key = override.partition("=")[0].strip()
        if key != _LENGTH[0] and not key.startswith(_FREE):
            raise InputError(
                f"--set {override}: with --resume only search.evaluations and {_FREE}… can be set, "
                f"another {key} makes another run: start it with hintsmith run CONFIG.toml --set {override}"
            )


def check_unchanged(folder: RunFolder, manifest: dict[str, Any]) -> RunConfig:
    """The config with which the run is to go on, as the manifest has it; parallel.* as in config.toml.

    Raises InputError of one line for what is no longer as it was when the run began. Touches nothing.
    """
    path = folder.path / MANIFEST_FILE
    if not manifest:
        raise InputError(f"{path}: is missing, and without it nothing says that {CONFIG_FILE} is as it was")
    layout = manifest.get("layout", 1)
    if layout != LAYOUT:
        raise InputError(
            f"{path}: the run has layout {layout}, this version goes on with layout {LAYOUT}; "
            "it can be looked at and exported, but only the version that began it can go on with it"
        )
    config = load_config(folder.path / CONFIG_FILE)
    own = record_of(config, folder)
    begun = manifest.get("config")
    if not isinstance(begun, dict):
        raise InputError(f"{path}: config is missing")
    for key in sorted(flat(begun) | flat(own["config"])):
        if key.startswith(_FREE) or (key in _LENGTH and _is_half_prolonged(manifest, own["config"])):
            continue
        _check_key(folder, key, flat(own["config"]).get(key), flat(begun).get(key))
    for name in ("seed", *kind_named(config.puzzle.kind).identity(config)):
        if manifest.get(name) != own[name]:
            raise InputError(f"{path}: {name} is not that of {CONFIG_FILE}; one of them was changed")
    for name, digest in (manifest.get("copies") or {}).items():
        if own["copies"].get(name) != digest:
            raise InputError(f"{folder.path / name}: is not as it was when the run began")
    length = {name.removeprefix("search."): flat(begun).get(name) for name in _LENGTH}
    return config.model_copy(update={"search": config.search.model_copy(update=length)})


def _check_key(folder: RunFolder, key: str, now: Any, before: Any) -> None:
    if now == before:
        return
    change = "is not as it was" if key == "puzzle.pattern" else f"is {shown_value(now)}, and was {shown_value(before)}"
    if key in _LENGTH:
        advice = f"put it back; to prolong the run: {folder.resume_command} --set search.evaluations=N"
    else:
        advice = f"put it back, or start another run: hintsmith run {folder.path / CONFIG_FILE}"
    raise InputError(f"{folder.path / CONFIG_FILE}: {key} {change} when the run began; {advice}")


def _is_half_prolonged(manifest: dict[str, Any], config: dict[str, Any]) -> bool:
    """Whether a process was killed after it had written a new length into the manifest, but not into the config."""
    prolonged = manifest.get("prolonged") or []
    return bool(prolonged) and prolonged[-1].get("before") == _length(config)


def _length(config: dict[str, Any]) -> dict[str, Any]:
    values = flat(config)
    return {key: values[key] for key in _LENGTH if key in values}


def overridden(folder: RunFolder, config: RunConfig, overrides: list[str]) -> RunConfig:
    """The config with the overrides of this resume; a wished number of evaluations lifts search.generations.

    Raises InputError that names the key.
    """
    check_overrides(overrides)
    changed = load_config(folder.path / CONFIG_FILE, overrides)
    update: dict[str, Any] = {"parallel": changed.parallel}
    if any(override.partition("=")[0].strip() == _LENGTH[0] for override in overrides):
        length = {"evaluations": changed.search.evaluations}
        generations = config.search.generations
        if generations is not None and generations * config.search.population < changed.search.evaluations:
            length["generations"] = None  # type: ignore[assignment]
        update["search"] = config.search.model_copy(update=length)
    return config.model_copy(update=update)


def commit(folder: RunFolder, manifest: dict[str, Any], before: RunConfig, config: RunConfig, generation: int) -> None:
    """Write a changed config down; from the first file on the run is one of the new length, whatever happens then."""
    old, new = (one.model_dump(mode="json", exclude_none=True) for one in (before, config))
    if _length(old) != _length(new):
        entry = {
            "before": _length(old),
            "after": _length(new),
            "from_generation": generation,
            "at": datetime.now(UTC).isoformat(timespec="seconds"),
        }
        manifest["prolonged"] = [*(manifest.get("prolonged") or []), entry]
        manifest["finished"] = False
    manifest |= {"config": new, "evaluations": config.search.total}
    folder.write_manifest(manifest)
    folder.write_config(config)

"""The API page from the docstrings of `hintsmith` and `hintsmith.testing`."""

from __future__ import annotations

import inspect
import re
from types import ModuleType
from typing import Any, Final

_SECTIONS: Final = ("Args:", "Returns:", "Raises:")


def api_reference() -> str:
    """Markdown of every public name: its signature, its docstring, and those of its members."""
    import hintsmith
    from hintsmith import testing

    parts: list[str] = []
    for name in hintsmith.__all__:
        parts += _entry(f"hs.{name}", name, getattr(hintsmith, name))
    parts.append("## hintsmith.testing\n")
    parts.append(_words(inspect.getdoc(testing) or ""))
    for name in testing.__all__:
        parts += _entry(name, name, getattr(testing, name))
    return "\n".join(parts)


def _entry(title: str, name: str, thing: Any) -> list[str]:
    heading = f"### {title}\n"
    if isinstance(thing, ModuleType):
        return [heading, _words(inspect.getdoc(thing) or "")]
    parts = [heading, f"```python\n{name}{_signature(thing)}\n```\n", _words(inspect.getdoc(thing) or "")]
    if isinstance(thing, type) and not issubclass(thing, Exception):
        made = vars(thing).get("__init__")
        if made is not None and made.__doc__ and not made.__doc__.startswith("Initialize"):
            parts.append(_words(inspect.getdoc(made) or ""))
        parts += _members(thing)
    return parts


def _members(thing: type) -> list[str]:
    lines: list[str] = []
    for name, member in vars(thing).items():
        if name.startswith("_"):
            continue
        of_class = isinstance(member, classmethod | staticmethod)
        function = member.__func__ if of_class else member
        if inspect.isfunction(function):
            shown = f"{name}{_signature(function)}"
        elif isinstance(member, property) or type(member).__name__ == "cached_property":
            shown, function = name, getattr(member, "fget", None) or getattr(member, "func", None)
        else:
            continue
        words = " ".join((inspect.getdoc(function) or "").split())
        lines.append(f"- `{shown}`: {_safe(words)}")
    return ["\n".join(lines) + "\n"] if lines else []


def _signature(thing: Any) -> str:
    try:
        shown = str(inspect.signature(thing))
    except (TypeError, ValueError):
        return ""
    # what a reader would not type
    shown = re.sub(r"<factory>", "…", shown)
    shown = re.sub(r"\(self(, )?", "(", shown)
    return shown.replace("'", "") if "Unpack" in shown else re.sub(r"'([^']*)'(?=[,)=\s]|$)", r"\1", shown)


def _words(docstring: str) -> str:
    """A docstring as Markdown: its sections as lists."""
    lines: list[str] = []
    inside = False
    for line in docstring.splitlines():
        head = next((one for one in _SECTIONS if line.startswith(one)), None)
        if head is not None:
            inside = True
            lines += ["", f"**{head[:-1]}:** {_safe(line[len(head) :].strip())}".rstrip(), ""]
        elif inside and re.match(r"( {4})?\w+(, \w+)*: ", line):
            lines.append(f"- {_safe(line.strip())}")
        else:
            lines.append(line if line.startswith("    ") and not inside else _safe(line.strip()))
    return "\n".join(lines) + "\n"


def _safe(text: str) -> str:
    """Text in which Markdown finds no tags or links outside of code."""
    parts = re.split(r"(`[^`]*`)", text)
    return "".join(one if one.startswith("`") else one.replace("<", "&lt;").replace("[", "\\[") for one in parts)

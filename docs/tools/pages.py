"""What a reader of a page would type: its files and commands, in order.

Marks in the Markdown, which no browser shows, say what the code block behind them is:

    <!-- file: cup.txt -->     a file that the reader saves under this name
    <!-- output -->            what the commands before it print; "…" stands for anything
    <!-- exits: 1 -->          commands that end with this code
    <!-- not run: reason -->   commands that a test leaves out

Blocks of the language `sh` are commands. `<!-- hidden: command -->` is run and not shown.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

DOCS: Final = Path(__file__).resolve().parent.parent
_STEP: Final = re.compile(
    r"<!-- hidden: (?P<hidden>[^\n]*?) -->"
    r"|(?:<!-- (?P<mark>file|output|exits|not run)(?:: (?P<value>[^\n]*?))? -->\n)?"
    r"^```(?P<language>\w*)\n(?P<body>.*?)^```$",
    re.DOTALL | re.MULTILINE,
)


@dataclass(frozen=True, slots=True)
class SaveFile:
    """The reader saves a file."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Run:
    """The reader runs commands."""

    commands: str
    exit_code: int = 0
    output: str | None = None
    """Lines that come out, in this order; None when the page shows none."""


def steps(markdown: str) -> list[SaveFile | Run]:
    """The files and commands of a page. Raises ValueError for an output without commands."""
    found: list[SaveFile | Run] = []
    for block in _STEP.finditer(markdown):
        body = block["body"]
        match block["mark"], block["language"]:
            case _ if block["hidden"]:
                found.append(Run(block["hidden"]))
            case "file", _:
                found.append(SaveFile(block["value"], body))
            case "output", _:
                last = found.pop() if found else None
                if not isinstance(last, Run):
                    raise ValueError(f"output without commands: {body}")
                found.append(replace(last, output=body))
            case "not run", _:
                pass
            case mark, "sh":
                found.append(Run(body, int(block["value"]) if mark == "exits" else 0))
            case _:
                pass
    return found


def missing_line(expected: str, printed: str) -> str | None:
    """The first line of `expected` that does not come in `printed` in its turn; None when all do."""
    lines = iter([line.strip() for line in printed.splitlines()])
    for wanted in filter(None, (line.strip() for line in expected.splitlines())):
        form = ".*".join(re.escape(part) for part in wanted.split("…"))
        if not any(re.fullmatch(form, line) for line in lines):
            return wanted
    return None

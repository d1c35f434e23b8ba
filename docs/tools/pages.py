"""What a reader of a page would type: its files and commands, in order.

Marks in the Markdown, which no browser shows, say what the code block behind them is:

    <!-- file: cup.txt -->     a file that the reader saves under this name
    <!-- output -->            what the commands before it print; "…" stands for anything
    <!-- exits: 1 -->          commands that end with this code
    <!-- not run: reason -->   commands that a test leaves out

Blocks of the language `sh` are commands. `<!-- hidden: command -->` is run and not shown.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
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


def follow(page: str, folder: Path) -> None:
    """Do what a page tells to do, as its reader would in an empty folder.

    Args:
        page: its path in docs/.
        folder: made here; the reader works in `work` inside it, with a library of their own.

    Raises AssertionError for a command that ends or prints otherwise than the page says.
    """
    work, programs = folder / "work", folder / "bin"
    work.mkdir(parents=True)
    programs.mkdir()
    # `hintsmith` is the program of this checkout, whatever is installed
    script = programs / "hintsmith"
    script.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m experiments.cli "$@"\n')
    script.chmod(0o755)
    # not a link: an environment's python knows its libraries by its own place
    (programs / "python").write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    (programs / "python").chmod(0o755)
    environment = {
        **os.environ,
        "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(DOCS.parent),
        "HINTSMITH_LIBRARY": str(folder / "library.sqlite"),
        "COLUMNS": "110",
    }
    for step in steps((DOCS / page).read_text(encoding="utf-8")):
        if isinstance(step, SaveFile):
            (work / step.name).write_text(step.text, encoding="utf-8")
            continue
        done = subprocess.run(
            ["bash", "-e", "-o", "pipefail", "-c", step.commands],
            cwd=work,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            timeout=600,
        )
        assert done.returncode == step.exit_code, f"{step.commands}ended with {done.returncode}:\n{done.stdout}"
        missing = None if step.output is None else missing_line(step.output, done.stdout)
        assert missing is None, f"{step.commands}no line {missing!r} in\n{done.stdout}"

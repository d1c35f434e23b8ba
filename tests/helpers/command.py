"""The command of the project in this process: a start of its own costs more than most of what it is asked."""

from __future__ import annotations

import contextlib
import io
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from unittest import mock

from experiments import cli


def hintsmith(
    *words: str, text: str = "", cwd: Path | None = None, environment: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """What the command answers: its exit code, output and errors. Anything but SystemExit is raised.

    Args:
        words: of the command line.
        text: its standard input.
        cwd: where it is called; here by default.
        environment: variables beside those of this process.
    """
    out, err = io.StringIO(), io.StringIO()
    code: object = None
    with (
        contextlib.chdir(cwd or Path.cwd()),
        mock.patch.dict(os.environ, environment or {}),
        mock.patch.object(sys, "argv", ["hintsmith", *words]),
        mock.patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode()), encoding="utf-8")),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        try:
            cli.main()
        except SystemExit as left:
            code = left.code
    number = code if isinstance(code, int) else int(code is not None)
    return subprocess.CompletedProcess(words, number, out.getvalue(), err.getvalue())

"""The command of the project in this process: a start of its own costs more than most of what it is asked."""

from __future__ import annotations

import contextlib
import io
import subprocess
import sys
from unittest import mock

from experiments import cli


def hintsmith(*words: str) -> subprocess.CompletedProcess[str]:
    """What the command answers: its exit code, output and errors. Anything but SystemExit is raised."""
    out, err = io.StringIO(), io.StringIO()
    code: object = None
    with (
        mock.patch.object(sys, "argv", ["hintsmith", *words]),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        try:
            cli.main()
        except SystemExit as left:
            code = left.code
    number = code if isinstance(code, int) else int(code is not None)
    return subprocess.CompletedProcess(words, number, out.getvalue(), err.getvalue())

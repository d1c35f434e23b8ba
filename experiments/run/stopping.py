"""Ctrl-C while a run goes on."""

from __future__ import annotations

import signal
from collections.abc import Callable, Generator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def stop_flag(say: Callable[[str], None]) -> Generator[Callable[[], bool]]:
    """While inside, the first Ctrl-C only asks to stop after this generation; a second one ends at once."""
    asked: list[int] = []

    def ask(number: int, frame: FrameType | None) -> None:
        if asked:
            raise KeyboardInterrupt
        asked.append(number)
        say("stops after this generation; Ctrl-C once more ends it at once")

    try:
        before = signal.signal(signal.SIGINT, ask)
    except ValueError:  # not in the main thread: the caller looks after interrupts
        yield lambda: False
        return
    try:
        yield lambda: bool(asked)
    finally:
        signal.signal(signal.SIGINT, before)

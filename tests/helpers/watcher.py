"""A watcher of runs for tests: remembers what it is told, and acts on it."""

from __future__ import annotations

from collections.abc import Callable

from generator.search.state import Generation


class Watcher:
    """Calls `after` after each generation and `told` with each message."""

    def __init__(
        self,
        after: Callable[[Generation], None] = lambda generation: None,
        told: Callable[[str], None] = lambda text: None,
    ) -> None:
        self.messages: list[str] = []
        self._after, self._told = after, told

    def message(self, text: str) -> None:
        self.messages.append(text)
        self._told(text)

    def generation(self, generation: Generation, seconds: float, total: int) -> None:
        self._after(generation)

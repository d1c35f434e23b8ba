"""How a run is shown in the terminal."""

from __future__ import annotations

import sys
from types import TracebackType

from rich.console import Console
from rich.live import Live
from rich.table import Table

from generator.search.state import Generation


class TerminalWatcher:
    """A live table on a terminal; elsewhere messages only, and a line now and then."""

    def __init__(self) -> None:
        self._console = Console(file=sys.stderr)
        self._live: Live | None = None
        self._began: tuple[int, float] | None = None
        self._last = -1.0

    def __enter__(self) -> TerminalWatcher:
        if self._console.is_terminal:
            self._live = Live(console=self._console, refresh_per_second=4, transient=True)
            self._live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._live is not None:
            self._live.stop()

    def message(self, text: str) -> None:
        """One line to standard error."""
        self._console.print(text, markup=False, highlight=False, soft_wrap=True)

    def generation(self, generation: Generation, seconds: float, total: int) -> None:
        """Show where the search is."""
        if self._began is None:
            self._began = (generation.evaluations, seconds)
        done, since = generation.evaluations - self._began[0], seconds - self._began[1]
        rate = done / since if since > 0 else 0.0
        left = (total - generation.evaluations) / rate if rate else 0.0
        if self._live is not None:
            self._live.update(_table(generation, seconds, total, rate, left))
        elif seconds - self._last >= 10 or generation.evaluations >= total:
            self._last = seconds
            self.message(
                f"generation {generation.number}: {generation.evaluations} of {total} evaluations, "
                f"{generation.valid_total} valid, front {len(generation.archive)}, "
                f"hypervolume {generation.archive.hypervolume():.4f}, {rate:.0f}/s, {left:.0f} s left"
            )


def _table(generation: Generation, seconds: float, total: int, rate: float, left: float) -> Table:
    table = Table(show_header=True, header_style="bold")
    for head in ("generation", "evaluations", "valid", "front", "hypervolume", "rate", "time", "left"):
        table.add_column(head, justify="right")
    table.add_row(
        str(generation.number),
        f"{generation.evaluations} / {total}",
        str(generation.valid_total),
        str(len(generation.archive)),
        f"{generation.archive.hypervolume():.4f}",
        f"{rate:.0f}/s",
        f"{seconds:.0f} s",
        f"{left:.0f} s",
    )
    return table

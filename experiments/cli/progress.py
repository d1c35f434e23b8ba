"""How a run is shown in the terminal."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import TYPE_CHECKING, Final, Self

from rich.console import Console
from rich.live import Live
from rich.table import Table

if TYPE_CHECKING:
    from experiments.sweep.sweep import Standing
    from generator.search.state import Generation

_QUIET: Final = 10.0
"""Seconds between two lines where no table is shown."""
_MOST_LINES: Final = 8
"""Running runs that are named."""


class _Shown:
    """Messages, and on a terminal a live table below them."""

    def __init__(self) -> None:
        self._console = Console(file=sys.stderr)
        self._live: Live | None = None

    def __enter__(self) -> Self:
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


class TerminalWatcher(_Shown):
    """A run: a live table on a terminal; elsewhere messages only, and a line now and then."""

    def __init__(self) -> None:
        super().__init__()
        self._began: tuple[int, float] | None = None
        self._last = -1.0

    def generation(self, generation: Generation, seconds: float, total: int) -> None:
        """Show where the search is."""
        if self._began is None:
            self._began = (generation.evaluations, seconds)
        done, since = generation.evaluations - self._began[0], seconds - self._began[1]
        rate = done / since if since > 0 else 0.0
        left = (total - generation.evaluations) / rate if rate else 0.0
        if self._live is not None:
            self._live.update(_table(generation, seconds, total, rate, left))
        elif seconds - self._last >= _QUIET or generation.evaluations >= total:
            self._last = seconds
            self.message(
                f"generation {generation.number}: {generation.evaluations} of {total} evaluations, "
                f"{generation.valid_total} valid, front {len(generation.archive)}, "
                f"hypervolume {generation.archive.hypervolume():.4f}, {rate:.0f}/s, {left:.0f} s left"
            )


class SweepDisplay(_Shown):
    """All runs of a sweep: one live table on a terminal; elsewhere a line now and then."""

    def __init__(self) -> None:
        super().__init__()
        self._began: tuple[int, float] | None = None
        self._last = (-1, 0.0)

    def standing(self, standing: Standing) -> None:
        """Show how far the sweep is."""
        now = time.monotonic()
        if self._began is None:
            self._began = (standing.evaluations, now)
        done, since = standing.evaluations - self._began[0], now - self._began[1]
        rate = done / since if since > 0 else 0.0
        left = (standing.total - standing.evaluations) / rate if rate else 0.0
        if self._live is not None:
            self._live.update(_sweep_table(standing, rate, left))
        elif standing.done != self._last[0] or now - self._last[1] >= _QUIET:
            self._last = (standing.done, now)
            self.message(
                f"{standing.done} of {standing.runs} runs, {standing.evaluations} of {standing.total} evaluations, "
                f"{rate:.0f}/s, {left:.0f} s left"
            )


def _sweep_table(standing: Standing, rate: float, left: float) -> Table:
    table = Table(show_header=True, header_style="bold")
    for head in ("runs", "evaluations", "rate", "left", "running"):
        table.add_column(head, justify="left" if head == "running" else "right")
    running = [f"{name} {100 * now // max(1, total)}%" for name, now, total in standing.running]
    if len(running) > _MOST_LINES:
        running = [*running[:_MOST_LINES], f"and {len(running) - _MOST_LINES} more"]
    table.add_row(
        f"{standing.done} / {standing.runs}",
        f"{standing.evaluations} / {standing.total}",
        f"{rate:.0f}/s",
        f"{left:.0f} s",
        "\n".join(running),
    )
    return table


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

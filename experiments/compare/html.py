"""compare.html: a comparison as one file that needs no network, in the look of the report."""

from __future__ import annotations

from importlib.resources import files

from experiments.compare.comparing import Comparison
from experiments.compare.drawn import page_data
from experiments.report.html import filled, script_json


def render(comparison: Comparison) -> str:
    """The page. All that comes from the runs is data in a JSON block; the script writes it as text only."""
    from plotly.offline import get_plotlyjs

    own, report = files("experiments.compare") / "page", files("experiments.report") / "page"
    style = (report / "style.css").read_text(encoding="utf-8") + (own / "style.css").read_text(encoding="utf-8")
    parts = {
        "/*STYLE*/": style,
        "/*PLOTLY*/": get_plotlyjs(),
        "/*DATA*/": script_json(page_data(comparison)),
        "/*SCRIPT*/": (own / "app.js").read_text(encoding="utf-8"),
    }
    return filled((own / "index.html").read_text(encoding="utf-8"), parts)

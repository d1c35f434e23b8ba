"""A comparison as data and as tables: JSON, CSV, LaTeX and Markdown."""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Sequence
from typing import Any, Final

from experiments.compare.comparing import Comparison, Group, shown
from experiments.compare.statistics import Summary

_ESCAPES: Final = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"} | {
    mark: f"\\{mark}" for mark in "&%$#_{}"
}
HEADS: Final = {"hypervolume": "hypervolume", "best": "best value"}


def as_json(comparison: Comparison) -> dict[str, Any]:
    """Groups with medians and quartiles, the tests of every pair, and the values of each run."""
    groups = comparison.groups
    return {
        "measure": comparison.measure,
        "limit": {"evaluations": comparison.limit.evaluations, "processor_seconds": comparison.limit.seconds},
        "groups": [
            {
                "by": group.by,
                "n": len(group.runs),
                "validated": _summary(group, "validated"),
                "claimed": _summary(group, "claimed"),
                "processor_seconds": _plain(group.processor_seconds),
            }
            for group in groups
        ],
        "tests": [
            {
                "a": groups[pair.a].by,
                "b": groups[pair.b].by,
                "test": pair.test,
                "p": pair.p,
                "p_holm": pair.p_holm,
                "a12": pair.a12,
            }
            for pair in comparison.pairs
        ],
        "runs": [
            {
                "run": run.name,
                "by": group.by,
                "seed": run.seed,
                "validated": float(group.validated[k]),
                "claimed": float(group.claimed[k]),
            }
            for group in groups
            for k, run in enumerate(group.runs)
        ],
        "unfinished": list(comparison.left_out),
    }


def to_json(comparison: Comparison) -> str:
    """One JSON object."""
    return json.dumps(as_json(comparison), ensure_ascii=False)


def _summary(group: Group, name: str) -> dict[str, float | None]:
    own = Summary.of(getattr(group, name))
    return {"median": _plain(own.median), "q1": _plain(own.q1), "q3": _plain(own.q3)}


def _plain(value: float) -> float | None:
    return None if math.isnan(value) else value


def to_csv(comparison: Comparison) -> str:
    """A line for each group; the same for the same runs, however long they took."""
    names = ("median", "q1", "q3")
    head = [*comparison.keys, "n", *(f"{kind}_{name}" for kind in ("validated", "claimed") for name in names)]
    rows = [
        [
            *(shown(value) for value in group.by.values()),
            len(group.runs),
            *(_cell(value) for kind in ("validated", "claimed") for value in _summary(group, kind).values()),
        ]
        for group in comparison.groups
    ]
    return _lines(head, rows)


def runs_csv(comparison: Comparison) -> str:
    """A line for each run."""
    head = ["run", *comparison.keys, "seed", "validated", "claimed"]
    rows = [
        [
            run.name,
            *(shown(value) for value in group.by.values()),
            run.seed,
            repr(float(group.validated[k])),
            repr(float(group.claimed[k])),
        ]
        for group in comparison.groups
        for k, run in enumerate(group.runs)
    ]
    return _lines(head, rows)


def _cell(value: float | None) -> str:
    return "" if value is None else repr(value)


def _lines(head: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(head)
    writer.writerows(rows)
    return buffer.getvalue()


def table_rows(comparison: Comparison) -> tuple[list[str], list[list[str]]]:
    """Head and rows of the table for people: a group each, the best validated median first named by a star."""
    best = max((Summary.of(group.validated).median for group in comparison.groups), default=0.0)
    head = [*comparison.keys, "n", "validated", "quartiles", "claimed", "quartiles", "processor s"]
    rows: list[list[str]] = []
    for group in comparison.groups:
        again, own = Summary.of(group.validated), Summary.of(group.claimed)
        mark = "*" if again.median == best and len(comparison.groups) > 1 else ""
        seconds = group.processor_seconds
        rows.append(
            [
                *(shown(value) for value in group.by.values()),
                str(len(group.runs)),
                f"{again.median:.4f}{mark}",
                f"{again.q1:.4f}-{again.q3:.4f}",
                f"{own.median:.4f}",
                f"{own.q1:.4f}-{own.q3:.4f}",
                "" if math.isnan(seconds) else f"{seconds:.0f}",
            ]
        )
    return head, rows


def test_rows(comparison: Comparison) -> tuple[list[str], list[list[str]]]:
    """Head and rows of the tests for people."""
    head = ["a", "b", "test", "p", "p (Holm)", "A12"]
    groups = comparison.groups
    rows = [
        [
            groups[pair.a].label,
            groups[pair.b].label,
            pair.test,
            f"{pair.p:.4g}",
            f"{pair.p_holm:.4g}",
            f"{pair.a12:.2f}",
        ]
        for pair in comparison.pairs
    ]
    return head, rows


def to_markdown(comparison: Comparison) -> str:
    """Both tables."""
    parts = [table_rows(comparison), *([test_rows(comparison)] if comparison.pairs else [])]
    return "\n".join(_markdown(head, rows) for head, rows in parts)


def _markdown(head: list[str], rows: list[list[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |\n" for line in lines)


def to_latex(comparison: Comparison) -> str:
    """Both tables with the rules of the package booktabs."""
    parts = [table_rows(comparison), *([test_rows(comparison)] if comparison.pairs else [])]
    return "% \\usepackage{booktabs}\n" + "\n".join(_latex(head, rows) for head, rows in parts)


def _latex(head: list[str], rows: list[list[str]]) -> str:
    def line(cells: list[str]) -> str:
        return " & ".join(_escaped(cell) for cell in cells) + r" \\"

    numbers = [all(_is_number(row[k]) for row in rows) for k in range(len(head))]
    columns = "".join("r" if number else "l" for number in numbers)
    lines = [
        f"\\begin{{tabular}}{{{columns}}}",
        "\\toprule",
        line(head),
        "\\midrule",
        *(line(row) for row in rows),
        "\\bottomrule",
        "\\end{tabular}",
    ]
    return "\n".join(lines) + "\n"


def _is_number(cell: str) -> bool:
    return cell.strip("*").replace(".", "").replace("-", "").replace("e", "").isdigit() or not cell


def _escaped(text: str) -> str:
    return "".join(_ESCAPES.get(mark, mark) for mark in text)

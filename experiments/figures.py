"""pareto.png: the front, claimed and validated."""

from __future__ import annotations

import io

from experiments.files import write_whole
from experiments.folder import RunFolder


def draw_front(folder: RunFolder) -> None:
    """Write pareto.png of a run that has a pareto.csv."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot as plt

    rows = folder.pareto()
    figure, axes = plt.subplots(figsize=(7, 5), dpi=120)
    f1 = [float(row["f1"]) for row in rows]
    f2 = [float(row["f2"]) for row in rows]
    v1 = [float(row["validated_f1"]) for row in rows]
    v2 = [float(row["validated_f2"]) for row in rows]
    e1 = [2 * float(row["validated_f1_se"]) for row in rows]
    e2 = [2 * float(row["validated_f2_se"]) for row in rows]
    for a, b, c, d in zip(f1, f2, v1, v2, strict=True):
        axes.plot([a, c], [b, d], color="0.85", linewidth=1, zorder=1)
    axes.errorbar(v1, v2, xerr=e1, yerr=e2, fmt="o", color="#1f6feb", label="validated, ± 2 standard errors", zorder=3)
    axes.scatter(f1, f2, color="#d1570a", marker="D", label="claimed by the search", zorder=2)
    axes.set_xlabel("f1: tension, distance of the two peaks")
    axes.set_ylabel("f2: longest chain / 81")
    axes.set_xlim(left=0)
    axes.set_ylim(bottom=0)
    axes.grid(alpha=0.3)
    axes.legend(loc="best")
    figure.tight_layout()
    buffer = io.BytesIO()
    figure.savefig(buffer, format="png", metadata={"Software": None})
    plt.close(figure)
    write_whole(folder.path / "pareto.png", buffer.getvalue())

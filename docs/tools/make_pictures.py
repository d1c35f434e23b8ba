"""Makes the pictures of the documentation with the program itself.

    python docs/tools/make_pictures.py [--stale] [NAME…]

With `--stale` only those are made whose pages or programs have changed since, as docs/images/made.json says; CI does so
before it builds the site.
A picture of a page comes from doing what the page says. Names are those of the functions below; all without one. The
screenshot needs chromium with its driver, the pages of books need pdftoppm.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np
from pages import DOCS, follow

from evaluation.evaluator import Evaluator
from evaluation.score import scores_of
from evaluation.settings import EvaluationSettings, UniquenessSettings
from evaluation.solver.batch import BatchEvaluator
from evaluation.solver.peaks import top_two
from evaluation.solver.trace import trace, typical_walk
from experiments.explain import Explanation, explain
from experiments.publish.number_place import grid_drawing
from experiments.publish.svg import svg_document
from experiments.publish.typesetting import font_folders
from experiments.report.figures import draw_difficulty
from experiments.report.walks import ShownWalk
from puzzles.canonical import relabel_batch
from puzzles.grid import automatic_fill, from_characters, to_line
from puzzles.pattern import from_marks

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from selenium.webdriver import Chrome

ROOT: Final = DOCS.parent
IMAGES: Final = DOCS / "images"
MADE: Final = IMAGES / "made.json"
"""Maker to the digest of what its pictures were made from."""
PUZZLE: Final = ".23...5.....7..6...5....7.92...68...8.......6...92...41.4....6...2..7.....6...82."
"""The puzzle of docs/evaluation.md."""
SETTINGS: Final = EvaluationSettings(uniqueness=UniquenessSettings(method="exact"))
FUN: Final = {
    "Far apart, hardly felt": "1.......2..23.45...5..2..6..3.....7...8...4...9.....1..2..9..3...42.17..7.......8",
    "Nearer, and felt": "1.......2..21.34...5..4..6..4.....2...1...7...7.....8..9..5..7...62.43..2.......8",
}
"""The puzzles of docs/fun.md: the best f1 of a run for tension and chain alone, and one of configs/magazine.toml."""
FUN_WALKS: Final = 200
YELLOW, GREEN, BLUE, ORANGE = "#ffe9a8", "#bfe6c4", "#1f6feb", "#c2500a"
CELL, MARGIN = 40, 4
"""As in experiments/publish/number_place.py."""


def tutorial() -> None:
    """The pattern, the front, the report and a page of the tutorial's run."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "reader"
        follow("tutorial.md", folder)
        work = folder / "work"
        run = next(work.glob("runs/cup-*"))
        pattern = from_marks("".join((work / "cup.txt").read_text().split()))
        _write(
            "tutorial-pattern.svg", _board("." * 81, colours=dict.fromkeys(np.flatnonzero(pattern).tolist(), "#333"))
        )
        _write_png("tutorial-front.png", (run / "pareto.png").read_bytes(), 900)
        _write_png("tutorial-report.png", _screenshot(run / "report.html"), 900)
        _write_png("tutorial-page.png", _pdf_page(next(work.glob("exports/*.pdf")), 2), 480)


def front() -> None:
    """The front of the quickstart run, for the README."""
    with tempfile.TemporaryDirectory() as name:
        command = [sys.executable, "-m", "experiments.cli", "run", str(ROOT / "configs/quickstart.toml"), "--out", name]
        subprocess.run(command, check=True, cwd=ROOT)
        _write_png("front.png", next(Path(name).glob("quickstart-*/pareto.png")).read_bytes(), 1000)


def book() -> None:
    """A page of the book with crop marks, and one of the edited template."""
    for page, pdf, number, image in (
        ("howto/book.md", "夏のナンプレ.pdf", 2, "book-6x9.png"),
        ("howto/template.md", "Red.pdf", 2, "template-red.png"),
    ):
        with tempfile.TemporaryDirectory() as name:
            follow(page, Path(name) / "reader")
            _write_png(image, _pdf_page(Path(name) / "reader/work/exports" / pdf, number), 420)


def formats() -> None:
    """A puzzle as `--format svg` writes it, and the nonogram."""
    for page, made, image in (
        ("howto/formats.md", "out/two-001.svg", "format-puzzle.svg"),
        ("howto/nonograms.md", "out/Tea-time-001.svg", "nonogram.svg"),
    ):
        with tempfile.TemporaryDirectory() as name:
            follow(page, Path(name) / "reader")
            _write(image, (Path(name) / "reader/work" / made).read_text(encoding="utf-8"))


def evaluation() -> None:
    """The figures of docs/evaluation.md."""
    walk = explain(from_characters(PUZZLE), SETTINGS)
    solution = walk.score.solution
    assert solution is not None
    _write("evaluation-puzzle.svg", svg_document(grid_drawing(PUZZLE), "The puzzle"))

    turn = walk.turns[15]
    instance = turn.chosen.instance
    assert instance is not None
    marks = dict.fromkeys(instance.cells, YELLOW)
    marks |= dict.fromkeys((element.cell for element in turn.analysis.elements), GREEN)
    _write("evaluation-turn16.svg", _board(PUZZLE, to_line(turn.board), marks, title="The board before turn 16"))

    last = max(walk.turns, key=lambda one: one.chain)
    after = last.board.copy()
    after[last.chosen.cell] = last.digit
    after, filled = automatic_fill(after)
    order = {cell: str(k) for k, cell in enumerate(filled, 1)}
    colours = dict.fromkeys(filled, YELLOW) | {last.chosen.cell: GREEN}
    _write("evaluation-chain.svg", _board(PUZZLE, to_line(after), colours, order, title="A chain of nine"))

    _figure("evaluation-curve.svg", draw_difficulty(ShownWalk(walk.turns, walk.peaks)))
    _figure("evaluation-peaks.svg", _peaks(walk))
    _figure("evaluation-walks.svg", _walks(walk))


def fun() -> None:
    """The two puzzles of docs/fun.md, each with the walk nearest to its means."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8.6, 5.6), layout="constrained")
    grid = figure.add_gridspec(2, 2, height_ratios=(1.35, 1))
    settings = replace(SETTINGS, walks=FUN_WALKS)
    for column, (title, line) in enumerate(FUN.items()):
        hints = from_characters(line)
        score = scores_of(Evaluator(settings).evaluate(hints[None, :]))[0]
        assert score.solution is not None and score.f1 is not None and score.f2 is not None
        batch = BatchEvaluator(settings)
        scores = batch.scores(relabel_batch(hints[None, :]))
        number = typical_walk(hints, np.array([score.f1, score.f2]), settings.objectives, scores)
        turns = trace(hints, score.solution, settings, batch, number)
        board = figure.add_subplot(grid[0, column])
        _draw_grid(board, line)
        words = f"f1 {score.f1:.2f}, height {score.height:.2f}, opening {score.opening:.1f}"
        board.set_title(f"{title}\n{words}", fontsize=11)
        axes = figure.add_subplot(grid[1, column])
        d = [turn.analysis.d for turn in turns]
        peaks = sorted(top_two(np.array([turn.p for turn in turns]), len(turns)))
        colours = [ORANGE if t in peaks else BLUE for t in range(len(d))]
        axes.bar(range(1, len(d) + 1), d, color=colours)
        axes.axhline(1.0, color="black", lw=0.8, ls="--")
        axes.text(23, 1.02, "a lone hidden single", ha="center", va="bottom", fontsize=8)
        axes.set(xlabel="turn t", ylabel="d(t)", xlim=(0, len(d) + 1), ylim=(0, 2.4))
    _figure("fun.svg", figure)


def _draw_grid(axes: Axes, line: str) -> None:
    """A number place grid of 81 characters."""
    for k in range(10):
        width = 1.6 if k % 3 == 0 else 0.5
        axes.plot([k, k], [0, 9], color="black", lw=width)
        axes.plot([0, 9], [k, k], color="black", lw=width)
    for cell, digit in enumerate(line):
        if digit != ".":
            axes.text(cell % 9 + 0.5, 8.5 - cell // 9, digit, ha="center", va="center", fontsize=12)
    axes.set_aspect("equal")
    axes.axis("off")


def _peaks(walk: Explanation) -> Figure:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6, 2.6), layout="constrained")
    axes = figure.add_subplot()
    axes.bar(
        [turn.t for turn in walk.turns],
        [turn.p for turn in walk.turns],
        color=[ORANGE if turn.t in walk.peaks else BLUE for turn in walk.turns],
    )
    for t in walk.peaks:
        p = walk.turns[t - 1].p
        axes.annotate(
            f"p({t}) = {p:.3f}", (t, p), ha="right", xytext=(-6, 4 if p < 1 else -4), textcoords="offset points"
        )
    axes.set(xlabel="turn t", ylabel="p(t)")
    axes.grid(alpha=0.3)
    return figure


def _walks(walk: Explanation, number: int = 400) -> Figure:
    from matplotlib.figure import Figure

    hints = from_characters(PUZZLE)[None, :]
    f1: list[float] = []
    for seed in range(1, number + 1):
        rows = Evaluator(EvaluationSettings(seed=seed, uniqueness=SETTINGS.uniqueness)).evaluate(hints)
        f1.append(float(rows["f1"][0]))
    figure = Figure(figsize=(6, 2.6), layout="constrained")
    axes = figure.add_subplot()
    axes.hist(f1, bins=np.arange(0, 0.65, 0.025).tolist(), color=BLUE)
    axes.axvline(float(np.mean(f1)), color="black", linestyle="--", label=f"mean of {number} walks, {np.mean(f1):.2f}")
    axes.axvline(walk.f1, color=ORANGE, label=f"our walk, {walk.f1:.3f}")
    axes.set(xlabel="f1", ylabel="walks")
    axes.grid(alpha=0.3)
    axes.legend()
    return figure


def _board(
    hints: str,
    digits: str | None = None,
    colours: Mapping[int, str] | None = None,
    notes: Mapping[int, str] | None = None,
    title: str = "The pattern",
) -> str:
    """The SVG that `export` makes, other digits in grey, with coloured cells and small notes in their corners."""
    filled = None if digits is None else digits.replace(".", " ")
    svg = re.sub(r"<text[^>]*> </text>\n?", "", svg_document(grid_drawing(hints, filled), title))
    tints = [
        f'<rect x="{MARGIN + cell % 9 * CELL}" y="{MARGIN + cell // 9 * CELL}" width="{CELL}" height="{CELL}"'
        f' fill="{colour}"/>'
        for cell, colour in (colours or {}).items()
    ]
    small = [
        f'<text x="{MARGIN + cell % 9 * CELL + 4}" y="{MARGIN + cell // 9 * CELL + 12}">{note}</text>'
        for cell, note in (notes or {}).items()
    ]
    svg = svg.replace('fill="#fff"/>\n', 'fill="#fff"/>\n' + "".join(f"{tint}\n" for tint in tints), 1)
    corner = '<g font-family="Helvetica, Arial, sans-serif" font-size="11" fill="#a33">\n'
    return svg.replace("</svg>", corner + "".join(f"{note}\n" for note in small) + "</g>\n</svg>") if small else svg


def _figure(name: str, figure: Figure) -> None:
    import matplotlib

    buffer = io.StringIO()
    # the same bytes each time, and no date; text stays text
    with matplotlib.rc_context({"svg.hashsalt": "hintsmith", "svg.fonttype": "none"}):
        figure.savefig(buffer, format="svg", metadata={"Date": None})
    _write(name, buffer.getvalue())


def _pdf_page(pdf: Path, number: int) -> bytes:
    """A page, from 1, as PNG."""
    done = subprocess.run(
        ["pdftoppm", "-png", "-r", "120", "-f", str(number), "-l", str(number), str(pdf)],
        check=True,
        capture_output=True,
    )
    return done.stdout


def _screenshot(report: Path) -> bytes:
    from selenium import webdriver
    from selenium.webdriver.chrome.options import Options
    from selenium.webdriver.chrome.service import Service

    options = Options()
    for argument in ("--headless=new", "--no-sandbox", "--window-size=1200,1420", "--hide-scrollbars"):
        options.add_argument(argument)
    browser, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if browser is None or driver is None:
        raise SystemExit("make_pictures: the screenshot needs chromium and chromedriver")
    options.binary_location = browser
    with tempfile.TemporaryDirectory() as name:
        # the Japanese font of the books, for machines that have none
        fonts = Path(name) / "fonts.conf"
        folders = "".join(f"<dir>{folder}</dir>" for folder in font_folders())
        system = '<include ignore_missing="yes">/etc/fonts/fonts.conf</include>'
        fonts.write_text(f"<fontconfig>{system}{folders}</fontconfig>", encoding="utf-8")
        service = Service(driver, env={**os.environ, "FONTCONFIG_FILE": str(fonts)})
        window = webdriver.Chrome(options=options, service=service)
        return _shoot(window, report)


def _shoot(window: Chrome, report: Path) -> bytes:
    try:
        window.get(report.as_uri())
        return window.get_screenshot_as_png()
    finally:
        window.quit()


def _write_png(name: str, data: bytes, width: int) -> None:
    """A PNG of at most this width, in few colours, so that it stays small."""
    from PIL import Image

    image = Image.open(io.BytesIO(data)).convert("RGB")
    if image.width > width:
        image = image.resize((width, round(image.height * width / image.width)), Image.Resampling.LANCZOS)
    buffer = io.BytesIO()
    image.quantize(64).save(buffer, "PNG", optimize=True)
    _write(name, buffer.getvalue())


def _write(name: str, data: str | bytes) -> None:
    path = IMAGES / name
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    print(f"{path.relative_to(DOCS.parent)}  {path.stat().st_size // 1000} kB")


_JUDGES: Final = ("evaluation/**/*.py", "puzzles/*.py")
_SEARCH: Final = (*_JUDGES, "generator/**/*.py")
MAKERS: Final[dict[str, tuple[Callable[[], None], tuple[str, ...]]]] = {
    "evaluation": (evaluation, (*_JUDGES, "experiments/report/figures.py", "experiments/publish/*.py")),
    "fun": (fun, (*_JUDGES, "configs/magazine.toml", "docs/fun.md")),
    "formats": (formats, ("docs/howto/formats.md", "docs/howto/nonograms.md", "experiments/publish/**/*.py")),
    "book": (book, ("docs/howto/book.md", "docs/howto/template.md", "experiments/publish/**/*.*")),
    "tutorial": (tutorial, (*_SEARCH, "docs/tutorial.md", "experiments/report/**/*.*", "experiments/publish/**/*.*")),
    "front": (front, (*_SEARCH, "configs/quickstart.toml", "experiments/report/figures.py")),
}
"""Name to what makes pictures, and the files that they follow from."""


def digest(patterns: Collection[str]) -> str:
    """Of the names and texts of files that patterns match, whatever the order of the folders."""
    whole = hashlib.sha256()
    files = {path for pattern in patterns for path in ROOT.glob(pattern) if path.is_file()}
    for path in sorted(files):
        if "__pycache__" not in path.parts:
            whole.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return whole.hexdigest()


def stale() -> list[str]:
    """The makers whose pictures are behind what they follow from."""
    made = json.loads(MADE.read_text(encoding="utf-8")) if MADE.is_file() else {}
    return [name for name, (_, patterns) in MAKERS.items() if made.get(name) != digest(patterns)]


def main(names: Collection[str]) -> None:
    """Make the pictures named, of all makers without a name; of those only the stale ones with `--stale`."""
    wanted = [name for name in names if name != "--stale"] or list(MAKERS)
    for name in wanted:
        if name not in MAKERS:
            raise SystemExit(f"make_pictures: {name!r} is none of {', '.join(MAKERS)}")
    if "--stale" in names:
        behind = stale()
        wanted = [name for name in wanted if name in behind]
    for name in wanted:
        maker, patterns = MAKERS[name]
        maker()
        made = json.loads(MADE.read_text(encoding="utf-8")) if MADE.is_file() else {}
        text = json.dumps(made | {name: digest(patterns)}, indent=1, sort_keys=True)
        MADE.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])

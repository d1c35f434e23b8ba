"""The kind: its config, its columns, its proof, its drawing, and the front as a file of nonograms."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from evaluation.table import Column, Table, count
from experiments.files import write_whole
from experiments.kinds import Kind, PuzzleSection, RunConfig
from generator.search.pool import WorkerPool
from nonogram_kind.problem import OBJECTIVES, NonogramProblem
from puzzles.errors import InputError
from puzzles.files.nonograms import NONOGRAM_FORMATS
from puzzles.nonogram import Picture, count_pictures, from_picture, picture_from_text

BUNDLE = "front.non"
_LONGEST = 16
"""Cells of the longest side of a target."""


class TargetSection(PuzzleSection, frozen=True):
    """[puzzle]: the picture that the puzzles shall resemble."""

    target: str = Field(min_length=1, description="Rows of # (black) and . (white).")


class NonogramConfig(RunConfig, frozen=True):
    """An experiment with nonograms."""

    puzzle: TargetSection

    def target(self) -> Picture:
        """The target. Raises InputError that names the key."""
        try:
            picture = picture_from_text(self.puzzle.target)
        except InputError as error:
            raise InputError(f"puzzle.target: {error}") from None
        if max(picture.shape) > _LONGEST or (picture < 0).any():
            raise InputError(f"puzzle.target: at most {_LONGEST} rows and columns of # and . are needed")
        return picture


class NonogramKind(Kind[NonogramConfig]):
    """Nonograms that resemble a picture, have one solution, and take long to solve line by line."""

    key = "nonogram"
    config = NonogramConfig
    shown = ("black",)

    def problem(self, config: NonogramConfig) -> NonogramProblem:
        picture = config.target()
        height, width = picture.shape
        return NonogramProblem(height, width, picture.astype(np.uint8).tobytes(), config.search.chosen(OBJECTIVES))

    def genome_column(self, config: NonogramConfig) -> Column:
        problem = self.problem(config)

        def read(cell: str) -> NDArray[np.uint8]:
            picture = picture_from_text(cell.replace("/", "\n"))
            if picture.shape != (problem.height, problem.width_of_picture) or (picture < 0).any():
                raise InputError(f"{cell[:40]!r} is no picture of {problem.height} rows of # and .")
            return picture.astype(np.uint8).ravel()

        return Column("picture", problem.text, read, problem.text, np.uint8, (problem.width,))

    def measure_columns(self, config: NonogramConfig) -> Sequence[Column]:
        return (count("black"),)

    def measure(
        self, config: NonogramConfig, rows: Table, fresh: Table, pool: WorkerPool
    ) -> Mapping[str, NDArray[Any]]:
        return {"black": rows["picture"].sum(axis=1, dtype=np.int64)}

    def prove(self, config: NonogramConfig, rows: Table) -> Mapping[str, NDArray[Any]]:
        """One picture, by the exact search, which knows nothing of line solving's verdict."""
        for picture in self._pictures(config, rows):
            found = count_pictures(from_picture(picture))
            if found.status != "complete" or found.count != 1 or (found.pictures[0] != picture).any():
                raise RuntimeError("a nonogram on the front has not exactly one picture")
        return {}

    def write_more(self, folder: Any, config: NonogramConfig, front: Table | None, results: Any) -> dict[str, Any]:
        """The front as a bundle that `hintsmith export` and `solve` read."""
        path: Path = folder.path / BUNDLE
        pictures = [] if front is None else self._pictures(config, front)
        puzzles = [from_picture(picture, f"{config.name} {k}") for k, picture in enumerate(pictures, 1)]
        write_whole(path, NONOGRAM_FORMATS["non"].write(puzzles))
        return {"bundle": len(puzzles)}

    def remarks(self, manifest: Mapping[str, Any]) -> list[str]:
        return [f"{BUNDLE}: {manifest['bundle']} nonograms"] if "bundle" in manifest else []

    def draw(self, config: NonogramConfig, rows: Table, k: int) -> str:
        picture = self._pictures(config, rows)[k]
        height, width = picture.shape
        black = "".join(f"M{j} {i}h1v1h-1z" for i, j in np.argwhere(picture == 1).tolist())
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">'
            f'<path d="M0 0H{width}V{height}H0z" fill="#fff" stroke="#888" stroke-width=".1"/><path d="{black}"/></svg>'
        )

    def _pictures(self, config: NonogramConfig, rows: Table) -> list[Picture]:
        return list(self.problem(config).pictures(rows["picture"]).astype(np.int8))

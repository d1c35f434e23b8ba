from __future__ import annotations

import numpy as np

from generator.sudoku.operators.boxes import exchange_boxes


def test_boxes_are_taken_whole() -> None:
    mother, father = np.ones(81, np.uint8), np.full(81, 2, np.uint8)
    random = np.random.default_rng(2)
    kinds = set()
    for _ in range(40):
        boxes = exchange_boxes(mother, father, random).reshape(3, 3, 3, 3)
        for band in range(3):
            for stack in range(3):
                assert len(set(boxes[band, :, stack].ravel().tolist())) == 1
        kinds.add(boxes[:, 0, :, 0].tobytes())
    assert len(kinds) > 30

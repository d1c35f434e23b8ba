"""A QUBO as text, to be taken to other solvers: the qbsolv form `.qubo` and coordinates in JSON."""

from __future__ import annotations

import json
from typing import Any

import numpy as np

from puzzles.errors import InputError
from qubo.penalty import Quadratic


def to_qbsolv(quadratic: Quadratic) -> str:
    """The `.qubo` text of qbsolv.

    `p qubo 0 nodes diagonals couplers`, then a line `i i value` for each node and `i j value`, i < j,
    for each coupler. The form has no place for names and the constant: they stand in comments, so
    that `from_qbsolv` gets the same QUBO back.
    """
    lines = [f"c offset {quadratic.offset}", f"c slack {quadratic.slack}"]
    lines += [f"c name {n} {name}" for n, name in enumerate(quadratic.names)]
    lines.append(f"p qubo 0 {quadratic.variables} {quadratic.variables} {len(quadratic.value)}")
    lines += [f"{n} {n} {value}" for n, value in enumerate(quadratic.linear.tolist())]
    lines += [f"{a} {b} {value}" for a, b, value in _products(quadratic)]
    return "\n".join(lines) + "\n"


def from_qbsolv(text: str, source: str = ".qubo text") -> Quadratic:
    """The QUBO of a `.qubo` text with integer values. Raises InputError with the line that is wrong."""
    count = -1
    counts = (0, 0)
    offset = slack = diagonals = 0
    names: dict[int, str] = {}
    linear = np.zeros(0, np.int64)
    products: dict[tuple[int, int], int] = {}
    for number, raw in enumerate(text.splitlines(), 1):
        words = raw.split()
        if not words:
            continue
        try:
            if words[0] == "c":
                if words[1:2] == ["offset"]:
                    offset = int(words[2])
                elif words[1:2] == ["slack"]:
                    slack = int(words[2])
                elif words[1:2] == ["name"]:
                    names[int(words[2])] = words[3]
            elif words[0] == "p":
                if words[1] != "qubo" or len(words) != 6 or count >= 0:
                    raise ValueError
                count = int(words[3])
                counts = (int(words[4]), int(words[5]))
                linear = np.zeros(count, np.int64)
            else:
                a, b, value = int(words[0]), int(words[1]), int(words[2])
                if not 0 <= a <= b < count or len(words) != 3 or (a, b) in products:
                    raise ValueError
                if a == b:
                    linear[a] += value
                    diagonals += 1
                else:
                    products[a, b] = value
        except (ValueError, IndexError):
            raise InputError(f"{source}, line {number}: {raw.strip()!r} does not fit the .qubo form") from None
    if count < 0:
        raise InputError(f"{source}: no line 'p qubo 0 nodes diagonals couplers'")
    if counts != (diagonals, len(products)):
        raise InputError(
            f"{source}: {diagonals} diagonals and {len(products)} couplers, its header says {counts[0]} and {counts[1]}"
        )
    return _quadratic([names.get(n, str(n)) for n in range(count)], slack, linear, products, offset)


def to_coo_json(quadratic: Quadratic) -> str:
    """A JSON object: `offset`, `slack`, `names`, and `row`, `col`, `value` row ≤ col, linear terms on the diagonal."""
    diagonal = [(n, n, value) for n, value in enumerate(quadratic.linear.tolist()) if value]
    entries = diagonal + _products(quadratic)
    return json.dumps(
        {
            "offset": quadratic.offset,
            "slack": quadratic.slack,
            "names": list(quadratic.names),
            "row": [a for a, _, _ in entries],
            "col": [b for _, b, _ in entries],
            "value": [v for _, _, v in entries],
        }
    )


def from_coo_json(text: str, source: str = "JSON text") -> Quadratic:
    """The QUBO of `to_coo_json`. Raises InputError when a part is missing or does not fit."""
    try:
        data: dict[str, Any] = json.loads(text)
        names = [str(name) for name in data["names"]]
        linear = np.zeros(len(names), np.int64)
        products: dict[tuple[int, int], int] = {}
        for a, b, value in zip(data["row"], data["col"], data["value"], strict=True):
            if not 0 <= a <= b < len(names) or (a, b) in products:
                raise ValueError(f"entry ({a}, {b}) is repeated or outside 0 ≤ row ≤ col < {len(names)}")
            if a == b:
                linear[a] += int(value)
            else:
                products[int(a), int(b)] = int(value)
        return _quadratic(names, int(data["slack"]), linear, products, int(data["offset"]))
    except (ValueError, TypeError, RecursionError) as error:
        raise InputError(f"{source}: {str(error).splitlines()[0]}") from None
    except KeyError as error:
        raise InputError(f"{source}: {error.args[0]!r} is missing") from None


def _products(quadratic: Quadratic) -> list[tuple[int, int, int]]:
    return list(zip(quadratic.first.tolist(), quadratic.second.tolist(), quadratic.value.tolist(), strict=True))


def _quadratic(
    names: list[str], slack: int, linear: np.ndarray[Any, np.dtype[np.int64]], products: dict[tuple[int, int], int],
    offset: int,
) -> Quadratic:  # fmt: skip
    pairs = sorted(products)
    return Quadratic(
        tuple(names),
        slack,
        linear,
        np.array([a for a, _ in pairs], np.int64),
        np.array([b for _, b in pairs], np.int64),
        np.array([products[pair] for pair in pairs], np.int64),
        offset,
    )

"""The search knows no kind of puzzle: nothing in its code counts cells, or names what a puzzle is made of."""

from __future__ import annotations

import ast
from pathlib import Path

import generator.search

FILES = sorted(Path(next(iter(generator.search.__path__))).glob("*.py"))
WORDS = ("hint", "sudoku", "digit", "clue", "f1", "f2", "grade", "solution")


def test_no_size_and_no_word_of_a_puzzle_stands_in_the_search() -> None:
    assert len(FILES) > 15
    found: list[str] = []
    for path in FILES:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        described = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        for node in ast.walk(tree):
            name = ""
            if isinstance(node, ast.Constant) and id(node) not in described:
                if node.value == 81:
                    found.append(f"{path.name}:{node.lineno}: {node.value}")
                name = node.value if isinstance(node.value, str) else ""
            elif isinstance(node, ast.Name):
                name = node.id
            elif isinstance(node, ast.Attribute):
                name = node.attr
            elif isinstance(node, ast.arg):
                name = node.arg
            elif isinstance(node, ast.FunctionDef | ast.ClassDef):
                name = node.name
            parts = name.lower().replace(".", "_").replace(" ", "_").split("_")
            found += [f"{path.name}: {name}" for word in WORDS if any(part.rstrip("s") == word for part in parts)]
    assert found == []

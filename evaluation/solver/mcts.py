"""Monte-Carlo tree search on boards (semantics.md, "Which board comes next", walk `mcts`).

A node is a board, so transpositions share it; an edge is the cell filled next. Selection is PUCT with
the policy as prior, an unvisited edge taking the mean value of its node; with a constant value the
visit shares then approach the policy. The tree is kept from turn to turn and begins anew with each walk,
while the analysed boards are remembered for all walks of the puzzle.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from evaluation.settings import EvaluationSettings
from evaluation.solver.state import LEFT
from evaluation.solver.walk import (
    STUCK,
    Memory,
    board_number,
    choose_element,
    element_key,
    element_weight,
    finish_turn,
    note_board,
    spare_board,
    take_turn,
)
from puzzles.kernel import kernel, part
from puzzles.randomness import uniform


class Tree(NamedTuple):
    """Edge statistics of one walk's search; nodes are the board numbers of the memory."""

    simulations: int
    c_puct: float
    epoch: NDArray[np.int64]
    """(boards,) the walk in which the node was expanded, 0 for never."""
    first: NDArray[np.int64]
    number: NDArray[np.int64]
    cell: NDArray[np.int64]
    prior: NDArray[np.float64]
    visits: NDArray[np.int64]
    value: NDArray[np.float64]
    """(edges,) sum of the values backed up."""
    used: NDArray[np.int64]
    """(2,): edges in use, current epoch."""
    path: NDArray[np.int64]
    state: NDArray[np.int64]
    """(SIZE,) board of the walk, while `desk.state` is used by simulations."""
    values: NDArray[np.int64]
    edge_of_cell: NDArray[np.int64]


def new_tree(settings: EvaluationSettings, memory: Memory) -> Tree:
    """Work space for the search; empty where the settings walk by the policy."""
    boards = len(memory.keys) if settings.walk == "mcts" else 1
    return Tree(
        settings.simulations,
        settings.c_puct,
        np.zeros(boards, np.int64),
        np.zeros(boards, np.int64),
        np.zeros(boards, np.int64),
        np.zeros(boards * 48, np.int64),
        np.zeros(boards * 48),
        np.zeros(boards * 48, np.int64),
        np.zeros(boards * 48),
        np.zeros(2, np.int64),
        np.zeros(82, np.int64),
        np.zeros(512, np.int64),
        np.zeros(81, np.int64),
        np.zeros(81, np.int64),
    )


@part
def begin_puzzle(tree):
    """Forget the nodes before another puzzle."""
    for k in range(tree.epoch.shape[0]):
        tree.epoch[k] = 0
    tree.used[1] = 0


@part
def _expand(memory, tree, rules, board):
    """Give a node one edge per cell that can be filled; False when there is no room."""
    if tree.used[0] + 81 > tree.cell.shape[0]:
        return False
    first = tree.used[0]
    number = 0
    for k in range(81):
        tree.edge_of_cell[k] = -1
    for k in range(memory.number[board]):
        entry = np.int64(memory.pool[memory.first[board] + k])
        cell = element_key(entry) % 81
        edge = tree.edge_of_cell[cell]
        if edge < 0:
            edge = first + number
            number += 1
            tree.edge_of_cell[cell] = edge
            tree.cell[edge] = cell
            tree.prior[edge] = 0.0
            tree.visits[edge] = 0
            tree.value[edge] = 0.0
        tree.prior[edge] += element_weight(rules, entry) / memory.total[board]
    tree.used[0] += number
    tree.first[board] = first
    tree.number[board] = number
    tree.epoch[board] = tree.used[1]
    return True


@kernel
def select_edge(tree, board):
    """The edge with the largest mean value + c_puct · prior · √visits(node) / (1 + visits(edge))."""
    first = tree.first[board]
    visits = 0
    value = 0.0
    for edge in range(first, first + tree.number[board]):
        visits += tree.visits[edge]
        value += tree.value[edge]
    mean = value / visits if visits else 0.0
    root = np.sqrt(visits if visits > 1 else 1)
    best = first
    top = -1.0
    for edge in range(first, first + tree.number[board]):
        own = tree.value[edge] / tree.visits[edge] if tree.visits[edge] else mean
        score = own + tree.c_puct * tree.prior[edge] * root / (1 + tree.visits[edge])
        if score > top:
            top = score
            best = edge
    return best


@part
def _rollout(desk, memory, rules, values, solution, random):
    """Mean d over the turns of a policy walk from `desk.state` to the end; −1 when it gets stuck."""
    total = 0.0
    turns = 0
    while desk.state[LEFT]:
        board = board_number(desk, memory, rules)
        if memory.number[board] == 0:
            return -1.0
        total += memory.d[board]
        key = choose_element(memory, board, rules, random)
        take_turn(desk.state, values, solution, key % 81)
        turns += 1
    return total / turns if turns else 0.0


@part
def _simulate(desk, memory, tree, rules, values, solution, random):
    """One simulation from `desk.state`, backed up along its path."""
    depth = 0
    while desk.state[LEFT]:
        board = board_number(desk, memory, rules)
        if board == spare_board(memory) or memory.number[board] == 0:
            break
        if tree.epoch[board] != tree.used[1]:
            _expand(memory, tree, rules, board)
            break
        edge = select_edge(tree, board)
        tree.path[depth] = edge
        depth += 1
        take_turn(desk.state, values, solution, tree.cell[edge])
    mean = _rollout(desk, memory, rules, values, solution, random)
    value = 0.0 if mean < 0.0 else 1.0 / (1.0 + mean)
    for k in range(depth):
        tree.visits[tree.path[k]] += 1
        tree.value[tree.path[k]] += value


@kernel
def draw_edge(tree, board, random):
    """An edge of a node, drawn with probability proportional to its visits."""
    first = tree.first[board]
    visits = 0
    for edge in range(first, first + tree.number[board]):
        visits += tree.visits[edge]
    aim = uniform(random) * visits
    edge = first
    for edge in range(first, first + tree.number[board]):
        aim -= tree.visits[edge]
        if aim < 0.0:
            return edge
    return edge


@part
def _element_of_cell(memory, board, rules, cell, random):
    """One of the elements that fill a cell, drawn by the policy."""
    total = 0.0
    for k in range(memory.number[board]):
        entry = np.int64(memory.pool[memory.first[board] + k])
        if element_key(entry) % 81 == cell:
            total += element_weight(rules, entry)
    aim = uniform(random) * total
    key = 0
    for k in range(memory.number[board]):
        entry = np.int64(memory.pool[memory.first[board] + k])
        if element_key(entry) % 81 == cell:
            key = element_key(entry)
            aim -= element_weight(rules, entry)
            if aim < 0.0:
                break
    return key


@part
def _copy(source, target, number):
    for k in range(number):
        target[k] = source[k]


@part
def grow_walk(desk, memory, tree, rules, values, solution, random, steps):
    """`walk_once` with tree search: T, or STUCK. Where the memory is full the policy chooses."""
    tree.used[0] = 0
    tree.used[1] += 1
    turn = 0
    while desk.state[LEFT]:
        board = board_number(desk, memory, rules)
        if not note_board(memory, board, steps, turn):
            return STUCK
        if board != spare_board(memory) and (tree.epoch[board] == tree.used[1] or _expand(memory, tree, rules, board)):
            size = desk.state.shape[0]
            _copy(desk.state, tree.state, size)
            _copy(values, tree.values, 81)
            for _ in range(tree.simulations):
                _simulate(desk, memory, tree, rules, tree.values, solution, random)
                _copy(tree.state, desk.state, size)
                _copy(values, tree.values, 81)
            cell = tree.cell[draw_edge(tree, board, random)]
            key = _element_of_cell(memory, board, rules, cell, random)
        else:
            key = choose_element(memory, board, rules, random)
        if not finish_turn(desk.state, values, solution, key, steps, turn):
            return STUCK
        turn += 1
    return turn

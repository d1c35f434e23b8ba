"""Walks through a puzzle, board by board, with the boards remembered between walks.

Of the boards that 32 walks of a puzzle meet, 57–83 % are distinct. A puzzle with one solution has one
digit for each cell, so the set of filled cells names the board.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from evaluation.settings import EvaluationSettings
from evaluation.solver.board import analyse, difficulty
from evaluation.solver.elements import BEST, LIST, NUMBER, STRIDE
from evaluation.solver.state import CAND, KEY, LEFT, POP, automatic_fill, fill_cell
from evaluation.techniques import CLASS_COUNT, KEY_BITS, KEYS
from puzzles.kernel import inlined, part
from puzzles.randomness import uniform

STUCK: Final = -1
GUESS: Final = KEYS
"""Added to a cell, the key of a guess in `Steps.chosen`: beyond the keys of all elements."""
_KEY_MASK: Final = (1 << KEY_BITS) - 1
_PRIME_0: Final = 0x9E3779B1
_PRIME_1: Final = 0x85EBCA77
_PRIME_2: Final = 0xC2B2AE3D


class Memory(NamedTuple):
    """Boards of one puzzle that were analysed, found again by their filled cells.

    One record more than there is room for is the spare: it holds the last board that found no room.
    """

    slots: NDArray[np.int32]
    """(power of two,) board number + 1; 0 is free."""
    keys: NDArray[np.int64]
    """(boards, 3)"""
    d: NDArray[np.float64]
    """(boards + 1,), as the next four."""
    prep: NDArray[np.float64]
    total: NDArray[np.float64]
    """Sum of the weights of the board's elements."""
    first: NDArray[np.int64]
    number: NDArray[np.int64]
    pool: NDArray[np.int32]
    """Elements of all boards: key + 2^KEY_BITS · class. The last KEYS entries are the spare's."""
    used: NDArray[np.int64]
    """(2,): boards and pool entries in use."""


def new_memory(settings: EvaluationSettings) -> Memory:
    """Room for the boards that the walks of one puzzle meet; boards beyond it are analysed each time."""
    per_walk = 64 if settings.walk == "policy" else 64 * min(settings.simulations, 256)
    boards = min(per_walk * settings.walks, 1 << 16)
    if settings.walk == "policy" and settings.walks == 1:
        boards = 0  # one walk meets no board twice
    return Memory(
        np.zeros(1 << (2 * boards).bit_length(), np.int32),
        np.zeros((boards, 3), np.int64),
        np.zeros(boards + 1),
        np.zeros(boards + 1),
        np.zeros(boards + 1),
        np.zeros(boards + 1, np.int64),
        np.zeros(boards + 1, np.int64),
        np.zeros(boards * 96 + KEYS, np.int32),
        np.zeros(2, np.int64),
    )


class Steps(NamedTuple):
    """One walk, turn by turn; only the first T entries hold."""

    d: NDArray[np.float64]
    prep: NDArray[np.float64]
    chain: NDArray[np.int64]
    chosen: NDArray[np.int64]
    """Key of the element chosen, 81 · family + cell; of a guess GUESS + cell."""
    p: NDArray[np.float64]


def new_steps() -> Steps:
    """Room for one walk."""
    return Steps(np.zeros(82), np.zeros(82), np.zeros(82, np.int64), np.zeros(82, np.int64), np.zeros(82))


@part
def forget(memory):
    """Empty the memory before another puzzle."""
    for k in range(memory.slots.shape[0]):
        memory.slots[k] = 0
    memory.used[0] = 0
    memory.used[1] = 0


@part
def _slot(memory, k0, k1, k2):
    mask = memory.slots.shape[0] - 1
    word = (k0 * _PRIME_0) ^ (k1 * _PRIME_1 << 5) ^ (k2 * _PRIME_2 << 9)
    slot = (word ^ word >> 29) & mask
    while memory.slots[slot]:
        board = memory.slots[slot] - 1
        if memory.keys[board, 0] == k0 and memory.keys[board, 1] == k1 and memory.keys[board, 2] == k2:
            break
        slot = (slot + 1) & mask
    return slot


@part
def spare_board(memory):
    """The number of the spare record."""
    return memory.keys.shape[0]


@part
def board_number(desk, memory, rules):
    """The number in memory of the board `desk.state`, analysed now if it is new; the spare where memory is full."""
    slot = _slot(memory, desk.state[KEY], desk.state[KEY + 1], desk.state[KEY + 2])
    if memory.slots[slot]:
        return memory.slots[slot] - 1
    prep = analyse(desk, rules)
    number = desk.table[NUMBER]
    board = memory.used[0]
    first = memory.used[1]
    spare_first = memory.pool.shape[0] - KEYS
    if board < spare_board(memory) and first + number <= spare_first:
        memory.used[0] += 1
        memory.used[1] += number
        memory.slots[slot] = board + 1
        for k in range(3):
            memory.keys[board, k] = desk.state[KEY + k]
    else:
        board = spare_board(memory)
        first = spare_first
    for k in range(number):
        key = desk.table[LIST + STRIDE * k]
        level_class = desk.table[BEST + STRIDE * key] - 1
        memory.pool[first + k] = key | level_class << KEY_BITS
    memory.first[board] = first
    memory.number[board] = number
    memory.prep[board] = prep
    memory.d[board] = difficulty(desk, rules, prep)
    total = 0.0
    for k in range(CLASS_COUNT):
        total += desk.class_counts[k] * rules.weights[k]
    memory.total[board] = total
    return board


@inlined
def element_key(entry):
    """The key of an entry of `Memory.pool`: 81 · family + cell."""
    return entry & _KEY_MASK


@inlined
def element_weight(rules, entry):
    """The weight of an entry of `Memory.pool` in the player's choice."""
    return rules.weights[entry >> KEY_BITS]


@part
def choose_element(memory, board, rules, random):
    """An element's key, drawn with probability proportional to its weight."""
    aim = uniform(random) * memory.total[board]
    first = memory.first[board]
    entry = 0
    for k in range(memory.number[board]):
        entry = np.int64(memory.pool[first + k])
        aim -= element_weight(rules, entry)
        if aim < 0.0:
            break
    return element_key(entry)


@part
def take_turn(state, values, solution, cell):
    """Fill a cell with its digit of the solution, run the automatic fill; returns the chain count."""
    values[cell] = solution[cell]
    fill_cell(state, cell, solution[cell] - 1)
    return automatic_fill(state, values)


@part
def note_board(memory, board, steps, turn):
    """Note d and prep of a board; False when it has no element."""
    steps.d[turn] = memory.d[board]
    steps.prep[turn] = memory.prep[board]
    return memory.number[board] > 0


@part
def finish_turn(state, values, solution, key, steps, turn):
    """Take the turn with the element chosen and note it; False on a contradiction."""
    steps.chosen[turn] = key
    steps.chain[turn] = take_turn(state, values, solution, key % 81)
    return steps.chain[turn] >= 0


@part
def _guess_cell(state, random):
    """A cell to guess in, where the techniques stop: one of those with the fewest candidates, each as likely."""
    fewest = 10
    cell = -1
    number = 0
    for k in range(81):
        count = POP[state[CAND + k]]
        if count == 0 or count > fewest:
            continue
        if count < fewest:
            fewest = count
            number = 0
        number += 1
        if uniform(random) * number < 1.0:
            cell = k
    return cell


@part
def walk_once(desk, memory, rules, values, solution, random, steps, guessing):
    """Walk from the board `desk.state` to the end by the policy.

    Args:
        desk: `desk.state` holds the board after the automatic fill of the hints.
        values: (81,) int64 digits of that board, filled on the way.
        solution: (81,) int64 the puzzle's solution, or any one of several: the techniques are sound.
        random: (1,) uint64 state.
        steps: written. The d(t) of a guess is what was paid for preparation, and no more.
        guessing: 1 to fill a cell rightly by a guess wherever the techniques stop, 0 to stop there.

    Returns:
        T, or STUCK when the techniques cannot go on (the empty cells are then 0 in `values`).
    """
    turn = 0
    while desk.state[LEFT]:
        board = board_number(desk, memory, rules)
        if note_board(memory, board, steps, turn):
            key = choose_element(memory, board, rules, random)
        elif guessing:
            steps.d[turn] = steps.prep[turn]
            key = GUESS + _guess_cell(desk.state, random)
        else:
            return STUCK
        if not finish_turn(desk.state, values, solution, key, steps, turn):
            return STUCK
        turn += 1
    return turn

"""Seeds of their own for each purpose: repeatable, in range, all different, and no sums of the configured seed."""

from __future__ import annotations

from puzzles.seeds import Purpose, derived, generator


def test_the_same_arguments_give_the_same_seed_on_every_machine() -> None:
    assert derived(1, Purpose.VALIDATION) == derived(1, Purpose.VALIDATION)
    first = generator(3, Purpose.GENERATION, 2).random(4).tolist()
    assert first == generator(3, Purpose.GENERATION, 2).random(4).tolist()


def test_seeds_purposes_and_numbers_give_different_seeds_in_range() -> None:
    made = [
        derived(seed, purpose, *numbers)
        for seed in (*range(20), 2**32, 5 + 3 * 2**32, 2**63 - 1)
        for purpose in Purpose
        for numbers in ((), (0,), (1,), (0, 0), (2,), (1, 2), (2, 1))
    ]
    assert len(set(made)) == len(made)
    assert all(0 <= seed < 2**63 for seed in made)


def test_the_next_round_is_not_the_next_seeds_first() -> None:
    """An addition would have this fault: seed 1, round 2 and seed 2, round 1 met."""
    rows = {(seed, k): derived(seed, Purpose.RENEWAL, k) for seed in range(30) for k in range(30)}
    assert len(set(rows.values())) == 900
    assert all(rows[seed, k + 1] - rows[seed, k] != rows[seed, 1] - rows[seed, 0] for seed in range(30) for k in (1, 2))

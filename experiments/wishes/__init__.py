"""Wishes of a config that go beyond the search: fixed digits, puzzles to avoid, different solution grids."""

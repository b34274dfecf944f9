from __future__ import annotations

from tests.small_graphs import attack


def test_every_function_agrees_with_brute_force_on_small_graphs():
    assert attack(15, seed=1) == 15

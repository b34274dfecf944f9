"""Forged certificates of every kind beside brute force; a false bound is never accepted."""

from __future__ import annotations

import pytest

from tests.solver.bounds.forged import attack


@pytest.mark.parametrize("seed", range(4))
def test_no_forged_certificate_with_a_false_bound_is_accepted(seed):
    verdicts = attack(100, seed)
    for kind in ("clique", "mycielskian", "fractional"):
        assert verdicts[f"{kind} accepted"], f"no true {kind} among them"
        assert verdicts[f"{kind} refused"], f"no false {kind} among them"

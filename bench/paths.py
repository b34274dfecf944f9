"""
Errors and delays of path voting in dialogue flows: ``python -m bench.paths``.

A simulated oracle names the right path with a given accuracy, otherwise one of the others. Plain votes
are the policy ``literal``. Seeds are fixed, so the table is the same on every machine.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from agents.flow import PathPolicy

POLICIES = ("literal", "decay", "lead")


class Outcome(NamedTuple):
    """Shares that locked the wrong path or none, mean turns to the lock, mean switches."""

    wrong: float
    unlocked: float
    turns: float
    switches: float


def simulate(
    policy: PathPolicy,
    accuracy: float,
    *,
    paths: int = 3,
    turns: int = 20,
    runs: int = 20_000,
    seed: int = 1,
) -> Outcome:
    """Simulate conversations whose right path is the first."""
    from agents.flow import PathVotes

    rng = random.Random(seed)
    names = [f"p{index}" for index in range(paths)]
    wrong = unlocked = locked_after = switches = 0
    for _ in range(runs):
        votes = PathVotes(names, policy)
        before = None
        for turn in range(1, turns + 1):
            right = rng.random() < accuracy
            outcome = votes.vote(names[0] if right else rng.choice(names[1:]))
            switches += before is not None and votes.state.tentative != before
            before = votes.state.tentative
            if outcome == "locked":
                locked_after += turn
                wrong += votes.state.active != names[0]
                break
        else:
            unlocked += 1
    locked = runs - unlocked
    return Outcome(wrong / runs, unlocked / runs, locked_after / max(locked, 1), switches / runs)


def main(argv: Sequence[str] | None = None) -> int:
    from agents.flow import PathPolicy

    parser = argparse.ArgumentParser(prog="python -m bench.paths", description=__doc__)
    parser.add_argument("--threshold", type=int, nargs="*", default=[2, 3], help="default: 2 3")
    parser.add_argument("--accuracy", type=float, nargs="*", default=[0.9, 0.7, 0.55])
    parser.add_argument("--runs", type=int, default=20_000)
    parser.add_argument("--turns", type=int, default=20)
    parser.add_argument("--paths", type=int, default=3)
    options = parser.parse_args(argv)
    print("threshold accuracy policy    wrong lock  no lock  turns to lock  switches")
    for threshold in options.threshold:
        for accuracy in options.accuracy:
            for name in POLICIES:
                policy = PathPolicy(policy=name, lock_threshold=threshold)
                found = simulate(
                    policy, accuracy, paths=options.paths, turns=options.turns, runs=options.runs
                )
                print(
                    f"{threshold:9} {accuracy:8.2f} {name:8} {found.wrong:11.2%} {found.unlocked:8.2%}"
                    f" {found.turns:14.2f} {found.switches:9.2f}"
                )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

"""
Errors and delays of path voting in dialogue flows: ``python -m bench.paths``.

A simulated oracle names the right path with a given accuracy, otherwise one of the others; with sticky
errors it repeats its last answer with a given probability. Plain votes are the policy ``literal``. Seeds
are fixed, so the table is the same on every machine. ``--frontier`` prints errors against turns for all
thresholds; for ``ratio``, which may unlock, the share that is wrong at the end, too.
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
    """
    Shares that locked the wrong path or none, mean turns to the lock, mean switches.

    ``final`` is the share whose path is wrong after all turns, and ``used`` the mean share of the turns
    in which a wrong path was locked.
    """

    wrong: float
    unlocked: float
    turns: float
    switches: float
    final: float
    used: float


def simulate(
    policy: PathPolicy,
    accuracy: float,
    *,
    paths: int = 3,
    turns: int = 20,
    runs: int = 20_000,
    seed: int = 1,
    sticky: float = 0.0,
) -> Outcome:
    """Simulate conversations whose right path is the first."""
    from agents.flow import PathVotes

    rng = random.Random(seed)
    names = [f"p{index}" for index in range(paths)]
    wrong = unlocked = locked_after = switches = final = used = 0
    for _ in range(runs):
        votes = PathVotes(names, policy)
        before = said = None
        was_locked = False
        for turn in range(1, turns + 1):
            if said is None or rng.random() >= sticky:
                said = names[0] if rng.random() < accuracy else rng.choice(names[1:])
            outcome = votes.vote(said)
            switches += before is not None and votes.state.tentative != before
            before = votes.state.tentative
            if outcome == "locked" and not was_locked:
                was_locked = True
                locked_after += turn
                wrong += votes.state.active != names[0]
                if policy.policy != "ratio" or not policy.unlock:
                    used += (turns - turn + 1) * (votes.state.active != names[0])
                    break
            used += votes.state.locked and votes.state.active != names[0]
        unlocked += not was_locked
        final += votes.state.locked and votes.state.active != names[0]
    locked = max(runs - unlocked, 1)
    return Outcome(
        wrong / runs,
        unlocked / runs,
        locked_after / locked,
        switches / runs,
        final / runs,
        used / (runs * turns),
    )


def frontier(accuracy: float, paths: int, runs: int, turns: int, sticky: float) -> None:
    """Print errors against turns for all policies."""
    from agents.flow import PathPolicy

    policies = [PathPolicy(policy="literal", lock_threshold=n) for n in (2, 3, 4, 5)]
    policies += [PathPolicy(policy="lead", lock_threshold=n) for n in (1, 2, 3, 4, 5)]
    policies += [
        PathPolicy(policy="ratio", accuracy=accuracy, max_error=error, repeats=repeats)
        for repeats in ((0.0, sticky) if sticky else (0.0,))
        for error in (0.3, 0.15, 0.07, 0.03, 0.01)
    ]
    print(f"accuracy {accuracy:g}, {paths} paths, sticky {sticky:g}, {turns} turns, {runs} runs")
    print(
        "policy                    wrong lock  no lock  turns to lock  wrong at end  turns on wrong path"
    )
    for policy in policies:
        name = f"{policy.policy} {policy.lock_threshold}"
        if policy.policy == "ratio":
            name = f"ratio {policy.max_error:g}" + (
                f" repeats {policy.repeats:g}" if policy.repeats else ""
            )
        one = simulate(policy, accuracy, paths=paths, turns=turns, runs=runs, sticky=sticky)
        print(
            f"{name:24} {one.wrong:11.2%} {one.unlocked:8.2%} {one.turns:14.2f} {one.final:13.2%}"
            f" {one.used:20.2%}"
        )


def main(argv: Sequence[str] | None = None) -> int:
    from agents.flow import PathPolicy

    parser = argparse.ArgumentParser(prog="python -m bench.paths", description=__doc__)
    parser.add_argument("--threshold", type=int, nargs="*", default=[2, 3], help="default: 2 3")
    parser.add_argument("--accuracy", type=float, nargs="*", default=[0.9, 0.7, 0.55])
    parser.add_argument("--runs", type=int, default=20_000)
    parser.add_argument("--turns", type=int, default=20)
    parser.add_argument("--paths", type=int, default=3)
    parser.add_argument("--sticky", type=float, default=0.0, help="probability of a repeated answer")
    parser.add_argument("--frontier", action="store_true", help="all thresholds at the first accuracy")
    options = parser.parse_args(argv)
    if options.frontier:
        frontier(options.accuracy[0], options.paths, options.runs, options.turns, options.sticky)
        return 0
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

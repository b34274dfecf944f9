"""
Claims of agents, recomputed from traces: ``python -m bench.truth [GAMES]``.

Plays games in all modes, with a person who talks at random, with the emulator and without a person, and
prints how many sentences were checked, which of them were false or have no check, which the agents
themselves left out as false, and which offers and beliefs had no proper end.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor

from agents.coloring.modes import MODES
from agents.coloring.studies.games import random_topologies
from tests.agents.coloring.games import checked_game

HUMANS = ("talks", "emulator", "none")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.truth", description=__doc__)
    parser.add_argument("games", nargs="?", type=int, default=1000)
    parser.add_argument("--workers", type=int, default=1)
    options = parser.parse_args()
    modes = list(MODES)
    topologies = ["study", *random_topologies(options.games // len(modes) + 1, 5)]
    jobs = [
        (modes[i % len(modes)], topologies[i // len(modes)], HUMANS[i % len(HUMANS)], i)
        for i in range(options.games)
    ]
    sentences, problems = 0, Counter[str]()
    with ProcessPoolExecutor(options.workers) as pool:
        for job, (count, wrong, _) in zip(
            jobs, pool.map(checked_game, *zip(*jobs, strict=True)), strict=True
        ):
            sentences += count
            for claim in wrong:
                problems[claim.problem] += 1
                print(*job[:4], *claim, sep=" | ")
    found = ", ".join(f"{count} {problem}" for problem, count in sorted(problems.items()))
    print(f"{len(jobs)} games, {sentences} sentences: {found or 'no false claim, no loose end'}")
    return int(bool(problems))


if __name__ == "__main__":
    sys.exit(main())

"""
Whom to believe where rules and network differ: ``python tools/reader/levels.py FILES``.

Each line of a file is a labelled message, see ``bench.labelled``, from which neither has learned. For
each pair of sorts in ``agents.coloring.talk.learned.beside_rules.LEVELS`` and each tenth of the
probability it prints how many of the messages in which they differ, and of which the network is that
sure or surer, are read right by the rules and by the network, and from how many they take a fact that
was not stated.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from pathlib import Path
from typing import NamedTuple

from agents.coloring.talk.learned.beside_rules import LEVELS, as_read, contest, sorts_of
from bench.labelled import by_rules, outcome

TENTHS = tuple(i / 10 for i in range(10))


class Compared(NamedTuple):
    """Outcomes of one message by the rules and by the network, and how sure the network is."""

    rules: str
    network: str
    sure: float


def main() -> None:
    """Print the counts of all sorts."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path)
    found: dict[tuple[str, str], list[Compared]] = defaultdict(list)
    for file in parser.parse_args().files:
        for row in map(json.loads, filter(str.strip, file.read_text().splitlines())):
            rules, view, situation = by_rules(row)
            against = contest(rules, view, situation, said=row.get("context") or "")
            if against is None or against.ours == against.theirs:
                continue
            both = [
                outcome(read, row, view, situation)[0] for read in (rules, as_read(rules, against.other))
            ]
            found[sorts_of(rules, against)].append(Compared(*both, against.sure))
    for sorts, level in LEVELS.items():
        print(f"rules: {sorts[0]}, network: {sorts[1]}, {len(found[sorts])} messages, {level}")
        for least in TENTHS:
            sure = [one for one in found[sorts] if one.sure >= least]
            right, binding = (
                [sum(one[i] == kind for one in sure) for i in range(2)] for kind in ("right", "binding")
            )
            print(
                f"  from {least}: {len(sure):5}, rules right {right[0]} and binding {binding[0]}, "
                f"network {right[1]} and {binding[1]}"
            )


if __name__ == "__main__":
    main()

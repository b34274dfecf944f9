"""
Whom to believe where rules and network differ: ``python tools/reader/levels.py FILES``.

Each line of a file is a labelled message, see ``bench.labelled``, of which neither has learned anything.
For each pair of sorts in ``agents.coloring.talk.learned.beside_rules.LEVELS`` a line gives what comes of
the rules alone, of the network alone, and of the network from each level on: how many messages it reads
right there, and how many it binds otherwise.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from pathlib import Path
from typing import NamedTuple

from agents.coloring.talk.learned.acts import interpreted
from agents.coloring.talk.learned.beside_rules import LEVELS, as_read, learned, meaning_of, sort_of
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
            acts, sure = learned(rules.text, view, said=row.get("context") or "")
            other = interpreted(acts, view, situation)
            if other is None:
                continue
            ours = meaning_of(rules.readings, rules.questions, view)
            theirs = meaning_of(other.readings, other.questions, view)
            if ours == theirs:
                continue
            sort = "asks" if rules.unread or rules.doubts else sort_of(ours)
            one, two = (
                outcome(read, row, view, situation)[0] for read in (rules, as_read(rules, other))
            )
            found[sort, sort_of(theirs)].append(Compared(one, two, sure))
    for sorts, level in LEVELS.items():
        print(f"rules: {sorts[0]}, network: {sorts[1]}, {len(found[sorts])} messages, {level}")
        for least in TENTHS:
            here = [one for one in found[sorts] if one.sure >= least]
            counts = (
                sum(outcome == kind for outcome in outcomes)
                for kind in ("right", "binding")
                for outcomes in ([one.rules for one in here], [one.network for one in here])
            )
            print(
                f"  from {least}: {len(here):5}, right {{}} and {{}}, binding {{}} and {{}}".format(
                    *counts
                )
            )


if __name__ == "__main__":
    main()

"""
Verdicts of the guard on drafts that somebody wrote: ``python -m bench.drafts FILE.jsonl``.

Each line of the file is an object with ``text`` and, optionally, ``agent`` (``Agent1`` or ``Agent2`` of
the study, by default ``Agent2``), ``before`` and ``after`` (colors of its nodes), ``beliefs`` about the
person's nodes, ``demanded`` (pairs of a node and a color), ``limits`` (triples of a node, ``forbidden``
or ``required``, and a color), and ``edges``, which replace those of the study with its fixed nodes.
Other keys are copied. A line of output adds ``sent`` and ``violations``. "-" reads standard input.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping
from typing import Any

from agents.coloring.situation import Constraint, Pin, Situation
from agents.coloring.talk.facts import Facts, facts_of
from agents.coloring.talk.honesty import violations
from agents.coloring.view import view_of
from bench.sentences import BELIEFS, COLORS
from tests.study import study


def facts(line: Mapping[str, Any]) -> Facts:
    """Return the facts that a line describes."""
    problem = study(1)
    if "edges" in line:
        problem = problem.replace(edges=line["edges"], fixed={})
    view = view_of(problem, line.get("agent", "Agent2"), person="Human")
    before = {**COLORS[view.agent], **line.get("before", {})}
    after = {**before, **line.get("after", {})}
    beliefs = line.get("beliefs", BELIEFS[view.agent])
    pins = tuple(Pin(node, color, "forced", "Human") for node, color in line.get("demanded", ()))
    limits = tuple(
        Constraint(node, kind, color, "Human", f"c{i}")
        for i, (node, kind, color) in enumerate(line.get("limits", ()))
    )
    situation = Situation(time_step=3, colors=before, beliefs=beliefs, pins=pins, constraints=limits)
    found = facts_of(view, situation, after, recipient="Human")
    solvable = None if found.test is None or not found.complete else found.test(beliefs)
    return facts_of(view, situation, after, recipient="Human", solvable=solvable)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.drafts", description=__doc__)
    parser.add_argument("file", type=argparse.FileType())
    for text in parser.parse_args().file:
        if text.strip():
            line = json.loads(text)
            wrong = [str(one) for one in violations(line["text"], facts(line))]
            print(json.dumps({**line, "sent": not wrong, "violations": wrong}, ensure_ascii=False))
    return 0


if __name__ == "__main__":
    sys.exit(main())

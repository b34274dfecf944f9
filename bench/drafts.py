"""
Verdicts of the guard on drafts that somebody wrote: ``python -m bench.drafts FILE.jsonl``.

Each line of the file is an object with ``text`` and, optionally, ``agent`` (``Agent1`` or ``Agent2`` of
the study, by default ``Agent2``), ``before`` and ``after`` (colors of its nodes), ``beliefs`` about the
person's nodes, ``demanded`` (pairs of a node and a color), ``limits`` (triples of a node, ``forbidden``
or ``required``, and a color), ``edges``, which replace those of the study with its fixed nodes, and
``asked``, the message that the draft answers. Other keys are copied. A line of output adds ``sent`` and
``violations``. "-" reads standard input.

With ``--states STATES.json`` the ``state`` of a line is the number of a state in that file, and ``true``
says whether the draft is true in it. A state has ``agent``, ``own`` and ``seen`` (colors of nodes),
``edges_own``, ``border``, ``limits`` (objects with a ``node`` and the colors ``only`` or ``not``) and
``asked``. Its nodes and edges, and the colors of a ``domain`` (by default red, green and blue), replace
the study's, and what it does not own is the person's. The last line of output counts the truths that are
refused and the lies that pass. Truths that name a node that the person does not see (``hidden``) are
never sent, and are counted apart.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from agents.coloring.situation import Constraint, Pin, Received, Situation
from agents.coloring.talk.facts import Facts, facts_of
from agents.coloring.talk.hearing import hear
from agents.coloring.talk.honesty import violations
from agents.coloring.talk.request import request_of
from agents.coloring.talk.tokens import tokens_of
from agents.coloring.view import view_of
from bench.sentences import BELIEFS, COLORS
from tests.study import DOMAIN, study


def facts(line: Mapping[str, Any]) -> Facts:
    """Return the facts that a line describes."""
    problem = study(1)
    if "owners" in line:
        problem = problem.replace(
            nodes=list(line["owners"]),
            edges=line["edges"],
            domain=line["domain"],
            owners=line["owners"],
            fixed={},
        )
    elif "edges" in line:
        problem = problem.replace(edges=line["edges"], fixed={})
    view = view_of(problem, line.get("agent", "Agent2"), person="Human")
    before = line["before"] if "owners" in line else {**COLORS[view.agent], **line.get("before", {})}
    after = {**before, **line.get("after", {})}
    beliefs = line["beliefs"] if "beliefs" in line else BELIEFS[view.agent]
    pins = tuple(Pin(node, color, "forced", "Human") for node, color in line.get("demanded", ()))
    limits = tuple(
        Constraint(node, kind, color, "Human", f"c{i}")
        for i, (node, kind, color) in enumerate(line.get("limits", ()))
    )
    situation = Situation(time_step=3, colors=before, beliefs=beliefs, pins=pins, constraints=limits)
    more: dict[str, Any] = {}
    if asked := line.get("asked", ""):
        heard = hear(
            [Received("Human", "free_text", asked, message_id="m1")],
            view,
            situation.but(pins=(), constraints=()),
        )
        answers = heard.answers(view, situation.but(colors=after))
        more["request"] = request_of(view, "Human", asked, heard, answers, ())
        more["payloads"] = [one.json_dict() for one in answers]
    found = facts_of(view, situation, after, recipient="Human", **more)
    solvable = None if found.test is None or not found.complete else found.test(beliefs)
    return facts_of(view, situation, after, recipient="Human", solvable=solvable, **more)


def in_state(line: Mapping[str, Any], state: Mapping[str, Any]) -> dict[str, Any]:
    """Return a line with what a state says."""
    domain = state.get("domain", DOMAIN)
    edges = [*state["edges_own"], *state["border"]]
    owners = dict.fromkeys(state["own"], state["agent"])
    owners |= {node: "Human" for edge in edges for node in edge if node not in owners}
    limits: list[tuple[str, str, str]] = []
    demanded: list[tuple[str, str]] = []
    for limit in state.get("limits", ()):
        node, only = limit["node"], limit.get("only", domain)
        excluded = [color for color in domain if color not in only or color in limit.get("not", ())]
        if len(only) > 1:
            limits += [(node, "forbidden", color) for color in excluded]
        elif node in state["own"]:
            demanded.append((node, only[0]))
        else:
            limits.append((node, "required", only[0]))
    return {
        **line,
        "agent": state["agent"],
        "before": state["own"],
        "beliefs": state["seen"],
        "owners": owners,
        "domain": domain,
        "edges": edges,
        "limits": limits,
        "demanded": demanded,
        "asked": state["asked"],
    }


def judged(lines: Iterator[str], states: Mapping[int, Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    """Give the lines with the verdicts of the guard."""
    for text in lines:
        if text.strip():
            line = json.loads(text)
            known = in_state(line, states[line["state"]]) if states else line
            truth = facts(known)
            wrong = [str(one) for one in violations(line["text"], truth)]
            spoken = tokens_of(line["text"], truth.view)
            hidden = sorted({token.text for token in spoken} & truth.hidden)
            yield {**line, "sent": not wrong, "violations": wrong, "hidden": hidden}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.drafts", description=__doc__)
    parser.add_argument("file", type=argparse.FileType())
    parser.add_argument("--states", type=Path)
    chosen = parser.parse_args()
    states = json.loads(chosen.states.read_text()) if chosen.states else ()
    results = []
    for line in judged(chosen.file, {one["state"]: one for one in states}):
        print(json.dumps(line, ensure_ascii=False))
        results.append(line)
    if states:
        truths = [one["sent"] for one in results if one["true"] and not one["hidden"]]
        lies = [one["sent"] for one in results if not one["true"]]
        naming = sum(one["true"] and bool(one["hidden"]) for one in results)
        print(
            f"{truths.count(False)} of {len(truths)} truths refused, besides {naming} that name hidden "
            f"nodes; {sum(lies)} of {len(lies)} lies passed"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())

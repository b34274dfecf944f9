"""
How many labelled sentences are understood: ``python -m bench.labelled FILE.jsonl``.

Each line of the file is an object with ``to`` (``Agent1`` or ``Agent2`` of the study), ``text``,
``context`` (what the agent said before, or "") and ``items``: acts with a node and a color, null where
there is none. Acts about the person's nodes are report, forbid, require, prefer, give (the person's side
of an offer) and free; about the agent's nodes want, avoid, keep, change, take (the agent's side of an
offer), fine and free; questions begin with ``ask_``; agree, refuse, satisfied, unsatisfied, clash,
withdraw, help, chat and unclear are about the message.

A sentence is "right" if the agent takes from it what the acts mean, no more and no less, or asks back
where they say that it is unclear; what is said of nodes that it does not see changes nothing, and a
supposition about the person's side alone is the question what would follow. A conflict of which the
color is named reports the color of the person's node. A "yes" to "Shall I make b2 red?" and to "Yes, I
can make b2 red." wants b2 red, and a "no" does not; a color that is wanted is liked as well. A sentence
is "asked" if the agent asks back or says that it did not understand; "binding" if it takes a fact that
was not stated; "beside" otherwise. Stances beside other acts are not compared.
``--show KIND`` prints the sentences of one kind.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from agents.coloring.situation import Situation
from agents.coloring.talk.learned import second_opinion
from agents.coloring.talk.reading import Question, Reading, Understanding
from agents.coloring.talk.understanding import understand
from agents.coloring.view import View, view_of
from tests.study import study

from .sentences import situation_of

#: What is said of a node, or asked: a kind and its details.
Meaning = tuple[Any, ...]

_STATED = {
    "report": "report",
    "forbid": "forbidden",
    "prefer": "preference",
    "want": "demand",
    "avoid": "negation",
    "fine": "preference",
    "give": "hypothetical",
    "take": "hypothetical",
}
_ASKED = {
    "ask_status": "Q5",
    "clash": "Q5",
    "ask_wish": "Q2",
    "ask_limits": "constraints",
    "ask_sees": "sees",
    "ask_why": "why",
}
_STANCES = ("agree", "refuse", "satisfied", "unsatisfied")
_BINDING = ("demand", "report", "forbidden", "negation", "release", "retract")
KINDS = ("right", "asked", "beside", "binding")


def labelled(items: Iterable[Sequence[str | None]], view: View, situation: Situation) -> set[Meaning]:
    """Return what acts mean."""
    found: set[Meaning] = set()
    supposed: dict[str, list[tuple[str, str]]] = {"ask_if": [], "ask_can": []}
    for kind, node, color in items:
        seen = node is None or node in view.own or node in view.owners
        if not seen and not kind.startswith("ask_"):
            continue
        own = node in view.own
        now = (situation.colors if own else situation.beliefs).get(node or "")
        if kind == "clash" and color and node in view.owners:
            found.add(("report", node, color))
        if kind in supposed and node and color:
            supposed[kind].append((node, color))
        elif kind in _STATED and node and color:
            found.add((_STATED[kind], node, color))
        elif kind == "require":
            found |= {("forbidden", node, one) for one in view.domain if one != color}
        elif kind == "keep" and node:
            found.add(("demand" if own else "report", node, color or now))
        elif kind == "change" and own:
            found.add(("negation", node, color or now))
        elif kind in ("free", "withdraw") and node:
            found.add(("release" if own else "retract", node))
        elif kind == "withdraw":
            # Where nothing was said before, there is nothing to take back but an agreement.
            found.add(("refuse",))
        elif kind in _STANCES:
            found.add((kind,))
        elif kind in ("ask_can", "ask_options", "ask_wish") and node:
            found.add(("Q1", node))
        elif kind in ("ask_options", "ask_wish"):
            found.add(("Q2",))
        elif kind == "ask_color" and node:
            found.add(("Q4", node))
        elif kind in _ASKED:
            found.add((_ASKED[kind],))
    if all(supposed.values()):
        # "Could b2 be red if h2 were green?" is one supposition.
        supposed = {"ask_if": [*supposed["ask_if"], *supposed["ask_can"]]}
    for pairs in supposed.values():
        several = len({node for node, _ in pairs}) < len(pairs)
        for group in [[pair] for pair in pairs] if several else [pairs] if pairs else []:
            found.add(("Q3", *sorted(group)))
    return found


def taken(readings: Iterable[Reading], questions: Iterable[Question], view: View) -> set[Meaning]:
    """Return what the agent takes from a message, in the form of ``labelled``."""
    readings = tuple(readings)
    # "What if I make h1 green" is answered like a question, if nothing is offered for it.
    alone = all(one.kind == "hypothetical" and one.node in view.owners for one in readings)
    supposed: list[tuple[str, str]] = []
    found: set[Meaning] = set()
    for one in readings:
        if one.kind in (*_STANCES, "doubt"):
            found.add((one.kind,))
        elif one.kind == "required":
            found |= {("forbidden", one.node, color) for color in view.domain if color != one.color}
        elif one.kind in ("release", "retract"):
            found.add((one.kind, one.node))
        elif one.kind == "hypothetical" and one.node and one.color and one.node in view.owners and alone:
            supposed.append((one.node, one.color))
        elif one.node is not None and one.kind != "complaint":
            found.add((one.kind, one.node, one.color))
    several = len({node for node, _ in supposed}) < len({*supposed})
    for group in [[pair] for pair in supposed] if several else [supposed] if supposed else []:
        found.add(("Q3", *sorted(group)))
    for question in questions:
        if question.kind == "Q3":
            found.add(("Q3", *sorted((pair.node, pair.color) for pair in question.supposed)))
        else:
            found.add(
                (question.kind, question.node) if question.kind in ("Q1", "Q4") else (question.kind,)
            )
    return found


def by_rules(row: Mapping[str, Any]) -> tuple[Understanding, View, Situation]:
    """Return what the rules alone understand of a sentence, and who reads it in which situation."""
    view = view_of(study(1), row["to"], person="Human")
    situation = situation_of({"agent": row["to"]}, view)
    said = row.get("context") or ""
    spoken = re.findall(r"\b[ahb][1-5]\b", said)
    about = tuple(dict.fromkeys(n for n in spoken if n in view.own or n in view.owners))
    return understand(row["text"], view, situation, about=about, said=said), view, situation


def judged(row: Mapping[str, Any]) -> tuple[str, set[Meaning], set[Meaning]]:
    """Return how a sentence was understood, what it means, and what was taken from it."""
    read, view, situation = by_rules(row)
    read = second_opinion(read, view, situation, said=row.get("context") or "")
    return outcome(read, row, view, situation)


def outcome(
    read: Understanding, row: Mapping[str, Any], view: View, situation: Situation
) -> tuple[str, set[Meaning], set[Meaning]]:
    """Return how a reading fits the label of a sentence, what the label means, and what was taken."""
    means = labelled(row["items"], view, situation)
    got = taken(read.readings, read.questions, view)
    talks = any(one.kind in ("off_topic", "help") for one in read.readings)
    asks = ("doubt",) in got or (not got and not talks and (read.unread or bool(means)))
    if asks and any(act == "unclear" for act, _, _ in row["items"]) and not got - {("doubt",)}:
        return "right", means, got
    said = row.get("context") or ""
    means, got = _unanswered(means, got, said), _unanswered(got, means, said)
    if not asks and _without_stances(means) == _without_stances(got):
        return "right", means, got
    if {one for one in got if one[0] in _BINDING} - means:
        return "binding", means, got
    return "asked" if asks else "beside", means, got


def _unanswered(meanings: set[Meaning], others: set[Meaning], said: str) -> set[Meaning]:
    """Read "do it" as a yes to the agent's question, and leave out what its no says, and likings."""
    question = re.split(r"(?<=[.!?])\s+", said)[-1]
    asks = r"(?:(?:Shall|Should|May|Can) I \w+|Do you (?:want|need)(?: me to \w+)?|Yes, I can make)"
    asked = re.fullmatch(rf"{asks} (\w+) (?:to be |to |in )?(\w+)[?.]", question)
    found = {one for one in meanings if one[0] != "preference" or ("demand", *one[1:]) not in meanings}
    if asked and ("demand", *asked.groups()) in found:
        found = found - {("demand", *asked.groups())} | {("agree",)}
    if asked and ("refuse",) in meanings & others:
        found.discard(("negation", *asked.groups()))
    return found


def _without_stances(meanings: set[Meaning]) -> set[Meaning]:
    rest = {one for one in meanings if one[0] not in (*_STANCES, "Q5")}
    return rest or meanings


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.labelled", description=__doc__)
    parser.add_argument("files", nargs="+", type=argparse.FileType())
    parser.add_argument("--show", choices=KINDS)
    options = parser.parse_args()
    found: Counter[tuple[bool, str]] = Counter()
    for file in options.files:
        for row in map(json.loads, filter(str.strip, file)):
            kind, means, got = judged(row)
            found[bool(row.get("context")), kind] += 1
            if kind == options.show:
                print(
                    row["text"],
                    row.get("context", ""),
                    sorted(means, key=str),
                    sorted(got, key=str),
                    sep=" | ",
                )
    for answers in (False, True):
        total = sum(found[answers, kind] for kind in KINDS)
        shares = ", ".join(f"{kind} {found[answers, kind] / max(1, total):.0%}" for kind in KINDS)
        print(f"{total} {'answers to the agent' if answers else 'sentences'}: {shares}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

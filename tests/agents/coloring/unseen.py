"""Sentences and drafts written without sight of the parser and the guard, and who they are said to.

The study with one fixed node each: Agent1 owns a1-a5 and sees h1 and h4, Agent2 owns b1-b5 and sees h2
and h5. A draft is true or a lie in a state, which gives the colors before and after the turn.
"""

from __future__ import annotations

import itertools
import json
from pathlib import Path

from agents.coloring.situation import Constraint, Situation
from agents.coloring.talk.facts import Facts
from agents.coloring.talk.understanding import understand
from agents.coloring.view import view_of
from tests.study import study

_DATA = Path(__file__).parent / "data"
SENTENCES = json.loads((_DATA / "unseen_sentences.json").read_text())
_DRAFTS = json.loads((_DATA / "unseen_drafts.json").read_text())
STATES, TRUTHS, LIES = _DRAFTS["states"], _DRAFTS["truths"], _DRAFTS["lies"]
VIEWS = {name: view_of(study(1), name, person="Human") for name in ("Agent1", "Agent2")}
_COLORS = {"Agent1": STATES["1"]["after"], "Agent2": STATES["3"]["after"]}
_BELIEFS = {"Agent1": {"h1": "green", "h4": "red"}, "Agent2": {"h2": "green", "h5": "blue"}}
#: What the sentences that take something back refer to.
_STANDING = (
    Constraint("h1", "forbidden", "green", "Human", "c1"),
    Constraint("h4", "required", "blue", "Human", "c2"),
)
#: The kinds of facts that a sentence may state.
KINDS = ("demands", "reports", "forbidden", "required", "retractions")


def read(row):
    """Facts of each kind that a labelled sentence is read to state, and whether it asks."""
    name = row["agent"]
    situation = Situation(
        time_step=3,
        colors=_COLORS[name],
        beliefs=_BELIEFS[name],
        constraints=_STANDING if "retractions" in row else (),
    )
    found = understand(row["text"], VIEWS[name], situation)
    return {
        "demands": {(pair.node, pair.color) for pair in found.demands},
        "reports": set(found.reports.items()),
        "forbidden": {(r.node, r.color) for r in found.of("forbidden")},
        "required": {(r.node, r.color) for r in found.of("required")},
        "retractions": {r.node for r in found.of("retract")},
        "asks": bool(found.questions),
        "intents": found.intents,
    }


def labelled(row):
    """The same as labelled."""
    return {
        kind: {fact if isinstance(fact, str) else tuple(fact) for fact in row.get(kind, ())}
        for kind in KINDS
    }


def _feasible(view, border):
    """Whether some coloring of the own nodes has no conflict, by trying all."""
    free = [node for node in view.own if node not in view.fixed]
    return any(
        not view.conflicts({**view.fixed, **dict(zip(free, colors, strict=True))}, border)
        for colors in itertools.product(view.domain, repeat=len(free))
    )


def _facts(state):
    view = VIEWS[state["agent"]]
    borders = [
        dict(zip(view.owners, colors, strict=True))
        for colors in itertools.product(view.domain, repeat=len(view.owners))
    ]
    good = [border for border in borders if _feasible(view, border)]
    return Facts(
        view=view,
        before=state["before"],
        after=state["after"],
        beliefs=state["neighbors"],
        feasible=tuple(good),
        infeasible=tuple(border for border in borders if border not in good),
        solvable=_feasible(view, state["neighbors"]),
    )


FACTS = {name: _facts(state) for name, state in STATES.items()}

"""Who talks in these tests: Agent2 of the study, as the sentences and the drafts have it."""

from __future__ import annotations

from agents.coloring.situation import Constraint, NodeColor, Offer, Pin, Situation
from agents.coloring.talk.facts import Facts
from agents.coloring.view import view_of
from tests.agents.coloring import drafts
from tests.study import study

VIEW = view_of(study(1), "Agent2", person="Human")
SITUATION = Situation(
    time_step=3,
    colors={"b1": "red", "b2": "green", "b3": "red", "b4": "green", "b5": "blue"},
    beliefs={"h2": "red"},
    pins=(Pin("b1", "red", "forced", "Human"),),
    constraints=(Constraint("h2", "forbidden", "green", "Human", "c1"),),
    offers=(Offer("o1", "Agent2", "Human", (NodeColor("h2", "blue"),), (NodeColor("b2", "green"),)),),
)
_COLORS = {color[0]: color for color in VIEW.domain}


def coloring(letters):
    """Colors of b1-b5 by their first letters."""
    return {f"b{i}": _COLORS[letter] for i, letter in enumerate(letters, 1)}


def facts(state):
    """The facts of one of the states in ``drafts``."""
    given = drafts.STATES[state]
    beliefs = {node: given[node] for node in ("h2", "h5") if given[node] is not None}
    pinned = "pinned" in given
    every = [(x, y) for x in VIEW.domain for y in VIEW.domain]
    good = drafts.FEASIBLE_PINNED if pinned else every
    after = coloring(given["after"])
    return Facts(
        view=VIEW,
        before=coloring(given["before"]),
        after=after,
        beliefs=beliefs,
        pins=(Pin("b2", "green", "forced", "Human"),) if pinned else (),
        feasible=tuple({"h2": x, "h5": y} for x, y in good),
        infeasible=tuple({"h2": x, "h5": y} for x, y in every if (x, y) not in good),
        solvable=not VIEW.conflicts(after, beliefs),
    )

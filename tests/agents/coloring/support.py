"""Views, situations and games for the tests of this room."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import strategies as st

from agents.coloring.conformance import LITERAL, PRODUCT
from agents.coloring.deciding import compute as stages
from agents.coloring.deciding.position import Position
from agents.coloring.situation import Past, Pin, Situation, colors_digest
from agents.coloring.view import View, view_of
from agents.coloring.wording.hearing import Heard
from tests.study import study

RULES = {"literal": LITERAL, "product": PRODUCT}
COLORS = {"r": "red", "g": "green", "b": "blue"}


def seen(agent="Agent2", fixed=1, scope="cluster", person="Human", **changes):
    return view_of(study(fixed, **changes), agent, scope=scope, person=person)


def colored(nodes, letters):
    """``colored("b1 b2", "rg")`` is b1 red, b2 green."""
    names = nodes if not isinstance(nodes, str) else nodes.split()
    return {node: COLORS[letter] for node, letter in zip(names, letters, strict=True)}


def at(view, letters=None, *, beliefs=None, **changes):
    """A situation of a view; all in the first color unless letters say otherwise."""
    colors = colored(view.own, letters) if letters else dict.fromkeys(view.own, view.domain[0])
    return Situation(time_step=0, colors=colors, beliefs=dict(beliefs or {}), **changes)


def compute(view, situation, rules, *, demands=None, released=(), explain=False, seed=0):
    """Stages 2 to 8 of a turn in which the person said no more than that."""
    heard = Heard(demands=demands or {}, released=tuple(released))
    position = Position(view, situation, rules, heard=heard, explain=explain, seed=seed)
    for stage in (
        stages.log_state,
        stages.compute_assignments,
        stages.compare_assignments,
        stages.apply_assignments,
        stages.clear_forced,
        stages.snap_to_best,
        stages.update_satisfaction,
    ):
        position = stage(position)
    return position


def after(situation, computed, rules):
    """What the platform hands out at the next step if nobody else does anything."""
    pins = tuple(pin for pin in situation.pins if pin.node not in computed.binding.released)
    if rules.forced_until == "released":
        taken = computed.binding.forced
        pins = tuple(pin for pin in pins if pin.node not in taken or pin.kind != "forced")
        pins += tuple(Pin(node, color, "forced", "Human") for node, color in taken.items())
    else:
        pins = tuple(pin for pin in pins if pin.kind != "forced")
    turn = Past(
        colors_digest(computed.assignments),
        computed.penalty,
        len(computed.conflicts),
        computed.satisfied,
    )
    return replace(
        situation,
        time_step=situation.time_step + 1,
        colors=computed.assignments,
        satisfied=computed.satisfied,
        last_beliefs=computed.beliefs,
        last_pins=situation.pins,
        pins=pins,
        past=(*situation.past, turn)[-6:],
        calm=situation.calm or computed.oscillates,
    )


@st.composite
def views(draw, most=5, preferences=True):
    """A small view: up to five own nodes, three foreign ones of two owners, two or three colors."""
    k = draw(st.integers(2, 3))
    domain = tuple(["red", "green", "blue"][:k])
    own = tuple(f"x{i}" for i in range(draw(st.integers(1, most))))
    owners = {f"y{i}": draw(st.sampled_from(["You", "They"])) for i in range(draw(st.integers(0, 3)))}
    pairs = [(u, v) for i, u in enumerate(own) for v in (*own[i + 1 :], *owners)]
    edges = [pair for pair in pairs if draw(st.booleans())]
    owners = {node: owner for node, owner in owners.items() if any(node in pair for pair in edges)}
    fixed = {own[0]: draw(st.sampled_from(domain))} if draw(st.booleans()) else {}
    liked = {}
    if preferences and draw(st.booleans()):
        for node in own:
            liked[node] = {color: draw(st.sampled_from([0.0, 0.5, 3.0, 12.0])) for color in domain}
    return View(
        agent="Me",
        own=own,
        domain=domain,
        edges=tuple(edges),
        owners=owners,
        fixed=fixed,
        preferences=liked,
        points={color: i + 1 for i, color in enumerate(domain)},
        person="You",
    )


@st.composite
def situations(draw, view):
    """Something an agent may find itself in: some beliefs, perhaps pins, any colors."""
    color = st.sampled_from(view.domain)
    colors = {node: view.fixed.get(node) or draw(color) for node in view.own}
    beliefs = {node: draw(color) for node in view.owners if draw(st.integers(0, 3))}
    pins = []
    for node in view.own:
        kind = draw(st.sampled_from([None, None, None, "committed", "forced"]))
        if kind and node not in view.fixed:
            pinned = colors[node] if kind == "committed" else draw(color)
            pins.append(Pin(node, pinned, kind, "You"))
    return Situation(time_step=0, colors=colors, beliefs=beliefs, pins=tuple(pins))

"""The one action of a language model: what is taken, what is refused and why, and what is said."""

from dataclasses import replace

import pytest

from agents.coloring.conformance import PRODUCT
from agents.coloring.deciding.model_actions import act
from agents.coloring.deciding.model_tools import Call
from agents.coloring.deciding.policy import ColoringPolicy
from agents.coloring.messages import Bargaining
from agents.coloring.situation import NodeColor, Offer, Pin, Received
from agents.coloring.talk import Listener
from agents.llm import ScriptedGateway

from ..support import at, compute, seen

VIEW = seen("Agent2")
FIXED = next(iter(VIEW.fixed))
FREE = next(node for node in VIEW.own if node not in VIEW.fixed and node != "b2")
KNOWN = dict.fromkeys(VIEW.owners, "red")
#: Colors that stand, after which nothing clashes.
GOOD = compute(VIEW, at(VIEW, beliefs=KNOWN), PRODUCT).assignments


def standing(**changes):
    situation = replace(at(VIEW, beliefs=KNOWN), phase="bargain", **changes)
    return replace(situation, colors=changes.get("colors", GOOD))


def acted(name, arguments, *, asked=False, **changes):
    situation = standing(**changes)
    computed = compute(VIEW, situation, PRODUCT)
    said = (Received("Human", "free_text", "well?"),) if asked else ()
    return act(Call(name, arguments), replace(computed, said=said)), computed


def test_a_color_is_taken_if_it_costs_nothing():
    taken = refused = 0
    for node in VIEW.own:
        for color in VIEW.domain:
            found, computed = acted("force", {"node": node.upper(), "color": color})
            assert (found.colors is None) == (found.refused is not None)
            if found.colors is None:
                refused += 1
                continue
            taken += 1
            assert found.colors[node] == color
            assert len(VIEW.conflicts(found.colors, KNOWN)) <= len(computed.conflicts)
            assert all(found.colors[v] == c for v, c in VIEW.fixed.items())
    assert taken > len(VIEW.own)  # more than the colors that stand
    assert refused


@pytest.mark.parametrize(
    ("arguments", "changes", "why"),
    [
        ({"node": "h2", "color": "red"}, {}, "expected one of your nodes: b1"),
        ({"node": "a1", "color": "red"}, {}, "expected one of your nodes: b1"),
        ({"node": "b2", "color": "mauve"}, {}, "color = 'mauve': expected one of"),
        ({"node": "b2", "color": "red"}, {}, "conflicts"),  # h2 and h5 are red
        ({}, {}, "node = None: expected"),
        (
            {"node": "b2", "color": "green"},
            {"pins": (Pin("b2", "blue", "forced", "Human"),)},
            "expected blue, to which",
        ),
        ({"node": FREE, "color": "?"}, {"may_recolor": False}, "color = '?': expected"),
    ],
)
def test_a_color_is_refused_with_the_reason(arguments, changes, why):
    found, _ = acted("force", arguments, **changes)
    assert found.colors is None
    assert why in found.refused


def test_a_color_waits_for_the_step_in_which_it_may_change():
    other = {"green": "blue", "blue": "green"}[GOOD["b2"]]
    found, _ = acted("force", {"node": "b2", "color": other})
    assert found.colors is not None
    for changes in ({"may_recolor": False}, {"calm": True}):
        found, _ = acted("force", {"node": "b2", "color": other}, **changes)
        assert "may not be recolored in this step" in found.refused


def test_a_demand_is_not_ended_but_asked_about():
    pins = (Pin("b2", GOOD["b2"], "forced", "Human"),)
    assert "that the person demanded" in acted("release", {"node": "b2"}, asked=True)[0].refused
    assert "that the person spoke of" in acted("release", {"node": "b2"}, pins=pins)[0].refused
    assert acted("release", {"node": "b2"}, asked=True, pins=pins)[0].released == "b2"


@pytest.mark.parametrize(
    ("name", "arguments", "why"),
    [
        ("propose", {"to": "Human"}, "conditions = None: expected"),
        (
            "propose",
            {"to": "Agent1", "conditions": {"h2": "red"}},
            "'Agent1': expected one of",
        ),
        ("propose", {"to": "Human", "conditions": {"h1": "red"}}, "h1"),
        ("propose", {"to": "Human", "conditions": {"b2": "red"}}, "b2 = 'red': expected one of"),
        ("propose", {"to": "Human", "conditions": {"h2": "red"}, "assignments": {"h5": "red"}}, "h5"),
        ("accept", {"offer_id": "offer_Human_Agent2_7_7"}, "waits for your answer"),
        ("reject", {}, "waits for your answer"),
        ("post_message", {"content": "  "}, "content = '  ': expected"),
        ("post_message", {"content": 3}, "content = 3: expected"),
        ("post_message", {"content": "hi there", "to": "Agent9"}, "to = 'Agent9': expected"),
    ],
)
def test_what_is_not_legal_is_refused(name, arguments, why):
    found, _ = acted(name, arguments)
    assert why in found.refused
    assert (found.moves, found.words) == ({}, {})


# ------------------------------------------------------------------------------------- whole turns

BAD = {**dict.fromkeys(VIEW.own, "red"), **VIEW.fixed}


def turn(*replies, inbox=(), **changes):
    gateway = ScriptedGateway([*replies, *["?"] * 9])
    policy = ColoringPolicy("LLM_API", gateway=gateway, hear=Listener())
    return policy.turn(VIEW, standing(**changes), list(inbox))


def action(name, **arguments):
    return {"name": name, "arguments": arguments}


def rb_moves(found):
    return [
        move
        for message in found.messages
        if message.kind == "rb"
        for move in Bargaining.model_validate(message.payload).moves
    ]


def test_what_a_model_says_must_be_so_after_the_turn():
    told = Received("Human", "free_text", "h2 is red.", message_id="m")
    for content, sent in (
        (f"My b2 is {GOOD['b2']}.", True),
        ("My b2 is red.", False),
        ("All conflicts are gone and b1 is blue.", False),
        ("I changed b2.", False),
        (f"My b2 is still {GOOD['b2']}.", False),
        (f"My b2 has to be {GOOD['b2']}.", False),
        (f"My b2 is {GOOD['b2']}?", False),
    ):
        found, events = turn(action("post_message", content=content), inbox=[told])
        words = [m.text for m in found.messages if m.kind == "free_text"]
        assert words == ([content] if sent else [])
        guarded = [data for name, data in events if name == "nl.guard"]
        assert [one["action"] for one in guarded] == ["sent" if sent else "dropped"]
        assert [m.kind for m in found.messages].count("reply") == 1


def test_an_offer_of_the_model_must_make_nothing_worse():
    inbox = [Received("Human", "free_text", "what now?", message_id="m")]
    free = next(color for color in VIEW.domain if color not in ("red", GOOD["b2"]))
    helps = action("propose", to="Human", conditions={"h2": free}, assignments={"b2": GOOD["b2"]})
    found, _ = turn(helps, inbox=inbox)
    assert [move.move for move in rb_moves(found)] == ["ConditionalOffer"]
    worse = action("propose", to="Human", conditions={"h2": GOOD["b2"]}, assignments={"b2": GOOD["b2"]})
    found, events = turn(worse, inbox=inbox)
    assert rb_moves(found) == []
    assert "rb.refused" in [name for name, _ in events]


def offered(conditions, assignments):
    def terms(colors):
        return tuple(NodeColor(node, color) for node, color in colors.items())

    return Offer("offer_Human_Agent2_0_0", "Human", "Agent2", terms(conditions), terms(assignments))


def test_an_offer_is_accepted_only_if_it_makes_nothing_worse():
    good = offered({"b2": "green"}, {"h2": "blue", "h5": "blue"})
    found, _ = turn(action("accept", offer_id=good.offer_id), offers=(good,))
    assert [move.move for move in rb_moves(found)] == ["Accept"]
    assert found.assignments["b2"] == "green"
    bad = offered({"b2": "red"}, {"h2": "red"})
    found, events = turn(action("accept", offer_id=bad.offer_id), offers=(bad,))
    assert [move.move for move in rb_moves(found)] == ["Reject"]  # by the rules
    assert "rb.refused" in [name for name, _ in events]


def test_a_model_may_reject_and_what_it_leaves_the_rules_answer():
    good = offered({"b2": "green"}, {"h2": "blue", "h5": "blue"})
    found, _ = turn(action("reject", offer_id=good.offer_id), offers=(good,))
    assert [move.move for move in rb_moves(found)] == ["Reject"]
    found, _ = turn("nonsense", offers=(good,))
    assert [move.move for move in rb_moves(found)] == ["Accept"]


def test_a_release_is_asked_back_and_a_yes_makes_it_so():
    pins = (Pin("b2", GOOD["b2"], "forced", "Human"),)
    said = Received("Human", "free_text", "hmm, think about that demand again", message_id="m")
    found, _ = turn(action("release", node="b2"), inbox=[said], pins=pins)
    assert found.released == ()
    assert "Do you mean that I may change b2 again?" in found.messages[0].text
    yes = Received("Human", "free_text", "yes", message_id="n")
    found, _ = turn("nonsense", inbox=[yes], pins=pins, flow=found.flow)
    assert found.released == ("b2",)


def test_a_model_is_not_asked_where_there_is_nothing_to_decide():
    gateway = ScriptedGateway([])
    policy = ColoringPolicy("LLM_API", gateway=gateway)
    _, events = policy.turn(VIEW, standing(), [])
    assert gateway.calls == []
    assert not [name for name, _ in events if name.startswith("model.")]


def test_without_a_model_it_speaks_of_what_would_do_and_then_of_what_it_is_worth():
    kinds = []
    for beliefs in ({"h2": "red"}, KNOWN):
        situation = replace(standing(), beliefs=beliefs)
        inbox = [Received("Human", "status", "", report=beliefs)]
        found, _ = ColoringPolicy("LLM_API").turn(VIEW, situation, inbox)
        kinds += [m.kind for m in found.messages if m.kind in ("constraints", "cost_list")]
    assert kinds[0] == "constraints"
    assert set(kinds[1:]) <= {"cost_list"}

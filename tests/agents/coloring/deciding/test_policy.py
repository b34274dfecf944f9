from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents.canonical import canonical, digest
from agents.coloring.conformance import LITERAL, PRODUCT
from agents.coloring.deciding.policy import ColoringPolicy
from agents.coloring.game.judge import Judge
from agents.coloring.log_lines import lines
from agents.coloring.messages import CostList, fingerprint
from agents.coloring.situation import ChartState, Constraint, NodeColor, Offer, Received
from agents.coloring.turn import Turn
from agents.coloring.view import View, view_of
from agents.coloring.wording.hearing import Heard
from agents.errors import InputError
from tests.study import study

from ..support import at, seen, situations, views

MODES = ("LLM_U", "LLM_C", "LLM_F", "RB")
KINDS = {"LLM_U": "cost_list", "LLM_C": "constraints", "LLM_F": "free_text"}


def said(text="How are you?", sender="Human", **more):
    return Received(sender=sender, kind="free_text", text=text, message_id="m1", **more)


def take(situation, *inbox, agent="Agent1", mode="LLM_U", rules=PRODUCT, **more):
    policy = ColoringPolicy(mode=mode, rules=rules, **more)
    return policy.turn(seen(agent, scope=rules.scope), situation, inbox)


def later(situation, turn):
    """What the agent finds at the next step if nothing else happened."""
    sent, announced = dict(situation.sent), dict(situation.announced)
    for message in turn.messages:
        sent[message.recipient] = (*sent.get(message.recipient, ()), fingerprint(message))
        announced[message.recipient] = message.report
    return replace(
        situation,
        time_step=situation.time_step + 1,
        colors=turn.assignments,
        last_beliefs=situation.beliefs,
        last_pins=situation.pins,
        sent=sent,
        announced=announced,
        satisfied=turn.satisfied,
        chart=ChartState(turn.chart[-1].to, turn.chart[-1].ticks),
    )


CLASH = {"h1": "red", "h4": "red"}
CALM = {"h1": "red", "h4": "blue"}


def standing(beliefs=CALM, **changes):
    return at(seen("Agent1"), "gbrgr", beliefs=beliefs, **changes)


# ------------------------------------------------------------------------------------------- replies


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("beliefs", [{}, CALM, CLASH])
def test_c12_who_speaks_gets_exactly_one_reply(mode, beliefs):
    situation = standing(beliefs)
    for _ in range(3):
        turn, _ = take(situation, said(), mode=mode)
        replies = [m for m in turn.messages if m.kind == "reply"]
        assert [m.recipient for m in replies] == ["Human"]
        assert replies[0].in_reply_to == "m1"
        assert replies[0].text
        situation = later(situation, turn)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("beliefs", [{}, CALM, CLASH])
def test_c12_without_a_message_there_is_no_reply(mode, beliefs):
    situation = standing(beliefs)
    for inbox in ((), (said(sender="Agent2"),), (said("  "),)):
        turn, _ = take(situation, *inbox, mode=mode)
        assert not [m for m in turn.messages if m.kind == "reply"]


def test_a_reply_comes_even_if_the_same_was_said_before():
    situation = standing(CLASH, may_recolor=False)
    texts = []
    for _ in range(8):
        turn, _ = take(situation, said("Can you work with that?"))
        texts.append([m.text for m in turn.messages if m.kind == "reply"])
        situation = later(situation, turn)
    assert all(len(text) == 1 for text in texts)


def test_demands_reports_and_constraints_are_taken_on():
    heard = Heard(
        demands={"A2": "Green", "zz": "red"},
        reports={"H4": "green", "it": "red", "a3": "red"},
        constraints=[Constraint("h1", "forbidden", "blue", "Human")],
        replies=["h1 stays away from blue."],
        promised=[NodeColor("a2", "green")],
        flow={"path": "sg.command"},
        events=[("nl.parsed", {"intent": "command"})],
    )
    situation = at(replace(seen("Agent1"), fixed={}), "rbrgb", beliefs=CALM)
    view = seen("Agent1", 0)
    policy = ColoringPolicy(hear=lambda *_: heard)
    turn, events = policy.turn(view, situation, [said("change a2 to green")])
    assert turn.assignments["a2"] == "green"
    assert [(pin.node, pin.color, pin.kind, pin.by) for pin in turn.demanded] == [
        ("a2", "green", "forced", "Human")
    ]
    assert turn.learned == {"h4": "green"}
    assert turn.stated == tuple(heard.constraints)
    assert turn.promised == tuple(heard.promised)
    assert turn.flow is not None
    assert turn.flow["path"] == "sg.command"
    assert turn.flow["said"].startswith("h1 stays away from blue.")
    assert events[0] == ("nl.parsed", {"intent": "command"})
    reply = turn.messages[0].text
    assert reply.startswith("h1 stays away from blue. Done: a2 is green now.")
    for option in turn.messages[1].payload["options"]:
        assert option["human"]["h1"] != "blue"


def test_a_denied_belief_is_not_counted_on_and_told_to_the_platform():
    heard = Heard(denied=("h4", "it", "a3"), reports={"h1": "green"})
    situation = at(replace(seen("Agent1"), fixed={}), "rbrgb", beliefs=CALM)
    policy = ColoringPolicy(hear=lambda *_: heard)
    turn, events = policy.turn(seen("Agent1", 0), situation, [said("h4 is not red, h1 is green")])
    assert (turn.learned, turn.denied) == ({"h1": "green"}, ("h4",))
    assert dict(events)["coloring.beliefs"] == {"known": {"h1": "green"}, "missing": ["h4"]}
    assert Turn.model_validate(turn.plain()).denied == ("h4",)


def test_the_team_is_asked_for_by_word():
    situation = standing(CLASH, may_recolor=False)
    orders = []
    for text in ("How would you like it?", "What is best for the TEAM?"):
        turn, _ = take(situation, said(text))
        options = turn.messages[1].payload["options"]
        orders.append([(o["conflicts"] > 0, -o["combined"]) for o in options])
    assert orders[1] == sorted(orders[1]) != orders[0]


# ------------------------------------------------------------------------------------------ messages


@pytest.mark.parametrize("mode", KINDS)
def test_each_mode_says_its_kind_once(mode):
    situation = standing(CLASH, may_recolor=False)
    turn, _ = take(situation, mode=mode)
    assert [m.kind for m in turn.messages] == [KINDS[mode]]
    assert turn.messages[0].report == {"a2": "blue", "a4": "green", "a5": "red"}
    for _ in range(12):
        situation = later(situation, turn)
        turn, _ = take(situation, mode=mode)
        assert not turn.messages


def test_a_border_that_changed_is_always_reported():
    """Even back to what was reported before: the recipient believes the last report."""
    situation = standing(CALM)
    first, _ = take(situation)
    after = later(situation, first)
    for report in ({"a2": "green", "a4": "green", "a5": "red"}, {}):
        wrong = replace(after, announced={"Human": report})
        turn, _ = take(wrong)
        assert [m.report for m in turn.messages] == [first.messages[0].report]
    assert not take(after)[0].messages


def test_satisfied_is_told_once():
    situation = standing(CALM)
    turn, _ = take(situation)
    assert turn.satisfied
    assert turn.chart[-1].to == "satisfied"
    again, _ = take(later(situation, turn))
    assert (again.messages, again.chart[-1].trigger) == ((), "tick")


def test_the_payload_is_typed_and_current():
    turn, _ = take(standing(CLASH, may_recolor=False))
    payload = CostList.model_validate(turn.messages[0].payload)
    assert payload.current.penalty == 10
    assert payload.known == CLASH


def test_who_knows_nothing_asks():
    turn, _ = take(at(seen("Agent1"), "grrrr"))
    assert "What colors are h1 and h4?" in turn.messages[0].text


def test_a_cluster_too_large_for_options_still_reports(monkeypatch):
    from solver import BudgetError

    def refuse(*_, **__):
        raise BudgetError("too large", estimate=2, budget=1, unit="bytes")

    monkeypatch.setattr("agents.coloring.deciding.drafting.options", refuse)
    turn, events = take(standing(CLASH, may_recolor=False))
    assert [m.kind for m in turn.messages] == ["status"]
    told = [line for name, data in events for line in lines(name, data)]
    assert "No options for Human: too large: needs 2 bytes, allowed 1" in told


# ---------------------------------------------------------------------------------------- bargaining


def test_c13_silent_until_announced():
    turn, _ = take(standing(CLASH), mode="RB")
    assert not turn.messages
    turn, _ = take(standing(CLASH, phase="bargain"), mode="RB")
    assert [m.kind for m in turn.messages] == ["rb"]


def test_t11_an_accepted_deal_survives_the_next_step():
    """Greedy runs again, and knows of the commitment."""
    from agents.coloring.situation import Pin

    pin = Pin("a2", "blue", "committed", "Human", "offer_1")
    offer = Offer("offer_1", "Agent1", "Human", (), (NodeColor("a2", "blue"),), status="accepted")
    situation = standing({"h1": "red", "h4": "red"}, phase="bargain", pins=(pin,), offers=(offer,))
    for rules in (PRODUCT, LITERAL):
        turn, _ = take(situation, mode="RB", rules=rules)
        assert turn.assignments["a2"] == "blue"


# ------------------------------------------------------------------------------------------- as a policy


def observation(view, situation, messages=()):
    shown = view.json_dict()
    return {
        "time_step": situation.time_step,
        "agent_id": view.agent,
        "messages": list(messages),
        "coloring": {
            "view": shown,
            "view_id": digest(canonical(shown)),
            "situation": situation.json_dict(),
        },
    }


class Sink(list):
    def emit(self, name, data):
        self.append((name, canonical(data)))


def test_decide_reads_an_observation_and_emits_what_happened():
    sink = Sink()
    policy = ColoringPolicy(sink=sink)
    situation = replace(standing(CLASH), time_step=3)
    told = {
        "message_id": "m9",
        "time_step": 2,
        "author_id": "Human",
        "recipient": "Agent1",
        "kind": "free_text",
        "content": "Hello?",
    }
    old = {**told, "time_step": 1, "message_id": "m8"}
    request = policy.decide(
        run_id="r",
        time_step=3,
        agent_id="Agent1",
        observation=observation(seen("Agent1"), situation, [old, told]),
    )
    turn = Turn.model_validate(request.arguments)
    assert request.action_name == "coloring:turn"
    assert [m.in_reply_to for m in turn.messages if m.kind == "reply"] == ["m9"]
    names = [name for name, _ in sink]
    for name in ("coloring.beliefs", "coloring.computed", "coloring.satisfied", "coloring.options"):
        assert name in names
    assert names[-1] == "coloring.message"
    again = policy.decide(
        run_id="r",
        time_step=3,
        agent_id="Agent1",
        observation=observation(seen("Agent1"), situation, [old, told]),
    )
    assert again == request


def test_a_mode_that_does_not_exist():
    with pytest.raises(InputError, match="mode = 'LLM_X': expected one of RB"):
        ColoringPolicy(mode="LLM_X")


# ----------------------------------------------------------------------------------------- properties


@settings(max_examples=30)
@given(st.data(), st.sampled_from(sorted(KINDS)), st.booleans(), st.booleans())
def test_every_turn_is_legal(data, mode, may_recolor, speaks):
    """The platform's own judge agrees with each turn, in every mode (C-15 among the rest)."""
    view = data.draw(views(preferences=False))
    situation = replace(data.draw(situations(view)), may_recolor=may_recolor)
    color = st.sampled_from(view.domain)
    demands = {node: data.draw(color) for node in view.own if data.draw(st.booleans())}
    heard = Heard(demands=demands, released=[n for n in view.own if data.draw(st.booleans())])
    inbox = [said(sender="You")] if speaks else []
    rules = data.draw(st.sampled_from([PRODUCT, LITERAL]))
    policy = ColoringPolicy(mode=mode, rules=rules, hear=lambda *_: heard)
    turn, _ = policy.turn(view, situation, inbox)
    others = {
        peer: View(
            agent=peer,
            own=view.border_of(peer),
            domain=view.domain,
            edges=(),
            owners=dict.fromkeys(view.border_to(peer), view.agent),
        )
        for peer in {*view.peers, "You"}
    }
    Judge(view, {view.agent: view, **others}, rules).check(turn, situation, ())
    assert len([m for m in turn.messages if m.kind == "reply"]) == speaks


def test_c15_no_message_of_the_study_names_a_hidden_node():
    problem = study(1)
    for agent in ("Agent1", "Agent2"):
        view = view_of(problem, agent, person="Human")
        visible = {*view.owners, *view.border_to("Human")}
        for mode in KINDS:
            for letters in ("grrrr", "rrrgr"):
                if letters[0 if agent == "Agent1" else 3] != "g":
                    continue
                situation = at(view, letters, beliefs=dict.fromkeys(view.owners, "red"))
                turn, _ = ColoringPolicy(mode=mode).turn(view, situation, [said()])
                for message in turn.messages:
                    named = set(re.findall(r"\b[hab]\d\b", canonical(message.model_dump(mode="json"))))
                    assert named <= visible


# -------------------------------------------------------------------------------------------- trees


def test_in_a_tree_the_tables_decide_and_a_demand_comes_first():
    from agents.coloring.situation import HeardTable, Place

    place = Place(children=("Human",), height=0)
    # The child would pay for any color of a2 but green, and greedy would take another.
    dear = tuple(0.0 if color == "green" else 90.0 for color in ("red", "green", "blue"))
    view = seen("Agent1", 0)
    situation = replace(
        at(view, "rbrgb", beliefs={"h1": "red", "h4": "red"}),
        place=place,
        heard={"Human": HeardTable(("a2",), dear)},
    )
    policy = ColoringPolicy()
    turn, events = policy.turn(view, situation, [])
    assert turn.assignments["a2"] == "green"
    assert "tables" in turn.decision.reasons
    assert "tables" in [data["algorithm"] for name, data in events if name == "coloring.computed"]
    heard = Heard(demands={"a2": "red"})
    asked = replace(policy, hear=lambda *_: heard)
    turn, _ = asked.turn(view, situation, [said("a2 red please")])
    assert turn.assignments["a2"] == "red"


def test_a_table_is_no_reason_to_speak_again():
    situation = standing(CALM)
    first, _ = take(situation)
    table = Received("Human", "utilities", "", {"boundary_nodes": [], "costs": [0.0], "round": 1})
    again, _ = take(later(situation, first), table)
    assert not again.messages

"""Offers end in one of four ways, and a belief that a deal gave ends with the deal."""

import json
from dataclasses import replace

import pytest

from agents.coloring.bargaining.moves import bargain
from agents.coloring.bargaining.offers import UNSOLVED, numbered, patience_with
from agents.coloring.bargaining.outlook import Outlook
from agents.coloring.bargaining.rb_text import ENDS
from agents.coloring.bargaining.refusals import refusal
from agents.coloring.conformance import PRODUCT
from agents.coloring.game.ledger import Ledger
from agents.coloring.messages import Accept, Bargaining, Reject
from agents.coloring.runner import play
from agents.coloring.setup import TeamSettings
from agents.coloring.situation import NodeColor, Offer, Pin, Place, Situation
from agents.coloring.studies.games import random_topologies
from agents.coloring.view import view_of
from agents.world import TraceDb
from solver import Problem

from ..support import at, seen


def trace_of(trace, sql, *arguments):
    return trace.query(sql, arguments)


def test_a_deal_with_the_person_outlives_rounds_of_tables_and_is_kept(tmp_path):
    """A round of tables once killed this deal in the step in which it was made."""
    script = tmp_path / "lines.txt"
    lines = [
        "h1=red; h2=blue; h4=red; h5=green",
        "announce",
        "send",
        "offer Agent1: h4=blue if a5=green",
    ]
    script.write_text("\n".join([*lines, *[""] * 12]), encoding="utf-8")
    settings = TeamSettings(mode="RB", human=f"script:{script}", max_steps=14).complete()
    with TraceDb(":memory:") as trace:
        outcome = play(settings, trace)
        last = {
            offer: (status, json.loads(text))
            for offer, status, text in trace_of(
                trace, "SELECT offer_id, status, offer FROM coloring_offer ORDER BY rowid"
            )
        }
    status, offer = next(
        one for one in last.values() if one[1]["sender"] == "Human" and one[1]["conditions"]
    )
    if status == "accepted":
        assert (outcome.colors["h4"], outcome.colors["a5"]) == ("blue", "green")
    else:
        assert status == "rejected"
        assert offer["reason_closed"]
    assert outcome.solved or not all(outcome.satisfied.values())


@pytest.mark.parametrize("human", ["emulator", "none"])
def test_no_offer_is_left_without_an_end(human):
    endings = set()
    for seed, topology in enumerate(["study", *random_topologies(5, 13)]):
        for mode in ("RB", "LLM_RB"):
            settings = TeamSettings(
                mode=mode, topology=topology, human=human, seed=seed, max_steps=20
            ).complete()
            with TraceDb(":memory:") as trace:
                outcome = play(settings, trace)
                rows = trace_of(trace, "SELECT offer FROM coloring_offer ORDER BY rowid")
            offers = {one["offer_id"]: one for one in (json.loads(text) for (text,) in rows)}
            for one in offers.values():
                if not one["conditions"]:
                    continue
                endings.add(one["status"])
                if one["status"] == "pending":
                    assert one["step_sent"] > outcome.steps - patience_with(
                        one["recipient"], settings.people()
                    )
                elif one["status"] != "accepted":
                    assert one["reason_closed"], one
                if one["status"] == "superseded":
                    assert one["reason_closed"].startswith("replaced by ")
    assert endings <= {"pending", "accepted", "rejected", "withdrawn", "expired", "superseded"}


def terms(text):
    return tuple(NodeColor(*part.split("=")) for part in text.split())


def seats():
    offer = Offer("o", "A", "B", terms("b=red"), terms("a=blue"), step_sent=1)
    return {
        "A": Situation(2, {"a": "red"}, {"b": "blue"}, offers=(offer,), announced={"B": {"a": "red"}}),
        "B": Situation(2, {"b": "blue"}, {"a": "red"}, offers=(offer,), announced={"A": {"b": "blue"}}),
    }


def test_a_belief_that_a_deal_gave_is_withdrawn_with_it():
    ledger = Ledger(seats())
    ledger.enter("B", "A", [Accept(refers_to="o")], 2)
    dealt = ledger.seats()
    assert (dealt["A"].beliefs, dealt["B"].beliefs) == ({"b": "red"}, {"a": "blue"})
    ledger = Ledger(dealt)
    ledger.enter("A", "B", [Reject(refers_to="o", reasons=("it is in the way",))], 3)
    ended = ledger.seats()
    assert (ended["A"].beliefs, ended["B"].beliefs) == ({"b": "blue"}, {"a": "red"})
    assert ended["A"].offers[0].reason_closed == "it is in the way"


def test_what_was_reported_since_is_still_believed():
    ledger = Ledger(seats())
    ledger.enter("B", "A", [Accept(refers_to="o")], 2)
    dealt = ledger.seats()
    dealt["A"] = replace(dealt["A"], announced={"B": {"a": "blue"}})
    ledger = Ledger(dealt)
    ledger.enter("B", "A", [Reject(refers_to="o", reasons=("it is in the way",))], 4)
    assert ledger.seats()["B"].beliefs == {"a": "blue"}


def test_a_new_round_ends_offers_and_deals_with_a_reason():
    ledger = Ledger(seats())
    ledger.enter("B", "A", [Accept(refers_to="o")], 2)
    ledger = Ledger(ledger.seats())
    ledger.end_round(5)
    (deal,) = ledger.changed
    assert (deal.status, deal.reason_closed) == ("withdrawn", "a new round of bargaining begins")
    assert ledger.seats()["B"].beliefs == {"a": "red"}
    assert [name for name, _ in ledger.events] == ["rb.withdraw"]


@pytest.mark.parametrize(("made", "ends"), [(1, True), (8, False)])
def test_a_round_of_tables_ends_old_deals_with_the_person_if_conflicts_are_left(made, ends):
    view = seen("Agent1")
    deal = Offer("d", "Human", "Agent1", terms("a2=blue"), terms("h1=red"), status="accepted")
    deal = replace(deal, step_sent=made - 1, step_closed=made)
    situation = replace(
        at(view, "gbrgr", beliefs={"h1": "red", "h4": "red"}),
        time_step=10,
        phase="bargain",
        offers=(deal,),
        pins=(Pin("a2", "blue", "committed", "Human", "d"),),
        place=Place(children=("Human",)),
    )
    bargained = bargain(view, situation, PRODUCT, situation.colors, [])
    moves = [
        move
        for message in bargained.messages
        for move in Bargaining.model_validate(message.payload).moves
        if isinstance(move, Reject)
    ]
    assert [move.reasons for move in moves] == ([(ENDS, UNSOLVED)] if ends else [])
    assert bargained.released == (("a2",) if ends else ())


def test_several_deals_that_end_in_one_turn_bind_no_longer():
    view = seen("Agent1")
    deals = tuple(
        replace(
            Offer(name, "Human", "Agent1", terms(f"{name}=blue"), (), status="accepted"), step_closed=1
        )
        for name in ("a2", "a5")
    )
    pins = tuple(Pin(deal.offer_id, "blue", "committed", "Human", deal.offer_id) for deal in deals)
    outlook = Outlook(view, at(view, "gbrgb", offers=deals, pins=pins), {})
    for deal in deals:
        outlook.end(deal)
    assert (outlook.committed, outlook.released) == ({}, {"a2", "a5"})


@pytest.mark.parametrize(("partner", "says"), [("Human", True), ("Agent2", False)])
def test_a_request_against_a_deal_with_the_same_side_is_refused_with_the_deal(partner, says):
    view = seen("Agent1")
    deal = Offer("o1", partner, "Agent1", terms("a2=blue"), terms("h4=blue"), status="accepted")
    asked = Offer("o2", "Human", "Agent1", terms("a2=red"), ())
    situation = Situation(
        5,
        {"a1": "green", "a2": "blue", "a3": "red", "a4": "green", "a5": "red"},
        beliefs={"h1": "green", "h4": "blue"},
        pins=(Pin("a2", "blue", "committed", partner, "o1"),),
        offers=(deal, asked),
    )
    assert ("a2 is committed to blue" in refusal(view, situation, asked).reasons) == says


@pytest.mark.parametrize(("x", "blames"), [("red", False), ("green", True)])
def test_a_refusal_names_what_is_offered_only_if_it_is_a_reason(x, blames):
    """``b`` has no color left because of ``x``, ``y`` and ``z``, or else because of ``h``."""
    owners = {"b": "me", "c": "me"} | dict.fromkeys("xyz", "you") | {"h": "they"}
    problem = Problem("bcxyzh", ["bx", "by", "bz", "bh", "bc"], ["red", "green", "blue"], owners=owners)
    offer = Offer("o1", "they", "me", terms("c=green"), terms("h=red"))
    beliefs = {"x": x, "y": "green", "z": "blue"}
    situation = Situation(5, {"b": "red", "c": "red"}, beliefs=beliefs, offers=(offer,))
    reasons = refusal(view_of(problem, "me"), situation, offer).reasons
    assert reasons[0] == "unacceptable"
    assert ("h would be red" in reasons) == blames
    assert any("another neighbor" in one for one in reasons)


def test_the_numbers_of_offers_stay_when_others_are_closed():
    first, second = (Offer(f"o{i}", "Agent1", "Human", terms("h1=red"), ()) for i in (1, 2))
    told = Offer("o0", "Agent1", "Human", (), terms("a2=red"))
    assert numbered([told, first, second], "Human") == {1: first, 2: second}
    assert numbered([told, replace(first, status="withdrawn"), second], "Human") == {2: second}
    assert numbered([first], "Agent1") == {}

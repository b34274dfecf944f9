"""Moves as people read them, and payloads there and back."""

import pytest

from agents.coloring.bargaining.rb_text import render, render_move
from agents.coloring.messages import (
    PAYLOADS,
    Accept,
    Bargaining,
    ConditionalOffer,
    FeasibilityQuery,
    FeasibilityResponse,
    Reject,
    Withdraw,
)
from agents.coloring.situation import NodeColor


def nc(text):
    return tuple(NodeColor(*part.split("=")) for part in text.split())


MOVES = {
    ConditionalOffer(offer_id="o1", conditions=nc("h1=red"), assignments=nc("a2=green")): (
        "If you color h1 red, I color a2 green [o1]."
    ),
    ConditionalOffer(
        offer_id="o1", conditions=nc("h1=red h4=blue"), assignments=nc("a2=green a4=red a5=blue")
    ): ("If you color h1 red and h4 blue, I color a2 green, a4 red and a5 blue [o1]."),
    ConditionalOffer(
        offer_id="o1", assignments=nc("a2=green a4=red")
    ): "My border: a2 is green, a4 is red.",
    ConditionalOffer(offer_id="o1", conditions=nc("h1=red")): "Please color h1 red [o1].",
    Accept(refers_to="o1"): "I accept your offer o1.",
    Reject(refers_to="o1", reasons=("unacceptable",)): "I reject o1.",
    Reject(
        refers_to="o1", reasons=("impossible", "a1 is fixed green"), impossible_conditions=nc("a1=red")
    ): ("I reject o1, because a1 is fixed green. a1 can never be red."),
    Reject(
        refers_to="o1",
        reasons=("always_a_conflict", "a2 is fixed red"),
        impossible_conditions=nc("a1=red"),
    ): ("I reject o1, because a2 is fixed red. With a1 red I would always have a conflict."),
    Reject(refers_to="o1", impossible_combinations=(nc("a1=red a2=red"),)): (
        "I reject o1. a1 red and a2 red can never go together."
    ),
    Withdraw(
        refers_to="o1", reasons=("it is no longer needed",)
    ): "I take back o1, because it is no longer needed.",
    FeasibilityQuery(query_id="q1", conditions=nc("h1=red h4=blue")): (
        "Could you color your nodes if h1 were red and h4 blue? [q1]"
    ),
    FeasibilityResponse(
        refers_to="q1", is_feasible=True, feasibility_penalty=0, feasibility_conflicts=0
    ): ("Yes, that would work for me [q1]."),
    FeasibilityResponse(
        refers_to="q1",
        is_feasible=True,
        feasibility_penalty=0,
        feasibility_conflicts=0,
        conditions=nc("h1=red a2=blue"),
    ): ("Yes, with h1 red and a2 blue I can color my part without a conflict [q1]."),
    FeasibilityResponse(
        refers_to="q1",
        is_feasible=False,
        feasibility_penalty=20,
        feasibility_conflicts=2,
        because=("h1 would be red", "a node of mine is fixed"),
    ): (
        "No, at least 2 conflicts would be left, because h1 would be red and a node of mine is "
        "fixed [q1]."
    ),
}


@pytest.mark.parametrize(("move", "text"), MOVES.items(), ids=lambda x: getattr(x, "move", ""))
def test_a_move_reads_as_a_sentence(move, text):
    assert render_move(move) == text


def test_a_message_reads_as_its_moves():
    assert render([Accept(refers_to="x"), Withdraw(refers_to="y")]) == (
        "I accept your offer x. I take back y."
    )


def test_payloads_come_back_as_they_went():
    sent = Bargaining(moves=tuple(MOVES))
    assert PAYLOADS["rb"].model_validate(sent.model_dump(mode="json")) == sent

"""What is offered to a person: changes only, and nothing again that came to nothing."""

from dataclasses import replace

import pytest

from agents.coloring.bargaining.moves import bargain
from agents.coloring.bargaining.proposals import changing, propose
from agents.coloring.conformance import PRODUCT
from agents.coloring.messages import Withdraw, moves_in
from agents.coloring.situation import NodeColor, Offer, Pin, Situation
from agents.coloring.view import view_of
from tests.study import study

COLORS = {"a1": "green", "a2": "blue", "a3": "red", "a4": "green", "a5": "red"}
SEEN = {"h1": "red", "h4": "red"}
#: The person said something in step 0, something else in step 4, and the first again in step 7.
STANDS = {"stands": [[0, "first"], [4, "second"], [7, "first"]]}


def offering(person="Human", **changes):
    view = view_of(study(1), "Agent1", person=person)
    situation = replace(Situation(9, COLORS, SEEN, phase="bargain"), **changes)
    return propose(view, situation, PRODUCT, situation.colors, "Human")


def came_to_nothing(proposal, step_closed, status="withdrawn", why="you did not accept it"):
    return Offer(
        "o", "Agent1", "Human", proposal.conditions, proposal.assignments,
        status=status, step_sent=1, step_closed=step_closed, reason_closed=why,
    )  # fmt: skip


def test_a_person_is_asked_only_for_changes_and_a_program_for_the_whole_border():
    asked = offering().conditions
    assert asked
    assert changing(asked, SEEN) == asked
    assert [term.node for term in offering(person=None).conditions] == ["h1", "h4"]


def test_a_person_is_not_promised_what_it_demanded():
    for term in offering().assignments:
        pin = Pin(term.node, term.color, "forced", "Human")
        assert term not in offering(pins=(pin,)).assignments


@pytest.mark.parametrize(
    ("status", "why"),
    [
        ("withdrawn", "you did not accept it"),
        ("expired", "not answered in 10 steps"),
        ("rejected", "answered by a counter-offer"),
    ],
)
@pytest.mark.parametrize(
    ("step_closed", "again"), [(2, False), (4, False), (5, True), (6, True), (7, False), (8, False)]
)
def test_terms_are_offered_again_only_if_what_the_person_says_has_become_another(
    status, why, step_closed, again
):
    first = offering(flow=STANDS)
    closed = came_to_nothing(first, step_closed, status, why)
    assert (offering(flow=STANDS, offers=(closed,)) == first) == again


def test_terms_are_not_offered_again_if_it_is_not_known_what_the_person_said():
    first = offering()
    assert offering(offers=(came_to_nothing(first, 5),)) != first


def test_rejected_conditions_are_not_offered_again_to_a_person_whatever_it_says():
    first = offering(flow=STANDS)
    closed = came_to_nothing(first, 5, "rejected", "no")
    again = offering(flow=STANDS, offers=(closed,))
    assert again is None or again.conditions != first.conditions


def test_an_offer_of_what_the_person_has_done_is_taken_back():
    view = view_of(study(1), "Agent1", person="Human")
    asked = (NodeColor("h1", "red"),)
    done = Offer("o", "Agent1", "Human", asked, (NodeColor("a4", "blue"),), step_sent=8)
    situation = Situation(9, COLORS, SEEN, phase="bargain", offers=(done,))
    moves = moves_in(bargain(view, situation, PRODUCT, COLORS, ()).messages[0])
    assert [move.reasons for move in moves if isinstance(move, Withdraw)] == [("h1 is red already",)]

"""The life of offers: deals, what they bind, what crosses in one step, and what expires."""

import pytest

from agents.coloring.bargaining.offers import (
    COUNTERED,
    PATIENCE,
    PATIENCE_WITH_PEOPLE,
    Book,
    apply_moves,
    expire,
    released_by,
)
from agents.coloring.messages import Accept, ConditionalOffer, FeasibilityQuery, Reject, Withdraw
from agents.coloring.situation import NodeColor, Pin


def nc(text):
    return tuple(NodeColor(*part.split("=")) for part in text.split())


def offer(name, conditions="h1=red", assignments="a2=green"):
    return ConditionalOffer(offer_id=name, conditions=nc(conditions), assignments=nc(assignments))


def book(*messages, start=None):
    """Carry out (sender, recipient, step, moves...) one after the other."""
    now, events, beliefs = start or Book((), {}), [], {}
    for sender, recipient, step, *moves in messages:
        applied = apply_moves(now, sender, recipient, moves, step)
        now = applied.book
        events += [name for name, _ in applied.events]
        beliefs = applied.beliefs
    return now, events, beliefs


def statuses(now):
    return {o.offer_id: o.status for o in now.offers}


def test_an_accepted_offer_binds_both():
    now, events, beliefs = book(("A", "H", 3, offer("o")), ("H", "A", 4, Accept(refers_to="o")))
    assert statuses(now) == {"o": "accepted"}
    assert now.pins == {
        "H": (Pin("h1", "red", "committed", "A", "o"),),
        "A": (Pin("a2", "green", "committed", "H", "o"),),
    }
    assert beliefs == {"H": {"a2": "green"}, "A": {"h1": "red"}}
    assert events == ["rb.offer", "rb.accept"]
    assert (now.offers[0].step_sent, now.offers[0].step_closed) == (3, 4)


@pytest.mark.parametrize("by", ["A", "H"])
def test_either_side_ends_a_deal_and_both_are_free(by):
    other = {"A": "H", "H": "A"}[by]
    pins = {"A": (Pin("a9", "blue", "committed", "B", "x"),)}
    now, events, _ = book(
        ("A", "H", 1, offer("o")),
        ("H", "A", 2, Accept(refers_to="o")),
        (by, other, 5, Reject(refers_to="o", reasons=("in the way",))),
        start=Book((), pins),
    )
    assert statuses(now) == {"o": "rejected"}
    assert now.pins == {"A": pins["A"], "H": ()}
    assert events[-1] == "rb.reject"


def test_a_refusal_teaches():
    reject = Reject(
        refers_to="o", impossible_conditions=nc("h1=red"), impossible_combinations=(nc("h1=red h4=red"),)
    )
    now, _, _ = book(("A", "H", 1, offer("o")), ("H", "A", 2, reject))
    assert now.offers[0].impossible_conditions == nc("h1=red")
    assert now.offers[0].impossible_combinations == (nc("h1=red h4=red"),)


def test_a_counter_offer_rejects_the_pending_ones_it_answers_and_nothing_else():
    now, events, _ = book(
        ("A", "H", 1, offer("mine"), offer("told", "", "a2=green")),
        ("H", "A", 1, offer("news", "", "h1=blue")),
        ("H", "A", 2, offer("update", "", "h1=red")),
        ("H", "A", 2, offer("counter", "a2=blue", "h1=green")),
    )
    assert statuses(now) == {
        "mine": "rejected",
        "told": "pending",
        "news": "superseded",
        "update": "pending",
        "counter": "pending",
    }
    assert (events.count("rb.reject"), events.count("rb.superseded")) == (1, 0)
    assert now.offers[0].reason_closed == COUNTERED


def test_offers_that_cross_in_one_step_both_stand():
    now, _, _ = book(("A", "H", 1, offer("x")), ("H", "A", 1, offer("y", "a2=red", "h1=blue")))
    assert statuses(now) == {"x": "pending", "y": "pending"}


@pytest.mark.parametrize("accept_first", [True, False])
def test_accepting_what_is_taken_back_in_the_same_step_is_void(accept_first):
    turns = [("H", "A", 2, Accept(refers_to="o")), ("A", "H", 2, Withdraw(refers_to="o"))]
    now, events, _ = book(("A", "H", 1, offer("o")), *(turns if accept_first else reversed(turns)))
    assert statuses(now) == {"o": "withdrawn"}
    assert not any(now.pins.values())
    assert "rb.void" in events


@pytest.mark.parametrize("accept_first", [True, False])
@pytest.mark.parametrize(("people", "status"), [("H", "accepted"), ("A", "withdrawn")])
def test_a_person_who_accepts_and_a_person_who_takes_back_is_not_outrun(people, status, accept_first):
    turns = [("H", "A", 2, Accept(refers_to="o")), ("A", "H", 2, Withdraw(refers_to="o"))]
    moves = [("A", "H", 1, offer("o")), *(turns if accept_first else reversed(turns))]
    now, events, _ = book(*moves, start=Book((), {}, people))
    assert statuses(now) == {"o": status}
    assert any(now.pins.values()) == (status == "accepted")
    assert status == "accepted" or "rb.void" in events


@pytest.mark.parametrize("accept_first", [True, False])
def test_accepting_what_is_countered_in_the_same_step_holds(accept_first):
    turns = [("H", "A", 2, Accept(refers_to="o")), ("H", "A", 2, offer("p", "a2=red", "h1=blue"))]
    now, _, _ = book(("A", "H", 1, offer("o")), *(turns if accept_first else reversed(turns)))
    assert statuses(now)["o"] == "accepted"


def test_of_two_deals_that_contradict_each_other_the_second_is_void():
    now, events, beliefs = book(
        ("A", "H", 1, offer("x")),
        ("H", "A", 1, offer("y", "a2=red", "h1=blue")),
        ("A", "H", 2, Accept(refers_to="y")),
        ("H", "A", 2, Accept(refers_to="x")),
    )
    assert statuses(now) == {"x": "rejected", "y": "accepted"}
    assert {pin.color for pins in now.pins.values() for pin in pins} == {"red", "blue"}
    assert events[-2:] == ["rb.void", "rb.reject"]
    assert now.offers[0].reason_closed == "H is bound by another deal"
    assert beliefs == {"H": {}, "A": {}}


def test_a_party_that_others_bound_meanwhile_cannot_be_held_to_its_offer():
    bound = Book((), {"A": (Pin("a2", "red", "committed", "B", "z"),)})
    now, events, _ = book(("A", "H", 1, offer("o")), ("H", "A", 2, Accept(refers_to="o")), start=bound)
    assert statuses(now) == {"o": "rejected"}
    assert events[-2:] == ["rb.void", "rb.reject"]


def test_a_new_deal_between_the_same_two_replaces_one_that_contradicts_it():
    now, _, _ = book(
        ("A", "H", 1, offer("o"), offer("other", "h4=blue", "a4=red")),
        ("H", "A", 2, Accept(refers_to="o"), Accept(refers_to="other")),
        ("H", "A", 3, offer("p", "a2=red", "h1=blue")),
        ("A", "H", 4, Accept(refers_to="p")),
    )
    assert statuses(now) == {"o": "superseded", "other": "accepted", "p": "accepted"}
    assert {(p.node, p.color) for pins in now.pins.values() for p in pins} == {
        *(("h1", "blue"), ("a2", "red"), ("h4", "blue"), ("a4", "red"))
    }


def test_moves_on_what_is_not_there_are_void():
    now, events, _ = book(("A", "H", 1, Accept(refers_to="?"), Reject(refers_to="?")))
    assert now.offers == ()
    assert events == ["rb.void", "rb.void"]


def test_what_can_never_go_together_is_remembered_of_an_offer_that_is_taken_back_meanwhile():
    """The person refuses in the step in which the agent withdraws."""
    never = (nc("h1=green h5=red"),)
    refusal = Reject(refers_to="o", impossible_combinations=never)
    now, _, _ = book(
        ("A", "H", 1, offer("o")), ("A", "H", 2, Withdraw(refers_to="o")), ("H", "A", 2, refusal)
    )
    (kept,) = now.offers
    assert (kept.status, kept.impossible_combinations) == ("withdrawn", never)


def test_an_offer_expires_after_five_steps_and_an_announcement_never():
    now, _, _ = book(("A", "H", 2, offer("o"), offer("told", "", "a2=red")))
    offers, events = expire(now.offers, 2 + PATIENCE - 1)
    assert events == ()
    offers, events = expire(offers, 2 + PATIENCE)
    assert [(o.offer_id, o.status, o.step_closed) for o in offers] == [
        ("o", "expired", 7),
        ("told", "pending", None),
    ]
    assert [name for name, _ in events] == ["rb.expired"]


def test_an_offer_to_a_person_stands_for_ten_steps():
    now, _, _ = book(("A", "H", 2, offer("o")))
    assert expire(now.offers, 2 + PATIENCE_WITH_PEOPLE - 1, ["H"])[1] == ()
    ((closed,), _) = expire(now.offers, 2 + PATIENCE_WITH_PEOPLE, ["H"])
    assert (closed.status, closed.reason_closed) == ("expired", "not answered in 10 steps")


def test_a_turn_frees_what_it_ends_or_amends():
    now, _, _ = book(
        ("A", "H", 1, offer("o")),
        ("H", "A", 2, Accept(refers_to="o")),
        ("H", "A", 3, offer("p", "a2=red", "h1=blue")),
    )
    pins = now.pins["A"]
    assert released_by(pins, [], now.offers) == set()
    assert released_by(pins, [Reject(refers_to="o")]) == {"a2"}
    assert released_by(pins, [Accept(refers_to="p")], now.offers) == {"a2"}


def test_questions_change_nothing():
    query = FeasibilityQuery(query_id="q", conditions=nc("a2=red"))
    now, events, _ = book(("A", "H", 1, query))
    assert now == Book((), {})
    assert events == ["rb.feasibility"]

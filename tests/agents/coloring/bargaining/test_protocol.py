"""What may be said when: illegal moves are refused by name."""

from dataclasses import replace
from typing import get_args

import pytest

from agents.coloring.bargaining.protocol import (
    LIFE,
    OfferState,
    check_kind,
    check_moves,
    check_reply,
)
from agents.coloring.messages import (
    Accept,
    ConditionalOffer,
    FeasibilityQuery,
    FeasibilityResponse,
    Reject,
    Withdraw,
)
from agents.coloring.modes import MODES, PERSONS_KINDS
from agents.coloring.situation import NodeColor, Offer, OfferStatus, Situation
from agents.coloring.view import view_of
from agents.errors import ActionRejected, InputError
from tests.study import study

VIEW = view_of(study(1), "Agent1")


def nc(text):
    return tuple(NodeColor(*part.split("=")) for part in text.split())


def offer(name="new", conditions="h1=red", assignments="a2=green"):
    return ConditionalOffer(offer_id=name, conditions=nc(conditions), assignments=nc(assignments))


def seat(*offers, phase="bargain"):
    return Situation(4, dict.fromkeys(VIEW.own, "green"), offers=offers, phase=phase)


def kept(sender, status="pending", conditions="a2=red"):
    to = "Human" if sender == "Agent1" else "Agent1"
    return Offer("o", sender, to, nc(conditions), nc("h1=red"), status=status)


def refused(situation, *moves, **more):
    with pytest.raises(ActionRejected) as caught:
        check_moves(VIEW, situation, "Human", moves, **more)
    return str(caught.value)


def test_nothing_is_said_while_everybody_configures():
    check_moves(VIEW, seat(phase="configure"), "Human", ())
    assert refused(seat(phase="configure"), offer()) == (
        "move = 'ConditionalOffer': expected none in phase configure"
    )


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (offer(conditions="h3=red"), "h3 = 'red': expected one of the nodes h1, h4"),
        (offer(assignments="a1=green"), "a1 = 'green': expected one of the nodes a2, a4, a5"),
        (offer(conditions="h1=pink"), "h1 = 'pink': expected one of red, green, blue"),
        (offer(conditions="h1=red h1=blue"), "h1 = 'blue': expected each node once"),
        (offer(conditions="", assignments=""), "expected a condition or an assignment"),
    ],
)
def test_terms_are_on_the_common_border(wrong, says):
    assert says in refused(seat(), wrong)


def test_r1_fixed_nodes_are_not_traded():
    known = replace(VIEW, fixed={"a2": "green"}, known_fixed={"h1": "blue"})
    for wrong, says in (
        (
            offer(conditions="", assignments="a2=red"),
            "a2 = 'red': expected green, its fixed",
        ),
        (
            offer(conditions="h1=red", assignments=""),
            "h1 = 'red': expected blue, its fixed",
        ),
    ):
        with pytest.raises(ActionRejected, match=says):
            check_moves(known, seat(), "Human", [wrong])
    check_moves(known, seat(), "Human", [offer(conditions="h1=blue", assignments="a2=green")])
    with pytest.raises(ActionRejected, match=r"Accept\.conditions\.a2 = 'red': expected green"):
        check_moves(known, seat(kept("Human")), "Human", [Accept(refers_to="o")])


def test_r4_names_are_new():
    assert "expected a new name" in refused(seat(kept("Human")), offer("o"))
    assert "expected a new name" in refused(seat(), offer("n"), offer("n"))


@pytest.mark.parametrize(
    ("sender", "status", "legal"),
    [
        ("Human", "pending", {"Accept", "Reject"}),
        ("Agent1", "pending", {"Withdraw"}),
        ("Human", "accepted", {"Reject"}),
        ("Agent1", "accepted", {"Reject", "Withdraw"}),
        *((who, s, set()) for who in ("Human", "Agent1") for s in ("rejected", "expired", "withdrawn")),
    ],
)
def test_an_offer_is_moved_by_whose_turn_it_is(sender, status, legal):
    for make in (Accept, Reject, Withdraw):
        situation, move = seat(kept(sender, status)), make(refers_to="o")
        if make.__name__ in legal:
            check_moves(VIEW, situation, "Human", [move])
        else:
            said = refused(situation, move)
            legal_moves = " or ".join(sorted(legal)) or "no move"
            assert said.startswith(f"{make.__name__}.refers_to = 'o': expected {legal_moves}, since")


def test_an_offer_is_moved_once_in_a_turn():
    said = refused(seat(kept("Human")), Accept(refers_to="o"), Accept(refers_to="o"))
    assert said == (
        "Accept.refers_to = 'o': expected Reject, since this is an offer that you received, accepted"
    )


def test_an_announcement_asks_for_no_answer():
    told = Offer("o", "Human", "Agent1", (), nc("h1=red"))
    said = refused(seat(told), Accept(refers_to="o"))
    assert said == (
        "Accept.refers_to = 'o': expected no move, "
        "since this is an announcement that you received, pending"
    )


def test_an_offer_is_one_between_the_two():
    elsewhere = Offer("o", "Agent9", "Agent1", nc("a2=red"), ())
    assert "expected an offer between Agent1 and Human" in refused(
        seat(elsewhere), Accept(refers_to="o")
    )
    assert "expected an offer between" in refused(seat(), Withdraw(refers_to="?"))


def test_what_is_taught_is_about_own_nodes():
    wrong = Reject(refers_to="o", impossible_conditions=nc("h1=red"))
    assert "h1 = 'red': expected one of the nodes a1" in refused(seat(kept("Human")), wrong)


def test_questions_are_about_the_common_border_and_answered_once():
    both = nc("a2=red"), nc("h1=red"), nc("a2=red h1=green")
    for conditions in both:
        check_moves(VIEW, seat(), "Human", [FeasibilityQuery(query_id="q", conditions=conditions)])
    for node in ("a1", "h2"):
        assert node in refused(seat(), FeasibilityQuery(query_id="q", conditions=nc(f"{node}=red")))
    answer = FeasibilityResponse(
        refers_to="q", is_feasible=True, feasibility_penalty=0.0, feasibility_conflicts=0
    )
    check_moves(VIEW, seat(), "Human", [answer], questions=["q"])
    assert "an open question of Human" in refused(seat(), answer, answer, questions=["q"])


def test_every_mode_has_its_kinds():
    check_kind("RB", "rb")
    check_kind("RB", "free_text", person=True)
    with pytest.raises(ActionRejected, match="kind = 'cost_list': expected one of rb, reply"):
        check_kind("RB", "cost_list")
    with pytest.raises(InputError, match="mode = 'XX': expected one of RB, LLM_U"):
        check_kind("XX", "rb")
    assert all("reply" in kinds for kinds in (mode.kinds for mode in MODES.values()))
    assert "reply" not in PERSONS_KINDS


def test_one_reply_for_each_time_the_person_speaks():
    check_reply(True, 1)
    check_reply(False, 0)
    for asked, replies in ((False, 1), (True, 2)):
        with pytest.raises(ActionRejected, match="replies = "):
            check_reply(asked, replies)


def test_the_chart_of_an_offer_knows_every_status():
    assert {state.value for state in OfferState} - {"absent"} == set(get_args(OfferStatus))
    ends = [state for state in OfferState if not LIFE.valid_triggers(state)]
    assert ends == [OfferState.REJECTED, OfferState.EXPIRED, OfferState.SUPERSEDED, OfferState.WITHDRAWN]

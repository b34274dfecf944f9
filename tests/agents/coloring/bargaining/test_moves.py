"""Bargaining: the moves of a turn, rules R1 to R9, and acceptance C-13."""

import itertools
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import solver
from agents.coloring.bargaining.exclusions import conditions_of
from agents.coloring.bargaining.moves import bargain, is_content, offer_id
from agents.coloring.bargaining.offers import PATIENCE, PATIENCE_WITH_PEOPLE
from agents.coloring.bargaining.proposals import propose
from agents.coloring.bargaining.rb_text import render
from agents.coloring.bargaining.refusals import refusal
from agents.coloring.conformance import PRODUCT
from agents.coloring.messages import (
    Bargaining,
    ConditionalOffer,
    FeasibilityQuery,
    FeasibilityResponse,
    Reject,
    Withdraw,
    moves_in,
)
from agents.coloring.situation import Constraint, NodeColor, Offer, Pin, Received, Situation
from agents.coloring.view import view_of
from solver import Problem
from tests.agents.coloring.arena import Arena, message
from tests.study import study


def nc(text):
    return tuple(NodeColor(*part.split("=")) for part in text.split())


def make(name, conditions="", assignments=""):
    return ConditionalOffer(offer_id=name, conditions=nc(conditions), assignments=nc(assignments))


def pair(fixed=None, edges=("a1-h1", "a2-h2", "a1-a2", "h1-h2"), domain=("red", "green")):
    """Two clusters of two nodes."""
    owners = {"a1": "A", "a2": "A", "h1": "H", "h2": "H"}
    return Problem(
        list(owners), [e.split("-") for e in edges], domain, conflict_penalty=10.0, owners=owners,
        fixed=fixed,
    )  # fmt: skip


def kinds(moves):
    return [type(move).__name__ for move in moves]


# A of three nodes in a path cannot have both ends green and red in two colors: it needs help.
def needy(fixed=None):
    owners = {"a1": "A", "a2": "A", "a3": "A", "h1": "H", "h3": "H", "z": "H"}
    edges = ["a1-a2", "a2-a3", "a1-h1", "a3-h3"]
    return Problem(
        list(owners), [e.split("-") for e in edges], ["red", "green"], conflict_penalty=10.0,
        owners=owners, fixed=fixed,
    )  # fmt: skip


NEEDY = {"a1": "green", "a2": "red", "a3": "green", "h1": "red", "h3": "green", "z": "red"}


# ------------------------------------------------------------------------------------------- C-13


def test_silent_until_announced_then_configurations_are_told():
    arena = Arena(needy(), NEEDY, phase="configure")
    assert all(b.messages == () for b in arena.step().values())
    arena.seats = {
        n: s.__class__(**{**s.json_dict(), "phase": "bargain"}) for n, s in arena.seats.items()
    }
    arena.step()
    first = arena.sent("H", "A")
    assert kinds(first) == ["ConditionalOffer"]
    assert first[0].offer_id.startswith("config_")
    assert first[0].conditions == ()
    assert first[0].assignments == nc("h1=red h3=green")
    assert "initial_configuration" in first[0].reasons


def test_an_offer_is_made_accepted_and_carried_out_and_survives():
    arena = Arena(needy(), NEEDY)
    arena.step()
    made = arena.sent("A", "H")
    assert "ConditionalOffer" in kinds(made)
    arena.step()
    assert "Accept" in kinds(arena.sent("H", "A"))
    committed = {n: s.committed for n, s in arena.seats.items()}
    assert committed["A"]
    assert committed["H"]
    arena.step()
    for name, pins in committed.items():
        assert arena.seats[name].committed == pins
        assert pins.items() <= arena.seats[name].colors.items()
    assert arena.conflicts() == 0


def test_offers_that_nobody_answers_are_withdrawn_and_the_other_side_hears_it():
    arena = Arena(needy(), NEEDY)
    for _ in range(PATIENCE + 1):
        turn = arena.turn("A")
        arena.play({"A": (turn.colors, turn.messages)})
    first = next(o for o in arena.seats["A"].offers if o.conditions)
    assert (first.status, first.reason_closed) == ("withdrawn", "you did not accept it")
    assert "because you did not accept it" in " ".join(one.text for _, one in arena.said) or (
        first.step_closed < arena.time - 1
    )


def test_a_person_is_told_of_another_offer_or_keeps_the_one_that_is_left():
    arena = Arena(needy(), NEEDY, person="H")
    for _ in range(3 * PATIENCE_WITH_PEOPLE):
        turn = arena.turn("A")
        arena.play({"A": (turn.colors, turn.messages)})
    made = [offer for offer in arena.seats["H"].offers if offer.conditions]
    assert len(made) > 1
    for earlier, later in itertools.pairwise(made):
        assert earlier.reason_closed == "you did not accept it"
        lasted = earlier.step_closed - earlier.step_sent
        tried = [conditions_of(one.conditions) for one in made[: made.index(later)]]
        # A repeated one comes only behind one that stood for as long as it could.
        most = PATIENCE_WITH_PEOPLE if conditions_of(later.conditions) in tried else PATIENCE
        assert lasted == most - 1


def test_rejected_conditions_are_not_offered_again():
    arena = Arena(needy(), NEEDY)
    seen = []
    for _ in range(12):
        turn = arena.turn("A")
        reject = [
            Reject(refers_to=o.offer_id)
            for o in arena.seats["H"].offers
            if o.status == "pending" and o.conditions
        ]
        refusal = [message("A", *reject)] if reject else []
        arena.play({"A": (turn.colors, turn.messages), "H": (arena.seats["H"].colors, refusal)})
        seen += [
            m.conditions for m in arena.sent("A", "H") if m.move == "ConditionalOffer" and m.conditions
        ]
    assert len(seen) > 1
    assert len(seen) == len(set(seen))


def test_what_is_impossible_is_filtered_everywhere():
    view = view_of(needy(), "A")
    base = Situation(
        1,
        {v: NEEDY[v] for v in view.own},
        beliefs={v: NEEDY[v] for v in view.owners},
        phase="bargain",
    )
    colors = base.colors
    assert propose(view, base, PRODUCT, colors, "H").conditions in (
        nc("h1=red h3=red"), nc("h1=green h3=green"),
    )  # fmt: skip

    person = replace(view, person="H")
    unmoved = propose(person, base, PRODUCT, colors, "H").conditions
    for color in ("red", "green"):
        kept = replace(base, flow={"kept": [["h1", color]]})
        found = propose(person, kept, PRODUCT, colors, "H").conditions
        # What the node has no longer is not kept.
        assert found[0].color == color if base.beliefs["h1"] == color else found == unmoved

    def asked(**more):
        found = propose(view, replace(base, **more), PRODUCT, colors, "H")
        return found and found.conditions

    def taught(singles=(), combinations=()):
        return Offer("t", "A", "H", nc("h1=red h3=red"), (), status="expired",
                     impossible_conditions=singles, impossible_combinations=combinations)  # fmt: skip

    pairs = taught(combinations=(nc("h1=red h3=red"),))
    assert asked(offers=(pairs,)) == nc("h1=green h3=green")
    assert asked(offers=(taught(nc("h1=red")),)) == nc("h1=green h3=green")
    both = taught(nc("h1=green"), (nc("h1=red h3=red"),))
    assert asked(offers=(both,)) is None
    forbidden = Constraint("h3", "forbidden", "red", "H")
    assert asked(constraints=(forbidden,)) == nc("h1=green h3=green")
    required = Constraint("h3", "required", "red", "H")
    assert asked(constraints=(required,)) == nc("h1=red h3=red")


def test_feasibility_is_exact_and_has_no_effect():
    view = view_of(study(1), "Agent1")
    situation = Situation(3, dict.fromkeys(view.own, "green"), phase="bargain")
    before = situation.json_dict()

    def ask(text):
        query = FeasibilityQuery(query_id="query_Human_Agent1_2_0", conditions=nc(text))
        payload = Bargaining(moves=(query,)).model_dump(mode="json")
        inbox = [Received("Human", "rb", "", payload)]
        found = bargain(view, situation, PRODUCT, situation.colors, inbox)
        answer = Bargaining.model_validate(found.messages[0].payload).moves[0]
        assert isinstance(answer, FeasibilityResponse)
        assert found.colors == situation.colors
        assert found.released == ()
        return answer

    yes, no = ask("h1=red h4=blue"), ask("h1=red h4=red")
    assert (yes.is_feasible, yes.feasibility_penalty, yes.because) == (True, 0.0, ())
    assert (no.is_feasible, no.feasibility_conflicts) == (False, 1)
    assert no.because == ("h1 would be red", "h4 would be red", "a node of mine is fixed")
    assert situation.json_dict() == before


# ------------------------------------------------------------------------------------------ R1 - R9


def test_r1_fixed_nodes_are_never_traded():
    arena = Arena(needy({"a1": "green", "h3": "green"}), NEEDY)
    for _ in range(4):
        arena.step()
        for sender, to in (("A", "H"), ("H", "A")):
            for move in arena.sent(sender, to):
                if move.move == "ConditionalOffer" and move.conditions:
                    assert "a1" not in {t.node for t in move.assignments}
    # H cannot know that a3 is free to ask for, but what it is asked against h3 it refuses and teaches.
    refusals = [
        offer for offer in arena.seats["A"].offers if offer.status == "rejected" and offer.sender == "A"
    ]
    for offer in refusals:
        asked = {t.node: t.color for t in offer.conditions}
        if asked.get("h3") == "red":
            assert offer.impossible_conditions == nc("h3=red")


def test_r2_commitments_are_pins_that_a_turn_keeps():
    view = view_of(needy(), "A")
    pins = (Pin("a1", "red", "committed", "H", "d"), Pin("a3", "green", "forced", "H"))
    colors = {"a1": "red", "a2": "green", "a3": "green"}
    situation = Situation(2, colors, beliefs={"h1": "red", "h3": "green"}, pins=pins, phase="bargain")
    found = bargain(view, situation, PRODUCT, colors, [])
    moves = Bargaining.model_validate(found.messages[0].payload).moves
    for move in moves:
        if move.move == "ConditionalOffer":
            assert {t.node: t.color for t in move.assignments}.get("a1", "red") == "red"
    assert found.colors["a1"] == "red"
    # An offer against the commitment cannot be taken, whatever it promises; it is refused.
    wrong = Offer("w", "H", "A", nc("a1=green"), nc("h1=red"), step_sent=1)
    other_deal = (Pin("a1", "red", "committed", "X", "d"),)
    bound = Situation(
        2, colors, beliefs={"h1": "red", "h3": "red"}, pins=other_deal, offers=(wrong,), phase="bargain"
    )
    found = bargain(view, bound, PRODUCT, colors, [])
    assert found.colors["a1"] == "red"
    assert "Reject" in kinds(Bargaining.model_validate(found.messages[0].payload).moves)


def test_r3_offers_are_judged_by_the_best_response_of_the_whole_cluster():
    # With a2 as it is, no border of H would do; the best response moves it.
    view = view_of(needy(), "A")
    colors = {"a1": "green", "a2": "green", "a3": "green"}
    situation = Situation(1, colors, beliefs={"h1": "red", "h3": "green"}, phase="bargain")
    found = propose(view, situation, PRODUCT, colors, "H")
    assert (found.before, found.after) == (1, 0)
    border = {t.node: t.color for t in found.conditions}
    best = solver.best_response(view.problem, "A", border)
    assert best.conflicts == 0
    for term in found.assignments:
        assert term.color != border[{"a1": "h1", "a3": "h3"}[term.node]]


def test_r4_names_are_derived_and_unique():
    assert offer_id("offer", "Agent1", "Human", 7, 0) == "offer_Agent1_Human_7_0"
    parties = ["a", "a_b", "b", "b_c", "c", "a%5Fb"]
    names = {offer_id("offer", x, y, 1, 0) for x in parties for y in parties}
    assert len(names) == len(parties) ** 2
    arena = Arena(study(1))
    seen = []
    for _ in range(6):
        arena.step()
        seen += [
            m.offer_id for _, one in arena.said for m in arena.moves(one) if m.move == "ConditionalOffer"
        ]
    assert seen
    assert len(seen) == len(set(seen))


def test_r5_sender_and_recipient_are_explicit():
    # Agent1 and Agent10: no look-up by a part of a name can tell them apart.
    owners = {"a": "Agent1", "b": "Agent10", "c": "Agent100"}
    problem = Problem("abc", ["ab", "bc", "ac"], ["red", "green", "blue"], 
                      conflict_penalty=10.0, owners=owners)  # fmt: skip
    arena = Arena(problem)
    for _ in range(5):
        arena.step()
    for name, seat in arena.seats.items():
        for offer in seat.offers:
            assert name in (offer.sender, offer.recipient)
            nodes = [v for v, owner in owners.items() if owner == offer.sender]
            assert {t.node for t in offer.assignments} <= set(nodes)


def test_r6_conflicts_are_counted_not_penalties():
    # The preference outweighs the conflict: the penalty is negative, and yet there is a conflict.
    problem = Problem(
        ["a", "h"],
        [("a", "h")],
        ["red", "green"],
        {"a": {"red": 30.0}},
        10.0,
        owners={"a": "A", "h": "H"},
    )
    view = view_of(problem, "A")
    situation = Situation(0, {"a": "red"}, beliefs={"h": "red"}, phase="bargain")
    assert solver.penalty(problem, {"a": "red", "h": "red"}) < 0
    assert not is_content(view, situation, {"a": "red"})
    found = propose(view, situation, PRODUCT, {"a": "red"}, "H")
    assert found.conditions == nc("h=green")


def test_r7_an_announcement_stands_beside_a_substantive_move():
    arena = Arena(needy(), NEEDY)
    arena.step()
    assert kinds(arena.sent("A", "H")) == ["ConditionalOffer", "ConditionalOffer"]
    offered, told = arena.sent("A", "H")
    assert offered.conditions
    assert told.conditions == ()


def received(*offers, colors, beliefs, problem, name="A", **more):
    view = view_of(problem, name)
    situation = Situation(3, colors, beliefs=beliefs, offers=offers, phase="bargain", **more)
    found = bargain(view, situation, PRODUCT, colors, [])
    moves = [m for one in found.messages for m in Bargaining.model_validate(one.payload).moves]
    return found, {m.refers_to: m for m in moves if hasattr(m, "refers_to")}


def test_r8_of_several_offers_one_is_accepted_and_the_others_stay_pending():
    good = Offer("good", "H", "A", nc("a1=green"), nc("h1=red"), step_sent=2)
    worse = Offer("worse", "H", "A", nc("a1=red"), nc("h1=red"), step_sent=2)
    _, moves = received(
        worse, good, problem=pair(), colors={"a1": "red", "a2": "green"},
        beliefs={"h1": "red", "h2": "green"},
    )  # fmt: skip
    assert kinds(moves.values()) == ["Accept"]
    assert set(moves) == {"good"}


def test_r8_if_none_is_acceptable_each_is_rejected():
    offers = [
        Offer(f"o{i}", "H", "A", nc(asked), nc("h1=green h2=red"), step_sent=2)
        for i, asked in enumerate(["a1=green a2=green", "a1=red a2=red"])
    ]
    _, moves = received(
        *offers,
        problem=pair(),
        colors={"a1": "red", "a2": "green"},
        beliefs={"h1": "green", "h2": "red"},
    )
    assert {name: type(m) for name, m in moves.items()} == {"o0": Reject, "o1": Reject}
    assert moves["o0"].impossible_combinations == (nc("a1=green a2=green"),)
    assert moves["o0"].impossible_conditions == ()


def test_r9_an_offer_that_no_longer_helps_is_withdrawn():
    arena = Arena(needy(), NEEDY)
    arena.step()
    (mine,) = [o for o in arena.seats["A"].offers if o.conditions]
    helped = {**arena.seats["H"].colors, "h3": "red"}
    arena.play({"H": (helped, [message("A", report={"h1": "red", "h3": "red"})])})
    turn = arena.turn("A")
    (sent,) = turn.messages
    first = Bargaining.model_validate(sent.payload).moves[0]
    assert isinstance(first, Withdraw)
    assert first.refers_to == mine.offer_id


def test_r9_a_refusal_says_why_and_teaches_what_can_never_be():
    offer = Offer("o", "H", "A", nc("a1=red"), nc("h1=green"), step_sent=2)
    problem = pair({"a1": "green"})
    found, moves = received(
        offer, problem=problem, colors={"a1": "green", "a2": "red"}, beliefs={"h1": "red", "h2": "green"}
    )
    assert moves["o"].impossible_conditions == nc("a1=red")
    assert moves["o"].reasons == ("impossible", "a1 is fixed green")
    assert "because a1 is fixed green" in found.messages[0].text


def test_a_color_that_always_costs_a_conflict_is_not_called_impossible():
    # a2 green would touch a node that is fixed to green: the agent may live with that later.
    view = view_of(study(1), "Agent1", person="Human")
    offer = Offer("o", "Human", "Agent1", nc("a2=green"), nc("h1=red"), step_sent=2)
    now = Situation(3, dict.fromkeys(view.own, "red") | dict(view.fixed), offers=(offer,))
    made = refusal(view, now, offer)
    assert made.impossible_conditions == nc("a2=green")
    assert render([made]).endswith("With a2 green I would always have a conflict.")


def test_a_refusal_does_not_teach_what_may_change():
    # Only the third party's color speaks against it, and that may change.
    owners = {"a": "A", "h": "H", "g": "G"}
    problem = Problem("ahg", ["ah", "ag"], ["red", "green"], conflict_penalty=10.0, owners=owners)
    offer = Offer("o", "H", "A", nc("a=green"), nc("h=red"), step_sent=2)
    _, moves = received(
        offer, problem=problem, colors={"a": "red"}, beliefs={"h": "green", "g": "green"}
    )
    assert moves["o"].impossible_conditions == ()
    assert moves["o"].reasons[0] == "unacceptable"
    # H does not see g.
    assert not any("g" in reason.split() for reason in moves["o"].reasons)
    assert "a color is taken by another neighbor" in moves["o"].reasons


def test_a_deal_that_stands_in_the_way_is_ended_once_it_had_time():
    view = view_of(needy(), "A")
    deal = Offer(
        "d", "H", "A", nc("a1=green"), nc("h1=red"), status="accepted", step_sent=0, step_closed=1
    )
    pins = (Pin("a1", "green", "committed", "H", "d"),)
    colors = {"a1": "green", "a2": "red", "a3": "green"}
    beliefs = {"h1": "green", "h3": "green"}

    def at(step):
        situation = Situation(
            step, colors, beliefs=beliefs, pins=pins, offers=(deal,), phase="bargain",
            announced={"H": {"a1": "green", "a3": "green"}},
        )  # fmt: skip
        found = bargain(view, situation, PRODUCT, colors, [])
        moves = [m for one in found.messages for m in Bargaining.model_validate(one.payload).moves]
        return found.released, kinds(moves)

    assert "Reject" not in at(3)[1]
    released, moves = at(4)
    assert released == ("a1",)
    assert moves[0] == "Reject"


def test_a_person_gets_no_deal_that_costs_the_agent_a_conflict_and_no_offer_that_gains_nothing():
    view = view_of(study(1), "Agent1", person="Human")
    colors = {"a1": "green", "a2": "blue", "a3": "red", "a4": "green", "a5": "red"}
    situation = Situation(3, colors, {"h1": "red", "h4": "red"}, phase="bargain")

    def answered(condition):
        terms = {"conditions": nc(condition), "assignments": nc("h1=green h4=red")}
        offer = Offer("o", "Human", "Agent1", **terms, reasons=(), step_sent=2)
        bargained = bargain(view, replace(situation, offers=(offer,)), PRODUCT, colors, ())
        return moves_in(bargained.messages[0])

    assert kinds(answered("a2=red")) == ["Accept", "ConditionalOffer"]
    rejected, *_ = answered("a2=blue")
    assert rejected.reasons == (
        "unacceptable", "h4 would be red", "a2 would be blue", "a node of mine is fixed",
    )  # fmt: skip
    for seen in ({"h1": "red", "h4": "red"}, {"h1": "blue", "h4": "blue"}):
        offered = propose(view, replace(situation, beliefs=seen), PRODUCT, colors, "Human")
        assert (offered.before, offered.after) == (1, 0)


def test_content_agents_say_nothing():
    colors = {"a1": "green", "a2": "red"}
    view = view_of(pair(), "A")
    situation = Situation(
        5, colors, beliefs={"h1": "red", "h2": "green"}, announced={"H": dict(colors)}, phase="bargain"
    )
    assert is_content(view, situation, colors)
    assert bargain(view, situation, PRODUCT, colors, []).messages == ()


# --------------------------------------------------------------------------------------- properties


@st.composite
def tables(draw):
    """A random problem of three clusters and a coloring to start from."""
    letters = {"a": "A", "b": "B", "c": "C"}
    nodes = [f"{x}{i}" for x in letters for i in range(1, draw(st.integers(2, 4)))]
    owners = {v: letters[v[0]] for v in nodes}
    every = [(u, v) for i, u in enumerate(nodes) for v in nodes[:i]]
    edges = draw(st.lists(st.sampled_from(every), unique=True, min_size=3, max_size=14))
    color = st.sampled_from(["red", "green", "blue"][: draw(st.integers(2, 3))])
    fixed = draw(st.dictionaries(st.sampled_from(nodes), color, max_size=3))
    start = {v: draw(color) for v in nodes}
    domain = ["red", "green", "blue"]
    return Problem(nodes, edges, domain, conflict_penalty=10.0, owners=owners, fixed=fixed), start


@given(tables())
@settings(max_examples=25)
def test_any_game_keeps_to_the_protocol_to_fixed_nodes_and_to_its_deals(table):
    """`Arena.play` refuses a change of a fixed or committed node, and every illegal move."""
    problem, start = table
    arena = Arena(problem, start)
    for _ in range(8):
        deals = {o.offer_id for s in arena.seats.values() for o in s.offers if o.status == "accepted"}
        arena.step()
        ended = {
            e["offer_id"]
            for name, e in arena.events
            if name in ("rb.reject", "rb.withdraw", "rb.superseded")
        }
        for seat in arena.seats.values():
            for offer in seat.offers:
                assert {t.node for t in offer.assignments} <= set(arena.views[offer.sender].own)
            for pin in seat.pins:
                # What was agreed in an earlier step has been carried out, and holds.
                if pin.offer_id in deals and pin.offer_id not in ended:
                    assert seat.colors[pin.node] == pin.color


@given(tables())
@settings(max_examples=15)
def test_the_same_table_gives_the_same_moves(table):
    problem, start = table
    first, second = Arena(problem, start), Arena(problem, start)
    for _ in range(3):
        assert first.step() == second.step()


@pytest.mark.parametrize("fixed", [0, 1])
def test_the_study_is_settled(fixed):
    arena = Arena(study(fixed), {})
    for _ in range(25):
        computed = {}
        for i, (name, seat) in enumerate(arena.seats.items()):
            pins = {**seat.forced, **seat.committed}
            if arena.time % 2 == (i > 0):
                answer = solver.best_response(arena.views[name].problem, name, seat.beliefs, pins)
                computed[name] = dict(answer.assignment)
            else:
                computed[name] = {**seat.colors, **pins}
        arena.step(computed)
        if arena.conflicts() == 0:
            break
    assert arena.conflicts() == 0

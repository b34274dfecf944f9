"""What the platform allows, and what it makes of a step."""

import pytest

from agents.coloring.conformance import LITERAL, PRODUCT
from agents.coloring.game.domain import ColoringDomain, Game
from agents.coloring.messages import Accept as AcceptMove
from agents.coloring.messages import Bargaining, ConditionalOffer, Outgoing
from agents.coloring.situation import Constraint, NodeColor, Pin
from agents.coloring.topologies import study
from agents.coloring.turn import Turn
from agents.contracts import ActionRequest
from agents.errors import ActionRejected, InputError
from agents.world import TraceDb

COLORS = {
    "Human": {"h1": "red", "h2": "green", "h3": "green", "h4": "red", "h5": "blue"},
    "Agent1": {"a1": "green", "a2": "blue", "a3": "red", "a4": "green", "a5": "red"},
    "Agent2": {"b1": "green", "b2": "red", "b3": "blue", "b4": "green", "b5": "blue"},
}


@pytest.fixture
def game():
    with TraceDb(":memory:") as trace:
        domain = ColoringDomain(study().with_fixed(1), PRODUCT, Game(bargaining=True))
        domain.init_schema(trace.connection)
        domain.load(run_id="r", time_step=0, connection=trace.connection)
        yield domain, trace.connection


def say(to, text="hello", kind="free_text", **changes):
    return Outgoing(recipient=to, kind=kind, text=text, **changes)


def act(game, name, step=0, **turn):
    domain, connection = game
    turn.setdefault("assignments", COLORS[name])
    request = ActionRequest(
        run_id="r",
        time_step=step,
        agent_id=name,
        action_name="coloring:turn",
        arguments=Turn(**turn).model_dump(mode="json"),
    )
    return domain.handle_action(action="turn", request=request, connection=connection)


def end(game, step=0):
    domain, connection = game
    domain.end_step(run_id="r", time_step=step, connection=connection)
    return domain.situations()


def test_all_start_in_the_first_color_and_fixed_ones_in_theirs(game):
    domain, _ = game
    colors = domain.colors()
    assert {node for node, color in colors.items() if color != "red"} == {"h3", "a1", "b4"}
    assert domain.status.conflicts == 17


@pytest.mark.parametrize(
    ("turn", "message"),
    [
        ({"assignments": {**COLORS["Agent1"], "h1": "red"}}, "one of your nodes: a1, a2, a3, a4, a5"),
        ({"assignments": {**COLORS["Agent1"], "a2": "mauve"}}, "a2 = 'mauve': expected one of the"),
        ({"assignments": {**COLORS["Agent1"], "a1": "red"}}, "a1 = 'red': expected green, its fixed"),
        ({"assignments": {"a1": "green"}}, "a2 = None: expected a color for each of your nodes"),
        ({"learned": {"h2": "red"}}, "learned.h2 = 'red': expected one of the neighbors' nodes: h1, h4"),
        ({"learned": {"h1": "mauve"}}, "learned.h1 = 'mauve': expected one of the colors: red"),
        ({"denied": ("h2",)}, "denied = 'h2': expected one of the neighbors' nodes: h1, h4"),
        ({"satisfied": True}, "satisfied = True: expected False: the color of h1 is not known"),
        ({"control": "announce"}, "control = 'announce': expected none"),
        ({"released": ("h1",)}, "released = 'h1': expected one of your nodes"),
        ({"demanded": (Pin("a1", "red", "forced", "Human"),)}, "expected green, its fixed color"),
        ({"demanded": (Pin("a2", "red", "forced", "Human"),)}, "expected red, which the person asked"),
        ({"messages": (say("Agent2"),)}, "recipient = 'Agent2': expected a neighbor"),
        ({"messages": (say("*"),)}, "expected another participant"),
        ({"messages": (say("Agent1"),)}, "expected another participant"),
        ({"messages": (say("Human"), say("Human", "again"))}, "expected one message of each kind"),
        ({"messages": (say("Human", report={"a1": "green"}),)}, "one of your nodes next to Human: a2"),
        ({"messages": (say("Human", report={"a2": "red"}),)}, "a2 = 'red': expected its color blue"),
        ({"messages": (say("Human", "my a3 is red"),)}, "'a3': expected nodes that Human sees"),
        (
            {"messages": (say("Human", kind="status", payload={"x": ["a1"]}),)},
            "'a1': expected nodes that Human sees",
        ),
        ({"messages": (say("Human", kind="cost_list", payload={}),)}, "cost_list.boundary_nodes"),
        ({"messages": (say("Human", kind="reply"),)}, "expected one for each time the person speaks"),
    ],
)
def test_a_turn_against_the_rules_is_refused_and_changes_nothing(game, turn, message):
    before = game[0].situations()
    with pytest.raises(ActionRejected, match=message):
        act(game, "Agent1", **turn)
    assert end(game) == before


def test_arguments_that_are_no_turn_are_refused(game):
    domain, connection = game
    request = ActionRequest(
        run_id="r", time_step=0, agent_id="Agent1", action_name="coloring:turn",
        arguments={"assignments": {}, "colour": 1},
    )  # fmt: skip
    with pytest.raises(ActionRejected, match="colour"):
        domain.handle_action(action="turn", request=request, connection=connection)


def test_a_person_may_say_what_they_like_and_is_not_judged(game):
    act(game, "Human", satisfied=True, messages=(say("Agent1", "my h3 is green"),))
    assert end(game)["Human"].satisfied


def test_a_report_becomes_a_belief_and_is_remembered(game):
    act(game, "Human", messages=(say("Agent1", report={"h1": "red", "h4": "red"}),))
    seats = end(game)
    assert seats["Agent1"].beliefs == {"h1": "red", "h4": "red"}
    assert seats["Agent2"].beliefs == {}
    assert seats["Human"].announced == {"Agent1": {"h1": "red", "h4": "red"}}
    assert len(seats["Human"].sent["Agent1"]) == 1


def test_a_satisfied_agent_is_taken_at_its_word_if_it_is_true(game):
    act(game, "Human", messages=(say("Agent2", report={"h2": "green", "h5": "blue"}),))
    end(game)
    act(game, "Agent2", step=1, satisfied=True)
    seats = end(game, 1)
    assert seats["Agent2"].satisfied
    assert seats["Human"].satisfied_peers == ("Agent2",)


def test_demands_stay_until_they_are_released(game):
    pin = Pin("a2", "red", "forced", "Human")
    colors = {**COLORS["Agent1"], "a2": "red", "a3": "blue"}
    act(game, "Agent1", assignments=colors, demanded=(pin,))
    assert end(game)["Agent1"].pins == (pin,)
    with pytest.raises(ActionRejected, match="expected red, which the person asked for"):
        act(game, "Agent1", step=1)
    act(game, "Agent1", step=1, released=("a2",))
    assert end(game, 1)["Agent1"].pins == ()


def test_in_the_literal_mode_a_demand_binds_once():
    with TraceDb(":memory:") as trace:
        domain = ColoringDomain(study().with_fixed(1), LITERAL)
        domain.init_schema(trace.connection)
        domain.load(run_id="r", time_step=0, connection=trace.connection)
        game = domain, trace.connection
        pin = Pin("a2", "red", "forced", "Human")
        act(game, "Agent1", assignments={**COLORS["Agent1"], "a2": "red"}, demanded=(pin,))
        assert end(game)["Agent1"].pins == ()
        act(game, "Agent1", step=1)
        assert end(game, 1)["Agent1"].colors["a2"] == "blue"


def test_constraints_are_numbered_and_can_be_withdrawn(game):
    stated = Constraint("h1", "forbidden", "green", "Human")
    act(game, "Agent1", stated=(stated, stated))
    (kept,) = end(game)["Agent1"].constraints
    assert kept.constraint_id == "c1"
    act(game, "Agent1", step=1, withdrawn=("c1",))
    assert end(game, 1)["Agent1"].constraints == ()


def offered(game):
    offer = ConditionalOffer(
        offer_id="offer_Agent1_Human_0_0",
        conditions=(NodeColor("h4", "blue"),),
        assignments=(NodeColor("a4", "green"), NodeColor("a5", "red")),
    )
    payload = Bargaining(moves=(offer,)).model_dump(mode="json")
    act(game, "Agent1", messages=(say("Human", kind="rb", payload=payload),))
    return end(game), offer


def test_a_deal_binds_both_sides(game):
    seats, offer = offered(game)
    assert [o.status for o in seats["Human"].offers] == ["pending"]
    assert seats["Human"].offers == seats["Agent1"].offers
    accept = Bargaining(moves=(AcceptMove(refers_to=offer.offer_id),)).model_dump(mode="json")
    colors = {**COLORS["Human"], "h4": "blue", "h5": "red", "h1": "blue"}
    act(
        game, "Human", step=1, assignments=colors,
        messages=(say("Agent1", kind="rb", payload=accept, report={"h4": "blue"}),),
    )  # fmt: skip
    seats = end(game, 1)
    assert seats["Human"].committed == {"h4": "blue"}
    assert seats["Agent1"].committed == {"a4": "green", "a5": "red"}
    assert seats["Agent1"].beliefs["h4"] == "blue"
    with pytest.raises(ActionRejected, match="expected red, agreed in a deal"):
        act(game, "Agent1", step=2, assignments={**COLORS["Agent1"], "a5": "blue"})
    ended = Bargaining(moves=({"move": "Reject", "refers_to": offer.offer_id},)).model_dump(mode="json")
    act(
        game, "Agent1", step=2, assignments={**COLORS["Agent1"], "a5": "blue"},
        messages=(say("Human", kind="rb", payload=ended),),
    )  # fmt: skip
    seats = end(game, 2)
    assert seats["Human"].committed == seats["Agent1"].committed == {}


def test_an_announcement_begins_a_new_round(game):
    offered(game)
    act(game, "Human", step=1, control="announce")
    for seat in end(game, 1).values():
        assert (seat.offers, seat.phase, seat.round) == ((), "bargain", 1)


def test_who_may_recolor_changes_from_step_to_step(game):
    domain, _ = game

    def free(step):
        return {
            name
            for name in domain.team.participants
            if domain.observe(run_id="r", time_step=step, agent_id=name)["situation"]["may_recolor"]
        }

    assert [free(step) for step in range(3)] == [{"Human"}, {"Agent1", "Agent2"}, {"Human"}]
    assert domain.observe(run_id="r", time_step=0, agent_id="nobody") is None


def test_the_whole_is_evaluated_and_a_solution_is_kept(game):
    domain, connection = game
    solution = domain.team.solution
    for name, view in domain.views.items():
        act(game, name, assignments={node: solution[node] for node in view.own})
    end(game)
    assert domain.status.solved
    ((kept, score),) = connection.execute("SELECT assignments, score FROM coloring_checkpoint")
    assert "h1" in kept
    assert score == domain.status.score == sum(domain.team.points[c] for c in solution.values())


def test_what_a_game_starts_from_can_be_given():
    team = study().with_fixed(1)
    with TraceDb(":memory:") as trace:
        domain = ColoringDomain(team, PRODUCT, initial_colors={"h1": "blue", "h3": "red"})
        domain.init_schema(trace.connection)
        domain.load(run_id="r", time_step=0, connection=trace.connection)
        assert domain.colors()["h1"] == "blue"
        assert domain.colors()["h3"] == "green"
        domain = ColoringDomain(team, PRODUCT, initial_colors={"h1": "mauve"})
        with pytest.raises(InputError, match="mauve"):
            domain.load(run_id="s", time_step=0, connection=trace.connection)
    with pytest.raises(InputError, match="expected messages or truth"):
        Game(beliefs="lies")

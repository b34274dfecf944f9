"""What the terminal and the page say about reports."""

import io

from agents.coloring.people import terminal
from agents.coloring.people.reports import (
    agreed_next,
    belief_text,
    clashes_inside,
    due_reports,
    misreported,
    quiet_turn,
    unreported,
    with_due_reports,
)
from agents.coloring.people.terminal import Terminal
from agents.coloring.situation import Pin, Received
from tests.agents.coloring.support import at, seen

VIEW = seen("Human")


def told(colors, **reports):
    return at(VIEW, colors, announced=dict(reports))


def test_a_belief_that_is_wrong_is_told_from_one_that_is_missing():
    assert belief_text(VIEW, told("rrgrr"), "Agent1") == "It does not know your colors."
    partly = told("rrgrr", Agent1={"h1": "blue"})
    assert belief_text(VIEW, partly, "Agent1") == (
        "It believes: h1 blue. In truth: h1 red. It does not know h4."
    )
    assert misreported(VIEW, partly, "Agent1") == {"h1": "blue"}
    assert unreported(VIEW, partly, "Agent1") == {"h1": "red", "h4": "red"}
    assert belief_text(VIEW, told("rrgrr", Agent1={"h1": "red", "h4": "red"}), "Agent1") == (
        "It believes: h1 red and h4 red."
    )


def test_a_neighbor_is_told_about_changes_of_the_nodes_that_it_knows():
    partly = told("rrgrr", Agent1={"h1": "red"})
    assert due_reports(VIEW, {**partly.colors, "h4": "blue"}, partly) == {}
    colors = {**partly.colors, "h1": "green", "h4": "blue"}
    assert due_reports(VIEW, colors, partly) == {"Agent1": {"h1": "green"}}
    turn = with_due_reports(
        quiet_turn(VIEW, partly).model_copy(update={"assignments": colors}), VIEW, partly
    )
    (message,) = turn.messages
    assert (message.recipient, message.text, message.report) == (
        "Agent1",
        "h1 is green.",
        {"h1": "green"},
    )


def test_what_a_deal_will_color_is_no_wrong_report():
    pin = Pin("h1", "green", "committed", "Agent1", "d")
    dealt = at(VIEW, "rrgrr", announced={"Agent1": {"h1": "red", "h4": "red"}}, pins=(pin,))
    assert agreed_next(VIEW, dealt, "Agent1") == {"h1": "green"}
    assert misreported(VIEW, dealt, "Agent1") == unreported(VIEW, dealt, "Agent1") == {}
    assert belief_text(VIEW, dealt, "Agent1") == (
        "It believes: h1 green and h4 red. Your next turn carries out what you agreed: h1 green."
    )
    done = at(VIEW, "grgrr", announced=dealt.announced, pins=(pin,))
    assert agreed_next(VIEW, done, "Agent1") == misreported(VIEW, done, "Agent1") == {}


def test_only_clashes_with_what_cannot_change_are_named():
    now = at(VIEW, "rrgrr", pins=(Pin("h1", "blue", "committed", "Agent1", "d"),))
    assert clashes_inside(VIEW, now, {"h4": "green"}) == (
        "h4 green would clash with h3, which is fixed to green"
    )
    assert clashes_inside(VIEW, now, {"h2": "blue"}) == (
        "h2 blue would clash with h1, which is agreed blue"
    )
    assert clashes_inside(VIEW, now, {"h2": "red", "h5": "red"}) == "h2 and h5 would both be red"
    assert clashes_inside(VIEW, now, {"h2": "red"}) == ""


def test_clashes_with_present_colors_are_named_where_they_count():
    now = at(VIEW, "rrgrr")
    assert clashes_inside(VIEW, now, {"h4": "red"}, now.colors) == (
        "h4 red would clash with h5, which is red now"
    )
    assert clashes_inside(VIEW, now, {"h4": "blue"}, now.colors) == ""


def test_clashes_with_the_nodes_of_neighbors_are_named_as_the_screen_shows_them():
    now = at(VIEW, "rrgrr")
    known = {**now.colors, "b2": "blue", "a5": "blue"}
    assert clashes_inside(VIEW, now, {"h2": "blue"}, known) == (
        "h2 blue would clash with b2, which is blue now"
    )
    # A color that is asked for counts instead of the present one.
    assert clashes_inside(VIEW, now, {"b2": "red", "h2": "blue"}, known) == (
        "b2 red would clash with h5, which is red now"
    )
    assert clashes_inside(VIEW, now, {"b2": "blue", "h5": "blue"}, known) == (
        "h5 and b2 would both be blue"
    )


def test_that_nodes_are_listed_is_said_once(monkeypatch):
    monkeypatch.setattr(terminal, "WIDTH", 30)
    target = io.StringIO()
    seat = Terminal(io.StringIO(), target)
    seat._show(VIEW, told("rrgrr"))
    seat._show(VIEW, told("rrgrr"))
    shown = " ".join(target.getvalue().split())
    assert shown.count("The picture would be too wide: your nodes are listed") == 1
    assert shown.index("too wide") < shown.index("h1 red touches")


def test_clashes_of_one_node_are_named_after_each_other():
    agreed = at(VIEW, "rrgrr", pins=(Pin("h5", "green", "committed", "Agent2", "d"),))
    assert clashes_inside(VIEW, agreed, {"h4": "green"}) == (
        "h4 green would clash with h3, which is fixed to green, and with h5, which is agreed green"
    )


def test_who_is_satisfied_since_a_no_is_said_to_be_so_by_now():
    target = io.StringIO()
    seat = Terminal(io.StringIO(), target)
    said = "No, your h1 red and h4 red do not work for me. I changed nothing."
    seat._shown = [Received("Agent1", "reply", said)]
    seat._show(VIEW, told("rrgrr", Agent1={"h1": "red", "h4": "red"}).but(satisfied_peers=("Agent1",)))
    shown = " ".join(target.getvalue().split())
    assert "Agent1 is satisfied by now; what it wrote above was so a step earlier" in shown
    assert "Agent2 is not satisfied by now" not in shown

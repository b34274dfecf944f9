"""What the terminal and the page say about reports."""

from agents.coloring.people.reports import belief_text, due_reports, misreported, unreported
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
    assert due_reports(VIEW, {**partly.colors, "h4": "blue"}, partly) == ()
    (message,) = due_reports(VIEW, {**partly.colors, "h1": "green", "h4": "blue"}, partly)
    assert (message.recipient, message.text, message.report) == (
        "Agent1",
        "h1 is green.",
        {"h1": "green"},
    )

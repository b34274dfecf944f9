"""Answers to the question which of several deals a person means."""

from dataclasses import replace

import pytest

from agents.coloring.people.choosing import Choice, to_who_asked
from agents.coloring.people.commands import Typed
from agents.coloring.situation import NodeColor, Offer, Received

from .test_ending_deals import FIRST, SECOND, TWO, said


def deal(name, theirs, mine):
    terms = [(NodeColor(*part.split()),) for part in (theirs, mine)]
    return Offer(name, "Human", "Agent1", *terms, status="accepted")


CHOICE = Choice("Agent1", [deal("d1", "a2 red", "h1 green"), deal("d2", "a4 green", "h4 red")], "deal")
END = "Agent1: I end our deal"


@pytest.mark.parametrize(
    ("answer", "names"),
    [
        ("the second one", ["d2"]),
        ("2", ["d2"]),
        ("the last", ["d2"]),
        ("first, please", ["d1"]),
        ("Agent1: the one about a4", ["d2"]),
        ("h1", ["d1"]),
        ("a2 red for h1 green", ["d1"]),
        ("I mean the deal with h4 red", ["d2"]),
        ("both of them", ["d1", "d2"]),
        ("all", ["d1", "d2"]),
        ("h1 and h4", ["d1", "d2"]),
    ],
)
def test_an_answer_chooses_by_place_by_node_or_all(answer, names):
    assert CHOICE.line(answer) == "Agent1: " + " ".join(f"I end our deal {name}." for name in names)


@pytest.mark.parametrize(
    "answer",
    ["h2", "4", "what do you mean?", "h1 h4", "make a4 red", "h4=blue", "h1 is blue now", "the one"],
)
def test_what_chooses_nothing_is_a_line_of_its_own(answer):
    assert CHOICE.line(answer) is None


def test_own_offers_are_chosen_too():
    assert Choice("Agent1", CHOICE.some, "offer").line("1") == "Agent1: I take back my offer d1."


@pytest.mark.parametrize(
    ("answer", "ended"), [("the one about h4", [SECOND]), ("first", [FIRST]), ("both", [FIRST, SECOND])]
)
def test_the_chosen_deals_are_read_back_and_end(answer, ended):
    text = said(f"{TWO}{END}\nyes\n{answer}\nyes\nAgent1: what is agreed?\n")
    assert text.count("which deal do you mean: ") == 2
    assert f"Do you mean this? To Agent1: {' '.join(ended)} Type" in text
    assert "No longer agreed: " in text
    assert ("Agent1: We have no deal." in text) == (len(ended) == 2)


def test_no_choice_ends_no_deal():
    text = said(f"{TWO}{END}\nnone of them\nyes\n")
    assert "Not sent." in text
    assert "I end our deal (" not in text


def test_one_of_the_deals_is_not_all_of_them():
    assert "which deal do you mean: " in said(f"{TWO}Agent1: can we get out of one of our deals?\n")


@pytest.mark.parametrize(
    ("text", "to"), [("1", "Agent1"), ("(2)", "Agent1"), ("1 is enough", None), ("yes", None)]
)
def test_a_number_goes_to_who_has_listed_meanings(text, to):
    shown = [
        Received(
            "Agent1", "reply", "I am not sure what you mean: (1) that a2 is free; (2) something else?"
        ),
        Received("Agent2", "reply", "I have no conflicts."),
    ]
    assert to_who_asked(Typed(said={None: text}), shown).said == {to: text}
    assert to_who_asked(Typed(said={"Agent2": text}), shown).said == {"Agent2": text}
    both = [*shown, replace(shown[0], sender="Agent2")]
    assert to_who_asked(Typed(said={None: text}), both).said == {None: text}


@pytest.mark.parametrize(
    ("text", "to"),
    [
        ("yes", "Agent1"),
        ("No, thanks.", "Agent1"),
        ("yes please, do it", "Agent1"),
        ("yes, h1 is red", None),
        ("no to both", None),
        ("red", None),
    ],
)
def test_a_bare_yes_or_no_goes_to_who_has_asked(text, to):
    shown = [
        Received("Agent1", "reply", "I have 1 conflict. Shall I make a2 red all the same?"),
        Received("Agent2", "reply", "I have no conflicts."),
    ]
    assert to_who_asked(Typed(said={None: text}), shown).said == {to: text}
    assert to_who_asked(Typed(said={"Agent2": text}), shown).said == {"Agent2": text}


def test_a_yes_that_two_neighbors_may_wait_for_goes_to_all():
    shown = [Received("Agent1", "reply", "Do you want a2 to be red?")]
    both = [*shown, Received("Agent2", "reply", "Is h2 blue now?")]
    assert to_who_asked(Typed(said={None: "yes"}), both).said == {None: "yes"}
    assert to_who_asked(Typed(said={None: "yes"}), shown, {"Agent2"}).said == {None: "yes"}
    assert to_who_asked(Typed(said={None: "yes"}), shown, {"Agent1"}).said == {"Agent1": "yes"}


def test_a_yes_is_not_only_for_an_offer_where_another_neighbor_said_what_works():
    shown = [Received("Agent1", "reply", "Yes, with h1 blue I can color my part without a conflict.")]
    assert to_who_asked(Typed(said={None: "yes"}), shown, {"Agent2"}).said == {None: "yes"}
    assert to_who_asked(Typed(said={None: "yes"}), shown).said == {"Agent1": "yes"}

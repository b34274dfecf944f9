"""A bare yes: what it says yes to, and whom it answers."""

import re

import pytest

from agents.coloring.messages import Bargaining
from agents.coloring.people.commands import Typed
from agents.coloring.people.prose import prose_of
from agents.coloring.situation import NodeColor, Offer, Received
from agents.coloring.talk.translation import Translator

from ..support import at, seen
from .test_deals import shown
from .test_ending_deals import ONE, START, TWO, said

SENT = f"{START}send\n"
TRADES = [
    ("would you take a2 blue if I do h1 red and h4 blue?", "a2 blue", "h1 red and h4 blue"),
    ("can you make a4 green if I keep h4 red?", "a4 green", "h4 red"),
    ("could you do a2 red and a4 green with h1 green?", "a2 red and a4 green", "h1 green"),
]


@pytest.mark.parametrize(("words", "theirs", "mine"), TRADES)
@pytest.mark.parametrize("to", ["", "Agent1: "])
def test_a_yes_to_a_trade_that_was_asked_about_is_read_back_as_an_offer(words, theirs, mine, to):
    text = said(f"{SENT}Agent1: {words}\n{to}yes\nyes\n")
    assert "I can color my part without a conflict." in text
    assert f"Do you mean this? To Agent1: If you color {theirs}, I color {mine}." in text
    assert "Agreed: " in text
    assert "All right." not in text


def test_a_yes_to_a_question_without_a_trade_offers_nothing():
    assert "Do you mean this?" not in said(f"{SENT}check Agent1: h1=red, h4=blue\nyes\n")


def test_what_replaces_deals_says_so_when_it_is_read_back():
    ask = "Agent1: would you take a2 blue if I do h1 red and h4 blue?\nyes\n"
    deals = "(a2 red for h1 green) and (a4 green for h4 red)"
    assert f"That would end our deals {deals}." in said(f"{TWO}{ask}")
    assert "That would end our deal (a2 red for h1 green)." in said(f"{ONE}{ask}")
    assert "would end our deal" not in said(f"{ONE}Agent1: offer: h4 red if a4 is green\n")


def test_a_deal_that_ends_clashes_with_nothing():
    deal = f"{SENT}Agent2: I offer h2 blue if b2 is green\nyes\n\n"
    text = said(f"{deal}Agent2: I offer h5 blue if b2 is red\n")
    assert "That would end our deal (b2 green for h2 blue)." in text
    assert "which is agreed blue" not in text


def test_each_offer_is_accepted_with_a_sentence():
    assert said(TWO).count("Agent1: I accept your offer.") == 2


def test_an_answer_of_a_trace_without_its_conditions_still_loads():
    move = {
        "move": "FeasibilityResponse", "refers_to": "q", "is_feasible": True,
        "feasibility_penalty": 0.0, "feasibility_conflicts": 0,
    }  # fmt: skip
    (answer,) = Bargaining.model_validate({"moves": [move]}).moves
    assert answer.conditions == ()


@pytest.mark.parametrize("words", ["yes", "Yeah.", "ok, deal", "agreed!", "yes please"])
def test_a_yes_to_nothing_is_asked_about_once(words):
    text = said(f"{SENT}Agent2: which colors could h2 have?\n{words}\n{words}\n")
    assert text.count("Agent2: Yes to what?") == text.count("Yes to what?") == 2
    assert "All right." not in text


@pytest.mark.parametrize("words", ["undo that", "No, undo this change", "please revert it"])
def test_nothing_to_undo_is_said_once(words):
    nothing = "You asked me for no change that I could undo."
    assert shown(f"{SENT}{words}\n", mode="LLM_F").count(nothing) == 1
    assert f"Agent1: {nothing}" in shown(f"{SENT}Agent1: {words}\n", mode="LLM_F")


@pytest.mark.parametrize("words", ["ok", "fine", "all right"])
def test_a_nod_is_answered_with_a_nod(words):
    text = said(f"{SENT}Agent2: which colors could h2 have?\nAgent2: {words}\n")
    assert "Agent2: All right." in text


def test_a_yes_to_what_one_agent_asked_is_answered_by_no_other():
    text = shown(f"{SENT}Agent1: a2 blue maybe\nyes\n", mode="LLM_F")
    assert "Agent1: Do you want a2 to be blue?" in text
    assert "Yes to what?" not in text


def test_a_late_yes_to_what_is_done_is_told_so():
    text = shown(f"{SENT}Agent2: could you make b2 green?\nyes\n", mode="LLM_F")
    assert "Agent2: Yes, b2 is already green." in text
    assert "Yes to what?" not in text


def test_a_question_that_only_words_answer_is_answered_by_a_yes():
    text = shown(f"{SENT}Agent1: make a4 blue. no, leave it\nAgent1: yes\n", mode="LLM_F")
    assert "is that right?" in text
    assert "Agent1: All right." in text


@pytest.mark.parametrize("words", ["accept", "I accept", "accepted"])
def test_what_accepts_nothing_says_so(words):
    assert "no offer of Agent1 waits for your answer" in said(f"{SENT}Agent1: {words}\n")


@pytest.mark.parametrize("words", ["yes", "ok, yes please"])
def test_a_yes_to_the_end_of_a_deal_that_an_agent_names_is_read_back(words):
    text = said(f"{TWO}Agent1: I can't do h4 red any more\n{words}\nyes\n")
    assert "Do you mean this? To Agent1: I end our deal (a4 green for h4 red). Type" in text
    assert "No longer agreed: h4 red." in text


@pytest.mark.parametrize("words", ["h2 is red and h5 is blue", "my h5 is blue, h2 red"])
def test_a_report_in_bargaining_is_answered(words):
    assert "Agent2: Yes, my colors fit your h2 red and h5 blue." in said(f"{START}Agent2: {words}\n")


@pytest.mark.parametrize("words", ["yes, deal", "Yep.", "ok", "sure, do it", "Agent1: yes please"])
def test_what_was_read_back_is_confirmed_in_any_words(words):
    text = said(f"{SENT}Agent1: offer: h1 green if a2 is red\n{words}\n")
    assert "Agreed: you color h1 green, Agent1 colors a2 red." in text


@pytest.mark.parametrize(
    "words", ["deal", "agreed", "I accept", "no", "Agent2: yes", "yes, but h4 green"]
)
def test_what_ends_a_deal_is_not_confirmed_by_words_that_make_one(words):
    text = said(f"{ONE}Agent1: I end our deal\n{words}\n")
    assert "No longer agreed" not in text


@pytest.mark.parametrize("words", ["sounds good", "that works for me", "I'll take it", "go ahead"])
def test_who_takes_what_would_work_is_asked_whether_it_is_an_offer(words):
    text = said(f"{SENT}Agent1: how about a2 red against h1 green?\nAgent1: {words}\n")
    assert "Do you mean this? To Agent1: If you color a2 red, I color h1 green. Type" in text


def test_an_offer_whose_refusal_was_not_sent_is_said_to_wait():
    lines = "announce\nh1=red; h2=green; h4=red; h5=blue\nsend\n"
    text = shown(
        f"{lines}Agent1: no, I don't accept\nAgent1: I'd rather have h1 green\n", mode="RB", seed=103
    )
    assert "I reject offer 1." in text
    assert "What was read back was not sent. Offer 1 still waits." in text


@pytest.mark.parametrize("tag", ["ok for you?", "Agreed?", "what do you think?"])
def test_a_swap_with_a_question_is_read_back(tag):
    text = said(f"{SENT}Agent1: we could swap: my h1 green, your a2 red. {tag}\n")
    assert "Do you mean this? To Agent1: If you color a2 red, I color h1 green. Type" in text


@pytest.mark.parametrize(
    "words",
    [
        "no thank you, I have mistaken myself",
        "No, sorry, my mistake",
        "Agent1: no, that's not what I meant",
        "oh no, you misunderstood me",
    ],
)
def test_a_no_with_small_talk_drops_what_was_read_back_and_is_not_sent(words):
    text = said(f"{SENT}Agent1: offer: h1 green if a2 is red\n{words}\n")
    assert "> Not sent. >" in text
    assert "What was read back was not sent." not in text


@pytest.mark.parametrize(
    "words",
    ["no, tell me why", "no, make a4 red", "no, I take back my offer", "no, what are your conflicts?"],
)
def test_a_no_that_says_more_is_not_swallowed(words):
    text = said(f"{SENT}Agent1: offer: h1 green if a2 is red\nAgent1: {words}\n")
    assert "What was read back was not sent." in text


@pytest.mark.parametrize(
    ("words", "accepts"),
    [
        ("yes, exactly. h3 cannot be blue.", False),
        ("Yes! It can never be blue", False),
        ("yes. I accept your offer", True),
    ],
)
def test_a_yes_with_more_words_answers_the_question_before_an_older_offer(words, accepts):
    asked = "h3 can never be blue because my h5 is fixed blue. Give me the h3 green h4 red deal again"
    lines = f"h2=green; h4=green\nh1=green\nsend\nannounce\n\nAgent1: {asked}\nAgent1: {words}\n"
    text = shown(lines, mode="RB", topology="random:clusters=3,nodes=5,seed=11", seed=3)
    assert "Do you mean that h3 cannot be blue?" in text
    assert ("I accept your offer 1." in text) == accepts
    assert ("Noted: h3 cannot be blue." in text) != accepts


def test_a_yes_that_names_a_node_of_the_question_accepts_no_offer_that_came_with_it():
    asked = Received(
        "Agent1", "reply", "Do you mean that h4 cannot be green?", message_id="m1", time_step=2
    )
    offer = Offer(
        "offer_Agent1_Human_3_0",
        "Agent1",
        "Human",
        (NodeColor("h4", "green"),),
        (NodeColor("a5", "blue"),),
        step_sent=3,
    )
    view = seen("Human")
    board = at(view, "rrgrr", beliefs={"a5": "green"}, phase="bargain", offers=(offer,))
    for words, accepts in [("yes. h4 cannot be green", False), ("yes, exactly", False), ("yes", True)]:
        typed = Typed(said={"Agent1": words})
        read = prose_of(typed, view, board, [asked], Translator(deals_only=True))
        assert ("I accept your offer" in read.read_back) == accepts


@pytest.mark.parametrize("slip", ["ys", "yse", "es", "yess", "Agent1: yws", "ues please", "np", "nno"])
def test_a_slip_for_yes_or_no_is_asked_again_and_costs_no_step(slip):
    offer = f"{START}Agent1: offer: h1 green if a2 is red\n{slip}\n"
    text = said(f"{offer}yes\n")
    assert "is neither yes nor no." in text
    assert "was not sent" not in text
    assert "Agreed: " in text
    steps = re.findall(
        r"Step (\d+)", said(f"{START}Agent1: offer: h1 green if a2 is red\n{slip}\nfinish\n")
    )
    assert steps == ["0", "1", "2"]


@pytest.mark.parametrize(
    "line", ["hi", "h1=red", "why?", "yes or no?", "not that", "undo", "no, h4 is red"]
)
def test_other_words_are_no_slips(line):
    text = said(f"{START}Agent1: offer: h1 green if a2 is red\n{line}\n")
    assert "is neither yes nor no." not in text

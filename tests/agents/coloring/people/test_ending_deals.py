"""The end of deals: by words, by undo, and what is believed afterwards."""

from dataclasses import replace

import pytest

from agents.coloring.bargaining.rb_text import ENDS
from agents.coloring.messages import Reject
from agents.coloring.situation import NodeColor, Offer
from agents.coloring.talk.translation import translate

from ..support import at, seen
from ..talk.test_translation import DEAL, VIEW
from .test_deals import shown

START = "announce\nh1=green; h2=red; h4=red; h5=blue\n"
OFFERED = f"{START}send\nAgent1: offer: h1 green if a2 is red\n"
ONE = f"{OFFERED}yes\n"
TWO = f"{ONE}Agent1: I'll keep h4 red if a4 stays green\nyes\n"
FIRST, SECOND = "I end our deal (a2 red for h1 green).", "I end our deal (a4 green for h4 red)."


def said(lines):
    return shown(lines, mode="LLM_RB", seed=105)


def test_undo_keeps_what_a_later_deal_holds_and_says_so():
    report = "Agent1: h1 is green and h4 is red\n"
    lines = f"{START}{report}Agent1: I offer h1 green if a2 is red\nyes\nundo\n\n"
    text = shown(lines, mode="RB", seed=102)
    assert "Undone: h5 is red again. h1 stays green, as agreed." in text
    assert "My a2 and your h1 are both red" not in text


def test_what_a_deal_holds_is_not_undone():
    text = shown(
        "announce\nh1=green\nAgent1: I offer h1 green if a2 is red\nyes\nundo\n", mode="RB", seed=102
    )
    assert "nothing is undone: h1 stays green, as agreed;" in text or "Agreed:" not in text


def test_a_deal_that_ends_before_its_turn_is_not_carried_out():
    lines = (
        "h1=blue; h2=red; h4=red; h5=green\nannounce\nsend\noffer Agent2: h5=blue if b2=green\n"
        "Agent2: I end our deal\nyes\n"
    )
    text = shown(lines, mode="RB")
    assert "which your next turn carries out" in text
    assert "No longer agreed: h5 blue. You may change it." in text
    after = text.partition("No longer agreed")[2]
    assert "h1 h2 h3 h4 h5 blue red green red green fixed" in after


def test_what_a_deal_has_carried_out_stays_known_after_its_end():
    lines = (
        "announce\nh1=green; h4=blue; h2=red; h5=blue\nsend\n"
        "Agent1: I'll give you h4 red if a4 becomes green\nyes\n"
        "Agent2: would you take b2 blue if I give you h5 green?\n"
        "Agent1: that's too expensive. What else?\nAgent1: end our deal\nyes\n"
    )
    text = shown(lines, mode="LLM_U", seed=108)
    assert "No longer agreed: h4 red." in text
    assert "you told it h4 blue, but" not in text
    assert "Your h1 is green and h4 is blue." not in text


@pytest.mark.parametrize(
    "words", ["I end our deal", "I take back my offer", "no deal", "I dont want this deal"]
)
def test_of_two_deals_the_one_that_is_meant_is_asked_for(words):
    text = said(f"{TWO}Agent1: {words}\n")
    assert "which deal do you mean: a2 red for h1 green, or a4 green for h4 red?" in text
    assert "offer_Human" not in text


@pytest.mark.parametrize(
    ("words", "ended"),
    [
        ("end the deal about h4", [SECOND]),
        ("i want out of the deal on a2 red", [FIRST]),
        ("I end all our deals", [FIRST, SECOND]),
        ("I end both deals", [FIRST, SECOND]),
    ],
)
def test_deals_are_ended_by_a_node_or_all_at_once(words, ended):
    assert f"To Agent1: {' '.join(ended)} Type" in said(f"{TWO}Agent1: {words}\n")


@pytest.mark.parametrize("words", ["end the deal about h4", "end the deal about h2"])
def test_a_deal_about_another_node_is_not_ended(words):
    assert f"you have no deal with Agent1 about {words[-2:]}" in said(f"{ONE}Agent1: {words}\n")


REFUSALS = [
    "no deal",
    "i changed my mind, no deal any more",
    "I want finish the agreement",
    "I am sorry, I not more want this deal",
    "I dont want this deal",
]


@pytest.mark.parametrize("words", REFUSALS)
def test_who_wants_no_deal_is_asked_whether_it_ends(words):
    text = said(f"{ONE}Agent1: {words}\n")
    assert "Do you mean this? To Agent1: I end our deal. Type" in text
    assert "you have no deal with Agent2" in said(f"{ONE}Agent2: {words}\n")


@pytest.mark.parametrize("words", ["no deal", "Agent1: I dont want this deal", "I changed my mind"])
def test_what_was_read_back_is_dropped_with_a_word(words):
    text = said(f"{OFFERED}{words}\n")
    assert "Not sent." in text
    assert "Agreed:" not in text


@pytest.mark.parametrize(
    "words", ["there is no deal", "I don't want to end the deal", "let's keep the deal about h4"]
)
def test_what_ends_no_deal_is_not_read_as_its_end(words):
    assert "I end our deal" not in said(f"{TWO}Agent1: {words}\n")


@pytest.mark.parametrize("words", ["cancel", "please cancel"])
def test_to_cancel_is_to_end_the_deal(words):
    assert "Do you mean this? To Agent1: I end our deal. Type" in said(f"{ONE}Agent1: {words}\n")


LEAVING = [
    "Our bargain is off, I want h2 back",
    "cancel that trade",
    "I regret our agreement",
    "please release me",
    "I'd like to get out of this",
    "the deal's off",
    "we go on without a deal",
    "forget what we agreed",
    "I changed my mind about our arrangement",
    "I no longer agree",
    "I can't keep my promise, sorry",
]


def read(words, *offers):
    view = seen("Human")
    return translate(words, view, at(view, "rbgrr", phase="bargain", offers=offers), "Agent2")


@pytest.mark.parametrize("words", LEAVING)
def test_a_deal_is_left_in_any_words(words):
    terms = (NodeColor("b2", "red"),), (NodeColor("h2", "blue"),)
    deal = Offer("offer_Human_Agent2_1_0", "Human", "Agent2", *terms, status="accepted")
    (move,) = read(words, deal).moves
    assert move == Reject(refers_to=deal.offer_id, reasons=(ENDS,))


@pytest.mark.parametrize(
    "words",
    [
        "I don't regret our deal",
        "don't forget our deal",
        "I am out of ideas",
        "what did we agree?",
        "never mind, let's trade h2 and h5",
        "drop red on b2 in trade for h2 blue",
        "it's a trade off between b2 and b3",
    ],
)
def test_what_leaves_no_deal_is_not_read_as_its_end_either(words):
    terms = (NodeColor("b2", "red"),), (NodeColor("h2", "blue"),)
    deal = Offer("offer_Human_Agent2_1_0", "Human", "Agent2", *terms, status="accepted")
    found = read(words, deal)
    assert (found.moves, found.refused) == ((), ())


@pytest.mark.parametrize("words", ["I am out", "I regret it", "please release me from it"])
def test_without_a_deal_nothing_is_left(words):
    assert read(words).moves == ()


@pytest.mark.parametrize("words", ["take back my offer", "I withdraw my last offer"])
def test_an_offer_that_was_rejected_is_not_taken_back_by_ending_a_deal(words):
    terms = (NodeColor("b2", "red"),), (NodeColor("h2", "blue"),)
    deal = Offer("offer_Human_Agent2_1_0", "Human", "Agent2", *terms, status="accepted")
    last = Offer("offer_Human_Agent2_3_0", "Human", "Agent2", *terms[::-1], status="rejected")
    assert read(words, deal, last).refused == ("you have no open offer to Agent2",)
    assert read(words, deal).moves == (Reject(refers_to=deal.offer_id, reasons=(ENDS,)),)


@pytest.mark.parametrize(
    "words",
    [
        "can I get out of the deal?",
        "can I break our deal?",
        "am I allowed to break our deal?",
        "how can I get out of our agreement?",
        "what happens if I cancel the deal?",
        "should I end our deal?",
        "should i end our deal",
        "do you want me to end the deal?",
        "is it better if I leave our agreement?",
        "do I have to end our deal or not?",
        "I wonder whether I should cancel our deal",
    ],
)
def test_whether_a_deal_may_be_ended_is_answered_and_ends_none(words):
    text = said(f"{ONE}Agent1: {words}\nAgent2: {words}\n")
    assert "Do you mean this? To Agent1: I end" not in text
    answer = "Agent1: Either of us may end our deal. We agreed on a2 red and h1 green. Say"
    assert f'{answer} "I end our deal" if you want to change that.' in text
    assert "Agent2: We have no deal." in text


@pytest.mark.parametrize(
    "words",
    [
        "I'm out of the deal",
        "I am ending our deal",
        "I should end our deal.",
        "Let's end our deal, shall we?",
        "can we please cancel our deal?",
        "I know that I should keep it, but I end our deal",
        "I don't ask if I should: I end our deal",
    ],
)
def test_who_says_to_be_out_of_a_deal_ends_it(words):
    assert "Do you mean this? To Agent1: I end our deal. Type" in said(f"{ONE}Agent1: {words}\n")


@pytest.mark.parametrize(
    "words", ["can you leave a4 as we agreed?", "can I drop red, is it in our deal?"]
)
def test_other_questions_that_name_a_deal_are_not_about_its_end(words):
    assert "may end our deal" not in said(f"{ONE}Agent1: {words}\n")


def ended_by(words):
    """Return what a text makes of the deal of the tests of translations, and the words that are left."""
    found = translate(words, VIEW, DEAL, "Agent1", deals_only=True)
    return bool(found.moves) and all(ENDS in move.reasons for move in found.moves), found.rest


@pytest.mark.parametrize(
    ("words", "left"),
    [
        ("I take my promise back", ""),
        ("I am taking back my promise", ""),
        ("the deal is cancelled", ""),
        ("our agreement has been terminated", ""),
        ("consider our deal void", ""),
        ("our deal no longer stands", ""),
        ("I'd like to get rid of our agreement", ""),
        ("I am done with this deal", ""),
        ("I go back on my word, h4 will be red again", "h4 will be red again"),
        ("I want out of the deal, h4 goes back to green", "h4 goes back to green"),
        ("I end our deal and h1 is red again", "h1 is red again"),
        ("I end our deal because h1 must be red", "h1 must be red"),
        ("I end our deal as h1 must be red", "h1 must be red"),
        ("I end our deal, and please make a2 blue", "please make a2 blue"),
        ("I end our deal, you can change a5 again", "you can change a5 again"),
        ("I end our deal and I make h1 red", "I make h1 red"),
        ("I end our deal, you did not keep a2 blue", ""),
        ("I end our deal, you keep changing a2", ""),
        ("I end our deal, I gave you h1 red for nothing", ""),
        ("I end our deal, I could not keep h1 blue", ""),
        ("I end our deal, which was about a2", ""),
        ("I end our deal, you and I both lose with a5 green", ""),
        ("I'm sorry, I end our deal, I need h1 for Agent2", "I need h1 for Agent2"),
        ("I end our deal where you make a5 green and I make h1 blue", ""),
        ("I end the deal that makes a5 green and I keep h1", ""),
        ("I end our deal about h1 and a5", ""),
        ("I end our deal, but I will offer something else", ""),
        ("I end our deal on h1 and h4 to get more points", ""),
        ("I end our deal before the deal gets worse", ""),
        ("I end our deal now because after the deal was made I got a conflict", ""),
        ("If the deal is still on, I end our deal", ""),
        ("the deal over a5 is over", ""),
        ("Our deal is off once and for all", ""),
        ("deal void", ""),
        ("thank you, but I am tearing up our agreement", ""),
    ],
)
def test_a_deal_is_ended_in_any_words_and_a_color_beside_it_is_sent(words, left):
    assert ended_by(words) == (True, left)


@pytest.mark.parametrize(
    "words",
    [
        "I'd never go back on my word",
        "I don't want to get rid of our agreement",
        "is the deal cancelled?",
        "the deal isn't cancelled",
        "once the deal is over, h1 will be red",
        "if our deal is cancelled, I make h1 red",
        "our deal is cancelled if you change a5",
        "the deal is finished if a5 turns red",
        "our deal no longer holds if you change a5",
        "if a5 stays red I am done with our deal",
        "unless you keep a5 green, our agreement is cancelled",
        "the deal is off when a5 turns red",
        "I end our deal if a5 turns red",
        "if a5 turns red, I end our deal",
    ],
)
def test_what_keeps_or_supposes_the_end_of_a_deal_ends_none(words):
    assert not ended_by(words)[0]


@pytest.mark.parametrize(
    "words",
    [
        "I like the deal over a5",
        "we agreed, no more blue for a5",
        "I keep my promise, no more changes",
        "your word is gone",
        "I keep the deal over h1",
        "Thanks for the deal over a5.",
        "We agreed over a5 green",
        "you promised me, but your word is gone",
        "The deal over h1 and a5 was good",
        "our deal is over h1 and a5",
    ],
)
def test_who_keeps_or_praises_a_deal_ends_none(words):
    assert not ended_by(words)[0]


@pytest.mark.parametrize(
    "words",
    [
        "I refuse to go back on my word",
        "you go back on your word",
        "you want to get rid of our deal",
        "our deal is finished, thanks",
        "you are going back on our deal",
        "you take your promise back, I see",
        "It would be bad to go back on my word",
        "nobody is getting rid of our deal",
        "your agent says the deal is cancelled",
        "instead of tearing up our deal let us talk",
    ],
)
def test_what_others_do_or_nobody_wants_ends_no_deal(words):
    assert not ended_by(words)[0]


@pytest.mark.parametrize("by", ["Agent1", "Human"])
def test_of_two_deals_with_the_same_terms_none_is_asked_for(by):
    (deal,) = DEAL.offers
    same = replace(deal, offer_id=f"offer_{by}_1_7")
    if by == "Human":
        same = replace(same, sender="Human", recipient="Agent1")
        same = replace(same, conditions=deal.assignments, assignments=deal.conditions)
    twice = DEAL.but(offers=(deal, same))
    moves = translate("I end our deal", VIEW, twice, "Agent1").moves
    assert [move.refers_to for move in moves] == [one.offer_id for one in twice.offers]


@pytest.mark.parametrize(
    "words",
    [
        "I want you to know I am done with our deal",
        "just so you know, our deal is over",
        "let me tell you that our deal is off",
        "I'd like to let you know that I am done with our deal",
    ],
)
def test_an_end_that_is_announced_ends_the_deal(words):
    assert ended_by(words)[0]


@pytest.mark.parametrize(
    "words",
    [
        "do you know our deal is over?",
        "I never said I am done with our deal",
        "I want you to tear up our deal",
        "should I tell you that I am done with our deal?",
        "I refuse to tell you that I am done with our deal",
        "you asked me to tell you that I am done with our deal",
        "nobody let you know that I am done with our deal",
        "why would I tell you that I am done with our deal",
        "I was going to tell you that I am done with our deal",
        "maybe I should tell you that I am done with our deal",
        "I will let you know that I am done with our deal",
        "he said: I want you to know that I am done with our deal",
    ],
)
def test_what_is_only_spoken_of_ends_no_deal(words):
    assert not ended_by(words)[0]

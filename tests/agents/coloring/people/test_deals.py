"""What the terminal shows and reads back of offers and deals."""

import io
import re

import pytest

from agents.coloring.modes import MODES
from agents.coloring.people.terminal import Terminal
from agents.coloring.runner import play
from agents.coloring.setup import TeamSettings
from agents.coloring.talk.translation import translate
from agents.world import TraceDb

from ..support import at, seen
from .test_terminal import game

DEAL = "announce\nsend\noffer Agent2: h2=blue if b2=red\n"


def shown(lines, **changes):
    return re.sub(r"\s+", " ", game(f"{lines}finish\n", **changes)[1])


@pytest.mark.parametrize("mode", MODES)
def test_a_deal_that_the_next_turn_carries_out_is_told_from_a_false_report(mode):
    text = shown(f"h5=green\n{DEAL}\n\n", mode=mode)
    assert "Agreed: you color h2 blue, Agent2 colors b2 red." in text
    assert "you agreed on h2 blue, which your next turn carries out" in text
    for told, true in re.findall(r"you told it (\S+ \S+), but (\S+ is \S+)", text):
        assert told.replace(" ", " is ") != true


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(
    "words",
    [
        "can we agree that h2 is blue and b2 is red?",
        "would you accept h2 blue and b2 red?",
        "is b2 red with h2 blue ok for you?",
    ],
)
def test_yes_to_what_an_agent_says_would_work_is_read_back_as_an_offer(mode, words):
    text = shown(f"h5=green\nannounce\nsend\nAgent2: {words}\nAgent2: yes\nyes\n\n", mode=mode)
    if "Yes, with " in text:
        assert "Do you mean this? To Agent2: If you color b2 red, I color h2 blue." in text
        assert "Agreed: you color h2 blue, Agent2 colors b2 red." in text
    else:
        assert mode == "LLM_RB"


@pytest.mark.parametrize(
    "words",
    [
        "scrap the deal, I found something better",
        "actually can we cancel that, I need h2 red again",
        "I take back my promise for h2",
        "could we end our deal?",
    ],
)
@pytest.mark.parametrize("to", ["Agent2: ", ""])
def test_a_deal_is_ended_by_a_request_and_by_taking_back_a_promise(words, to):
    text = shown(f"h5=green\n{DEAL}\n\n{to}{words}\nyes\n\n", mode="LLM_F")
    assert "Do you mean this? To Agent2: I end our deal." in text
    assert "No longer agreed: h2 blue." in text


def test_where_there_is_nothing_to_take_back_this_is_said_plainly():
    lines = "Agent1: I take back my offer\nAgent1: I accept your offer\nAgent1: I end our deal\n"
    text = shown(f"announce\n{lines}", mode="LLM_F")
    assert "not sent to Agent1: you have no open offer to Agent1;" in text
    assert "not sent to Agent1: no offer of Agent1 waits for your answer;" in text
    assert "not sent to Agent1: you have no deal with Agent1;" in text


def test_an_offer_against_a_fixed_node_is_shown_and_read_back_with_it():
    text = shown("announce\nsend\nAgent1: I offer h4 green if a5 is red\n", mode="LLM_F")
    assert "But h4 green would clash with h3, which is fixed to green." in text
    text = shown("announce\nsend\n\n", mode="RB")
    assert re.search(r"offer 1: .* \(h4 green would clash with h3, which is fixed to green\)", text)


def test_what_is_asked_for_before_bargaining_is_not_called_a_question():
    text = shown("Agent2: I set h5 green, so please b2 to blue now\n", mode="LLM_U")
    assert "this only asks" not in text


def test_of_a_refused_line_no_color_is_set():
    text = shown(f"h5=green\n{DEAL}\n\nh2=red; h5=red\n", mode="LLM_F")
    assert "h2 = 'red': expected blue, as agreed; \"I end our deal\" ends the agreement" in text
    assert "no color of this line was set" in text


@pytest.mark.parametrize("tag", ["Interested?", "You in?", "Deal?", "What do you say?", "Ok for you?"])
def test_a_tag_beside_an_offer_is_not_sent(tag):
    view = seen("Human")
    at_board = at(view, "rrgrr", beliefs={"b2": "green"}, phase="bargain")
    read = translate(f"I will make h2 blue if you make b2 red. {tag}", view, at_board, "Agent2")
    assert read.offers
    assert read.rest == ""


def test_what_is_ruled_out_against_a_deal_is_answered_with_the_deal():
    text = shown(f"h5=green\n{DEAL}\n\nAgent2: h2 must be red\n\n", mode="LLM_F")
    assert 'We agreed on h2 blue. Say "I end our deal" if you want to change that.' in text


def test_an_offer_of_what_is_ruled_out_is_taken_back():
    text = shown("announce\nsend\nAgent1: h4 cannot be green\n\n", mode="LLM_RB")
    assert "I take back offer 1, because h4 cannot be green." in text


def test_no_agent_says_that_it_has_no_conflicts_before_it_knows_all_colors():
    lines = "h2=green; h3=blue; h4=blue\nsend\nAgent2: better now?\nWhy are you all not satisfied?\n"
    text = shown(lines, mode="LLM_RB", topology="random:clusters=4,nodes=5,density=0.6,seed=3", seed=8)
    assert "I have no conflicts." not in text
    assert "There is a node of another neighbor whose color I do not know yet." in text


def test_yes_to_a_question_accepts_no_older_offer():
    lines = "announce\nsend\nAgent1: a2 should not be green. h4 maybe blue now\n"
    text = shown(f"{lines}yes\n", mode="RB")
    assert "Is h4 blue now?" in text
    assert "I accept" not in text


def test_accepting_nothing_is_said_to_be_so():
    text = shown("announce\nsend\nI accept\n", mode="LLM_F")
    assert "no offer of Agent1 waits for your answer" in text


def test_a_color_that_a_node_has_is_not_said_to_be_possible_only():
    lines = "h1=red; h4=blue; h2=blue; h5=green\nsend\nAgent1: can a4 be green?\n"
    assert "Agent1: Yes, a4 is green." in shown(lines, mode="LLM_C")


def test_a_deal_that_would_leave_no_setting_is_rejected():
    first = "h1=red; h4=blue; h2=blue; h5=green\nsend\nAgent1: please make a4 red\nannounce\nsend\n"
    text = shown(f"{first}offer Agent1: h1=green if a2=blue\n\n", mode="LLM_API")
    assert "I reject your offer, because a4 was demanded red, a2 would be blue and a node" in text
    assert "Agreed:" not in text


@pytest.mark.parametrize(
    "words",
    [
        "you get h2 blue if you keep b2 away from red",
        "lets make a deal, you never use red and I put blue on h2",
        "no red for you and in exchange h2 becomes blue",
        "you get h2 blue if you leave red alone",
        "I color h2 blue if you keep b2 off red",
        "I color h2 blue if b2 stops being red",
        "I color h2 blue if b2 is anything but red",
        "if b2 is no longer red, I color h2 blue",
    ],
)
@pytest.mark.parametrize("answer", ["green", "ok then green", "I mean green please"])
def test_an_offer_that_only_avoids_a_color_is_completed_by_an_answer(words, answer):
    text = shown(f"h5=red\nannounce\nsend\nAgent2: {words}\nAgent2: {answer}\n")
    assert "An offer needs a color for b2. Do you mean green or blue, for h2 blue?" in text
    assert "Do you mean this? To Agent2: If you color b2 green, I color h2 blue." in text


@pytest.mark.parametrize("words", ["is red possible?", "not green", "blue or green", "what about red"])
def test_what_gives_no_color_completes_no_offer(words):
    lines = "h5=red\nannounce\nsend\nAgent2: you get h2 blue if you keep b2 away from red\n"
    assert "If you color b2" not in shown(f"{lines}Agent2: {words}\n")


def test_a_yes_to_the_question_for_a_color_is_asked_which_one():
    lines = "h5=red\nannounce\nsend\nAgent2: you get h2 blue if you keep b2 away from red\n"
    text = shown(f"{lines}yes\nAgent2: green\n")
    assert text.count("An offer needs a color for b2. Do you mean green or blue, for h2 blue?") == 2
    assert "Do you mean this? To Agent2: If you color b2 green, I color h2 blue." in text


def test_a_promise_is_not_taken_for_a_report():
    text = shown("announce\nsend\nAgent1: i give you h4 blue but you owe me one\n")
    assert "you told it h4 blue" not in text


def test_who_rejects_an_offer_and_asks_for_another_rejects_it():
    lines = "announce\nsend\nAgent1: no thats not good for me, can you do something else\n"
    text = shown(lines, mode="RB")
    assert "Do you mean this? To Agent1: I reject offer 1." in text


@pytest.mark.parametrize("words", ["please never use blue for a4", "avoid blue on a4", "a4 not blue"])
def test_an_offer_with_a_color_that_the_person_excludes_is_taken_back(words):
    text = shown(f"announce\nsend\nAgent1: {words}\n", mode="RB")
    assert "Agent1 colors a2 blue, a4 blue" in text
    assert "I take back offer 1, because a4 cannot be blue." in text


def test_an_agent_offers_what_the_person_plans():
    lines = (
        "h1=green; h5=blue\nannounce\nsend\nAgent2: anything but green on b2 please. I plan h5 green\n"
    )
    text = shown(lines, mode="RB")
    assert "If you color h5 green, I color b2 blue" in text


def test_an_offer_that_the_person_asks_for_again_stays():
    lines = "announce\nsend\nAgent1: I'd rather have h4 blue than green\n"
    asks = "Agent1: can't we find something where h1 stays red and h4 is blue?\n"
    text = shown(f"{lines}{asks}{asks}", mode="RB")
    assert "offer 2: if you color h4 blue" in text
    assert "offer 3" not in text


@pytest.mark.parametrize(
    "words",
    ["which one should I change back?", "so what do you want me to do", "what can I do to help?"],
)
def test_with_a_conflict_what_to_do_is_answered_by_the_least_changes(words):
    text = shown(f"send\nAgent1: {words}\n", mode="LLM_C")
    assert "Agent1: It would work if you set h4 or h1 to green or blue." in text


@pytest.mark.parametrize("words", ["ok blue", "blue it is then", "I'll go with blue", "then blue"])
def test_a_color_answers_what_a_node_could_be(words):
    text = shown(f"send\nAgent1: h1 could be what?\nAgent1: {words}\n")
    assert "Agent1: Yes, my colors fit your h1 blue and h4 red." in text


@pytest.mark.parametrize(
    "words",
    [
        "everybody satisfied?",
        "I think we are done?",
        "both ok?",
        "all good on your end?",
        "may I finish?",
    ],
)
def test_whether_all_is_well_is_answered_by_yes_or_no(words):
    text = shown(f"h1=blue; h5=green\nsend\n{words}\n", mode="LLM_C")
    assert "Agent1: Yes, I am satisfied." in text
    assert "Agent2: Yes, I am satisfied." in text


OFFERED = "announce\nh1=red; h2=blue; h4=red; h5=red\nsend\n\n"


def test_why_an_agent_made_its_offer_is_answered():
    text = shown(f"{OFFERED}accept 1\nAgent1: why did you offer that?\n", mode="RB", seed=101)
    gain = "to get from 1 conflict to none."
    assert f"I offered a2 blue, a4 blue and a5 red for h4 green (offer 1), {gain}" in text
    assert "Agent2: I have made you no offer in this round." in shown(
        f"{OFFERED}Agent2: what is the reason for your offer?\n", mode="RB", seed=101
    )


def test_what_an_agent_offers_is_answered_with_its_open_offer():
    text = shown(f"{OFFERED}Agent1: and what do you offer me in return?\n", mode="RB", seed=101)
    assert "I offered a2 blue, a4 blue and a5 red for h4 green (offer 1). Any" in text


@pytest.mark.parametrize("words", ["I could accept the first offer", "hmm, I would take offer 1"])
def test_who_could_accept_is_asked_whether_it_is_accepted(words):
    text = shown(f"{OFFERED}Agent1: {words}\n", mode="RB", seed=101)
    assert "Do you mean this? To Agent1: I accept your offer 1." in text


@pytest.mark.parametrize("tag", [", agree?", ", deal?", ", do we agree?"])
def test_an_offer_with_a_question_at_its_end_is_read_back(tag):
    text = shown(
        f"h5=green\nannounce\nsend\nAgent2: I put h2 blue, you put b2 red{tag}\n", mode="LLM_RB"
    )
    assert "Do you mean this? To Agent2: If you color b2 red, I color h2 blue." in text


@pytest.mark.parametrize("mode", ["LLM_U", "LLM_C", "LLM_F", "LLM_API"])
def test_what_changes_with_a_deal_is_told_with_it(mode):
    lines = "announce\nh1=green; h4=blue; h2=red; h5=blue\nsend\n"
    text = shown(f"{lines}offer Agent1: h4=red if a4=green\n", mode=mode, seed=108)
    assert "I accept your offer. I changed a2 from blue to red and a5 from red to blue." in text


@pytest.mark.parametrize("mode", ["RB", "LLM_RB"])
def test_an_offer_on_the_screen_can_be_accepted_though_the_agent_takes_it_back_meanwhile(mode):
    text = shown("send\nannounce\nsend\n\n\naccept 1\n", mode=mode)
    assert text.count(" offer 1: ") == 3
    assert "Agreed: you color h4 green" in text
    assert "I take back" not in text


@pytest.mark.parametrize(
    "words", ["h4 can be green after all", "I take back that h4 can never be green"]
)
def test_what_a_rejection_rules_out_is_remembered_and_can_be_taken_back(words):
    never = "send\nannounce\nsend\nreject 1 never h4=green\nwhat have I ruled out?\n"
    text = shown(f"{never}{words}\nwhat have I ruled out?\n", mode="RB")
    assert "You told me that h4 cannot be green." in text
    assert "I no longer assume that h4 cannot be green." in text
    assert text.rstrip().count("You told me that h4 cannot be green.") == 1


@pytest.mark.parametrize(
    ("never", "said"),
    [
        ("h4=green", "h4 can never be green."),
        ("h1=red and h4=blue", "h1 red and h4 blue can never go together."),
    ],
)
def test_what_a_rejection_rules_out_is_confirmed(never, said):
    text = shown(f"send\nannounce\nsend\nreject 1 never {never}\n", mode="RB")
    assert f"You reject the offer and say that {said}" in text


def test_what_can_never_go_together_is_listed():
    lines = "send\nannounce\nsend\nreject 1 never h1=red and h4=green\nwhat have I ruled out?\n"
    assert "You told me that h1 red and h4 green cannot go together." in shown(lines, mode="RB")


def test_an_answer_to_check_names_what_the_person_said_can_never_go_together():
    lines = "send\nannounce\nsend\nreject 1 never h1=red and h4=green\ncheck Agent1: h1=red, h4=green\n"
    text = shown(lines, mode="RB")
    works = "Yes, with h1 red and h4 green I can color my part without a conflict"
    assert f"Agent1: {works}, but you said that h1 red and h4 green cannot go together." in text


def test_an_answer_to_check_names_a_limit_of_a_node():
    lines = "send\nannounce\nAgent1: h4 can never be green\ncheck Agent1: h1=red, h4=green\n"
    assert "without a conflict, but you said that h4 cannot be green." in shown(lines, mode="LLM_C")


def test_what_is_taken_back_without_an_open_offer_is_no_offer():
    lines = "send\nannounce\nsend\nAgent2: make b2 red\nAgent2: I take that back\n"
    text = shown(lines, mode="LLM_F")
    assert "no open offer" not in text
    assert "I may change b2 again." in text


def test_no_deal_that_the_agent_offered_is_ended_by_taking_back_an_offer():
    text = shown("send\nannounce\nsend\naccept 1\nI take back my offer\n", mode="RB")
    assert "not sent: you have no open offer to Agent1; you have no open offer to Agent2;" in text


def test_a_change_for_a_deal_is_told_to_the_other_neighbors_who_know_the_earlier_color():
    team = {"topology": "random:clusters=4,nodes=4", "seed": 9}
    text = shown("send\nannounce\nsend\naccept 1\n\nwhat are your conflicts?\n", mode="RB", **team)
    assert "Agreed: you color h4 green" in text
    assert "you told it" not in text
    assert "Agent3: I have 1 conflict: my c1 and your h4 are both green." in text


@pytest.mark.parametrize(("mode", "offers"), [("RB", True), ("LLM_RB", True), ("LLM_F", False)])
def test_announce_promises_offers_of_agents_only_where_they_make_some(mode, offers):
    target = io.StringIO()
    play_at_terminal = TeamSettings(human="terminal", mode=mode, max_steps=30).complete()
    seat = Terminal(io.StringIO("announce\nfinish\n"), target, they_offer=MODES[mode].bargains)
    with TraceDb(":memory:") as trace:
        play(play_at_terminal, trace, seat=seat)
    assert ("all of you can now make offers" in " ".join(target.getvalue().split())) == offers


def test_after_init_what_was_told_before_it_is_not_called_untold():
    assert "you have not told it h1 red and h4 red since init" in shown("send\nannounce\ninit\n")


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("offer Agent2: h2=blue if b2=red", "Beware: h2 blue would clash with h5, which is blue now."),
        ("h5=red; offer Agent2: h2=blue if b2=green", ""),
        ("offer Agent2: h5=green if b2=green", "Beware: "),
        ("offer Agent2: h5=green if b2=red", "Beware: h5 green would clash with "),
        ("check Agent2: h2=blue", ""),
    ],
)
def test_an_offer_by_the_command_is_sent_with_a_word_on_the_conflicts_that_it_would_make(command, said):
    text = shown(f"h1=green; h2=red; h4=red; h5=blue\nannounce\nsend\n{command}\n")
    assert ("Beware: " in text) == bool(said)
    assert said in text

"""A person at the terminal."""

import io
import itertools
import re

import pytest

from agents.coloring.people.commands import read_line
from agents.coloring.people.paragraphs import Paragraphs
from agents.coloring.people.terminal import WIDTH, Terminal
from agents.coloring.runner import play
from agents.coloring.setup import TeamSettings, translator
from agents.coloring.situation import Received
from agents.coloring.topologies import study
from agents.world import TraceDb

from ..support import seen


def game(typed, *, color=False, **changes):
    target = io.StringIO()
    settings = TeamSettings(human="terminal", **{"mode": "LLM_U", "max_steps": 30} | changes).complete()
    translate = translator(settings, confirmed=True)
    seat = Terminal(io.StringIO(typed), target, color, translate=translate)
    with TraceDb(":memory:") as trace:
        outcome = play(settings, trace, seat=seat)
        turns = list(trace.fetch_trace_events(outcome.run_id))
    return outcome, target.getvalue(), turns


def test_a_game_is_played_to_its_end():
    typed = "announce; send\n\nh1=green; h2=blue; h4=blue; h5=red; send; satisfied\n" + "\n" * 20
    outcome, shown, turns = game(typed)
    assert outcome.stop_reason == "consensus"
    assert outcome.solved
    assert all(turn.outcome["success"] for turn in turns)
    assert "You are Human." in shown
    assert "conflicts 0" in shown
    assert (
        max(len(line.lstrip("> ")) for line in shown.splitlines()) <= WIDTH
    )  # typed lines are not echoed
    assert "\x1b" not in shown


def test_what_cannot_be_done_is_said_and_asked_again():
    outcome, shown, _ = game("h3=red\nset b1 red\naccept nothing\nundo\nhelp\nfinish\n")
    assert outcome.stop_reason == "finished"
    assert outcome.steps == 1
    for text in (
        "h3 = 'red': expected green",
        "node = 'b1': expected one of your nodes",
        "no offer waits for your answer",
        "nothing to undo",
        "undo your last change of colors",
    ):
        assert text in re.sub(r"\s+", " ", shown)


def test_a_deal_that_is_not_carried_out_names_its_color():
    typed = "announce; send\n\n\naccept 1\n\noffer Agent1: h1=green if a2=red\n\n\nh1=green\n\nfinish\n"
    _, shown, _ = game(typed, mode="RB")
    screens = shown.split("Step ")
    waiting = [one for one in screens if "agreed green" in one]
    assert waiting
    assert "agreed green" not in screens[-1]
    assert "agreed" in screens[-1]


def test_a_reason_is_shown_with_what_it_explains():
    typed = "Agent1: h1 is red\nAgent1: h4 is red and must be red\nAgent1: h1 must be red\n\n\nfinish\n"
    _, shown, _ = game(typed, mode="LLM_F")
    for said in re.findall(r"^Agent1: (.*(?:\n    .*)*)", shown, flags=re.MULTILINE):
        assert not said.startswith("Reason:")


def test_what_help_leaves_open_is_said():
    _, shown, _ = game("help\nimpossible\naccept\nfinish\n", mode="RB")
    shown = re.sub(r"\s+", " ", shown)
    assert "Points for each node: red 3, green 2, blue 1. The score is their sum" in shown
    assert "Ctrl-C, Ctrl-D leave the game" in shown
    assert "nothing to reject: no offer waits for you" in shown
    assert "no offer waits for your answer" in shown


def test_a_rejected_offer_is_the_persons_own():
    typed = "h1=blue\nsend\nannounce\n\noffer Agent1: h4=red, h1=green if a2=blue\n\n\nfinish\n"
    shown = re.sub(r"\s+", " ", game(typed, mode="RB")[1])
    assert "I reject your offer, because h4 " in shown
    assert "my offer" not in shown


def test_a_change_can_be_undone():
    outcome, _, _ = game("h1=blue\nh1=green\nundo\nfinish\n")
    assert outcome.colors["h1"] == "blue"
    outcome, _, _ = game("h1=blue\nh1=green\nundo\nundo\nfinish\n")
    assert outcome.colors["h1"] == "red"


def test_the_end_of_the_input_ends_the_game():
    outcome, shown, _ = game("h1=blue\n")
    assert outcome.stop_reason == "finished"
    assert shown.endswith("The input has ended, which ends the game.\n")


def test_colors_are_shown_where_they_can_be():
    _, shown, _ = game("finish\n", color=True)
    assert "\x1b[31mred\x1b[0m" in shown
    assert not re.search(r"\x1b\[0m\S*\x1b\[0m", shown)


def test_what_an_agent_writes_cannot_move_the_cursor():
    target = io.StringIO()
    seat = Terminal(io.StringIO(), target, False)
    from agents.coloring.situation import Received, Situation

    said = [Received("Agent1", "free_text", "\x1b[2Jgone\u202e\x07 here")]
    seat._show_messages(study().view("Human"), said, Situation(0, {}))
    assert target.getvalue() == "Agent1: gone here\n"


@pytest.mark.parametrize("mode", ["RB", "LLM_C", "LLM_F"])
def test_every_mode_can_be_played(mode):
    outcome, shown, turns = game("announce; send\n\n\n\nfinish\n", mode=mode)
    assert outcome.stop_reason == "finished"
    assert "Agent1:" in shown
    assert all(turn.outcome["success"] for turn in turns)


def test_lines_with_colors_are_as_wide_as_lines_without():
    typed = "send\n\nh1=blue\nfinish\n"
    _, plain, _ = game(typed)
    _, shaded, _ = game(typed, color=True)
    assert re.sub(r"\x1b\[\d+m", "", shaded) == plain


def test_what_was_not_sent_is_shown():
    _, shown, _ = game("send\nfinish\n")
    assert "Agent1 is not satisfied; you have not told it h1 red and h4 red" in shown
    assert "you have not told" not in shown[shown.index("Step 2") :]


def test_what_was_told_in_words_is_known():
    typed = "Agent1: h1 is red\nAgent1: h4 is blue\nh1=green\nfinish\n"
    _, shown, _ = game(typed, mode="LLM_F")
    screens = [part.split("\n  Agent2")[0] for part in shown.split("  Agent1 is ")[1:]]
    assert "not told it h1 red and h4 red" in screens[0]
    assert "not told it h4 red" in screens[1]
    assert "h1" not in screens[1]
    assert "you told it h4 blue" in screens[2]
    assert "h1" not in screens[3]  # it was told about the change


def test_an_offer_is_answered_by_its_number():
    typed = "announce; send\n" + "\n" * 3 + "accept 1\n\nfinish\n"
    _, shown, turns = game(typed, mode="RB")
    assert re.search(r"offer 1: (if you|Agent\d asks you to) color", shown)
    assert all(turn.outcome["success"] for turn in turns)
    assert any("'Accept'" in str(turn) for turn in turns)
    assert "(offer 1)" in shown
    assert "[offer_" not in shown
    _, shown, _ = game("accept 1\nfinish\n", mode="RB")
    assert "no offer waits for your answer" in re.sub(r"\s+", " ", shown)


def test_tables_for_agents_and_repetitions_are_not_shown():
    _, shown, _ = game("send\n" + "\n" * 12 + "finish\n", mode="LLM_C")
    assert "What each coloring" not in shown
    said = re.findall(r"^Agent1: (.*)$", shown, flags=re.MULTILINE)
    assert all(a != b for a, b in itertools.pairwise(said))


def test_who_is_satisfied_in_spite_of_conflicts_is_told_so():
    _, shown, _ = game("satisfied\nfinish\n")
    assert "4 conflicts are left; the game ends when all are satisfied" in shown


@pytest.mark.parametrize(
    ("said", "satisfied"),
    [
        ("I am happy with this now, thank you both!", True),
        ("Agent1: I'm satisfied. Are you too?", True),
        ("are you happy?", False),
        ("I'm happy, but could we squeeze out more points?", False),
        ("Well, I'm content but is anybody else unhappy?", False),
        ("satisfied\nAgent1: I am unsatisfied now. Can you make a5 blue?", False),
        ("I would be happy with h5 blue", False),
        ("I'm not happy with this", False),
        ("ok great", False),
    ],
)
def test_who_says_in_words_that_they_are_satisfied_is(said, satisfied):
    outcome, shown, _ = game(f"{said}\nfinish\n")
    assert outcome.satisfied["Human"] is satisfied
    assert ("You are satisfied now" in shown) is satisfied


def test_a_message_keeps_a_game_from_ending_without_an_answer():
    solved = "h1=green; h4=red; h2=red; h5=blue; send\n" + "\n" * 6 + "satisfied\n"
    outcome, shown, _ = game(f"{solved}Agent1: wait, can you make a2 blue first?\n\nfinish\n")
    assert "The game goes on, so that you get an answer" in shown
    assert outcome.stop_reason != "consensus"
    for said in ("thanks!", "well played!", "I'm satisfied with h2 red"):
        outcome, shown, _ = game(f"{solved}Agent1: {said}\n\n\n")
        assert outcome.stop_reason == "consensus", said


def test_who_alone_is_not_satisfied_is_told_once_how_to_say_so():
    _, shown, _ = game("h1=green; h4=red; h2=red; h5=blue; send\n" + "\n" * 6 + "finish\n")
    assert shown.count("If you are as well, type satisfied.") == 1


def test_what_is_said_to_one_after_what_is_said_to_all_goes_to_that_one():
    _, shown, _ = game("h1=green; h5=blue\nh1 is green and h5 is blue. Agent2, what is b2?\nfinish\n")
    assert "not sure what you mean" not in shown
    assert "you have not told it h4 red (type send)\n" in shown


@pytest.mark.parametrize(
    ("said", "satisfied"),
    [
        ("I am not happy with this", False),
        ("whoops, not satisfied yet, is everyone fine?", False),
        ("are you not happy?", True),
        ("who is not satisfied?", True),
        ("if I am not satisfied, what happens?", True),
    ],
)
def test_only_who_says_that_they_are_not_satisfied_is_not(said, satisfied):
    outcome, _, _ = game(f"satisfied\n{said}\nfinish\n")
    assert outcome.satisfied["Human"] is satisfied


def test_that_a_deal_has_ended_is_said():
    _, shown, _ = game("announce; send\n\n\naccept 1\nundo\n\nfinish\n", mode="RB")
    assert "agreed" in shown
    assert "No longer agreed: h4 green" in re.sub(r"\s+", " ", shown)


def test_a_sentence_is_not_repeated_from_message_to_message():
    _, shown, _ = game("send\nAgent1: why?\nAgent1: why?\n\nfinish\n", mode="LLM_C")
    paragraphs = re.findall(r"^(?:> )*Agent1: ((?:.|\n    )*)", shown, flags=re.MULTILINE)
    said = [set(re.split(r"(?<=\.)\s+", " ".join(text.split()))) for text in paragraphs]
    for earlier, later in itertools.pairwise(said):
        assert not {one for one in earlier & later if one.startswith("It would work")}


def test_announcing_says_what_it_does():
    _, shown, _ = game("announce\nannounce\nfinish\n", mode="RB")
    assert "Bargaining starts" in shown
    assert "A new round of bargaining starts (send" in shown


def test_no_id_is_shown():
    lines = "send; announce\noffer Agent1: h4=blue if a2=blue\ncheck Agent1: h1=red\n"
    _, shown, _ = game(lines + "\n" * 8 + "finish\n", mode="RB")
    assert "offer_" not in shown
    assert "query_" not in shown
    assert "I take back," not in shown


def test_bargaining_before_it_started_is_explained():
    _, shown, _ = game("send\noffer Agent1: h4=blue if a2=blue\nfinish\n", mode="RB")
    assert "not sent: bargaining has not started; announce starts it" in shown


def test_a_text_to_all_is_answered_by_those_whom_it_concerns():
    _, shown, _ = game("send\nwhat could I set h1 to?\nwhat is h9?\n\nfinish\n", mode="LLM_C")
    assert shown.count("I do not see any of the nodes that you named.") == 2


def test_steps_and_the_end_of_the_game_are_announced():
    from agents.coloring.people.terminals import Terminals

    target = io.StringIO()
    lines = "h1=green; h4=blue; h2=red; h5=blue; send\n\n\nsatisfied\n\n\n\n"
    settings = TeamSettings(human="terminal", mode="LLM_C", max_steps=30).complete()
    with TraceDb(":memory:") as trace:
        play(settings, trace, seat=Terminals(settings.people(), io.StringIO(lines), target, steps=30))
    shown = target.getvalue()
    assert "Step 0 of 30   your conflicts " in shown
    assert "ends when all stay satisfied: press Enter. To go on, type unsatisfied." in " ".join(
        shown.split()
    )


def test_prose_after_a_semicolon_goes_to_the_same_neighbor():
    view = seen("Human")
    peers = {peer.casefold(): peer for peer in view.peers}
    assert read_line("Agent1: a2 can be anything; a4 too", view, peers).said == {
        "Agent1": "a2 can be anything; a4 too"
    }
    typed = read_line("Agent1: hello; h1=blue; hello all", view, peers)
    assert typed.said == {"Agent1": "hello", None: "hello all"}


def test_terms_of_an_offer_need_no_commas():
    view = seen("Human")
    peers = {peer.casefold(): peer for peer in view.peers}
    typed = read_line("offer Agent2: h2=red h5 = green if b2=blue", view, peers)
    assert typed.offered == {"Agent2": ({"b2": "blue"}, {"h2": "red", "h5": "green"})}


def test_a_list_that_was_said_before_is_not_said_again():
    paragraphs = Paragraphs("Human")

    def heard(text, kind="cost_list"):
        return paragraphs.of([Received("Agent1", kind, text)], {}).get("Agent1", "")

    options = "What works for me: if you keep h1 red, I can score 11."
    assert heard(f"I have no conflicts. {options}") == f"I have no conflicts. {options}"
    assert heard("Yes, my colors fit your h1 red.", "reply") == "Yes, my colors fit your h1 red."
    assert heard(f"My score is 11. {options}") == "My score is 11."
    assert heard(options, "reply") == options


def test_a_score_beside_another_one_is_said_again():
    paragraphs = Paragraphs("Human")
    said = "With h4 red I can score 9. Apart from conflicts, my score is 11."
    for _ in range(2):
        assert paragraphs.of([Received("Agent1", "reply", said)], {}) == {"Agent1": said}


def test_a_request_with_what_is_given_for_it_is_read_back_as_an_offer():
    said = "Agent2: could you make b2 blue? I would give you h5 green"
    settings = TeamSettings(human="terminal", mode="RB", max_steps=12).complete()
    target = io.StringIO()
    lines = f"announce\nsend\n{said}\nyes\nfinish\n"
    seat = Terminal(io.StringIO(lines), target, translate=translator(settings, None, confirmed=True))
    with TraceDb(":memory:") as trace:
        outcome = play(settings, trace, seat=seat)
        offers = trace.query("SELECT sender FROM coloring_offer WHERE sender = 'Human'")
    shown = re.sub(r"\s+", " ", target.getvalue())
    assert "Do you mean this? To Agent2: If you color b2 blue, I color h5 green." in shown
    assert offers
    assert outcome.stop_reason == "finished"


def test_of_two_statements_of_how_things_stand_the_later_is_shown():
    early = Received("Agent1", "constraints", "No, your h1 red does not work for me.", time_step=3)
    late = "Yes, my colors fit your h1 blue. I changed nothing."
    shown = Paragraphs("Human").of([early, Received("Agent1", "reply", late, time_step=4)], {})
    assert shown == {"Agent1": late}
    both = Paragraphs("Human").of([early, Received("Agent1", "reply", "All right.", time_step=4)], {})
    assert both == {"Agent1": "No, your h1 red does not work for me. All right."}


@pytest.mark.parametrize("mode", ["RB", "LLM_C"])
def test_yes_takes_up_what_an_agent_says_it_could_do(mode):
    typed = "Agent2: h2 and h5 are red\nAgent2: could you take blue on b2?\nAgent2: yes please\nfinish\n"
    shown = re.sub(r"\s+", " ", game(typed, mode=mode)[1])
    assert "Agent2: Yes, b2 could be blue; tell me if you want that." in shown
    assert "Done: b2 is blue now." in shown


def test_a_color_that_was_reported_and_then_changed_is_not_shown():
    early = Received("Agent1", "constraints", "My a5 is red. What color is h1?", time_step=3)
    late = Received("Agent1", "reply", "All right. I changed a5 from red to blue.", time_step=4)
    shown = Paragraphs("Human").of([early, late], {})
    assert shown == {"Agent1": "What color is h1? All right. I changed a5 from red to blue."}


def test_who_makes_a_conflict_is_no_longer_satisfied():
    typed = "h1=green; h5=blue; send\nsatisfied\nh4=blue\npass\nfinish\n"
    outcome, _, _ = game(typed, mode="LLM_C")
    assert outcome.stop_reason == "finished"
    assert not outcome.satisfied["Human"]


def test_a_color_against_a_deal_is_refused_with_what_ends_the_deal():
    typed = (
        "h1=green; h5=blue\nannounce\noffer Agent2: h2=blue, h5=red if b2=green\npass\nh5=blue\nfinish\n"
    )
    shown = re.sub(r"\s+", " ", game(typed, mode="RB")[1])
    assert "h5 = 'blue': expected red, as agreed;" in shown


@pytest.mark.parametrize(
    "said", ["I offer h1 blue if you do a2 red", "I'd rather have h1 blue, if you do a2 red"]
)
def test_offers_in_any_words_are_read_back(said):
    settings = TeamSettings(human="terminal", mode="LLM_RB", max_steps=12).complete()
    target = io.StringIO()
    lines = f"announce\nsend\nAgent1: {said}\nfinish\n"
    seat = Terminal(io.StringIO(lines), target, translate=translator(settings, None, confirmed=True))
    with TraceDb(":memory:") as trace:
        play(settings, trace, seat=seat)
    shown = re.sub(r"\s+", " ", target.getvalue())
    assert "Do you mean this? To Agent1: If you color a2 red, I color h1 blue." in shown


def test_yes_to_a_question_about_a_limit_means_the_limit():
    typed = "Agent1: a5 not red, except maybe later\nAgent1: yes\n"
    _, shown, _ = game(typed + "Agent1: can a5 be red?\nfinish\n", mode="LLM_C")
    shown = re.sub(r"\s+", " ", shown)
    assert "Do you mean that a5 should not be red?" in shown
    assert "Noted: a5 cannot be red." in shown
    assert "No, you told me that a5 cannot be red." in shown


def test_no_to_what_is_read_back_sends_nothing():
    settings = TeamSettings(human="terminal", mode="RB", max_steps=12).complete()
    target = io.StringIO()
    lines = "announce\nsend\nAgent1: if you color a2 red, I color h1 blue\nno\nfinish\n"
    seat = Terminal(io.StringIO(lines), target, translate=translator(settings, None, confirmed=True))
    with TraceDb(":memory:") as trace:
        outcome = play(settings, trace, seat=seat)
        sent = [m.content for m in trace.fetch_messages(outcome.run_id) if m.author_id == "Human"]
    assert "Not sent." in target.getvalue()
    assert not [text for text in sent if text in ("no", "if you color a2 red, I color h1 blue")]


DEAL = "send\n\nh1=green; h5=blue\n\nannounce\nAgent2: I offer h2 blue and h5 green if b2 is red\nyes\n"


def test_in_every_mode_an_offer_in_words_binds_and_is_carried_out():
    for mode in ("LLM_F", "LLM_U"):
        outcome, shown, turns = game(DEAL + "pass\nfinish\n", mode=mode)
        assert "If you color b2 red, I color h2 blue and h5 green." in re.sub(r"\s+", " ", shown)
        assert all(turn.outcome["success"] for turn in turns)
        assert (outcome.colors["h2"], outcome.colors["h5"], outcome.colors["b2"]) == (
            "blue",
            "green",
            "red",
        )


def test_what_was_not_confirmed_is_said_not_to_be_sent():
    _, shown, _ = game(DEAL.removesuffix("yes\n") + "Agent1: hello\nfinish\n", mode="LLM_F")
    assert "What was read back was not sent." in shown


def test_an_offer_before_bargaining_is_said_to_be_a_question():
    _, shown, _ = game("Agent2: I offer h2 blue if b2 is red\nfinish\n", mode="LLM_F")
    assert "Until announce, this only asks" in shown


@pytest.mark.parametrize(
    "text", ["I wont keep that", "call it off", "please release me from h5 green", "cancel that trade"]
)
def test_a_deal_is_ended_in_words(text):
    _, shown, _ = game(f"{DEAL}Agent2: {text}\nyes\npass\nfinish\n", mode="LLM_F")
    assert "Do you mean this? To Agent2: I end our deal." in shown
    assert "No longer agreed: h2 blue and h5 green." in shown


def test_a_color_told_but_not_set_is_named():
    _, shown, _ = game("Agent1: my h1 is green now\nfinish\n")
    assert "you told it h1 green, but h1 is red" in shown


def test_a_score_that_was_asked_for_is_said_again():
    paragraphs = Paragraphs("Human")
    early = Received("Agent1", "cost_list", "My a2 is red. My score is 9. Your h1 is red.", time_step=3)
    assert paragraphs.of([early], {})["Agent1"].startswith("My a2 is red. My score is 9.")
    answer = Received("Agent1", "reply", "My score is 9. I have no conflicts.", time_step=4)
    assert paragraphs.of([answer], {}) == {"Agent1": "My score is 9. I have no conflicts."}
    again = Received("Agent1", "status", "My a2 is red. Your h1 is red.", time_step=6)
    assert paragraphs.of([again], {}) == {}
    moved = Received("Agent1", "status", "I changed a4 from red to blue. My a2 is red.", time_step=8)
    assert paragraphs.of([moved], {}) == {"Agent1": "I changed a4 from red to blue. My a2 is red."}


def test_a_report_is_shown_without_the_nodes_that_have_changed_since():
    first = Received("Agent1", "rb", "My border: a5 is green.", time_step=3)
    reply = Received("Agent1", "reply", "I changed a5 from green to blue.", time_step=4)
    last = Received("Agent1", "rb", "My border: a5 is blue.", time_step=4)
    shown = Paragraphs("Human").of([first, reply, last], {})
    assert shown == {"Agent1": "I changed a5 from green to blue."}
    both = Received("Agent1", "rb", "My border: a4 is red, a5 is green.", time_step=3)
    shown = Paragraphs("Human").of([both, reply], {})
    assert shown == {"Agent1": "My border: a4 is red. I changed a5 from green to blue."}
    hidden = Received("Agent1", "status", "I changed nodes that you do not see.", time_step=4)
    shown = Paragraphs("Human").of([both, hidden], {})
    assert shown["Agent1"].startswith("My border: a4 is red, a5 is green.")
    assert Paragraphs("Human").of([first, last], {}) == {"Agent1": "My border: a5 is blue."}


def test_an_answer_about_scores_is_given_again_and_a_list_is_not():
    paragraphs = Paragraphs("Human")
    text = "With h1 red I can score 9. With h1 blue I can score 8. "
    listed = "What works for me: if you set h1 red, I can score 9."
    paragraphs.of([Received("Agent1", "reply", text + listed, time_step=3)], {})
    again = paragraphs.of([Received("Agent1", "reply", text + listed, time_step=5)], {})
    assert again == {"Agent1": text.strip()}


def test_of_two_changes_in_one_turn_of_the_person_only_the_net_is_told():
    first = Received(
        "Agent1",
        "reply",
        "I changed a2 from red to green and a5 from green to red. "
        "I also changed nodes that you do not see.",
        time_step=3,
    )
    back = Received("Agent1", "status", "I changed a2 from green to red and a5 to blue.", time_step=4)
    shown = Paragraphs("Human").of([first, back], {})
    assert shown == {
        "Agent1": "I changed a5 from green to blue. I also changed nodes that you do not see."
    }
    undone = Received("Agent1", "status", "I changed a2 from green to red and a5 to green.", time_step=4)
    assert Paragraphs("Human").of([first, undone], {}) == {
        "Agent1": "I changed nodes that you do not see."
    }


def test_a_border_that_the_report_of_a_change_names_is_not_listed_too():
    text = (
        "My a3 is red. I changed a3 from blue to red and a4 to blue. My border: a3 is red, a4 is blue."
    )
    shown = Paragraphs("Human").of([Received("Agent1", "reply", text)], {})
    assert shown == {"Agent1": "My a3 is red. I changed a3 from blue to red and a4 to blue."}


def test_a_reason_is_given_once():
    text = "No, with h1 red I would have at least one conflict. Reason: h4 is red. "
    more = "It would work if you set h4 to blue. Reason: h4 is red."
    shown = Paragraphs("Human").of([Received("Agent1", "reply", text + more)], {})
    assert shown["Agent1"].count("Reason: ") == 1


def test_an_answer_stands_before_what_changed_out_of_sight():
    inbox = [
        Received("Agent1", "free_text", "I changed nodes that you do not see."),
        Received("Agent1", "reply", "Yes, with h2 blue I can color my part without a conflict."),
    ]
    assert Paragraphs("Human").of(inbox, {})["Agent1"] == (
        "Yes, with h2 blue I can color my part without a conflict. I changed nodes that you do not see."
    )


def test_settings_with_scores_are_listed_by_their_score():
    text = (
        "My score is 9. What works for me: if you keep h1 red and h4 blue, or set h1 to green or blue, "
        "or h1 to blue and h4 to green, I can score 11; if you set h4 to green, I can score 10; and "
        "more. I changed nothing."
    )
    shown = Paragraphs("Human").of([Received("Agent1", "cost_list", text)], {})
    assert shown["Agent1"].split("\n") == [
        "My score is 9. What works for me, and the score that I can reach then:",
        "      score 11: h1 red and h4 blue (as now, as far as I know); h1 green; h1 blue; h1 blue and "
        "h4 green",
        "      score 10: h4 green",
        "      and more",
        "I changed nothing.",
    ]


def test_who_was_asked_speaks_first_and_nobody_reports_what_is_on_the_screen():
    known = Received("Agent1", "status", "My a2 is red. My colors fit your h1 blue.", time_step=4)
    answer = Received("Agent2", "reply", "As far as I know h2 is blue. As far as I know h5 is green.")
    shown = Paragraphs("Human").of([known, answer], {}, {"a2": "red"})
    assert list(shown.items()) == [
        ("Agent2", "As far as I know h2 is blue and h5 is green."),
        ("Agent1", "My colors fit your h1 blue."),
    ]


def test_a_no_is_not_shown_without_what_was_said_with_it_before():
    paragraphs = Paragraphs("Human")
    text = "No, your h1 red does not work for me. It would work if you set h1 to blue."
    assert paragraphs.of([Received("Agent1", "reply", text)], {}) == {"Agent1": text}
    again = Received("Agent1", "constraints", text.replace("h1 red does", "h1 green does"), time_step=3)
    assert paragraphs.of([again], {}) == {"Agent1": again.text}


@pytest.mark.parametrize("mode", ["RB", "LLM_F", "LLM_U"])
def test_yes_to_a_color_that_a_node_does_not_have_is_held_back_once(mode):
    lines = "announce\nsend\nAgent1: a2 should not be green. h4 maybe blue now\n"
    _, shown, _ = game(f"{lines}yes\nfinish\n", mode=mode)
    assert "Not sent: h4 is red. Type h4=blue to color" in re.sub(r"\s+", " ", shown)
    assert "you told it h4 blue" not in shown
    _, shown, _ = game(f"{lines}yes\nyes\n\nfinish\n", mode=mode)
    assert "you told it h4 blue, but h4 is red" in re.sub(r"\s+", " ", shown)


def test_an_agent_is_called_by_its_name_before_a_question():
    view = seen("Human")
    peers = {"agent1": "Agent1", "agent2": "Agent2"}
    for line in ("agent1 whats wrong?", "Agent1 can you make a2 red?", "agent1 please make a2 red"):
        assert list(read_line(line, view, peers).said) == ["Agent1"]
    for line in ("Agent1 is happy", "if agent1 makes a4 red i will make h4 blue"):
        assert list(read_line(line, view, peers).said) == [None]


def test_a_conflict_that_a_later_change_ended_is_not_shown():
    stands = "No, your h1 blue and h4 blue do not work for me. My a5 and your h4 are both blue."
    early = Received("Agent1", "constraints", stands, time_step=3)
    late = Received("Agent1", "rb", "I accept your offer. I changed a5 from blue to red.", time_step=4)
    shown = Paragraphs("Human").of([early, late], {})
    assert shown == {"Agent1": "I accept your offer. I changed a5 from blue to red."}
    answer = Received("Agent1", "reply", f"Hello. {stands}", time_step=3)
    shown = Paragraphs("Human").of([answer, late], {})
    assert shown == {"Agent1": "Hello. I accept your offer. I changed a5 from blue to red."}
    back = Received("Agent1", "rb", "I changed a5 from red to blue.", time_step=5)
    shown = Paragraphs("Human").of([answer, late, back], {})
    assert "My a5 and your h4 are both blue." in shown["Agent1"]

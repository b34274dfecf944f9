"""What a person is told of changes: each one that the screen shows, and that others were made."""

import io
import itertools
import re

import pytest

from agents.coloring.modes import MODES
from agents.coloring.people.paragraphs import Paragraphs
from agents.coloring.people.terminal import Terminal
from agents.coloring.runner import play
from agents.coloring.setup import TeamSettings
from agents.coloring.situation import Received
from agents.world import TraceDb

#: Games of the study in which agents change nodes in several turns, with and without deals.
REPORTS = (
    *("Agent1: h1 is green and h4 is red", "Agent1: no, sorry, h4 is blue", "Agent2: h2 red, h5 green"),
    *("h1=green; h4=blue; h2=red; h5=blue", "send", "Agent1: don't use green on a4"),
    *("Agent1: a4 green is fine again", "h4=red; h5=green", "announce", "pass"),
)
DEALS = (
    *("announce", "h1=green; h4=blue; h2=red; h5=blue", "send", "Agent1: I offer h4 red for a4 green"),
    *("yes", "pass", "Agent2: I'd do h5 green if b2 is blue", "yes", "pass"),
)


def screens(mode, lines):
    """Play a game; return what was said before each screen, the screen, and the colors in its step."""
    target = io.StringIO()
    settings = TeamSettings(human="terminal", mode=mode, topology="study", max_steps=60).complete()
    with TraceDb(":memory:") as trace:
        play(settings, trace, seat=Terminal(io.StringIO("\n".join([*lines, "finish"]) + "\n"), target))
        rows = trace.query("SELECT time_step, node, color FROM coloring_assignment ORDER BY time_step")
    shown = []
    for part in re.split(r"(?m)^> ", target.getvalue())[:-1]:
        said, step, screen = part.partition("\nStep ")
        if step:
            now = int(screen.split()[0])
            colors = {node: color for t, node, color in rows if t < now}
            shown.append((re.sub(r"\n {4}", " ", said), dict(seen(screen)), colors))
    return shown


def seen(screen):
    return re.findall(r"\b([ab]\d) (red|green|blue)", screen)


@pytest.mark.parametrize("lines", [REPORTS, DEALS])
@pytest.mark.parametrize("mode", MODES)
def test_every_change_that_the_screen_shows_is_told_and_so_is_that_others_were_made(mode, lines):
    played = screens(mode, lines)
    hidden_told = 0
    for (_, before, old), (said, after, new) in itertools.pairwise(played):
        for agent, mark in (("Agent1", "a"), ("Agent2", "b")):
            told = " ".join(re.findall(rf"(?m)^{agent}: (.*)$", said))
            for node in before.keys() & after.keys():
                if node.startswith(mark) and before[node] != after[node]:
                    words = rf"\b{node} (?:from \w+ )?(?:to|is|is already) {after[node]}\b"
                    assert re.search(words, told), (node, said)
            changed = [v for v in new if v.startswith(mark) and new[v] != old.get(v, new[v])]
            unseen = any(node not in after for node in changed)
            assert not ("I changed nothing" in told and changed), said
            if old and "I changed " in told:
                assert ("nodes that you do not see" in told) == unseen, said
                hidden_told += unseen
    assert hidden_told > 1


def test_a_change_in_the_same_words_as_the_last_one_is_another_change():
    text = "I changed a5 from {} to {}. I also changed nodes that you do not see. I have no conflicts."
    paragraphs = Paragraphs("Human")
    first = Received("Agent1", "status", text.format("red", "blue"), time_step=2)
    paragraphs.of([first], {})
    again = Received("Agent1", "status", text.format("blue", "red"), time_step=4)
    assert paragraphs.of([again], {}) == {
        "Agent1": "I changed a5 from blue to red. I also changed nodes that you do not see."
    }


def test_a_message_that_tells_changes_does_not_say_that_nothing_was_changed():
    told = Paragraphs("Human").of(
        [
            Received("Agent1", "reply", "I changed nothing. I am not sure what you mean.", time_step=1),
            Received("Agent1", "status", "I changed a5 from red to green.", time_step=2),
        ],
        {},
    )
    assert "I changed nothing" not in told["Agent1"]
    assert "I changed a5 from red to green." in told["Agent1"]


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("Your h1 is red and h4 is blue.", "As far as I know, your h1 is red and h4 is blue."),
        ("Your h4 is red.", "Your h4 is red."),
        ("My a2 and your h1 are both red.", "As far as I know, my a2 and your h1 are both red."),
        ("My a2 and your h4 are both red.", "My a2 and your h4 are both red."),
    ],
)
def test_what_is_said_of_nodes_that_have_changed_since_is_what_the_agent_knows(said, shown):
    message = Received("Agent1", "cost_list", said, time_step=3)
    own = {"h1": "green", "h4": "red"}
    assert Paragraphs("Human").of([message], {}, {}, own) == {"Agent1": shown}


def test_colors_that_are_asked_for_again_are_all_told_again():
    paragraphs = Paragraphs("Human")
    first = Received("Agent1", "reply", "As far as I know h1 is red. b2 is green.", time_step=3)
    paragraphs.of([first], {})
    again = "a4 is red. As far as I know h1 is red. b2 is green."
    shown = paragraphs.of([Received("Agent1", "reply", again, time_step=5)], {})
    assert shown == {"Agent1": again}


@pytest.mark.parametrize("mode", ["LLM_F", "LLM_C", "LLM_U"])
def test_what_an_agent_said_before_it_accepted_an_offer_is_not_shown_as_if_it_still_held(mode):
    lines = ["h1=green; h4=red", "send", "announce", "offer Agent1: h4=blue if a5=red", "pass"]
    said = next(text for text, _, _ in screens(mode, lines) if "I accept your offer" in text)
    told = re.search(r"(?m)^Agent1: (.*)$", said)[1]
    assert "a5 from blue to red" in told
    assert not re.search(r"colors fit|work for me|no conflicts|My score is", told), told


@pytest.mark.parametrize(
    ("before", "shown"),
    [
        ("My colors fit your h4 red.", ""),
        ("Yes, your h1 green and h4 red work for me.", ""),
        ("My score is 11.", ""),
        ("What color is h1?", "What color is h1? "),
        ("Your h4 is red.", "Your h4 is red. "),
        ("What works for me: if you set h4 blue, I can score 9.", None),
    ],
)
def test_a_change_ends_what_was_said_before_of_ones_own_colors_and_nothing_else(before, shown):
    change = "I changed a5 from red to blue."
    told = Paragraphs("Human").of(
        [
            Received("Agent1", "free_text", before, time_step=1),
            Received("Agent1", "status", change, time_step=2),
        ],
        {},
    )
    assert told["Agent1"] == f"{before if shown is None else shown.rstrip()} {change}".strip()
    reply = Received("Agent1", "reply", f"{change} {before}", time_step=3)
    assert before in Paragraphs("Human").of([reply], {})["Agent1"]


@pytest.mark.parametrize(
    ("reply", "border", "kept"),
    [
        ("Done: b2 is blue now. I have no conflicts.", "b2 is blue", False),
        ("I changed b2 from red to blue.", "b2 is blue", False),
        ("Done: b2 is blue now.", "b2 is blue, b3 is red", True),
        ("Done: b2 is blue now.", "b2 is red", True),
        ("Yes, b2 is already blue.", "b2 is blue", True),
        ("I changed nodes that you do not see.", "b2 is blue", True),
    ],
)
def test_a_border_that_was_told_as_changes_is_not_reported_once_more(reply, border, kept):
    told = Received("Agent2", "reply", reply, time_step=3)
    report = Received("Agent2", "rb", f"My border: {border}.", time_step=3)
    shown = Paragraphs("Human").of([told, report], {})
    assert shown == {"Agent2": f"{reply} My border: {border}." if kept else reply}

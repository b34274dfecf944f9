"""
Other words for a message that are known, and what they may not become.

Three writers said 30 messages in 60 ways each. The 237 that passed are kept, so that none is lost again,
and 48 of others who played the model; they do not tell how many of all are known. A reader of the
patterns found 231 untrue drafts that passed, of which 79 are kept as well, up to three of each kind.
"""

import itertools
import json
import random
import re
from pathlib import Path

import pytest

from agents.coloring.talk.honesty.restated import restated
from agents.coloring.view import view_of
from agents.coloring.wording.phrases import sentences_in
from tests.study import study

_DATA = Path(__file__).parents[2] / "data" / "paraphrases.json"
SAID = [(one["message"], text) for one in json.loads(_DATA.read_text()) for text in one["said"]]
_UNTRUE = Path(__file__).parents[2] / "data" / "untrue_drafts.json"
UNTRUE = [(one["message"], one["draft"]) for one in json.loads(_UNTRUE.read_text())]
#: Words before another that make a sentence say something else.
OTHER = ("not", "only", "never", "still", "unless", "except", "almost")
NODES, COLORS = ("a2", "a4", "a5", "h1", "h4", "b2", "h2", "h5"), ("red", "green", "blue")


COSTS = (
    "No, with a2 green I would have at least one conflict. Shall I make a2 green all the same? "
    "I have no conflicts."
)
CAN = "Yes, with h1 blue I can color my part without a conflict. Then a2 would be red."
CHANGES = (
    "I changed a2 from red to blue and a4 from blue to green. I also changed nodes that you do not see."
)


def _agent(message):
    return "Agent2" if re.search(r"\b(?:b2|h2|h5)\b", message) else "Agent1"


def again(message, draft):
    """Whether each sentence of a draft only says the message again."""
    view = view_of(study(1), _agent(message), person="Human")
    return all(restated(sentences_in(draft), sentences_in(message), view))


SCORES = (
    "My score is 9. What works for me: if you set h4 to green, I can score 11; "
    "if you set h1 to green, I can score 9."
)
REFUSES = (
    "No, with h4 green and a4 red I would have at least one conflict. "
    "Reason: h1 is red and a node of mine is fixed. I have no conflicts."
)
BLOCKS = (
    "My a2 is red; green would clash with h1 and blue would clash with a5. "
    "My a5 is blue; red would clash with h4 and green would clash with a4."
)


@pytest.mark.parametrize(("message", "text"), SAID[::4])
def test_other_words_for_a_message_are_known(message, text):
    assert again(message, text)


def test_what_says_something_else_is_not():
    """Each name exchanged for one that the message does not have, or a word put in that changes it."""
    draw = random.Random(11)
    checked = 0
    for message, text in SAID[::3]:
        for word in re.finditer(r"\w+", text):
            others = {f"{draw.choice(OTHER)} {word[0]}"}
            for kind in (NODES, COLORS, ("7", "8")):
                if word[0] in kind or (word[0].isdigit() and kind[0] == "7"):
                    others |= {name for name in kind if name not in message}
            for other in others:
                changed = text[: word.start()] + other + text[word.end() :]
                checked += 1
                assert not again(message, changed), changed
    assert checked > 1000


@pytest.mark.parametrize(
    ("message", "draft"),
    [
        (
            "What works: if you set h1 to red or blue, I can score 9; "
            "if you set h4 to red, I can score 8.",
            "If you set h4 to red, I can score 8, and if you set h1 to red as well, I can score 9.",
        ),
        (
            "It would work if you set h1 to red, or h1 to blue and h4 to green.",
            "It would work with h1 blue.",
        ),
        ("It would work if you set h1 or h4 to red.", "It would work if you set h1 and h4 to red."),
        ("Your h1 is blue. I have no conflicts.", "With h1 blue I have no conflicts."),
        ("I have no conflicts.", "There are no conflicts."),
        ("My a2 is red. I have no conflicts.", "My a2 stays red."),
        ("My a2 is red. I have no conflicts.", "My a2 is red now."),
        (
            "Yes, with h4 green I can color my part without a conflict. Then a2 would be blue.",
            "a2 is blue.",
        ),
        ("Some of my own nodes clash with each other.", "My own nodes clash with each other."),
        ("Noted: h1 cannot be green.", "h1 cannot be green."),
        ("My a5 is green. a5 could be blue; that works.", "a5 is blue."),
        ("My a5 is green. a5 could be blue; that works.", "You could set a5 to blue."),
        ("I have no conflicts.", "My nodes are without."),
        ("h1 could be red or blue; that works for me.", "h1 could be red and blue."),
        ("I changed a2 from red to blue.", "You changed a2 from red to blue."),
        (COSTS, "a2 is green and I have at least one conflict."),
        (COSTS, "I have no conflicts and can still make a2 green."),
        (COSTS, "a2 is green anyway."),
        (COSTS, "Happy to say yes: I have no conflicts."),
        (CAN, "Yes, with h1 blue I can color my part without a conflict. My a2 is red."),
        (CAN, "Your h1 is blue and I can color my part without a conflict."),
        (CAN, "My part has no conflicts."),
        ("What works for me: if you set h1 to red, I can score 9.", "You changed h1 to red, I score 9."),
        ("What works for me: if you set h1 to red, I can score 9.", "h1 is red and my score is 9."),
        (
            "What works for me: if you keep h1 red and h4 green, I can score 9.",
            "If you change h1 to red and h4 to green, I can score 9.",
        ),
        ("h4 could be green; that works for me.", "h4 is green; that works."),
        ("It would work if you set h1 to red or green.", "It would work with h1 red, not green."),
        (CHANGES, "a2 is blue now, as well as nodes you do not see."),
        (CHANGES, "a2 was red before, a4 green."),
        (CHANGES, "I made one change: a2 from red to blue."),
        (CHANGES, "a2 was red, so I made it blue."),
        (
            "No, with a2 green I would have at least one conflict.",
            "With a2 green I would have one conflict.",
        ),
        ("My score is 10.", "My score is -10."),
        ("I changed a4 from blue to green.", "I also changed a4 from blue to green."),
        ("My a2 is red. Your h1 is green.", "My a2 is red and your h1 is also green."),
        ("I changed nodes that you do not see.", "I changed some other nodes that you do not see."),
        ("I changed nodes that you do not see.", "I moved nodes out of your view."),
        ("Noted: h1 cannot be red.", "Noted: h1 cannot be red at the moment."),
        ("I cannot act on a condition.", "At the moment I cannot act on a condition."),
        (CAN, "Yes, with h1 currently blue, I can color my part without a conflict."),
        (CAN, "Yes, with both h1 blue I can color my part without a conflict."),
        (CAN, "Yes, with my blue h1 I can color my part without a conflict."),
        (
            "My score is 9. What works for me: if you set h4 to green, I can score 11.",
            "My score is 9 if you set h4 to green: I can score 11.",
        ),
        (
            "My score is 9. What works for me: if you set h4 to green, I can score 11.",
            "If you set h4 to green, I can score 11 and my score is 9.",
        ),
        (
            "My score is 9. What works for me: if you set h4 to green, I can score 11.",
            "I can score 11 by setting h4 to green.",
        ),
        (
            "Some of my own nodes clash with each other. It would work if you set h1 to red.",
            "It would work: if you set h1 to red, some of my own nodes clash with each other.",
        ),
        (
            "Some of my own nodes clash with each other. It would work if you set h1 to red.",
            "It would work if you set h1 to red and some of my own nodes clash with each other.",
        ),
        (
            "Some of my own nodes clash with each other. Apart from conflicts, my score is 14.",
            "Some of my own nodes clash with each other apart from conflicts, my score is 14.",
        ),
        (
            "I do not see any of the nodes that you named. I have no conflicts.",
            "I do not see any of the nodes that you named and that I have no conflicts.",
        ),
        (
            "Noted: h1 cannot be red. I have no conflicts.",
            "Got it: h1 can never be red while I have no conflicts.",
        ),
        (
            BLOCKS,
            "a5 is blue, and I have no conflicts. Green would clash with h1.",
        ),
        (
            BLOCKS,
            "Because green would clash with h1, a5 is blue.",
        ),
        (
            "h1 could be red, green or blue; that works for me.",
            "h1 could be red, green or blue; either one works.",
        ),
        (
            "Any colors of h1 and h4 work for me, except h1 red and h4 red, or h1 blue and h4 blue.",
            "Any colors of h1 and h4 work for me, except h1 red, h4 red or h1 blue, h4 blue.",
        ),
        ("I have no conflicts.", "On your side, no conflicts."),
        (
            "Your h2 is green and h5 is blue. I have no conflicts.",
            "You have h2 in green, h5 in blue and no conflicts.",
        ),
        (
            SCORES,
            "It works for me if you set h4 to green, and then I can score 9.",
        ),
        (
            SCORES,
            "If you set h4 to green, I can score 11. Either way I can score 9.",
        ),
        (
            SCORES,
            "That works for me: your h4 is green, which gives me 11 points.",
        ),
        (
            SCORES,
            "It works for me that you changed h4 to green, so that I can score 11.",
        ),
        (
            SCORES,
            "If you change h4, currently green, I can score 11.",
        ),
        (
            SCORES,
            "If you set h4 to green, I can score 11 if you set h1 to green, I can score 9.",
        ),
        (
            SCORES,
            "Please set h4 to green, and I can score 11.",
        ),
        (
            "Yes, with h4 green I can color my part without a conflict. Then a4 would be red.",
            "Your h4 is green, and then a4 would be red.",
        ),
        (
            "Yes, with h4 green I can color my part without a conflict.",
            "Yes, with h4 green, not red, I can color my part without a conflict.",
        ),
        (
            REFUSES,
            "Because h1 is red and a node of mine is fixed, I have no conflicts.",
        ),
        (
            REFUSES,
            "Not with h4 green and a4 red I would have at least one conflict.",
        ),
        (
            "Some of my own nodes clash with each other. It would work if you set h1 to red or green.",
            "It would work if you set h1 to red or green and some nodes of mine conflict.",
        ),
        (
            "I changed a2 from red to blue and a4 from red to blue.",
            "I changed a2 from red to blue, or a4 from red to blue.",
        ),
        ("My score is 10.", "My score is also 10."),
        (
            "Noted: h5 cannot be red. I have no conflicts.",
            "You told me h5 cannot be red and I have no conflicts.",
        ),
        ("My score is 10.", "Noted: my score is 10."),
        ("I have no conflicts.", "Thanks to you, I have no conflicts."),
    ],
)
def test_what_says_more_or_less_is_not_said_again(message, draft):
    assert not again(message, draft)


@pytest.mark.parametrize(("message", "draft"), UNTRUE)
def test_what_a_reader_of_the_patterns_found_is_not_said_again(message, draft):
    assert not again(message, draft)


def test_all_changes_of_a_message_are_told_apart():
    """Changes exchanged between nodes are others."""
    message = "I changed a2 from red to blue, a4 from blue to green and a5 from green to red."
    changes = {"a2": ("red", "blue"), "a4": ("blue", "green"), "a5": ("green", "red")}
    for node, (old, new) in itertools.product(changes, itertools.permutations(COLORS, 2)):
        for said in (f"{node} went from {old} to {new}.", f"I made {node} {new}; it was {old} before."):
            assert again(message, said) is (changes[node] == (old, new))


@pytest.mark.parametrize(
    ("message", "draft"),
    [
        (
            "It would work if you set h1 or h4 to red or green.",
            f"It'd work with {' or '.join(['h1 in red or green'] * 40)} or so.",
        ),
        ("My a1 is red, a2 is red and a3 is red.", f"My {', '.join(['a2 is red'] * 40)} or so."),
        (CAN, f"With h1 blue {' and '.join(['a2 would be red'] * 40)} or so."),
    ],
)
def test_a_draft_that_repeats_itself_is_refused_soon(message, draft):
    """Without limits each repetition doubles the time: 40 of them would never end."""
    assert not again(message, draft)

"""
Sentences of a draft that only say the given sentences again.

``MESSAGES`` are messages of games. What is said again was written by somebody who played the model, from
the prompt alone; a change of one word of a message is an oracle of its own: whatever word is exchanged,
left out or put in, the sentence is another one, but for words without a meaning.
"""

from __future__ import annotations

import random
import re

import pytest

from agents.coloring.talk.honesty import violations
from agents.coloring.talk.honesty.restated import restated
from agents.coloring.talk.understanding.readers.listed import named_in
from agents.coloring.talk.wordlist import words
from agents.coloring.view import view_of
from agents.coloring.wording.phrases import sentences_in, settings_in
from tests.agents.coloring.talk.honesty.test_claims import facts
from tests.agents.coloring.talk.honesty.twins import GIVEN, TWINS
from tests.study import study

VIEW = view_of(study(1), "Agent1", person="Human")
REFUSAL = (
    "No, your h1 blue and h4 red do not work for me. I changed nothing. My a2 and your h1 are both "
    "blue. It would work if you set h1 to red and h4 to blue, or h1 to green and h4 to blue, or h4 to "
    "green. Reason: h4 is red, a4 cannot be green and a node of mine is fixed."
)
CHANGES = (
    "Yes, my colors fit your h1 green and h4 red. I changed a2 from red to blue and a5 from blue to "
    "red. I also changed nodes that you do not see."
)
POINTS = (
    "My score is 9. What works for me: if you set h4 to green, I can score 11; if you keep h1 green and "
    "h4 red, or set h1 to blue, I can score 9."
)
WHY = "a4 is green; red would clash with h4 and blue would clash with a5. I have no conflicts."
SUPPOSED = "Yes, with h4 green I can color my part without a conflict. Then a2 would be blue."
NOTED = "Noted: h1 cannot be green. My border: a2 is red, a4 is red, a5 is blue."
CAUSE = "It would work if you set h4 to blue. Reason: h4 is red and a node of mine is fixed."
OPTIONS = "h1 could be red, green or blue; that works for me."
QUESTIONS = "What colors are h1 and h4? We have no deal. I have no conflicts that I know of."
REQUEST = (
    "My a2 and your h1 are both blue; could you give h1 another color? It would work if you set h1 to "
    "red. Reason: h1 is blue and a2 cannot be red."
)
OPEN = "Any colors of h1 and h4 that you have not ruled out work for me, except h1 red and h4 red."
BESIDE_OTHERS = "It would work if you set h4 to blue, as long as my other neighbors keep their colors."
MESSAGES = (
    *(REQUEST, OPEN, REFUSAL, CHANGES, POINTS, WHY, SUPPOSED, NOTED, CAUSE, OPTIONS, QUESTIONS),
    BESIDE_OTHERS,
    *GIVEN,
)


def again(draft, message):
    return restated(sentences_in(draft), sentences_in(message), VIEW)


@pytest.mark.parametrize("message", MESSAGES)
def test_a_message_says_itself_again(message):
    assert all(again(message, message))


POINTS_EACH = (
    "Points for each node: red 3, green 2 and blue 1. The score is their sum; a conflict is worse than "
    "few points."
)
REFUSES = "No, with h1 blue I would have at least one conflict. Reason: h1 would be blue and a2 is blue."
TWO = "I have 2 conflicts: my a2 and your h1 are both blue; 1 that you do not see. We have no deal."
UNKNOWN = "I do not know the color of h1 yet. What color is h1?"
BOTH_CLASH = "My a2 and your h1 are both blue."
THEN = "With h4 blue I can color my part without a conflict. Then a2 would be blue and a5 would be red."
LIMITS = "You told me that a5 cannot be blue, a4 cannot be blue and h4 cannot be blue."
MUST = (
    "No, with a4 green I would have at least one conflict. Reason: h1 must be blue and h4 must be blue."
)
SHALL = "Shall I make a4 green all the same?"
BOTH_WORK = "b2 is red; green would also work and blue would also work."
NO_COLOR = "No color of a5 works for me. Reason: h1 must be red. My a2 is red."
YES_LAST = "Yes, with h2 red I can color my part without a conflict. I have no conflicts."
ONE_HELPS = "Only one change would help: set h4 to green."
NOTED_TWO = "Noted: a4 cannot be blue and a5 cannot be blue."
NOTED_YES = "Noted: a5 cannot be green. Yes, a2 is already red."
TOUCHING = "Your h1 touches my a4 and your h4 touches my a4."
SETTINGS = "These settings work for me: h1 green and h4 red; h1 red. My a5 is blue."
#: What others who played the model wrote: each is one draft.
SAME_AS_WHOLE = [
    (BESIDE_OTHERS, "It'd work if you set h4 to blue, provided my other neighbors stay as they are."),
    (BESIDE_OTHERS, "Setting h4 to blue would work, as long as my other neighbors don't change."),
    (SUPPOSED, "Yes, I can color my part without a conflict with h4 green. Then a2 would be blue."),
    (NOTED, "All right, noted: h1 can't be green."),
    (REFUSES, "No, I'm sorry: with h1 blue I would have at least one conflict."),
    (REFUSES, f"{REFUSES.partition('. ')[0]}, and the reason is that h1 would be blue and a2 is blue."),
    (REFUSES, f"{REFUSES.partition('. ')[0]}, the reason being that h1 would be blue and a2 is blue."),
    (
        POINTS_EACH,
        "Here's how it goes: points for each node are red 3, green 2 and blue 1, and the score "
        "is their sum. A conflict is worse than few points.",
    ),
    (POINTS_EACH, "As for the points for each node: red 3, green 2 and blue 1."),
    (TWO, "I have 2 conflicts: my a2 and your h1 are both blue, and there's 1 that you do not see."),
    (TWO, "No, sorry, we have no deal."),
    (CHANGES, "Yes! My colors fit your h1 green and h4 red."),
    (CHANGES, "Yes, your h1 green and h4 red fit my colors."),
    (QUESTIONS, "Could you tell me, what colors are h1 and h4? We have no deal."),
    (QUESTIONS, "Please tell me: what colors are h1 and h4?"),
    (QUESTIONS, "We have no deal, and I'd like to know what colors h1 and h4 are."),
    (QUESTIONS, "May I ask what colors h1 and h4 are, please?"),
    (NOTED, "Okay, h1 can't be green, noted. My border: a2 and a4 are red, while a5 is blue."),
    (UNKNOWN, "I don't know h1's color yet, so what is it?"),
    (BOTH_CLASH, "Still, your h1 and my a2 are both blue."),
    (THEN, "With h4 blue, I can color my part without a conflict: then a2 would be blue and a5 red."),
    (THEN, "With h4 blue I can color my part without a conflict. a2 would be blue and a5 red then."),
    (THEN, "If h4 were blue I can color my part without a conflict."),
    (LIMITS, "You told me that a5, a4 and h4 cannot be blue."),
    (MUST, "No, with a4 green I'd have at least one conflict, since h1 and h4 must be blue."),
    (SHALL, "Should I make a4 green anyway?"),
    (BOTH_WORK, "b2 is red, but green and blue would work too."),
    ("I could make a2 green or blue.", "a2 could be blue or green."),
    ("Yes, a4 is already green.", "Yes, a4 is green already."),
    ("Say it with nodes and colors.", "Could you say it with nodes and colors?"),
    ("With h4 green I can score 3.", "I can score 3 with h4 green."),
    (SETTINGS, "My a5 is blue. The following settings work for me: h1 green and h4 red, or h1 red."),
    (OPTIONS, "h1 could be blue, green or red; any of them works for me."),
    ("It would work if you set h4 or h1 to blue.", "It'd work if you set h1 or h4 to blue."),
    (CAUSE, "Setting h4 to blue would work, because h4 is red and a node of mine is fixed."),
    (ONE_HELPS, "Only one change would help: setting h4 to green."),
    (ONE_HELPS, "The only change that would help is to set h4 to green."),
    (QUESTIONS, "As far as I know, I have no conflicts. Could you tell me what colors h1 and h4 have?"),
    ("We have no deal.", "There's no deal between us."),
    ("Do you want me to make a5 red?", "Would you like me to make a5 red?"),
    (NO_COLOR, "My a2 is red. No color of a5 works for me, because h1 must be red."),
    (YES_LAST, "I have no conflicts, and yes, with h2 red I can color my part with no conflict."),
    (NOTED_TWO, "Noted, neither a4 nor a5 can be blue."),
    (NOTED_YES, "Yes, a2 is red already, and I've noted that a5 can't be green."),
    (TOUCHING, "Your h1 and your h4 both touch my a4."),
    ("I changed a2 from red to blue.", "I switched a2 from red to blue."),
    ("My score is 3.", "I've got a score of 3."),
    ("I have no conflicts.", "I have no conflicts as it is."),
    ("I may change a2 again.", "Okay, I'm free to change a2 again."),
    ("I can only talk about the colors of our nodes.", "I can only talk about our nodes' colors."),
    ("I do not know the color of h1 yet.", "I don't know yet what color h1 is."),
    (
        "As far as I know, no setting of your border nodes works for me.",
        "As far as I know, there's no setting of your border nodes that works for me.",
    ),
]
OTHER_AS_WHOLE = [
    (NOTED, "Yes! Noted: h1 cannot be green."),
    (REFUSES, "No. h1 is blue."),
    (CHANGES, "No! My colors fit your h1 green and h4 red."),
    (CHANGES, "Yes, your h1 red and h4 green fit my colors."),
    (SUPPOSED, "I can color my part without a conflict with h4 blue."),
    (TWO, "I have 2 conflicts, and there's 1 that you do not see."),
    (POINTS_EACH, "Points for each node are red 3, green 2 and blue 2."),
    (QUESTIONS, "Could you tell me, what colors are h1 and a4?"),
    (NOTED, "h1 can't be red, noted."),
    (UNKNOWN, "I don't know h4's color yet."),
    (BOTH_CLASH, "Your h4 and my a2 are both blue."),
    (THEN, "With h4 blue I can color my part without a conflict: then a2 would be blue and a5 green."),
    (THEN, "If h4 is green I can color my part without a conflict."),
    (LIMITS, "You told me that a5, a4 and h1 cannot be blue."),
    (MUST, "No, with a4 green I'd have at least one conflict, since h1 and h4 must be green."),
    (SHALL, "Should I make a4 red anyway?"),
    (SHALL, "You should make a4 green anyway."),
    (BOTH_WORK, "b2 is red, but green or blue would work."),
    ("I could make a2 green or blue.", "a2 could be green and blue."),
    ("Yes, a4 is already green.", "Yes, a4 is green."),
    ("Say it with nodes and colors.", "Could you say it with nodes or colors?"),
    ("With h4 green I can score 3.", "I can score 3 with h4 red."),
    (SETTINGS, "My a5 is blue. These settings work for me: h1 green, or h4 red and h1 red."),
    (SETTINGS, "These settings work for me: h1 green and h4 red and h1 red."),
    (OPTIONS, "h1 could be blue, green or red; none of them works for me."),
    ("My a2 and a4 are red and blue.", "My a4 and a2 are red and blue."),
    (CAUSE, "Setting h4 to green would work, because h4 is red and a node of mine is fixed."),
    (CAUSE, "Setting h1 to blue would work."),
    (ONE_HELPS, "Only one change would help: setting h4 to blue."),
    (ONE_HELPS, "Setting h4 to green would help."),
    (ONE_HELPS, "The only change that would help is to set h4 to red."),
    (QUESTIONS, "As far as I know, I have conflicts."),
    (NO_COLOR, "My a2 is red, because h1 must be red."),
    (YES_LAST, "I have no conflicts, and no, with h2 red I can color my part with no conflict."),
    (NOTED_TWO, "Noted, either a4 or a5 can be blue."),
    (NOTED_TWO, "Noted, neither a4 nor a2 can be blue."),
    (
        NOTED_YES,
        "Yes, a5 can't be green, and a2 is red already. Yes, I've noted that a2 can't be green.",
    ),
    (TOUCHING, "Your h1 and your h4 both touch my a5."),
    ("I changed a2 from red to blue.", "I switched a2 from blue to red."),
    ("I have no conflicts.", "I have conflicts as it is."),
    ("I do not know the color of h1 yet.", "I don't know yet what color h4 is."),
]


@pytest.mark.parametrize(("message", "draft"), SAME_AS_WHOLE)
def test_a_draft_that_says_the_message_otherwise_is_the_same(message, draft):
    assert all(again(draft, message))


@pytest.mark.parametrize(("message", "draft"), OTHER_AS_WHOLE)
def test_a_draft_that_says_something_else_is_not(message, draft):
    assert not all(again(draft, message))


SAME = [
    (
        REFUSAL,
        """
        No, your h1 blue and h4 red don't work for me, and my a2 and your h1 are both blue.
        Unfortunately, your h1 blue and h4 red do not work. I have not changed anything, though.
        My a2 and your h1 are both blue. It'd work if you set h1 to red and h4 to blue, h1 to green \
        and h4 to blue, or h4 to green, because h4 is red, a4 can't be green, and one of my own nodes \
        is fixed.
        """,
    ),
    (CAUSE, "Since h4 is red and one of my nodes is fixed, it would work if you set h4 to blue."),
    ("What color is h4?", "What color's h4?"),
    (
        CHANGES,
        """
        Okay, I changed a2 from red to blue and a5 from blue to red, plus some nodes you can't see.
        I've changed a2 from red to blue, a5 from blue to red, as well as nodes that you do not see.
        """,
    ),
    (
        POINTS,
        """
        If you set h4 to green, I can score 11. My score is 9 right now.
        My score is 9, and if you keep h1 green and h4 red, or set h1 to blue, I can score 9.
        Here's what works for me: I can score 11 if you set h4 to green.
        """,
    ),
    (
        WHY,
        """
        I currently have no conflicts. a4 is green because red would clash with h4 and blue would \
        clash with a5.
        """,
    ),
    (
        SUPPOSED,
        """
        Yes, if h4 is green, I can color my part without a conflict, and then a2 would be blue.
        """,
    ),
    (
        NOTED,
        """
        Got it, h1 can't be green. On my border, a2 is red, a4 is red, and a5 is blue.
        My nodes are a2 red, a4 red and a5 blue.
        My a2 and a4 are both red and a5 is blue.
        """,
    ),
    (
        "I changed a2 from red to blue, a4 from red to blue and a5 from red to green.",
        """
        I changed a2 and a4 from red to blue, and a5 from red to green.
        I changed a2 from red to blue, a4 from red to blue and a5 from red to green.
        """,
    ),
    (
        "Your h1 is red, h4 is red. My a2 is blue, a4 is blue and a5 is blue.",
        "My a2, a4 and a5 are all blue, and your h1 and h4 are red.",
    ),
    (
        "a2 is red. a2 could be blue; tell me if you want that.",
        "a2 is red, but it could be blue; tell me if you want that.",
    ),
    (
        "These settings work for me: h1 red and h4 green; h1 green and h4 green; h1 red and h4 blue.",
        "These settings work: h1 red and h4 green, h1 green and h4 green, or h1 red and h4 blue.",
    ),
    (OPTIONS, "h1 could be red, green, or blue, and that works."),
    (
        QUESTIONS,
        """
        Could you tell me what colors h1 and h4 are? I don't have any conflicts that I know of.
        We don't have a deal, but what are the colors of your h1 and h4?
        """,
    ),
]
OTHER = [
    (
        REFUSAL,
        """
        I changed nothing, because h4 is red, a4 cannot be green and a node of mine is fixed.
        Yes, your h1 blue and h4 red do not work for me.
        I changed nothing. No, my a2 and your h1 are both blue.
        It would work if you set h1 to red, h4 to blue, or h1 to green and h4 to blue, or h4 to green.
        It would work if you set h1 to red and h4 to blue or h1 to green, and h4 to blue, or h4 to green.
        Your a2 and my h1 are both blue.
        """,
    ),
    (
        CHANGES,
        """
        I only changed a2 from red to blue and a5 from blue to red.
        I changed nothing.
        Plus nodes that you do not see.
        """,
    ),
    (
        POINTS,
        """
        I can score 11.
        If you set h4 to green, or set h1 to blue, I can score 9.
        I can score 9 if you set h4 to green.
        """,
    ),
    (
        WHY,
        """
        I have no conflicts, because red would clash with h4 and blue would clash with a5.
        Do you have no conflicts?
        You said "I have no conflicts".
        a4 is green so red would clash with h4 and blue would clash with a5.
        I have no conflicts?
        So far I have no conflicts.
        """,
    ),
    (
        SUPPOSED,
        """
        Then a2 would be blue.
        Then a2 would be blue. With h4 green I can color my part without a conflict.
        """,
    ),
    (
        "These settings work for me: h1 red and h4 green; h1 blue and h4 green.",
        """
        h1 is red and h4 is green.
        These settings work for me: h1 red and h4 green.
        """,
    ),
    (QUESTIONS, "What colors are h1 and h4, and we have no deal?\nWe have no deal?"),
    (
        "I changed a2 from red to blue, a4 from red to blue and a5 from red to green.",
        """
        I changed a2, a4 and a5 from red to blue.
        I changed a2 and a5 from red to green, and a4 from red to blue.
        a2 and a4 are red.
        """,
    ),
    (
        "My a2 is blue, a4 is blue and a5 is red. Your h1 is blue.",
        """
        My a2, a4 and a5 are blue.
        My a2 and a5 are blue.
        My a2 and your h1 are both blue.
        My a2 and a4 are not blue.
        My a2 or a4 are blue.
        """,
    ),
    ("I accept your offer offer_1.", "I accept your offer and offer_1."),
    (
        "a2 is red. I have no conflicts. a2 could be blue.",
        "a2 is red. I have no conflicts. It could be blue.",
    ),
    (NOTED, "Your nodes are a2 red, a4 red and a5 blue.\nh1 cannot be green.\na2, a4 and a5 are red."),
    (
        "Yes, with h4 green and a4 red I can color my part.",
        "Yes, with h4 green a4 is red and I can color my part.",
    ),
]


def _cases(table):
    return [
        (message, " ".join(draft.split()))
        for message, drafts in table
        for draft in drafts.strip().split("\n")
    ]


def _twins(which):
    """Return the true wordings (1) or the others (2)."""
    return _cases((row[0], row[which]) for row in TWINS)


@pytest.mark.parametrize(("message", "draft"), [*_cases(SAME), *_twins(1)])
def test_other_words_around_the_same_are_the_same(message, draft):
    assert all(again(draft, message))


@pytest.mark.parametrize(("message", "draft"), [*_cases(OTHER), *_twins(2)])
def test_other_sentences_are_others(message, draft):
    assert not all(again(draft, message))


#: Words that may stand or not, and those that stand for each other.
IDLE = words(
    """
    a be then with while from to you keep can both my your also please that and is are for me or set
    yes no reason
    """
)


def _names_less(changed, sentence, message):
    """Whether a sentence names some of the colors of another, or ways to set them, and no others."""
    if sentence.startswith("My ") and "would" not in sentence:
        return all(f"{pair.node} is {pair.color}" in message for pair in named_in(changed, VIEW))
    begin = "It would work if you set "
    if changed.startswith(begin) and sentence.startswith(begin):
        ways = [settings_in(text.removeprefix(begin).rstrip(".")) for text in (changed, sentence)]
        return all(way in ways[1] for way in ways[0])
    return {*named_in(changed, VIEW)} < {*named_in(sentence, VIEW)}


def test_one_word_changed_is_another_sentence():
    """Each word of each message exchanged for another, left out, or with a word put before it."""
    draw = random.Random(5)
    names = ["a2", "a4", "a5", "h1", "h4"], ["red", "green", "blue"], ["9", "11"]
    put_in = [
        "not",
        "only",
        "never",
        "still",
        "always",
        "almost",
        "would",
        "no",
        "if",
        "unless",
        "except",
    ]
    checked = 0
    for message in MESSAGES:
        sentences = sentences_in(message)
        for k, sentence in enumerate(sentences):
            for word in re.finditer(r"\w+", sentence):
                said = word[0]
                others = {x for kind in names if said in kind for x in kind if x != said}
                others |= {f"{x} {said}" for x in draw.sample(put_in, 3)}
                if said.lower() not in IDLE and not (said == "if" and "What works" in sentence):
                    others.add("")
                for other in sorted(others):
                    changed = sentence[: word.start()] + other + sentence[word.end() :]
                    draft = [*sentences[:k], changed, *sentences[k + 1 :]]
                    if changed.strip() in sentences or _names_less(changed, sentence, message):
                        continue
                    checked += 1
                    assert not restated(draft, sentences, VIEW)[k], changed
    assert checked > 400


def test_ids_may_be_left_out():
    message, known = (
        ["I changed nodes that you do not see and one that you see [offer_1]."],
        facts("solved"),
    )
    for draft in (*message, "I changed nodes that you do not see and one that you see."):
        assert violations(draft, known, message) == []
    assert violations(message[0].replace("1", "2"), known, message)


def test_a_picture_may_say_more_than_the_words_beside_it():
    message = ["I changed nodes that you do not see."]
    for sign in ("\u274c", "\N{WINKING FACE}", "~"):
        assert violations(f"{message[0]} {sign}", facts("solved"), message)


@pytest.mark.parametrize("message", ["Currently.", "Because.", "Please. Also.", "!", ""])
def test_a_message_without_words_is_said_by_nothing(message):
    assert not any(again("a2 is red. I have no conflicts.", message))


def test_what_the_guard_reads_is_what_is_not_said_again():
    """The message holds, whatever the guard makes of it; the other sentences have to pass the guard."""
    message = ["I changed nodes that you do not see and one that you see."]
    known = facts("solved")
    assert violations(message[0], known)
    assert violations(message[0], known, message) == []
    assert violations(f"{message[0]} b2 is red.", known, message)
    assert violations(f"Thanks! {message[0]}", known, message) == []

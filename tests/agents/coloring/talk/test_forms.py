"""The guard and the templates: all that is generated may be said, where it is true."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from agents.coloring.deciding.policy import ColoringPolicy
from agents.coloring.situation import Constraint, Pin, Received, Situation
from agents.coloring.talk.hearing import hear
from agents.coloring.talk.honesty import violations
from agents.coloring.talk.honesty.forms import FORMS, form_of
from agents.coloring.talk.speech import Said
from agents.coloring.wording.phrases import sentences_in
from tests.agents.coloring.sentences import SENTENCES
from tests.agents.coloring.speakers import facts
from tests.agents.coloring.support import seen


class Recorder:
    """A speaker that changes nothing and keeps what it is asked to word."""

    def __init__(self):
        self.said = []

    def say(self, template, facts, heard=""):
        self.said.append((template, facts))
        return Said(template, "template")


def rendered(seed, turns):
    """Texts of random turns in all modes, with the facts that each was said under."""
    draw = random.Random(seed)
    recorder = Recorder()
    for _ in range(turns):
        view = seen("Agent2", fixed=draw.randrange(3))
        free = [node for node in view.own if node not in view.fixed]
        situation = Situation(
            time_step=3,
            colors={**{node: draw.choice(view.domain) for node in free}, **view.fixed},
            beliefs={node: draw.choice(view.domain) for node in view.owners if draw.random() < 0.85},
            pins=tuple(
                Pin(node, draw.choice(view.domain), "forced", "Human")
                for node in free
                if draw.random() < 0.15
            ),
            constraints=tuple(
                Constraint(
                    node, draw.choice(["forbidden", "required"]), draw.choice(view.domain), "Human", node
                )
                for node in view.owners
                if draw.random() < 0.2
            ),
            may_recolor=draw.random() < 0.7,
        )
        mode = draw.choice(["LLM_U", "LLM_C", "LLM_F", "LLM_RB"])
        text = draw.choice(SENTENCES)[0]
        inbox = [Received("Human", "free_text", text, message_id="m1")] if draw.random() < 0.7 else []
        ColoringPolicy(hear=hear, mode=mode, speaker=recorder).turn(view, situation, inbox)
    return recorder.said


def test_every_sentence_of_the_templates_passes():
    said = rendered(1, 150)
    sentences = [(sentence, known) for text, known in said for sentence in sentences_in(text)]
    assert len(sentences) > 300
    refused = [(sentence, violations(sentence, known)) for sentence, known in sentences]
    assert [(sentence, wrong) for sentence, wrong in refused if wrong] == []
    assert [text for text, known in said if text and violations(text, known)] == []


def test_the_templates_generate_most_of_the_forms():
    forms = {
        form_of(sentence)[0].text
        for text, _ in rendered(4, 250)
        for sentence in sentences_in(text)
        if form_of(sentence)
    }
    assert len(forms) >= 0.65 * len(FORMS)


@pytest.mark.parametrize(
    ("state", "text"),
    [
        ("stuck", "I have no conflicts."),
        ("blind", "I have no conflicts."),
        ("stuck", "There is no conflict between us."),
        ("solved", "Some of my own nodes clash with each other."),
        ("solved", "I have a conflict with another neighbor."),
        ("stuck", "There is 1 more conflict between us."),
        ("stuck", "I can solve this on my side; you need not change anything."),
        ("stuck", "Yes, I can work with your h2 green and h5 red, but I have not done so yet."),
        ("solved", "No, your h2 red and h5 blue do not work for me."),
        ("stuck", "No, your h2 blue and h5 red do not work for me."),
        ("solved", "I changed nodes that you do not see."),
        ("solved", "Yes, b2 is already green."),
        ("solved", "I cannot say yet."),
        ("stuck", "Apart from conflicts, my score is 12."),
        ("stuck", "What works for me: if you set h2 to green, I can score 11."),
        ("stuck", "What works for me: if you set h2 to red, I can score 12."),
        ("stuck", "What works for me: if you keep h2 green and h5 red, I can score 11."),
        ("stuck", "Only one setting of your nodes works for me: if you set h2 to red, I can score 11."),
        ("stuck", "It would work if you set h2 to red, or h5 to blue."),
        ("stuck", "Only one change would help: set h2 to red."),
        ("stuck", "As far as I know, no setting of your border nodes works for me."),
        ("stuck", "Reason: h2 is red."),
        ("stuck", "Reason: h2 is green and b3 was demanded red."),
        ("stuck", "My b2 and your h5 are both green; could you give h5 another color?"),
        ("stuck", "My b2 and your h2 are both green; could you give h5 another color?"),
    ],
)
def test_a_false_sentence_of_a_form_is_refused(state, text):
    assert violations(text, facts(state))


def test_a_score_is_that_of_its_setting():
    options = (({"h2": "red", "h5": "blue"}, 11), ({"h2": "blue", "h5": "blue"}, 9))
    known = replace(facts("solved"), scores=options)
    told = (
        "What works for me: if you keep h2 red and h5 blue, I can score {}; if you set h2 to blue, "
        "I can score {}."
    )
    known = replace(known, beliefs={"h2": "red", "h5": "blue"})
    assert violations(told.format(11, 9), known) == []
    for scores in ((9, 11), (11, 11), (9, 9), (11, 8)):
        assert violations(told.format(*scores), known)
    assert violations("What works for me: if you set h2 to blue, or , I can score 9.", known)


def test_answers_may_be_said_and_nothing_like_them():
    known = replace(facts("stuck"), answers=frozenset({"Yes, with h2 red that is fine."}))
    assert violations("Yes, with h2 red that is fine.", known) == []
    assert violations("Yes, with h2 green that is fine.", known)

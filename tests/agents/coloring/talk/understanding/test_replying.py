"""Answers that leave out the node get it from what the agent spoke of, or are asked about."""

from __future__ import annotations

import pytest

from agents.coloring.talk.understanding import understand
from tests.agents.coloring.speakers import SITUATION, VIEW

#: Nodes that the agent spoke of, an answer, and what it says.
_READ = [
    ("h2", "no its red now", "refuse; report h2 red"),
    ("h2", "nah, it's blue", "refuse; report h2 blue"),
    ("h2", "Why? Mine is red now.", "report h2 red; why"),
    ("h2", "green I think", "report h2 green"),
    ("h2", "ok, green it is", "report h2 green"),
    ("h2", "anything but red", "forbidden h2 red"),
    ("h2", "everything except green works", "forbidden h2 green"),
    ("h2", "red or green", "forbidden h2 blue"),
    ("h2", "red won't work for me", "forbidden h2 red"),
    ("h2", "it has to stay red", "required h2 red"),
    ("h2", "could live with blue", "preference h2 blue"),
    ("h2", "all three are possible", "retract h2"),
    ("h2", "which ones are possible?", "Q1 h2"),
    ("h2", "what do you suggest?", "Q1 h2"),
    ("h2", "green or red, what do you prefer?", "Q3 h2=green; Q3 h2=red"),
    ("b2", "And blue?", "Q3 b2=blue"),
    ("b2", "and if it were red?", "Q3 b2=red"),
    ("b2", "I'd rather you left it red", "demand b2 red"),
    ("b2", "I'd like blue better.", "demand b2 blue"),
    ("b2", "only if it's no trouble, blue would be nice", "demand b2 blue"),
    ("b2", "not blue, the rest is ok", "negation b2 blue"),
    ("b2", "better not blue", "negation b2 blue"),
    ("b2", "rather not", "refuse"),
    ("b2", "no, leave it as it is", "refuse; demand b2 green"),
    ("b2", "please change it", "negation b2 green"),
    ("b2", "blue is fine", "preference b2 blue"),
    ("b2", "why not red?", "Q3 b2=red"),
    ("h5 b2", "okay i'll make mine red", "report h5 red"),
    ("h5 b2", "You change, please.", "negation b2 green"),
    ("h5 b2", "could you change yours?", "negation b2 green"),
    ("h2", "not red anymore", "negation h2 red"),
    ("h2", "no red, sorry", "forbidden h2 red"),
    ("h2 h5", "both red", "report h2 red; report h5 red"),
    ("h2 h5", "Both of them red or blue", "forbidden h2 green; forbidden h5 green"),
    ("h2 h5", "h2 any, h5 not green", "retract h2; forbidden h5 green"),
]
#: Answers of which the node is not clear, that say what was, or that depend on something.
_NOT_READ = [
    ("b2 h2", "red"),
    ("h2", "it was blue before"),
    ("h2", "I would have made it blue"),
    ("h2", "I never said blue"),
    ("h2", "not only blue"),
    ("h2", "blue if you change b2"),
    ("b2", "it's already blue"),
    ("b2", "mine is blue"),
    ("b2", "I changed it to blue"),
    ("b2", "I can do that, but then make b2 blue"),
    ("b2", "isn't it blue already?"),
]


def _read(text, about):
    found = understand(text, VIEW, SITUATION, about=about.split())
    readings = [(one.kind, one.node, one.color) for one in found.readings]
    supposed = [tuple("=".join((p.node, p.color)) for p in one.supposed) for one in found.questions]
    asked = [(one.kind, one.node, *pairs) for one, pairs in zip(found.questions, supposed, strict=True)]
    return sorted(" ".join(filter(None, one)) for one in (*readings, *asked))


@pytest.mark.parametrize(("about", "text", "meaning"), _READ)
def test_an_answer_is_about_the_node_that_the_agent_spoke_of(about, text, meaning):
    assert _read(text, about) == sorted(meaning.split("; "))


@pytest.mark.parametrize(("about", "text"), _NOT_READ)
def test_what_is_not_clear_is_no_fact(about, text):
    found = understand(text, VIEW, SITUATION, about=about.split())
    assert not found.of("demand", "report", "forbidden", "required", "release", "retract")


@pytest.mark.parametrize("text", ["Blue is acceptable to us, green is not.", "blue is fine to me"])
def test_a_color_that_is_called_acceptable_is_not_demanded(text):
    said = "Which color should b2 have?"
    read = understand(text, VIEW, SITUATION, about=("b2",), said=said)
    assert ("preference", "b2", "blue") in {(one.kind, one.node, one.color) for one in read.readings}
    assert not read.demands


@pytest.mark.parametrize(
    ("text", "of_h5"),
    [
        ("I'm not going to budge on h1 either, red is the only thing that works for me there", False),
        ("So I will not budge on h1, red is the only thing that works for me there", False),
        ("red is the only thing that works for me there", True),
        ("h3 is next to it, so blue", True),
        ("because of h3, blue", True),
        ("h3 is green so blue", True),
    ],
)
def test_what_is_said_of_a_node_that_is_not_seen_is_not_said_of_the_one_asked_about(text, of_h5):
    found = understand(text, VIEW, SITUATION, about=("h5",))
    assert any(one.node == "h5" for one in found.readings) is of_h5


@pytest.mark.parametrize("text", ["It was blue at the beginning!", "it was blue when we started"])
def test_what_was_answers_no_question_for_what_is(text):
    assert not understand(text, VIEW, SITUATION, about=("h5",), said="What color is h5?").readings

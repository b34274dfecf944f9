"""Questions, answered exactly: against brute force over the cluster, and in words fit for who asks."""

from __future__ import annotations

import itertools
import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents.coloring.situation import Constraint, NodeColor, Offer, Pin
from agents.coloring.talk.answers import answer, answers
from agents.coloring.talk.answers.settings import joined
from agents.coloring.talk.hearing.subjects import about_last, with_subject
from agents.coloring.talk.reading import Question
from agents.coloring.talk.understanding import understand
from agents.coloring.view import view_of
from bench.sentences import situation_of
from tests.agents.coloring.speakers import SITUATION, VIEW
from tests.study import study

COLORS = st.sampled_from(VIEW.domain)
PINNED = replace(
    SITUATION,
    beliefs={"h2": "red", "h5": "blue"},
    pins=(Pin("b2", "green", "forced", "Human"),),
    constraints=(),
)


def best_conflicts(beliefs, required):
    """Fewest conflicts of the cluster, by trying all of its colorings."""
    bound = {**required, **VIEW.fixed}
    free = [node for node in VIEW.own if node not in bound]
    return min(
        len(VIEW.conflicts({**bound, **dict(zip(free, colors, strict=True))}, beliefs))
        for colors in itertools.product(VIEW.domain, repeat=len(free))
    )


def told(text, situation=PINNED):
    found = understand(text, VIEW, situation)
    return answers(found.questions, VIEW, situation, "Human")


@settings(max_examples=40, deadline=None)
@given(h2=COLORS, h5=COLORS, pinned=COLORS)
def test_q3_is_brute_force(h2, h5, pinned):
    situation = replace(PINNED, pins=(Pin("b2", pinned, "forced", "Human"),))
    pairs = (NodeColor("h2", h2), NodeColor("h5", h5))
    found = answer(Question("Q3", supposed=pairs), VIEW, situation, "Human")
    expected = best_conflicts({"h2": h2, "h5": h5}, {"b2": pinned}) == 0
    assert found.yes == expected
    assert found.text.startswith("Yes, " if expected else "No, ")
    assert bool(found.because) == (not expected)


def test_q1_lists_the_colors_that_work():
    (found,) = told("what could I set h2 to?")
    assert found.text == "h2 could be red or blue; that works for me."
    assert [one["h2"] for one in found.infeasible] == ["green"]


def test_the_only_color_that_works_is_said_to_be_the_only_one():
    free = replace(PINNED, pins=(), colors={**PINNED.colors, "b2": "green"})
    for text in ("can b2 be anything but green?", "what could b2 be?"):
        (found,) = told(text, free)
        assert found.text == "b2 can only be green now."
    (found,) = told("what could b2 be?", replace(free, colors={**free.colors, "b2": "red"}))
    assert found.text == "I could make b2 green."


def test_q1_keeps_to_what_was_ruled_out():
    situation = replace(PINNED, constraints=(Constraint("h2", "forbidden", "red", "Human", "c1"),))
    (found,) = told("what could I set h2 to?", situation)
    assert found.text == "h2 could be blue; that works for me. You told me that h2 cannot be red."


def test_q2_gives_every_setting_and_the_current_one_first():
    (found,) = told("what are my options?")
    assert len(found.feasible) == 4
    assert len(found.infeasible) == 5
    assert "h2 red and h5 blue (as now, as far as I know)" in found.text


def test_q2_leaves_out_what_the_person_said_can_never_go_together():
    never = (NodeColor("h2", "red"), NodeColor("h5", "red"))
    offer = Offer("o", "Agent2", "Human", never, (), status="rejected", impossible_combinations=(never,))
    free = replace(PINNED, pins=(), constraints=())
    both = {"h2": "red", "h5": "red"}
    assert both in answer(Question("Q2"), VIEW, free, "Human").feasible
    limited = answer(Question("Q2"), VIEW, replace(free, offers=(offer,)), "Human")
    assert limited.feasible
    assert both not in limited.feasible


def test_q2_says_when_there_is_exactly_one():
    situation = replace(
        PINNED,
        constraints=(
            Constraint("h2", "required", "red", "Human", "c1"),
            Constraint("h5", "forbidden", "red", "Human", "c2"),
        ),
    )
    (found,) = told("what are my options?", situation)
    assert found.text == "Only one setting that you allow works for me: h2 red and h5 blue."


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("what color is b2?", "b2 is green."),
        ("is b2 red?", "No, b2 is green."),
        ("is b2 green?", "Yes, b2 is green."),
        ("what color is h2?", "As far as I know h2 is red."),
        ("what color is b3?", "I can only talk about nodes on our common border."),
        ("why is b2 green?", "b2 is green because you asked for it."),
        ("which constraints do you know of?", "You asked for b2 green."),
        ("what's your status?", "I have no conflicts. My b2 is green. Your h2 is red and h5 is blue."),
        ("why is b2 red?", "b2 is green because you asked for it."),
        ("why?", "I do not know what you ask about; please name a node and a color."),
    ],
)
def test_short_answers(text, said):
    assert [one.text for one in told(text)] == [said]


def test_a_color_that_a_node_has_is_confirmed_before_all_colors_are_known():
    question = Question("Q3", supposed=(NodeColor("b2", "green"),))
    found = answer(question, VIEW, replace(PINNED, beliefs={"h5": "blue"}), "Human")
    assert found.text == "Yes, b2 is green. I do not know the color of h2 yet."


def test_why_not_names_a_smallest_reason():
    (found,) = told("why doesn't h2=green work?")
    assert found.because == ("h2 would be green", "b2 was demanded green")
    (found,) = told("can you make it work if h2 is green?")
    assert found.yes is False
    assert found.because == ("h2 would be green", "b2 was demanded green")


def test_a_question_for_conflicts_is_answered_with_their_number():
    clash = replace(
        PINNED, beliefs={"h2": "green", "h5": "green"}, colors={**PINNED.colors, "b1": "green"}
    )
    (found,) = told("do you have any conflicts?", clash)
    assert found.text.startswith(
        "I have 3 conflicts: my b2 and your h2 are both green; my b2 and your h5 are both green; 1 "
        "that you do not see."
    )
    (found,) = told("do you have any conflicts?", replace(PINNED, beliefs={"h2": "red"}))
    assert found.text.startswith("I have no conflicts that I know of.")


def test_why_names_the_color_that_a_node_has_and_every_neighbor_in_the_way():
    free = replace(PINNED, pins=(), beliefs={"h2": "red", "h5": "red"})
    (found,) = told("why is b2 red?", free)
    assert found.text == "b2 is green; red would clash with h2 and h5."
    (found,) = told("why is b2 blue?", free)
    assert found.text == "b2 is green. b2 could be blue; tell me if you want that."


def test_why_counts_the_colors_of_both_sides():
    pairs = (NodeColor("h2", "green"), NodeColor("b2", "green"))
    found = answer(Question("why", supposed=pairs), VIEW, replace(PINNED, pins=()), "Human")
    assert found.text.startswith("With h2 green and b2 green I would have at least one conflict.")


def test_colors_that_are_compared_are_answered_together():
    questions = [
        Question("Q3", supposed=(NodeColor("h2", color),)) for color in ("red", "green", "blue")
    ]
    texts = [one.text for one in answers(questions, VIEW, PINNED, "Human")]
    assert texts[0] == "h2 could be red or blue; both work for me."
    assert texts[1].startswith("No, with h2 green I would have at least one conflict.")
    assert len(texts) == 2


def test_a_node_that_no_color_suits_has_a_reason():
    bound = (Pin("b1", "red", "forced", "Human"), Pin("b5", "red", "forced", "Human"))
    (found,) = told("what can you do with b2?", replace(PINNED, pins=bound, beliefs={"h2": "blue"}))
    assert found.text == "No color of b2 works for me. Reason: a color was demanded of me (2 of these)."


def test_settings_are_named_by_the_few_that_do_not_work():
    free = replace(PINNED, pins=(), constraints=(), beliefs={})
    found = answer(Question("Q2"), VIEW, free, "Human")
    bad = [one for one in found.infeasible]
    assert len(bad) < len(found.feasible)
    assert found.text == "Any colors of h2 and h5 work for me."
    fewer = replace(free, constraints=(Constraint("h2", "forbidden", "red", "Human", "c1"),))
    found = answer(Question("Q2"), VIEW, fewer, "Human")
    assert found.text == "Any colors of h2 and h5 that you have not ruled out work for me."


def test_constraints_are_listed():
    situation = replace(PINNED, constraints=(Constraint("h2", "forbidden", "green", "Human", "c1"),))
    (found,) = told("what have I ruled out so far?", situation)
    assert found.text == "You told me that h2 cannot be green. You asked for b2 green."


def test_no_answer_names_a_node_that_the_person_does_not_see():
    hidden = {"b1", "b3", "b4", "b5"}
    for text in (
        "why is b2 green?",
        "what are my options?",
        "why not red for b2?",
        "status?",
        "can b2 be red?",
    ):
        for situation in (PINNED, replace(PINNED, pins=()), SITUATION):
            for found in told(text, situation):
                assert not hidden & set(found.text.replace(",", " ").replace(".", " ").split())


FREE = replace(PINNED, pins=(), beliefs={"h2": "red", "h5": "red"})


def test_what_is_asked_beside_a_supposition_is_answered_under_it():
    (both,) = told("What if h5 were green? Could b2 be blue then?", FREE)
    assert both.text.startswith("Yes, with h5 green and b2 blue I can color my part without a conflict.")
    asked = (Question("Q3", supposed=(NodeColor("h2", "green"),)), Question("Q4", "b2"))
    texts = [one.text for one in answers(asked, VIEW, FREE, "Human")]
    expected = [
        color
        for color in VIEW.domain
        if best_conflicts({"h2": "green", "h5": "red"}, {"b2": color}) == 0
    ]
    assert any(text.endswith(f"b2 could be {' or '.join(expected)}.") for text in texts) or any(
        f"b2 would be {expected[0]}" in text for text in texts
    )


def test_a_score_is_the_highest_of_all_answers_without_a_conflict():
    supposed = {"h2": "green", "h5": "red"}
    pairs = tuple(NodeColor(node, color) for node, color in supposed.items())
    found = answer(Question("Q3", supposed=pairs, subject="score"), VIEW, FREE, "Human")
    rows = itertools.product(VIEW.domain, repeat=len(VIEW.own))
    colorings = [dict(zip(VIEW.own, row, strict=True)) for row in rows]
    fitting = [
        colors
        for colors in colorings
        if {**colors, **VIEW.fixed} == colors and not VIEW.conflicts(colors, supposed)
    ]
    best = max(map(VIEW.score, fitting))
    assert found.text.startswith(f"With h2 green and h5 red I can score {best}. My score is ")


@pytest.mark.parametrize(
    ("h2", "said"),
    [("red", "My score is 11."), ("green", "Apart from conflicts, my score is 11.")],
)
def test_the_present_score_beside_another_one_does_not_hide_a_conflict(h2, said):
    situation = replace(FREE, beliefs={"h2": h2, "h5": "blue"}, colors={**FREE.colors, "b2": "green"})
    question = Question("Q3", supposed=(NodeColor("h2", "red"),), subject="score")
    found = answer(question, VIEW, situation, "Human")
    assert found.text.endswith(f" {said}")


def scored(text):
    """Return the answer to a question for the best colors, and the scores in it."""
    found = understand(text, VIEW, FREE)
    questions = [with_subject(question, text) for question in found.questions]
    (given,) = answers(questions, VIEW, FREE, "Human")
    return given, [int(one) for one in re.findall(r"I can score (\d+)", given.text)]


def test_the_colors_that_are_best_for_the_agent_are_named_with_its_scores():
    told, scores = scored("Which colors would be best for you?")
    assert len(scores) == 4
    assert scores == sorted(scores, reverse=True)
    (count,) = map(int, re.findall(r"There are (\d+) settings of h2 and h5 with which", told.text))
    pairs = [(NodeColor("h2", a), NodeColor("h5", b)) for a in VIEW.domain for b in VIEW.domain]
    each = [answer(Question("Q3", supposed=one, subject="score"), VIEW, FREE, "Human") for one in pairs]
    assert count == sum(f"I can score {scores[0]}." in one.text for one in each)


def test_the_color_of_a_node_that_gives_most_points_is_named_first():
    given, scores = scored("Which color of h5 gives you the most points?")
    assert len(scores) == len(given.feasible) > 0
    assert scores == sorted(scores, reverse=True)


def test_two_colors_are_compared_by_the_scores_of_the_agent():
    text = "would h5 red or h5 blue be better for you?"
    questions = [with_subject(one, text) for one in understand(text, VIEW, FREE).questions]
    texts = [one.text for one in answers(questions, VIEW, FREE, "Human")]
    assert [one.partition(" I can score ")[0] for one in texts] == ["With h5 red", "With h5 blue"]


@pytest.mark.parametrize(
    "text",
    ["At this point, which colors would work for you?", "Which color of h5 gives me the most points?"],
)
def test_other_questions_are_not_answered_by_the_scores_of_the_agent(text):
    questions = [with_subject(one, text) for one in understand(text, VIEW, FREE).questions]
    assert questions
    assert all(one.subject != "score" for one in questions)


def test_a_no_says_what_would_have_to_change_as_well():
    view = view_of(study(1), "Agent1", person="Human")
    red = situation_of({"agent": "Agent1", "beliefs": {"h1": "red", "h4": "red"}}, view)
    clashing = red.but(colors={node: "red" for node in view.own} | view.fixed)
    question = Question("Q3", supposed=(NodeColor("h1", "red"),))
    found = answer(question, view, clashing, "Human")
    assert found.yes is False
    (color,) = re.findall(r"With h1 red and h4 (\w+) I can color my part", found.text)
    other = Question("Q3", supposed=(NodeColor("h1", "red"), NodeColor("h4", color)))
    assert answer(other, view, clashing, "Human").yes


def test_whether_it_would_mind_is_not_answered_by_yes_or_no():
    supposed = (NodeColor("h5", "green"),)
    found = answer(Question("Q3", supposed=supposed, subject="mind"), VIEW, FREE, "Human")
    assert found.text.startswith("With h5 green I ")


OPEN = replace(SITUATION, beliefs={}, pins=(), constraints=())


@pytest.mark.parametrize(
    "text",
    [
        "which colors may h2 and h5 take?",
        "what could I give h5 and h2?",
        "what colors of h2 and h5 would suit you?",
    ],
)
def test_questions_for_the_colors_of_all_border_nodes_are_answered_together(text):
    (given,) = told(text, OPEN)
    assert given.question.kind == "Q2"
    for setting in itertools.product(VIEW.domain, repeat=2):
        border = dict(zip(("h2", "h5"), setting, strict=True))
        assert (border in given.feasible) == (best_conflicts(border, {}) == 0)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("what have I told you up to now?", "As far as I know h2 is red and h5 is blue."),
        ("what did I say so far?", "You told me that h2 cannot be green. You asked for b2 green."),
        ("what did I demand?", "You asked for b2 green."),
        ("what have I ruled out?", "You told me that h2 cannot be green."),
        ("are any nodes of yours fixed?", "None of my nodes that you see is fixed."),
    ],
)
def test_a_question_for_what_stands_is_answered_by_what_it_asks_for(text, said):
    barred = Constraint("h2", "forbidden", "green", "Human", "c1")
    (given,) = told(text, replace(PINNED, constraints=(barred,)))
    assert said in given.text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("what did I say so far?", "So far you have told me no color."),
        ("what did I demand of you?", "No demand of yours binds a node of mine that you see."),
        ("what did I rule out?", "No limit of yours stands now."),
    ],
)
def test_where_nothing_stands_the_answer_is_about_what_was_asked(text, said):
    assert [one.text for one in told(text, OPEN)] == [said]


def test_fixed_nodes_that_the_person_does_not_see_are_counted():
    free = replace(VIEW, fixed={})
    question = Question("constraints", subject="fixed")
    assert answer(question, free, OPEN, "Human").text == "None of my nodes is fixed."
    seen = replace(VIEW, fixed={"b2": "red", **VIEW.fixed})
    text = answer(question, seen, OPEN, "Human").text
    assert text == "b2 is fixed to red. I have 1 fixed node that you do not see."


def test_why_an_offer_was_rejected_is_answered_by_what_it_would_lead_to():
    offer = Offer(
        "o2", "Human", "Agent2", (NodeColor("b2", "red"),), (NodeColor("h2", "blue"),), status="rejected"
    )
    blue = replace(PINNED, pins=(), beliefs={"h2": "red", "h5": "red"}, offers=(offer,))
    question = with_subject(Question("why", "b2"), "Why did you reject it?")
    text = answer(question, VIEW, blue, "Human").text
    assert text.startswith("With b2 red and h2 blue I would have at least one conflict.")
    pending = replace(blue, offers=(replace(offer, status="pending"),))
    assert not answer(question, VIEW, pending, "Human").text.startswith("With b2 red")
    # A bare "why not?" asks for it soon after only.
    blue = replace(blue, offers=(replace(offer, step_closed=blue.time_step - 1),))
    assert answer(Question("why"), VIEW, blue, "Human").text == text
    later = replace(blue, time_step=blue.time_step + 9, offers=(replace(offer, step_closed=1),))
    assert answer(Question("why"), VIEW, later, "Human").text != text
    # A deal keeps b2 green, so what it would lead to is not the reason.
    dealt = blue.but(pins=(Pin("b2", "green", "committed", "o1"),))
    assert answer(Question("why"), VIEW, dealt, "Human").text.startswith("b2 has to stay green")


def test_why_not_is_about_what_was_supposed_and_not_about_what_is():
    red = replace(
        PINNED,
        pins=(),
        colors={**PINNED.colors, "b2": "red"},
        beliefs={"h2": "red", "h5": "blue"},
    )
    question = about_last(Question("why"), "why not?", VIEW, (NodeColor("b2", "red"),), ())
    assert answer(question, VIEW, red, "Human").text.startswith("With b2 red I would have at least one")
    green = replace(red, colors={**red.colors, "b2": "green"})
    question = about_last(Question("why"), "why?", VIEW, (NodeColor("h2", "blue"),), ())
    assert answer(question, VIEW, green, "Human").text == (
        "With h2 blue I can color my part without a conflict."
    )
    question = about_last(Question("why"), "why?", VIEW, (NodeColor("h2", "green"),), ())
    assert answer(question, VIEW, green, "Human").text == (
        "With h2 green I can color my part without a conflict. Then b2 would be red."
    )


def test_conflicts_that_the_person_does_not_see_are_counted_once():
    clashing = replace(OPEN, colors={**PINNED.colors, "b1": "red", "b2": "green", "b5": "red"})
    (given,) = told("how many conflicts do you have?", clashing)
    assert "I have 1 conflict that you do not see." in given.text


def meant(text, situation):
    """Answers to questions with their subjects, as in a conversation."""
    questions = [with_subject(one, text) for one in understand(text, VIEW, situation).questions]
    return answers(questions, VIEW, situation, "Human")


@pytest.mark.parametrize(
    "text",
    [
        "what could I set h2 to if h5 has to be green?",
        "which colors of h2 go together with h5 green?",
        "if h5 were green, what could h2 be?",
    ],
)
def test_what_goes_with_a_color_of_another_node_is_told(text):
    good = [c for c in VIEW.domain if not best_conflicts({"h2": c, "h5": "green"}, {"b2": "green"})]
    (found,) = meant(text, PINNED)
    assert found.text.startswith("With h5 green" if good else "With h5 green I would have at least")
    assert all(color in found.text for color in good)
    good = [c for c in VIEW.domain if not best_conflicts({"h2": c, "h5": "green"}, {})]
    (found,) = meant(text, replace(PINNED, pins=()))
    *most, last = good
    assert found.text == f"With h5 green, h2 could be {', '.join(most)} or {last}."


@pytest.mark.parametrize(
    "text",
    [
        "would you gain anything if I went h2 green and h5 red?",
        "can you do better than 9 if I make h2 green?",
        "what would h2 green cost you?",
    ],
)
def test_who_asks_what_is_gained_asks_for_points(text):
    questions = understand(text, VIEW, PINNED).questions
    assert {with_subject(one, text).subject for one in questions} == {"score"}


def test_what_goes_with_colors_of_both_sides_is_what_the_solver_finds():
    for own, theirs in itertools.product(VIEW.domain, repeat=2):
        free = replace(PINNED, pins=())
        found = meant(f"what could h2 be if h5 is {theirs} and b2 is {own}?", free)
        good = [c for c in VIEW.domain if not best_conflicts({"h2": c, "h5": theirs}, {"b2": own})]
        said = next((one.text for one in found if " could be " in one.text), "")
        listed = said.rpartition(" could be ")[2]
        assert {c for c in VIEW.domain if c in listed} == set(good), found


def test_a_question_beside_another_keeps_its_answer():
    texts = [one.text for one in meant("what can h2 be? and would h5 green work?", PINNED)]
    assert any(text.startswith("h2 could be") for text in texts)
    assert any(text.startswith(("Yes, with h5 green", "No, with h5 green")) for text in texts)


def test_a_supposition_that_is_so_changes_nothing():
    best = VIEW.best_response(FREE.beliefs, VIEW.fixed).assignment
    calm = replace(FREE, colors={**FREE.colors, **best})
    assert not VIEW.conflicts(calm.colors, calm.beliefs)
    (pair,) = [NodeColor(node, color) for node, color in calm.beliefs.items()][:1]
    found = answer(Question("Q3", supposed=(pair,)), VIEW, calm, "Human")
    assert found.text == f"Yes, with {pair.node} {pair.color} I can color my part without a conflict."


@pytest.mark.parametrize(
    "text",
    ["so h2 green doesn't work with h5 red, right?", "h5 red won't work for you, will it?"],
)
def test_what_is_denied_and_asked_is_answered_without_yes_or_no(text):
    asked = [with_subject(one, text) for one in understand(text, VIEW, FREE).questions]
    texts = [one.text for one in answers(asked, VIEW, FREE, "Human")]
    assert texts
    assert all(one.startswith("With ") for one in texts)


def test_nothing_is_said_to_be_allowed_where_nothing_was_ruled_out():
    view = view_of(study(1), "Agent1", person="Human")
    pins = tuple(Pin(node, "red", "forced", "Human") for node in view.own if node not in view.fixed)
    stuck = situation_of({"agent": "Agent1", "beliefs": {}}, view).but(pins=pins, constraints=())
    found = answer(Question("Q2"), view, stuck, "Human")
    assert found.yes is False
    assert found.text.startswith("No setting of h1 and h4 works for me.")


def test_a_color_that_no_other_color_helps_is_excepted_alone():
    allowed = {"h1": VIEW.domain, "h4": VIEW.domain}
    bad = [{"h1": color, "h4": "blue"} for color in VIEW.domain]
    assert joined(bad, allowed) == [{"h4": "blue"}]
    more = {"h1": "red", "h4": "green"}
    assert joined([*bad, more], allowed) == [{"h4": "blue"}, more]
    assert joined(bad[:2], allowed) == bad[:2]


@pytest.mark.parametrize(
    "text", ["which colors of h2 and h5 leave the fewest conflicts?", "what gives the fewest conflicts?"]
)
def test_what_has_the_fewest_conflicts_is_asked_of_settings(text):
    """The count of the present conflicts read as if no other colors did better, or as if some worked."""
    assert with_subject(Question("Q5"), text).kind == "Q2"
    assert with_subject(Question("Q5"), "how many conflicts do you have?").kind == "Q5"

"""The rules and the network together: who is believed, and when the person is asked."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from agents.coloring.talk.learned import second_opinion
from agents.coloring.talk.learned.acts import Act
from agents.coloring.talk.learned.beside_rules import (
    LEVELS,
    SURE,
    SURE_AGAINST,
    SURE_OF_QUESTION,
    SURE_OF_TALK,
)
from agents.coloring.talk.understanding import understand
from bench.labelled import judged
from tests.agents.coloring.speakers import SITUATION, VIEW

DATA = Path(__file__).parents[2] / "data"


@pytest.fixture
def opinion(monkeypatch):
    """Ask for the meaning of a text of which the network says something given."""

    def of(text, acts, sure):
        found = [Act(*act) for act in acts], sure
        module = "agents.coloring.talk.learned.beside_rules.learned"
        monkeypatch.setattr(module, lambda text, view, *, said="": found)
        return second_opinion(understand(text, VIEW, SITUATION), VIEW, SITUATION)

    return of


def said(understood):
    return {(one.kind, one.node, one.color) for one in understood.readings}


WANT = [("want", "b2", "red")]
MAYBE = LEVELS["asks", "facts"].asked
UNREAD = "b2 had better wear the color of roses, so red"


def test_what_the_rules_do_not_read_is_taken_from_a_sure_network(opinion):
    assert not understand(UNREAD, VIEW, SITUATION).demands
    assert said(opinion(UNREAD, WANT, SURE)) == {("demand", "b2", "red")}


def test_a_network_that_is_not_sure_changes_nothing_where_the_rules_ask(opinion):
    rules = understand(
        "Good morning, dear colleague. I have decided that h2 shall be blue.", VIEW, SITUATION
    )
    assert [one.reason for one in rules.doubts] == ["Is h2 blue now?"]
    report = [("report", "h2", "blue")]
    assert opinion(rules.text, report, SURE - 0.01) == rules
    assert opinion(rules.text, report, SURE).reports == {"h2": "blue"}


@pytest.mark.parametrize(
    "text", ["I'm thinking b2 red", "change b2 to bleu", "h2 is red and h2 is blue"]
)
def test_the_rules_ask_on_purpose_about_hedges_slips_and_several_meanings(opinion, text):
    rules = understand(text, VIEW, SITUATION)
    assert rules.doubts
    assert opinion(text, WANT, 1.0) == rules


def test_the_network_does_not_know_what_stands(opinion):
    """b1 is red because the person wants it: that it need not be any more is the rules' to say."""
    rules = understand("I don't want b1 red any more", VIEW, SITUATION)
    assert rules.released == ("b1",)
    assert opinion(rules.text, [("avoid", "b1", "red")], 1.0) == rules


def test_the_person_is_asked_where_the_rules_read_nothing(opinion):
    text = UNREAD
    asked = opinion(text, WANT, MAYBE)
    assert [one.reason for one in asked.doubts] == ["Do you mean that b2 should be red?"]
    assert {one.kind for choice in asked.choices for one in choice.readings} == {"demand"}
    assert opinion(text, WANT, MAYBE - 0.01) == understand(text, VIEW, SITUATION)


def test_where_the_rules_read_another_fact_the_network_has_to_be_surer(opinion):
    level = LEVELS["facts", "facts"]
    acts = [("forbid", "h5", "blue")]
    assert said(opinion("h5 is blue", acts, level.believed)) == {("forbidden", "h5", "blue")}
    asked = opinion("h5 is blue", acts, level.believed - 0.01)
    assert said(asked) == {("doubt", None, None)}
    kinds = [{one.kind for one in choice.readings} for choice in asked.choices]
    assert kinds == [{"report"}, {"forbidden"}]
    rules = understand("h5 is blue", VIEW, SITUATION)
    assert opinion("h5 is blue", acts, level.asked - 0.01) == rules


def test_a_fact_of_which_the_network_sees_only_a_wish_is_asked_about(opinion):
    level = LEVELS["facts", "words"]
    asked = opinion("h5 is blue", [("prefer", "h5", "blue")], level.believed - 0.01)
    assert [{one.kind for one in choice.readings} for choice in asked.choices] == [
        {"report"},
        {"preference"},
    ]


def test_what_both_say_stays_as_the_rules_have_it(opinion):
    rules = understand("h2 is blue", VIEW, SITUATION)
    assert opinion("h2 is blue", [("report", "h2", "blue"), ("agree",)], 1.0) == rules


@pytest.mark.parametrize("acts", [[("chat",)], [("want", "b2", "red"), ("want", "b2", "blue")], []])
def test_small_talk_and_contradictions_change_nothing_that_was_read(opinion, acts):
    assert opinion("h2 is blue", acts, 1.0) == understand("h2 is blue", VIEW, SITUATION)


def test_a_color_is_not_given_to_several_nodes_that_were_not_named(opinion):
    both = [("report", "h2", "green"), ("report", "h5", "green")]
    rules = understand("green", VIEW, SITUATION)
    assert opinion("green", both, 1.0) == rules
    assert len(opinion("both green", both, 1.0).reports) == 2


def test_what_is_said_of_one_node_is_not_told_of_another(opinion):
    text = "h2 had better wear the color of roses, so red"
    rules = understand(text, VIEW, SITUATION)
    assert opinion(text, [("report", "h5", "red")], 1.0) == rules
    assert said(opinion(text, [("report", "h2", "red")], 1.0)) == {("report", "h2", "red")}


def test_the_network_lifts_nothing_of_which_the_rules_state_a_fact(opinion):
    rules = understand("h5 is blue", VIEW, SITUATION)
    assert opinion(rules.text, [("report", "h5", "blue"), ("free", "h5")], 1.0) == rules
    assert said(opinion(rules.text, [("free", "h5")], 1.0)) == {("doubt", None, None)}


def test_where_the_rules_read_a_wish_and_the_network_a_fact_it_asks_or_is_believed(opinion):
    level = LEVELS["words", "facts"]
    text, acts = "I would love h5 blue more than red", [("report", "h5", "red")]
    assert opinion(text, acts, level.asked - 0.01) == understand(text, VIEW, SITUATION)
    assert said(opinion(text, acts, level.asked)) == {("doubt", None, None)}
    assert said(opinion(text, acts, level.believed)) == {("report", "h5", "red")}


def test_a_question_states_no_fact_if_the_network_is_not_surer_than_else(opinion):
    rules = understand("what is b2?", VIEW, SITUATION)
    assert opinion("what is b2?", WANT, SURE_OF_QUESTION - 0.01) == rules
    assert said(opinion("what is b2?", WANT, SURE_OF_QUESTION)) == {("demand", "b2", "red")}


def test_a_fact_that_the_rules_read_beside_an_unread_part_is_not_lost(opinion):
    text = "b1 should be blue. If not I get two conflicts on this side"
    rules = understand(text, VIEW, SITUATION)
    assert rules.unread
    assert rules.demands
    for act in ("chat", "agree"):
        assert opinion(text, [(act, None, None)], 0.7).demands == rules.demands


def test_a_question_beside_a_fact_lifts_nothing(opinion):
    rules = understand("h5 is blue. is that clear?", VIEW, SITUATION)
    read = opinion(rules.text, [("free", "h5", None)], 0.95)
    assert "retract" not in {one.kind for one in read.readings}


def test_a_color_of_the_agents_words_is_not_believed_beside_one_that_a_person_names(opinion):
    text = "Green on h5 isn't possible for me."
    acts = [("forbid", "h5", "green"), ("forbid", "h5", "blue")]
    assert said(opinion(text, acts, 1.0)) == {("forbidden", "h5", "green")}


def test_what_must_be_is_more_than_what_is(opinion):
    text, report = "I have to make h5 red", [("report", "h5", "red")]
    assert opinion(text, report, SURE_AGAINST - 0.01) == understand(text, VIEW, SITUATION)


def test_a_wish_is_no_fact_until_the_network_is_sure(opinion):
    text, acts = "don't care, blue's going on h5", [("report", "h5", "blue")]
    assert said(opinion(text, acts, SURE_AGAINST - 0.01)) == {("preference", "h5", "blue")}
    assert said(opinion(text, acts, SURE_AGAINST)) == {("report", "h5", "blue")}
    plan = "I plan h5 blue"
    assert said(opinion(plan, acts, 1.0)) == {("preference", "h5", "blue")}


def test_what_the_rules_rule_out_is_no_color_until_the_network_is_sure(opinion):
    text, acts = "h5 can't be blue", [("report", "h5", "blue")]
    assert opinion(text, acts, 0.01) == understand(text, VIEW, SITUATION)
    assert said(opinion(text, acts, SURE_AGAINST - 0.01)) == {("doubt", None, None)}
    assert said(opinion(text, acts, 0.99)) == {("report", "h5", "blue")}


def test_a_question_demands_nothing_however_sure_the_network_is(opinion):
    text = "could you make b2 red?"
    assert opinion(text, WANT, 1.0) == understand(text, VIEW, SITUATION)


def test_how_things_stand_is_not_answered_to_small_talk(opinion):
    rules = understand("where is my coffee?", VIEW, SITUATION)
    assert [one.kind for one in rules.questions] == ["Q5"]
    assert said(opinion(rules.text, [("chat", None, None)], 0.9)) == {("off_topic", None, None)}


def test_several_meanings_are_asked_about_until_the_network_is_sure(opinion):
    text = "no red. i mean me. i mean h2 and h5. none of em can"
    acts = [("forbid", "h2", "red"), ("forbid", "h5", "red")]
    rules = understand(text, VIEW, SITUATION)
    assert rules.doubts
    assert opinion(text, acts, SURE - 0.01) == rules
    read = said(opinion(text, acts, SURE))
    assert read == {("forbidden", "h2", "red"), ("forbidden", "h5", "red")}


def test_no_message_is_in_two_of_the_files():
    """A message from which a network learned says nothing about the level from which it is right."""
    folder = Path(__file__).parents[5] / "tools" / "reader"
    files = folder / "messages.jsonl", DATA / "labelled.jsonl", folder / "levels.jsonl"
    learned, more, measured = (
        {(row["to"], row.get("context") or "", row["text"]) for row in map(json.loads, lines)}
        for lines in (file.read_text().splitlines() for file in files)
    )
    assert len(measured) > 2_500
    assert not measured & (learned | more)


def test_small_talk_that_the_rules_do_not_read_is_small_talk(opinion):
    text = "is it lunch yet, I wonder about the canteen"
    assert understand(text, VIEW, SITUATION).unread
    assert said(opinion(text, [("chat", None, None)], SURE_OF_TALK)) == {("off_topic", None, None)}
    assert opinion(text, [("chat", None, None)], SURE_OF_TALK - 0.01).unread


def test_of_two_questions_that_of_the_network_is_answered(opinion):
    acts = [("ask_color", "b2", None)]
    read = opinion("what colors do you have in stock for b2?", acts, LEVELS["words", "words"].believed)
    assert [(one.kind, one.node) for one in read.questions] == [("Q4", "b2")]


def test_a_refused_wish_stays_refused(opinion):
    text = "change h2 to blue"
    rules = understand(text, VIEW, SITUATION)
    assert rules.refusals
    assert opinion(text, [("report", "h2", "blue")], 1.0) == rules


def test_messages_that_nothing_was_learned_from_are_understood():
    rows = [json.loads(line) for line in (DATA / "unseen_messages.jsonl").read_text().splitlines()]
    found = Counter((bool(row["context"]), judged(row)[0]) for row in rows)
    alone, answers = (sum(n for (after, _), n in found.items() if after == one) for one in (False, True))
    assert found[False, "right"] >= 0.66 * alone
    assert found[True, "right"] >= 0.56 * answers
    assert found[False, "binding"] <= 0.05 * alone


@pytest.mark.parametrize(
    ("text", "acts"),
    [
        ("I'd give you h2 blue if you keep b2 off red", [("give", "h2", "blue"), ("take", "b2", "red")]),
        (
            "I'd give you h2 blue if you keep b2 off the red",
            [("give", "h2", "blue"), ("take", "b2", "red")],
        ),
        ("h2 blue unless you take b2 red", [("give", "h2", "blue"), ("take", "b2", "red")]),
        ("h2 mustn't be the same as h1, you know", [("forbid", "h2", "red")]),
    ],
)
def test_colors_that_a_text_denies_or_does_not_name_are_not_believed(opinion, text, acts):
    assert said(opinion(text, acts, 0.99)) == said(understand(text, VIEW, SITUATION))


@pytest.mark.parametrize(
    ("text", "acts"),
    [
        ("turn b2 blue, I mean b3", [("want", "b2", "blue"), ("want", "b3", "blue")]),
        ("as soon as h5 is blue h2 can't be", [("report", "h5", "blue"), ("forbid", "h2", "blue")]),
        ("b2 and b3 should trade colors, really", [("change", "b2", None), ("change", "b3", None)]),
        ("h5 is red and h5 is blue", [("report", "h5", "blue")]),
        ("h5: green > blue, red is a no go", [("forbid", "h5", c) for c in ("red", "green", "blue")]),
    ],
)
def test_some_things_the_rules_know_better_however_sure_the_network_is(opinion, text, acts):
    assert said(opinion(text, acts, 1.0)) == said(understand(text, VIEW, SITUATION))


def test_a_fact_is_not_dropped_for_the_question_beside_it(opinion):
    text = "change b2 to blue. What color is b2?"
    assert opinion(text, [("ask_color", "b2", None)], 0.89) == understand(text, VIEW, SITUATION)


def test_a_term_of_an_offer_is_no_report():
    """The rules read that h1 is green; nothing stands of these nodes, other than in ``SITUATION``."""
    text = "h1 goes green and h4 goes red in case you put a2 on red and a5 on blue"
    _, _, taken = judged({"to": "Agent1", "text": text, "items": []})
    assert {kind for kind, *_ in taken} == {"hypothetical"}


def test_a_refused_promise_is_an_offer_if_the_network_says_so(opinion):
    text = "I won't put blue on h2, you hear me, unless b2 wears green"
    acts = [("give", "h2", "blue"), ("take", "b2", "green")]
    assert ("hypothetical", "h2", "blue") in said(opinion(text, acts, 0.99))

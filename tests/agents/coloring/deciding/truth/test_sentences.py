"""Each form of the product's sentences: said where it is true, left out where it is not."""

from dataclasses import replace

import pytest

from agents.coloring.assessing.options import options
from agents.coloring.conformance import PRODUCT
from agents.coloring.deciding.truth import Evidence
from agents.coloring.deciding.truth.sentences import holds
from agents.coloring.setup import TeamSettings
from agents.coloring.situation import Constraint, Pin, Situation
from agents.coloring.talk.answers import answers
from agents.coloring.talk.facts import Facts
from agents.coloring.talk.honesty import violations
from agents.coloring.talk.reading import Question
from agents.coloring.wording.phrases import WHILE_OTHERS_STAY, sentences_in
from agents.coloring.wording.templates import LATER, free_text

from ...support import at, seen
from ...wording.test_templates import towards

VIEW = seen("Agent1")
CALM, CLASH = {"h1": "red", "h4": "blue"}, {"h1": "red", "h4": "red"}


def evidence(colors, beliefs, before=None, *, pins=(), constraints=(), forced_after=()):
    after = at(VIEW, colors, beliefs=beliefs, pins=(*pins, *forced_after), constraints=constraints)
    start = at(VIEW, before or colors, beliefs=beliefs, pins=pins)
    table = options(VIEW, after, PRODUCT, after.colors, "Human")
    return Evidence(VIEW, start, after, "Human", table)


@pytest.mark.parametrize(
    ("beliefs", "true", "false"),
    [
        (CALM, "My a2 is blue and a4 is green.", "My a2 is blue and a4 is red."),
        (CALM, "Your h1 is red and h4 is blue.", "Your h1 is blue."),
        (CALM, "Yes, my colors fit your h1 red and h4 blue.", "No, your h1 red does not work for me."),
        (CALM, "I changed nothing.", "I changed a2 from red to blue."),
        (CALM, "My score is 11.", "My score is 9."),
        (CALM, "a2 is blue.", "a2 is red."),
        (CALM, "As far as I know h1 is red.", "As far as I know h1 is green."),
        (CLASH, "My a5 and your h4 are both red.", "My a4 and your h4 are both red."),
        (CLASH, "Reason: h4 is red.", "Reason: h4 is blue."),
        (CLASH, "There is no conflict between us.", None),
        (CLASH, "I cannot say yet.", None),
        (CLASH, "I have a conflict with another neighbor.", None),
        (CLASH, "Some of my own nodes clash with each other.", None),
    ],
)
def test_a_sentence_holds_where_it_is_true(beliefs, true, false):
    shown = evidence("gbrgr", beliefs)
    if false is None:
        assert holds(true, shown) is False
    else:
        assert (holds(true, shown), holds(false, shown)) == (True, False)


def test_what_was_done_is_compared_with_the_colors_before():
    shown = evidence("gbrgr", CALM, before="grrgr")
    assert holds("I changed a2 from red to blue.", shown)
    assert not holds("I changed a2 from green to blue.", shown)
    assert not holds("I changed nothing.", shown)
    assert holds("Done: a2 is blue now.", shown)
    assert not holds("Yes, a2 is already blue.", shown)


def test_a_setting_is_said_to_work_only_with_a_coloring_that_shows_it():
    shown = evidence("gbrgr", CLASH)
    works = [option for option in shown.table.options if option.feasible]
    fails = [option for option in shown.table.options if not option.feasible]
    assert works
    for option in works:
        said = " and ".join(f"{node} to {color}" for node, color in option.human.items())
        score = option.agent_score
        assert holds(f"It would work if you set {said}.", shown)
        assert holds(f"What works for me: if you set {said}, I can score {score}.", shown)
        assert not holds(f"What works for me: if you set {said}, I can score {score + 9}.", shown)
    for option in fails:
        said = " and ".join(f"{node} to {color}" for node, color in option.human.items())
        assert not holds(f"It would work if you set {said}.", shown)


def test_what_depends_on_other_neighbors_is_said_where_there_are_any():
    shown = evidence("gbrgr", CLASH)
    said = "It would work if you set h4 to blue{}."
    assert holds(said.format(""), shown)
    assert not holds(said.format(WHILE_OTHERS_STAY), shown)
    # Beside the person, Agent1 touches Agent2 here.
    team = TeamSettings(topology="random:clusters=3,nodes=3,colors=3,links=2,person=1,seed=1").team()
    view = team.view("Agent1")
    colors = dict.fromkeys(view.own, "red") | {"a1": "blue"}
    after = Situation(1, colors, dict.fromkeys(view.owners, "red"), may_recolor=False)
    table = options(view, after, PRODUCT, colors, "Human")
    standing = replace(towards(view, after), table=table)
    text = free_text(standing)
    assert "It would work if you set h3 or h1 to green or blue, as long as my other neighbors" in text
    beside = Evidence(view, after, after, "Human", table)
    told = said.replace("h4", "h1").format(WHILE_OTHERS_STAY)
    assert holds(told, beside)
    border = {"h1": "blue", "h3": "red"}
    hidden = frozenset(node for node, owner in view.owners.items() if owner != "Human")
    known = Facts(view, colors, colors, after.beliefs, feasible=(border,), hidden=hidden)
    assert violations(told, known) == []
    assert violations(told, replace(known, feasible=(), infeasible=(border,)))


def test_the_only_change_depends_on_other_neighbors_too():
    team = TeamSettings(topology="random:clusters=3,nodes=3,colors=3,links=2,person=1,seed=1").team()
    view = team.view("Agent1")
    colors = dict.fromkeys(view.own, "red") | {"a1": "blue"}
    stated = [
        Constraint("h1", "required", "red", "Human"),
        Constraint("h3", "forbidden", "blue", "Human"),
    ]
    after = Situation(
        1, colors, dict.fromkeys(view.owners, "red"), may_recolor=False, constraints=tuple(stated)
    )
    table = options(view, after, PRODUCT, colors, "Human")
    text = free_text(replace(towards(view, after), table=table))
    beside = Evidence(view, after, after, "Human", table)
    (said,) = [one for one in sentences_in(text) if one.startswith("Only one change")]
    assert said == f"Only one change would help: set h3 to green{WHILE_OTHERS_STAY}."
    assert holds(said, beside)
    alone = said.removesuffix(f"{WHILE_OTHERS_STAY}.") + "."
    assert not holds(f"Only one change would help: set h3 to blue{WHILE_OTHERS_STAY}.", beside)
    shown = evidence("gbrgr", CLASH)
    assert not holds(alone.replace("h3 to green.", f"h4 to blue{WHILE_OTHERS_STAY}."), shown)


def test_settings_that_work_depend_on_other_neighbors():
    team = TeamSettings(topology="random:clusters=3,nodes=3,colors=3,links=2,person=1,seed=1").team()
    view = team.view("Agent1")
    colors = dict.fromkeys(view.own, "red") | {"a1": "blue"}
    pins = tuple(Pin(node, color, "forced", "Human") for node, color in colors.items())
    after = Situation(1, colors, dict.fromkeys(view.owners, "red"), pins=pins)
    (answer,) = answers([Question("Q2")], view, after, "Human", makes_offers=True)
    assert answer.text.startswith(f"These settings work for me{WHILE_OTHERS_STAY}: ")
    assert holds(answer.text.partition(".")[0] + ".", Evidence(view, after, after, "Human", None))
    free = after.but(pins=())
    (answer,) = answers([Question("Q2")], view, free, "Human", makes_offers=True)
    assert answer.text == f"Any colors of h1 and h3 work for me{WHILE_OTHERS_STAY}."
    assert holds(answer.text, Evidence(view, free, free, "Human", None))
    (alone,) = answers(
        [Question("Q2")], VIEW, evidence("gbrgr", CLASH).after, "Human", makes_offers=True
    )
    assert WHILE_OTHERS_STAY not in alone.text


def test_only_one_means_only_one_that_is_not_ruled_out():
    every = evidence("gbrgr", CLASH)
    assert len(every.working) > 1
    first = every.working[0]
    stated = tuple(Constraint(node, "required", color, "Human") for node, color in first.items())
    shown = evidence("gbrgr", CLASH, constraints=stated)
    assert shown.working == [first]
    said = " and ".join(f"{node} {color}" for node, color in first.items())
    assert holds(f"Only one setting works for me: {said}.", shown)
    assert not holds("As far as I know, no setting of your border nodes works for me.", shown)


def test_demands_and_deals_are_given_as_reasons_only_while_they_bind():
    shown = evidence("gbrgr", CALM, pins=(Pin("a2", "blue", "committed", "Human", "d"),))
    assert holds("Reason: a2 is committed to blue.", shown)
    gone = evidence("gbrgr", CALM)
    assert not holds("Reason: a2 is committed to blue.", gone)
    assert not holds("a2 is blue because you asked for it.", gone)
    after = replace(gone.after, pins=(Pin("a2", "blue", "forced", "Human"),))
    assert holds(
        "a2 is blue because you asked for it.", Evidence(VIEW, gone.before, after, "Human", gone.table)
    )


def test_a_limit_is_given_as_a_reason_while_it_stands():
    limit = Constraint("h4", "forbidden", "red", "Human")
    assert holds("Reason: h4 cannot be red.", evidence("gbrgr", CALM, constraints=(limit,)))
    assert not holds("Reason: h4 cannot be blue.", evidence("gbrgr", CALM, constraints=(limit,)))
    assert not holds("Reason: h4 cannot be red.", evidence("gbrgr", CALM))


def test_an_unknown_sentence_has_no_verdict():
    assert holds("Lorem ipsum dolor.", evidence("gbrgr", CALM)) is None


@pytest.mark.parametrize(
    ("colors", "points", "may_recolor", "true"),
    [
        ("gbgbr", 11, False, True),
        ("gbgbr", 10, False, False),
        ("gbgbr", 11, True, False),
        ("grgrb", 11, False, False),
    ],
)
def test_a_score_waits_for_the_turn_if_it_is_higher_and_the_agent_may_not_recolor(
    colors, points, may_recolor, true
):
    now = at(VIEW, colors, beliefs={"h1": "green", "h4": "green"}, may_recolor=may_recolor)
    assert holds(LATER.format(points), Evidence(VIEW, now, now, "Human")) is true

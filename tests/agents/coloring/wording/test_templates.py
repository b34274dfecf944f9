"""The sentences themselves, and what they may not do."""

from __future__ import annotations

import re
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from agents.coloring.assessing.options import options
from agents.coloring.conformance import PRODUCT
from agents.coloring.deciding.drafting import drafted, standing_towards
from agents.coloring.modes import MODES
from agents.coloring.situation import Constraint, Pin
from agents.coloring.wording import templates
from agents.coloring.wording.phrases import alternatives, settings_in

from ..support import at, compute, seen, situations, views

STILL = replace(PRODUCT, algorithm="exhaustive")


def towards(view, situation, peer="Human", *, rules=PRODUCT, culprits=(), alone=False, **hears):
    computed = compute(view, situation, rules, **hears)
    after = replace(situation, colors=computed.assignments)
    table = options(view, after, rules, computed.assignments, peer)
    standing = standing_towards(computed, peer, table, culprits=culprits)
    return replace(standing, alone=alone)


def clash(**changes):
    """Agent1 may not move; a5 and h4 are red."""
    view = seen("Agent1")
    beliefs = {"h1": "red", "h4": "red"}
    return view, at(view, "gbrgr", beliefs=beliefs, may_recolor=False, **changes)


def test_a_clash_in_every_mode():
    view, situation = clash()
    standing = towards(view, situation)
    assert templates.free_text(standing).startswith(
        "My a5 and your h4 are both red; could you give h4 another color? "
        "It would work if you set h4 or h1 to "
    )
    assert templates.constraints_text(standing) == (
        "No, your h1 red and h4 red do not work for me. My a5 and your h4 are both red. "
        "It would work if you set h4 or h1 to blue or green."
    )
    assert templates.cost_list_text(standing).startswith(
        "Your h1 is red and h4 is red. My a5 and your h4 are both red. "
        "Apart from conflicts, my score is 11. "
        "What works for me: if you set h4 to blue"
    )


def test_no_clash_in_every_mode():
    view = seen("Agent1")
    standing = towards(view, at(view, "gbrgr", beliefs={"h1": "red", "h4": "blue"}))
    assert templates.free_text(standing) == (
        "My a2 is blue, a4 is green and a5 is red. My colors fit your h1 red and h4 blue."
    )
    assert templates.constraints_text(standing) == (
        "Yes, your h1 red and h4 blue work for me. My a2 is blue, a4 is green and a5 is red."
    )
    assert templates.cost_list_text(standing).startswith(
        "Your h1 is red and h4 is blue. I have no conflicts. My score is 11. What works for me: "
    )
    assert "if you keep h1 red and h4 blue, or set h1 to green, I can score 11" in (
        templates.cost_list_text(standing)
    )
    assert templates.status_text(standing) == (
        "My a2 is blue, a4 is green and a5 is red. My colors fit your h1 red and h4 blue."
    )


def test_missing_colors_are_asked_for_by_name():
    view = seen("Agent1")
    standing = towards(view, at(view, "gbrgr", beliefs={"h1": "red"}))
    for text in (
        templates.free_text(standing),
        templates.constraints_text(standing),
        templates.cost_list_text(standing),
        templates.reply_text(standing),
    ):
        assert "What color is h4?" in text
    assert templates.reply_text(standing).startswith("Your h1 is red. I changed nothing.")
    nothing = towards(view, at(view, "gbrgr"))
    assert "What colors are h1 and h4?" in templates.free_text(nothing)


def test_no_way_is_named_that_only_adds_to_another():
    view, situation = clash()
    standing = towards(view, situation)
    text = templates.free_text(standing)
    ways = settings_in(text[text.index("if you set ") + 11 :].split(".")[0])
    parts = [{*way.items()} for way in ways]
    assert len(parts) > 1
    assert not any(one < other for one in parts for other in parts)


def test_scored_ways_add_no_change_that_earns_nothing():
    view, situation = clash()
    text = templates.cost_list_text(towards(view, situation))
    found = re.findall(r"if you (?:set|keep) ([^;]*), I can score (\d+)", text)
    ways = [({*one.items()}, int(score)) for way, score in found for one in settings_in(way)]
    assert len(ways) > 1
    for way, score in ways:
        assert not any(other < way and worth >= score for other, worth in ways)


def test_what_changed_is_said_before_an_answer_repeats_it():
    view, situation = clash()
    standing = replace(towards(view, situation), changes={"a2": ("red", "blue")}, missing=("h4",))
    assert templates.free_text(standing).startswith("I changed a2 from red to blue.")
    said = templates.reply_text(standing, ["I have 1 conflict: my a5 and your h4 are both red."])
    assert said.count("are both red") == 1


def test_who_can_help_itself_asks_for_nothing():
    view, situation = clash()
    standing = towards(view, replace(situation, beliefs={"h1": "red", "h4": "green"}), alone=True)
    for text in (
        templates.free_text(standing),
        templates.constraints_text(standing),
        templates.cost_list_text(standing),
    ):
        assert "I can solve this on my side; you need not change anything." in text
        assert "if you set" not in text
    assert templates.reply_text(standing).startswith(
        "Yes, I can work with your h1 red and h4 green, but I have not done so yet."
    )


def test_exactly_one_way_is_said_to_be_the_only_one():
    said = [Constraint("h4", "required", "blue", "Human"), Constraint("h1", "required", "red", "Human")]
    view, situation = clash(constraints=tuple(said))
    standing = towards(view, situation)
    assert "Only one change would help: set h4 to blue." in templates.free_text(standing)
    assert "Only one setting of your nodes works for me: if you set h4 to blue, I can score 11." in (
        templates.cost_list_text(standing)
    )


def test_nothing_is_asked_for_that_would_not_help():
    said = [Constraint("h4", "required", "red", "Human"), Constraint("h1", "required", "red", "Human")]
    view, situation = clash(constraints=tuple(said))
    text = templates.free_text(towards(view, situation))
    assert "could you" not in text
    assert "no setting of your border nodes works for me" in text


def test_no_way_is_said_with_its_reason():
    said = [Constraint("h4", "required", "red", "Human"), Constraint("h1", "required", "red", "Human")]
    view, situation = clash(constraints=tuple(said))
    standing = towards(view, situation, culprits=("h1 is red", "a node of mine is fixed"))
    assert templates.constraints_text(standing).endswith(
        "As far as I know, no setting of your border nodes works for me. "
        "Reason: h1 is red and a node of mine is fixed."
    )


# ------------------------------------------------------------------------------------------ replies


def test_demands_are_carried_out_and_then_told():
    view = seen("Agent2")
    situation = at(view, "rgrgb", beliefs={"h2": "red", "h5": "blue"})
    done = towards(view, situation, demands={"b2": "green"})
    assert templates.reply_text(done) == "Yes, b2 is already green. I have no conflicts."
    other = towards(view, situation, demands={"b2": "blue"})
    assert templates.reply_text(other).startswith("Done: b2 is blue now. ")
    assert "My b2 and your h5 are both blue" in templates.reply_text(other)


def test_nodes_of_others_may_have_changed_in_the_same_step():
    view = seen("Agent2")
    situation = at(view, "rgrgb", beliefs={"h2": "red", "h5": "blue"})
    alone = towards(view, situation, demands={"b2": "green"})
    assert not alone.has_others
    beside = replace(alone, has_others=True)
    assert templates.reply_text(beside).endswith(" I have no conflicts that I know of.")
    assert "with another neighbor, as far as I know." in templates.free_text(replace(beside, others=1))


def test_a_refusal_says_what_stands_in_the_way():
    view = replace(seen("Agent2"), fixed={"b2": "green"})
    situation = at(view, "rgrgb", beliefs={"h2": "red", "h5": "blue"})
    refused = towards(view, situation, demands={"b2": "red"})
    assert templates.reply_text(refused) == (
        "No, b2 is fixed to green, so I cannot make it red. I have no conflicts."
    )
    deal = at(
        seen("Agent2"),
        "rgrgb",
        beliefs=situation.beliefs,
        pins=(Pin("b2", "green", "committed", "Human"),),
    )
    bound = towards(seen("Agent2"), deal, demands={"b2": "red"})
    assert templates.reply_text(bound).startswith("No, a deal keeps b2 green")


def test_only_who_demanded_a_color_is_reminded_of_it():
    for by, told in (("Human", True), ("Somebody", False)):
        said = templates.reply_text(towards(*clash(pins=(Pin("a5", "red", "forced", by),))))
        assert "My a5 and your h4 are both red." in said
        assert ("You asked for a5 red." in said) is told


def test_nothing_hidden_is_named():
    """b4 is inside: the person does not see it."""
    view = seen("Agent2")
    situation = at(view, "rgrgb", beliefs={"h2": "red", "h5": "blue"})
    told = templates.reply_text(towards(view, situation, demands={"b4": "red", "b1": "blue"}))
    assert not re.search(r"b[1345]", told)
    assert "No, I cannot change a node that you named." in told
    assert "Done: I set a node that you do not see." in told


def test_answers_come_first():
    view = seen("Agent1")
    standing = towards(view, at(view, "gbrgr", beliefs={"h1": "red", "h4": "blue"}))
    assert templates.reply_text(standing, ["h1 is red."]) == "h1 is red."
    view, situation = clash()
    assert templates.reply_text(towards(view, situation), ["h1 is red."]).startswith("h1 is red. ")


def test_that_there_is_no_conflict_is_said_beside_a_change_or_to_who_asked_for_a_color():
    view = seen("Agent1")
    situation = at(view, "gbrgr", beliefs={"h1": "red", "h4": "blue"})
    demanded = towards(view, situation, demands={"a2": "blue"})
    assert templates.reply_text(demanded).endswith("I have no conflicts.")
    assert "I have no conflicts." not in templates.reply_text(towards(view, situation), ["h1 is red."])


def test_no_change_is_told_as_none():
    view, situation = clash()
    assert "I changed nothing." in templates.reply_text(towards(view, situation))
    moved = towards(view, replace(situation, may_recolor=True, beliefs={"h1": "blue", "h4": "green"}))
    assert re.search(r"I changed a\d from \w+ to \w+", templates.reply_text(moved))


# --------------------------------------------------------------------------------------- properties

FORBIDDEN = ("penalty", "boundary", "mapping", "json", "cost list", "option", "suggested", "algorithm")


@settings(max_examples=30)
@given(st.data(), st.sampled_from(["LLM_U", "LLM_C", "LLM_F"]))
def test_texts_name_only_what_their_recipient_sees(data, mode):
    view = data.draw(views())
    situation = data.draw(situations(view))
    demands = {node: view.domain[-1] for node in view.own if data.draw(st.booleans())}
    computed = compute(view, situation, PRODUCT, demands=demands)
    drafts = drafted(replace(computed, mode=MODES[mode])).drafts
    for peer in view.peers:
        visible = {*view.border_of(peer), *view.border_to(peer)}
        standing = drafts.standings[peer]
        texts = [
            drafts.messages[peer].text,
            templates.reply_text(standing),
            templates.reply_text(standing, with_options=False),
            templates.status_text(standing),
            templates.beside_text(standing, "cost_list"),
            templates.beside_text(standing, "constraints"),
        ]
        for text in texts:
            assert set(re.findall(r"\b[xy]\d\b", text)) <= visible
            assert not any(word in text.casefold() for word in FORBIDDEN)
            assert "  " not in text
        # What is claimed is so.
        claims_peace = "I have no conflicts" in texts[0] or texts[0].startswith("Yes, your")
        assert not (claims_peace and computed.conflicts and not standing.alone)
        for own, other in re.findall(r"(x\d) and your (y\d) are both", " ".join(texts), re.IGNORECASE):
            assert computed.assignments[own] == computed.beliefs[other]


@given(
    st.lists(
        st.dictionaries(
            st.sampled_from(["h1", "h2", "h3"]), st.sampled_from(["red", "green"]), min_size=1
        ),
        min_size=1,
        unique_by=lambda one: frozenset(one.items()),
    )
)
def test_alternatives_are_read_back_as_they_were_meant(settings):
    read = settings_in(alternatives(settings))
    assert {frozenset(one.items()) for one in read} == {frozenset(one.items()) for one in settings}
    assert len(read) == len(settings)


def test_who_could_not_help_is_not_blamed():
    standing = towards(*clash())
    stuck = replace(standing, clashes=(), inner=1, others=0, alone=False, table=None)
    blamed = templates.reply_text(stuck)
    assert "No, your h1 red and h4 red do not work for me." in blamed
    assert "no setting of your border nodes" not in blamed
    told = templates.reply_text(replace(stuck, helpless=True))
    assert "do not work for me" not in told
    assert "As far as I know, no setting of your border nodes works for me." in told


def test_a_higher_score_with_the_present_colors_is_said_to_wait_for_the_agents_turn():
    view = seen("Agent1")
    rules = replace(PRODUCT, score_tiebreak=True)
    known = {"h1": "green", "h4": "green"}
    for letters, may_recolor, waits in (
        ("gbgbr", False, True),
        ("gbgbr", True, False),
        ("grgrb", False, False),
        ("gbbbr", False, False),  # a conflict comes first
    ):
        situation = at(view, letters, beliefs=known, may_recolor=may_recolor)
        text = templates.cost_list_text(towards(view, situation, rules=rules))
        assert ("I can score 11 with your colors as soon as it is my turn" in text) == waits, letters

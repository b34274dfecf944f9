"""A person's prose as moves of bargaining: what is one, what is not, and that nothing is made up."""

import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.coloring.bargaining.rb_text import render_move
from agents.coloring.messages import Accept, ConditionalOffer, FeasibilityQuery, Reject, Withdraw
from agents.coloring.people.terminal import Terminal
from agents.coloring.runner import play
from agents.coloring.setup import TeamSettings, make_engine
from agents.coloring.situation import NodeColor, Offer, Situation
from agents.coloring.talk.translation import Translator, mirror, translate
from agents.errors import GatewayError
from agents.llm import ScriptedGateway
from agents.world import TraceDb

from ..support import COLORS, seen

VIEW = seen("Human")
THEIRS, OWN = "offer_Agent1_Human_1_0", "offer_Human_Agent1_1_0"


def terms(text):
    return tuple(NodeColor(pair[:2], COLORS[pair[2]]) for pair in text.split())


def offer(name, sender, recipient, status="pending"):
    asked, promised = (
        (terms("h1b"), terms("a5g")) if recipient == "Human" else (terms("a5g"), terms("h1b"))
    )
    return Offer(name, sender, recipient, asked, promised, status=status)


def situation(*offers, phase="bargain"):
    colors = {node: "green" if node == "h3" else "red" for node in VIEW.own}
    return Situation(3, colors, beliefs=dict.fromkeys(VIEW.owners, "red"), offers=offers, phase=phase)


ONE = situation(offer(THEIRS, "Agent1", "Human"), offer(OWN, "Human", "Agent1"))
TWO = situation(*ONE.offers, offer("offer_Agent1_Human_1_1", "Agent1", "Human"))
DEAL = situation(offer("offer_Agent1_Human_0_7", "Agent1", "Human", "accepted"))


def made(text, at=ONE, peer="Agent1"):
    """Moves without the names of new ones."""
    found = translate(text, VIEW, at, peer)
    return [move.model_copy(update={"offer_id": ""}) if "offer_id" in type(move).model_fields
            else move.model_copy(update={"query_id": ""}) if "query_id" in type(move).model_fields
            else move for move in found.moves]  # fmt: skip


def if_then(conditions, assignments=""):
    return ConditionalOffer(offer_id="", conditions=terms(conditions), assignments=terms(assignments))


@pytest.mark.parametrize(
    "text",
    [
        "If you color a5 green, I color h1 blue.",
        "if you make a5 green I'll make h1 blue",
        "I'll make h1 blue if you make a5 green",
        "I can set h1 to blue provided that you set a5 to green",
        "I'd set h1 to blue in exchange for a5 green",
        "I'd take a5 green for h1 blue",
        "How about: you take green for a5, and I take blue for h1?",
        "If A5 is green then I will set H1 blue!",
    ],
)
def test_if_and_then_are_an_offer_in_whatever_order(text):
    assert made(text) == [if_then("a5g", "h1b")]


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("Please color a5 green.", if_then("a5g")),
        ("Could you color your nodes if h1 were blue?", "h1b"),
        ("would it work if h1 is blue?", "h1b"),
        ("what if I make h1 blue and h4 green?", "h1b h4g"),
        ("My border: h1 is red, h4 is red.", if_then("", "h1r h4r")),
        ("I accept.", Accept(refers_to=THEIRS)),
        ("ok", Accept(refers_to=THEIRS)),
        ("Deal!", Accept(refers_to=THEIRS)),
        ("deal! I will go with your offer", Accept(refers_to=THEIRS)),
        ("No thanks", Reject(refers_to=THEIRS)),
        (
            "I reject that: h1 can never be blue",
            Reject(refers_to=THEIRS, impossible_conditions=terms("h1b")),
        ),
        ("I take back my offer.", Withdraw(refers_to=OWN)),
    ],
)  # fmt: skip
def test_moves_of_every_kind(text, move):
    if isinstance(move, str):
        move = FeasibilityQuery(query_id="", conditions=terms(move))
    assert made(text) == [move]


@pytest.mark.parametrize(
    "text",
    [
        "hello there",
        "h1 is blue",  # it is red: a move would say something untrue
        "What could I set h1 to?",
        "would you rather have h1 green or blue?",
        "I will make h1 blue",
        "a5 green for h1 blue?",
        "h1 can be red or blue, h4 can be green.",
        "if I set h1 to green and h5 to blue, could you get a better score?",
        "h1 can never be blue.",
        "",
    ],
)
def test_what_is_no_move_stays_prose(text):
    found = translate(text, VIEW, ONE, "Agent1")
    assert (found.moves, found.rest, found.refused) == ((), text, ())


def test_an_offer_that_asks_for_nothing_is_not_sent_and_reports_nothing():
    found = translate("No. Final offer: h1 green, take it or leave it", VIEW, ONE, "Agent1")
    assert "an offer needs what Agent1 gives for it" in found.refused[0]


@pytest.mark.parametrize(
    "text", ["I accept the first half: h1 blue. h5 stays red", "I take only half of your offer"]
)
def test_a_part_of_an_offer_cannot_be_accepted(text):
    found = translate(text, VIEW, ONE, "Agent1")
    assert (found.moves, len(found.refused)) == ((), 1)
    assert "whole or not at all" in found.refused[0]


@pytest.mark.parametrize(
    "text",
    [
        "I color h1 blue if you keep a5 off green",
        "I color h1 blue if a5 is other than green",
        "I color h1 blue if you keep a5 clear of green",
        "I color h1 blue if a5 stops being green",
    ],
)
def test_a_color_that_is_to_be_avoided_is_not_offered(text):
    assert made(text) == []


@pytest.mark.parametrize(
    ("text", "at", "why"),
    [
        ("I accept.", TWO, "name one of these: offer 1, offer 2"),
        ("no", TWO, "name one of these: offer 1, offer 2"),
        ("I accept your offer.", DEAL, "no offer of Agent1 waits for your answer"),
        ("I reject offer_Agent1_Human_9_9.", ONE, "offer_Agent1_Human_9_9': expected an offer between"),
        ("if you make a5 green or blue I'll make h1 blue", ONE, "expected one color for a5"),
        ("if you don't make a5 green I'll make h1 blue", ONE, "not one that it avoids"),
        (
            "If you color b2 green, I color h1 blue.",
            ONE,
            "common border: a2, a4, a5, h1, h4",
        ),
        ("If you color a5 green, I color h2 blue.", ONE, "h2: expected a node of"),
        (
            "h1 blue for a5 green, provided Agent2 agrees",
            ONE,
            "cannot depend on what Agent1 does not see",
        ),
        ("If a5 is green then h1 is blue. But only if Agent2 agrees.", ONE, "what Agent1 does not see"),
        ("Let's end our deal.", ONE, "you have no deal with Agent1"),
        ("Please color a5 green.", situation(phase="configure"), "in phase configure"),
    ],
)
def test_what_only_reads_like_a_move_is_refused_with_the_reason(text, at, why):
    found = translate(text, VIEW, at, "Agent1")
    assert found.moves == ()
    assert len(found.refused) == 1
    assert why in found.refused[0]
    assert found.rest == text


@pytest.mark.parametrize(
    "text",
    [
        "I'll make h1 blue if you make a5 green. I'll be back when Agent2 has answered.",
        "If a5 is green then h1 is blue. Agent2 agrees.",
    ],
)
def test_what_an_offer_does_not_depend_on_does_not_hinder_it(text):
    assert made(text) == [if_then("a5g", "h1b")]


def test_a_deal_is_ended_and_an_offer_meant_by_its_name():
    assert made("Let's end our deal.", DEAL) == [
        Reject(refers_to="offer_Agent1_Human_0_7", reasons=("ends_deal",))
    ]
    assert made("I accept offer_agent1_human_1_1", TWO) == [Accept(refers_to="offer_Agent1_Human_1_1")]

    assert made("I accept offer 2.", TWO) == [Accept(refers_to="offer_Agent1_Human_1_1")]
    assert "offer 3" in translate("I accept offer 3.", VIEW, TWO, "Agent1").refused[0]


def test_sentences_are_read_one_by_one_and_a_reason_belongs_to_the_refusal_before_it():
    text = "Hello. I reject that. h1 can never be blue. What could I set h4 to?"
    found = translate(text, VIEW, ONE, "Agent1")
    assert found.moves == (Reject(refers_to=THEIRS, impossible_conditions=terms("h1b")),)
    assert found.rest == "Hello. What could I set h4 to?"
    assert found.prose == f"I reject {THEIRS}. h1 can never be blue."


def part(nodes, least):
    return st.dictionaries(
        st.sampled_from(nodes), st.sampled_from(list(VIEW.domain)), min_size=least
    ).map(lambda colors: tuple(NodeColor(node, color) for node, color in sorted(colors.items())))


@given(part(VIEW.border_of("Agent1"), 1), part(VIEW.border_to("Agent1"), 0))
def test_what_an_agent_would_write_is_read_back(conditions, assignments):
    offered = ConditionalOffer(offer_id="offer_x_y_1_2", conditions=conditions, assignments=assignments)
    expected = offered.model_copy(update={"offer_id": ""})
    assert made(render_move(offered)) == [expected]


@given(part(VIEW.border_to("Agent1"), 1))
def test_a_question_is_read_back(conditions):
    asked = FeasibilityQuery(query_id="query_x_y_1_2", conditions=conditions)
    assert made(render_move(asked)) == [asked.model_copy(update={"query_id": ""})]


@given(st.text(max_size=60) | st.text("abh1245 ,.?ifyou Icolrmakednt", max_size=80))
def test_any_text_is_read_without_effect(text):
    translate(text, VIEW, TWO, "Agent1")


def test_the_reader_knows_no_more_than_the_border():
    found = mirror(VIEW, "Agent1")
    assert set(found.own) | set(found.owners) == {"a2", "a4", "a5", "h1", "h4"}
    assert {frozenset(edge) for edge in found.edges} <= {frozenset(edge) for edge in VIEW.edges}


# ------------------------------------------------------------------------------------- second reader


def reader(*replies):
    gateway = ScriptedGateway(
        [r if isinstance(r, Exception) else json.dumps({"moves": r}) for r in replies]
    )
    return gateway, Translator(gateway, "m")


UNCLEAR = "My h1 in the color of the sky, your a5 in that of grass"


def test_a_model_reads_what_the_rules_do_not_and_it_is_not_taken_for_granted():
    read = {"move": "ConditionalOffer", "conditions": [{"node": "A5", "color": "Green"}],
            "assignments": [{"node": "h1", "color": "blue"}]}  # fmt: skip
    gateway, translator = reader([read])
    assert translate(UNCLEAR, VIEW, ONE, "Agent1").moves == ()
    plain = translate("My blue on h1 against your green on a5, what say you", VIEW, ONE, "Agent1")
    assert plain.binds
    found = translator(UNCLEAR, VIEW, ONE, "Agent1")
    assert found.source == "model"
    assert found.prose.startswith("If you color a5 green, I color h1 blue")
    prompt = json.dumps(gateway.calls)
    assert not [node for node in ("a1", "a3", "b1", "b2") if f'"{node}"' in prompt]
    assert translator("If you color a5 green, I color h1 blue.", VIEW, ONE, "Agent1").source == "rules"
    assert len(gateway.calls) == 1


@pytest.mark.parametrize(
    "reply",
    [
        [{"move": "ConditionalOffer", "conditions": [{"node": "b2", "color": "red"}]}],
        [{"move": "ConditionalOffer", "conditions": [{"node": "a5", "color": "mauve"}]}],
        [{"move": "ConditionalOffer", "conditions": "a5"}],
        [{"move": "Accept", "refers_to": OWN}],
        [{"move": "Accept"}],
        [{"move": "FeasibilityQuery"}],
        [{"move": "Surrender"}],
        ["x"],
        "x",
        GatewayError("slow", kind="timeout"),
    ],
)
def test_a_model_that_fails_or_lies_reads_nothing(reply):
    _, translator = reader(reply)
    found = translator(UNCLEAR, VIEW, ONE, "Agent1")
    assert (found.moves, found.rest, found.source) == ((), UNCLEAR, "rules")
    assert found.record["asked"]


# -------------------------------------------------------------------------------------------- seats


def at_terminal(typed, at, translator):
    target = io.StringIO()
    terminal = Terminal(io.StringIO(typed), target, color=False, translate=translator)
    observation = {
        "coloring": {
            "view_id": "test_translation",
            "view": VIEW.json_dict(),
            "situation": at.json_dict(),
        },
        "messages": [],
        "time_step": 3,
    }
    request = terminal.decide(run_id="r", time_step=3, agent_id="Human", observation=observation)
    return request.arguments, " ".join(target.getvalue().split())


@pytest.mark.parametrize(
    "question",
    [
        "can you do green on a5 if I take blue on h1?",
        "Could you make a5 green if I make h1 blue?",
        "If I take blue on h1, can a5 be green?",
    ],
)
def test_a_question_is_no_offer(question):
    found = translate(question, VIEW, ONE, "Agent1")
    assert not found.binds
    for move in found.moves:
        assert isinstance(move, FeasibilityQuery)
        assert {(term.node, term.color) for term in move.conditions} == {
            ("a5", "green"),
            ("h1", "blue"),
        }


def test_the_terminal_sends_what_binds_after_a_yes():
    offer = "If you color a5 green, I color h1 blue.\n"
    turn, shown = at_terminal(f"{offer}yes\n", ONE, Translator())
    assert "Do you mean this? To Agent1: If you color a5 green, I color h1 blue." in shown
    assert [(m["recipient"], m["kind"]) for m in turn["messages"]] == [("Agent1", "rb")]
    turn, _ = at_terminal(f"{offer}pass\n", ONE, Translator())
    assert "messages" not in turn


@pytest.mark.parametrize(
    ("words", "shown", "move"),
    [
        ("Agent1: I accept your offer", "I accept your offer 1.", "Accept"),
        ("Agent1: ok deal", "I accept your offer 1.", "Accept"),
        ("Agent1: no deal", "I reject offer 1.", "Reject"),
        ("Agent1: I reject your offer.", "I reject offer 1.", "Reject"),
        ("Agent1: no thanks, thats not good for me", "I reject offer 1.", "Reject"),
        ("If you keep a5 green I will make h1 blue", "If you color a5 green, I color h1 blue.", None),
    ],
)
def test_in_mode_rb_words_that_make_or_answer_an_offer_are_read_back(words, shown, move):
    deals = Translator(deals_only=True)
    turn, screen = at_terminal(f"{words}\nyes\n", ONE, deals)
    assert f"Do you mean this? To Agent1: {shown}" in screen
    (made,) = turn["messages"][0]["payload"]["moves"]
    assert made["move"] == (move or "ConditionalOffer")


@pytest.mark.parametrize(
    "words",
    [
        "Could you color your nodes if h1 were red?",
        "Please make a5 green.",
        "If a5 were green, what would you do?",
        "I set h1 to blue.",
        "Why is a5 red?",
    ],
)
def test_in_mode_rb_all_other_words_stay_words(words):
    turn, screen = at_terminal(f"Agent1: {words}\n", ONE, Translator(deals_only=True))
    assert "Do you mean" not in screen
    assert [message["kind"] for message in turn["messages"]] == ["free_text"]


def test_the_terminal_does_not_send_what_is_no_legal_move():
    turn, shown = at_terminal("Agent1: I accept.\npass\n", TWO, Translator())
    assert "not sent to Agent1: name one of these: offer 1, offer 2" in shown
    assert "messages" not in turn


def test_what_a_model_read_is_sent_after_a_yes():
    read = [{"move": "FeasibilityQuery", "conditions": {"h1": "blue"}}]
    _, translator = reader(read)
    turn, shown = at_terminal(f"Agent1: {UNCLEAR}\nyes\n", ONE, translator)
    assert "Do you mean this? To Agent1: Could you color your nodes if h1 were blue?" in shown
    assert turn["messages"][0]["payload"]["moves"][0]["move"] == "FeasibilityQuery"
    _, translator = reader(read)
    turn, _ = at_terminal(f"Agent1: {UNCLEAR}\npass\nyes\n", ONE, translator)
    assert "messages" not in turn


def test_a_game_in_prose(tmp_path):
    path = tmp_path / "script.txt"
    path.write_text(
        "announce; send\nAgent1: Could you color your nodes if h1 were red?\n"
        "If you color a4 green, I color h1 blue.\nAgent1: What could I set h4 to?\n\nsend\nfinish\n"
    )
    chosen = TeamSettings(mode="LLM_RB", human=f"script:{path}").complete()
    with TraceDb(":memory:") as trace:
        outcome = play(chosen, trace)
        assert all(event.outcome["success"] for event in trace.fetch_trace_events(outcome.run_id))
        messages = list(trace.fetch_messages(outcome.run_id))
        engine, domain = make_engine(chosen, trace)
        engine.run(outcome.steps)
        offers = {offer.offer_id: offer for offer in domain.situations()["Human"].offers}
    said = [(m.author_id, m.kind) for m in messages if m.recipient in ("Human", "Agent1")]
    assert said.count(("Human", "rb")) == 2
    texts = [m.content for m in messages if m.author_id == "Agent1" and m.kind == "rb"]
    assert any("[query_Human_Agent1_1_0]" in text for text in texts)
    assert any("I accept your offer offer_Human_Agent1_2_0." in text for text in texts)
    assert outcome.colors["h1"] == "blue"
    assert all(offer.status != "pending" for offer in offers.values() if offer.sender == "Human")


def test_who_will_not_break_a_deal_does_not_end_it():
    from agents.coloring.talk.offer_words import END, KEEPS

    for text in ("I wont break our deal", "I will not end the deal", "I'd never cancel our agreement"):
        assert END.search(text)
        assert KEEPS.search(text)
    for text in ("I end our deal", "I don't want our deal", "I want out of our deal"):
        assert END.search(text)
        assert not KEEPS.search(text)


@pytest.mark.parametrize(
    "text",
    [
        "I cant make h1 and h4 both green, they touch",
        "h1 and h4 can not both be green",
        "h1 green and h4 green don't go together",
    ],
)
def test_what_cannot_go_together_refuses_the_offer_that_asks_for_it(text):
    both = Offer(THEIRS, "Agent1", "Human", terms("h1g h4g"), terms("a5b"))
    at = situation(both, offer("offer_Agent1_Human_1_1", "Agent1", "Human"))
    assert made(text, at) == [Reject(refers_to=THEIRS, impossible_combinations=(terms("h1g h4g"),))]
    assert made(text, ONE) == []


@pytest.mark.parametrize(
    "text",
    [
        "ok number 1 is fine with me",
        "your first offer looks good to me",
        "I am happy with offer 1",
        "offer 1 sounds fair to me",
        "I could live with number 1",
        "yes to #1",
    ],
)
def test_an_offer_is_accepted_by_any_name(text):
    assert translate(text, VIEW, TWO, "Agent1").moves == (Accept(refers_to=THEIRS),)


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("no to offer 1, h1 needs to stay blue", "h1 needs to stay blue"),
        ("no thanks to your first offer; h1 is better blue", "h1 is better blue"),
        ("I am not happy with number 1", ""),
        ("no, proposal 1 does not work for me", ""),
    ],
)
def test_who_refuses_an_offer_may_say_more(text, rest):
    found = translate(text, VIEW, TWO, "Agent1")
    assert (found.moves, found.rest) == ((Reject(refers_to=THEIRS),), rest)


@pytest.mark.parametrize(
    "text", ["number 7 is fine with me", "is number 1 still open?", "I have number 1 problem"]
)
def test_a_number_without_an_offer_or_an_answer_is_no_move(text):
    assert translate(text, VIEW, TWO, "Agent1").moves == ()


@pytest.mark.parametrize(
    "text", ["accept, but only h1", "I accept that except h1", "yes, just the h1 part"]
)
def test_who_takes_a_part_of_an_offer_does_not_accept_it(text):
    assert not any(isinstance(move, Accept) for move in made(text))


def test_who_asks_for_other_colors_accepts_nothing():
    one = situation(offer(THEIRS, "Agent1", "Human"))
    assert [type(move) for move in translate("ok fine.", VIEW, one, "Agent1").moves] == [Accept]
    assert not any(
        isinstance(move, Accept)
        for move in translate("ugh fine. h1 green would work?", VIEW, one, "Agent1").moves
    )
    accepted = translate("I accept your offer. Would h1 green work as well?", VIEW, one, "Agent1").moves
    assert any(isinstance(move, Accept) for move in accepted)


def test_an_offer_that_is_dropped_is_not_made():
    text = "if you make a2 blue I'd give you h1 green... no, scrap that, I give you h4 blue if a2 is red"
    assert made(text) == [if_then("a2r", "h4b")]


def test_a_refusal_with_a_counteroffer_makes_both():
    found = made("not acceptable. counteroffer: h1 blue and h4 red for a2 red", situation(ONE.offers[0]))
    assert found == [Reject(refers_to=THEIRS), if_then("a2r", "h1b h4r")]


def test_what_stays_if_an_offer_is_not_taken_is_no_part_of_it():
    text = "if you color a2 red and a5 blue I will color h4 red, otherwise h4 stays blue"
    assert made(text) == [if_then("a2r a5b", "h4r")]


@pytest.mark.parametrize(
    "text",
    [
        "I'd turn h1 green if you make a4 anything but green, deal?",
        "any color but green for a4 and I'll make h1 blue",
    ],
)
def test_an_offer_for_any_color_but_one_is_left_to_the_agents(text):
    assert translate(text, VIEW, situation(), "Agent1", deals_only=True).moves == ()


@pytest.mark.parametrize(
    "text",
    ["what would you score with h1 blue and h4 green?", "would you gain anything with h1 blue?"],
)
def test_questions_for_points_are_no_feasibility_queries(text):
    assert made(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "actually I'd rather not do that deal",
        "I'd rather not go through with our deal",
        "no deal after all, sorry",
        "I withdraw",
    ],
)
def test_a_deal_ends_in_polite_words(text):
    (move,) = made(text, DEAL)
    assert (move.move, move.refers_to) == ("Reject", DEAL.offers[0].offer_id)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("I accept! forget that I asked about h4", "Accept"),
        ("Yes, I accept. Forget it, no need to discuss a5", "Accept"),
        ("no. forget it, h1 is not for sale", "Reject"),
    ],
)
def test_an_answer_is_not_dropped_with_what_stands_behind_it(text, kind):
    assert [move.move for move in made(text, situation(ONE.offers[0]))] == [kind]


@pytest.mark.parametrize(
    "text",
    [
        "I'd rather not make a deal with Agent2, ours is fine",
        "I'd rather not accept your other deal, this one is fine",
        "I would rather not take our deal lightly",
    ],
)
def test_another_deal_that_is_not_wanted_ends_none(text):
    assert made(text, DEAL) == []


@pytest.mark.parametrize("name", ["offer_Foo_Bar_1_2", "[offer_Agent1_Human_9_9]"])
@pytest.mark.parametrize("at", [ONE, DEAL])
def test_a_name_of_no_offer_alone_is_no_move(name, at):
    assert translate(name, VIEW, at, "Agent1").rest == name
    ended = translate(f"I accept. {name}", VIEW, ONE, "Agent1")
    assert [type(move) for move in ended.moves] == [Accept]

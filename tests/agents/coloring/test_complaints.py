"""What people said of the games of the study, each as a scenario that must not come back."""

import io
import json
import os
import random
import re

import pytest

from agents.coloring.people.terminal import Terminal
from agents.coloring.runner import play
from agents.coloring.setup import TeamSettings
from agents.coloring.studies.report import report
from agents.errors import InputError
from agents.world import TraceDb
from tests.agents.coloring import sentences

SPOKEN = ("LLM_U", "LLM_C", "LLM_F")


class Game:
    """A game that somebody typed: what was sent, what happened, what was shown."""

    def __init__(self, typed, mode="LLM_C", **changes):
        target = io.StringIO()
        lines = "\n".join([*typed, "finish"]) + "\n"
        settings = TeamSettings(human="terminal", mode=mode, max_steps=60, **changes).complete()
        with TraceDb(":memory:") as trace:
            seat = Terminal(io.StringIO(lines), target, False)
            self.outcome = play(settings, trace, seat=seat)
            run_id = self.outcome.run_id
            self.messages = list(trace.fetch_messages(run_id))
            self.colors = trace.query("SELECT time_step, node, color, source FROM coloring_assignment")
            self.beliefs = trace.query("SELECT agent, node, color FROM coloring_belief")
            self.offers = trace.query("SELECT sender, recipient, status, offer FROM coloring_offer")
            self.constraints = trace.query(
                "SELECT agent, node, kind, color FROM coloring_constraint WHERE active"
            )
            refused = [e for e in trace.fetch_trace_events(run_id) if not e.outcome["success"]]
        assert refused == []
        self.shown = re.sub(r"\s+", " ", target.getvalue())

    def replies(self, sender=None):
        return [m.content for m in self.messages if m.kind == "reply" and sender in (None, m.author_id)]

    def typed(self, kind):
        return [(m, json.loads(m.payload_json)) for m in self.messages if m.kind == kind]


def team_file(tmp_path, **changes):
    path = tmp_path / "team.json"
    path.write_text(json.dumps(changes))
    return str(path)


@pytest.mark.parametrize("mode", SPOKEN)
def test_1_agents_act_and_then_say_what_they_did(mode):
    game = Game(["send", "Agent2: change b2 to blue"], mode)
    assert game.replies("Agent2")[-1].startswith("Done: b2 is blue now.")
    assert ("b2", "blue", "forced") in [row[1:] for row in game.colors]


@pytest.mark.parametrize("mode", [*SPOKEN, "RB"])
def test_2_whether_it_works_is_answered_by_yes_or_no_first(mode):
    game = Game(["send", "Agent1: can you find a valid coloring with what I have?"], mode)
    assert re.match(r"(Yes|No), ", game.replies("Agent1")[-1])


@pytest.mark.parametrize("mode", [*SPOKEN, "RB"])
def test_3_nobody_is_left_without_an_answer(mode):
    game = Game(["Agent2: is b2 green?"] * 4, mode)
    assert len(game.replies("Agent2")) == 4
    assert game.replies("Agent1") == []


@pytest.mark.parametrize("mode", [*SPOKEN, "RB"])
def test_4_what_was_ruled_out_is_not_suggested(mode):
    game = Game(["announce; send; Agent2: h2 can never be green", *[""] * 8], mode)
    told = next(m.time_step for m in game.messages if "never be green" in m.content)
    later = [m for m in game.messages if m.author_id == "Agent2" and m.time_step > told + 1]
    assert later
    for message in later:
        payload = json.loads(message.payload_json or "{}")
        for option in payload.get("options", ()):
            assert option["human"].get("h2") != "green"
        for border in payload.get("valid_configs", ()):
            assert border.get("h2") != "green"
        assert "green" not in payload.get("per_node", {}).get("h2", ())
        for move in payload.get("moves", ()):
            assert {"node": "h2", "color": "green"} not in move.get("conditions", ())
        assert "h2 green" not in message.content


STUCK = {
    "clusters": {"Human": ["h1", "h2"], "Agent1": ["a1", "a2"]},
    "edges": [["h1", "a1"], ["h2", "a2"], ["h1", "h2"]],
    "domain": ["red", "green", "blue"],
    "fixed": {"a1": "red"},
    "person": "Human",
}


@pytest.mark.parametrize("mode", SPOKEN)
def test_5_who_cannot_help_itself_asks_for_what_would_help(mode, tmp_path):
    game = Game(["send", "Agent1: does that work?"], mode, topology=team_file(tmp_path, **STUCK))
    said = " ".join(m.content for m in game.messages if m.author_id == "Agent1" and m.time_step > 2)
    assert "No, " in said
    assert re.search(r"h1 to (green|blue)", said)
    assert "on my side" not in said
    assert "I could" not in said


def test_6_all_that_would_do_is_shown_with_what_stands(tmp_path):
    game = Game(["send", "Agent1: does that work?"], "LLM_U", topology=team_file(tmp_path, **STUCK))
    lists = [payload for m, payload in game.typed("cost_list") if m.author_id == "Agent1"]
    last = lists[-1]
    assert last["current"]["human"] == {"h1": "red", "h2": "red"}
    assert last["current"]["conflicts"] == 1
    possible = [option["human"] for option in last["options"] if not option["conflicts"]]
    assert len(possible) == 6
    two = STUCK | {"domain": ["red", "green"], "edges": [["h1", "a1"]]}
    game = Game(["send", "Agent1: what would work?"], "LLM_C", topology=team_file(tmp_path, **two))
    assert "Only one" in " ".join(game.replies("Agent1"))


@pytest.mark.parametrize("mode", [*SPOKEN, "RB"])
def test_7_nothing_is_called_a_suggestion_that_was_none(mode):
    game = Game(["announce; send", "why not?", "what else?", "h1=blue; send", "no"], mode)
    said = " ".join(m.content for m in game.messages if m.author_id != "Human").casefold()
    assert not re.search(r"alternative|suggested|as i said|mentioned|earlier", said)


def test_8_agents_make_take_and_refuse_offers_by_themselves():
    settings = TeamSettings(mode="RB", topology="random:clusters=4,nodes=5,links=3,person=0,seed=3")
    with TraceDb(":memory:") as trace:
        play(settings.complete(), trace)
        conditional = [
            status
            for offer, status in trace.query("SELECT offer, status FROM coloring_offer")
            if json.loads(offer)["conditions"]
        ]
    assert "accepted" in conditional
    assert {"rejected", "superseded", "expired", "withdrawn"} & {*conditional}


def test_8_a_pass_lets_something_happen():
    game = Game(["announce; send", "pass", "pass"], "RB")
    shown = re.findall(r"Step (\d+)", game.shown)
    assert [int(step) for step in shown] == sorted({*map(int, shown)})
    assert len(shown) >= 4


@pytest.mark.parametrize("mode", [*SPOKEN, "RB"])
def test_9_what_is_impossible_is_learned_alone(mode):
    game = Game(["announce; send", "Agent1: h4 can never be green"], mode)
    assert ("Agent1", "h4", "forbidden", "green") in game.constraints


@pytest.mark.parametrize("mode", [*SPOKEN, "RB"])
def test_10_to_ask_what_would_be_binds_nobody(mode):
    game = Game(["Agent1: what if h1 were blue and h4 were green?"], mode)
    assert re.match(r"(Yes|No), with h1 blue and h4 green", game.replies("Agent1")[-1])
    assert ("Agent1", "h1", "blue") not in game.beliefs
    assert game.outcome.colors["h1"] == "red"


def test_10_a_question_in_the_grammar_of_bargaining_is_answered_in_it():
    game = Game(["announce; send", "check Agent1: h1=blue, h4=green", ""], "RB")
    answers = [
        move
        for m, payload in game.typed("rb")
        if m.author_id == "Agent1"
        for move in payload["moves"]
        if move["move"] == "FeasibilityResponse"
    ]
    assert len(answers) == 1
    assert ("Agent1", "h1", "blue") not in game.beliefs


def test_11_a_game_that_cannot_be_won_does_not_start_and_others_show_how():
    with pytest.raises(InputError, match="cannot be solved"):
        TeamSettings(fixed=2).complete()
    settings = TeamSettings().complete()
    team = settings.team()
    solution = report(team, settings.rules())["solution"]
    assert all(solution[u] != solution[v] for u, v in team.problem.edges)


def test_12_offers_are_made_of_parts_and_not_of_prose():
    game = Game(["announce; send", "offer Agent1: h1=blue, h4=red if a2=red", "", ""], "RB")
    (offer,) = [json.loads(text) for sender, _, _, text in game.offers if sender == "Human"][:1]
    assert offer["conditions"] == [{"node": "a2", "color": "red"}]
    assert offer["assignments"] == [{"node": "h1", "color": "blue"}, {"node": "h4", "color": "red"}]
    for typed, why in (
        ("offer Agent1: h1=blue", "expected a condition"),
        ("offer Agent1: h2=blue if a2=red", "h2=blue: expected NODE=COLOR with a node of h1, h4"),
        ("offer Agent9: h1=blue if a2=red", "offer = 'Agent9': expected one of Agent1, Agent2"),
        ("offer Agent1: h1=blue if a2=mauve", "a2=mauve: expected one of red, green, blue"),
    ):
        assert why in Game(["announce", typed], "RB").shown
    refused = Game(["offer Agent1: h1=blue if a2=red"], "RB").shown
    assert "bargaining has not started; announce starts it" in refused


@pytest.mark.parametrize("mode", [*SPOKEN, "RB"])
def test_13_who_satisfies_one_and_then_the_other_comes_to_an_end(mode):
    with TraceDb(":memory:") as trace:
        outcome = play(TeamSettings(mode=mode, human="emulator").complete(), trace)
    assert outcome.solved
    assert outcome.stop_reason == "consensus"


@pytest.mark.parametrize("mode", [*SPOKEN, "RB"])
def test_14_i_have_to_is_a_constraint(mode):
    game = Game(["Agent1: I have to make h1 red"], mode)
    assert ("Agent1", "h1", "required", "red") in game.constraints


@pytest.mark.parametrize("mode", [*SPOKEN, "RB"])
def test_15_what_stands_in_the_way_is_named(mode, tmp_path):
    path = team_file(tmp_path, **STUCK)
    game = Game(["send", "Agent1: can you work with h1 red?"], mode, topology=path)
    assert "a1 is fixed red" in game.replies("Agent1")[-1]


@pytest.mark.parametrize("mode", [*SPOKEN, "RB"])
def test_every_message_gets_one_reply_and_no_reply_comes_without(mode, tmp_path):
    """C-12, over a long conversation of whatever people say."""
    rng = random.Random(mode)
    said = [re.sub(r"[;#\n:]", " ", text) for text, _ in sentences.SENTENCES]
    lines = []
    for _ in range(int(os.environ.get("KEMPE_TALK", "40"))):
        parts = [f"{name}: {rng.choice(said)}" for name in ("Agent1", "Agent2") if rng.random() < 0.6]
        parts += rng.sample(["h1=blue", "h4=green", "send", "announce"], rng.randrange(2))
        lines.append("; ".join(parts))
    path = tmp_path / "script.txt"
    path.write_text("\n".join(lines))
    settings = TeamSettings(human=f"script:{path}", mode=mode, soft=1000, max_steps=len(lines) + 2)
    with TraceDb(":memory:") as trace:
        outcome = play(settings.complete(), trace)
        messages = list(trace.fetch_messages(outcome.run_id))
    asked = [(m.recipient, m.time_step + 1) for m in messages if m.author_id == "Human"]
    answered = [(m.author_id, m.time_step) for m in messages if m.kind == "reply"]
    assert len(asked) > len(lines) / 2
    assert sorted(answered) == sorted(asked)


@pytest.mark.parametrize("said", ["colour b2 green please", "can you make b2 green?", "h2 is red"])
def test_who_sees_none_of_the_nodes_says_so(said):
    game = Game([said], "LLM_C")
    assert game.replies("Agent1")[0].startswith("I do not see any of the nodes that you named.")
    assert "I do not see" not in game.replies("Agent2")[0]


def test_16_a_deal_can_be_undone():
    game = Game(["announce; send", "", "", "accept 1", "undo", ""], "RB")
    assert game.outcome.colors["h1"] == "red"
    ended = [
        status for _, to, status, text in game.offers if to == "Human" and '"conditions":[{' in text
    ]
    assert ended.index("accepted") < ended.index("rejected")


def test_16_many_settings_are_tried_at_once():
    game = Game(["send", "Agent1: what would work?"], "LLM_C")
    said = game.replies("Agent1")[-1]
    assert said.startswith("Any colors of h1 and h4 work for me, except h1 red and h4 red, or h1 blue")
    assert "It would work if" not in said  # the answer has said it


PLAYED = ["announce", "h1=red; h2=blue; h4=red; h5=green; send", "", ""]


def closed(game, sender="Agent1"):
    """Return (status, reason) of the conditional offers of an agent as they last stood."""
    last = {}
    for name, _, status, text in game.offers:
        offer = json.loads(text)
        if name == sender and offer["conditions"]:
            last[offer["offer_id"]] = (status, offer["reason_closed"])
    return list(last.values())


def test_9_a_rejection_teaches_what_can_never_be():
    game = Game([*PLAYED, "reject 1 never h4=red", "", ""], "RB")
    rejected = [json.loads(text) for *_, status, text in game.offers if status == "rejected"]
    # It is a limit like one in words, which words can take back.
    assert game.constraints == [("Agent1", "h4", "forbidden", "red")]
    later = [json.loads(text) for *_, text in game.offers]
    asked = [o["conditions"] for o in later if o["step_sent"] > rejected[0]["step_closed"]]
    assert {"node": "h4", "color": "red"} not in [term for terms in asked for term in terms]


def test_impossible_rejects_all_offers_and_others_are_made():
    game = Game([*PLAYED, "impossible", "", "", ""], "RB")
    first, *more = closed(game)
    assert first == ("rejected", "none of the offers is possible for them")
    assert more


def test_init_ends_all_offers_and_goes_back_to_before_announce():
    game = Game([*PLAYED, "init", "", "", ""], "RB")
    assert closed(game) == [("expired", "the person ended this round of bargaining")]
    again = Game([*PLAYED, "init", "", "announce", "", ""], "RB")
    assert len(closed(again)) > 1


def test_agents_without_conflicts_do_not_recolor_before_they_know_the_persons_colors():
    game = Game(["pass"] * 15, "LLM_F")
    changes = [(step, node) for step, node, _, source in game.colors if source != "init"]
    assert max(step for step, node in changes if node == "b2") <= 1


@pytest.mark.parametrize("mode", [*SPOKEN, "RB"])
def test_a_color_that_is_ruled_out_leaves_all_the_others(mode):
    ban = ["h4=blue", "send", "Agent1: don't use red on a5"]
    told = Game([*ban, "h4=red", "send", "Agent1: what can I do?"], mode)
    assert "Noted: a5 cannot be red. I changed" in " ".join(told.replies("Agent1"))
    # With a5 in blue there are settings for h4 red; in green there is none.
    assert "h1 green and h4 red" in told.replies("Agent1")[-1]
    assert "demanded" not in told.shown
    assert ("Agent1", "a5", "forbidden", "red") in told.constraints

    freed = Game([*ban, "Agent1: a5 can be anything"], mode)
    assert "Noted: a5 may be red again." in freed.replies("Agent1")[-1]


@pytest.mark.parametrize("text", ["please avoid blue on a4", "I don't like blue on a4"])
def test_a_color_that_was_demanded_and_is_then_excluded_is_no_longer_demanded(text):
    lines = ["Agent1: h1 is green, h4 is green", "Agent1: make a4 blue", f"Agent1: {text}"]
    game = Game([*lines, "Agent1: what did I demand?"], "RB")
    assert "Noted: a4 cannot be blue. I changed" in game.replies("Agent1")[-2]
    assert "a4 from blue to" in game.replies("Agent1")[-2]
    assert game.replies("Agent1")[-1].startswith("You told me that a4 cannot be blue.")
    assert "You asked for" not in game.replies("Agent1")[-1]

    again = Game([*lines, "Agent1: make a4 blue", "Agent1: what did I demand?"], "RB")
    assert again.replies("Agent1")[-1].startswith("You asked for a4 blue.")

    stuck = Game(["Agent1: h1 is green, h4 is green", "Agent1: make a4 blue", "h4=blue", "send"], "RB")
    assert "My a4 and your h4 are both blue. You asked for a4 blue." in stuck.replies("Agent1")[-1]

    allowed = Game([*lines, "Agent1: a4 blue is okay"], "RB")
    assert "Noted: a4 may be blue again." in allowed.replies("Agent1")[-1]


@pytest.mark.parametrize("text", ["oh no, not red! put it back", "not in red, please, change it back"])
def test_a_color_that_is_refused_is_put_back(text):
    lines = ["Agent2: h2 is red, h5 is green", "Agent2: make b2 red", f"Agent2: {text}"]
    assert Game(lines).replies("Agent2")[-1].startswith("Done: b2 is blue now.")


def test_of_a_color_and_another_one_to_put_back_more_is_asked():
    lines = ["Agent2: h2 is red, h5 is green", "Agent2: make b2 red"]
    game = Game([*lines, "Agent2: put it back to green"])
    assert "b2 is blue now" not in game.replies("Agent2")[-1]

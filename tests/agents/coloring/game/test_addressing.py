"""Games with several people: each is answered, one in each step, with a conversation of their own."""

import pytest

from agents.coloring.game.addressing import Talks
from agents.coloring.runner import play
from agents.coloring.setup import TeamSettings, make_domain, make_engine
from agents.coloring.turn import Turn
from agents.errors import InputError
from agents.world import TraceDb, verify

#: Agent2 has borders with Human and Agent1.
TOPOLOGY = "random:clusters=4,nodes=5,colors=3,links=2,seed=3"


def scripted(folder, human, agent1, **changes):
    for name, lines in (("h.txt", human), ("a.txt", agent1)):
        (folder / name).write_text("\n".join(lines) + "\n")
    who = f"script:{folder / 'h.txt'},Agent1={folder / 'a.txt'}"
    changes = {"mode": "LLM_U", "topology": TOPOLOGY, "max_steps": 6} | changes
    return TeamSettings(human=who, **changes).complete()


def replies(trace, run_id):
    return [
        (m.time_step, m.recipient, m.content)
        for m in trace.fetch_messages(run_id)
        if m.author_id == "Agent2" and m.kind == "reply"
    ]


def test_two_people_who_speak_at_once_are_answered_one_after_the_other(tmp_path):
    settings = scripted(
        tmp_path, ["Agent2: what could I set h5 to?"], ["Agent2: what could I set a1 to?"]
    )
    with TraceDb(":memory:") as trace:
        outcome = play(settings, trace)
        (first, second) = replies(trace, outcome.run_id)
        verify(trace, outcome.run_id, domains=[make_domain(settings, trace)])
    assert (first[:2], second[:2]) == ((1, "Human"), (2, "Agent1"))
    assert "h5" in first[2]
    assert "a1" not in first[2]
    assert "a1" in second[2]
    assert "h5" not in second[2]


@pytest.mark.parametrize(("agrees", "demanded"), [("Agent1", False), ("Human", True)])
def test_a_yes_answers_the_question_that_was_put_to_the_same_person(agrees, demanded, tmp_path):
    lines = {"Human": ["Agent2: b3 blue or b4 red, whatever", "", ""], "Agent1": ["", "", ""]}
    lines[agrees][2] = "Agent2: yes"
    settings = scripted(tmp_path, lines["Human"], lines["Agent1"], max_steps=4)
    with TraceDb(":memory:") as trace:
        outcome = play(settings, trace)
        first, second = replies(trace, outcome.run_id)
        rows = trace.query(
            "SELECT json_extract(info_json, '$.arguments.demanded') FROM trace "
            "WHERE agent_id = 'Agent2' AND time_step = 3"
        )
    assert (first[:2], second[:2]) == ((1, "Human"), (3, agrees))
    assert "Do you want b3 to be blue?" in first[2]
    assert (rows[0][0] is not None) == demanded


@pytest.mark.parametrize("mode", ["RB", "LLM_U"])
@pytest.mark.parametrize("stop", [1, 2, 3])
def test_a_game_of_two_people_is_resumed(mode, stop, tmp_path):
    human = ["announce; send", "Agent2: what could I set h5 to?", "Agent2: h5 is red", "", "", ""]
    agent1 = ["send", "Agent2: what could I set a1 to?", "Agent2: please make b3 blue", "", "", ""]
    settings = scripted(tmp_path, human, agent1, mode=mode)
    with TraceDb(":memory:") as trace:
        whole = play(settings, trace)
    with TraceDb(":memory:") as trace:
        trace.insert_run(settings.metadata())
        make_engine(settings, trace)[0].run(stop)
        assert play(settings, trace) == whole


def test_emulated_people_play(tmp_path):
    settings = TeamSettings(mode="RB", topology=TOPOLOGY, human="emulator:Agent1", seed=2).complete()
    with TraceDb(":memory:") as trace:
        outcome = play(settings, trace)
        sources = dict(
            trace.query("SELECT owner, max(source = 'human') FROM coloring_assignment GROUP BY owner")
        )
    assert outcome.solved
    assert outcome.stop_reason == "consensus"
    assert sources["Agent1"] == sources["Human"] == 1
    assert sources["Agent2"] == 0


@pytest.mark.parametrize(("line", "steps"), [(0, 2), (4, 5)])
def test_a_solved_game_ends_when_all_people_are_satisfied(line, steps, tmp_path):
    human = ["h1=green; h2=blue; h4=blue; h5=red; send; satisfied"] + ["satisfied"] * 8
    agent1 = ["a2=blue; a3=red; a4=green; a5=red; send"] + [""] * 8
    agent1[line] = f"{agent1[line]}; satisfied".lstrip("; ")
    settings = scripted(tmp_path, human, agent1, hard=True, topology="study", soft=20, max_steps=9)
    with TraceDb(":memory:") as trace:
        outcome = play(settings, trace)
    assert (outcome.stop_reason, outcome.first_solved, outcome.steps) == ("solved", 2, steps)


@pytest.mark.parametrize(
    "human", ["emulator:Agent1,Agent1", "none:Agent1", "terminal:Agent1=x", "nobody"]
)
def test_people_are_named_once(human):
    with pytest.raises(InputError, match="human = "):
        TeamSettings(topology=TOPOLOGY, human=human).team()


def test_words_wait_until_a_turn_answers_them():
    word = {"text": "hi"}
    talks = Talks().after("Human", Turn(assignments={}), {"Human": (word,), "Agent1": (word,)})
    assert talks.next == "Human"
    lost = talks.after("Human", None, {"Human": (word,)})
    assert lost.words() == [word, word]
    answered = lost.after("Human", Turn(assignments={}, flow={"x": 1}), {})
    assert (answered.next, answered.flows) == ("Agent1", {"Human": {"x": 1}})
    assert answered.after("Agent1", Turn(assignments={}), {}).next is None

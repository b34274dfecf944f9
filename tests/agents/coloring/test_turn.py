import pytest

from agents.canonical import canonical
from agents.coloring.deciding.policy import ColoringPolicy
from agents.coloring.messages import PAYLOADS
from agents.coloring.runner import play
from agents.coloring.setup import TeamSettings
from agents.coloring.turn import Turn
from agents.world import TraceDb

MODES = ("RB", "LLM_U", "LLM_C", "LLM_F", "LLM_API", "LLM_RB")


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(("human", "explain"), [("none", True), ("emulator", False)])
def test_the_plain_form_is_the_one_of_pydantic(mode, human, explain, monkeypatch):
    turns = []
    decide = ColoringPolicy.turn

    def noted(*arguments):
        turn, events = decide(*arguments)
        turns.append(turn)
        return turn, events

    monkeypatch.setattr(ColoringPolicy, "turn", noted)
    topology = f"random:clusters=4,nodes=5,links=2,person={int(human != 'none')},seed=2"
    chosen = TeamSettings(mode=mode, human=human, explain=explain, topology=topology, max_steps=8)
    with TraceDb(":memory:") as trace:
        play(chosen.complete(), trace)
    assert len(turns) > 8
    for turn in turns:
        plain = turn.plain()
        assert canonical(plain) == canonical(turn.model_dump(mode="json", exclude_defaults=True))
        assert Turn.model_validate(plain) == turn
        for message in turn.messages:
            assert message.report_text == canonical(message.report)
            # A copy derives its mark again.
            assert message.mark == message.model_copy().mark
            if message.kind in PAYLOADS:
                assert message.payload_text == canonical(message.content.model_dump(mode="json"))

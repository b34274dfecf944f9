"""The record of a call."""

import pytest

from agents.contracts import ChatRequest
from agents.errors import GatewayError
from agents.llm import ScriptedGateway
from agents.llm.calls import asking, call_hash, call_record

ASKED = {"model": "m", "messages": [{"role": "user", "content": "what?"}]}


class Sink(list):
    def emit(self, name, data):
        self.append((name, data))


def test_a_call_is_recorded_with_what_it_was_for():
    sink = Sink()
    gateway = ScriptedGateway(["yes", GatewayError("busy", kind="rate_limit")], sink=sink)
    with asking("oracle", "chart.choice/2"):
        gateway.chat(**ASKED)
    with pytest.raises(GatewayError):
        gateway.chat(**ASKED)
    (name, first), (_, second) = sink
    assert name == "llm.call"
    assert (first["purpose"], first["prompt_version"]) == ("oracle", "chart.choice/2")
    assert first["response"]["choices"][0]["message"]["content"] == "yes"
    assert (first["error"], first["completion_tokens"], first["attempts"]) == (None, 1, 1)
    assert (second["purpose"], second["response"]) == ("unknown", None)
    assert second["error"] == "rate_limit: busy"
    assert first["prompt_hash"] == second["prompt_hash"] == call_hash(ChatRequest(**ASKED))


@pytest.mark.parametrize(
    "change",
    [
        {"model": "n"}, {"messages": []}, {"tools": []}, {"tool_choice": "auto"}, {"temperature": 0.3},
        {"seed": 1}, {"response_schema": {}},
    ],
)  # fmt: skip
def test_whatever_decides_an_answer_is_in_the_hash(change):
    assert call_hash(ChatRequest(**{**ASKED, **change})) != call_hash(ChatRequest(**ASKED))


def test_wall_clock_time_is_a_key_of_its_own():
    request = ChatRequest(**ASKED)
    assert "seconds" not in call_record(request)
    assert call_record(request, seconds=1.5)["seconds"] == 1.5


@pytest.mark.parametrize(
    "usage", [None, [], "many", {}, {"prompt_tokens": "7"}, {"prompt_tokens": -1},
              {"prompt_tokens": 2**63}, {"prompt_tokens": 1.5}, {"prompt_tokens": True}],
)  # fmt: skip
def test_tokens_are_a_count_or_nothing(usage):
    record = call_record(ChatRequest(**ASKED), response={"usage": usage})
    assert record["prompt_tokens"] is None

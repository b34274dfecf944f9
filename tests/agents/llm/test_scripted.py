"""The scripted gateway: each kind of reply, the end of the script, what it remembers."""

import pytest

from agents.contracts import LLMGateway
from agents.errors import GatewayError, InputError
from agents.llm import ScriptedGateway

ASKED = {"model": "m", "messages": [{"role": "user", "content": "what?"}]}


def message(gateway):
    return gateway.chat(**ASKED)["choices"][0]["message"]


def test_each_kind_of_reply():
    whole = {"choices": [{"message": {"content": "whole"}}]}
    gateway = ScriptedGateway(["text", {"name": "go", "arguments": {"x": 1}}, whole])
    assert message(gateway)["content"] == "text"
    call = message(gateway)["tool_calls"][0]["function"]
    assert call == {"name": "go", "arguments": '{"x": 1}'}
    assert gateway.chat(**ASKED) == whole
    assert isinstance(gateway, LLMGateway)


def test_a_script_ends():
    gateway = ScriptedGateway(["one"])
    message(gateway)
    for _ in range(2):
        with pytest.raises(GatewayError, match="no more replies") as caught:
            gateway.chat(**ASKED)
        assert caught.value.kind == "missing"


def test_a_function_is_asked_with_the_request():
    gateway = ScriptedGateway(lambda request: request["messages"][-1]["content"].upper())
    assert message(gateway)["content"] == "WHAT?"
    assert [call["model"] for call in gateway.calls] == ["m"]


def test_an_error_is_raised():
    with pytest.raises(GatewayError, match="busy") as caught:
        ScriptedGateway([GatewayError("busy", kind="rate_limit", retry_after=2)]).chat(**ASKED)
    assert caught.value.retry_after == 2


@pytest.mark.parametrize("reply", [5, {"name": "post_message"}])
def test_a_reply_of_another_form_is_named(reply):
    with pytest.raises(InputError, match="reply = "):
        message(ScriptedGateway([reply]))

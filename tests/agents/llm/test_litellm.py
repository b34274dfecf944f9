"""LiteLLM against a real server: what comes back, what is raised, and what never gets out."""

from __future__ import annotations

import asyncio
import importlib.util
import json
import logging
import subprocess
import sys
import traceback
import warnings

import pytest

from agents.contracts import LLMGateway
from agents.errors import GatewayError, InputError
from agents.llm import Account, LiteLLMClient, LiteLLMGateway
from agents.llm.redaction import redacted

from .fakes import FakeClock, Sink, ask, content
from .server import CALL, KEY, serving

pytestmark = [
    pytest.mark.skipif(importlib.util.find_spec("litellm") is None, reason="needs the extra llm"),
    # LiteLLM's own, and those of what it imports.
    pytest.mark.filterwarnings("default"),
]
TOOL = {"type": "function", "function": {"name": "post", "parameters": {"type": "object"}}}


@pytest.fixture(scope="module", autouse=True)
def _litellm():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from agents.llm.litellm_client import _litellm

        _litellm()
    # Else its synchronous calls make an event loop for the main thread, and leave it open.
    asyncio.set_event_loop(None)


@pytest.fixture
def server():
    with serving() as running:
        yield running


@pytest.fixture
def client(server):
    return LiteLLMClient(api_base=server.address, api_key=KEY, timeout=5)


def both(client, **call):
    """Ask in both ways; they must do the same."""

    def outcome(run):
        try:
            return run()
        except GatewayError as error:
            return error.kind, str(error), error.retry_after

    one = outcome(lambda: client.chat(**call))
    other = outcome(lambda: asyncio.run(client.achat(**call)))
    if isinstance(one, dict):
        assert one == other
    else:
        assert one[0] == other[0]
        assert one[2] == pytest.approx(other[2], abs=60) if one[2] is not None else other[2] is None
    return one


def test_an_answer(client, server):
    assert isinstance(client, LLMGateway)
    assert both(client, **ask(model="good"), seed=3) == {
        "object": "chat.completion",
        "model": "served",
        "choices": [
            {
                "index": 0,
                "message": {"role": "assistant", "content": "hi"},
                "finish_reason": "stop",
            }
        ],
        "usage": {"prompt_tokens": 5, "completion_tokens": 2},
    }
    assert len(server.requests) == 2
    headers, body = server.requests[0]
    assert headers["Authorization"] == f"Bearer {KEY}"
    assert (body["seed"], body["temperature"], "tools" in body) == (3, 0.2, False)


def test_tools_and_a_schema_reach_the_model(client, server):
    schema = {"type": "object", "properties": {"x": {"type": "integer"}}, "required": ["x"]}
    answer = both(client, **ask(model="tools"), tools=[TOOL], tool_choice="auto", response_schema=schema)
    assert answer["choices"][0]["message"] == {
        "role": "assistant",
        "content": None,
        "tool_calls": [CALL],
    }
    body = server.requests[0][1]
    assert (body["tools"], body["tool_choice"]) == ([TOOL], "auto")
    assert body["response_format"]["json_schema"]["schema"] == schema


def test_tokens_that_a_server_does_not_count_are_estimated(client):
    usage = both(client, **ask(model="uncounted"))["usage"]
    assert usage["estimated"] is True
    assert usage["prompt_tokens"] >= 1
    assert usage["completion_tokens"] >= 1


@pytest.mark.parametrize(
    ("model", "kind", "retry_after"),
    [
        ("limited", "rate_limit", 7),
        ("limited-ms", "rate_limit", 1.5),
        ("broken", "server", None),
        ("busy", "server", 3),
        ("forbidden", "missing", None),
        ("wrong", "refused", None),
        ("absent", "missing", None),
        ("garbage", "malformed", None),
        ("half", "malformed", None),
        ("nothing", "malformed", None),
        ("empty", "malformed", None),
        ("no-choices", "malformed", None),
        ("no-message", "malformed", None),
        ("drops", "connection", None),
        ("cut", "connection", None),
    ],
)
def test_failures(client, server, model, kind, retry_after):
    found = both(client, **ask(model=model))
    assert found[0] == kind, found
    assert found[2] == retry_after
    assert KEY not in found[1]
    assert len(found[1]) < 400
    assert "\n" not in found[1]
    assert len(server.requests) == 2, "no hidden retries"


def test_a_date_to_wait_for(client):
    assert both(client, **ask(model="limited-until"))[2] > 1e9


def test_a_slow_server(server):
    client = LiteLLMClient(api_base=server.address, timeout=0.3)
    assert both(client, **ask(model="slow"))[0] == "timeout"
    assert both(client, **ask(model="slow"), timeout=0.2)[0] == "timeout"


def test_a_server_that_never_ends_is_not_waited_for(server):
    client = LiteLLMClient(api_base=server.address, timeout=0.5)
    with pytest.raises(GatewayError) as caught:
        asyncio.run(client.achat(**ask(model="dribbles")))
    assert caught.value.kind == "timeout"


def test_nobody_there():
    with serving() as server:
        address = server.address
    assert both(LiteLLMClient(api_base=address), **ask(model="good"))[0] == "connection"


def test_the_key_of_the_environment_is_not_sent_to_a_server_of_ones_own(server, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    LiteLLMClient(api_base=server.address).chat(**ask(model="good"))
    assert server.requests[0][0]["Authorization"] == "Bearer local"


def test_the_key_gets_nowhere(server, caplog, capfd):
    caplog.set_level(logging.DEBUG)
    sink = Sink()
    gateway = LiteLLMGateway(server.address, KEY, retries=0, sink=sink)
    seen, causes = [repr(gateway), str(vars(gateway))], []
    for model in ("good", "limited", "forbidden", "garbage", "drops"):
        for ask_it in (gateway.chat, lambda **call: asyncio.run(gateway.achat(**call))):
            try:
                ask_it(**ask(model=model))
            except GatewayError as error:
                seen += traceback.format_exception(error)
                causes += [error.__cause__, error.__context__]
    assert len(sink) == 10
    assert causes == [None] * 16
    out, err = capfd.readouterr()
    seen += [json.dumps(sink), caplog.text, out, err]
    assert not [text for text in seen if KEY in text]


def test_the_whole_gateway(server):
    clock, sink, account = FakeClock(), Sink(), Account()
    gateway = LiteLLMGateway(
        server.address,
        KEY,
        sink=sink,
        clock=clock,
        rpm=60,
        account=account,
        payer=lambda: "ann",
        price=lambda model, prompt, answer: 0.01 * (prompt + answer),
    )
    assert isinstance(gateway, LLMGateway)
    assert gateway.stateless
    assert content(gateway.chat(**ask(model="recovers"))) == "hi"
    assert clock.waits == [7, 7]
    (record,) = [data for _, data in sink]
    assert (record["attempts"], record["error"]) == (3, None)
    assert account.by_agent["ann"].cost == record["cost"] == pytest.approx(0.07)


def test_no_more_at_once_than_allowed(server):
    gateway = LiteLLMGateway(server.address, max_concurrent=3)

    async def crowd():
        return await asyncio.gather(*(gateway.achat(**ask(model="leisurely")) for _ in range(12)))

    assert [content(answer) for answer in asyncio.run(crowd())] == ["hi"] * 12
    assert 1 < server.most <= 3


def test_without_litellm(monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(GatewayError, match=r"pip install 'kempe\[llm\]'") as caught:
        LiteLLMGateway()
    assert caught.value.kind == "missing"


def test_parameters_are_checked():
    with pytest.raises(InputError, match="timeout = 0: expected seconds > 0"):
        LiteLLMClient(timeout=0)


def test_keys_are_taken_out_of_texts(monkeypatch):
    monkeypatch.setenv("SOME_API_KEY", "plainword123")
    text = f"{KEY} Bearer abc.def plainword123 sk-proj-*****abcd http://user:pass@host/ given-key short"
    assert redacted(text, ["given-key", "short", None]) == (
        "[key] Bearer [key] [key] [key] http://[key]@host/ [key] short"
    )


@pytest.mark.subprocess
def test_importing_the_room_imports_no_litellm():
    code = "import sys, agents.llm; print(sorted({'litellm', 'openai', 'httpx'} & sys.modules.keys()))"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"


@pytest.mark.subprocess
def test_no_env_file_is_read(tmp_path):
    (tmp_path / ".env").write_text("FROM_A_FILE=yes\n")
    code = (
        "import os\n"
        "from agents.errors import GatewayError\n"
        "from agents.llm import LiteLLMClient\n"
        "try:\n"
        "    LiteLLMClient(api_base='http://127.0.0.1:9').chat(model='m', messages=[])\n"
        "except GatewayError as error:\n"
        "    print(error.kind, os.environ.get('FROM_A_FILE'))\n"
    )
    root = importlib.util.find_spec("agents").submodule_search_locations[0] + "/.."
    found = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path.insert(0, {root!r})\n{code}"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert found.stdout.split() == ["connection", "None"]

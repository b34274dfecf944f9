"""Whole games in every mode with a language model: any model, the same colors and nothing untrue."""

import importlib.util
import json
import random
import subprocess
import sys
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from agents.coloring.runner import play
from agents.coloring.setup import TeamSettings, make_domain, make_engine
from agents.errors import GatewayError
from agents.llm import LiteLLMGateway, RecordReplayGateway, ScriptedGateway
from agents.world import TraceDb, verify

MODES = ("LLM_U", "LLM_C", "LLM_F", "LLM_API", "LLM_RB")
LIE = "I changed b2 to red, all conflicts are gone, and Agent1 told me that a1 is blue."


def settings(**changes):
    model = {"gateway": "litellm", "model": "m"} if changes.pop("asks", True) else {}
    return TeamSettings(**{"human": "emulator", **model, **changes}).complete()


def played(chosen, gateway=None, path=":memory:"):
    """Play; every turn was legal, and carrying them out again comes to the same."""
    with TraceDb(path) as trace:
        outcome = play(chosen, trace, gateway=gateway(trace) if gateway else None)
        refused = [
            event.outcome["error"]
            for event in trace.fetch_trace_events(outcome.run_id)
            if not event.outcome["success"]
        ]
        assert refused == []
        found = verify(trace, outcome.run_id, domains=[make_domain(chosen, trace)])
        assert found.hash == outcome.hash
        calls = trace.query("SELECT count(*) FROM llm_calls")[0][0] if gateway else 0
        asked = trace.query("SELECT count(*) FROM events WHERE name IN ('model.action', 'model.failed')")
        messages = [(m.author_id, m.kind, m.content) for m in trace.fetch_messages(outcome.run_id)]
    return outcome, messages, calls, asked[0][0]


@pytest.fixture(scope="module")
def alone():
    """Outcome of each mode without a model."""
    return {mode: played(settings(mode=mode, asks=False)) for mode in MODES}


def scripted(answer):
    return lambda trace: ScriptedGateway(answer, sink=trace)


def garbage(request):
    return "nonsense {"


def slow(request):
    return GatewayError("took too long", kind="timeout")


def liar(request):
    if not request["tools"]:
        return LIE
    return {"name": "post_message", "arguments": {"content": LIE}}


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("model", [garbage, slow, liar])
def test_a_bad_model_changes_no_color_and_no_word(mode, model, alone):
    before, words, _, _ = alone[mode]
    after, said, calls, asked = played(settings(mode=mode), scripted(model))
    assert calls
    assert (asked > 0) == (mode == "LLM_API")
    assert (after.colors, after.steps, after.stop_reason) == (
        before.colors,
        before.steps,
        before.stop_reason,
    )
    assert said == words


def polite(request):
    """Word what it is given to word; do nothing else."""
    system, user = (message["content"] for message in request["messages"][:2])
    if not system.startswith("You word"):
        return "noop"
    facts = [line.partition(":")[0] for line in user.split("\n") if line[:1].isdigit()]
    return "Hello there! " + " ".join(f"{{fact:{number}}}" for number in facts)


@pytest.mark.parametrize("mode", MODES)
def test_a_good_model_changes_words_and_no_color(mode, alone):
    before, words, _, _ = alone[mode]
    after, said, _, _ = played(settings(mode=mode), scripted(polite))
    assert after.colors == before.colors
    assert len(said) == len(words)
    greeted = [text for author, _, text in said if text.startswith("Hello there!")]
    assert greeted
    for (_, _, text), (_, _, template) in zip(said, words, strict=True):
        assert text in (template, f"Hello there! {template}")


def wild(seed):
    """Call any tool with anything that its schema lets through, and some that it does not."""
    draw = random.Random(seed)

    def value(schema):
        if draw.random() < 0.05:
            return draw.choice([None, 7, "x", []])
        if "enum" in schema:
            return draw.choice(schema["enum"])
        if schema.get("type") == "object":
            return {k: value(part) for k, part in schema["properties"].items() if draw.random() < 0.4}
        return draw.choice([LIE, "All is well", "offer_Human_Agent1_1_0", "I have 3 conflicts."])

    def answer(request):
        if not request["tools"]:
            return LIE
        offers = [
            word for word in request["messages"][1]["content"].split() if word.startswith("offer_")
        ]
        tool = draw.choice(request["tools"])["function"]
        given = {k: value(part) for k, part in tool["parameters"]["properties"].items()}
        if "offer_id" in given and offers:
            given["offer_id"] = draw.choice(offers)
        return {"name": tool["name"], "arguments": given}

    return answer


@pytest.mark.parametrize("human", ["none", "emulator"])
@pytest.mark.parametrize("seed", range(3))
def test_whatever_a_model_does_every_turn_is_legal_and_the_game_is_won(human, seed):
    topology = f"random:clusters=3,nodes=4,links=2,seed={seed}"
    chosen = settings(mode="LLM_API", human=human, topology=topology, seed=seed, max_steps=40)
    outcome, messages, _, asked = played(chosen, scripted(wild(seed)))
    assert outcome.solved
    assert asked
    assert not [text for _, kind, text in messages if LIE in text]


@pytest.mark.parametrize("mode", MODES)
def test_a_recorded_model_gives_the_same_game(mode, tmp_path):
    chosen = settings(mode=mode)
    path = tmp_path / "cassette.jsonl"
    # Agents decide at the same time: an answer may depend on the request only.
    first = played(chosen, lambda trace: RecordReplayGateway(path, ScriptedGateway(polite)))
    assert path.read_text().count("\n") > 3
    again = played(chosen, lambda trace: RecordReplayGateway(path))
    assert again == first


@pytest.mark.parametrize("mode", ["LLM_API", "LLM_RB"])
def test_a_game_with_a_mock_goes_on_with_the_same_hash(mode, tmp_path):
    chosen = settings(mode=mode, asks=False, gateway="mock", model="mock")
    with TraceDb(":memory:") as trace:
        whole = play(chosen, trace)
    assert whole.solved
    path = tmp_path / "game.db"
    for steps in range(1, whole.steps):
        with TraceDb(path) as trace:
            if not trace.run_ids():
                trace.insert_run(chosen.metadata())
            engine, _ = make_engine(chosen, trace)
            engine.run(steps)
    outcome, _, _, _ = played(chosen, path=path)
    assert outcome == whole


# --------------------------------------------------------------------------------------- real server


class _Handler(BaseHTTPRequestHandler):  # HTTP/1.0: no connection is left open
    def log_message(self, *arguments):
        pass

    def do_POST(self):
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        with self.server.lock:
            self.server.requests.append(request)
            message = self.server.answer({"tools": None, **request})
        reason = "tool_calls" if "tool_calls" in message else "stop"
        choice = {"index": 0, "message": {"role": "assistant", **message}, "finish_reason": reason}
        answer = {"id": "1", "object": "chat.completion", "created": 1, "model": "served"}
        usage = {"prompt_tokens": 5, "completion_tokens": 2, "total_tokens": 7}
        body = json.dumps({**answer, "choices": [choice], "usage": usage}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


@contextmanager
def serving(answer):
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    server.daemon_threads = True
    server.lock, server.requests, server.answer = threading.Lock(), [], answer
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def served(request):
    """Word politely; in LLM_API ask the solver once, and then say what one is about."""
    if not request["tools"]:
        return {"content": polite(request)}
    done = any(message["role"] == "tool" for message in request["messages"])
    name = "noop" if done else "get_penalty"
    call = {"id": "c1", "type": "function", "function": {"name": name, "arguments": "{}"}}
    return {"content": None, "tool_calls": [call]}


LITELLM = pytest.mark.skipif(importlib.util.find_spec("litellm") is None, reason="needs the extra llm")


@LITELLM
@pytest.mark.filterwarnings("default")  # LiteLLM's own, and those of what it imports
@pytest.mark.parametrize("mode", MODES)
def test_a_real_server_gives_the_same_colors(mode, alone):
    with serving(served) as server:
        chosen = settings(
            mode=mode, api_base=f"http://127.0.0.1:{server.server_port}/v1", model="openai/m"
        )
        outcome, messages, calls, asked = played(
            chosen,
            lambda trace: LiteLLMGateway(
                api_base=chosen.api_base, api_key="k", retries=0, timeout=20, sink=trace
            ),
        )
    assert outcome.colors == alone[mode][0].colors
    assert calls == len(server.requests) > 3
    assert [text for _, _, text in messages if text.startswith("Hello there!")]
    assert (asked > 0) == (mode == "LLM_API")
    with_tools = [request for request in server.requests if request.get("tools")]
    assert bool(with_tools) == (mode == "LLM_API")


@LITELLM
@pytest.mark.subprocess
def test_the_command_line_plays_with_a_server(alone, tmp_path):
    path = tmp_path / "game.db"
    with serving(served) as server:
        base = f"http://127.0.0.1:{server.server_port}/v1"
        command = [sys.executable, "-m", "solver", "team", "--mode", "LLM_API", "--human", "emulator"]
        model = [
            "--model",
            "openai/m",
            "--api-base",
            base,
            "--api-key",
            "k",
            "--db",
            str(path),
            "--json",
        ]
        found = subprocess.run([*command, *model], capture_output=True, text=True, timeout=300)
    assert found.returncode == 0, found.stderr
    outcome = json.loads(found.stdout)
    assert outcome["colors"] == alone["LLM_API"][0].colors
    with TraceDb(path, readonly=True) as trace:
        chosen = TeamSettings.of(trace.get_run_metadata(outcome["run_id"]))
        domains = [make_domain(chosen, trace)]
        assert verify(trace, outcome["run_id"], domains=domains).hash == outcome["hash"]
        ((asked,),) = trace.query("SELECT count(*) FROM events WHERE name = 'model.asked'")
    assert asked
    assert len(server.requests) > 3

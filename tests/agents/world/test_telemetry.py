"""Spans of runs, steps and calls."""

import shutil

import pytest

pytest.importorskip("opentelemetry.sdk", reason="needs the extra otel")

from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

import agents.llm
from agents.errors import GatewayError
from agents.llm import AccountedGateway, ScriptedGateway
from agents.llm.telemetry import TracedGateway
from agents.world import InMemoryChannel, TraceDb, WorldEngineConfig, cli, telemetry
from agents.world.telemetry import TracedEngine
from tests.agents.world import model_server
from tests.agents.world.worlds import Does, random_agents, world
from tests.sources import ROOT


@pytest.fixture
def exporter():
    return InMemorySpanExporter()


@pytest.fixture
def provider(exporter):
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    yield provider
    provider.shutdown()


def test_a_run_and_its_steps_have_spans_and_the_same_trace(provider, exporter):
    with TraceDb(":memory:") as trace, TraceDb(":memory:") as plain:
        config = WorldEngineConfig("run")
        engine = TracedEngine(config, random_agents(2), InMemoryChannel(), trace)
        engine.tracer = provider.get_tracer("test")
        assert engine.run(3) == world(random_agents(2), plain).run(3)
        assert trace.head("run") == plain.head("run")
        head = trace.head("run")
    *steps, run = exporter.get_finished_spans()
    assert run.name == "invoke_workflow kempe.world"
    assert run.attributes["gen_ai.conversation.id"] == "run"
    assert [step.attributes["kempe.time_step"] for step in steps] == [0, 1, 2]
    assert {step.parent.span_id for step in steps} == {run.context.span_id}
    assert steps[-1].attributes["kempe.hash"] == head
    assert steps[-1].attributes["kempe.rows"] == 2


def test_an_error_ends_the_spans_of_its_call_step_and_run(provider, exporter):
    tracer = provider.get_tracer("test")
    failing = ScriptedGateway([GatewayError("secret text", kind="budget")])
    gateway = TracedGateway(failing, tracer, agent=lambda: "ada")

    prompt = [{"role": "user", "content": "private"}]

    def asks(step):
        gateway.chat(model="anthropic/x", messages=prompt, temperature=0.5)

    with TraceDb(":memory:") as trace:
        config = WorldEngineConfig("run")
        engine = TracedEngine(config, {"ada": Does(asks)}, InMemoryChannel(), trace)
        engine.tracer = tracer
        with pytest.raises(GatewayError):
            engine.run(3)
    call, step, run = exporter.get_finished_spans()
    for span in (call, step, run):
        assert span.attributes["error.type"] == "budget"
        assert not span.status.is_ok
    assert call.name == "chat anthropic/x"
    assert dict(call.attributes) == {
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": "anthropic",
        "gen_ai.request.model": "anthropic/x",
        "gen_ai.request.temperature": 0.5,
        "gen_ai.agent.id": "ada",
        "error.type": "budget",
    }
    for span in (call, step, run):
        assert "private" not in span.to_json()
        assert "secret" not in span.to_json()


def test_the_command_makes_spans_of_the_calls(provider, exporter, tmp_path, monkeypatch):
    shutil.copy(ROOT / "docs/examples/forage.py", tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    for module in (telemetry, agents.llm.telemetry):
        monkeypatch.setattr(module, "get_tracer", provider.get_tracer)
    monkeypatch.setattr(telemetry, "get_tracer_provider", lambda: provider)

    def gateway(**settings):
        model = ScriptedGateway(
            lambda request: model_server.answer(
                {name: value for name, value in request.items() if value is not None}
            )
        )
        return AccountedGateway(model, sink=settings["sink"])

    monkeypatch.setattr(agents.llm, "LiteLLMGateway", gateway)
    command = ["run", "own", "--world", "forage:world", "--steps", "4", "--db", "a.db", "--model", "any"]
    assert cli.main([*command, "--otel"]) == 0
    assert cli.main([*command[:-3], "b.db", "--model", "any"]) == 0
    spans = exporter.get_finished_spans()
    steps = {span.context.span_id: span for span in spans if span.name == "kempe.step"}
    calls = [span for span in spans if span.name == "chat any"]
    assert len(steps) == 4
    with TraceDb("a.db", readonly=True) as a, TraceDb("b.db", readonly=True) as b:
        assert a.query("SELECT count(*) FROM llm_calls") == [(len(calls),)]
        assert a.head(a.run_ids()[0]) == b.head(b.run_ids()[0])
    for call in calls:
        assert call.parent.span_id in steps
        assert call.attributes["gen_ai.agent.id"].startswith("forager_")
        assert call.attributes["gen_ai.usage.input_tokens"] == 50
        assert call.attributes["gen_ai.response.finish_reasons"] == ("stop",)

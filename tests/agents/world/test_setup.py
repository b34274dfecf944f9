"""Settings of a run: what names it, what is kept of it, and what never is."""

import pytest

import agents.llm
from agents.contracts import RunMetadata
from agents.errors import InputError, TraceError
from agents.world import RandomAgentPolicy, TraceDb
from agents.world.cognitive import SimpleCognitivePolicy
from agents.world.setup import Settings, make_engine, make_gateway, make_policies


def phase2(**more):
    return Settings(
        **{
            "mode": "phase2",
            "agents": 2,
            "steps": 3,
            "message_history_limit": 20,
            "policy": "SimpleCognitivePolicy",
            "gateway": "mock",
            "model": "m",
            **more,
        }
    )


def test_a_run_is_named_by_all_its_settings():
    assert Settings().run_id() == Settings().run_id()
    names = {
        Settings(**more).run_id()
        for more in (
            {}, {"seed": 43}, {"agents": 6}, {"steps": 99}, {"deterministic_timestamps": False},
            {"message_history_limit": 1}, {"mode": "phase2"},
        )
    }  # fmt: skip
    assert len(names) == 7


def test_settings_come_back_from_the_record():
    for settings in (Settings(seed=-(2**63)), phase2(api_base="http://localhost:1/v1")):
        assert Settings.of(settings.metadata()) == settings


def test_a_record_of_another_program_is_not_ours_to_run():
    with pytest.raises(TraceError, match="its agents are unknown here"):
        Settings.of(RunMetadata(run_id="r", config={"agents": ["a"], "teams": 2}))


def test_a_deterministic_record_has_no_clock():
    assert Settings().metadata().created_at == 0.0
    assert Settings(deterministic_timestamps=False).metadata().created_at > 1e9


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        ({"mode": "phase3"}, "mode = 'phase3'"),
        ({"agents": 0}, "agents = 0: expected an integer >= 1"),
        ({"steps": -1}, "steps = -1: expected an integer >= 0"),
        ({"message_history_limit": -1}, "message_history_limit = -1"),
        ({"seed": 2**63}, "expected a 64-bit signed integer"),
    ],
)
def test_settings_are_checked(bad, message):
    with pytest.raises(InputError, match=message):
        Settings(**bad)


def test_a_password_in_an_address_is_not_kept():
    settings = phase2(gateway="litellm", api_base="http://user:secret@host:8081/v1?x=1")
    assert settings.api_base == "http://host:8081/v1?x=1"
    assert "secret" not in settings.metadata().model_dump_json()


def test_policies_of_both_phases():
    trace = TraceDb(":memory:")
    found = make_policies(Settings(agents=2), trace)
    assert list(found) == ["agent_000", "agent_001"]
    assert all(isinstance(policy, RandomAgentPolicy) for policy in found.values())
    mocks = make_policies(phase2(), trace)
    assert all(isinstance(policy, SimpleCognitivePolicy) for policy in mocks.values())
    assert [policy.gateway.seed for policy in mocks.values()] == [
        12276768965003079537,
        2289966442839021553,
    ]


def test_the_gateway_is_made_with_key_limits_and_the_trace(monkeypatch):
    made = {}
    monkeypatch.setattr(agents.llm, "LiteLLMGateway", lambda **given: made.update(given))
    trace = TraceDb(":memory:")
    settings = phase2(gateway="litellm", api_base="http://host/v1")
    make_gateway(settings, trace, api_key="k", limits={"rpm": 5, "max_concurrent": 2})
    assert made == {
        "api_base": "http://host/v1", "api_key": "k", "sink": trace, "rpm": 5, "max_concurrent": 2,
    }  # fmt: skip


def test_a_world_can_be_made_from_its_record_alone():
    run = phase2().metadata()
    heads = []
    for _ in range(2):
        with TraceDb(":memory:") as trace:
            trace.insert_run(run)
            make_engine(run, trace).run(3)
            heads.append(trace.head(run.run_id))
    assert heads[0] == heads[1]


def test_a_key_in_the_query_of_a_url_is_not_stored():
    settings = Settings(mode="phase2", api_base="https://u:p@h.org/v1?api-key=abc&version=2&sig=x")
    assert settings.api_base == "https://h.org/v1?version=2"

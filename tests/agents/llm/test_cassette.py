"""What a model answered is given back without it, in order, errors included."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress

import pytest

from agents.errors import GatewayError, InputError
from agents.llm import AccountedGateway, RecordReplayGateway, RetryingGateway

from .fakes import FakeClock, Model, Sink, ask, content, failing


def test_recorded_answers_come_back_in_order(tmp_path):
    path = tmp_path / "calls.jsonl"
    recording = RecordReplayGateway(path, Model())
    asked = ["a", "b", "a", "a"]
    answers = [recording.chat(**ask(text)) for text in asked]
    replaying = RecordReplayGateway(path)
    assert [replaying.chat(**ask(text)) for text in asked] == answers
    with pytest.raises(GatewayError, match=r"no further answer to request [0-9a-f]{12}…") as caught:
        replaying.chat(**ask("a"))
    assert caught.value.kind == "missing"


def test_what_is_missing_is_asked_and_recorded(tmp_path):
    path = tmp_path / "calls.jsonl"
    RecordReplayGateway(path, Model()).chat(**ask("a"))
    model = Model("new")
    gateway = RecordReplayGateway(path, model)
    assert content(asyncio.run(gateway.achat(**ask("a"), timeout=1))) == "answer 1"
    assert content(asyncio.run(gateway.achat(**ask("b")))) == "new"
    assert len(model.calls) == 1
    assert content(RecordReplayGateway(path).chat(**ask("b"))) == "new"


def test_a_replay_tells_the_same_story(tmp_path):
    """The records of a replayed run are those of the run, attempts and cost included."""
    path = tmp_path / "calls.jsonl"
    usage = {"prompt_tokens": 3, "completion_tokens": 4, "cost": 0.5}
    model = Model(failing("server"), "x", failing("refused"), failing("timeout"), usage=usage)
    retrying = RetryingGateway(model, retries=1, clock=FakeClock())

    def story(gateway):
        sink = Sink()
        told = AccountedGateway(gateway, sink=sink)
        for text in ("a", "b", "c"):
            with suppress(GatewayError):
                told.chat(**ask(text))
        for _, record in sink:
            del record["seconds"]
        return sink, told.account.total

    recorded = story(RecordReplayGateway(path, retrying))
    assert [record["attempts"] for _, record in recorded[0]] == [2, 1, 2]
    assert story(RecordReplayGateway(path)) == recorded


def test_errors_about_money_are_not_recorded(tmp_path):
    path = tmp_path / "calls.jsonl"
    gateway = RecordReplayGateway(path, Model(failing("budget")))
    with pytest.raises(GatewayError):
        gateway.chat(**ask())
    assert not path.exists()


def test_an_answer_that_is_changed_by_its_reader_stays_as_recorded(tmp_path):
    path = tmp_path / "calls.jsonl"
    RecordReplayGateway(path, Model()).chat(**ask())
    RecordReplayGateway(path).chat(**ask())["choices"].clear()
    assert content(RecordReplayGateway(path).chat(**ask())) == "answer 1"


@pytest.mark.parametrize(
    "spoil",
    [
        lambda line: line[:40],
        lambda line: "[]",
        lambda line: "",
        lambda line: line.replace("hello", "hallo"),
        lambda line: json.dumps({**json.loads(line), "response": None}),
    ],
)
def test_a_cassette_that_is_none(tmp_path, spoil):
    path = tmp_path / "calls.jsonl"
    RecordReplayGateway(path, Model()).chat(**ask())
    good = path.read_text()
    path.write_text(good + spoil(good.strip()) + "\n")
    with pytest.raises(InputError, match=r"calls\.jsonl:2: not a recorded call"):
        RecordReplayGateway(path)


def test_no_cassette_and_no_model(tmp_path):
    with pytest.raises(InputError, match="no such cassette, and no gateway"):
        RecordReplayGateway(tmp_path / "none.jsonl")
    with pytest.raises(InputError, match="cannot be read as a cassette"):
        RecordReplayGateway(tmp_path, Model())

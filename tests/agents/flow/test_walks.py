"""Random conversations through random flows, beside an interpreter that shares no code."""

from __future__ import annotations

import json
import os
import random

import pytest

from agents.errors import DefinitionError
from agents.flow import Session, compile_flow
from tests.agents.flow import naive
from tests.agents.flow.generate import random_flow, random_turn

#: Random flows that compile; raise it for a long run.
WALKS = int(os.environ.get("KEMPE_FLOW_WALKS", "150"))


def compiled_flows(count, seed):
    rng = random.Random(seed)
    while count:
        doc, guards = random_flow(rng)
        try:
            flow = compile_flow(doc)
        except DefinitionError:
            continue
        count -= 1
        yield rng, doc, guards, flow


def test_walks_agree_with_the_naive_interpreter():
    ends = {}
    for rng, doc, guards, flow in compiled_flows(WALKS, seed=7):
        session, oracle = Session(flow), naive.Interpreter(doc, guards)
        reply, expected = session.start(), oracle.start()
        said = []
        for _ in range(40):
            context = json.dumps(doc), said
            assert (reply.kind, reply.reason if reply.over else reply.key) == expected, context
            assert session.answers == oracle.scope()["answers"], context
            assert set(session.unknown) == oracle.scope()["unknown"], context
            assert session.pending == oracle.asking, context
            if reply.over:
                break
            if rng.random() < 0.3:
                session = Session.resume(flow, json.loads(json.dumps(session.dump())))
            updates, unknown = random_turn(rng, reply.key, sorted(session.questions()))
            said.append((updates, unknown))
            reply = session.answer(updates, unknown=unknown)
            expected = oracle.answer(updates, unknown)
        ends[reply.reason if reply.over else "open"] = True
    assert {"success", "other", "max_attempts", "no_edge"} <= ends.keys()


def test_the_stack_is_empty_at_the_end_of_nested_calls():
    depths = set()
    for rng, _, _, flow in compiled_flows(120, seed=8):
        session = Session(flow)
        reply = session.start()
        for _ in range(60):
            if reply.over:
                break
            depths.add(len(session.state.frames))
            reply = session.answer({reply.key: rng.choice("xyz")})
        assert reply.over
        if reply.kind == "done":
            assert len(session.state.frames) == 1
    assert {1, 2, 3} <= depths


@pytest.mark.parametrize("sink", [True, False])
def test_listening_changes_nothing(sink):
    class Deaf:
        def emit(self, name, data):
            json.dumps(dict(data), allow_nan=False)

    for rng, _, _, flow in compiled_flows(20, seed=9):
        turns = [random_turn(rng, None, ["t0", "t1", "a0"]) for _ in range(12)]
        dumps = []
        for listener in (None, Deaf() if sink else None):
            session = Session(flow, sink=listener)
            reply = session.start()
            for updates, unknown in turns:
                if reply.over:
                    break
                reply = session.answer(
                    {reply.key if key is None else key: value for key, value in updates.items()},
                    unknown=unknown,
                )
            dumps.append(session.dump())
        assert dumps[0] == dumps[1]

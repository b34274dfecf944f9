"""What the tests of flows share: fixtures, a registry, small documents."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

from agents.flow import Registry, Session, compile_flow
from agents.guard import BOOL, STRING, Function

HERE = Path(__file__).parent
FIXTURES = HERE / "fixtures"
GOLDEN = HERE / "golden"


def make_offer(arguments, answers):
    return {"number": f"{arguments['currency']}-{len(answers)}"}


def check_pin(arguments, answers):
    return {"ok": answers["pin"] == "1234"}


def fail(arguments, answers):
    raise RuntimeError("the service is down")


def broken_validator(value):
    raise KeyError("cannot judge")


REGISTRY = Registry(
    predicates={"shouting": Function((STRING,), BOOL, str.isupper)},
    validators={"even": lambda value: value % 2 == 0, "broken": broken_validator},
    actions={
        "make_offer": make_offer,
        "check_pin": check_pin,
        "fail": fail,
        "nothing": lambda a, b: None,
    },
)


def fixture(name):
    return json.loads((FIXTURES / name).read_text())


class Sink(list):
    """Events as (name, data)."""

    def emit(self, name, data):
        self.append((name.removeprefix("flow."), dict(data)))

    def named(self, name):
        return [data for other, data in self if other == name]


def question(name, **fields):
    return {"id": f"q.{name}", "type": "question", "key": name, "prompt": f"{name}?", **fields}


def end(name="end", **fields):
    return {"id": name, "type": "terminal", **fields}


def decision(name, **fields):
    return {"id": name, "type": "decision", **fields}


def edge(source, target, guard=None, **fields):
    return {"from": source, "to": target, **({"guard": guard} if guard is not None else {}), **fields}


def document(nodes, edges, **fields):
    return {"version": "v1", "id": "test", "nodes": nodes, "edges": edges, **fields}


def chain(*nodes, **fields):
    """Nodes one after the other."""
    pairs = pairwise(nodes)
    return document(list(nodes), [edge(a["id"], b["id"]) for a, b in pairs], **fields)


def begin(doc, *, registry=REGISTRY, **options):
    """A session that has asked its first question, the reply, and its events."""
    sink = Sink()
    session = Session(compile_flow(doc, registry), sink=sink, **options)
    return session, session.start(), sink

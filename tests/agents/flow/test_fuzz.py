"""Mutated documents never crash or hang the compiler, nor get past it into a crash."""

from __future__ import annotations

import copy
import json
import os
import random

import pytest

from agents.errors import DefinitionError
from agents.flow import Session, check_flow, compile_flow
from agents.flow.export import formats
from agents.flow.harness import Trace
from agents.flow.migrate import migrate
from agents.flow.schema import read_flow
from tests.agents.flow.bad import BAD as ALL_BAD
from tests.agents.flow.generate import random_flow
from tests.agents.flow.support import REGISTRY, fixture

#: Documents; 10000 for the full count.
COUNT = int(os.environ.get("KEMPE_FLOW_FUZZ", "300"))

JUNK = [
    None,
    True,
    0,
    -1,
    1.5,
    10**30,
    "",
    " ",
    "x",
    "else",
    "__exit__",
    "action_failed",
    "answers.a == 'x'",
    "has(answers.a) || ctx.b > 3",
    "always()",
    "(((",
    "true",
    "1/0",
    "next",
    "invalid",
    "isolated",
    "a.b",
    "\x00\u202e<script>",
    [],
    {},
    [[]],
    [["a"], ["b"]],
    {"a": "b"},
    {"type": "question"},
    "q.a",
    "[0-9]{4}",
    "\ud800",
    "(a*)*",
]

#: Not the huge ones, which take long to mutate.
BAD = [bad for bad in ALL_BAD if bad[2] != ["FLOW007"]]

TEXTS = [fixture("sales.json"), fixture("example.json"), migrate(fixture("v0_paths.json"))]


def paths(value, at=()):
    """Where everything is."""
    yield at
    items = (
        value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    )
    for key, inner in items:
        yield from paths(inner, (*at, key))


def strings(value):
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from strings(inner)


def mutate(rng, doc):
    """Change one thing."""
    at = rng.choice(list(paths(doc))[1:] or [()])
    if not at:
        return
    holder = doc
    for key in at[:-1]:
        holder = holder[key]
    key, kind = at[-1], rng.randrange(8)
    if kind == 0:
        del holder[key]
    elif kind == 1:
        holder[key] = copy.deepcopy(rng.choice(JUNK))
    elif kind == 2 and isinstance(holder, list):
        holder.insert(rng.randrange(len(holder) + 1), copy.deepcopy(holder[key]))
    elif kind == 3 and isinstance(holder, dict):
        holder[rng.choice(["when", "guard", "on", "priority", "type", "ref", "zzz"])] = rng.choice(JUNK)
    elif kind in (4, 5) and isinstance(holder[key], str):
        holder[key] = rng.choice(list(strings(doc)))
    elif kind == 6 and isinstance(holder[key], str) and holder[key]:
        text = list(holder[key])
        text[rng.randrange(len(text))] = rng.choice("()=&|!.'ab1 ")
        holder[key] = "".join(text)
    elif kind == 7 and isinstance(holder, list):
        rng.shuffle(holder)


def documents(rng):
    """Endless: mutants of good flows, of bad ones, of random ones."""
    while True:
        pick = rng.random()
        if pick < 0.5:
            doc = rng.choice(TEXTS)
        elif pick < 0.7:
            doc = rng.choice(BAD)[1]
        else:
            doc = random_flow(rng)[0]
        doc = copy.deepcopy(doc)
        for _ in range(rng.choice([0, 1, 1, 2, 3, 8])):
            if isinstance(doc, dict | list):
                mutate(rng, doc)
        yield doc


def converse(rng, flow):
    """Talk nonsense until the flow is over; whatever happens must be part of the language."""
    sink = Trace()
    session = Session(flow, sink=sink, ctx={"b": 4})
    reply = session.start()
    for _ in range(12):
        assert reply.kind in ("ask", "retry", "done", "escalate", "stuck")
        if reply.over:
            break
        options = session.questions()[reply.key].node.allowed_values or []
        values = [
            *options,
            *options,
            "x",
            3,
            2.5,
            True,
            "a@b.de",
            "2026-01-31",
            "1234",
            None,
            [],
            {},
            "n" * 300,
            "\ud800",
        ]
        updates = {reply.key: rng.choice(values)}
        if rng.random() < 0.3:
            updates[rng.choice([*session.questions(), "ghost"])] = rng.choice(values)
        if rng.random() < 0.2 and flow.ir.paths:
            session.vote(rng.choice([*flow.ir.paths, None, "ghost"]), rng.choice([None, 0.5, 1.0]))
        if rng.random() < 0.2:
            session = Session.resume(flow, json.loads(json.dumps(session.dump())), sink=sink)
        reply = session.answer(
            updates, unknown=rng.choice([(), (None,), ("ghost",)]), correcting=rng.random() < 0.1
        )
    assert sink.lines


def examine(rng, doc, *, draw):
    """Compile a document and use what comes out; whether anything did."""
    findings = check_flow(doc, REGISTRY)
    if any(finding.severity == "error" for finding in findings):
        return False
    converse(rng, compile_flow(doc, REGISTRY))
    if draw:
        for write in formats().values():
            write(read_flow(doc))
    return True


def test_no_document_crashes_the_compiler_or_gets_past_it_into_a_crash():
    rng = random.Random(11)
    found = documents(rng)
    compiled = 0
    for number in range(COUNT):
        doc = next(found)
        before = json.dumps(doc, sort_keys=True)
        try:
            compiled += examine(rng, doc, draw=number % 7 == 0)
        except Exception as error:
            raise AssertionError(f"document {number}: {before}") from error
        assert json.dumps(doc, sort_keys=True) == before
    assert compiled > COUNT / 20


def test_text_that_is_no_flow_can_still_be_refused():
    rng = random.Random(12)
    for _ in range(200):
        junk = copy.deepcopy(rng.choice(JUNK))
        doc = {key: copy.deepcopy(rng.choice(JUNK)) for key in ("version", "id", "nodes", "edges")}
        for candidate in (junk, doc, [doc]):
            with pytest.raises(DefinitionError) as caught:
                compile_flow(candidate)
            assert caught.value.findings

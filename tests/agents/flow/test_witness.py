"""Witnesses of findings: the answers lead a new conversation to the finding."""

from __future__ import annotations

import pytest

from agents.errors import DefinitionError, Finding
from agents.flow import Registry, Session, compile_flow, witness
from tests.agents.flow import later, latest
from tests.agents.flow.healthy import HEALTHY
from tests.agents.flow.planted import DEFECTS
from tests.agents.flow.support import REGISTRY, decision, document, edge, end, question

ALL = [*DEFECTS, *later.DEFECTS, *latest.DEFECTS]


def compiled():
    for name, doc, _ in ALL:
        try:
            yield name, compile_flow(doc, REGISTRY)
        except DefinitionError:
            continue


SHOWN = [
    (name, flow, one) for name, flow in compiled() for one in flow.warnings if one.code != "FLOW407"
]


@pytest.mark.parametrize(
    ("flow", "finding"), [s[1:] for s in SHOWN], ids=[f"{s[0]}:{s[2].code}" for s in SHOWN]
)
def test_a_witness_replays(flow, finding):
    answers = witness(flow, finding)
    if finding.code not in ("FLOW406", "FLOW408", "FLOW410", "FLOW413"):
        return
    assert answers is not None
    seen = []
    session = Session(flow, sink=type("Sink", (), {"emit": lambda self, *event: seen.append(event)})())
    reply = session.start()
    for turn in answers:
        reply = session.answer(turn)
    if finding.code == "FLOW408":
        assert (reply.kind, reply.reason) == ("stuck", "no_edge")
    if finding.code == "FLOW406":
        assert any(name.endswith("ambiguous") for name, _ in seen)


def test_there_are_gaps_and_overlaps_among_them():
    assert {"FLOW406", "FLOW408"} <= {finding.code for _, _, finding in SHOWN}


def test_a_gap_behind_three_answers_is_shown_by_them():
    doc = document(
        [question("a", data_type="boolean"), question("n", data_type="integer"), question("c"), end()],
        [
            edge("q.a", "q.n", "answers.a"),
            edge("q.a", "end", "else"),
            edge("q.n", "q.c", "answers.n > 7"),
            edge("q.n", "end", "else"),
            edge("q.c", "end", "answers.n < 20"),
            edge("q.c", "end", "answers.n > 20"),
        ],
    )
    flow = compile_flow(doc)
    (finding,) = [one for one in flow.warnings if one.code == "FLOW408"]
    answers = witness(flow, finding)
    assert [*answers[0], *answers[1], *answers[2]] == ["a", "n", "c"]
    assert (answers[0]["a"], answers[1]["n"]) == (True, 20)


def test_actions_are_not_called():
    doc = document(
        [{"id": "act", "type": "action", "action": "boom"}, decision("d"), question("n"), end()],
        [
            edge("act", "q.n"),
            edge("act", "q.n", on="failure"),
            edge("q.n", "d"),
            edge("d", "end", "ctx.x"),
        ],
    )
    called = []
    flow = compile_flow(doc, Registry(actions={"boom": lambda *given: called.append(given)}))
    (finding,) = [one for one in flow.warnings if one.code == "FLOW408"]
    assert witness(flow, finding) is not None
    assert called == []


def test_findings_without_a_place_have_no_witness():
    flow = compile_flow(HEALTHY[0][1], REGISTRY)
    assert witness(flow, Finding("FLOW416", "", "x")) is None
    assert witness(flow, Finding("FLOW406", "/predicates/p", "x")) is None

"""Standard subgraphs: retries, escalation and review."""

from __future__ import annotations

import json

import pytest

from agents.flow import Registry, Session, check_flow, compile_flow
from agents.flow.cli import main
from agents.flow.standard import STANDARD


def flow(nodes, edges, **fields):
    ends = [{"id": "done", "type": "terminal"}, {"id": "left", "type": "terminal", "outcome": "failure"}]
    return {"version": "v1", "id": "f", "nodes": [*nodes, *ends], "edges": edges, **fields}


def payment(**inputs):
    retry = {
        "id": "retry",
        "type": "subgraph",
        "ref": "standard.retry",
        "scope": "isolated",
        "inputs": {"tries": "tries", **inputs},
        "outputs": {"tries": "tries", "choice": "choice"},
    }
    return flow(
        [
            {"id": "charge", "type": "action", "action": "charge"},
            retry,
            {"id": "person", "type": "subgraph", "ref": "standard.escalation"},
        ],
        [
            {"from": "charge", "to": "done"},
            {"from": "charge", "to": "retry", "on": "failure"},
            {"from": "retry", "to": "charge", "guard": "answers.choice == 'again'"},
            {"from": "retry", "to": "person", "guard": "answers.choice == 'person'"},
            {"from": "retry", "to": "left", "guard": "else"},
            {"from": "person", "to": "left"},
        ],
        entry="charge",
        policies={"allow_cycles": True},
        actions={"charge": {}},
    )


def calling(node, **fields):
    return {
        "version": "v1",
        "id": "f",
        "nodes": [node, {"id": "done", "type": "terminal"}],
        "edges": [{"from": node["id"], "to": "done"}],
        **fields,
    }


def paying(failures, document=None, **known):
    calls = []

    def charge(arguments, answers):
        calls.append(answers)
        if len(calls) <= failures:
            raise ConnectionError

    compiled = compile_flow(document or payment(), Registry(actions={"charge": charge}))
    return Session(compiled, answers=known), calls


@pytest.mark.parametrize("name", STANDARD)
@pytest.mark.parametrize("scope", ["shared", "isolated"])
def test_a_call_without_inputs_has_no_findings(name, scope):
    node = {"id": "call", "type": "subgraph", "ref": name, "scope": scope}
    assert check_flow(calling(node)) == []


def test_another_attempt_succeeds():
    session, calls = paying(2)
    assert check_flow(payment()) == []
    assert session.start().key == "choice"
    assert session.answer({"choice": "again"}).key == "choice"
    assert session.answer({"choice": "again"}).outcome == "success"
    assert len(calls) == 3
    assert session.final["tries"] == 2


def test_after_the_limit_a_person_takes_over():
    session, calls = paying(9)
    session.start()
    session.answer({"choice": "again"})
    session.answer({"choice": "again"})
    reply = session.answer({"choice": "again"})
    assert (reply.messages, reply.key) == (("It has failed 3 times.",), "handover")
    assert len(calls) == 3
    session.answer({"handover": True})
    session.answer({"contact": "ann@example.org"})
    end = session.answer({}, unknown=["notes"])
    assert (end.outcome, end.reason) == ("handoff", "escalation")
    assert session.final["contact"] == "ann@example.org"


def test_the_caller_sets_limit_and_problem():
    document = payment(limit="most", problem="problem") | {"given": ["most", "problem"]}
    session, calls = paying(9, document, most=1, problem="The bank does not answer.")
    assert session.start().prompt.startswith("The bank does not answer. Do you want")
    assert session.answer({"choice": "again"}).key == "handover"
    assert len(calls) == 1


def test_whoever_declines_the_person_goes_on():
    session, _ = paying(9)
    session.start()
    session.answer({"choice": "person"})
    assert session.answer({"handover": False}).outcome == "failure"


@pytest.mark.parametrize(
    ("turns", "final"),
    [
        ([{"verdict": "accept"}], {"verdict": "accept"}),
        (
            [{"verdict": "reject"}, {"objection": "No red."}],
            {"verdict": "reject", "objection": "No red."},
        ),
        (
            [{"verdict": "counter"}, {"counter": "Blue."}, {"verdict": "accept"}],
            {"verdict": "accept", "counter": "Blue.", "offer": "Blue."},
        ),
    ],
)
def test_review(turns, final):
    document = flow(
        [
            {"id": "first", "type": "assign", "values": {"offer": "'Red.'"}},
            {
                "id": "review",
                "type": "subgraph",
                "ref": "standard.review",
                "scope": "isolated",
                "inputs": {"proposal": "offer"},
                "outputs": {name: name for name in ("verdict", "objection", "counter")},
            },
            {"id": "next", "type": "assign", "values": {"offer": "answers.counter"}},
        ],
        [
            {"from": "first", "to": "review"},
            {
                "from": "review",
                "to": "next",
                "guard": "answers.verdict == 'counter' && has(answers.counter)",
            },
            {"from": "next", "to": "review"},
            {"from": "review", "to": "done", "guard": "answers.verdict == 'accept'"},
            {"from": "review", "to": "left", "guard": "else"},
        ],
        policies={"allow_cycles": True},
    )
    assert check_flow(document) == []
    session = Session(compile_flow(document))
    assert session.start().prompt == "Red. Do you accept it, reject it, or counter it?"
    for turn in turns:
        reply = session.answer(turn)
    assert reply.kind == "done"
    assert session.final == {"offer": "Red."} | final


def test_a_subgraph_of_the_document_replaces_the_standard_one():
    graph = {
        "nodes": [{"id": "q", "type": "question", "key": "verdict", "prompt": "Einverstanden?"}],
        "edges": [{"from": "q", "to": "__exit__"}],
    }
    node = {"id": "call", "type": "subgraph", "ref": "standard.review"}
    document = calling(node)
    plain = compile_flow(document)
    own = compile_flow(document | {"subgraphs": {"standard.review": graph}})
    assert Session(own).start().prompt == "Einverstanden?"
    assert own.hash != plain.hash
    assert "subgraphs" not in document


def test_a_misspelled_name_lists_the_standard_ones():
    node = {"id": "call", "type": "subgraph", "ref": "standard.reveiw"}
    findings = check_flow(calling(node))
    assert [f.code for f in findings] == ["FLOW108"]
    assert "there are standard.escalation, standard.retry, standard.review" in findings[0].message


@pytest.mark.parametrize("subgraphs", [[], {"x": 3}, {"x": {"nodes": "y"}}, {"x": {"nodes": [1]}}])
def test_ill_formed_subgraphs_are_findings(subgraphs):
    node = {"id": "call", "type": "subgraph", "ref": ["standard.review"]}
    findings = check_flow(calling(node, subgraphs=subgraphs))
    assert any(finding.severity == "error" for finding in findings)


def test_the_command_prints_them(capsys):
    assert main(["standard"]) == 0
    assert [line.split(":")[0] for line in capsys.readouterr().out.splitlines()] == list(STANDARD)
    assert main(["standard", "standard.retry"]) == 0
    assert (
        json.loads(capsys.readouterr().out)["subgraphs"]["standard.retry"] == STANDARD["standard.retry"]
    )

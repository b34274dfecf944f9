"""The compiler finds everything that is wrong, and says where."""

from __future__ import annotations

import copy
import json
import re

import pytest

from agents.errors import DefinitionError
from agents.flow import Registry, Session, check_flow, compile_flow
from agents.flow.rules import RULES
from tests.agents.flow.bad import BAD, choice
from tests.agents.flow.support import (
    REGISTRY,
    chain,
    decision,
    document,
    edge,
    end,
    fixture,
    question,
)
from tests.sources import ROOT


def codes(doc, registry=REGISTRY):
    return sorted(finding.code for finding in check_flow(doc, registry))


@pytest.mark.parametrize(("doc", "expected"), [b[1:] for b in BAD], ids=[b[0] for b in BAD])
def test_f1_2_a_bad_flow_has_exactly_these_findings(doc, expected):
    before = copy.deepcopy(doc)
    findings = check_flow(doc, REGISTRY)
    assert sorted(finding.code for finding in findings) == sorted(expected), findings
    assert doc == before
    wrong = [f for f in findings if f.severity == "error"]
    if not wrong:
        assert compile_flow(doc, REGISTRY).warnings == tuple(findings)
        return
    with pytest.raises(DefinitionError) as caught:
        compile_flow(doc, REGISTRY)
    assert list(caught.value.findings) == findings


def test_there_is_a_bad_flow_for_each_rule():
    assert len(BAD) >= 40
    # That a flow is too large to be examined is tested in test_cases.
    assert {code for _, _, found in BAD for code in found} == set(RULES) - {"FLOW416"}


@pytest.mark.parametrize(("doc", "expected"), [b[1:] for b in BAD], ids=[b[0] for b in BAD])
def test_a_location_points_into_the_document(doc, expected):
    for finding in check_flow(doc, REGISTRY):
        here = doc
        parts = [p.replace("~1", "/").replace("~0", "~") for p in finding.location.split("/")[1:]]
        for place, part in enumerate(parts):
            last = place == len(parts) - 1
            inside = part in here if isinstance(here, dict) else int(part) < len(here)
            # What is missing is pointed at where it should be.
            assert inside or (last and finding.code in ("FLOW002", "FLOW208")), finding
            if inside:
                here = here[int(part)] if isinstance(here, list) else here[part]


def test_all_findings_come_at_once():
    doc = choice(
        edge("d", "end", "answers.b == 1"), edge("d", "end", "nonsense ="), edge("q.a", "d", "else")
    )
    doc = copy.deepcopy(doc)
    doc["nodes"][0] |= {"prompt": None, "promt": "?", "validate": "ghost"}
    doc["predicates"] = {"p": "ghost()"}
    assert set(codes(doc)) >= {"FLOW003", "FLOW112", "FLOW202", "FLOW401", "FLOW402"}


def test_errors_come_before_warnings_and_in_the_order_of_the_document():
    doc = chain(question("court-size"), *(question(f"a{i}", key=None) for i in range(12)), end())
    findings = check_flow(doc)
    assert [f.severity for f in findings] == ["error"] * 12 + ["warning"]
    assert [f.location for f in findings[:-1]] == [f"/nodes/{i}" for i in range(1, 13)]


def test_f1_1_the_documents_own_example_compiles():
    flow = compile_flow(fixture("example.json"))
    assert [finding.code for finding in flow.warnings] == ["FLOW303"]
    assert set(flow.graphs) == {"", "subgraph.led_path"}


def test_f1_3_the_entry_is_the_only_node_without_incoming_edges():
    doc = document([end(), question("a"), question("b")], [edge("q.b", "q.a"), edge("q.a", "end")])
    assert compile_flow(doc).graphs[""].entry == "q.b"
    assert compile_flow({**doc, "entry": "q.a", "nodes": doc["nodes"][:2], "edges": doc["edges"][1:]})


def test_an_optional_question_without_edges_is_only_volunteered():
    doc = chain(question("a"), end())
    doc["nodes"].append(question("extra", required=False))
    assert codes(doc) == []
    doc["nodes"][-1]["required"] = True
    assert codes(doc) == ["FLOW109"]


def test_t17_an_unknown_predicate_is_an_error_and_never_no_guard():
    doc = choice(edge("d", "end", "registered_nowhere(answers.a)"), edge("d", "end", "else"))
    with pytest.raises(DefinitionError, match="registered_nowhere"):
        compile_flow(doc)


@pytest.mark.parametrize(
    "guard",
    [
        "__import__('os').system('true')",
        "answers.__class__",
        "answers.a.upper()",
        "[x for x in answers]",
        "lambda: 1",
        "answers.a == 'x'; true",
        "open('/etc/passwd')",
        "answers.a = 'x'",
        "(" * 200 + "true" + ")" * 200,
        "true || " * 3000 + "true",
    ],
)
def test_f2_1_anything_beyond_the_profile_is_an_error_with_a_position(guard):
    doc = choice(edge("d", "end", guard), edge("d", "end", "else"))
    (finding,) = check_flow(doc)
    assert finding.code in ("FLOW401", "FLOW402")
    assert finding.location == "/edges/1/guard"
    assert "column" in finding.message


def test_guards_know_the_options_of_a_question():
    doc = choice(
        edge("d", "end", "answers.a == 'x'"),
        edge("d", "end", "answers.a == 'y'"),
        edge("d", "end", "answers.a == 'z'"),
        edge("d", "end", "!has(answers.a)"),
    )
    assert codes(doc) == []


def test_cycles_through_questions_are_legal_where_they_are_allowed():
    doc = document(
        [question("a", skip_known=False), end()],
        [edge("q.a", "end", "answers.a == '1'"), edge("q.a", "q.a", "else")],
        entry="q.a",
        policies={"allow_cycles": True},
    )
    assert codes(doc) == []
    session = Session(compile_flow(doc))
    session.start()
    assert session.answer({"a": "2"}).key == "a"


def test_a_cycle_of_known_answers_is_stuck_as_the_finding_says():
    bad = next(doc for name, doc, codes in BAD if codes == ["FLOW312"])
    session = Session(compile_flow(bad))
    assert session.start().key == "a"
    assert session.answer({"a": "2"}).reason == "max_hops"


def test_a_loop_back_after_an_invalid_answer_is_no_cycle():
    doc = document(
        [question("a"), decision("hint"), end()],
        [edge("q.a", "end"), edge("q.a", "hint", on="invalid"), edge("hint", "q.a")],
        entry="q.a",
    )
    assert codes(doc) == []


def test_recursion_is_legal_where_it_is_allowed():
    doc = copy.deepcopy(next(doc for name, doc, _ in BAD if name == "recursion"))
    doc["policies"] = {"allow_recursion": True}
    assert codes(doc) == []


def test_f2_2_the_built_in_predicates_are_there():
    guard = (
        "always() && answers_has('a') && answers_equals('a', 'x') && !path_locked()"
        " && answers_equals('a', 'x', ['x', 'y']) && !deps_missing('a', []) && !answers_unknown('a')"
    )
    doc = choice(edge("d", "end", guard), edge("d", "end", "else"))
    assert codes(doc) == []


def test_predicates_may_call_each_other_in_any_order():
    doc = choice(
        edge("d", "end", "second()"),
        edge("d", "end", "else"),
        predicates={"second": "first() && answers.a == 'x'", "first": "has(answers.a)"},
    )
    assert codes(doc) == []


def test_a_registry_is_asked_for_every_name():
    doc = chain({**question("a"), "validate": "even"}, end())
    assert codes(doc) == []
    assert codes(doc, Registry()) == ["FLOW112"]


def test_content_is_apart_from_logic():
    doc = fixture("sales.json")
    plain = compile_flow(doc, REGISTRY).hash
    translated = json.loads(json.dumps(doc).replace("What brings you here?", "Was führt Sie her?"))
    translated["nodes"][0]["ui"] = {"x": 3, "y": 4}
    assert compile_flow(translated, REGISTRY).hash == plain
    translated["nodes"][0]["allowed_values"].append("rent")
    assert compile_flow(translated, REGISTRY).hash != plain


def test_defaults_do_not_change_the_hash():
    doc = chain(question("a"), end())
    written = chain(question("a", required=True, priority=100, when=None), end(), subgraphs={})
    assert compile_flow(doc).hash == compile_flow(written).hash


def test_a_thousand_nodes_and_deep_nesting_compile():
    doc = chain(*(question(f"k{i}") for i in range(1000)), end())
    assert len(compile_flow(doc).graphs[""].places) == 1001
    nested = {
        f"s{i}": {
            "entry": "s",
            "nodes": [{"id": "s", "type": "subgraph", "ref": f"s{i + 1}"}],
            "edges": [edge("s", "__exit__")],
        }
        for i in range(200)
    }
    nested["s200"] = {"entry": "q.b", "nodes": [question("b")], "edges": [edge("q.b", "__exit__")]}
    top = chain({"id": "s", "type": "subgraph", "ref": "s0"}, end(), subgraphs=nested)
    assert codes(top) == []


def with_predicates(predicates, guard):
    return document(
        [decision("d"), end("one"), end("two")],
        [edge("d", "one", guard=guard), edge("d", "two", guard="else")],
        entry="d",
        predicates=predicates,
    )


def test_predicates_that_double_their_cost_are_refused():
    """Twenty of them took 1.7 s a turn, forty would have taken weeks."""
    doubling = {"p0": "answers_has('k')"}
    doubling |= {f"p{i}": f"p{i - 1}() || p{i - 1}()" for i in range(1, 20)}
    codes = {finding.code for finding in check_flow(with_predicates(doubling, "p19()"))}
    assert "FLOW412" in codes


def test_a_chain_of_predicates_is_bounded_and_never_silently_false():
    """A chain of 330 exceeded Python's stack, which counted as false."""
    for length, legal in ((30, True), (330, False)):
        chained = {"p0": "1 < ctx.n"} | {f"p{i}": f"p{i - 1}()" for i in range(1, length)}
        doc = with_predicates(chained, f"p{length - 1}()")
        findings = check_flow(doc)
        assert ("FLOW412" not in {f.code for f in findings}) is legal
        if legal:
            session = Session(compile_flow(doc), ctx={"n": 2})
            assert session.start().node == "one"


def test_the_page_lists_all_codes():
    listed = re.findall(
        r"^\| (FLOW\d+) \| (.*) \| (\w+) \|$", (ROOT / "docs" / "flows.md").read_text(), re.MULTILINE
    )
    assert listed == [tuple(rule) for rule in RULES.values()]

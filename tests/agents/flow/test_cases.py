"""The analysis of edges finds planted defects, and nothing in healthy flows."""

from __future__ import annotations

from itertools import pairwise

import pytest

from agents.flow import check_flow, compile_flow
from agents.flow.knowledge import MAX_VALUES
from tests.agents.flow import fresh, later, latest
from tests.agents.flow.healthy import HEALTHY
from tests.agents.flow.planted import DEFECTS, TOGETHER
from tests.agents.flow.support import REGISTRY, decision, document, edge, end, question


def located(doc):
    return [finding.location for finding in check_flow(doc, REGISTRY)]


ALL = [*DEFECTS, *later.DEFECTS, *latest.DEFECTS, *fresh.DEFECTS]
WELL = [*HEALTHY, *later.HEALTHY, *latest.HEALTHY, *fresh.HEALTHY]


@pytest.mark.parametrize(("doc", "places"), [d[1:] for d in ALL], ids=[d[0] for d in ALL])
def test_a_planted_defect_is_found_where_it_is(doc, places):
    assert any(location.startswith(place) for location in located(doc) for place in places)


@pytest.mark.parametrize(("doc", "places"), [t[1:] for t in TOGETHER], ids=[t[0] for t in TOGETHER])
def test_one_defect_hides_no_other(doc, places):
    assert set(places) <= set(located(doc))


@pytest.mark.parametrize("doc", [h[1] for h in WELL], ids=[h[0] for h in WELL])
def test_a_healthy_flow_has_no_finding(doc):
    assert check_flow(doc, REGISTRY) == []


def test_a_known_answer_is_not_unknown():
    doc = document(
        [question("a", allowed_values=["x", "y"]), end(), end("e2"), end("e3")],
        [
            edge("q.a", "end", "answers.a == 'x'"),
            edge("q.a", "e2", "answers_unknown('a')"),
            edge("q.a", "e3", "else"),
        ],
    )
    assert check_flow(doc) == []


def many_guards(count, guard):
    nodes = [question("a"), decision("d"), end()]
    edges = [edge("d", "end", guard(index)) for index in range(count)]
    return document(nodes, [edge("q.a", "d"), *edges, edge("d", "end", "else")])


def test_pairs_that_were_not_compared_are_counted_and_named():
    doc = many_guards(60, lambda i: f"size(ctx.n) % 97 == {i} && ctx.m != {i} && ctx.k + ctx.m > {i}")
    whole, finding = check_flow(doc)
    assert (whole.code, finding.code) == ("FLOW416", "FLOW407")
    assert "of 1770 pairs" in finding.message
    assert "edges " in finding.message


def test_constants_that_differ_need_no_search():
    doc = many_guards(200, lambda i: f"ctx.n == {i}")
    assert check_flow(doc) == []


def test_a_thousand_predicates_compile_in_any_order():
    doc = many_guards(1, lambda i: "p0()")
    doc["predicates"] = {f"p{i}": f"answers.a == '{i}'" for i in range(900)}
    doc["predicates"] |= {f"q{i}": f"p{i}() || p{i + 1}()" for i in range(90)}
    assert compile_flow(doc).warnings == ()


def test_pairs_of_many_ranges_are_bounded():
    doc = many_guards(1500, lambda i: f"ctx.n >= {10 * i} && ctx.n < {10 * i + 10}")
    (skipped,) = [finding for finding in check_flow(doc) if finding.code == "FLOW407"]
    assert "of 1124250 pairs of guards of one priority were not compared" in skipped.message
    assert len(skipped.message) < 200


def test_long_chains_remember_the_options_of_the_last_questions():
    count = MAX_VALUES + 20
    names = [f"k{i}" for i in range(count)]
    nodes = [question(name, allowed_values=["yes", "no", "maybe"]) for name in names]
    edges = []
    for name, after in pairwise([*names, "last"]):
        target = "last" if after == "last" else f"q.{after}"
        edges.append(edge(f"q.{name}", target, f"answers.{name} == 'yes'"))
        edges.append(edge(f"q.{name}", "end", "else"))
    edges += [edge("last", "end", f"answers.{names[-1]} == 'no'"), edge("last", "end", "else")]
    findings = check_flow(document([*nodes, decision("last"), end()], edges))
    assert [(f.code, f.location) for f in findings] == [("FLOW410", f"/edges/{len(edges) - 2}/guard")]

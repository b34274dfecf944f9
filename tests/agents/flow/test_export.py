"""Pictures for other programs (F5.4): complete, stable, and safe to open."""

from __future__ import annotations

import json
import random
import re
import xml.etree.ElementTree as ElementTree
from html import unescape
from itertools import combinations, pairwise

import pytest

from agents.flow.export import cytoscape, dot, formats, mermaid, picture, reactflow
from agents.flow.layout import HEIGHT, WIDTH, layout
from agents.flow.schema import read_flow
from agents.flow.viewer import fitted, html, svg, text_width
from tests.agents.flow.generate import random_flow
from tests.agents.flow.support import chain, decision, document, edge, end, fixture, question

SALES = read_flow(fixture("sales.json"))


def nodes_and_edges(flow):
    graphs = [flow, *flow.subgraphs.values()]
    exits = sum(any(e.target == "__exit__" for e in graph.edges) for graph in graphs)
    return sum(len(g.nodes) for g in graphs) + exits, sum(len(g.edges) for g in graphs)


@pytest.mark.parametrize("name", ["mermaid", "dot", "cytoscape", "reactflow", "html"])
def test_the_same_flow_gives_the_same_bytes(name):
    write = formats()[name]
    assert write(SALES) == write(read_flow(fixture("sales.json")))
    assert "�" not in write(SALES)


def test_cytoscape_has_every_node_and_edge_once():
    elements = json.loads(cytoscape(SALES))["elements"]
    nodes, edges = nodes_and_edges(SALES)
    ids = [item["data"]["id"] for item in elements["nodes"]]
    assert len(ids) == len(set(ids)) == nodes + len(SALES.subgraphs)
    assert len(elements["edges"]) == edges
    for item in elements["edges"]:
        assert {item["data"]["source"], item["data"]["target"]} <= set(ids)
    for item in elements["nodes"]:
        assert item["data"].get("parent") in {None, *ids}


def test_reactflow_parents_come_before_their_children_and_hold_them():
    shown = json.loads(reactflow(SALES))
    seen = {}
    for node in shown["nodes"]:
        if "parentId" in node:
            frame = seen[node["parentId"]]["style"]
            assert 0 <= node["position"]["x"] <= frame["width"] - WIDTH
            assert 0 <= node["position"]["y"] <= frame["height"] - HEIGHT
        seen[node["id"]] = node
    assert all({e["source"], e["target"]} <= set(seen) for e in shown["edges"])


def test_given_places_groups_and_colors_are_kept():
    doc = chain(
        question("a", ui={"x": 7, "y": 9, "group": "g", "color": "#abc"}), end(ui={"color": "red;}"})
    )
    first, last = picture(read_flow(doc)).boxes
    assert (first.x, first.y, first.group, first.color) == (7, 9, "g", "#abc")
    assert last.color.startswith("#")


def overlap(a, b):
    return abs(a.x - b.x) < WIDTH and abs(a.y - b.y) < HEIGHT


def test_no_two_nodes_overlap():
    rng = random.Random(2)
    for flow in [SALES, *(read_flow(random_flow(rng)[0]) for _ in range(40))]:
        boxes = picture(flow).boxes
        assert not [(a.id, b.id) for i, a in enumerate(boxes) for b in boxes[:i] if overlap(a, b)]


def test_a_node_stands_below_all_that_lead_to_it():
    at = layout(["a", "b", "c", "d"], {"a": ["b", "c", "d"], "b": ["d"], "c": ["a"]}, "a").at
    assert at["a"][1] < at["b"][1] < at["d"][1]
    assert at["c"][1] == at["b"][1]
    assert layout([], {}, None) == ({}, {})


def test_a_long_edge_bends_around_the_nodes_between():
    drawn = layout(["a", "b", "c", "d"], {"a": ["b", "d"], "b": ["c"], "c": ["d"]}, "a")
    points = drawn.bends["a", "d"]
    assert [y for _, y in points] == [drawn.at[n][1] + HEIGHT / 2 for n in ("b", "c")]
    for (x, _), node in zip(points, ("b", "c"), strict=True):
        assert not drawn.at[node][0] <= x <= drawn.at[node][0] + WIDTH


def test_too_many_bends_are_none():
    names = [str(i) for i in range(400)]
    links = {a: [b, names[-1]] for a, b in pairwise(names)}
    drawn = layout(names, links, "0")
    assert drawn.bends == {}
    assert len(drawn.at) == 400
    few = layout(names[:50], {a: [b, names[49]] for a, b in pairwise(names[:50])}, "0")
    assert len(few.bends) == 48


def test_a_deep_flow_needs_no_recursion():
    names = [str(i) for i in range(5000)]
    at = layout(names, {a: [b] for a, b in pairwise(names)}, "0").at
    assert len(at) == 5000


EVIL = "</script><script>alert(1)</script>\"'&[]{}|#;\n-->\u202e"


def evil():
    doc = document(
        [question("a", prompt=EVIL, label=EVIL), decision("d", label=EVIL), end(label=EVIL)],
        [
            edge("q.a", "d", label=EVIL),
            edge("d", "end", "answers.a == '</svg>'"),
            edge("d", "end", "else"),
        ],
        label=EVIL,
    )
    doc["nodes"][2]["id"] = doc["edges"][1]["to"] = doc["edges"][2]["to"] = EVIL
    return read_flow(doc)


def test_the_page_is_whole_and_loads_nothing():
    for flow in (SALES, evil()):
        page = html(flow)
        assert page.count("<script>") == 1
        assert "default-src 'none'" in page
        assert not re.search(r"(?:src|href|action)\s*=|https?://(?!www\.w3\.org)", page)
        drawing = ElementTree.fromstring(re.search(r"<svg.*</svg>", page, re.DOTALL)[0])
        found = [e for e in drawing.iter() if e.get("class") == "node"]
        assert len(found) == nodes_and_edges(flow)[0]


def test_the_drawing_stands_alone():
    drawing = ElementTree.fromstring(svg(picture(SALES), styled=True))
    x, y, width, height = map(float, drawing.get("viewBox").split())
    for box in picture(SALES).boxes:
        assert x <= box.x <= box.x + WIDTH <= x + width
        assert y <= box.y <= box.y + HEIGHT <= y + height


def test_mermaid_keeps_text_in_quotes_and_free_of_its_own_syntax():
    for flow in (SALES, evil()):
        text = mermaid(flow)
        assert text.startswith("flowchart TD\n")
        assert text.count("\n    subgraph ") == text.count("\n    end\n") == len(flow.subgraphs)
        for label in re.findall(r'"([^"]*)"', text):
            assert not set(label) & set("[]{}|<>\n`")
        plain = re.sub(r'"[^"]*"', "", text)
        assert set(re.findall(r"\bn\d+\b", plain)) == {f"n{i}" for i in range(nodes_and_edges(flow)[0])}


def test_dot_quotes_everything_that_is_not_its_own():
    text = dot(evil())
    plain = re.sub(r'"(?:[^"\\]|\\.)*"', "", text)
    assert "script" not in plain
    assert plain.count("{") == plain.count("}") == 1
    assert dot(SALES).count("->") >= nodes_and_edges(SALES)[1]


def test_a_flow_with_errors_can_still_be_looked_at():
    doc = document([question("a"), question("a")], [edge("q.a", "ghost"), edge("nobody", "q.a")])
    for write in formats().values():
        assert write(read_flow(doc))


def three_ways():
    options = ["the first of the options", "the second of the options", "the third of the options"]
    nodes = [question("a", allowed_values=options, prompt="W" * 300), decision("d" * 60)]
    nodes += [end(f"t{i}") for i in range(3)]
    guards = [f"answers.a == '{option}'" for option in options]
    ways = [edge("d" * 60, f"t{i}", guard) for i, guard in enumerate(guards)]
    return read_flow(document(nodes, [edge("q.a", "d" * 60), *ways]))


def rectangles(page):
    """The labels of edges as rectangles, by an estimate of their width."""
    pattern = r'class="guard" text-anchor="middle" x="([-\d.e]+)" y="([-\d.e]+)">([^<]*)<'
    for x, y, text in re.findall(pattern, page):
        half = text_width(unescape(text), 10.5) / 2
        yield float(x) - half, float(y) - 10.5, float(x) + half, float(y) + 3


def test_labels_of_a_decision_do_not_overlap():
    found = list(rectangles(svg(picture(three_ways()))))
    assert len(found) == 3
    for a, b in combinations(found, 2):
        assert a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]


def test_texts_fit_into_their_boxes():
    page = svg(picture(three_ways()))
    for text in re.findall(r'<text text-anchor="middle"[^>]*>([^<]*)<', page):
        assert text_width(unescape(text), 13.0) <= 180
    for text in re.findall(r'<text class="detail" text-anchor="middle"[^>]*>([^<]*)<', page):
        assert text_width(unescape(text), 10.5) <= 180
    assert fitted("iiii", 100, 10) == "iiii"
    assert fitted("漢字" * 30, 100, 10).endswith("…")


def test_messages_and_assignments_are_drawn():
    doc = chain(
        question("a"),
        {"id": "m", "type": "message", "prompt": "Hello"},
        {"id": "s", "type": "assign", "values": {"b": "answers.a"}},
        end(),
    )
    for make in formats().values():
        assert "m" in make(read_flow(doc))

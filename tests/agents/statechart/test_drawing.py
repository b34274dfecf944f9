"""Drawings of charts: what is drawn, and that nothing covers anything else."""

from __future__ import annotations

from itertools import combinations, pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings

from agents.statechart import Chart, load_scxml, read_scxml
from agents.statechart.arrangement import LINE, PADDING, arrange, width_of
from agents.statechart.cli import main
from agents.statechart.drawing import to_svg

from .strategies import charts
from .test_scxml import document

EXAMPLES = sorted((Path(__file__).parents[3] / "docs" / "examples").glob("*.scxml"))
SVG = "{http://www.w3.org/2000/svg}"


def rectangles(chart):
    """Boxes by id, and the texts of transitions, as (left, top, right, bottom)."""
    drawing = arrange(chart)
    boxes = {
        box.id: (*box.at, box.at[0] + box.size[0], box.at[1] + box.size[1]) for box in drawing.boxes
    }
    texts = []
    for line in drawing.lines:
        if line.text is not None:
            x, y = line.text.at
            half = max(map(width_of, line.text.lines)) / 2
            texts.append((x - half, y - LINE / 2, x + half, y + LINE * (len(line.text.lines) - 0.5)))
    return drawing, boxes, texts


def apart(one, other):
    return (
        one[2] <= other[0] + 1e-6
        or other[2] <= one[0] + 1e-6
        or one[3] <= other[1] + 1e-6
        or other[3] <= one[1] + 1e-6
    )


def within(inner, outer):
    return all(inner[i] >= outer[i] - 1e-6 for i in (0, 1)) and all(
        inner[i] <= outer[i] + 1e-6 for i in (2, 3)
    )


def check(chart):
    drawing, boxes, texts = rectangles(chart)
    for one, other in combinations(boxes, 2):
        if chart.within(other, one):
            assert within(boxes[other], boxes[one])
        elif not chart.within(one, other):
            assert apart(boxes[one], boxes[other])
    for one, other in combinations(texts, 2):
        assert apart(one, other)
    leaves = [boxes[id] for id in boxes if not chart.states[id].states]
    assert all(apart(text, leaf) for text in texts for leaf in leaves)
    drawn = {number for line in drawing.lines for number in line.arcs}
    leading = {a.number for a in chart.arcs if set(a.edge.targets) - {a.source}}
    assert drawn == leading
    parts = [
        (min(x, to_x), min(y, to_y), max(x, to_x), max(y, to_y))
        for line in drawing.lines
        for (x, y), (to_x, to_y) in pairwise(line.points)
    ]
    for line in drawing.lines:
        assert len(line.points) >= 2
        if line.arcs:
            source = chart.arcs[line.arcs[0]].source
            left, top, right, bottom = boxes[source]
            x, y = line.points[0]
            assert left <= x <= right
            assert min(abs(y - top), abs(y - bottom)) < 1e-6
    for box in drawing.boxes:
        # No line runs through a state, or through the texts at the top of one that has states in it.
        left, top, right, bottom = boxes[box.id]
        if chart.states[box.id].states:
            left, top = left + PADDING, top + PADDING
            right, bottom = left + max(map(width_of, box.lines)), top + LINE * len(box.lines)
        assert all(apart(part, (left, top, right, bottom)) for part in parts)
    ElementTree.fromstring(to_svg(chart))


@settings(max_examples=60)
@given(charts())
def test_boxes_and_texts_do_not_cover_each_other(states):
    check(Chart(states))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_the_examples_are_drawn(path):
    check(load_scxml(path))


def test_texts_have_event_guard_and_action(capsys, tmp_path):
    body = """<datamodel><data id="n" expr="0"/></datamodel>
    <state id="a&amp;b"><onentry><log label="'in'"/></onentry>
      <transition event="go" cond="n &lt; 2" target="c"><assign location="n" expr="n + 1"/></transition>
      <transition event="stay"><raise event="x"/></transition></state>
    <state id="c"><transition event="again" target="c"/></state>"""
    path = tmp_path / "c.scxml"
    path.write_text(document(body))
    assert main(["export", "--format", "svg", str(path)]) == 0
    root = ElementTree.fromstring(capsys.readouterr().out)
    texts = {" ".join("".join(text.itertext()).split()) for text in root.iter(f"{SVG}text")}
    assert any("go [n < 2] / n = n + 1" in text for text in texts)
    assert {"a&b", "stay / raise x", "↺ again"} <= texts


def test_active_states_are_highlighted():
    chart = read_scxml(
        document("<state id='a'><transition event='e' target='b'/></state><state id='b'/>")
    )
    boxes = [
        rect.get("class") for rect in ElementTree.fromstring(to_svg(chart, ["b"])).iter(f"{SVG}rect")
    ]
    assert boxes == ["paper", "box level1", "box chosen active"]
    assert "active" not in to_svg(chart).partition("</style>")[2]


def test_a_drawing_for_a_page_has_colors_for_dark_ones_and_rules_for_itself_only():
    chart = load_scxml(EXAMPLES[0])
    style = ElementTree.fromstring(to_svg(chart, dark=True)).find(f"{SVG}style").text
    light, _, dark = style.partition("@media (prefers-color-scheme:dark)")
    assert dark
    assert "@media" not in to_svg(chart)
    for rules in (light, dark.strip("{}")):
        selectors = [rule.partition("{")[0] for rule in rules.split("}") if rule]
        assert all(selector.startswith(".statechart ") for selector in selectors)


def test_one_arrangement_serves_for_all_active_states():
    chart = load_scxml(EXAMPLES[0])
    arrangement = arrange(chart)
    for id in filter(None, chart.states):
        assert to_svg(chart, [id], arrangement=arrangement) == to_svg(chart, [id])


NAMES = """<state id="portal"><transition event="go" target="start"/></state>
<state id="start"><transition event="go" target="label"/></state>
<state id="label"><transition event="go" target="portal"/><state id="started"/></state>"""


def test_states_with_the_names_of_other_items_are_states():
    chart = read_scxml(document(NAMES))
    drawing, boxes, _ = rectangles(chart)
    check(chart)
    assert all(right - left >= 60 for left, _, right, _ in boxes.values())
    assert len(drawing.dots) == 2

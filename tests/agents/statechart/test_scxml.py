"""Reading and writing SCXML: what is taken, what is refused by name, that charts survive the trip."""

from __future__ import annotations

import os

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents.errors import InputError
from agents.statechart import ChartError, InvalidChart, analyze
from agents.statechart.chart import Chart
from agents.statechart.content import Call, Fixed
from agents.statechart.definition import Edge, State
from agents.statechart.delays import ticks_of
from agents.statechart.errors import RULES
from agents.statechart.flat import as_chart
from agents.statechart.kernel import advance, start, step
from agents.statechart.scxml import load_scxml, read_scxml
from agents.statechart.scxml_writer import write_scxml
from agents.statechart.social import social_chart

from .strategies import EVENTS, charts

ALL = """
<scxml xmlns="http://www.w3.org/2005/07/scxml" xmlns:kempe="urn:kempe:scxml" version="1.0"
       datamodel="cel" name="all" binding="late" kempe:selection="oracle">
  <datamodel>
    <data id="x" expr="1"/><data id="list">[1, 2, 3]</data><data id="text">some  words</data>
    <data id="order" expr='{"size": 2}'/><data id="id"/>
  </datamodel>
  <initial><transition target="p"><log label="begin"/></transition></initial>
  <parallel id="p">
    <onentry>
      <foreach array="list" item="each" index="i"><assign location="x" expr="x + each"/></foreach>
      <if cond="x == 7"><raise event="seven"/><elseif cond="x > 7"/><raise event="more"/>
        <else/><raise event="less"/></if>
    </onentry>
    <onexit><cancel sendid="later"/><cancel sendidexpr="id"/></onexit>
    <state id="a" initial="a2">
      <history id="h" type="deep"><transition target="a2"><log label="none"/></transition></history>
      <state id="a1">
        <transition event="seven more.*" cond="In('b') &amp;&amp; x &lt; 9" target="a2"/>
      </state>
      <state id="a2">
        <transition kempe:after="5" kempe:oracle="true" target="a1" type="external"/>
      </state>
      <transition type="internal" event="in" target="a1"/>
    </state>
    <state id="b">
      <datamodel><data id="y" expr="'late'"/></datamodel>
      <onentry>
        <send event="now" id="s"/><send eventexpr="text" delayexpr="'2s'" idlocation="id"/>
        <send event="later" id="later" delay="1.5s">
          <param name="x" expr="x"/><param name="y" location="y"/>
        </send>
        <send event="with" delay="10ms" namelist="x y"/>
        <send event="content" target="#_internal"><content expr="order.size"/></send>
        <send event="away" target="mail:ada"><content>{"a": [1]}</content></send>
        <assign location="order.size" expr="3"/>
      </onentry>
      <state id="b1">
        <transition event="content" target="bf"><log label="data" expr="_event.data"/></transition>
      </state>
      <final id="bf"><donedata><param name="size" expr="order.size"/></donedata></final>
    </state>
    <transition event="done.state.p" target="end"/>
    <transition event="leave" target="end"/>
  </parallel>
  <final id="end"/>
</scxml>
"""


def document(body="", attributes="", head=""):
    return (
        f'{head}<scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" {attributes}>'
        f"\n{body}</scxml>"
    )


def test_everything_is_read_and_runs():
    chart = read_scxml(ALL)
    taken = start(chart)
    assert [effect.label for effect in taken.effects if hasattr(effect, "label")] == ["begin", "data"]
    at = taken.configuration
    assert at.atomic(chart) == ("a2", "bf")
    assert at.data["x"] == 7
    assert at.data["order"] == {"size": 3}
    assert at.data["text"] == "some words"
    assert at.data["id"] == "send.1"
    assert [(i.due, i.event.name, i.event.data) for i in at.delayed] == [
        (5, "after.a2.0", None),
        (10, "with", {"x": 7, "y": "late"}),
        (1500, "later", {"x": 7, "y": "late"}),
        (2000, "some words", None),
    ]
    later = advance(chart, at, 5).configuration
    assert later.atomic(chart) == ("a1", "bf")
    assert step(chart, later, "leave").configuration.done


def test_what_is_written_reads_back_the_same():
    chart = read_scxml(ALL)
    again = read_scxml(write_scxml(chart))
    assert again.digest == chart.digest
    assert again.name == "all"
    assert write_scxml(again) == write_scxml(chart)


@settings(max_examples=30)
@given(charts(), st.lists(st.sampled_from(EVENTS), max_size=3))
def test_random_charts_survive_writing_and_reading(states, events):
    chart = Chart(states)
    again = read_scxml(write_scxml(chart))
    assert again.digest == chart.digest


@pytest.mark.parametrize(
    ("body", "line", "what"),
    [
        ("<state id='a'>\n<script/></state>", 3, "<script> in <state>"),
        ("<script>x</script><state id='a'/>", 2, "<script> in <scxml>"),
        ("<state id='a'><onentry><script/></onentry></state>", 2, "<script> in <onentry>"),
        ("<datamodel><data id='x' src='http://x'/></datamodel><state id='a'/>", 2, "'src' of <data>"),
        ("<state id='a'><onentry><x:do xmlns:x='urn:x'/></onentry></state>", 2, "<do> in <onentry>"),
        ("<state id='a'><onentry><send type='http' event='e'/></onentry></state>", 2, "of type 'http'"),
        ("<state id='a'><transition evnt='e' target='a'/></state>", 2, "'evnt' of <transition>"),
        ("<state id='a' xmlns:k='urn:kempe:scxml' k:after='1'/>", 2, "<state> has no 'after'"),
        ("<state id='a'><onentry><send/></onentry></state>", 2, "without 'event'"),
        ("<state id='a'/><include xmlns='http://www.w3.org/2001/XInclude' href='b'/>", 2, "<include>"),
        ("<state id='a'><onentry><log><x xmlns='urn:x'/></log></onentry></state>", 2, "<x> in <log>"),
        (
            "<state id='a' xmlns:c='http://www.w3.org/2005/scxml-conformance' c:targetpass=''/>",
            2,
            "targetpass",
        ),
    ],
)
def test_what_is_not_supported_is_refused_by_name_and_line(body, line, what):
    with pytest.raises(InvalidChart) as caught:
        read_scxml(document(body))
    (finding,) = caught.value.findings
    assert (finding.code, finding.location) == ("CHART002", f"line {line}")
    assert what in finding.message


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("<state id='a'><transition event='e' cond='1 +' target='a'/></state>", "CHART007"),
        ("<state id='a'><transition event='e' cond='nobody == 1' target='a'/></state>", "CHART007"),
        ("<state id='a'><transition event='e' cond='1' target='a'/></state>", "CHART007"),
        ("<state id='a'><onentry><assign location='x' expr='1'/></onentry></state>", "CHART008"),
        ("<datamodel><data id='_event'/></datamodel><state id='a'/>", "CHART008"),
        ("<datamodel><data id='1x'/></datamodel><state id='a'/>", "CHART008"),
        ("<state id='a'><transition event='e' target='b'/></state>", "CHART004"),
        ("<state id='a'><onentry><raise/></onentry></state>", "CHART001"),
        ("<state id='a'><onentry><send event='e' delay='soon'/></onentry></state>", "CHART012"),
        ("<state id='a'><onentry><send event='e' delay='0.5ms'/></onentry></state>", "CHART012"),
        ("<state id='a'><history id='h'/><state id='b'/></state>", "CHART006"),
        ("<state id='a' initial='b'><initial/><state id='b'/></state>", "CHART005"),
        ("<state id='a'><transition type='inner' event='e' target='a'/></state>", "CHART012"),
    ],
)
def test_what_is_wrong_is_told_with_its_rule(body, code):
    with pytest.raises(InvalidChart) as caught:
        read_scxml(document(body))
    assert code in [finding.code for finding in caught.value.findings]


def test_all_that_is_wrong_is_told_at_once_in_order():
    wrong = "<state id='a'>\n<transition event='e' cond='?' target='z'/>\n<script/>\n</state>"
    body = f"{wrong}\n<state id='a'/>"
    with pytest.raises(InvalidChart, match="chart: 4 errors") as caught:
        read_scxml(document(body))
    assert [(f.code, f.location) for f in caught.value.findings] == [
        ("CHART003", "line 2"),
        ("CHART007", "line 3"),
        ("CHART004", "line 3"),
        ("CHART002", "line 4"),
    ]


def test_remarks_of_an_editor_are_left_alone():
    remark = "<q:info xmlns:q='urn:editor' geometry='1;2'/>"
    chart = read_scxml(document(f"{remark}<state id='a' xmlns:q='urn:editor' q:x='1'>{remark}</state>"))
    assert list(chart.states) == ["", "a"]


def test_roots_that_are_no_charts():
    with pytest.raises(InvalidChart, match=r"<html>: expected <scxml"):
        read_scxml("<html/>")
    with pytest.raises(InvalidChart, match="datamodel 'xpath': expected one of cel"):
        read_scxml(document("<state id='a'/>", "datamodel='xpath'"))
    with pytest.raises(InvalidChart, match="has no states"):
        read_scxml(document())


BOMB = """<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]>"""


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (document("<state id='a'/>", head=BOMB), "document type declaration is not accepted"),
        (document("<state id='a'/>", head='<!DOCTYPE x SYSTEM "file:///etc/passwd">'), "document type"),
        (document("<state id='a'>"), "not well-formed XML: mismatched tag"),
        (document("<state id='&b;'/>"), "not well-formed XML: undefined entity"),
        ("<state>" * 300, "nested deeper than 200"),
        ("", "not well-formed XML: no element found"),
    ],
)
def test_hostile_documents_are_refused(text, message):
    with pytest.raises(InputError, match=message):
        read_scxml(text)


def test_files_are_named_in_errors(tmp_path):
    missing = tmp_path / "none.scxml"
    with pytest.raises(InputError, match=r"none.scxml: cannot be read"):
        load_scxml(missing)
    broken = tmp_path / "broken.scxml"
    broken.write_text("<scxml>\n<state>")
    with pytest.raises(InputError, match=r"broken.scxml:2:8: not well-formed XML"):
        load_scxml(broken)


def test_javascript_is_taken_as_far_as_it_means_the_same():
    body = """<datamodel><data id="x" expr="1"/><data id="s" expr="'==='"/></datamodel>
    <state id="a"><transition event="go" cond="x === 1 &amp;&amp; s !== 'a'" target="b"/></state>
    <state id="b"><transition event="go" cond="x" target="c"/></state><state id="c"/>"""
    chart = read_scxml(document(body, 'datamodel="ecmascript"'))
    taken = start(chart)
    assert taken.configuration.data["s"] == "==="
    for state in "bc":
        taken = step(chart, taken.configuration, "go")
        assert taken.configuration.states == (state,)
    with pytest.raises(InputError, match="JavaScript"):
        write_scxml(chart)
    with pytest.raises(InvalidChart, match="CHART007"):
        read_scxml(document("<state id='a'><transition event='e' cond='f(1)' target='a'/></state>"))


def test_errors_of_conditions_and_undeclared_data_at_run_time():
    body = """<datamodel><data id="x"/></datamodel>
    <state id="a"><transition event="go" cond="x > 1" target="b"/>
      <transition event="error.execution" target="c"/></state><state id="b"/><state id="c"/>"""
    chart = read_scxml(document(body))
    taken = step(chart, start(chart).configuration, "go")
    assert taken.configuration.states == ("c",)
    assert any("x is missing" in str(record.detail) for record in taken.trace if record.kind == "error")


def test_what_has_no_text_is_not_written():
    with pytest.raises(InputError, match="is a Python function"):
        write_scxml(Chart((State("a", edges=(Edge(("go",), ("a",), lambda scope: True),)),)))
    with pytest.raises(InputError, match="act is a Python function"):
        write_scxml(Chart((State("a", entry=((Call("act", print),),)),)))
    with pytest.raises(InputError, match=r"relevance > high_threshold.* is a Python function"):
        write_scxml(as_chart(social_chart()))
    assert 'cond="true"' in write_scxml(Chart((State("a", edges=(Edge((), ("a",), Fixed(True)),)),)))


@pytest.mark.parametrize(
    ("text", "ticks"),
    [("5", 5), ("1s", 1000), (".5s", 500), ("1.5 s", 1500), ("250ms", 250), ("0", 0), ("+2s", 2000)],
)
def test_delays(text, ticks):
    assert ticks_of(text) == ticks


@pytest.mark.parametrize("text", ["", "s", "-1s", "1m", "0.0001s", "1e3", "1,5s"])
def test_what_is_no_delay(text):
    assert ticks_of(text) is None


PIECES = (
    *("", "<", ">", "/>", '"', "''", "&lt;", "&", "a1", "p", "zz", "_event", "x.y", "In('p')", "1 +"),
    *(
        "<final id='q'/>",
        "<history id='g'/>",
        "<parallel/>",
        "<else/>",
        "<transition/>",
        "<data id='z'/>",
    ),
    *("target='a1'", "initial='b1'", "delay='x'", " ", "\x00", "9" * 30),
)


@settings(max_examples=int(os.environ.get("KEMPE_FUZZ", "100")))
@given(st.integers(0, len(ALL)), st.integers(0, 40), st.sampled_from(PIECES))
def test_a_damaged_document_is_refused_or_runs(place, length, piece):
    text = ALL[:place] + piece + ALL[place + length :]
    try:
        chart = read_scxml(text)
    except (InputError, InvalidChart):
        return
    try:
        taken = start(chart)
        assert chart.is_legal(taken.configuration.states)
        write_scxml(chart)
    except ChartError:
        pass
    for finding in analyze(chart):
        assert finding.finding.code in RULES


ECMASCRIPT = (
    "<scxml xmlns='http://www.w3.org/2005/07/scxml' version='1.0' datamodel='ecmascript'>"
    "<datamodel><data id='x' expr='1'/></datamodel>"
    "<state id='a'><transition event='go' cond=\"{}\" target='b'/></state><state id='b'/></scxml>"
)


@pytest.mark.parametrize(
    ("condition", "difference"),
    [
        ("x == '1'", "use '==='"),
        ("x != ''", "use '==='"),
        ("x == null", "use '==='"),
        ("x in [1, 2, 3]", "'in' tests keys"),
        ("!x", "'!' takes any value"),
        ("x.length == 3", "'length' is size()"),
    ],
)
def test_an_ecmascript_expression_of_another_meaning_is_refused(condition, difference):
    with pytest.raises(InvalidChart) as caught:
        read_scxml(ECMASCRIPT.format(condition))
    (finding,) = caught.value.findings
    assert finding.code == "CHART007"
    assert "ECMAScript expression with another meaning here" in finding.message
    assert difference in finding.message


@pytest.mark.parametrize(
    "condition",
    ["x == 1", "x === '1'", "_event.name == '1'", "x != 'on'", "!(x == 1)", "!In('a')", "x"],
)
def test_an_ecmascript_expression_of_the_same_meaning_is_accepted(condition):
    assert read_scxml(ECMASCRIPT.format(condition))

"""What the analysis says is so: against random runs, and case by case."""

# ruff: noqa: E501 (lines of documents)

from __future__ import annotations

from unittest import mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents.errors import InputError
from agents.statechart import (
    ChartError,
    Machine,
    Statechart,
    Transition,
    analysis,
    exploration,
    gaps,
    kernel,
    social_chart,
    witness,
)
from agents.statechart.analysis import analyze
from agents.statechart.chart import Chart
from agents.statechart.content import Assign, Fixed, Foreach, Send
from agents.statechart.definition import Data, Edge, State
from agents.statechart.flat import as_chart
from agents.statechart.invocation import Invoke
from agents.statechart.kernel import start, step
from agents.statechart.scxml import read_scxml

from . import planted_later
from .flat_charts import Light
from .planted import ATTRIBUTES, HEALTHY, PLANTED, healthy_chart
from .strategies import EVENTS, charts
from .test_scxml import document


def found(body, attributes=""):
    return analyze(read_scxml(document(body, attributes)))


ALL = (*PLANTED, *planted_later.PLANTED)


def brief(findings):
    return [(f.finding.code, f.finding.location, f.witness, f.exact) for f in findings]


@settings(max_examples=40)
@given(charts(), st.lists(st.sampled_from(EVENTS), max_size=12))
def test_nothing_that_happens_was_called_impossible(states, events):
    chart = Chart(states)
    with (
        mock.patch.object(kernel, "MAX_MICROSTEPS", 100),
        mock.patch.object(exploration, "MAX_TRIALS", 2000),
        mock.patch.object(witness, "MAX_STEPS_OPEN", 200),
    ):
        findings = analyze(chart)
        try:
            taken = start(chart)
            seen, fired = set(taken.configuration.states), set()
            for event in events:
                taken = step(chart, taken.configuration, event)
                seen |= set(taken.configuration.states)
                fired |= {record.name for record in taken.trace if record.kind == "transition"}
        except ChartError:
            return
    messages = {f.finding.message for f in findings}
    assert not messages & {f"state {id!r} cannot be reached" for id in seen}
    # two transitions may read the same; a dead one beside a live one is no contradiction
    texts = [str(arc) for arc in chart.arcs]
    alone = {text for text in fired if texts.count(text) == 1}
    assert not messages & {f"{text} can never fire" for text in alone}


def test_a_chart_without_faults_has_no_findings():
    body = """<datamodel><data id="n" expr="0"/></datamodel>
    <state id="a"><transition event="go" cond="n &lt; 3" target="b"/>
      <transition event="go" cond="n >= 3" target="c"/></state>
    <state id="b">
      <transition event="go" target="a"><assign location="n" expr="n + 1"/></transition></state>
    <final id="c"/>"""
    assert found(body) == []


def test_unreachable_states_and_dead_transitions():
    body = """<state id="a"><transition event="go" target="b"/>
    <transition event="go" target="c"/></state>
    <state id="b"><transition event="back" target="a"/></state>
    <state id="c"><transition event="on" target="d"/></state><state id="d"/>"""
    assert brief(found(body)) == [
        ("CHART101", "line 5", None, True),
        ("CHART101", "line 5", None, True),
        ("CHART102", "line 3", None, True),
    ]


def test_a_transition_is_dead_when_an_inner_one_always_preempts_it():
    body = """<state id="a"><transition event="go" target="z"/>
    <state id="b"><transition event="go" target="c"/></state>
    <state id="c"><transition event="go" target="b"/></state></state><final id="z"/>"""
    assert brief(found(body)) == [
        ("CHART101", "line 4", None, True),
        ("CHART102", "line 2", None, True),
    ]


def test_a_guard_that_no_constant_satisfies_makes_a_transition_dead():
    body = """<datamodel><data id="mode" expr="'day'"/></datamodel>
    <state id="a"><transition event="go" cond="mode == 'night'" target="b"/>
    <transition event="go" target="a"/></state>
    <state id="b"><transition event="go" target="a"/></state>"""
    assert brief(found(body)) == [("CHART101", "line 5", None, True), ("CHART102", "line 3", None, True)]
    alive = body.replace(
        'target="a"/></state>\n    <state id="b">',
        'target="a">'
        """<assign location="mode" expr="'night'"/></transition></state><state id="b">""",
    )
    assert found(alive) == []


def test_done_events_come_only_when_something_is_done():
    body = """<state id="a"><state id="a1"><transition event="go" target="{}"/></state><final id="f"/>
    <transition event="done.state.a" target="z"/></state><final id="z"/>"""
    assert found(body.format("f")) == []
    codes = [f.finding.code for f in found(body.format("a1"))]
    assert codes == ["CHART101", "CHART101", "CHART102"]


def test_traps_name_the_shortest_events():
    body = """<datamodel><data id="n" expr="0"/></datamodel>
    <state id="a"><transition event="go" cond="n == 2" target="trap"/>
    <transition event="go" target="a"><assign location="n" expr="n + 1"/></transition></state>
    <state id="trap"><transition event="x"/></state>"""
    (trap,) = found(body)
    assert brief([trap]) == [("CHART103", "line 5", ("go", "go", "go"), True)]
    assert trap.finding.message == "state 'trap' cannot be left, and is not final; events: go, go, go"
    timed = """<state id='a'><transition xmlns:k='urn:kempe:scxml' k:after='7' target='b'/></state>
    <state id='b'/>"""
    assert brief(found(timed)) == [("CHART103", "line 3", ("+7",), True)]
    needs_data = """<state id="a"><transition event="go" cond="_event.data.ok" target="b"/></state>
    <state id="b"/>"""
    (trap,) = found(needs_data)
    assert brief([trap]) == [("CHART103", "line 3", ("go",), False)]
    assert "(heuristic)" in trap.finding.message


OVERLAP = """<datamodel><data id="n"/></datamodel>
    <state id="a">
    <transition event="set" target="a"><assign location="n" expr="_event.data"/></transition>
    <transition event="go" cond="{}" target="b"/><transition event="go" cond="{}" target="c"/></state>
    <final id="b"/><final id="c"/>"""


def test_guards_that_hold_together():
    assert found(OVERLAP.format("n &lt; 2", "n >= 2")) == []
    (both,) = found(OVERLAP.format("n &lt; 2", "n >= 1"))
    assert brief([both]) == [("CHART104", "line 5", ("go",), True)]
    assert "where n = 1: document order decides" in both.finding.message
    assert brief(found(OVERLAP.format("In('a')", "n > 1"))) == [
        ("CHART101", "line 6", None, True),
        ("CHART102", "line 5", None, True),
    ]
    (unknown,) = found(OVERLAP.format("defined('n')", "n > 1"))
    assert brief([unknown]) == [("CHART104", "line 5", ("go",), False)]
    (error,) = found(OVERLAP.format("n > 0", "n > 1"), "xmlns:k='urn:kempe:scxml' k:selection='error'")
    assert "the event is refused" in error.finding.message


def test_pairs_beyond_the_limit_are_counted():
    guarded = "".join(
        f'<transition event="e" cond="n &lt; {i}" target="{t}"/>' for i, t in enumerate("bcde")
    )
    states = "".join(f'<state id="{id}"/>' for id in "bcde")
    body = f"""<datamodel><data id="n"/></datamodel><state id="a">{guarded}
    <transition event="n" target="a"><assign location="n" expr="_event.data"/></transition></state>{states}"""
    whole = [one for one in found(body) if one.finding.code == "CHART104"]
    with mock.patch.object(analysis, "MAX_PAIRS", 2):
        *some, rest = [one for one in found(body) if one.finding.code == "CHART104"]
    assert len(whole) == 6
    assert some == whole[:2]
    assert rest.finding.severity == "note"
    assert rest.finding.message == "2 pairs of transitions were compared, 4 others were not"


def test_a_gap_is_not_looked_for_among_too_many_guards():
    body = """<datamodel><data id="n"/></datamodel>
    <state id="a"><transition event="e" cond="_event.data &lt; 3" target="b"/>
      <transition event="e" cond="_event.data &gt; 3" target="b"/></state><state id="b"/>"""
    assert "CHART111" in {one.finding.code for one in found(body)}
    with mock.patch.object(gaps, "MAX_GUARDS", 1):
        (left,) = [one.finding for one in found(body) if one.finding.code == "CHART111"]
    assert left.severity == "note"
    assert left.message == "gaps were not looked for among 2 transitions of e in a"


def test_an_overlap_that_a_run_meets_needs_no_values():
    body = """<datamodel><data id="n" expr="0"/></datamodel>
    <state id="a"><transition event="up"><assign location="n" expr="n + 1"/></transition>
    <transition event="go" cond="n > 1" target="b"/>
    <transition event="go" cond="n > 0" target="c"/></state>
    <final id="b"/><final id="c"/>"""
    (both,) = found(body)
    assert brief([both]) == [("CHART104", "line 5", ("up", "up", "go"), True)]


def test_eventless_transitions_that_go_round():
    body = """<state id="a"><transition event="go" target="b"/></state>
    <state id="b"><transition target="c"/></state><state id="c"><transition target="b"/></state>"""
    (endless,) = [f for f in found(body) if f.finding.code == "CHART105"]
    assert (endless.witness, endless.exact) == (("go",), True)
    assert "b --> c, c --> b" in endless.finding.message
    with_data = """<datamodel><data id="n" expr="0"/></datamodel>
    <state id="a"><transition event="go" target="b"/><transition event="end" target="z"/></state>
    <state id="b"><transition cond="n == 0"/><transition event="x" target="a"/></state><final id="z"/>"""
    with_data = with_data.replace('cond="n == 0"/>', 'cond="n == 0"><raise event="y"/></transition>')
    codes = [f.finding.code for f in found(with_data)]
    assert "CHART105" in codes


def test_an_oracle_needs_a_rival():
    body = """<state id="a"><transition event="go" xmlns:k="urn:kempe:scxml" k:oracle="true" target="b"/>
    </state><final id="b"/>"""
    assert brief(found(body)) == [("CHART106", "line 2", None, True)]


def test_a_chart_too_large_is_said_to_be():
    regions = tuple(
        State(
            f"r{i}",
            states=tuple(
                State(f"r{i}{j}", edges=(Edge((f"e{i}",), (f"r{i}{(j + 1) % 4}",)),)) for j in range(4)
            ),
        )
        for i in range(6)
    )
    chart = Chart((State("p", "parallel", regions), State("never")))
    most = "configurations of at most 4097 were looked at, within a limit of"
    with mock.patch.object(exploration, "MAX_TRIALS", 28_000):  # too few by a look at the states
        (found,) = analyze(chart)
        assert found.finding.code == "CHART107"
        assert f"{most} {exploration.FEW_TRIALS} microsteps" in found.finding.message
    (found,) = analyze(chart, limit=300)
    assert f"{most} 300 microsteps" in found.finding.message


def test_the_number_of_configurations_is_bounded_before_they_are_explored():
    def state(id, *states, kind="state"):
        return State(id, kind, states)

    two = [
        state(f"{r}", state(f"{r}0"), state(f"{r}1"), State(f"{r}h", "history", initial=(f"{r}0",)))
        for r in "pq"
    ]
    chart = Chart((state("a", *two, kind="parallel"), state("b", state("c"), state("d")), state("e")))
    assert exploration.most_configurations(chart) == (2 * 2 + 2 + 1) * 3 * 3


def test_flat_charts_are_analyzed_too():
    assert analyze(as_chart(social_chart())) == []
    flat = Statechart(
        Light,
        [
            Transition("go", Light.RED, Light.GREEN, lambda a, c: True),
            Transition("go", Light.RED, Light.RED, lambda a, c: True),
        ],
        Light.RED,
    )
    findings = analyze(as_chart(flat))
    assert brief(findings) == [
        ("CHART101", "state broken", None, True),
        ("CHART103", "state green", ("go",), False),
        ("CHART104", "/transitions/1", ("go",), False),
    ]
    assert "the oracle decides (heuristic)" in findings[-1].finding.message


@pytest.mark.parametrize(("initial", "gone"), [("a", ["state 'ab' cannot be reached"]), ("z", [])])
def test_a_history_default_is_taken_only_when_nothing_is_remembered(initial, gone):
    body = """<state id="a" initial="aa"><history id="h"><transition target="ab"/></history>
    <state id="aa"><transition event="x" target="z"/></state>
    <state id="ab"><transition event="x" target="z"/></state></state>
    <state id="z"><transition event="back" target="h"/><transition event="in" target="a"/></state>"""
    findings = found(body, f"initial='{initial}'")
    assert [f.finding.message for f in findings if f.finding.code == "CHART101"] == gone


@pytest.mark.parametrize("planted", ALL, ids=lambda planted: planted.name)
def test_planted_defects_are_found_with_a_witness_that_replays(planted):
    chart = read_scxml(document(planted.body, ATTRIBUTES.get(planted.name, "")))
    findings = analyze(chart)
    (first, *_) = [
        one
        for one in findings
        if one.finding.code in planted.codes
        and planted.fragment in one.finding.location + one.finding.message
    ]
    if first.exact and first.witness is not None and first.finding.code != "CHART105":
        machine = Machine(chart)
        for label in first.witness:
            machine.tick(int(label)) if label.startswith("+") else machine.send(label)


@pytest.mark.parametrize("name", HEALTHY | planted_later.HEALTHY)
def test_healthy_charts_raise_no_alarm(name):
    body = (HEALTHY | planted_later.HEALTHY)[name]
    assert not [f for f in found(body) if f.finding.severity != "note"]


@pytest.mark.parametrize("seed", range(30))
def test_random_healthy_charts_raise_no_alarm(seed):
    assert found(healthy_chart(seed)) == []


IDS = """<state id="call"><onentry><send event="timeout" delay="30s" id="patience"/></onentry>
    <onexit><cancel sendid="{cancel}"/></onexit>
    <invoke id="line"><content><scxml version="1.0" initial="x"><final id="x"/></scxml></content></invoke>
    <transition event="{event}" target="idle"/><transition event="timeout" target="idle"/></state>
    <state id="idle"><transition event="dial" target="call"/></state>"""


@pytest.mark.parametrize(
    ("cancel", "event", "place"),
    [
        ("patience", "done.invoke.line", None),
        ("patience", "done.invoke", None),
        ("patience", "error.invoke.*", None),
        ("patiense", "done.invoke.line", "'patiense': expected the id of a send; there are patience"),
        ("patience", "done.invoke.lyne", "'lyne': expected the id of one; there are line"),
    ],
)
def test_ids_of_sends_and_services_have_to_exist(cancel, event, place):
    texts = [
        f.finding.message
        for f in found(IDS.format(cancel=cancel, event=event))
        if f.finding.code == "CHART113"
    ]
    assert [place in text for text in texts] == ([] if place is None else [True])


def test_a_service_does_not_exist_in_a_chart_without_services_either():
    alone = '<state id="a"><transition event="done.invoke.get" target="a"/></state>'
    (finding,) = [f.finding for f in found(alone) if f.finding.code == "CHART113"]
    assert finding.message.endswith("service 'get': expected the id of one; there are none")


def test_a_variable_that_nothing_declares_may_be_misspelled():
    loop = Foreach(Fixed([1]), "item", None, (Assign("item", 2), Assign("coutn", 1), Assign("count", 2)))
    chart = Chart((State("a", entry=((loop,),)),), data=(Data("count", 0),))
    assert [(f.finding.code, f.finding.location, f.finding.message) for f in analyze(chart)][-1:] == [
        ("CHART114", "state a", "variable 'coutn' is assigned, but no data declares it")
    ]


def test_variables_of_loops_and_ids_are_known_wherever_they_stand():
    first = State(
        "a", entry=((Assign("item", 1), Assign("ticket", 2), Assign("line", 3), Assign("it", 4)),)
    )
    loop = (Foreach(Fixed([1]), "item", None, ()), Send("e", 1, idlocation="ticket"))
    last = State("b", entry=(loop,), invokes=(Invoke("c.scxml", idlocation="line"),))
    for states in ((first, last), (last, first)):
        messages = [f.finding.message for f in analyze(Chart(states)) if f.finding.code == "CHART114"]
        assert messages == ["variable 'it' is assigned, but no data declares it"]


def test_a_generated_id_or_another_session_may_explain_an_unknown_service():
    text = IDS.format(cancel="patience", event="done.invoke.lyne")
    assert not any(f.finding.code == "CHART113" for f in found(text.replace(' id="line"', "")))
    sent = text.replace("<send ", '<send target="#_line" event="x"/><send ')
    assert not any(f.finding.code == "CHART113" for f in found(sent))


def test_relations_of_data_that_exclude_each_other_are_no_overlap():
    body = """<datamodel><data id="floor" expr="0"/><data id="to" expr="0"/></datamodel>
    <state id="wait">
      <transition event="call" cond="_event.data &gt; floor" target="up"><assign location="to" expr="_event.data"/></transition>
      <transition event="call" cond="_event.data &lt; floor" target="down"><assign location="to" expr="_event.data"/></transition>
      <transition event="call" cond="_event.data {relation} floor" target="wait"/></state>
    <state id="up"><transition event="passed"><assign location="floor" expr="floor + 1"/></transition>
      <transition cond="floor == to" target="wait"/></state>
    <state id="down"><transition event="passed"><assign location="floor" expr="floor - 1"/></transition>
      <transition cond="floor == to" target="wait"/></state>"""
    assert found(body.format(relation="==")) == []
    assert [f.finding.code for f in found(body.format(relation="&lt;="))] == ["CHART104"]


def test_an_end_state_alone_is_a_note():
    chart = Chart((State("a", edges=(Edge(("go",), ("end",)),)), State("end")))
    assert [(f.finding.code, f.finding.severity) for f in analyze(chart)] == [("CHART103", "note")]
    beside = Chart((*chart.root.states, State("z", "final")), initial=("a",))
    assert ("CHART103", "warning") in {(f.finding.code, f.finding.severity) for f in analyze(beside)}


def test_a_limit_ends_the_exploration():
    body = """<state id="a"><transition event="pay" cond="_event.data.x > 1" target="b"/></state>
    <state id="b"><transition event="go" target="a"/></state>"""
    chart = read_scxml(document(body))
    assert analyze(chart, limit=100) == []
    assert [f.finding.code for f in analyze(chart, limit=1)] == ["CHART107"]
    with pytest.raises(InputError, match="limit = 0: expected an integer >= 1"):
        analyze(chart, limit=0)


def test_the_events_of_a_gap_lead_to_its_values():
    """A run to the state alone would take a transition."""
    body = """<datamodel><data id="n" expr="0"/></datamodel>
    <state id="a"><transition event="e" cond="n &gt; 3" target="b"/>
    <transition event="e" cond="n &lt; 3" target="c"/>
    <transition event="up"><assign location="n" expr="n + 1"/></transition></state>
    <final id="b"/><final id="c"/>"""
    gap = [one for one in found(body) if one.finding.code == "CHART111"]
    assert [code[2:] for code in brief(gap)] == [(("up", "up", "up", "e"), True)]

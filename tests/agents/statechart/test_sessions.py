"""Services of states: charts and functions, sync and async; their events, ends, failures and limits."""

from __future__ import annotations

import asyncio

import pytest

from agents.errors import InputError
from agents.statechart import (
    Assign,
    Call,
    Chart,
    ChartError,
    Configuration,
    Edge,
    InvalidChart,
    Invoke,
    Log,
    Machine,
    Raise,
    Send,
    State,
    analyze,
    read_scxml,
    sessions,
    write_scxml,
)
from agents.statechart.snapshot import dump, load
from tests.agents.statechart.test_scxml import document

#: A chart that multiplies: it waits a second, or for an event, and returns twice its parameter.
CHILD = """<scxml name="child" initial="wait"><datamodel><data id="n" expr="0"/><data id="own" expr="1"/>
  </datamodel>
  <state id="wait"><onentry><send event="late" delay="1s"/></onentry>
    <onexit><send event="bye" target="#_parent"/></onexit>
    <transition event="late" target="end"/>
    <transition event="hurry"><send event="hello" target="#_parent">
      <param name="n" expr="n + own"/></send></transition></state>
  <final id="end"><donedata><param name="twice" expr="n * 2"/></donedata></final></scxml>"""
BODY = f"""<datamodel><data id="n" expr="21"/><data id="got" expr="0"/><data id="where"/></datamodel>
<state id="work"><invoke id="it" autoforward="AUTO"><param name="n" expr="n"/><param name="x" expr="1"/>
    <content>{CHILD}</content>
    <finalize><assign location="got" expr="_event.data.n"/></finalize></invoke>
  <transition event="done.invoke.it" target="done"><assign location="got" expr="_event.data.twice"/>
  </transition>
  <transition event="hello" target="said"><assign location="where" expr="_event.invokeid"/></transition>
  <transition event="push"><send event="hurry" target="#_it"/></transition>
  <transition event="stop" target="idle"/></state>
<state id="said"><transition event="*" target="idle"/></state>
<state id="idle"><transition event="bye" target="said"/><transition event="go" target="work"/></state>
<final id="done"/>"""


def machine(body=BODY, auto="false", **options):
    return Machine(read_scxml(document(body.replace("AUTO", auto))), **options)


def test_a_chart_runs_while_its_state_is_active_and_returns_a_result():
    parent = machine()
    child = parent.children["it"]
    assert (child.states, child.configuration.data["n"], child.session.id) == (("wait",), 21, "chart.it")
    assert "x" not in child.configuration.data
    assert parent.tick(999) == ("work",)
    assert parent.tick(1) == ("done",)
    assert parent.configuration.data["got"] == 42
    assert parent.children == {}
    assert parent.configuration.tick == 1000


def test_events_go_to_the_service_and_back_and_finalize_comes_first():
    parent = machine()
    assert parent.send("push") == ("said",)
    assert parent.configuration.data["where"] == "it"
    assert parent.configuration.data["got"] == 22
    # The state is left: the service has stopped, and what it says on leaving is dropped.
    assert (parent.children, parent.configuration.invoked) == ({}, {})
    assert parent.tick(5000) == ("said",)


def test_autoforward_sends_every_event_to_the_service():
    assert machine(auto="true").send("hurry") == ("said",)
    assert machine().send("hurry") == ("work",)


def test_a_state_that_is_left_before_the_chart_rests_starts_nothing():
    inside = State("a", edges=(Edge((), ("b",)),), invokes=(Invoke(lambda params: 1 / 0),))
    quick = Machine(Chart((inside, State("b"))))
    assert (quick.states, quick.children) == (("b",), {})


def test_a_target_that_does_not_exist_is_an_error_of_communication():
    for target in ("#_parent", "#_nobody", "#_scxml_nobody"):
        state = State(
            "a",
            entry=((Send("x", target=target),),),
            edges=(Edge(("error.communication",), ("b",)),),
        )
        assert Machine(Chart((state, State("b")))).states == ("b",)


def service(function, **options):
    edges = (
        Edge(("done.invoke.s",), ("good",), None, (Assign("out", lambda scope: scope.event.data),)),
        Edge(("error.invoke",), ("bad",)),
        Edge(("leave",), ("idle",)),
    )
    work = State("work", edges=edges, invokes=(Invoke(function, id="s", **options),))
    return Chart((work, State("good"), State("bad"), State("idle")))


def test_a_function_is_a_service():
    chart = service(lambda params: params["a"] + 1, params=(("a", 2),))
    done = Machine(chart)
    assert (done.states, done.configuration.data["out"]) == (("good",), 3)
    failed = Machine(service(lambda params: 1 / 0))
    assert failed.states == ("bad",)
    (event,) = [record for record in failed.trace if record.kind == "event"]
    assert (event.name, event.detail) == (
        "error.invoke.s",
        {"message": "ZeroDivisionError: division by zero"},
    )


def test_an_async_function_runs_beside_the_chart_and_is_cancelled_on_exit():
    log = []

    async def slow(params):
        log.append("begin")
        try:
            await asyncio.sleep(params["seconds"])
        except asyncio.CancelledError:
            log.append("cancelled")
            raise
        return "slept"

    async def broken(params):
        raise OSError("no line")

    async def run():
        done = Machine(service(slow, params=(("seconds", 0.001),)))
        assert done.states == ("work",)
        assert await done.settled() == ("good",)
        assert done.configuration.data["out"] == "slept"
        left = Machine(service(slow, params=(("seconds", 1000),)))
        await asyncio.sleep(0)
        assert left.send("leave") == ("idle",)
        assert await left.settled() == ("idle",)
        await asyncio.sleep(0)
        return await Machine(service(broken)).settled()

    assert asyncio.run(run()) == ("bad",)
    assert log == ["begin", "begin", "cancelled"]


def test_async_calls_run_in_the_event_loop_and_fail_as_events():
    called = []

    async def ring(scope):
        await asyncio.sleep(0)
        called.append(scope.event.name)

    async def fail(scope):
        await asyncio.sleep(0)
        raise OSError("no line")

    edges = (
        Edge(("ring",), (), None, (Call("ring", ring),)),
        Edge(("fail",), (), None, (Call("fail", fail),)),
        Edge(("error.execution",), ("b",)),
    )
    chart = Chart((State("a", edges=edges), State("b")))

    async def run():
        here = Machine(chart)
        here.send("ring")
        assert await here.settled() == ("a",)
        here.send("fail")
        return await here.settled()

    assert asyncio.run(run()) == ("b",)
    assert called == ["ring"]
    # Without an event loop the call fails, and the chart goes on.
    assert Machine(chart).send("ring") == ("b",)


def test_charts_of_other_files_come_from_the_host():
    texts = {"file:one.scxml": CHILD}
    body = """<state id="a"><invoke srcexpr="'file:' + 'one.scxml'" idlocation="i"/>
      <transition event="done.invoke" target="b"/><transition event="error" target="c"/></state>
    <state id="b"/><state id="c"/><datamodel><data id="i"/></datamodel>"""
    here = machine(body, load=lambda address: read_scxml(texts[address]))
    assert here.configuration.data["i"] == "a.1"
    assert here.tick(1000) == ("b",)
    assert machine(body).states == ("c",)
    texted = State("a", invokes=(Invoke(CHILD),), edges=(Edge(("done.invoke",), ("b",)),))
    assert Machine(Chart((texted, State("b")))).tick(1000) == ("b",)


def test_a_chart_that_starts_itself_has_a_depth():
    text = "<scxml><state id='a'><invoke src='self'/></state></scxml>"
    here = Machine(read_scxml(text), load=lambda address: read_scxml(text))
    depth, one = 0, here
    while one.children:
        (one,) = one.children.values()
        depth += 1
    assert depth == sessions.MAX_DEPTH


def test_an_exchange_without_end_is_stopped(monkeypatch):
    monkeypatch.setattr(sessions, "MAX_EXCHANGES", 50)
    echo = Edge(("ball",), (), None, (Send("ball", target="#_parent"),))
    child = Chart((State("x", entry=((Send("ball", target="#_parent"),),), edges=(echo,)),))
    back = Edge(("ball",), (), None, (Send("ball", target="#_it"),))
    with pytest.raises(ChartError, match="the sessions exchange more than 50 events"):
        Machine(Chart((State("a", edges=(back,), invokes=(Invoke(child, id="it"),)),)))


def test_time_with_services_has_the_limit_of_due_events(monkeypatch):
    monkeypatch.setattr(sessions, "MAX_DUE", 50)
    state = State("a", edges=(Edge((), ("a",), after=1),), invokes=(Invoke(lambda params: 5, id="f"),))
    here = Machine(Chart((state,)))
    here.tick(50)
    with pytest.raises(ChartError, match="more than 50 events come due within 51 ticks: expected fewer"):
        here.tick(51)


def test_services_are_written_to_scxml_and_read_back():
    chart = read_scxml(document(BODY.replace("AUTO", "true")))
    assert read_scxml(write_scxml(chart)).digest == chart.digest
    with pytest.raises(InputError):
        write_scxml(service(print))


def test_errors_of_a_chart_within_a_chart_are_reported():
    wrong = CHILD.replace('target="end"', 'target="nowhere"').replace("n * 2", "n *")
    with pytest.raises(InvalidChart) as caught:
        machine(f"<state id='a'><invoke><content>{wrong}</content></invoke></state>")
    assert {finding.code for finding in caught.value.findings} == {"CHART004", "CHART007"}
    for element, message in (
        ("<invoke/>", "needs one of"),
        ("<invoke src='a' type='http'/>", "type 'http'"),
        ("<invoke src='a' srcexpr='1'/>", "has both"),
    ):
        with pytest.raises(InvalidChart, match=message):
            machine(f"<state id='a'>{element}</state>")


def test_running_services_have_no_snapshot_and_delayed_events_keep_their_target():
    with pytest.raises(InputError, match="running services = 'it': expected none"):
        dump(machine().chart, machine().configuration)
    chart = read_scxml(document("<state id='a'><onentry><send event='x' delay='5'/></onentry></state>"))
    at = Machine(chart).configuration
    assert isinstance(at, Configuration)
    assert load(chart, dump(chart, at)) == at


def test_services_disturb_neither_the_analysis_nor_the_compiled_steps():
    assert [
        one for one in analyze(machine().chart) if one.finding.code in ("CHART109", "CHART103")
    ] == []
    work = State("w", edges=(Edge(("go",), ("v",)),), invokes=(Invoke(lambda params: 5, id="f"),))
    rest = State("v", edges=(Edge(("go",), ("w",)),), entry=((Log("in"),),))
    extra = Edge(("done.invoke.f",), (), None, (Raise("x"),))
    here = Machine(Chart((rest, State("w", edges=(*work.edges, extra), invokes=work.invokes))))
    for _ in range(3):
        assert here.send("go") == ("w",)
        assert [record.name for record in here.trace if record.kind == "event"][1:] == [
            "done.invoke.f",
            "x",
        ]
        assert here.send("go") == ("v",)

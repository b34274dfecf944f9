"""Paths that take every transition, types of events, and what a machine can do next."""

from __future__ import annotations

import ast
import json

import pytest

from agents.errors import InputError
from agents.statechart import (
    Chart,
    Data,
    Edge,
    Event,
    Machine,
    State,
    read_scxml,
    transition_paths,
)
from agents.statechart.cli import main
from agents.statechart.content import Assign
from agents.statechart.event_types import to_python, to_typescript
from agents.statechart.export import to_mermaid

from .planted import HEALTHY, healthy_chart
from .test_scxml import document


def labels(chart, events):
    """Run a path and return the texts of the transitions that the trace shows."""
    machine = Machine(chart)
    seen = {record.name for record in machine.trace if record.kind == "transition"}
    for label in events:
        machine.tick(int(label)) if label.startswith("+") else machine.send(label)
        seen |= {record.name for record in machine.trace if record.kind == "transition"}
    return seen, machine.states


@pytest.mark.parametrize("seed", range(10))
def test_the_paths_take_every_transition(seed):
    chart = read_scxml(document(healthy_chart(seed)))
    coverage = transition_paths(chart)
    assert not coverage.missing
    taken = set()
    for path in coverage.paths:
        seen, states = labels(chart, path.events)
        assert states == path.states[-1]
        assert {str(arc) for arc in path.transitions} <= seen
        taken |= {arc.number for arc in path.transitions}
    assert taken == {arc.number for arc in chart.arcs}


def test_paths_on_the_command_line(tmp_path, capsys):
    path = tmp_path / "turnstile.scxml"
    path.write_text(document(HEALTHY["turnstile"]))
    assert main(["paths", str(path)]) == 0
    assert capsys.readouterr().out == "coin push  ->  locked\ncoin coin  ->  open\n"
    assert main(["paths", "--format", "json", str(path)]) == 0
    assert json.loads(capsys.readouterr().out)["paths"][0]["events"] == ["coin", "push"]
    assert main(["paths", "--format", "pytest", str(path)]) == 0
    names = {}
    exec(capsys.readouterr().out, names)
    assert [param.values for param in names["PATHS"]] == [
        (["coin", "push"], ["locked"]),
        (["coin", "coin"], ["open"]),
    ]
    path.write_text(document(HEALTHY["order"]))
    assert main(["paths", str(path)]) == 1
    assert "not covered: cart --pay--> paid" in capsys.readouterr().err


def test_types_of_events(tmp_path, capsys):
    chart = read_scxml(document(HEALTHY["order"]))
    python = to_python(chart)
    ast.parse(python)
    names = {}
    exec(python, names)
    assert names["EventName"].__args__ == ("pay", "ship")
    assert names["PayData"].__annotations__.keys() == {"sum"}
    assert '| { type: "pay"; data?: { "sum"?: unknown } }' in to_typescript(chart)
    path = tmp_path / "order.scxml"
    path.write_text(document(HEALTHY["order"]))
    assert main(["types", "--format", "typescript", str(path)]) == 0
    assert capsys.readouterr().out == to_typescript(chart)


def test_can_and_enabled_events_change_nothing():
    chart = Chart(
        (
            State(
                "a",
                edges=(
                    Edge(("key",), ("b",), "_event.data.code == 7"),
                    Edge(("go", "run"), ("b",), "n > 0"),
                    Edge(("up",), (), None, (Assign("n", lambda scope: scope.data["n"] + 1),)),
                ),
            ),
            State("b", "final"),
        ),
        data=(Data("n", 0),),
    )
    machine = Machine(chart)
    before = machine.configuration
    assert machine.enabled_events() == ("up",)
    assert machine.can(Event("key", {"code": 7}))
    assert not machine.can("key", {"code": 8})
    assert not machine.can("go")
    assert machine.configuration == before
    machine.send("up")
    assert machine.enabled_events() == ("go", "run", "up")
    machine.send("run")
    assert machine.enabled_events() == ()
    assert not machine.can("go")
    with pytest.raises(InputError, match="event = None: expected an Event or its name"):
        machine.can(None)


def test_labels_say_the_action():
    chart = read_scxml(document(HEALTHY["turnstile"]))
    assert "coin / n = n + 1" in to_mermaid(chart)

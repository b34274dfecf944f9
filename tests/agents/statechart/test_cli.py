"""The command ``kempe chart``, and the drawings it makes."""

from __future__ import annotations

import json

import pytest

from agents.errors import InputError
from agents.statechart import InvalidChart, Statechart, Transition
from agents.statechart.chart import Chart
from agents.statechart.cli import main
from agents.statechart.definition import Edge, State
from agents.statechart.export import to_dot, to_mermaid
from agents.statechart.flat import as_chart
from agents.statechart.scxml import load_scxml
from agents.statechart.scxml_writer import write_scxml

from .flat_charts import Light
from .test_scxml import ALL, document

DOOR = document(
    """<datamodel><data id="n" expr="0"/></datamodel>
<state id="closed"><transition event="open" target="opened">
  <assign location="n" expr="n + 1"/><log label="n" expr="n"/></transition></state>
<state id="opened"><transition xmlns:k="urn:kempe:scxml" k:after="5" target="closed"/>
  <transition event="key" cond="_event.data.code == 7" target="end"/></state>
<final id="end"/>""",
    'name="door"',
)


@pytest.fixture
def door(tmp_path):
    path = tmp_path / "door.scxml"
    path.write_text(DOOR)
    return str(path)


def test_events_may_follow_options(door, capsys):
    for arguments in ("--json open +5", "open --json +5", "--choices= open --json +5"):
        assert main(["run", door, *arguments.split()]) == 0
        steps = json.loads(capsys.readouterr().out)["steps"]
        assert [step["event"] for step in steps] == [None, "open", "+5"]
    for arguments in (["run", door, "open", "--jsno"], ["check", door, "open"]):
        with pytest.raises(SystemExit):
            main(arguments)
        assert "unrecognized arguments" in capsys.readouterr().err


@pytest.fixture
def fork(tmp_path):
    ways = (Edge(("e",), ("b",)), Edge(("e",), ("c",)))
    chart = Chart((State("a", edges=ways), State("b"), State("c")), selection="oracle")
    path = tmp_path / "fork.scxml"
    path.write_text(write_scxml(chart))
    return str(path)


def test_choices_that_are_no_options_are_refused_and_unused_ones_told(fork, door, capsys):
    for choice in ("9", "2", "-1"):
        with pytest.raises(InputError, match=f"choice in state a = {choice}: expected 0 to 1"):
            main(["run", fork, "e", f"--choices={choice}", "--json"])
    assert main(["run", fork, "e", "--choices", "1,0,5"]) == 0
    told = capsys.readouterr()
    assert told.out.endswith("  c\n")
    assert told.err == "kempe chart: --choices: 0,5 not used, no further choice was open\n"
    assert main(["run", door, "open", "--choices", "1"]) == 0
    assert capsys.readouterr().err == "kempe chart: --choices: 1 not used, no further choice was open\n"


@pytest.mark.parametrize("number", ["NaN", "-Infinity", "1e999", "[1, NaN]"])
def test_numbers_that_json_does_not_have_are_refused(door, number):
    with pytest.raises(InputError, match="event key: the data are not JSON"):
        main(["run", door, f"key={number}"])


def test_a_snapshot_of_a_changed_chart_names_no_argument_of_python(door, fork, tmp_path, capsys):
    kept = str(tmp_path / "kept.json")
    assert main(["run", door, "open", "--snapshot", kept]) == 0
    with pytest.raises(InputError, match=r"kept.json: the chart 'chart' has changed since") as caught:
        main(["run", fork, "--resume", kept])
    assert "renamed" not in str(caught.value)


def test_a_chart_runs_charts_of_its_folder_and_no_others(tmp_path, capsys):
    child = (
        '<scxml><state id="x"><onentry><send event="up" target="#_parent"/></onentry></state></scxml>'
    )
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "child.scxml").write_text(child)
    (tmp_path / "out.scxml").write_text(child)
    for source, ends in (("child.scxml", ["b"]), ("../out.scxml", ["c"])):
        chart = tmp_path / "in" / "main.scxml"
        chart.write_text(
            f'<scxml><state id="a"><invoke src="{source}"/><transition event="up" target="b"/>'
            '<transition event="error" target="c"/></state><state id="b"/><state id="c"/></scxml>'
        )
        assert main(["run", "--json", str(chart)]) == 0
        assert json.loads(capsys.readouterr().out)["states"] == ends


def test_check_says_that_all_is_well(door, capsys):
    assert main(["check", door]) == 0
    assert capsys.readouterr().out == f"{door}: 3 states, 3 transitions, 0 findings\n"
    assert main(["check", "stock:social"]) == 0


def test_check_prints_findings_with_their_events(tmp_path, capsys):
    path = tmp_path / "trap.scxml"
    path.write_text(
        document("<state id='a'><transition event='go' target='b'/></state>\n<state id='b'/>")
    )
    assert main(["check", str(path)]) == 0
    out = capsys.readouterr().out
    assert "line 3: note CHART103: state 'b' cannot be left, and is not final; events: go\n" in out
    path.write_text(path.read_text().replace("<state id='b'/>", "<state id='b'/><final id='z'/>"))
    assert main(["check", str(path)]) == 1
    out = capsys.readouterr().out
    assert "line 3: warning CHART103: state 'b' cannot be left, and is not final; events: go\n" in out
    assert main(["check", "--json", "--limit", "9", str(path)]) == 1
    told = json.loads(capsys.readouterr().out)
    (trap,) = [finding for finding in told["findings"] if finding["code"] == "CHART103"]
    assert trap["witness"] == ["go"]
    assert trap["exact"] is True


def test_check_of_an_ill_formed_chart(tmp_path, capsys):
    path = tmp_path / "bad.scxml"
    path.write_text(document("<state id='a'><script/></state>"))
    assert main(["check", "--json", str(path)]) == 2
    assert json.loads(capsys.readouterr().out)["findings"][0]["code"] == "CHART002"
    with pytest.raises(InvalidChart, match=r"bad.scxml: 1 error"):
        main(["check", str(path)])
    with pytest.raises(InputError, match="cannot be read"):
        main(["check", str(tmp_path / "none.scxml")])


def test_run_prints_a_trace(door, capsys):
    assert main(["run", door, "open", "+5", "open", 'key={"code": 7}']) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line for line in lines if not line.startswith("    ")] == [
        "> start",
        "  closed",
        "> open",
        "  opened",
        "> +5",
        "  closed",
        "> open",
        "  opened",
        '> key={"code": 7}',
        "  end",
    ]
    assert "    log        n: 2" in lines
    assert "    done       door" in lines


def test_run_takes_a_script_and_prints_json(door, tmp_path, capsys):
    script = tmp_path / "script"
    script.write_text('# a visit\nopen\n\n+5\nopen\nkey {"code": 7}\n')
    assert main(["run", door, "--script", str(script), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["states"] == ["end"]
    assert told["done"] is True
    assert told["error"] is None
    assert [step["event"] for step in told["steps"]] == [None, "open", "+5", "open", 'key={"code": 7}']
    assert told["steps"][1]["log"] == [{"label": "n", "value": 1}]


def test_run_goes_on_from_a_snapshot(door, tmp_path, capsys):
    snapshot = str(tmp_path / "snapshot")
    assert main(["run", door, "open", "+2", "--snapshot", snapshot]) == 0
    capsys.readouterr()
    assert main(["run", door, "+3", "--resume", snapshot, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["states"] == ["closed"]
    assert [step["tick"] for step in told["steps"]] == [2, 5]


def test_choices_are_given_by_number(tmp_path, capsys):
    path = tmp_path / "fork.scxml"
    edges = "<transition event='go' target='b'/><transition event='go' target='c'/>"
    body = f"<state id='a'>{edges}</state><final id='b'/><final id='c'/>"
    for selection, choices, expected in (("oracle", "1", "c"), ("oracle", "", "b"), ("first", "1", "b")):
        path.write_text(document(body, f"xmlns:k='urn:kempe:scxml' k:selection='{selection}'"))
        assert main(["run", str(path), "go", "--choices", choices, "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["states"] == [expected]
    path.write_text(document(body, "xmlns:k='urn:kempe:scxml' k:selection='error'"))
    assert main(["run", str(path), "go", "--json"]) == 1
    captured = capsys.readouterr()
    assert "2 transitions are enabled" in captured.err
    assert json.loads(captured.out)["states"] == ["a"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["+x"], "expected ticks"),
        (["key={"], "not JSON"),
        (["two words"], "expected a name"),
        (["--choices", "a"], "expected numbers"),
        (["--script", "/nowhere"], "cannot be read"),
        (["--resume", "/nowhere"], "cannot be read"),
        (["--snapshot", "/nowhere/x"], "cannot be written"),
    ],
)
def test_bad_calls_are_refused(door, arguments, message):
    with pytest.raises(InputError, match=message):
        main(["run", door, *arguments])
    with pytest.raises(InputError, match="runs on agents"):
        main(["run", "stock:social"])


def test_a_line_of_a_script_is_named(door, tmp_path):
    script = tmp_path / "script"
    script.write_text("open\nkey {\n")
    with pytest.raises(InputError, match=r"script:2: event key"):
        main(["run", door, "--script", str(script)])


@pytest.mark.parametrize("style", ["mermaid", "dot", "scxml"])
def test_export_writes_every_state_and_transition(style, tmp_path, capsys):
    path, out = tmp_path / "all.scxml", tmp_path / "out"
    path.write_text(ALL)
    assert main(["export", str(path), "--format", style]) == 0
    text = capsys.readouterr().out
    assert main(["export", str(path), "--format", style, "--output", str(out)]) == 0
    assert out.read_text() == text
    chart = load_scxml(path)
    for id, state in chart.states.items():
        assert state.kind == "history" or id in text
    if style == "scxml":
        assert load_scxml(out).digest == chart.digest
    else:
        arrow = "-->" if style == "mermaid" else "->"
        assert text.count(arrow) >= len(chart.arcs)
        assert "after 5 (oracle)" in text
        assert "H*" in text


def test_drawings_of_small_charts():
    flat = Statechart(Light, [Transition("go", Light.RED, Light.GREEN)], Light.RED)
    chart: Chart = as_chart(flat)
    assert to_mermaid(chart) == (
        'stateDiagram-v2\n  state "red" as s1\n  state "green" as s2\n  state "broken" as s3\n'
        "  [*] --> s1\n  s1 --> s2 : go\n"
    )
    assert to_dot(chart).splitlines()[3:-1] == [
        '  "red" [label="red", shape=box];',
        '  "green" [label="green", shape=box];',
        '  "broken" [label="broken", shape=box];',
        '  "start of " -> "red";',
        '  "red" -> "green" [label="go"];',
    ]


@pytest.mark.parametrize("event", ["+²", "+" + "9" * 5000, "GO=" + "[" * 9000 + "]" * 9000])
def test_an_event_that_cannot_be_read_is_named(event, tmp_path):
    path = tmp_path / "a.scxml"
    path.write_text('<scxml xmlns="http://www.w3.org/2005/07/scxml"><state id="a"/></scxml>')
    with pytest.raises(InputError, match=r"expected ticks after|nested too deeply"):
        main(["run", str(path), event])


def test_a_snapshot_that_is_nested_too_deeply_is_refused(tmp_path):
    path, snapshot = tmp_path / "a.scxml", tmp_path / "a.json"
    path.write_text('<scxml xmlns="http://www.w3.org/2005/07/scxml"><state id="a"/></scxml>')
    snapshot.write_text("[" * 9000 + "]" * 9000)
    with pytest.raises(InputError, match="nested too deeply"):
        main(["run", str(path), "--resume", str(snapshot)])

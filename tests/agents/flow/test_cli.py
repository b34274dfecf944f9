"""``kempe flow``, as somebody would type it."""

from __future__ import annotations

import io
import json

import pytest

from agents.flow import talk
from agents.flow.cli import main
from tests.agents.flow.support import FIXTURES, GOLDEN, HERE, chain, edge, end, question

SALES = str(FIXTURES / "sales.json")
OURS = ["--registry", "tests.agents.flow.support:REGISTRY"]


@pytest.fixture
def write(tmp_path):
    def to_file(name, data):
        path = tmp_path / name
        path.write_text(data if isinstance(data, str) else json.dumps(data))
        return str(path)

    return to_file


@pytest.fixture
def typing(monkeypatch):
    def lines(*typed):
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in typed)))

    return lines


def test_compile_says_what_is_wrong_and_where(write, capsys):
    bad = write("bad.json", chain(question("a", prompt=None), question("b", key=None), end()))
    assert main(["compile", bad]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err.splitlines() == [
        f"{bad}#/nodes/0: error FLOW202: a question needs 'prompt'",
        f"{bad}#/nodes/1: error FLOW201: a question needs 'key'",
    ]
    assert main(["compile", SALES, *OURS]) == 0
    assert capsys.readouterr().out == "flow.sales: 14 nodes, 18 edges, 2 subgraphs: no errors\n"


def test_compile_json_is_one_object(write, capsys):
    assert main(["compile", str(FIXTURES / "example.json"), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["ok"] is True
    assert told["hash"].startswith("sha256:")
    assert [f["code"] for f in told["findings"]] == ["FLOW303"]
    assert main(["compile", str(FIXTURES / "example.json"), "--json", "--strict"]) == 1
    assert json.loads(capsys.readouterr().out)["ok"] is False
    assert main(["compile", write("bad.json", "{}"), "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["findings"][0]["code"] == "FLOW002"


def test_compile_shows_witnesses(write, capsys):
    doc = chain(question("a", allowed_values=["x", "y"]), end())
    doc["edges"][0]["guard"] = "answers.a == 'x'"
    flow = write("f.json", doc)
    assert main(["compile", flow, "--witness", "--json"]) == 0
    (witness,) = json.loads(capsys.readouterr().out)["witnesses"]
    assert witness == {"location": "/nodes/0", "code": "FLOW408", "turns": [{"a": "y"}] * 3}
    layer = write("layer.json", {"nodes": [{"id": "q.a", "label": "A"}]})
    assert main(["compile", flow, layer, "--witness"]) == 0
    line = f'{flow}#/nodes/0: FLOW408: {{"a": "y"}} {{"a": "y"}} {{"a": "y"}}'
    assert line in capsys.readouterr().out.splitlines()


def test_compile_merges_layers_and_reports_conflicts(write, tmp_path, capsys):
    base = write("base.json", chain(question("a"), end()))
    layer = write("tenant.json", {"nodes": [{"id": "q.a", "prompt": "New?"}]})
    merged = tmp_path / "merged.json"
    assert main(["compile", base, layer, "--output", str(merged), "--json"]) == 0
    (conflict,) = json.loads(capsys.readouterr().out)["conflicts"]
    assert (conflict["location"], conflict["winner"]) == ("/nodes/q.a/prompt", layer)
    assert json.loads(merged.read_text())["nodes"][1]["prompt"] == "New?"
    clash = write("clash.json", {"nodes": [{"id": "q.a", "type": "decision"}]})
    assert main(["compile", base, clash]) == 1
    assert f"{clash}#/nodes/0/type: error MERGE: " in capsys.readouterr().err
    broken = write("broken.json", {"nodes": [{"id": "q.a", "prompt": None}]})
    assert main(["compile", base, broken]) == 1
    assert f"{broken}#/nodes/0: error FLOW202" in capsys.readouterr().err


def test_compile_takes_a_checklist_and_standard_input(capsys, monkeypatch):
    assert main(["compile", str(FIXTURES / "v0_paths.json")]) == 0
    monkeypatch.setattr("sys.stdin", io.StringIO((FIXTURES / "example.json").read_text()))
    assert main(["compile", "-"]) == 0
    assert "flow.sales: 6 nodes" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["compile", "nowhere.json"], "nowhere.json: cannot be read: No such file"),
        (["compile", SALES, "--registry", "json"], "expected MODULE:NAME"),
        (["compile", SALES, "--registry", "json:dumps"], "expected a Registry, got function"),
        (["compile", SALES, "--registry", "no_such_module:X"], "No module named"),
        (["run", SALES, *OURS, "--golden", "x"], "need --script"),
        (["run", SALES, *OURS, "--ctx", "[1]"], "expected a JSON object"),
        (["run", SALES, *OURS, "--script", SALES], "not a script"),
        (["migrate", SALES, "--to", "v9"], "version = 'v9': expected one of v0, v1"),
        (["export", SALES, "--output", "/nowhere/at/all"], "cannot be written"),
    ],
)
def test_a_wrong_call_is_one_line_and_status_2(arguments, message, capsys):
    assert main(arguments) == 2
    err = capsys.readouterr().err
    assert message in err
    assert err.count("\n") == 1


def test_bad_json_names_the_line(write, capsys):
    assert main(["compile", write("x.json", '{\n "a": }')]) == 2
    assert "x.json:2:7" in capsys.readouterr().err
    assert main(["compile", write("y.json", "\n")]) == 2
    assert "y.json: empty: expected a JSON document" in capsys.readouterr().err


def test_an_unknown_command_is_refused(capsys):
    with pytest.raises(SystemExit) as caught:
        main(["dance"])
    assert caught.value.code == 2
    assert "invalid choice" in capsys.readouterr().err


def test_run_talks_to_the_end(typing, capsys):
    typing(
        "LED please", "sports court", "5", "500", "a lot", "/explain", "/dance", "100", "ann@example.org"
    )
    assert main(["run", SALES, *OURS]) == 0
    out = capsys.readouterr().out
    assert "  (court_size: expected at least 10)\n" in out
    assert "  (wattage: expected a number)\n" in out
    assert "/unknown" in out
    assert out.endswith("Thank you.\n[done: offer_made]\n")


def test_run_saves_at_the_end_of_input_and_goes_on(typing, tmp_path, capsys):
    state = tmp_path / "state.json"
    typing("LED please", "home", "/answers")
    assert main(["run", SALES, *OURS, "--state", str(state)]) == 1
    out, err = capsys.readouterr()
    assert "  venue: home\n" in out
    assert f"saved to {state}" in err
    typing("60", "/correct venue = office", "/correct x", "ann@example.org")
    assert main(["run", SALES, *OURS, "--state", str(state)]) == 0
    out = capsys.readouterr().out
    assert out.startswith("Desired wattage?")
    assert json.loads(state.read_text())["frames"][0]["answers"]["venue"] == "office"
    typing()
    assert main(["run", SALES, *OURS, "--state", str(state)]) == 0
    assert capsys.readouterr().out == "[done: offer_made]\n"
    assert [path.name for path in tmp_path.iterdir()] == ["state.json"]


def test_run_saves_on_ctrl_c(monkeypatch, tmp_path, capsys):
    state = tmp_path / "state.json"

    def interrupted(stream):
        yield "LED please"
        raise KeyboardInterrupt

    monkeypatch.setattr("agents.flow.cli.typed", interrupted)
    assert main(["run", SALES, *OURS, "--state", str(state)]) == 1
    assert json.loads(state.read_text())["focus"] == "venue"
    assert "interrupted; saved" in capsys.readouterr().err
    assert main(["run", SALES, *OURS]) == 1
    assert "nothing is saved" in capsys.readouterr().err


@pytest.mark.parametrize("text", ["no json", "[]", "{}", '{"flow": "x"}'])
def test_run_refuses_a_state_that_is_none(text, write, capsys):
    state = write("state.json", text)
    assert main(["run", SALES, *OURS, "--state", state]) == 2
    assert "state.json: not a saved conversation" in capsys.readouterr().err


def test_run_json_keeps_standard_output_for_the_result(typing, capsys):
    typing("something else", "/quit")
    assert main(["run", SALES, *OURS, "--json"]) == 1
    out, err = capsys.readouterr()
    assert json.loads(out) == {"status": "waiting", "reason": None, "outcome": None, "answers": {}}
    assert "What brings you here?" in err
    typing("other")
    assert main(["run", SALES, *OURS, "--json"]) == 1
    result = json.loads(capsys.readouterr().out)
    assert (result["outcome"], result["reason"]) == ("handoff", "human")


def test_run_reports_a_human_as_no_answer(typing, write, capsys):
    flow = write("f.json", chain(question("a", data_type="email", max_attempts=1), end()))
    typing("x")
    assert main(["run", flow]) == 1
    assert "[escalate: max_attempts]" in capsys.readouterr().out


def test_run_asks_for_the_path_when_the_votes_leave_it_open(typing, write, capsys):
    doc = chain(question("a"), question("b"), end(), paths={"led": {"keywords": ["lamp"]}, "solar": {}})
    doc["policies"] = {"path": {"max_turns_unlocked": 1}}
    typing("a lamp", "led", "fine")
    assert main(["run", write("f.json", doc)]) == 0
    assert "Is this about led, solar?" in capsys.readouterr().out


def test_run_plays_scripts_against_golden_traces(tmp_path, capsys):
    script, golden = str(HERE / "scripts" / "sales.led.json"), GOLDEN / "sales.led.jsonl"
    assert main(["run", SALES, *OURS, "--script", script]) == 0
    assert capsys.readouterr().out == golden.read_text()
    assert main(["run", SALES, *OURS, "--script", script, "--golden", str(golden)]) == 0
    other = str(GOLDEN / "sales.human.jsonl")
    assert main(["run", SALES, *OURS, "--script", script, "--golden", other]) == 1
    assert capsys.readouterr().out.startswith("--- sales.human.jsonl\n+++ now\n")
    new = tmp_path / "new.jsonl"
    call = ["run", SALES, *OURS, "--script", script, "--golden", str(new)]
    assert main([*call, "--update-golden"]) == 0
    assert new.read_text() == golden.read_text()
    assert main(["run", SALES, *OURS, "--script", script, "--update-golden"]) == 2


def test_the_status_of_a_script_is_that_of_its_conversation(write, capsys):
    flow = write("f.json", chain(question("a"), end(outcome="handoff")))
    waiting = write("s.json", {"turns": []})
    assert main(["run", flow, "--script", waiting]) == 1
    handed = write("s2.json", {"turns": [{"answer": {"a": "x"}}]})
    assert main(["run", flow, "--script", handed]) == 1
    golden = write("g.jsonl", "")
    assert main(["run", flow, "--script", handed, "--golden", golden, "--update-golden"]) == 0
    assert main(["run", flow, "--script", handed, "--golden", golden]) == 0
    capsys.readouterr()
    for options in (["--ctx", "{}"], ["--state", "x.json"], ["--json"]):
        assert main(["run", flow, "--script", handed, *options]) == 2
        assert f"{options[0]} has no effect with --script: " in capsys.readouterr().err
    assert main(["run", flow, "--script", write("s3.json", [])]) == 2
    assert "s3.json: not a script: expected an object" in capsys.readouterr().err


def test_run_goes_over_a_changed_flow_again_if_told_to(typing, write, tmp_path, capsys):
    state = str(tmp_path / "state.json")
    typing("x")
    main(["run", write("f.json", chain(question("a"), question("b"), end())), "--state", state])
    changed = write("f.json", chain(question("a", max_length=9), question("b"), end()))
    typing("y")
    assert main(["run", changed, "--state", state]) == 2
    assert "nodes that it has passed differ: 'q.a': expected an upgrade" in capsys.readouterr().err
    assert main(["run", changed, "--state", state, "--again"]) == 0
    assert json.loads((tmp_path / "state.json").read_text())["frames"][0]["answers"] == {
        "a": "x",
        "b": "y",
    }


def test_a_conversation_keeps_its_ctx_and_its_file_is_named(typing, write, tmp_path, capsys):
    flow, state = write("f.json", chain(question("a"), question("b"), end())), str(tmp_path / "s.json")
    for _ in range(2):  # the same command goes on
        typing()
        assert main(["run", flow, "--state", state, "--ctx", '{"shop": "Rose"}']) == 1
    assert main(["run", flow, "--state", state, "--ctx", '{"shop": "Lily"}']) == 2
    assert "s.json: the conversation has the ctx {'shop': 'Rose'}" in capsys.readouterr().err
    assert main(["run", flow, "--state", str(tmp_path / "no" / "s.json")]) == 2
    assert f"{tmp_path / 'no' / 's.json'}: cannot be written: No such file" in capsys.readouterr().err


def test_run_says_why_an_action_fails(typing, write, capsys):
    act = {"id": "act", "type": "action", "action": "fail"}
    add = {"id": "add", "type": "assign", "values": {"n": "answers.a + 1"}}
    doc = chain(question("a"), act, add, end())
    doc["edges"].append(edge("act", "add", on="failure"))
    typing("x")
    assert main(["run", write("f.json", doc), *OURS]) == 1
    assert capsys.readouterr().err.splitlines()[:2] == [
        "kempe flow: action 'fail' at node 'act': RuntimeError: the service is down",
        "kempe flow: value of 'n' at node 'add': no string + int",
    ]


@pytest.mark.parametrize("form", ["mermaid", "dot", "cytoscape", "reactflow", "html"])
def test_export(form, tmp_path, capsys):
    target = tmp_path / "out"
    assert main(["export", SALES, "--format", form, "--output", str(target)]) == 0
    assert main(["export", SALES, "--format", form]) == 0
    assert capsys.readouterr().out == target.read_text()
    assert main(["export", str(FIXTURES / "v0_flat.json"), "--format", form]) == 0


def test_migrate_and_diff(tmp_path, capsys):
    new = tmp_path / "new.json"
    assert main(["migrate", str(FIXTURES / "v0_flat.json"), "--output", str(new)]) == 0
    assert main(["diff", str(FIXTURES / "v0_flat.json"), str(new)]) == 0
    assert capsys.readouterr().out == ""
    assert main(["diff", SALES, str(FIXTURES / "example.json"), "--json"]) == 1
    assert len(json.loads(capsys.readouterr().out)["changes"]) > 10
    assert main(["diff", SALES, str(FIXTURES / "appendix.schema.json")]) == 1
    assert f"{FIXTURES / 'appendix.schema.json'}#/nodes: error FLOW002" in capsys.readouterr().err
    new.write_text(new.read_text().replace("Your name?", "Name?"))
    assert main(["diff", str(FIXTURES / "v0_flat.json"), str(new)]) == 1
    assert capsys.readouterr().out == "/nodes/q.name/prompt: content changed: 'Your name?' -> 'Name?'\n"


def test_schema(capsys):
    assert main(["schema"]) == 0
    loose = json.loads(capsys.readouterr().out)
    assert main(["schema", "--strict"]) == 0
    strict = json.loads(capsys.readouterr().out)
    assert "additionalProperties" not in loose
    assert strict["additionalProperties"] is False


def test_nothing_from_a_flow_moves_the_cursor(typing, write, capsys):
    evil = "\x1b[2J\u202eowned\r"
    doc = chain(question("a", prompt=evil, allowed_values=[evil, "x"]), end(prompt=evil))
    typing("nonsense", "x")
    assert main(["run", write("f.json", doc)]) == 0
    out = capsys.readouterr().out
    assert not set(out) & set("\x1b\u202e\r")


def test_lines_from_a_terminal_have_a_prompt(monkeypatch):
    class Terminal(io.StringIO):
        def isatty(self):
            return True

    given = iter(["one"])

    def ask(prompt):
        assert prompt == "> "
        try:
            return next(given)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("builtins.input", ask)
    assert list(talk.typed(Terminal())) == ["one"]


def test_a_dead_end_in_a_guard_is_told(typing, write, capsys):
    doc = chain(question("a"), end())
    doc["edges"] = [edge("q.a", "end", "answers.a == 'x'")]
    typing("y", "x")
    assert main(["run", write("f.json", doc)]) == 0
    assert "that leads nowhere" in capsys.readouterr().out


@pytest.mark.parametrize(("outcome", "status"), [("success", 0), ("failure", 1), ("handoff", 1)])
def test_run_tells_the_outcome_of_the_terminal(typing, write, capsys, outcome, status):
    doc = write("f.json", chain(question("a"), end(outcome=outcome)))
    typing("yes")
    assert main(["run", doc, "--json"]) == status
    out, err = capsys.readouterr()
    assert json.loads(out)["outcome"] == outcome
    assert ("[done: " in err) is (outcome == "success")

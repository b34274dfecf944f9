"""The runner of the conformance suites, on small suites of its own."""

from __future__ import annotations

import json

from bench.conformance import fill_in, main

CHART = """<scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" {}>
<state id="a"><onentry><send event="late"/></onentry><transition event="late" target="b"/>
  <transition event="go" target="c"/></state><state id="b"/><state id="c"/>{}</scxml>"""


def test_scion(tmp_path, capsys):
    def write(name, after, extra=""):
        (tmp_path / f"{name}.scxml").write_text(CHART.format("", extra))
        steps = [{"after": 5, "event": {"name": "x"}, "nextConfiguration": after}]
        (tmp_path / f"{name}.json").write_text(
            json.dumps({"initialConfiguration": ["a"], "events": steps})
        )

    write("one", ["b"])
    write("two", ["b"], "<script/>")
    assert main(["scion", str(tmp_path), "--all"]) == 0
    out = capsys.readouterr().out
    assert "refused: two.scxml: line 3: error CHART002: <script> in <scxml>" in out
    assert out.endswith("2 tests: 1 passed, 0 wrong, 1 refused, 0 manual\n")
    write("three", ["c"])
    assert main(["scion", str(tmp_path)]) == 1
    assert "wrong: three.scxml: step 1: ('b',), expected ['c']" in capsys.readouterr().out


W3C = """<scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" conf:datamodel=""
  xmlns:conf="http://www.w3.org/2005/scxml-conformance">
<datamodel><data conf:id="1" conf:expr="0"/></datamodel>
<state id="s"><onentry><conf:incrementID id="1"/><send event="timeout" conf:delay="2"/></onentry>
  <transition event="timeout" conf:idVal="1=1" conf:target{}=""/></state>
<conf:pass/><conf:fail/></scxml>"""


def test_w3c(tmp_path, capsys):
    (tmp_path / "test1.txml").write_text(W3C.format("pass"))
    assert main(["w3c", str(tmp_path)]) == 0
    (tmp_path / "test2.txml").write_text(W3C.format("fail"))
    assert main(["w3c", str(tmp_path)]) == 1
    assert "wrong: test2: ended in ('fail',)" in capsys.readouterr().out


def test_templates():
    assert fill_in('conf:idVal="2&lt;=3"') == 'cond="Var2 &lt;= 3"'
    assert fill_in('conf:VarEqVar="1 2"') == 'cond="Var1 == Var2"'
    assert fill_in('conf:eventNamedParamHasValue="p x"') == "cond=\"_event.data.p == 'x'\""
    assert fill_in('conf:unknown="1"') == 'conf:unknown="1"'

"""Values of a chart built in Python: texts, expressions, constants."""

import pytest

from agents.statechart import (
    Assign,
    Chart,
    Data,
    DoneData,
    Edge,
    Expr,
    Fixed,
    Foreach,
    If,
    InvalidChart,
    Log,
    Machine,
    State,
    write_scxml,
)
from agents.statechart.invocation import Finished
from agents.statechart.kernel import step


def machine(*content, done=None):
    edges = (Edge(("go",), (), None, content), Edge(("end",), ("end",)))
    return Machine(
        Chart(
            (State("a", edges=edges), State("end", "final", done=done)),
            data=(Data("n", 0), Data("s", "none"), Data("i")),
        )
    )


def test_an_expression_is_computed_and_a_text_is_a_constant():
    one = machine(Assign("n", Expr("n + 1")), Assign("s", "two words"))
    one.send("go")
    one.send("go")
    assert one.configuration.data == {"n": 2, "s": "two words"}
    assert 'expr="n + 1"' in write_scxml(one.chart)


@pytest.mark.parametrize("text", ["n + 1", "s", "_event.data.x", "size(s)"])
def test_a_text_that_reads_like_an_expression_is_refused(text):
    with pytest.raises(InvalidChart) as caught:
        machine(Assign("n", text))
    (finding,) = caught.value.findings
    assert finding.code == "CHART012"
    assert (
        finding.message
        == f"value = {text!r}: expected Expr({text!r}), or Fixed({text!r}) for the text itself"
    )
    one = machine(Assign("n", Fixed(text)))
    one.send("go")
    assert one.configuration.data["n"] == text


def test_conditions_and_lists_of_content_are_expressions_too():
    loop = Foreach(Expr("[1, 2, 3]"), "i", None, (Assign("n", Expr("n + i")),))
    one = machine(loop, If((("n > 100", (Assign("s", "never"),)), ("n > 1", (Assign("s", "then"),)))))
    one.send("go")
    assert (one.configuration.data["n"], one.configuration.data["s"]) == (6, "then")


def test_the_data_of_an_end_are_constants_or_expressions():
    one = machine(done=DoneData((("n", Expr("n + 7")), ("s", "done"))))
    taken = step(one.chart, one.configuration, "end")
    assert taken.effects == (Finished({"n": 7, "s": "done"}),)


def test_an_expression_that_is_none_is_a_finding():
    with pytest.raises(InvalidChart, match="value = 'n \\+': "):
        machine(Log("x", Expr("n +")))
    with pytest.raises(InvalidChart, match="condition = 7: expected an expression or a function"):
        machine(If(((7, ()),)))

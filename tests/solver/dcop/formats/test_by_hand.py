"""Small files written by hand, one format after another, and what is wrong with others."""

from __future__ import annotations

import math

import pytest

from solver import InputError, InputWarning
from solver.dcop.formats import cfn, uai, wcsp

pydcop = pytest.importorskip("solver.dcop.formats.pydcop")
pytest.importorskip("yaml")

pytestmark = pytest.mark.tiny

# ------------------------------------------------------------------------------------------------ wcsp


def test_wcsp_tables_defaults_and_bound():
    network = wcsp.parse(
        "name 3 3 4 10\n2 3 2\n2 1 0 4 2\n0 0 7\n2 1 12\n1 2 5 1\n1 0\n0 3 0\n1 2 1 0\n", "f"
    )
    assert network.sizes.tolist() == [2, 3, 2]
    assert network.table(0).tolist() == [[7, 4, 4], [4, 4, math.inf]]
    assert network.unary(2).tolist() == [6, 1]
    assert network.constant == 3
    assert network.upper_bound == 10


def test_wcsp_shared_functions():
    network = wcsp.parse("n 3 2 3 9 2 2 2 -2 0 1 0 1 1 1 4 2 1 2 0 -1 2 2 0 0 -1", "f")
    assert [network.table(e).tolist() for e in range(3)] == [[[0, 0], [0, 4]]] * 3


@pytest.mark.parametrize(
    ("keyword", "cost"),
    [
        (">= 1 9", lambda x, y: max(0, y + 1 - x)),
        ("> 0 1", lambda x, y: max(0, y + 1 - x) if y + 1 - x <= 1 else math.inf),
        ("<= 0 9", lambda x, y: max(0, x - y)),
        ("< 1 9", lambda x, y: max(0, x - y)),
        ("= 1 2", lambda x, y: abs(y + 1 - x) if abs(y + 1 - x) <= 2 else math.inf),
        ("disj 1 2 5", lambda x, y: 0 if x >= y + 2 or y >= x + 1 else 5),
        ("sdisj 2 1 3 2 7 9", None),
    ],
)
def test_wcsp_arithmetic(keyword, cost):
    table = wcsp.parse(f"n 2 4 1 99 4 3 2 0 1 -1 {keyword}", "f").table(0)
    if cost is None:
        # x = 3 or y = 2 puts a task off, at a price; otherwise they must not overlap.
        assert table.tolist() == [
            [math.inf, math.inf, 9],
            [0, math.inf, 9],
            [0, 0, 9],
            [7, 7, 16],
        ]
        return
    assert table.tolist() == [[cost(x, y) for y in range(3)] for x in range(4)]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("n 2 2", "f:1: number of cost functions: expected before the end of the file"),
        ("n 2 2 0 x", "f:1: upper bound = 'x': expected an integer"),
        ("n -1", "f:1: number of variables = '-1': expected an integer >= 0 and <= 3"),
        ("n 1 2 0 5\n0", "f:2: domain size of variable 0 = 0: expected another integer"),
        ("n 3 2 1 5\n2 2 2\n33 0 1 2 0 0", "f:3: arity of cost function 0 = 33: expected at most 32"),
        (
            "n 2 2 1 5 2 2 2 0 0 1 0",
            r"f:1: scope of cost function 0 = \(0, 0\): expected distinct variables",
        ),
        (
            "n 2 2 1 5 2 2 2 0 2 1 0",
            "f:1: variable of cost function 0 = '2': expected an integer >= 0 and <= 1",
        ),
        (
            "n 2 2 1 5 2 2\n2 0 1 0 1\n0 2 1",
            r"f:3: cost function 0: tuple = '0 2 1': expected values below \(2, 2\), a cos",
        ),
        (
            "n 2 2 1 5 2 2\n2 0 1 0 1\n0 1 -1",
            r"f:3: cost function 0: tuple = '0 1 -1': expected values below \(2, 2\), a co",
        ),
        ("n 2 2 1 5 2 2\n2 0 1 0 1\n0 y 1", "f:3: cost function 0 = 'y': expected a number"),
        (
            "n 2 2 1 5 2 2\n2 0 1 0 1\n0 1",
            "f:3: cost function 0: expected 3 numbers before the end of the file",
        ),
        (
            "n 2 2 1 5 2 2\n2 0 1 0 0\n7",
            "f:3: after the last cost function = '7': expected the end of the file",
        ),
        (
            "n 2 2 1 5 2 2 2 0 1 -1 alldiff 0 0",
            "f:1: cost function 0: global function = 'alldiff': expected a table",
        ),
        (
            "n 2 2 1 5 2 2 2 0 1 0 -1",
            "f:1: number of tuples of cost function 0 = '-1': expected an integer >= 0",
        ),
        (
            "n 3 3 2 5 2 2 3 -2 0 1 0 0 2 1 2 0 -1",
            r"f:1: cost function 1: domain sizes of the shared function = \(2, 2\): expect",
        ),
    ],
)
def test_wcsp_says_what_is_wrong(text, message):
    with pytest.raises(InputError, match=message):
        wcsp.parse(text, "f")


# ------------------------------------------------------------------------------------------------- uai


def test_uai_factors_are_probabilities():
    text = "MARKOV\n2\n2 3\n3\n1 0\n2 1 0\n0\n2\n0.5 0.25\n6\n1 0 1 1 1 0.125\n1 1\n"
    network = uai.parse(text, "f")
    assert network.unary(0).tolist() == [-math.log(0.5), -math.log(0.25)]
    assert network.table(0).tolist() == [[0, 0, 0], [math.inf, 0, -math.log(0.125)]]
    assert not network.constant


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("GIBBS 1 2 0", "f:1: kind of network = 'GIBBS': expected MARKOV or BAYES"),
        ("BAYES 3 2 2 2\n2\n1 0\n33 0 1 2", "f:4: arity of factor 1 = 33: expected at most 32"),
        ("MARKOV 1 2 1 2 0 0", r"f:1: scope of factor 0 = \[0, 0\]: expected distinct variables"),
        (
            "MARKOV 1 2 1\n1 0\n3 1 1 1",
            "f:3: number of entries of factor 0 = '3': expected an integer >= 2 and <=",
        ),
        ("MARKOV 1 2 1\n1 0\n2\n1 -0.5", r"f:4: factor 0 = -0\.5: expected a finite number >= 0"),
        ("MARKOV 1 2 1 1 0 2 1 nan", "f:1: factor 0 = 'nan': expected a number"),
    ],
)
def test_uai_says_what_is_wrong(text, message):
    with pytest.raises(InputError, match=message):
        uai.parse(text, "f")


# ------------------------------------------------------------------------------------------------- cfn

STRICT = """
{"problem": {"name": "p", "mustbe": "<10.5"},
 "variables": {"x": ["a", "b"], "y": 3},
 "functions": {
   "f": {"scope": ["x", "y"], "defaultcost": 1.5, "costs": ["a", 0, -2, "b", 2, inf]},
   "g": {"scope": ["x"], "costs": "h"},
   "h": {"scope": ["x"], "costs": [0.25, 4]},
   "k": {"scope": [], "costs": [7]}}}
"""
LOOSE = """
# the same
{ problem [p <10.5]
# a comment
  variables {x [a b] y 3}
  functions { f {scope [x y] defaultcost "1.5" costs [0 0 -2, [b 2 inf]]}
              g {scope {0} costs: h}  h {scope [x] costs [0.25 4]} k {scope [] costs [7]}}
"""


@pytest.mark.parametrize("text", [STRICT, LOOSE])
def test_cfn_strict_and_loose(text):
    network = cfn.parse(text, "f")
    assert network.names == ("x", "y")
    assert network.domains == (("a", "b"), (0, 1, 2))
    assert network.table(0).tolist() == [[-2, 1.5, 1.5], [1.5, 1.5, math.inf]]
    assert network.unary("x").tolist() == [0.5, 8]
    assert network.constant == 7
    assert network.upper_bound == 10.5


def test_cfn_without_names_and_maximized():
    network = cfn.parse(
        "{{p >-5} [2 2] [{scope [0 1] costs [1 2 -inf 4]} {scope [1] costs [1 1]}]}", "f"
    )
    assert network.table(0).tolist() == [[-1, -2], [math.inf, -4]]
    assert network.unary("1").tolist() == [-1, -1]
    assert network.upper_bound == 5


def test_cfn_arithmetic():
    network = cfn.parse("{{p <9} {x 2 y 2} {f {scope [x y] type <= params [0 5]}}}", "f")
    assert network.table(0).tolist() == [[0, 0], [1, 0]]


@pytest.mark.parametrize(
    ("variables", "functions", "message"),
    [
        (
            "x 2",
            f"f {{scope [{'x ' * 33}] costs []}}",
            "f:3: arity of function 'f' = 33: expected at most 32",
        ),
        (
            "x 2 y 2",
            "f {scope [x y] type salldiff params {}}",
            "f:3: function 'f': global function = 'salldiff': expected a table",
        ),
        ("x 2", "f {scope [x x] costs [1 2 3 4]}", "f:3: scope of 'f': expected distinct variables"),
        ("x 2", "f {scope [z] costs [1 2]}", "f:3: scope of 'f' = 'z': expected a variable"),
        ("x 2", "f {scope [1] costs [1 2]}", "f:3: scope of 'f' = '1': expected a variable"),
        ("x 2", "f {scope [x] costs [1]}", "f:3: number of costs of 'f' = 1: expected 2"),
        ("x 2", "f {scope [x] costs [1 a]}", "f:3: costs of 'f' = 'a': expected a number"),
        (
            "x 2",
            "f {scope [x] defaultcost 0 costs [5 1]}",
            "f:3: costs of 'f' = '5': expected a value of variable 0",
        ),
        ("x 2", "f {scope [x] defaultcost 0 costs [1]}", "expected tuples of 2 words"),
        ("x 2", "f {scope [x] costs g}", "f:3: costs of 'f' = 'g': expected a list or a later function"),
        (
            "x 2 y 3",
            "f {scope [x] costs g} g {scope [y] costs [1 2 3]}",
            r"f:3: costs of 'f': shape of 'g' = \(3,\): expected \(2,\)",
        ),
        ("x 2", "f {scope [x]}", "f:3: function 'f': expected costs"),
        ("x 2", "f {costs [1]}", "f:3: function 'f': expected a scope"),
        ("x 2 x 3", "", "f:2: variable = 'x': expected distinct names"),
        ("x 0", "", "f:2: domain of 'x' = '0': expected an integer other than 0, at most 104857"),
        ("x [a a]", "", r"f:2: domain of 'x' = \['a', 'a'\]: expected distinct values, at least one"),
    ],
)
def test_cfn_says_what_is_wrong(variables, functions, message):
    with pytest.raises(InputError, match=message) as caught:
        cfn.parse(
            f"{{ problem {{p <9}}\nvariables {{ {variables} }}\nfunctions {{ {functions} }} }}", "f"
        )
    assert caught.value.line in (2, 3)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{{p <9} [2] [{scope [0]", "f:1: this bracket: expected a closing one"),
        ("{}}", r"f:1: '\}': expected an opening bracket before it"),
        ("", "expected one object"),
        ("{{p 9} [2] []}", "f:1: mustbe = '9': expected < or > and a number"),
        ("{{p <9} [2]}", "expected problem, variables, functions"),
    ],
)
def test_cfn_brackets_and_header(text, message):
    with pytest.raises(InputError, match=message):
        cfn.parse(text, "f")


# ------------------------------------------------------------------------------------------------ yaml

YAML = """
name: by hand
objective: {objective}
domains:
  color: {{values: [R, G], type: color}}
  level: {{values: [1 .. 3]}}
  switch: {{values: [true, false]}}
variables:
  a: {{domain: color, initial_value: R, cost_function: -0.1 if a == 'R' else 0.1}}
  b: {{domain: level}}
  s: {{domain: switch}}
external_variables:
  limit: {{domain: level, initial_value: 2}}
constraints:
  near: {{type: intention, function: "10 * abs(b - limit) if s else 0"}}
  both:
    type: extensional
    variables: [b, a]
    default: 7
    values: {{5: 1 R | 3 G, 0.5: 2 G}}
  alone: {{type: extensional, variables: b, values: {{2: 1, 3: "2 | 3"}}}}
agents: [one, two]
"""


@pytest.mark.parametrize(("objective", "sign"), [("min", 1), ("max", -1)])
def test_yaml_constraints_of_both_kinds(objective, sign):
    network = pydcop.parse(YAML.format(objective=objective), "f")
    assert network.names == ("a", "b", "s")
    assert network.domains == (("R", "G"), (1, 2, 3), (True, False))
    assert network.unary("a").tolist() == [sign * -0.1, sign * 0.1]
    assert network.unary("b").tolist() == [sign * 2, sign * 3, sign * 3]
    assert (sign * network.table(0)).tolist() == [[5, 7, 7], [7, 0.5, 5]]
    assert (sign * network.table(1)).tolist() == [[10, 0], [0, 0], [10, 0]]


def test_yaml_warns_of_noise():
    text = YAML.format(objective="min").replace("domain: level}", "domain: level, noise_level: 0.1}", 1)
    with pytest.warns(InputWarning, match="left out the random noise of 1 variables"):
        pydcop.parse(text, "f")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            "10 * abs(b - limit) if s else 0",
            "b + z",
            "f:15: constraint near: variable = 'z': expected a known one",
        ),
        (
            "10 * abs(b - limit) if s else 0",
            "1 / (b - limit)",
            r"f:15: constraint near: cost of \(2\): division by zero",
        ),
        (
            "10 * abs(b - limit) if s else 0",
            "return 3",
            "f:15: constraint near: 'return 3': expected an expression",
        ),
        ("10 * abs(b - limit) if s else 0", "__import__('os')", "expected arithmetic, logic"),
        (
            "10 * abs(b - limit) if s else 0",
            "'x'",
            "f:15: constraint near: cost = 'x': expected a finite number or inf",
        ),
        (
            '"10 * abs(b - limit) if s else 0"',
            "x, source: y.py",
            "f:15: constraint near: 'source': expected an expression instead",
        ),
        (
            "variables: [b, a]",
            f"variables: [{', '.join('b' * 33)}]",
            "f:16: constraint both: arity = 33: expected at most 32",
        ),
        (
            "variables: [b, a]",
            "variables: [b, b]",
            "f:16: constraint both: b twice: expected distinct variables",
        ),
        (
            "variables: [b, a]",
            "variables: [b, z]",
            "f:16: constraint both: variable = 'z': expected a known one",
        ),
        ("    default: 7\n", "", r"f:16: constraint both: \(1, G\): expected a cost, or a default"),
        ("1 R | 3 G", "1 R | 4 G", "f:16: constraint both: '4 G': expected values of b, a"),
        (
            "type: extensional\n",
            "type: other\n",
            "f:16: constraint both: type = 'other': expected intention or extensional",
        ),
        (
            "{domain: switch}",
            "{domain: other}",
            "f:11: variable s: domain = 'other': expected a name of domains",
        ),
        (
            "cost_function: -0.1",
            "cost_function: b if b else 0.1",
            r"f:9: variable a: cost_function of \('b', 'a'\): expected of a alone",
        ),
        ("[R, G]", "[R, R]", "f:5: domain color: expected distinct"),
        ("[R, G]", "[]", "domain color: expected a list of values, at least one"),
        (
            "[1 .. 3]",
            "[1 .. x]",
            r"f:6: domain level: '1 \.\. x': expected two integers, at most 1048576 apart",
        ),
        ("initial_value: 2", "initial_value: 9", "external variable limit: expected an initial_value"),
        ("objective: min", "objective: best", "f: objective = 'best': expected min or max"),
        ("constraints:", "constraints: [", r"f:16: expected YAML: did not find expected ',' or '\]'"),
        ("both:\n", "both: 3\n  more:\n", "constraint both: expected a mapping"),
    ],
)
def test_yaml_says_what_is_wrong(old, new, message):
    text = YAML.format(objective="min")
    assert old in text
    with pytest.raises(InputError, match=message):
        pydcop.parse(text.replace(old, new, 1), "f")

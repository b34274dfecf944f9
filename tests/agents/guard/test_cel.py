"""Whatever the profile takes means what it means in CEL: compared with Google's cel-cpp."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.guard import DYN, Declarations, GuardError, compile_expression

from .fuzz import fuzz

cel = pytest.importorskip("cel_expr_python.cel")

ROOTS = ("a", "b")
DECLARED = Declarations(dict.fromkeys(ROOTS, DYN))
CEL = cel.NewEnv(variables=dict.fromkeys(ROOTS, cel.Type.DYN))


def one_of(words):
    return st.sampled_from(words.split())


numbers = one_of(
    "0 1 2 -1 7 -3 0x1F 9223372036854775807 -9223372036854775808"
    " 1.0 2.0 -0.0 0.5 .25 1e3 1e300 -1.5e-3 1e400"
)
texts = one_of(
    r"""'' 'a' "b" 'ab' 'Ab' '1' r'\n' '\n' '\u00e9' 'é' '\U0001F600' '\x41\101' '\'' R'\\' """
    r"""b'a' b'\xff' b'é' '''a'b''' """
)
constants = st.one_of(numbers, texts, one_of("true false null [] [1,2.0] ['a']"))
paths = one_of(
    "a b a.x a.y a.s a.t a.n a.l a.m a.m.x a.m.n a.none a.none.x b.x b.s a['x'] a.m['n'] a.l[0] a.if"
)


def compound(inner):
    binary = st.sampled_from(["==", "!=", "<", "<=", ">", ">=", "in", "+", "-", "*", "%", "&&", "||"])
    return st.one_of(
        st.tuples(inner, binary, inner).map(lambda t: f"({t[0]} {t[1]} {t[2]})"),
        st.tuples(inner, binary, inner).map(lambda t: f"{t[0]} {t[1]} {t[2]}"),
        # cel-cpp drops a double negation before it checks the types.
        st.tuples(one_of("! -"), inner).map(
            lambda t: f"{t[0]}({t[1]})" if t[1][0] == t[0] else t[0] + t[1]
        ),
        st.tuples(inner, inner, inner).map(lambda t: f"({t[0]} ? {t[1]} : {t[2]})"),
        st.tuples(inner, inner).map(lambda t: f"({t[0]})[{t[1]}]"),
        st.tuples(paths, st.sampled_from("xyn")).map(lambda t: f"has({t[0]}.{t[1]})"),
        inner.map(lambda e: f"size({e})"),
        inner.map(lambda e: f"({e}).size()"),
        inner.map(lambda e: f"({e}).x"),
        st.tuples(inner, st.sampled_from(["startsWith", "endsWith", "contains"]), inner).map(
            lambda t: f"({t[0]}).{t[1]}({t[2]})"
        ),
        st.lists(inner, max_size=3).map(lambda items: f"[{', '.join(items)}]"),
    )


expressions = st.recursive(st.one_of(constants, paths), compound, max_leaves=8)

scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 8),
    st.sampled_from([2**63 - 1, -(2**63), 0.0, 1.0, -0.0, 2.5, math.inf, math.nan]),
    st.sampled_from(["", "a", "ab", "b", "é", "\U0001f600", "x"]),
)
values = st.recursive(
    scalars,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(st.sampled_from(["x", "y", "n", "s", "if"]), inner, max_size=4),
    ),
    max_leaves=6,
)
records = st.fixed_dictionaries(
    {},
    optional=dict.fromkeys(["x", "y", "s", "t", "n", "l", "m", "d", "if"], values),
)


def same(a, b):
    """Equal, of the same type, NaN being itself."""
    if isinstance(b, (bytes, bytearray)):
        return isinstance(a, bytes) and a == bytes(b)
    if type(a) is not type(b):
        return False
    if isinstance(a, list):
        return len(a) == len(b) and all(map(same, a, b))
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(same(a[key], b[key]) for key in a)
    return a == b or (a != a and b != b)


def compare(source, data):
    try:
        ours = compile_expression(source, DECLARED)
    except GuardError as error:
        if "null" not in error.reason:  # its checker lets arithmetic on null pass, to fail at run time
            with pytest.raises(RuntimeError):
                CEL.compile(source)
        return
    theirs = CEL.compile(source, disable_check=True).eval(data=data)
    value, failure = ours.evaluate(data)
    if theirs.type().name() == "ERROR":
        assert failure is not None, (source, value, theirs.value())
    else:
        assert failure is None, (source, failure, theirs.plain_value())
        assert same(value, theirs.plain_value()), (source, value, theirs.plain_value())


@fuzz(300)
@given(expressions, records, values)
def test_every_expression_has_the_value_that_cel_gives_it(source, a, b):
    compare(source, {"a": a, "b": b})


quoted = st.builds(
    "{}{}{}".format,
    st.sampled_from(["", "", "", "r", "R", "b", "B", "bR", "rb"]),
    st.sampled_from(["'", '"', "'''", '"""']),
    st.text("'\"\\abfnrtvxuU0178eé\n?`rRbB ", max_size=12),
)


@fuzz(300)
@given(quoted.flatmap(lambda q: st.sampled_from([q, q + "'", q + '"'])))
def test_the_same_texts_are_string_literals(source):
    compare(source, {})


DATA = {
    "a": {"x": 1, "y": 2.0, "s": "text", "n": None, "l": [1, 2.0, "s"], "m": {"x": True}},
    "b": math.nan,
}


@pytest.mark.parametrize(
    "source",
    [
        "dyn_is_no_root",
        "1 == 1.0",
        "a.x == 1.0 && a.x in [1.0]",
        "a.x == '1'",
        "a.n == null && a.n != 1",
        "b == b",
        "b != b || b < b",
        "a.none || true",
        "a.none && false",
        "a.none && true",
        "a.x || true",
        "a.x || false",
        "a.none ? 1 : 2",
        "true ? 1 : a.none",
        "-7 % 3 == -1 && 7 % -3 == 1",
        "a.x % 0",
        "-9223372036854775808 % (a.x - 2)",
        "9223372036854775807 + a.x",
        "-(-9223372036854775808)",
        "--9223372036854775808",
        "9223372036854775808",
        "true ? true ? 1 : 2 : 3",
        "true ? 1 : false ? 2 : 3",
        "1 < 2 == true",
        "!-1",
        "-!true",
        "a.l[1.0] == 2.0",
        "a.l[-1]",
        "a.l['0']",
        "a[a.s]",
        "'é\\U0001F600'.size() == 2",
        "size('\\ud800')",
        "'\\400'",
        "[1,]",
        "[,]",
        "[,1]",
        "1.",
        ".5",
        "01",
        "1a",
        "1 // the rest",
        "a.in",
        "a.if",
        "if",
        "a\u00a0",
        "1\f",
        "'a\nb'",
        "'''a\nb'''",
        "r'\\'",
        "has(a.m.x)",
        "has(a.none.x)",
        "has(a.x.y)",
        "has(a['x'])",
        "has(a.x, a.y)",
    ],
)
def test_pinned(source):
    compare(source, DATA)


@pytest.mark.parametrize("source", ["!!'a'", "--'a'", "(!!a).size()"])
def test_a_double_negation_of_the_wrong_type_is_refused_where_cel_cpp_drops_it(source):
    with pytest.raises(GuardError, match=r"takes a bool|no -string|no size"):
        compile_expression(source, DECLARED)
    CEL.compile(source)


def test_comparison_of_large_ints_with_doubles_is_exact_where_cel_cpp_rounds():
    source = "a.big == 9007199254740992.0"
    data = {"a": {"big": 9007199254740993}}
    assert compile_expression(source, DECLARED).evaluate(data) == (False, None)
    assert CEL.compile(source).eval(data=data).plain_value() is True

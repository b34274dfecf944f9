"""The static check: what it knows to be wrong is wrong on all values."""

from __future__ import annotations

import pytest

from agents.guard import (
    BOOL,
    BYTES,
    DOUBLE,
    DYN,
    INT,
    LIST,
    MAP,
    STRING,
    Declarations,
    Enum,
    Function,
    GuardError,
    compile_expression,
)

DECLARED = Declarations(
    roots={
        "a": {
            "n": INT,
            "d": DOUBLE,
            "s": STRING,
            "b": BOOL,
            "raw": BYTES,
            "e": Enum("x", "y"),
            "mixed": Enum(1, "one"),
            "texts": LIST(STRING),
            "sub": {"field": INT},
            "by_name": MAP(INT),
        },
        "any": DYN,
    },
    functions={
        "f": Function((STRING, INT), BOOL, lambda text, n: True, optional=(BOOL,)),
        "choose": Function((Enum("x", "y"),), INT, lambda which: 1),
        "all_of": Function((LIST(STRING),), BOOL, lambda texts: True),
        "look": Function((MAP(),), BOOL, lambda record: True),
    },
)


@pytest.mark.parametrize(
    ("source", "kind"),
    [
        ("a.n + 1", "int"),
        ("a.d * 2.0", "double"),
        ("a.s + 'x'", "string"),
        ("a.texts + ['x']", "list(string)"),
        ("a.texts + [1]", "list(dyn)"),
        ("a.texts[0]", "string"),
        ("a['sub'].field", "int"),
        ("a[a.s]", "dyn"),
        ("a.by_name.what", "int"),
        ("a.by_name[a.s]", "int"),
        ("a.e", "one of 'x', 'y'"),
        ("a.mixed == 1", "bool"),
        ("a.n < a.d", "bool"),
        ("a.n == a.d", "bool"),
        ("a.s == null", "bool"),
        ("1 == '1'", "bool"),
        ("'1' in [1, 2]", "bool"),
        ("any.x.y[0] + 1", "int"),
        ("any || a.b", "bool"),
        ("a.b ? a.n : 0", "int"),
        ("a.b ? a.n : any", "dyn"),
        ("a.b ? a.n : null", "dyn"),
        ("a.b ? a.e : 'z'", "string"),
        ("size(a) + size(a.s) + a.texts.size() + size(a.raw)", "int"),
        ("a.e.startsWith('x')", "bool"),
        ("f(a.e, any)", "bool"),
        ("f(a.s, 1, a.b)", "bool"),
        ("choose('x') + choose(a.e)", "int"),
        ("all_of(a.texts) && look(a.sub) && look(a)", "bool"),
        ("a.sub == a.by_name", "bool"),
        ("-a.d", "double"),
        ("a.raw < b'x'", "bool"),
    ],
)
def test_types(source, kind):
    assert str(compile_expression(source, DECLARED).type) == kind


@pytest.mark.parametrize(
    ("source", "position", "text"),
    [
        ("a.n + a.d", 4, "no int + double"),
        ("a.n + 'x'", 4, "no int + string"),
        ("a.s - a.s", 4, "no string - string"),
        ("a.d % 2.0", 4, "no double % double"),
        ("a.texts + 1", 8, "no list(string) + int"),
        ("-a.s", 0, "no -string"),
        ("!a.n", 3, "! takes a bool, not a value of type int"),
        ("a.b && a.n", 9, "&& takes a bool, not a value of type int"),
        ("a.n ? 1 : 2", 2, "?: takes a bool, not a value of type int"),
        ("a.b ? 1 : 'x'", 4, "the branches of ?: are of types int and string"),
        ("a.n == 'x'", 4, "int == string is decided by the types alone"),
        ("a.b != 1", 4, "bool != int is decided by the types alone"),
        ("a.texts == [1]", 8, "list(string) == list(int) is decided by the types alone"),
        ("a.n in ['x']", 4, "int in string is decided by the types alone"),
        ("a.n in a.texts", 4, "no int in list(string)"),
        ("a.n in a.by_name", 4, "no int in map(string, int)"),
        ("'x' in a.s", 4, "nothing is in a value of type string"),
        ("a.n < a.s", 4, "no int < string"),
        ("a.b < 1", 4, "no bool < int"),
        ("null < null", 5, "no null < null"),
        ("a.texts < a.texts", 8, "no list(string) < list(string)"),
        ("a.e == 'z'", 7, "'z' is not one of 'x', 'y'"),
        ("'z' != a.e", 0, "'z' is not one of 'x', 'y'"),
        ("a.e in ['x', 'z']", 13, "'z' is not one of 'x', 'y'"),
        ("a.mixed == true", 11, "true is not one of 1, 'one'"),
        ("choose('z')", 7, "'z' is not one of 'x', 'y'"),
        ("a.s.field", 4, "a value of type string has no field field"),
        ("a.n[0]", 3, "no int[int]"),
        ("a.texts['x']", 7, "no list(string)[string]"),
        ("a[0]", 1, "no record[int]"),
        ("size(a.n)", 0, "no size(int)"),
        ("size()", 0, "no size()"),
        ("a.n.contains('1')", 4, "no int.contains(string); it takes strings"),
        ("a.s.contains(1)", 4, "no string.contains(int); it takes strings"),
        ("f('x')", 0, "f takes 2 to 3 arguments, not 1"),
        ("choose()", 0, "choose takes 1 arguments, not 0"),
        ("f(1, 1)", 2, "f takes string here, not int"),
        ("all_of([1])", 7, "all_of takes list(string) here, not list(int)"),
        ("look(a.s)", 7, "look takes map(string, dyn) here, not string"),
    ],
)
def test_type_errors(source, position, text):
    with pytest.raises(GuardError) as caught:
        compile_expression(source, DECLARED)
    assert (caught.value.code, caught.value.reason) == ("type", text)
    assert caught.value.position == position


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("b", "no root b; declared are a, any"),
        ("ani", "no root ani; did you mean any?"),
        ("f", "f is a function; write f(…)"),
        ("a.m", "no field a.m; did you mean"),
        ("a.sub.fild", "no field a.sub.fild; did you mean a.sub.field?"),
        ("has(a.sub.q)", "no field a.sub.q; "),
        ("'nn' in a", "no field nn"),
        ("a['q']", "no field a.q; "),
        ("g()", "no function g; declared are all_of, choose, f, look"),
        ("any.f('x')", "no method f; "),
        ("startsWith(a.s, 'x')", "startsWith is a method: text.startsWith(part)"),
    ],
)
def test_unknown_names(source, text):
    with pytest.raises(GuardError) as caught:
        compile_expression(source, DECLARED)
    assert caught.value.code == "unknown"
    assert caught.value.reason.startswith(text)


def test_nothing_declared():
    with pytest.raises(GuardError, match="no root a; none is declared"):
        compile_expression("a", Declarations())

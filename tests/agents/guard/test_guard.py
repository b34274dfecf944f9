"""Guards as a host meets them: compiled once, evaluated, never raising."""

from __future__ import annotations

import doctest

import pytest

import agents.guard
from agents.errors import InputError, KempeError
from agents.guard import (
    BOOL,
    DYN,
    INT,
    LIST,
    MAP,
    STRING,
    Declarations,
    Enum,
    Function,
    GuardError,
    Outcome,
    compile_expression,
    compile_guard,
)

DECLARED = Declarations(
    roots={
        "answers": {
            "intention": Enum("buy_led", "rent"),
            "age": INT,
            "email": STRING,
            "tags": LIST(STRING),
        },
        "ctx": DYN,
    },
    functions={
        "in_state": Function((STRING,), BOOL, lambda state: state == "idle"),
        "near": Function((INT,), BOOL, lambda a, within=1: a < within, optional=(INT,)),
        "given": Function(
            (STRING,), BOOL, lambda values, key: key in values["answers"], with_values=True
        ),
        "broken": Function((), BOOL, lambda: 1 // 0),
        "liar": Function((), BOOL, lambda: "yes"),
    },
)
VALUES = {"answers": {"intention": "rent", "age": 30}, "ctx": {"n": 5, "deep": {"er": {"x": 1}}}}


def outcome(source, values=VALUES):
    guard = compile_guard(source, DECLARED)
    found = guard.evaluate(values)
    assert guard(values) is found.value
    return found


def test_the_example_of_the_package():
    assert doctest.testmod(agents.guard).failed == 0


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("answers.intention == 'rent' && !has(answers.email)", True),
        ("answers.age >= 18 ? answers.intention == 'rent' : false", True),
        ("answers['age'] in [29, 30]", True),
        ("ctx.deep.er.x + ctx.n == 6", True),
        ("'age' in answers && !('email' in answers)", True),
        ("in_state('idle') && !in_state('busy')", True),
        ("near(0) && near(4, 5) && !near(4)", True),
        ("given('age') && !given('email')", True),
        ("answers.intention.startsWith('re') && answers.intention.size() == 4", True),
        ("ctx.deep['er']['x'] == 1.0", True),
    ],
)
def test_guards_that_have_a_value(source, expected):
    assert outcome(source) == Outcome(expected, None)


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("answers.email == ''", "answers.email is missing"),
        ("ctx.deep.missing.x == 1", "ctx.deep.missing is missing"),
        ("ctx.n.x == 1", "ctx.n.x: an int has no fields"),
        ("ctx.n", "the guard is of type int, not bool"),
        ("ctx.n < 'a'", "no int < string"),
        ("broken()", "broken() raised ZeroDivisionError: integer division or modulo by zero"),
        ("liar()", "liar() returned 'yes', not bool"),
        ("in_state(ctx.n)", "in_state() takes string, not an int"),
        ("ctx.n % 0 == 1", "5 % 0"),
    ],
)
def test_a_failure_counts_as_false_and_says_why(source, text):
    assert outcome(source) == Outcome(False, text)


def test_a_root_that_is_not_given_is_missing():
    assert outcome("ctx.n == 1", {}) == Outcome(False, "ctx is missing")
    assert outcome("answers.age == 1", {"answers": None}).error == "answers.age: a null has no fields"


def test_values_of_foreign_types_fail():
    assert outcome("ctx.n == 1", {"ctx": {"n": {1, 2}}}).error == (
        "a value of type set has no meaning in a guard"
    )


def test_a_lookup_changes_nothing():
    from collections import defaultdict

    values = {"ctx": defaultdict(int)}
    assert outcome("ctx.n == 0", values) == Outcome(False, "ctx.n is missing")
    assert not values["ctx"]


def test_what_a_guard_reads_and_calls():
    guard = compile_guard(
        "answers.age > 1 && (has(ctx.a.b) || 'email' in answers || ctx[ctx.key].x == 1) && near(1)",
        DECLARED,
    )
    assert guard.reads == {"answers.age", "answers.email", "ctx", "ctx.a.b", "ctx.key"}
    assert guard.calls == {"near"}


def test_expressions_have_values_of_any_type():
    expression = compile_expression("ctx.n + 1", DECLARED)
    assert expression.evaluate(VALUES) == (6, None)
    assert expression.evaluate({"ctx": {}}) == (None, "ctx.n is missing")
    assert expression.type == INT


def test_an_error_carries_its_data():
    with pytest.raises(GuardError) as caught:
        compile_guard("answers.intension == 'rent'", DECLARED)
    error = caught.value
    assert isinstance(error, KempeError)
    assert (error.code, error.position) == ("unknown", 8)
    assert error.source == "answers.intension == 'rent'"
    assert str(error) == (
        "column 9: no field answers.intension; did you mean answers.intention? "
        "(in \"answers.intension == 'rent'\")"
    )


def test_a_guard_must_be_a_bool():
    with pytest.raises(GuardError, match="a guard is a bool, not int"):
        compile_guard("answers.age", DECLARED)


@pytest.mark.parametrize("name", ["in", "true", "size", "a b", "", "1a", "while", "has"])
def test_names_that_cannot_be_declared(name):
    with pytest.raises(InputError, match="cannot be the name"):
        Declarations({name: DYN})
    with pytest.raises(InputError, match="cannot be the name"):
        Declarations({}, {name: Function((), BOOL, lambda: True)})


def test_declarations_are_checked():
    with pytest.raises(InputError, match="both a root and a function"):
        Declarations({"f": DYN}, {"f": Function((), BOOL, lambda: True)})
    with pytest.raises(InputError, match=r"answers\.age: expected a type"):
        Declarations({"answers": {"age": int}})
    with pytest.raises(InputError, match=r"answers\.age: expected a type.*got LIST without \(\)"):
        Declarations({"answers": {"age": LIST}})
    for values in ((), (None,), (float("nan"),), (2**63,)):
        with pytest.raises(InputError, match="one at least"):
            Enum(*values)
    with pytest.raises(InputError, match="MAP: expected a type"):
        MAP("x")
    with pytest.raises(InputError, match="parameters is a sequence of types"):
        Function(INT, BOOL, len)
    with pytest.raises(InputError, match="parameters and result are types"):
        Function((str,), BOOL, len)

"""Overlap, coverage, always and never: proofs hold on all values, witnesses are real."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.errors import InputError
from agents.guard import (
    BOOL,
    DOUBLE,
    DYN,
    INT,
    LIST,
    MAP,
    NULL,
    STRING,
    Declarations,
    Enum,
    Function,
    always,
    compile_guard,
    exhaustive,
    never,
    overlap,
)

from . import naive
from .fuzz import fuzz

DECLARED = Declarations(
    roots={
        "a": {
            "e": Enum("buy", "rent", "sell"),
            "e2": Enum("rent", "swap"),
            "n": INT,
            "d": DOUBLE,
            "s": STRING,
            "t": STRING,
            "b": BOOL,
            "nothing": NULL,
            "tags": LIST(STRING),
            "sub": MAP({"x": INT}),
        },
        "any": DYN,
        "level": INT,
    },
    functions={
        "f": Function((STRING,), BOOL, lambda text: text == "x"),
        "values_have": Function((), BOOL, lambda values: bool(values["a"]), with_values=True),
    },
)


def guard(source):
    return compile_guard(source, DECLARED)


def overlaps(a, b, **options):
    a, b = guard(a), guard(b)
    kind, witness = overlap(a, b, **options)
    assert overlap(b, a, **options).kind == kind
    if kind == "overlap":
        assert a(witness)
        assert b(witness)
    else:
        assert witness is None
    return kind


def covers(*sources, **options):
    guards = [guard(source) for source in sources]
    kind, witness = exhaustive(guards, **options)
    if kind == "gap":
        assert not any(one(witness) for one in guards)
    else:
        assert witness is None
    return kind


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("a.e == 'buy'", "a.e == 'rent'"),
        ("a.e == 'buy'", "a.e != 'buy'"),
        ("a.e in ['buy', 'rent']", "!(a.e in ['buy', 'rent'])"),
        ("a.e.startsWith('b')", "a.e.endsWith('t')"),
        ("a.e == a.e2", "a.e == 'buy'"),
        ("a.n < 18", "a.n >= 18"),
        ("a.n > 17", "a.n < 18"),
        ("a.n > 17.5", "a.n < 18"),
        ("18 <= a.n", "a.n < 17 + 1"),
        ("a.n > 9223372036854775807", "true"),
        ("a.d < 0.1", "a.d >= 0.1"),
        ("a.d > 1.7976931348623157e308", "true"),
        ("a.s < 'b'", "a.s >= 'b'"),
        ("a.s > 'b'", "a.s < 'b\\x00'"),
        ("a.s.startsWith('ab')", "a.s == 'acb'"),
        ("a.s.startsWith('ab')", "a.s < 'ab'"),
        ("a.s.startsWith('ab')", "a.s.startsWith('ac')"),
        ("has(a.s)", "!has(a.s)"),
        ("'s' in a", "!has(a.s)"),
        ("!has(a.s)", "a.s == 'x'"),
        ("!has(a.s)", "a.s.contains('x')"),
        ("a.s.contains('x')", "!a.s.contains('x')"),
        ("a.s < a.t", "a.s >= a.t"),
        ("f(a.s)", "!f(a.s) && a.b"),
        ("a.b", "!a.b"),
        ("a.b ? a.n > 1 : a.n < 1", "a.n == 1"),
        ("any.x == 1", "any.x == '1'"),
        ("any.x == 1", "any.x == 2.0"),
        ("any.x > 1", "any.x == 'text'"),
        ("any.x.y == 1", "!has(any.x)"),
        ("any.x.y == 1", "any.x == null"),
        ("any == 1", "any == 2"),
        ("level < 3", "level > 2"),
        ("a.sub.x == 1", "!has(a.sub)"),
        ("a.nothing != null", "true"),
        ("a.n == 1 % 0", "true"),
    ],
)
def test_disjoint(a, b):
    assert overlaps(a, b) == "disjoint"


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("a.e != 'buy'", "a.e != 'rent'"),
        ("a.n <= 18", "a.n >= 18"),
        ("a.d > 17.0", "a.d < 18.0"),
        ("a.d > 0.1", "a.d < 0.1000000001"),
        ("a.s > 'a'", "a.s < 'b'"),
        ("a.s.startsWith('ab')", "a.s > 'abz'"),
        ("a.s.contains('ab')", "a.s.endsWith('c')"),
        ("size(a.tags) >= 2", "'x' in a.tags || true"),
        ("size(a.tags) == 3", "has(a.tags)"),
        ("a.s == a.t", "a.t == 'k'"),
        ("any.n + 1 > 5", "any.n > 3"),
        ("!has(any.x.y)", "has(any.x)"),
        ("a.s == null", "true"),
        ("f(a.s) || a.b", "!values_have() || a.b"),
        ("any.none || true", "has(any.x)"),
        ("level > 2", "level < 4"),
        ("any in [1, 'a']", "any != 'a'"),
        ("any['b c'] == 1", "!has(any.b)"),
        ("any == [1]", "any != [2]"),
        ("a.n > 9223372036854775806", "a.n < 9223372036854775808.0"),
    ],
)
def test_overlap(a, b):
    assert overlaps(a, b) == "overlap"


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("f('x')", "f('y')"),
        ("a.n % 7 == 3", "a.n % 7 == 4"),
        ("a.n * 2 < a.n + 3", "a.n * 2 == 7"),
        ("values_have()", "true"),
    ],
)
def test_unknown_where_no_cells_decide(a, b):
    assert overlaps(a, b) == "unknown"


RELATIONS = [
    "a.n < any",
    "any < a.n",
    "a.n == any",
    "any == a.n",
    "a.n >= any",
    "any >= a.n",
    "a.n != any",
]


@pytest.mark.parametrize("first", RELATIONS)
@pytest.mark.parametrize("second", RELATIONS)
def test_of_two_relations_of_the_same_values_at_most_one_holds(first, second):
    worlds = [{"a": {"n": n}, "any": other} for n in (0, 1, 2) for other in (0, 1, 2, 1.5)]
    together = any(guard(first)(values) and guard(second)(values) for values in worlds)
    assert (overlaps(first, second) == "disjoint") == (not together)
    assert overlaps("f('x') < f('y')", "f('y') < f('x')") == "unknown"


@pytest.mark.parametrize(
    ("sources", "present", "kind"),
    [
        (("a.e == 'buy'", "a.e != 'buy'"), (), "gap"),
        (("a.e == 'buy'", "a.e != 'buy'"), ("a.e",), "exhaustive"),
        (("a.e == 'buy'", "a.e == 'rent'", "a.e == 'sell'", "!has(a.e)"), (), "exhaustive"),
        (("a.e == 'buy'", "a.e == 'rent'"), ("a.e",), "gap"),
        (("a.n < 18", "a.n > 18"), ("a.n",), "gap"),
        (("a.n < 18", "a.n > 17"), ("a.n",), "exhaustive"),
        (("a.d < 18.0", "a.d > 17.0"), ("a.d",), "exhaustive"),
        (("level < 18", "level >= 18"), (), "exhaustive"),
        (("any.x.y == 1", "any.x.y != 1"), ("any.x.y",), "exhaustive"),
        (("any.x.y == 1", "any.x.y != 1"), ("any.x",), "gap"),
        (("f('x')", "!f('x')"), (), "unknown"),
        (("f('x')", "true"), (), "exhaustive"),
        (("a.s == a.t", "a.s != a.t"), ("a.s", "a.t"), "exhaustive"),
        (("a.b && a.n > 0", "!a.b || a.n <= 0"), ("a.b", "a.n"), "exhaustive"),
        ((), (), "gap"),
    ],
)
def test_exhaustive(sources, present, kind):
    assert covers(*sources, present=present) == kind


@pytest.mark.parametrize(
    ("source", "holds", "fails"),
    [
        ("true", True, False),
        ("false", False, True),
        ("a.b || !a.b", False, False),
        ("has(a.b) || !has(a.b)", True, False),
        ("a.b && !a.b", False, True),
        ("a.n < 5 && a.n > 3 && a.n != 4", False, True),
        ("a.e != 'buy' && a.e != 'rent' && a.e != 'sell'", False, True),
        ("f('x')", None, None),
        ("f('x') && !f('x')", False, True),
        ("1 == 1.0", True, False),
        ("any.x == any.x || true", True, False),
    ],
)
def test_always_and_never(source, holds, fails):
    assert (always(guard(source)), never(guard(source))) == (holds, fails)


def test_presence_may_be_known():
    assert always(guard("a.b || !a.b"), present=["a.b"]) is True
    assert overlaps("!has(a.b)", "true", present=["a.b"]) == "disjoint"


def test_what_is_present_must_be_declared():
    with pytest.raises(InputError, match=r"present: 'b\.x' does not begin with a declared root"):
        always(guard("a.b"), present=["b.x"])


def test_the_host_is_never_called():
    def boom():
        raise AssertionError

    declared = Declarations({}, {"boom": Function((), BOOL, boom)})
    one = compile_guard("boom()", declared)
    assert overlap(one, one).kind == "unknown"
    assert always(one) is None


def test_witnesses_fit_the_declared_types():
    kind, witness = overlap(guard("size(a.tags) == 2"), guard("a.n > 3"))
    assert (kind, witness) == ("overlap", {"a": {"tags": ["a", "a"], "n": 4}})


def test_a_budget_ends_the_search():
    clauses = [f"(any.k{i} == {i} && any.m{i} < 3)" for i in range(30)]
    hard = " || ".join(clauses)
    assert overlap(guard(hard), guard(f"!({hard})"), budget=50).kind == "unknown"
    long = " && ".join(f"any.k{i} == {i}" for i in range(60))
    assert overlaps(long, long.replace("== 59", "== 60")) == "disjoint"


def test_guards_of_different_declarations_cannot_be_compared():
    other = compile_guard("a.n == 1", Declarations({"a": {"n": DOUBLE}}))
    with pytest.raises(InputError, match="declarations are the same"):
        overlap(guard("a.n == 1"), other)


FIELDS = {"e": ("x", "y", "z"), "b": (True, False), "c": (True, False), "k": (1, 2)}
FINITE = Declarations({"a": {"e": Enum("x", "y", "z"), "b": BOOL, "c": BOOL, "k": Enum(1, 2)}})
leaves = st.sampled_from(
    [
        *(
            "a.b",
            "a.c",
            "has(a.e)",
            "has(a.b)",
            "'k' in a",
            "a.e == 'x'",
            "a.e != 'y'",
            "a.e in ['x', 'z']",
        ),
        *("a.k == 1", "a.k < 2", "a.k + 1 > 2", "a.b == a.c", "a.e.contains('z')", "size(a.e) == a.k"),
        *("true", "false", "a.k % (a.k - 1) == 0", "a.e < 'y'", "2 > a.k", "(a.b ? 1 : 2) == a.k"),
    ]
)
finite = st.recursive(
    leaves,
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from(["&&", "||"]), inner).map(lambda t: f"({t[0]} {t[1]} {t[2]})"),
        inner.map(lambda e: f"!({e})"),
        st.tuples(inner, inner, inner).map(lambda t: f"({t[0]} ? {t[1]} : {t[2]})"),
    ),
    max_leaves=7,
)


@fuzz(150)
@given(st.lists(finite, min_size=1, max_size=3))
def test_finite_domains_are_decided_exactly(sources):
    guards = [compile_guard(source, FINITE) for source in sources]
    kind, witness = overlap(guards[0], guards[-1])
    assert kind == ("overlap" if naive.overlap([guards[0], guards[-1]], FIELDS) else "disjoint")
    if witness is not None:
        assert guards[0](witness)
        assert guards[-1](witness)
    kind, witness = exhaustive(guards)
    assert kind == ("gap" if naive.gap(guards, FIELDS) else "exhaustive")
    if witness is not None:
        assert not any(one(witness) for one in guards)
    assert always(guards[0]) is not naive.gap(guards[:1], FIELDS)
    assert never(guards[0]) is not naive.overlap(guards[:1], FIELDS)


@pytest.mark.parametrize("budget", range(1, 30))
def test_a_budget_that_ends_anywhere_proves_nothing(budget):
    one = guard("(f('x') && !f('x')) || a.e == 'sell'")
    assert overlap(one, guard("true"), budget=budget).kind in ("overlap", "unknown")


CALLING = Declarations(
    dict(FINITE.roots), {"f": Function((INT,), BOOL, lambda n: n == 1), "g": Function((), BOOL, bool)}
)
opaque = st.one_of(finite, st.sampled_from(["f(1)", "f(a.k)", "g()", "f(1) && a.b", "!g() || a.c"]))


@fuzz(150)
@given(st.lists(opaque, min_size=2, max_size=4), st.integers(1, 60))
def test_a_small_budget_makes_answers_unknown_but_never_wrong(sources, budget):
    one = compile_guard(" && ".join(sources[::2]), CALLING)
    other = compile_guard(" || ".join(sources[1::2]), CALLING)
    holds = naive.overlap([one, other], FIELDS)  # with these functions; with others it may be otherwise
    kind, witness = overlap(one, other, budget=budget)
    assert kind != "disjoint" or not holds
    if witness is not None:
        assert one(witness)
        assert other(witness)
    gap = naive.gap([one, other], FIELDS)
    kind, witness = exhaustive([one, other], budget=budget)
    assert kind != "exhaustive" or not gap
    if witness is not None:
        assert not one(witness)
        assert not other(witness)


CONSTANTS = {
    "n": ["-1", "0", "3", "4", "4.5", "9223372036854775807", "-9223372036854775808"],
    "d": ["0.0", "0.1", "-1.5", "1", "1e300", "9007199254740993"],
    "s": ["''", "'a'", "'ab'", "'b'", "'a\\x00'", "'\\U0010FFFF'"],
    "x": ["1", "1.5", "'a'", "null", "true", "[1]", "[]"],
}


def atom(field):
    path = "any.x" if field == "x" else f"a.{field}"
    relations = ["==", "!=", "<", "<=", ">", ">="]
    constants = st.sampled_from(CONSTANTS[field])
    compared = st.tuples(st.sampled_from(relations), constants).map(lambda t: f"{path} {t[0]} {t[1]}")
    options = [compared, st.just(f"has({path})")]
    options.append(st.lists(constants, max_size=3).map(lambda items: f"{path} in [{', '.join(items)}]"))
    if field == "s":
        options.append(constants.map(lambda c: f"{path}.startsWith({c})"))
    return st.one_of(options).filter(compiles)


def compiles(source):
    try:
        guard(source)
    except ValueError:
        return False
    except Exception as error:
        return type(error).__name__ != "GuardError"
    return True


def folded(parts):
    """Join atoms from the left, some of them, and some of what is joined, negated."""
    source = parts[0][1]
    for negated, other, operator in parts[1:]:
        source = f"({source} {operator} !({other}))" if negated else f"!({source} {operator} {other})"
    return source


atoms = st.sampled_from(sorted(CONSTANTS)).flatmap(atom)
part = st.tuples(st.booleans(), atoms, st.sampled_from(["&&", "||"]))
infinite = st.lists(part, min_size=1, max_size=6).map(folded)
SAMPLES = {
    "n": [-(2**63), -2, -1, 0, 1, 3, 4, 5, 2**62, 2**63 - 2, 2**63 - 1],
    "d": [
        -2.0,
        -1.5,
        -1e-300,
        0.0,
        0.1,
        0.1000001,
        0.5,
        1.0,
        2.0,
        9007199254740992.0,
        1e299,
        1e300,
        1e301,
    ],
    "s": ["", "\0", "a", "a\0", "a\0b", "aa", "ab", "abc", "b", "ba", "\U0010ffff", "\U0010ffffz"],
}
ANY = [None, True, False, 0, 1, 1.0, 1.25, 1.5, 2, "", "a", "b", [], [1], [1.0], [2], {}, {"y": 1}, b"a"]


@fuzz(150)
@given(infinite, infinite, st.integers(0, 2**32))
def test_comparisons_with_constants_are_always_decided_and_never_wrong(one, other, seed):
    a, b = guard(one), guard(other)
    kind, witness = overlap(a, b, budget=200_000)
    assert kind != "unknown"
    assert (kind == "overlap") == (witness is not None and a(witness) and b(witness))
    covered, gap = exhaustive([a, b], budget=200_000)
    assert covered != "unknown"
    assert (covered == "gap") == (gap is not None and not a(gap) and not b(gap))
    pick = random.Random(seed)
    for _ in range(60):
        values = {
            "a": {key: pick.choice(known) for key, known in SAMPLES.items() if pick.random() < 0.8},
            "any": {"x": pick.choice(ANY)} if pick.random() < 0.8 else {},
        }
        assert not (kind == "disjoint" and a(values) and b(values)), values
        assert not (covered == "exhaustive" and not a(values) and not b(values)), values


def test_true_is_a_constant_beside_one():
    mixed = Declarations({"a": {"x": Enum(1, True, 1.0)}})
    assert mixed.types["a"].fields["x"].values == (1, True)
    one = compile_guard("a.x == 1", mixed)
    assert not always(one, present=["a.x"])
    truth = compile_guard("a.x == true", mixed)
    assert overlap(one, truth).kind == "disjoint"
    assert exhaustive([one, truth], present=["a.x"]).kind == "exhaustive"


def test_a_text_is_no_guard():
    with pytest.raises(InputError, match="expected a guard made by compile_guard, got 'a'"):
        never("a")


@pytest.mark.parametrize(
    "sources",
    [
        ["a.n < level", "a.n >= level"],
        ["a.n < level", "a.n == level", "a.n > level"],
        ["a.n <= a.d", "a.d < a.n"],
        ["a.s == a.t", "a.s != a.t"],
        ["a.s.contains('x')", "!a.s.contains('x')"],
        ["a.s.endsWith(a.t)", "!a.s.endsWith(a.t)"],
        ["size(a.tags) < a.n", "size(a.tags) >= a.n"],
    ],
)
def test_operations_that_never_fail_on_their_types_leave_no_gap(sources):
    present = ["a.n", "a.d", "a.s", "a.t", "a.tags"]
    guards = [guard(source) for source in sources]
    assert exhaustive(guards, present=present).kind == "exhaustive"
    assert exhaustive(guards).kind != "exhaustive"
    assert exhaustive(guards[1:], present=present).kind != "exhaustive"


relation = st.builds(
    "{} {} {}".format,
    st.sampled_from(["a.n", "a.d", "level", "2"]),
    st.sampled_from(["<", "<=", "==", "!=", ">", ">="]),
    st.sampled_from(["a.n", "a.d", "level", "a.n + 1"]),
)
of_texts = st.builds(
    "{}.{}({})".format,
    st.sampled_from(["a.s", "a.t"]),
    st.sampled_from(["contains", "endsWith", "startsWith"]),
    st.sampled_from(["a.s", "a.t", "'x'"]),
)
linked = st.tuples(
    st.booleans(), st.one_of(relation, of_texts).filter(compiles), st.sampled_from(["&&", "||"])
)
related = st.lists(linked, min_size=1, max_size=4).map(folded)


@fuzz(150)
@given(related, related, st.integers(0, 2**32))
def test_relations_of_values_are_never_wrong(one, other, seed):
    guards = a, b = guard(one), guard(other)
    kind = overlap(a, b, budget=20_000).kind
    covered = exhaustive(guards, budget=20_000).kind
    known = exhaustive(guards, present=["a.n", "a.d", "a.s", "a.t"], budget=20_000).kind
    pick = random.Random(seed)
    for _ in range(60):
        whole = {name: pick.choice(SAMPLES[name]) for name in ("n", "d", "s")}
        whole["t"] = pick.choice(["", "a", "x", "ax", whole["s"]])
        values = {"a": whole, "level": pick.choice([-1, 0, 2, whole["n"]])}
        assert a(values) or b(values) or known != "exhaustive", values
        part = {"a": {name: whole[name] for name in whole if pick.random() < 0.8}, "level": 2}
        assert a(part) or b(part) or covered != "exhaustive", part
        assert not (kind == "disjoint" and ((a(values) and b(values)) or (a(part) and b(part))))

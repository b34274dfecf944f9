"""From text to tree: what is read, what is refused and why, and that nothing else ever happens."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from agents.guard import DYN, Declarations, GuardError, compile_expression, compile_guard
from agents.guard.parser import MAX_DEPTH, MAX_LENGTH, MAX_NODES, parse
from agents.guard.tree import (
    Binary,
    Call,
    Conditional,
    Has,
    Index,
    Items,
    Literal,
    Logic,
    Name,
    Select,
    Unary,
    path_of,
    walk,
)

from .fuzz import fuzz


def one(n):
    return Literal("int", n, position=0)


def text(value):
    return Literal("string", value, position=0)


def name(root):
    return Name(root, position=0)


@pytest.mark.parametrize(
    ("source", "tree"),
    [
        ("a.b.c", Select(Select(name("a"), "b", position=0), "c", position=0)),
        (
            "a['b'][0]",
            Index(Index(name("a"), text("b"), position=0), one(0), position=0),
        ),
        ("1 + 2 * 3", Binary("+", one(1), Binary("*", one(2), one(3), position=0), position=0)),
        ("1 - 2 - 3", Binary("-", Binary("-", one(1), one(2), position=0), one(3), position=0)),
        ("1 + 2 < 3", Binary("<", Binary("+", one(1), one(2), position=0), one(3), position=0)),
        ("1 -1", Binary("-", one(1), one(1), position=0)),
        ("-1", one(-1)),
        ("--1", Unary("-", Unary("-", one(1), position=0), position=0)),
        ("!a.b", Unary("!", Select(name("a"), "b", position=0), position=0)),
        ("a && b && c", Logic("&&", (name("a"), name("b"), name("c")), position=0)),
        (
            "a || b && c",
            Logic("||", (name("a"), Logic("&&", (name("b"), name("c")), position=0)), position=0),
        ),
        ("a ? b : c", Conditional(name("a"), name("b"), name("c"), position=0)),
        (
            "a ? b : c ? 1 : 2",
            Conditional(
                name("a"), name("b"), Conditional(name("c"), one(1), one(2), position=0), position=0
            ),
        ),
        ("has(a.b)", Has(Select(name("a"), "b", position=0), position=0)),
        ("f(1, a)", Call("f", (one(1), name("a")), position=0)),
        ("a.size()", Call("size", (name("a"),), True, position=0)),
        ("[1, [a],]", Items((one(1), Items((name("a"),), position=0)), position=0)),
        ("a in [1] // why", Binary("in", name("a"), Items((one(1),), position=0), position=0)),
    ],
)
def test_trees(source, tree):
    assert parse(source) == tree


def test_equality_of_trees_ignores_places_and_nothing_else():
    assert parse("a  ==  1") == parse("a==1")
    assert parse("a == 1") != parse("a == 1.0")
    assert parse("1") != parse("true")


def test_every_node_knows_its_place():
    source = "a.b == 1 && f(-2)"
    places = {type(node).__name__: node.position for node in walk(parse(source))}
    assert places == {"Logic": 9, "Binary": 4, "Select": 2, "Name": 0, "Literal": 14, "Call": 12}


def test_a_path_may_be_written_with_quoted_keys():
    assert path_of(parse("a['b c'].d")) == ("a", "b c", "d")
    assert path_of(parse("a[0].d")) is None
    assert path_of(parse("a[b]")) is None


@pytest.mark.parametrize(
    ("source", "value"),
    [
        ("0x1F", 31),
        ("007", 7),
        ("-9223372036854775808", -(2**63)),
        (".5", 0.5),
        ("1.5e-3", 0.0015),
        ("1e3", 1000.0),
        (r"'\a\b\f\n\r\t\v\\\?\"\'\`'", "\a\b\f\n\r\t\v\\?\"'`"),
        (r"'\x41\101\u00e9\U0001F600'", "AAé😀"),
        (r"r'\n\\'", r"\n\\"),
        ("'''a'b\n''c'''", "a'b\n''c"),
        (r'''"""a\""""''', 'a"'),
        (r"b'\xff\101é'", b"\xffA\xc3\xa9"),
        (r"bR'\x'", rb"\x"),
    ],
)
def test_literals(source, value):
    literal = parse(source)
    assert isinstance(literal, Literal)
    assert literal.value == value
    assert type(literal.value) is type(value)


@pytest.mark.parametrize(
    ("source", "code", "position", "text"),
    [
        ("", "syntax", 0, "expected an operand, found the end"),
        ("a ==", "syntax", 4, "expected an operand, found the end"),
        ("a == == 1", "syntax", 5, "expected an operand, found '=='"),
        ("a 1", "syntax", 2, "expected an operator or the end, found '1'"),
        ("a or b", "syntax", 2, "expected an operator or the end, found 'or'; write ||"),
        ("a and b", "syntax", 2, "expected an operator or the end, found 'and'; write &&"),
        ("(a", "syntax", 2, "expected ')', found the end"),
        ("a = 1", "syntax", 2, "unexpected '='; write =="),
        ("a & b", "syntax", 2, "unexpected '&'; write &&"),
        ("a # b", "syntax", 2, "unexpected '#'"),
        ("a.1", "syntax", 1, "expected an operator or the end, found '.1'"),
        ("a.in", "syntax", 2, "expected the name of a field, found 'in'"),
        ("while", "syntax", 0, "expected an operand, found 'while'"),
        ("'abc", "syntax", 0, "no closing ' for this string"),
        ("'a\nb'", "syntax", 0, "no closing ' for this string"),
        (r"'\q'", "syntax", 1, r"\q begins no escape sequence of CEL"),
        (r"'\ud800'", "syntax", 1, r"\ud800 is not a Unicode scalar value"),
        (r"'\400'", "syntax", 1, r"\400 is over \377"),
        (r"b'\u0041'", "syntax", 2, r"\u has no meaning among bytes"),
        (r"r'a\'b'", "syntax", 3, "a backslash before ' in a raw string"),
        ("9223372036854775808", "syntax", 0, "9223372036854775808 does not fit 64 bits"),
        ("1_000", "syntax", 1, "'_' follows a number"),
        ("-!a", "syntax", 1, "expected an operand (put the inner operator in brackets), found '!'"),
        ("a ? b", "syntax", 5, "expected ':', found the end"),
        ("a ? b ? 1 : 2 : 3", "syntax", 6, "expected ':', found '?'"),
        ("f(1,)", "syntax", 4, "expected an operand, found ')'"),
        ("has(a)", "syntax", 0, "has() takes a field, as in has(answers.email)"),
        ("has(a.b())", "unknown", 6, "no method b; there are contains, endsWith, size, startsWith"),
        ("1u", "unsupported", 0, "unsigned literals are not part of the guard language; write 1"),
        ("a / 2", "unsupported", 2, "division is not part of the guard language"),
        ("{'a': 1}", "unsupported", 0, "maps cannot be written in the guard language"),
        ("A{b: 1}", "unsupported", 1, "messages are not part of the guard language"),
        ("a.?b", "unsupported", 2, "optional fields are not part of the guard language"),
        ("a[?b]", "unsupported", 2, "optional fields are not part of the guard language"),
        ("a.`b`", "unsupported", 2, "quoted names are not part of the guard language; use ['…']"),
        (".a", "unsupported", 0, "names begin with a letter here, not a dot"),
    ],
)
def test_refusals(source, code, position, text):
    with pytest.raises(GuardError) as caught:
        parse(source)
    assert (caught.value.code, caught.value.position, caught.value.reason) == (code, position, text)


@pytest.mark.parametrize(
    ("source", "what"),
    [(f"a.{macro}(x, true)", "macros") for macro in ("all", "exists", "exists_one", "map", "filter")]
    + [(f"{kind}(a)", "conversions") for kind in ("int", "string", "timestamp", "dyn", "type")]
    + [("a.matches('x')", "regular expressions"), ("matches(a, 'x')", "regular expressions")],
)
def test_what_cel_has_and_the_profile_has_not_is_refused_by_name(source, what):
    with pytest.raises(GuardError, match=f"{what}.* not part of the guard language; declare a function"):
        parse(source)


def test_a_host_may_declare_what_the_profile_leaves_out():
    assert parse("string(1)", frozenset({"string"})) == Call("string", (one(1),), position=0)


def terms(n, operator):
    return operator.join(["a"] * n)


@pytest.mark.parametrize(
    ("fits", "exceeds", "text"),
    [
        ("a" * MAX_LENGTH, "a" * (MAX_LENGTH + 1), "4097 characters; a guard has at most 4096"),
        ("(" * 32 + "a" + ")" * 32, "(" * 33 + "a" + ")" * 33, "nested over 32 deep"),
        ("a" + ".b" * 32, "a" + ".b" * 33, "nested over 32 deep"),
        ("!" * 32 + "a", "!" * 33 + "a", "nested over 32 deep"),
        (terms(33, "+"), terms(34, "+"), "nested over 32 deep"),
        (terms(MAX_NODES - 1, "||"), terms(MAX_NODES, "||"), "over 512 operators and operands"),
        ("a ? a : " * 32 + "a", "a ? a : " * 33 + "a", "nested over 32 deep"),
    ],
)
def test_limits(fits, exceeds, text):
    assert MAX_DEPTH == 32
    parse(fits)
    with pytest.raises(GuardError, match=text) as caught:
        parse(exceeds)
    assert caught.value.code == "limit"
    assert len(str(caught.value)) < 200


PIECES = ["(", "[", "!", "-", "a.", "a[", "1+", "a?", "f(", "'", "a&&", "has(", "//", "\\"]


@pytest.mark.parametrize("piece", PIECES)
def test_no_repetition_breaks_the_parser(piece):
    with pytest.raises(GuardError):
        parse(piece * (MAX_LENGTH // len(piece)))


@pytest.mark.parametrize("source", [None, 1, b"true", ["true"]])
def test_what_is_no_text_is_refused(source):
    with pytest.raises(GuardError, match="a guard is a text"):
        parse(source)


WORDS = r"""a b.c 1 1.5 'x' true null has( size( f( in ( ) [ ] { } . , ? : + - * / % < <= == != && || !
    // 1u 0x ' r" \ é 😀 .."""
words = st.sampled_from([*WORDS.split(), "\n", "\0", "\ud800", '"""'])
texts = st.one_of(
    st.text(max_size=40), st.lists(words, max_size=30).map(" ".join), st.lists(words).map("".join)
)


@fuzz(300)
@given(texts)
@example("\ud800")
@example("'\ud800'")
@example("b'\ud800'")
def test_any_text_gives_an_expression_or_a_guard_error(source):
    try:
        expression = compile_expression(source, Declarations({"a": DYN, "b": DYN}))
    except GuardError as error:
        assert 0 <= error.position <= len(source)  # noqa: PT017
        assert error.source == source  # noqa: PT017
        assert "\n" not in str(error)  # noqa: PT017
    else:
        value, failure = expression.evaluate({"a": {"x": 1}, "b": [True]})
        assert value is None or failure is None


@pytest.mark.parametrize(
    "source",
    [
        "0x" + "f" * 3570 + " == 1",
        "0x" + "f" * 4000 + " == 1",
        "a" * 3000 + " == 1",
        "9" * 4000 + " == 1",
    ],
    ids=["hex", "long hex", "name", "decimal"],
)
def test_long_names_and_numbers_are_cut_in_messages(source):
    with pytest.raises(GuardError) as caught:
        parse(source) if source[0] != "a" else compile_guard(source, Declarations({"answers": {}}))
    assert len(str(caught.value)) < 400


def test_the_limit_of_nesting_is_what_it_says():
    for deep in ("(" * 32 + "true" + ")" * 32, "!" * 32 + "true", "[" * 32 + "]" * 32):
        parse(deep)
    for deep in ("(" * 33 + "true" + ")" * 33, "!" * 33 + "true"):
        with pytest.raises(GuardError, match="nested over 32 deep"):
            parse(deep)


def test_optional_elements_are_refused_by_name():
    with pytest.raises(
        GuardError, match="optional elements are not part of the guard language"
    ) as caught:
        parse("[?x]")
    assert caught.value.code == "unsupported"

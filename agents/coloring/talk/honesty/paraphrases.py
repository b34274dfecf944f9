"""
Other words for what a message is to say.

Models that are told to keep the words of the facts do so in most drafts, and :mod:`.restated` compares
them. Those that vary the words keep the nodes, the colors and the numbers: "b2 went from green to blue"
for "I changed b2 from green to blue". Each kind of fact has its ways to be said in ``paraphrases.txt``,
with places for what the fact names. All words of a clause have to be taken up by one of them, so what
is said more, or less, has no reading here and is checked by the rules for anything else.

An expression is compiled when the words of the fact do not do, which takes 20 to 220 ms of CPU, most
for what is scored; the same draft again takes 5 ms. With all orders of four nodes it took up to 2.9 s.
Networks that compare sentences were not tried: one lie in a hundred would be too many.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files

from .expressions import (
    COLOR,
    KEEP,
    KEEPING,
    MORE,
    NODE,
    NOTHING,
    PAIRS,
    SET,
    SETTING,
    Pair,
    all_of,
    in_any_order,
    of_one_color,
    paired,
    paired_supposed,
    quoted,
    repeated,
    tied_pairs,
    ways_in,
    ways_to_set,
)

#: An expression for each place of the patterns of a kind.
Places = Mapping[str, str]

_BLOCK = rf"{COLOR} would clash with {NODE}(?: and {NODE})*"
#: Kinds of facts, by their words: see ``plain_words``.
_KINDS = tuple(
    (kind, re.compile(pattern))
    for kind, pattern in (
        ("calm", "i have no conflicts"),
        ("inner", "some of my own nodes clash"),
        ("hidden", "i changed nodes you do not see"),
        ("changed", rf"i changed (?P<changes>{NODE} {COLOR} to {COLOR}.*)"),
        ("fits", rf"(?:yes )?my colors fit (?P<pairs>{PAIRS})"),
        ("misfits", rf"(?:no )?(?P<pairs>{PAIRS}) (?:do|does) not work"),
        ("clash", rf"(?P<u>{NODE}) and (?P<v>{NODE}) are both (?P<c>{COLOR})"),
        ("state", rf"(?P<pairs>{PAIRS})"),
        ("already", rf"(?:yes )?(?P<n>{NODE}) is already (?P<c>{COLOR})"),
        ("cannot", rf"NOTED (?P<n>{NODE}) can not be (?P<c>{COLOR})"),
        ("must", rf"NOTED (?P<n>{NODE}) must be (?P<c>{COLOR})"),
        ("done", rf"done (?P<n>{NODE}) (?P<c>{COLOR}) now"),
        ("act", "i can not act on a condition"),
        ("again", "tell me again when it holds"),
        ("score", r"my score is (?P<number>\d+)"),
        ("otherwise", r"apart from conflicts my score is (?P<number>\d+)"),
        ("scores", r"if you (?P<ways>.*) i can score (?P<number>\d+)"),
        ("works", r"it would work if you (?P<ways>.*)"),
        ("can", rf"(?:yes )?with (?P<pairs>{PAIRS}) i can color my part without a conflict"),
        (
            "costs",
            rf"(?:no )?with (?P<pairs>{PAIRS}) i would have at least (?P<least>one|\d+) conflicts?",
        ),
        ("satisfied", "(?:yes )?i am satisfied"),
        ("what yes", "yes to what"),
        ("lost", "i do not know what you ask about"),
        ("asked nothing", "no demand of yours binds a node of mine that you see"),
        ("ruled out", "no limit of yours stands now"),
        ("agreed", rf"we agreed on (?P<pairs>{PAIRS})"),
        ("can known", "(?:yes )?with your colors as i know them i can color my part without a conflict"),
        (
            "costs known",
            r"(?:no )?with your colors as i know them i would have"
            r" at least (?P<least>one|\d+) conflicts?",
        ),
        ("asked", rf"you asked for (?P<pairs>{PAIRS})"),
        ("scored", rf"with (?P<pairs>{PAIRS}) i can score (?P<number>\d+)"),
        (
            "scored alike",
            rf"with (?P<settings>{PAIRS}(?: \| {PAIRS})+) i can score (?P<number>\d+)",
        ),
        ("unnamed", "i do not see any of the nodes you named"),
        ("could", rf"(?P<n>{NODE}) could be (?P<colors>{COLOR}(?: or {COLOR})*)"),
        ("that", "that works"),
        ("same", "i changed nothing"),
        ("alone", "i can solve this on my side"),
        ("then", rf"then (?P<pairs>{NODE} would be {COLOR}(?:(?: and)? {NODE} {COLOR})*)"),
        ("shall", rf"shall i make (?P<n>{NODE}) (?P<c>{COLOR}) all the same"),
        (
            "blocks",
            rf"(?P<blocks>{_BLOCK}(?: and {_BLOCK})*)",
        ),
        ("unknown", rf"what colors? BE (?P<nodes>{NODE}(?:(?: and)? {NODE})*)"),
        (
            "open",
            rf"any colors? of (?P<nodes>{NODE}(?:(?: and)? {NODE})*)"
            rf"(?P<limited> you have not ruled out)? works?"
            rf"(?: except (?P<pairs>{PAIRS}(?: \| {PAIRS})*))?",
        ),
    )
)
_CAN = dict(_KINDS)["can"]
#: Kinds whose words a semicolon does not part: "I made a5 blue; it was red before".
_UNPARTED = frozenset({"change", "clash"})
_ASKED = frozenset({"shall", "what yes"})
_TOKEN = re.compile(r"@\w+|\{\w+\}|[\[\]()|]|[^\s\[\](){}|]+")


def _table() -> tuple[dict[str, list[str]], dict[str, str]]:
    """Return the patterns of each kind, and the classes of words."""
    text = files(__package__).joinpath("paraphrases.txt").read_text("utf-8")
    rules: dict[str, list[str]] = {}
    classes: dict[str, str] = {}
    for line in re.sub(r"\n +", " ", re.sub("(?m)^//.*\n", "", text)).splitlines():
        name, _, pattern = line.partition(": ")
        if name.startswith("@"):
            classes[name] = pattern
        elif pattern:
            rules.setdefault(name, []).append(pattern)
    return rules, classes


_RULES, _CLASSES = _table()


def _expression(pattern: str, places: Mapping[str, str]) -> str:
    """Return a regular expression for a pattern; words stand behind a blank each."""
    parts = []
    for token in _TOKEN.findall(pattern):
        if token[0] == "@":
            parts.append(f"(?:{_expression(_CLASSES[token], places)})")
        elif token[0] == "{":
            parts.append(places[token[1:-1]])
        else:
            signs = {"(": "(?:", ")": ")", "[": "(?:", "]": ")?", "|": "|", ";": r" \|"}
            parts.append(signs.get(token) or " " + re.escape(token))
    return "".join(parts)


@dataclass(frozen=True)
class Paraphrase:
    """
    Ways to say a fact, or a part of it that can stand alone.

    Attributes
    ----------
    kind
        Kind of the fact.
    expression
        Expression that takes up all words of a clause that says it, with a blank before each.
    asks
        Whether it is asked.
    """

    kind: str
    expression: str
    asks: bool = False

    @functools.cached_property
    def _pattern(self) -> re.Pattern[str]:
        return re.compile(self.expression)

    def says(self, words: Sequence[str]) -> bool:
        """Return whether the words say the fact; brackets, and of some kinds semicolons, say nothing."""
        idle = ("(", ")", "|") if self.kind in _UNPARTED else ("(", ")")
        said = "".join(f" {word}" for word in words if word not in idle)
        return self._pattern.fullmatch(said) is not None


@functools.lru_cache(512)
def _paraphrase(kind: str, places: tuple[Pair, ...]) -> Paraphrase:
    expressions = (f"(?:{_expression(pattern, dict(places))})" for pattern in _RULES[kind])
    return Paraphrase(kind, "|".join(expressions), kind in _ASKED)


def paraphrases(clause: str, before: str = "") -> Iterator[Paraphrase]:
    """
    Yield the ways to say a clause of a message.

    Parameters
    ----------
    clause, before
        Plain words of the clause and of the one before it.
    """
    for kind, pattern in _KINDS:
        if (fact := pattern.fullmatch(clause)) is not None:
            for name, places in _SAID.get(kind, _as_named)(kind, fact, before):
                yield _paraphrase(name, tuple(sorted(places.items())))
            return


# ---------------------------------------------------------------------------- the places of each kind

Said = Iterator[tuple[str, Places]]


def _as_named(kind: str, fact: re.Match[str], before: str) -> Said:
    """Say what a fact names as it is, its nodes with colors in any order."""
    named = {name: quoted(value) for name, value in fact.groupdict().items() if value is not None}
    if "pairs" in named:
        pairs = _pairs_of(fact)
        nodes = [node for node, _ in pairs]
        expression = in_any_order(pairs, _PAIRED.get(kind, paired))
        named |= {
            "pairs": expression,
            # What the person is to set has none of the agent's nodes.
            "yours": NOTHING if any(node.startswith("@") for node in nodes) else expression,
            "nodes": in_any_order(nodes, quoted),
            "c": quoted(pairs[0][1]) if len({color for _, color in pairs}) == 1 else NOTHING,
            "n": quoted(nodes[0]) if len(pairs) == 1 else NOTHING,
        }
    if "least" in named:
        one = fact["least"] in ("one", "1")
        named["least"] = _expression("@one" if one else "@many", {"number": quoted(fact["least"])})
    for name in (kind, *_BESIDE.get(kind, ())):
        yield name, named


#: How a node and its color are said in clauses of some kinds.
_PAIRED: Mapping[str, Callable[[Pair], str]] = {
    **dict.fromkeys(("can", "costs", "scored"), paired_supposed),
    "asked": functools.partial(paired, verbs="in| to be| on| as"),
    "agreed": functools.partial(paired, verbs="in| being| to be| on| as| is"),
}
#: Kinds of what may also be said where a fact of another kind is given.
_BESIDE = {
    "fits": ("greeted",),
    "can": ("can so",),
    "calm": ("calm so", "calm beside"),
    "asked": ("asked so",),
    "score": ("score mine",),
}


def _pairs_of(fact: re.Match[str]) -> list[Pair]:
    return re.findall(rf"({NODE}) (?:would be )?({COLOR})", fact["pairs"])


def _changed(kind: str, fact: re.Match[str], before: str) -> Said:
    """Say each change, and together what changes of several nodes have in common."""
    found = re.findall(rf"({NODE}) ({COLOR}) to ({COLOR})", fact["changes"])
    for node, old, new in found:
        places = {"n": quoted(node), "a": quoted(old), "b": quoted(new)}
        yield from (("change", places), ("bare", places), ("beside change", places))
    for old in dict.fromkeys(change[1] for change in found):
        alike = [node for node, color, _ in found if color == old]
        if len(alike) > 1:
            yield "was", {"nodes": in_any_order(alike, quoted), "a": quoted(old)}
    for old, new in dict.fromkeys(change[1:] for change in found):
        alike = [node for node, *colors in found if colors == [old, new]]
        if len(alike) > 1:
            nodes = in_any_order(alike, quoted)
            yield "changes", {"nodes": nodes, "a": quoted(old), "b": quoted(new)}


def _blocks(kind: str, fact: re.Match[str], before: str) -> Said:
    """Say each color that another node rules out, and the color that is left."""
    subject = re.fullmatch(rf"(?:yes |no )?({NODE}) ({COLOR})", before)
    named = {"s": NOTHING if subject is None else quoted(subject[1])}
    for block in re.findall(_BLOCK, fact["blocks"]):
        color, nodes = re.findall(COLOR, block)[0], re.findall(NODE, block)
        parts = [in_any_order(nodes, quoted), *map(quoted, nodes)]
        yield "block", {**named, "c": quoted(color), "n": f"(?:{'|'.join(parts)})"}
    if subject is not None:
        yield "blocked", {**named, "c": quoted(subject[2])}


def _could(kind: str, fact: re.Match[str], before: str) -> Said:
    colors = [quoted(color) for color in re.findall(COLOR, fact["colors"])]
    named = {"n": quoted(fact["n"]), "colors": all_of(colors, " or")}
    yield kind, named
    if fact["n"].startswith("&"):
        yield f"{kind} yours", named


def _that(kind: str, fact: re.Match[str], before: str) -> Said:
    """Say that any of the colors works that were named before, "either" only of two."""
    count = len(re.findall(COLOR, before))
    yield kind, {"two": "" if count == 2 else NOTHING, "more": "" if count > 2 else NOTHING}


def _unknown(kind: str, fact: re.Match[str], before: str) -> Said:
    nodes = re.findall(NODE, fact["nodes"])
    first, second = map(quoted, nodes) if len(nodes) == 2 else (NOTHING, NOTHING)
    yield kind, {"nodes": in_any_order(nodes, quoted), "n": first, "m": second}


#: Shorter ways to say a part of what can be scored, or what works.
_PARTS_SAID = ("brief", "so", "then")


def _ways(kind: str, fact: re.Match[str], before: str) -> Said:
    """Say some of the alternatives of what to set."""
    # Behind what is set together, "or" alone does not say where it ends.
    joint = r"(?: or| \|)(?: or| either)?"
    if any(len(setting) > 1 for _, setting in ways_in(fact["ways"])):
        verbs = f"{SET}|{SETTING}|{KEEP}|{KEEPING}"
        joint = rf"(?: \|(?: or| either)?| or(?= if|{verbs}))(?: if you)?"
    anyhow = ways_to_set(fact["ways"])
    named = {"ways": repeated(anyhow, joint)}
    for name, begin, keep in (("doing", SETTING, KEEPING), ("order", SET, KEEP)):
        named[name] = repeated(ways_to_set(fact["ways"], begin, keep), joint, anyhow)
    if kind == "scores":
        named["number"] = quoted(fact["number"])
    yield from (
        (one, named) for one in (kind, *(f"{kind} {part}" for part in _PARTS_SAID)) if one in _RULES
    )


def _scored_alike(kind: str, fact: re.Match[str], before: str) -> Said:
    """Say some of the settings that score the same."""
    settings = [re.findall(rf"({NODE}) ({COLOR})", one) for one in fact["settings"].split(" | ")]
    parts = [tied_pairs(one, worded=paired_supposed) for one in settings]
    one, joint = f"(?:{'|'.join(parts)})", r"(?: or| \|)(?: or| either)?(?: with| if| when)?"
    listed = f"(?: either)?{one}(?:{joint}{one}){{1,5}}"
    yield kind, {"settings": listed, "number": quoted(fact["number"])}


def _state(kind: str, fact: re.Match[str], before: str) -> Said:
    """Say the color of each node, or of several with one color together."""
    pairs = _pairs_of(fact)
    parts = [_expression(p, one) for one in _each_alike(pairs) for p in _RULES["state alike"]]
    parts += [_expression(p, one) for one in _each(pairs) for p in _RULES["state one"]]
    named = [paired(pair, "in| at| on| as") for pair in pairs]
    listed = repeated([*parts, *named], "(?: and)?")
    owners = {node[0] for node, _ in pairs}
    mine, yours = (listed if owners == {mark} else NOTHING for mark in "@&")
    yield kind, {"pairs": listed, "mine": mine, "yours": yours}


def _then(kind: str, fact: re.Match[str], before: str) -> Said:
    """Say what nodes would be, with the supposition of the clause before it or behind it."""
    supposed = _CAN.fullmatch(before)
    given = NOTHING
    if supposed is not None:
        _, places = next(_as_named("can", supposed, ""))
        given = _expression("(@suppose | {pairs}) [then]", places)
    yield kind, {"list": _outcome(_pairs_of(fact)), "suppose": given}


#: What stands between exceptions, "and" among it.
_ALSO = r"(?: or| and| \|)(?: or| and)?(?: not| when| if)?"
_OR = r"(?: or| \|)(?: or| either)?(?: not| when| if)?"


def _open(kind: str, fact: re.Match[str], before: str) -> Said:
    """Say what works with all exceptions, the nodes of each of which are tied."""
    named = {"nodes": in_any_order(re.findall(NODE, fact["nodes"]), quoted)}
    if fact["pairs"] is not None:
        tied = [re.findall(rf"({NODE}) ({COLOR})", part) for part in fact["pairs"].split(" | ")]
        listed = all_of([tied_pairs(part) for part in tied], _OR)
        # Where no "and" ties the nodes, one may tie the exceptions.
        firmly = all_of([tied_pairs(part, "(?: with| together with)") for part in tied], _ALSO)
        named["pairs"] = f"(?:{listed}|{firmly})"
        kind += " but"
    yield kind + (" limited" if fact["limited"] is not None else ""), named


_SAID: Mapping[str, Callable[[str, re.Match[str], str], Said]] = {
    "changed": _changed,
    "blocks": _blocks,
    "could": _could,
    "that": _that,
    "unknown": _unknown,
    "scores": _ways,
    "scored alike": _scored_alike,
    "works": _ways,
    "state": _state,
    "then": _then,
    "open": _open,
}


def _each(pairs: Sequence[Pair]) -> Iterator[Places]:
    """Yield the places of what is said of one node."""
    for node, color in pairs:
        yield {"n": quoted(node), "c": quoted(color)}


def _each_alike(pairs: Sequence[Pair]) -> Iterator[Places]:
    """Yield the places of what is said of several nodes of one color."""
    for color, nodes in of_one_color(pairs):
        yield {"nodes": in_any_order(nodes, quoted), "c": quoted(color)}


def _outcome(pairs: Sequence[Pair]) -> str:
    """Return an expression for what nodes would be, "would" at least before the first."""
    one = [_expression(p, places) for places in _each(pairs) for p in _RULES["then one"]]
    one += [_expression(p, places) for places in _each_alike(pairs) for p in _RULES["then alike"]]
    short = [f"{n}(?: in)?{c}|{c}(?: for| to| on){n}" for n, c in (map(quoted, pair) for pair in pairs)]
    first = f"(?:{'|'.join(one)})"
    return f"{first}(?:(?: and| while)?(?:{first}|{'|'.join(short)})){MORE}"


# ------------------------------------------------------------------------------------------- reasons

_PARTS = re.compile(rf"(?<=\w) (?={NODE} {COLOR})")


def reason(facts: str) -> Paraphrase:
    """Return the ways to say the facts of a reason; what was supposed may be left out."""
    members = [one for part in facts.split(" and ") for one in _PARTS.split(part)]
    must = [one for one in members if " would be " not in one] or members
    shapes = ["(?: and)?".join(map(_member, members))]
    for part in (members, must):
        pairs = [one for one in part if re.fullmatch(rf"{NODE} {COLOR}", one)]
        colors = {one.split()[1] for one in pairs}
        if len(part) < 4:
            shapes.append(in_any_order(part, _member))
        if len(pairs) == 2 == len(part) - 1 and len(colors) == 1:
            # "Both are blue and a node of mine is fixed"
            (other,) = {*part} - {*pairs}
            nodes = in_any_order([one.split()[0] for one in pairs], quoted)
            both = f"(?:{nodes}|(?: they)?)(?: are)?(?: both)?(?: are)?{quoted(*colors)}"
            shapes.append(f"{both}(?: and)?{_member(other)}")
    return Paraphrase("reason", f"(?:{'|'.join(shapes)})")


def _member(fact: str) -> str:
    """Return an expression for one fact of a reason."""
    if fact == "one of my nodes is fixed":
        return f"(?:{_expression(_CLASSES['@fixed'], {})})"
    if found := re.fullmatch(rf"({NODE}) ({COLOR})", fact):
        return paired((found[1], found[2]))
    if found := re.fullmatch(rf"({NODE}) must be ({COLOR})", fact):
        must = "(?: must be| has to be| HAVE-TO be| must stay| needs to be)"
        return f"{quoted(found[1])}{must}{quoted(found[2])}"
    return quoted(fact)

"""
Other words for what a message is to say.

Models that are told to keep the words of the facts do so in most drafts, and :mod:`.restated` compares
them. Those that vary the words keep the nodes, the colors and the numbers: "b2 went from green to blue"
for "I changed b2 from green to blue". Each kind of fact has its ways to be said in ``paraphrases.txt``,
with places for what the fact names. All words of a clause have to be taken up by one of them, so what
is said more, or less, has no reading here and is checked by the rules for anything else.

An expression is compiled when the words of the fact do not do, which takes up to half a second for what
is scored, and 1.7 s for a setting of four nodes; the same draft again takes 5 ms. Networks that compare
sentences were not tried: one lie in a hundred would be too many.
"""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import TypeVar

Item = TypeVar("Item")

_NODE, _COLOR = r"[@&]\S+", r"#\S+"
_PAIRS = rf"{_NODE} {_COLOR}(?:(?: and)? {_NODE} {_COLOR})*"
#: Kinds of facts, by their words: see ``plain_words``.
_KINDS = tuple(
    (kind, re.compile(pattern))
    for kind, pattern in (
        ("calm", "i have no conflicts"),
        ("inner", "some of my own nodes clash"),
        ("hidden", "i changed nodes you do not see"),
        ("changed", rf"i changed (?P<changes>{_NODE} {_COLOR} to {_COLOR}.*)"),
        ("fits", rf"(?:yes )?my colors fit (?P<pairs>{_PAIRS})"),
        ("misfits", rf"(?:no )?(?P<pairs>{_PAIRS}) (?:do|does) not work"),
        ("clash", rf"(?P<u>{_NODE}) and (?P<v>{_NODE}) are both (?P<c>{_COLOR})"),
        ("state", rf"(?P<pairs>{_PAIRS})"),
        ("already", rf"(?:yes )?(?P<n>{_NODE}) is already (?P<c>{_COLOR})"),
        ("cannot", rf"NOTED (?P<n>{_NODE}) can not be (?P<c>{_COLOR})"),
        ("must", rf"NOTED (?P<n>{_NODE}) must be (?P<c>{_COLOR})"),
        ("score", r"my score is (?P<number>\d+)"),
        ("otherwise", r"apart from conflicts my score is (?P<number>\d+)"),
        ("scores", r"if you (?P<ways>.*) i can score (?P<number>\d+)"),
        ("works", r"(?:it would work if you (?P<ways>.*))"),
        ("can", rf"(?:yes )?with (?P<pairs>{_PAIRS}) i can color my part without a conflict"),
        ("costs", rf"(?:no )?with (?P<pairs>{_PAIRS}) i would have at least (?:1|one) conflict"),
        ("scored", rf"with (?P<pairs>{_PAIRS}) i can score (?P<number>\d+)"),
        ("unnamed", "i do not see any of the nodes you named"),
        ("could", rf"(?P<n>{_NODE}) could be (?P<colors>{_COLOR}(?: or {_COLOR})*)(?: ; that works)?"),
        ("that", "that works"),
        ("same", "i changed nothing"),
        ("alone", "i can solve this on my side"),
        ("then", rf"then (?P<pairs>{_NODE} would be {_COLOR}(?:(?: and)? {_NODE} {_COLOR})*)"),
        ("shall", rf"shall i make (?P<n>{_NODE}) (?P<c>{_COLOR}) all the same"),
        (
            "blocks",
            rf"(?P<blocks>{_COLOR} would clash with {_NODE}(?: and {_COLOR} would clash with {_NODE})*)",
        ),
        ("unknown", rf"what colors? BE (?P<nodes>{_NODE}(?:(?: and)? {_NODE})*)"),
        (
            "open",
            rf"any colors? of (?P<nodes>{_NODE}(?:(?: and)? {_NODE})*)"
            rf"(?P<limited> you have not ruled out)? works?"
            rf"(?: except (?P<pairs>{_PAIRS}(?: \| {_PAIRS})*))?",
        ),
    )
)
#: Kinds whose words a semicolon does not part: "I made a5 blue; it was red before".
_CLOSED = frozenset({"change", "clash"})
_SUPPOSING = frozenset({"can", "costs", "scored"})
_CAN = dict(_KINDS)["can"]
#: How often a part may come again: parts overlap, and a draft that repeats itself would take hours.
_MORE = "{0,5}"
#: What matches nothing.
_NOTHING = "(?!)"
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
            signs = {"(": "(?:", ")": ")", "[": "(?:", "]": ")?", "|": "|"}
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
        """Return whether the words say the fact; brackets are as good as commas."""
        idle = ("(", ")", "|") if self.kind in _CLOSED else ("(", ")")
        said = "".join(f" {word}" for word in words if word not in idle)
        return self._pattern.fullmatch(said) is not None


@functools.lru_cache(512)
def _paraphrase(kind: str, places: tuple[tuple[str, str], ...]) -> Paraphrase | None:
    named = dict(places)
    expressions = []
    for pattern in _RULES.get(kind, ()):
        if all(name in named for name in re.findall(r"\{(\w+)\}", _expanded(pattern))):
            expressions.append(_expression(pattern, named))
    if not expressions:
        return None
    return Paraphrase(kind, "|".join(f"(?:{one})" for one in expressions), kind in _ASKED)


_ASKED = frozenset({"shall", "scores asked", "works asked"})


def _expanded(pattern: str) -> str:
    """Return a pattern with the words of its classes."""
    while (found := re.search(r"@\w+", pattern)) is not None:
        pattern = pattern.replace(found[0], f"({_CLASSES[found[0]]})")
    return pattern


def paraphrases(clause: str, before: str = "") -> Iterator[Paraphrase]:
    """Yield the ways to say a clause of a message, given as plain words, behind another."""
    for kind, pattern in _KINDS:
        if (fact := pattern.fullmatch(clause)) is not None:
            for name, places in _places(kind, fact, before):
                found = _paraphrase(name, tuple(sorted(places.items())))
                if found is not None:
                    yield found
            return


def reason(facts: str) -> Paraphrase:
    """Return the ways to say the facts of a reason; what was supposed may be left out."""
    members = [one for part in facts.split(" and ") for one in _PARTS.split(part)]
    must = [one for one in members if " would be " not in one] or members
    shapes = []
    for part in (members, must):
        pairs = [one for one in part if re.fullmatch(rf"{_NODE} {_COLOR}", one)]
        alike = {one.split()[1] for one in pairs}
        if len(part) < 4:
            shapes.append(_in_any_order(part, _member))
        if len(pairs) == 2 == len(part) - 1 and len(alike) == 1:
            (other,) = {*part} - {*pairs}
            nodes = _in_any_order([one.split()[0] for one in pairs], _quoted)
            both = f"(?:{nodes}|(?: they)?)(?: are)?(?: both)?(?: are)?{_quoted(*alike)}"
            shapes.append(f"{both}(?: and)?{_member(other)}")
    shapes.append("(?: and)?".join(map(_member, members)))
    ending = "(?: (?:that is the reason|that is why|which is why|hence this))?"
    return Paraphrase("reason", f"(?:{'|'.join(shapes)}){ending}")


def _member(fact: str) -> str:
    """Return an expression for one fact of a reason."""
    if fact == "one of my nodes is fixed":
        return f"(?:{_expression(_CLASSES['@fixed'], {})})"
    if found := re.fullmatch(rf"({_NODE}) (?:would be )?({_COLOR})", fact):
        supposed = f"{_quoted(found[1])} would be{_quoted(found[2])}"
        return supposed if " would be " in fact else _pair((found[1], found[2]))
    if found := re.fullmatch(rf"({_NODE}) must be ({_COLOR})", fact):
        must = "(?: must be| has to be| HAVE-TO be| must stay| needs to be)"
        return f"{_quoted(found[1])}{must}{_quoted(found[2])}"
    return _quoted(fact)


_PARTS = re.compile(rf"(?<=\w) (?={_NODE} {_COLOR})")


def _places(kind: str, fact: re.Match[str], before: str) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield the kinds of what may be said, each with an expression for each place of its patterns."""
    named = {name: _quoted(value) for name, value in fact.groupdict().items() if value is not None}
    if kind == "changed":
        yield from _changes(fact["changes"])
        return
    if kind == "blocks":
        subject = re.fullmatch(rf"(?:yes |no )?({_NODE}) ({_COLOR})", before)
        for color, node in re.findall(rf"({_COLOR}) would clash with ({_NODE})", fact["blocks"]):
            places = {"c": _quoted(color), "n": _quoted(node)}
            if subject is not None:
                places |= {"s": _quoted(subject[1])}
            yield "block", places
        if subject is not None:
            yield "blocked", {"s": _quoted(subject[1]), "c": _quoted(subject[2])}
        return
    if kind == "could":
        colors = [_quoted(color) for color in re.findall(_COLOR, fact["colors"])]
        yield kind, {"n": named["n"], "colors": _all_of(colors, " or")}
        return
    if kind == "unknown":
        nodes = re.findall(_NODE, fact["nodes"])
        named = {"nodes": _in_any_order(nodes, _quoted), "n": _NOTHING, "m": _NOTHING}
        if len(nodes) == 2:
            named |= {"n": _quoted(nodes[0]), "m": _quoted(nodes[1])}
        yield kind, named
        return
    if kind in ("scores", "works"):
        # Behind what is set together, "or" alone does not say where it ends.
        several = any(len(setting) > 1 for _, setting in _settings(fact["ways"]))
        verbs = f"{_SET}|{_SETTING}|{_KEEP}|{_KEEPING}"
        joint = r"(?: or| \|)(?: or| either)?"
        if several:
            joint = rf"(?: \|(?: or| either)?| or(?= if|{verbs}))(?: if you)?"
        named["ways"] = _repeated(_ways(fact["ways"]), joint)
        named["doing"] = _repeated(_ways(fact["ways"], _SETTING, _KEEPING), joint)
        yield from ((kind, named), (f"{kind} so", named), (f"{kind} asked", named))
        return
    if "pairs" in named:
        pairs = re.findall(rf"({_NODE}) (?:would be )?({_COLOR})", fact["pairs"])
        nodes = [node for node, _ in pairs]
        if kind == "open":
            # Each exception is what is tied, and all of them are named.
            tied = [re.findall(rf"({_NODE}) ({_COLOR})", part) for part in fact["pairs"].split(" | ")]
            named["pairs"] = _all_of([_tied_pairs(part) for part in tied])
        else:
            named["pairs"] = _in_any_order(pairs, _supposed if kind in _SUPPOSING else _pair)
        named["nodes"] = _in_any_order(nodes, _quoted)
        named["c"] = _quoted(pairs[0][1]) if len({color for _, color in pairs}) == 1 else _NOTHING
        named["n"] = _quoted(nodes[0]) if len(pairs) == 1 else _NOTHING
        if kind == "state":
            alike = [_expression(p, one) for one in _each_alike(pairs) for p in _RULES["state alike"]]
            each = [_expression(p, one) for one in _each(pairs) for p in _RULES["state one"]]
            named["pairs"] = _repeated([*alike, *each, *map(_pair, pairs)], "(?: and)?")
    if kind == "then":
        supposed = _CAN.fullmatch(before)
        given = {} if supposed is None else dict(_places("can", supposed, ""))["can"]
        named = {
            "list": _outcome(pairs),
            "suppose": _expression("(@suppose | {pairs}) [then]", given) if given else _NOTHING,
        }
    if kind == "open":
        named["nodes"] = _in_any_order(re.findall(_NODE, fact["nodes"]), _quoted)
        yield f"{kind}{' but' * ('pairs' in named)}{' limited' * ('limited' in named)}", named
        return
    yield kind, named
    if kind == "fits":
        yield "greeted", named
    if kind == "can":
        yield "can so", named


def _each(pairs: Sequence[tuple[str, str]]) -> Iterator[dict[str, str]]:
    """Yield the places of what is said of one node."""
    for node, color in pairs:
        yield {"n": _quoted(node), "c": _quoted(color)}


def _each_alike(pairs: Sequence[tuple[str, str]]) -> Iterator[dict[str, str]]:
    """Yield the places of what is said of several nodes of one color."""
    for color, alike in _alike(pairs):
        yield {"nodes": _in_any_order(alike, _quoted), "c": _quoted(color)}


def _outcome(pairs: Sequence[tuple[str, str]]) -> str:
    """Return an expression for what nodes would be, "would" at least before the first."""
    one = [_expression(p, places) for places in _each(pairs) for p in _RULES["then one"]]
    one += [_expression(p, places) for places in _each_alike(pairs) for p in _RULES["then alike"]]
    short = [
        f"{n}(?: in| is)?{c}|{c}(?: for| to| on){n}" for n, c in (map(_quoted, pair) for pair in pairs)
    ]
    first = f"(?:{'|'.join(one)})"
    return f"{first}(?:(?: and| while)?(?:{first}|{'|'.join(short)})){_MORE}"


def _quoted(words: str) -> str:
    return " " + re.escape(words).replace(r"\ ", " ")


def _pair(pair: tuple[str, str], verbs: str = "in| at| on| as| being") -> str:
    node, color = map(_quoted, pair)
    return f"(?:{node}(?: {verbs})?{color}|{color}(?: for| on| at){node}|(?: a| your| my)?{color}{node})"


def _supposed(pair: tuple[str, str]) -> str:
    return _pair(pair, "in| at| on| as| was| were| set to| to| becomes| became| turned| went to")


def _in_any_order(items: Sequence[Item], worded: Callable[[Item], str]) -> str:
    """Return an expression for all items in any order, with "and" or nothing between them."""
    if len(items) > 4:
        return "(?: and)?".join(map(worded, items))
    orders = (
        "(?: and| with| together with| while)?".join(map(worded, order))
        for order in itertools.permutations(items)
    )
    return f"(?: both)?(?:{'|'.join(orders)})"


def _all_of(parts: Sequence[str], joint: str = r"(?: or| \|)(?: or| either)?") -> str:
    """Return an expression for all alternatives in any order."""
    orders = itertools.permutations(parts) if len(parts) < 4 else [parts]
    return f"(?: either)?(?:{'|'.join(joint.join(order) for order in orders)})"


def _tied_pairs(pairs: Sequence[tuple[str, str]]) -> str:
    """Return an expression for what nodes have together: "h1 red and h4 red", "both red"."""
    expression = _in_any_order(pairs, _pair)
    if len({color for _, color in pairs}) == 1 and len(pairs) == 2:
        nodes = _in_any_order([node for node, _ in pairs], _quoted)
        expression = (
            f"(?:{expression}|(?:{nodes})?(?: both| are both| being both){_quoted(pairs[0][1])})"
        )
    return expression


def _repeated(parts: Sequence[str], joint: str = r"(?: or| \|)(?: or| either)?") -> str:
    """Return an expression for one or several of the parts."""
    one = f"(?:{'|'.join(parts)})"
    return f"(?: either)?{one}(?:{joint}{one}){_MORE}"


def _alike(pairs: Sequence[tuple[str, str]]) -> Iterator[tuple[str, list[str]]]:
    """Yield each color of several nodes, with the nodes."""
    for color in dict.fromkeys(color for _, color in pairs):
        alike = [node for node, other in pairs if other == color]
        if len(alike) > 1:
            yield color, alike


def _changes(changes: str) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield each change, and the changes of several nodes that are alike."""
    found = re.findall(rf"({_NODE}) ({_COLOR}) to ({_COLOR})", changes)
    for node, old, new in found:
        places = {"n": _quoted(node), "a": _quoted(old), "b": _quoted(new)}
        yield from (("change", places), ("bare", places), ("beside change", places))
    for old in dict.fromkeys(change[1] for change in found):
        alike = [node for node, before, _ in found if before == old]
        if len(alike) > 1:
            yield "was", {"nodes": _in_any_order(alike, _quoted), "a": _quoted(old)}
    for old, new in dict.fromkeys(change[1:] for change in found):
        alike = [node for node, *colors in found if colors == [old, new]]
        if len(alike) > 1:
            nodes = _in_any_order(alike, _quoted)
            yield "changes", {"nodes": nodes, "a": _quoted(old), "b": _quoted(new)}


def _settings(ways: str) -> list[tuple[bool, list[tuple[str, str]]]]:
    """Return alternatives, each as whether it is kept, and what is to be set together."""
    settings: list[tuple[bool, list[tuple[str, str]]]] = []
    nodes: list[str] = []
    for part in ways.split(" | "):
        kept = part.startswith("keep ")
        part = part.removeprefix("set ")
        if kept or " and " in part:
            settings.append((kept, re.findall(rf"({_NODE}) (?:to )?({_COLOR})", part)))
            continue
        nodes += re.findall(_NODE, part)
        colors = re.findall(_COLOR, part)
        if colors:
            settings += [(False, [(node, color)]) for node in nodes for color in colors]
            nodes = []
    return settings


#: What a person does to a node, and the same as the subject of a sentence.
_SET = "(?: set| change| turn| make| put| move| switch| recolor| color| choose| pick)"
_SETTING = "(?: setting| changing| turning| making| putting| moving| switching| recoloring| coloring)"
_KEEP, _KEEPING = "(?: keep| leave)", "(?: keeping| leaving)"
_TO = "(?: to| in| into| at| on| set to| goes to| becomes| turns)"


def _ways(
    ways: str, begin: str = f"(?:{_SET}|{_SETTING})?", keep: str = f"(?:{_KEEP}|{_KEEPING})"
) -> list[str]:
    """
    Return expressions for alternatives of what to set, those of a node or a color together.

    Parameters
    ----------
    begin, keep
        Expressions for what is done to the nodes, if they get other colors, and if they keep them.
    """
    found: list[str] = []
    single: dict[str, list[str]] = {}
    for kept, setting in _settings(ways):
        if len(setting) == 1 and not kept:
            [(node, color)] = setting
            single.setdefault(node, []).append(color)
        else:
            found += _tied(setting, keep if kept else begin)
    for node, colors in single.items():
        listed = _repeated([_quoted(color) for color in colors], r" or(?: to)?")
        found.append(f"{begin}{_quoted(node)}{_TO}?{listed}")
    for shared in dict.fromkeys(map(tuple, single.values())):
        alike = [node for node, other in single.items() if set(shared) <= set(other)]
        if len(alike) > 1:
            nodes = _repeated([_quoted(node) for node in alike], r"(?: or| \|)(?: set)?")
            listed = _repeated([_quoted(color) for color in shared], r" or(?: to)?")
            found.append(f"{begin}{nodes}{_TO}?{listed}")
    return found


def _tied(setting: Sequence[tuple[str, str]], verb: str) -> list[str]:
    """Return expressions for what is set, or kept, together."""
    plain = [f"(?:{_quoted(node)}{_TO}?{_quoted(color)})" for node, color in setting]
    each = [f"(?:{verb}{part})" for part in plain]
    found = [f"{verb}{_in_any_order(plain, str)}", f"{_in_any_order(each, str)}(?! or)"]
    if len({color for _, color in setting}) == 1:
        nodes = _in_any_order([node for node, _ in setting], _quoted)
        found.append(f"{verb}{nodes}{_TO}?(?: both)?{_quoted(setting[0][1])}")
    return found

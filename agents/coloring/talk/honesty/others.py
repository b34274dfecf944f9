"""Rules about promises, attributions, counts, fixed nodes, comparisons with before, and proposals."""

from __future__ import annotations

import re
from collections.abc import Iterator

from .. import lexicon
from ..tokens import Token
from .rules import Pair, Rule, Rules, Said, Verdict, always, is_ruled_out, leave, refuse, shaped

PROPOSES = (
    r"^(?:(?:please|so|then|now|and|or|just|instead|maybe|perhaps) )*(?:change|set|make|switch|turn"
    r"|recolor|keep|pick|choose|use|try|put|move|take|leave|consider|let)\b"
)


# ---------------------------------------------------------------------------- promises, attributions


def _is_promised(said: Said) -> bool:
    promised = {(pair.node.text, pair.color) for pair in said.pairs}
    allowed = {(pair.node, pair.color) for pair in said.facts.promised}
    return bool(promised) and promised <= allowed and not said.negated


PROMISES: Rules[Said] = (
    Rule(
        "promise",
        lambda said: said.vocabulary & lexicon.PROMISES and not said.has(r"\bwill (?:you|FOR)\b"),
        _is_promised,
    ),
)

_ASKS_TO_TELL = (
    r"\b(?:tell me|telling me|can not (?:yet )?(?:tell|say) (?:if|whether)|for telling"
    r"|ask(?:ed|ing)? about|your (?:message|question|request))\b"
)
_AGENT_ASKED = r"\bi (?:ask|want|wish|asked|wanted|suggest|propose)\b|\bask you\b"


def _was_said(said: Said) -> bool:
    """Return whether the person said each pair: a demand that stands, or a report of this turn."""
    words = {**said.facts.reported, **said.facts.demanded}
    return all(words.get(pair.node.text) == pair.color for pair in said.pairs)


def _is_met(said: Said) -> bool:
    demanded = said.facts.demanded
    return bool(demanded) and all(said.facts.after.get(node) == c for node, c in demanded.items())


ATTRIBUTIONS: Rules[Said] = (
    leave(lambda said: not said.vocabulary & lexicon.SAYS),
    leave(lambda said: not said.pairs and said.has(_ASKS_TO_TELL)),
    refuse("attribution", shaped(_AGENT_ASKED), ends=True),
    Rule(
        "attribution",
        lambda said: not said.pairs and said.has(r"\bas (?:requested|asked|wished|wanted|demanded)\b"),
        lambda said: bool(said.facts.demanded),
        ends=True,
    ),
    refuse("attribution", shaped(r"\b(?:not|never)\b"), ends=True),
    refuse("attribution", lambda said: not said.has(r"\byou\b"), ends=True),
    Rule("attribution", lambda said: said.pairs, _was_said, ends=True),
    Rule(
        "attribution",
        shaped(r"\b(?:asked|wanted|want|requested|wished|wish|request|ask)\b"),
        _is_met,
        ends=True,
    ),
    refuse("attribution", always),
)

#: An agreement without an object is allowed only where nothing is wrong.
OPENINGS: Rules[Said] = (
    Rule(
        "change",
        lambda said: said.words == ("done",),
        lambda said: bool(said.facts.changed) or not said.facts.conflicts,
    ),
    refuse(
        "success",
        lambda said: (
            said.words[:1] in (("yes",), ("sure",), ("certainly",), ("yeah",))
            and said.facts.conflicts
            and not said.facts.changed
        ),
    ),
)


# --------------------------------------------------------------------------------------- fixed nodes

_CANNOT_CHANGE = (
    r"\b(?:(?:can|could|may|must) not|not (?:allowed|able|free) to|unable to) (?:be )?(?:change"
    r"|changed|move|moved|recolor|recolored|touch|touched)\b"
)
_CAN_CHANGE = r"\bcan be (?:changed|recolored|moved)\b|\b(?:OWN|FOR) (?:is|are) free\b"


def _subjects(said: Said) -> set[str]:
    return {token.text for token in said.nodes or said.context.nodes}


def _says_fixed(said: Said) -> bool:
    return bool(said.vocabulary & lexicon.FIXED) and not said.vocabulary & (lexicon.CONFLICT | {"i"})


def _is_fixed(said: Said) -> bool:
    facts, named = said.facts, _subjects(said)
    required = {one.node for one in facts.constraints if one.kind == "required"}
    fixed = {*facts.view.fixed, *facts.view.known_fixed, *required}
    if not named or said.negated:
        return bool(named) and not named & fixed
    return named <= fixed


def cannot_change(said: Said) -> bool:
    """Return whether the clause says of nodes that they cannot change; then it says nothing else."""
    return not _says_fixed(said) and said.has(_CANNOT_CHANGE)


FIXED: Rules[Said] = (
    Rule("fixed", _says_fixed, _is_fixed),
    Rule(
        "fixed",
        cannot_change,
        lambda said: (
            bool(_subjects(said)) and _subjects(said) <= set(said.facts.view.fixed) and not said.pairs
        ),
        ends=True,
    ),
    refuse("fixed", lambda said: not _says_fixed(said) and said.has(_CAN_CHANGE)),
    refuse(
        "unclear",
        lambda said: said.has(r"\bi (?:\w+ )?fixed\b") and not said.vocabulary & lexicon.CONFLICT,
    ),
)


# ------------------------------------------------------------------------------------------ numbers

_COUNTED = re.compile(r"(\w+) of my nodes (?:is|are|have|has) (?:now )?COL")


def counts(said: Said) -> bool:
    """Return whether the clause says how many own nodes have a color, and nothing else."""
    return _COUNTED.fullmatch(said.shape) is not None


def _counted_rightly(said: Said) -> bool:
    color = said.clause.tokens[-1].text
    have = sum(said.facts.after.get(node) == color for node in said.facts.view.own)
    return _number(said.words[0]) == have


def _number(word: str) -> int | None:
    return int(word) if word.isdigit() else lexicon.NUMBERS.get(word)


COUNTS: Rules[Said] = (Rule("number", always, _counted_rightly),)


def numbers(said: Said) -> Iterator[Verdict]:
    """Judge numbers of conflicts, of changed nodes and of points; no other number is allowed."""
    words, facts = said.words, said.facts
    for i, word in enumerate(words):
        number = _number(word)
        before, after = set(words[max(0, i - 2) : i]), words[i + 1 :]
        previous = words[i - 1] if i else ""
        if number is None or ("not" in before and number == 1):
            continue
        if after[:1] in (("changes",), ("change",)) and "made" in words:
            yield "number", number == len(facts.changed) and not said.negated
        elif previous in ("the", "these", "those", "our") and (
            set(after[:1]) & {"clash", "conflict", "collide"}
        ):
            continue
        elif set(after[:3]) & lexicon.CONFLICT:
            yield "number", number == len(facts.conflicts)
        elif said.vocabulary & (lexicon.CHANGE | {"nodes", "node"}) and re.search(
            r"\b(?:nodes?|of them)\b", " ".join(after[:4])
        ):
            yield "number", number == len(facts.changed) and not said.negated
        elif said.has(r"\b(?:score|points?)\b"):
            yield "number", number in facts.numbers
        elif word not in ("one", "two", "once") or (
            set(after[:2]) & {"nodes", "node", "changes", "change", "points"}
        ):
            yield "number", False


def _unpaired(said: Said) -> bool:
    """Return whether a color belongs to no node."""
    colors = sum(token.is_color for token in said.clause.tokens)
    left = len(re.findall(r"\b(?:from|not|than|instead of|in place of) COL\b", said.shape))
    paired = len({pair.color for pair in said.pairs})
    return colors > paired + left or ("COL" in said.shape and not said.pairs)


UNPAIRED: Rules[Said] = (refuse("unclear", _unpaired),)


# ------------------------------------------------------------------------- clauses that continue one

_ONLY_NODES = re.compile(r"(?:(?:between|with|and|my|your|both|namely|OWN|FOR) ?)*(?:OWN|FOR)")
_NOT_THIS = re.compile(r"(?:but |and )?not (?:(?:with|my|your|and|or|OWN|FOR) ?)+")
_SO_IS = re.compile(
    r"(?:and )?(?:so (?:is|are|do|does|has|have) (?:my |your |both |node )*(?:OWN|FOR)"
    r"|(?:my |your )*(?:OWN|FOR) (?:is |are )?(?:too|also))\b"
)


def is_color_only(said: Said) -> bool:
    """Return whether the clause is a color, or "not" and a color."""
    return said.shape in ("COL", "not COL")


def _have_color(said: Said) -> bool:
    color = said.clause.tokens[-1].text
    have = [said.facts.color(token.text) for token in said.context.nodes]
    same = color not in have if said.shape == "not COL" else set(have) == {color}
    return bool(have) and None not in have and same


COLOR_ONLY: Rules[Said] = (Rule("color", always, _have_color),)


def _own_names(nodes: tuple[Token, ...]) -> list[str]:
    return [token.text for token in nodes if token.kind == "own"]


def _conflict_named(said: Said) -> bool:
    mine = [] if said.own else _own_names(said.context.own)
    return said.facts.all_clash([*mine, *said.names])


def goes_on(said: Said) -> bool:
    """Return whether the clause only names nodes, for what the one before it said."""
    return bool(said.context.topic) and _ONLY_NODES.fullmatch(said.shape) is not None


CONTINUATIONS: Rules[Said] = (
    Rule(
        "change",
        lambda said: _NOT_THIS.fullmatch(said.shape),
        lambda said: not set(said.own) & set(said.facts.changed),
    ),
    Rule(
        "success",
        lambda said: _NOT_THIS.fullmatch(said.shape),
        lambda said: (
            not said.foreign or not said.facts.clashes([*_own_names(said.context.own), *said.foreign])
        ),
        ends=True,
    ),
    Rule(
        "fixed",
        lambda said: goes_on(said) and said.context.topic == "fixed",
        lambda said: set(said.names) <= {*said.facts.view.fixed, *said.facts.view.known_fixed},
        ends=True,
    ),
    Rule(
        "change",
        lambda said: goes_on(said) and said.context.topic == "change",
        lambda said: set(said.names) <= set(said.facts.changed),
        ends=True,
    ),
    Rule("conflict", goes_on, _conflict_named, ends=True),
    Rule(
        "color",
        lambda said: _SO_IS.match(said.shape),
        lambda said: all(said.facts.color(name) == said.context.color for name in said.names),
        ends=True,
    ),
)


# ---------------------------------------------------------------------------------------- proposals

_SUGGESTS_COLOR = r"\b(?:can|could|would|may|might|chance|possible|mind|should|will)\b"


def is_proposal(said: Said) -> bool:
    """Return whether the clause asks something, or asks for something."""
    return said.asks or said.has(PROPOSES)


def proposals(said: Said) -> Iterator[Verdict]:
    """Judge a question or a request: its colors would help, and it implies nothing false."""
    facts = said.facts
    if said.has(r"\b(?:because|since|that i)\b") and said.vocabulary & lexicon.CHANGE:
        yield "unclear", False
    if any(pair.node.kind == "own" for pair in said.pairs):
        yield "unclear", False
    supposed = _supposed(said.pairs)
    first = {name: colors[0] for name, colors in supposed.items()}
    suggests = said.has(PROPOSES) or said.has(_SUGGESTS_COLOR)
    for name, colors in supposed.items():
        for color in colors:
            yield "proposal", not is_ruled_out(facts, {name: color})
            if suggests:
                yield "proposal", facts.can({**first, name: color}) is True
    if first and said.has(PROPOSES) and facts.conflicts and first.items() <= facts.beliefs.items():
        yield "proposal", False
    if not said.pairs and said.vocabulary & lexicon.CHANGE:
        required = {one.node for one in facts.constraints if one.kind == "required"}
        yield "proposal", not set(said.names) & {*facts.view.known_fixed, *required}


def _supposed(pairs: tuple[Pair, ...]) -> dict[str, list[str]]:
    supposed: dict[str, list[str]] = {}
    for pair in pairs:
        supposed.setdefault(pair.node.text, []).append(pair.color)
    return supposed

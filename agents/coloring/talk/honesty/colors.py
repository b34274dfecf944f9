"""Rules about colors: those of own nodes, in their tense, and beliefs about other nodes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from .. import lexicon
from ..polarity import is_negated
from .rules import Rule, Rules, Said, Verdict, always, is_ruled_out, judged, leave, refuse

_NO_LONGER = r"\b(?:longer|anymore)\b"
_PAST = r"\b(?:used to|until|till|before|was|were|had|previously|earlier)\b"
_GONE = r"\b(?:was|were|used to|before|earlier|previously|until|till|had|former|formerly|old)\b"
_MODAL = r"\b(?:can|could|would|might|may|must|should|has to|have to|need|needs)\b"
_OBLIGED = r"\b(?:must|should|has to|have to|need|needs|can not)\b"
_MAY_KEEP = (
    r"\b(?:can|could|may|might) (?:\w+ )?(?:keep|leave|set|change|make|use|have|stay|remain|be)\b"
)
#: The pair is a supposition; its stated consequence is judged as a state.
SUPPOSED = (
    r"\b(?:with|for|given)\b(?= (?:your |my |both |the )*(?:FOR))"
    r"|^(?:your )?FOR (?:in |being |as )?COL (?:is (?!COL)|works|would|does|will)\b"
)


@dataclass(frozen=True)
class Colored:
    """A clause that puts a node and a color together."""

    said: Said
    node: str
    color: str
    plain: bool

    @property
    def before(self) -> bool:
        """Whether the node had the color before the turn."""
        return self.said.facts.before.get(self.node) == self.color

    @property
    def after(self) -> bool:
        """Whether it has the color after the turn."""
        return self.said.facts.after.get(self.node) == self.color

    @property
    def believed(self) -> bool:
        """Whether the agent believes that another's node has the color."""
        return self.said.facts.beliefs.get(self.node) == self.color

    @property
    def denied(self) -> bool:
        """Whether the clause denies the pair."""
        return is_negated([word for word in self.said.words if word != "without"])

    @property
    def becomes(self) -> bool:
        """Whether the clause states a change."""
        used = {"used"} if "used to" in self.said.shape else set()
        changing = (lexicon.CHANGE | lexicon.SETS | {"now"}) - {"use", "using", *used}
        return bool(self.said.vocabulary & changing) and "still" not in self.said.vocabulary

    @property
    def stays(self) -> bool:
        """Whether the clause says that nothing changed."""
        staying = lexicon.STAYS - {"same", "alone"}
        return bool(self.said.vocabulary & staying) and not self.becomes


def _with(pattern: str) -> Callable[[Colored], bool]:
    return lambda it: it.said.has(pattern)


def _is_obliged(it: Colored) -> bool:
    """Return whether a node has to keep a color, or cannot take it, by what the person can see."""
    facts = it.said.facts
    bound = {**facts.demanded, **facts.view.fixed}
    if it.said.has(r"\b(?:must|has to|have to|needs to|need to) (?:stay|remain|be|keep)\b"):
        return bound.get(it.node) == it.color
    if it.said.has(r"\b(?:can|could) not be\b"):
        touching = {v if u == it.node else u for u, v in facts.view.edges if it.node in (u, v)}
        clash = any(facts.beliefs.get(name) == it.color for name in touching)
        return clash or bound.get(it.node, it.color) != it.color
    return False


_OWN: Rules[Colored] = (
    refuse("unclear", lambda it: not (it.plain or it.becomes or it.stays or it.denied)),
    Rule("unclear", _with(_MODAL), _is_obliged, ends=True),
    Rule("change", _with(_NO_LONGER), lambda it: it.before and not it.after, ends=True),
    Rule(
        "change",
        _with(r"\balready\b"),
        lambda it: it.before and it.after and not it.denied,
        ends=True,
    ),
    Rule(
        "change",
        lambda it: it.said.has(_PAST) and not it.becomes,
        lambda it: it.before != it.denied and (not it.after or "still" in it.said.vocabulary),
        ends=True,
    ),
    Rule(
        "change",
        lambda it: it.becomes,
        lambda it: (it.after and not it.before) != it.denied,
    ),
    Rule(
        "color",
        lambda it: it.becomes and it.denied,
        lambda it: not it.after or it.before,
    ),
    leave(lambda it: it.becomes),
    Rule("change", lambda it: it.stays, lambda it: it.before and it.after and not it.denied, ends=True),
    Rule("color", always, lambda it: it.after != it.denied),
)


def _speaks_of_possible(it: Colored) -> bool:
    return it.said.has(_MODAL) or it.said.has(_GONE)


def _may_keep(it: Colored) -> bool:
    return _speaks_of_possible(it) and it.said.has(_MAY_KEEP) and not it.said.has(SUPPOSED)


def _can_be_kept(it: Colored) -> bool:
    facts = it.said.facts
    clashes_now = it.believed and facts.clashes([it.node])
    return facts.can({it.node: it.color}) is True and not it.denied and not clashes_now


_FOREIGN: Rules[Colored] = (
    Rule("proposal", _may_keep, _can_be_kept),
    Rule("proposal", _may_keep, lambda it: not is_ruled_out(it.said.facts, {it.node: it.color})),
    leave(_may_keep),
    refuse(
        "color",
        lambda it: _speaks_of_possible(it) and not it.said.has(SUPPOSED) and not it.believed,
        ends=True,
    ),
    refuse(
        "proposal",
        lambda it: _speaks_of_possible(it) and not it.said.has(SUPPOSED) and it.said.has(_OBLIGED),
        ends=True,
    ),
    leave(_speaks_of_possible),
    refuse(
        "attribution",
        lambda it: (
            it.becomes
            and "you" in it.said.vocabulary
            and it.said.facts.reported.get(it.node) != it.color
        ),
    ),
    leave(_with(SUPPOSED)),
    Rule(
        "color",
        always,
        lambda it: it.node in it.said.facts.beliefs and it.believed != it.denied,
    ),
)


def colors(said: Said) -> Iterator[Verdict]:
    """Judge each pair of a node and a color, and the colors that nodes are said to have had."""
    if said.has(r"\bneighbors? of (?:my |your )?(?:OWN|FOR)\b"):
        yield "unclear", False
    for pair in said.pairs:
        colored = Colored(said, pair.node.text, pair.color, pair.plain)
        yield from judged(_OWN if pair.node.kind == "own" else _FOREIGN, colored)
    if said.has(r"\b(?:from|instead of|rather than|in place of) COL\b"):
        yield from _left(said)


def _left(said: Said) -> Iterator[Verdict]:
    """Judge the stated earlier color of a node, as in "from red"."""
    tokens = said.clause.tokens
    nodes = said.own or [token.text for token in said.context.nodes]
    for token, previous in zip(tokens[1:], tokens, strict=False):
        if token.is_color and previous.text in ("from", "of", "than"):
            for node in nodes:
                yield "change", said.facts.before.get(node) == token.text


# -------------------------------------------------------------------------------------- comparisons

_SAME = r"\b(?:same|equal|match|matches|shares?|like|similarly|likewise)\b"
_COMPARED = (
    r"\b(?:differs?|different|distinct|same|equal|match|matches|shares?|like|similarly|likewise)\b"
)
_SAME_AS_BEFORE = (
    r"\bsame as before\b|\b(?:stay|stays|stayed|remain|remains|kept|keep) (?:\w+ )?the same\b"
)
_ADJACENT = r"\b(?:neighbors?|neighboring|adjacent|connected|touch|touches|edge)\b"


def _compared(said: Said) -> list[str]:
    """Return the nodes of a comparison; "it" is the first where fewer than two are named."""
    if len(said.names) < 2 or not said.has(r"^(?:my |your |both |also )*(?:OWN|FOR)\b"):
        return [*(token.text for token in said.context.nodes), *said.names]
    return said.names


def _must_differ(said: Said) -> bool:
    names = _compared(said)
    return len(names) == 2 and any({u, v} == set(names) for u, v in said.facts.view.edges)


def _is_comparison(said: Said) -> bool:
    return said.has(_COMPARED) and not said.has(_SAME_AS_BEFORE)


def _is_undecided(said: Said) -> bool:
    names = _compared(said)
    return len(names) < 2 or any(said.facts.color(name) is None for name in names)


def _compares_rightly(said: Said) -> bool:
    known = [said.facts.color(name) for name in _compared(said)]
    if said.has(_SAME) != said.negated:
        return len(set(known)) == 1
    return known[0] not in known[1:]


def _are_adjacent(said: Said) -> bool:
    names = _compared(said)
    edges = [{u, v} for u, v in said.facts.view.edges]
    linked = [{names[0], name} in edges for name in names[1:]]
    if len(names) < 2 or (len(names) > 2 and not all(linked)):
        return False
    return all(linked) != said.negated


COMPARISONS: Rules[Said] = (
    Rule(
        "unclear",
        lambda said: said.has(r"\b(?:need|needs|has|have|must) (?:to )?(?:differ|be different)\b"),
        _must_differ,
        ends=True,
    ),
    leave(lambda said: _is_comparison(said) and said.claim),
    refuse("unclear", lambda said: _is_comparison(said) and _is_undecided(said), ends=True),
    Rule("color", _is_comparison, _compares_rightly),
    Rule("unclear", lambda said: said.has(_ADJACENT), _are_adjacent),
)

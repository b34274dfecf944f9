"""Rules about conditional sentences: the stated consequence must agree with the payload."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from .. import lexicon
from ..clauses import Clause
from ..facts import Facts
from ..polarity import claim_of, condition_and_rest, is_negated
from .rules import Context, Rules, Said, Verdict, is_ruled_out, judged, refuse
from .states import EVERY, unknown

_THE_CONFLICT = r"\b(?:the|my|our|this|that) (?:\w+ )?(?:conflicts?|clash|clashes|problems?)\b"


@dataclass
class _Supposed:
    """The suppositions of the clauses of a sentence, and their consequences."""

    colors: dict[str, str] = field(default_factory=dict)
    success: bool = False
    failure: bool = False


def conditional(clauses: Sequence[Clause], facts: Facts, context: Context) -> Iterator[Verdict]:
    """Judge a sentence that supposes colors of the border."""
    supposed = _Supposed()
    for clause in clauses:
        said = Said(clause, facts, context)
        if said.has(r"\bnot (?:know|say|tell)\b"):
            yield "color", unknown(said)
        else:
            yield from _clause(said, supposed)
    if supposed.colors:
        yield from _consequence(supposed, facts)
    else:
        unknown_colors = any("not know" in clause.shape for clause in clauses)
        yield "unclear", not (supposed.success or (supposed.failure and not unknown_colors))


def _promises(said: Said) -> bool:
    can = "can" in said.vocabulary
    attributed = lexicon.SAYS - ({"say", "tell"} if can else set())
    return bool(said.vocabulary & (lexicon.PROMISES | attributed))


_PARTS: Rules[Said] = (
    refuse("promise", _promises),
    refuse("number", lambda said: said.vocabulary & (lexicon.NUMBERS.keys() - {"one"})),
    refuse("unclear", lambda said: said.has(EVERY) and "FOR" in said.shape and "COL" not in said.shape),
)


def _clause(said: Said, supposed: _Supposed) -> Iterator[Verdict]:
    condition, rest = condition_and_rest(list(said.words))
    for pair in said.pairs:
        yield "unclear", pair.node.kind != "own" and pair.plain and not is_negated(condition)
        supposed.colors[pair.node.text] = pair.color
    yield from judged(_PARTS, said)
    if said.has(r"\b(?:keep|leave|stay|remain)\b") and "COL" not in said.shape:
        beliefs = said.facts.beliefs
        supposed.colors.update({name: beliefs[name] for name in said.foreign if name in beliefs})
    if re.search(_THE_CONFLICT, " ".join(rest)):
        named = [name for name in said.names if name not in supposed.colors]
        yield "conflict", bool(said.facts.clashes(named) if named else said.facts.conflicts)
    claim = claim_of(rest)
    supposed.success |= claim > 0 or (claim == 0 and bool({"help", "helps"} & set(rest)))
    supposed.failure |= claim < 0


def _consequence(supposed: _Supposed, facts: Facts) -> Iterator[Verdict]:
    """Judge the consequence: the payload must decide it, and agree with it."""
    yield "proposal", not is_ruled_out(facts, supposed.colors)
    verdict = facts.can(supposed.colors)
    if supposed.colors.items() <= facts.beliefs.items() and facts.conflicts:
        verdict = None
    if supposed.success:
        yield "success", verdict is True and not supposed.failure
    elif supposed.failure:
        yield "conflict", verdict is False
    else:
        yield "unclear", False

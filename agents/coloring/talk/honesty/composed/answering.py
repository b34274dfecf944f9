"""
"Yes" and "no", alone or before a clause: they claim what was asked.

"No. My b2 is green." and "No, my b2 is green." are lies to somebody who asked whether h2 can be red, if
it can. They pass if the facts hold the answer that was computed. Otherwise the clause behind them has to
say the same: "no, h2 red does not work for me" is as true as the clause.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Sequence

from ...facts import Facts
from ...tokens import Token
from ...wordlist import words
from .harmless import VOCABULARY
from .terms import Fact, Holds, Setting, Several, Term, Unit
from .worlds import World, opposite

_YES, _NO = words("yes sure absolutely certainly definitely exactly agree agreed"), words("no nope")
_BESIDE = VOCABULARY | words("really please well then not at all ok alright right thing with")
#: "No conflict is left" is no answer; "no, nothing clashes" and "no I can not" are.
_LEAD = re.compile(
    r"(?:so |well,? |oh,? )?(?:"
    r"(?P<yes>(?:yes|yeah|yep|yup|of course)\b(?: please\b)?"
    r"|(?:sure|absolutely|certainly|definitely|exactly|right|true|correct|confirmed|agreed|indeed"
    r"|i agree|you are right|you're right|that is right|that's right)(?=\s*[,:;!-]))"
    r"|(?P<no>(?:no|nope|nah)(?=\s*[,:;!-])|(?:no|nope|nah)(?= (?:i|it|that|this|you|we|sorry)\b))"
    r")[\s,:;!-]*",
    re.IGNORECASE,
)
_POSITIVE = words("can any do resolves fixes solves suggested able plan") | {"may choose", "may keep"}
_NEGATIVE = words("cannot none unable")
_ABLE, _UNABLE = ("solvable", "can solve"), ("unsolvable", "cannot solve", "stuck")


def answered(spoken: Sequence[Token]) -> bool | None:
    """Return what a sentence says that is "yes" or "no" and courtesy; None for other sentences."""
    said = {token.text for token in spoken if token.kind != "sign"}
    yes, no = bool(said & _YES), bool(said & _NO)
    return yes if yes != no and said <= _BESIDE | _YES | _NO else None


def yes_or_no(facts: Facts) -> bool | None:
    """Return the answer to what the person asked in one word; None if it is not known."""
    calm = World(facts).calm()
    if facts.yes is None and facts.request.asks == "conflicts":
        return opposite(calm)
    if facts.yes is None and facts.request.asks == "done":
        # Where a color of the border is missing, nobody can say that all is done.
        return calm is True
    return facts.yes


def answer_before(sentence: str) -> tuple[bool, str] | None:
    """Return the "yes" or "no" before a clause, and the clause; None if there is none."""
    match = _LEAD.match(sentence)
    if match is None or not re.search(r"\w", sentence[match.end() :]):
        return None
    return match["yes"] is not None, sentence[match.end() :]


def says(readings: Iterable[Sequence[Hashable]]) -> bool | None:
    """Return whether all readings begin with what is possible, or with what is not; None otherwise."""
    values = {
        _says(next((one.claim for one in reading if isinstance(one, Unit)), Fact("")))
        for reading in readings
    }
    return values.pop() if len(values) == 1 else None


def _says(claim: Term) -> bool | None:
    if isinstance(claim, Several):
        return _says(claim.claims[0]) if claim.claims else None
    if isinstance(claim, Setting):
        return True if claim.kind in _POSITIVE else False if claim.kind in _NEGATIVE else None
    if isinstance(claim, Holds):
        first = claim.predicates[0]
        if claim.group.quantity != "all" or first.kind not in ("can", "fits", "clash"):
            return None
        return (first.kind == "clash") == first.negated
    if isinstance(claim, Fact):
        return True if claim.kind in _ABLE else False if claim.kind in _UNABLE else None
    return None

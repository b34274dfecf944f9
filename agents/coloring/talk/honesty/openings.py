"""
Words before a clause that answer what the person asked: "not yet", "almost", "so far so good".

They claim something, since the person reads them as the answer: "no" to somebody who asked whether there
are conflicts says that there are none. They are judged here, and what stands behind them is read alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from ..facts import Facts
from .composed.worlds import World

Judge = Callable[[Facts], bool]

_KNOWN = (
    r"(?: that i know of| that i can see| that i see| i know of"
    r"| as far as i (?:know|can see|can tell|see)| for (?:sure|certain))"
)
_PART = r"(?:from|on|for) (?:my (?:side|part|end|nodes|cluster)|me)"
_YES = r"yes|yeah|yep|yup|we do|there is|there are"
_NO = r"no|nope|nah"
_KNOWN_NONE = (
    r"(?:i (?:do not|don't|can not|cannot|can't) (?:know of|see)"
    r"|i (?:know of|see|know about) (?:no|none)\b)"
)
_COUNTS = {"one": 1, "a single one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
#: What may stand behind an opening.
_END = r"(?=\s*(?:[,.:;!-]|$))[\s,.:;!-]*"
_ONLY = r"(?:only |just |exactly )?"


def _known(facts: Facts) -> int:
    return len(facts.conflicts)


def _has_none(facts: Facts) -> bool:
    return World(facts).calm() is True


def _has_some(facts: Facts) -> bool:
    return _known(facts) > 0


def _has_none_known(facts: Facts) -> bool:
    return _known(facts) == 0


def _is_done(facts: Facts) -> bool:
    return facts.satisfied and _has_none(facts)


def _is_open(facts: Facts) -> bool:
    """Return whether there is something to do or to learn yet."""
    return not _has_none(facts)


def _is_nearly_done(facts: Facts) -> bool:
    """Return whether the agent can end all conflicts by one or two changes."""
    if not _has_some(facts):
        return _is_open(facts)
    world = World(facts)
    changes = world.fewest_changes()
    return world.can() is True and changes is not None and changes <= 2


def _proposal_fails(facts: Facts) -> bool:
    return facts.yes is False


def _proposal_needs_nothing(facts: Facts) -> bool:
    """Return whether nothing that the agent knows would clash, with its colors as they are."""
    cases = facts.request.proposed
    worlds = [World(facts).with_(case) for case in cases if not set(case) & set(facts.view.own)]
    return len(worlds) == len(cases) > 0 and all(
        world.edge(edge) is not True for world in worlds for edge in world.edges("all")
    )


def _need_not(facts: Facts) -> bool:
    """Return whether the agent does without what the person would change of its own nodes."""
    cases = facts.request.proposed
    foreign = all(node in facts.view.owners for case in cases for node in case)
    return bool(cases) and foreign and World(facts).can() is True


def _adds_no_conflict(facts: Facts) -> bool:
    """Return whether the agent can give its own nodes the colors asked for without a new conflict."""
    world = World(facts)
    before = {edge for edge in world.edges("all") if world.edge(edge)}
    for case in facts.request.proposed:
        if not set(case) <= set(facts.view.own):
            return False
        colorings = world.colorings(case, demands=True) or []
        worlds = (world.with_(one) for one in colorings)
        if not any(all(w.edge(e) is False or e in before for e in w.edges("all")) for w in worlds):
            return False
    return bool(facts.request.proposed)


def _can_be_done(facts: Facts) -> bool:
    return facts.yes is True or _adds_no_conflict(facts)


#: Openings by what the person asked, with what has to be so.
_JUDGED: Mapping[str, tuple[tuple[str, Judge], ...]] = {
    "conflicts": (
        (f"(?:{_YES})", _has_some),
        # "No, I know of none", where the color of a node is missing.
        (rf"(?:{_NO})(?=[\s,.:;!-]+{_KNOWN_NONE})", _has_none_known),
        (f"(?:none|no|nope|not){_KNOWN}", _has_none_known),
        (f"(?:{_NO}|none|not at all|not any|not anymore|not now)", _has_none),
    ),
    "done": (
        (f"(?:{_YES})", _is_done),
        (_NO, _has_some),
        (
            rf"(?:{_PART}[ ,]+(?:{_YES}|we are|it is|all is fine)|(?:{_YES})[ ,]+{_PART}"
            rf"|i think so {_PART})",
            _has_none,
        ),
        ("(?:not yet|not quite(?: yet)?|not really|not done yet|not entirely|not completely)", _is_open),
        ("(?:almost|nearly)(?: there| done)?", _is_nearly_done),
    ),
    "well": (
        # "Fine, but b3 clashes", "good, one clash to go".
        (
            r"(?:(?:quite |pretty |all |going )?(?:well|good|fine|ok|okay)(?: so far| here)?|not bad)"
            r"(?=[\s,:;-]+(?:but|only|just|(?:one|two|three) (?:conflict|clash)))",
            _has_some,
        ),
        ("(?:not bad|all (?:good|fine|well) here)", _has_none_known),
        (
            "(?:not great yet|almost good|not perfect(?: yet)?|some work is left|not all good(?: yet)?)",
            _has_some,
        ),
        (
            r"(?:so far so good|good so far|(?:quite |pretty )?(?:well|good|fine)(?: so far)?"
            r"|going (?:well|fine)|all good|all fine)",
            _has_none_known,
        ),
        (
            r"(?:not (?:so|too|very|that) (?:well|good|great)|not (?:well|good|great)|so-so|so so"
            r"|could be better|not done yet|not quite|going ok(?:ay)?)",
            _has_some,
        ),
        ("(?:almost|nearly)(?: there| done)?", _is_nearly_done),
    ),
}
_ON_PROPOSALS: tuple[tuple[str, Judge], ...] = (
    (
        r"(?:better not|i(?: would|'d) rather not|rather not|sadly not|not really|not possible)",
        _proposal_fails,
    ),
    (r"nothing(?: at all)?", _proposal_needs_nothing),
    (r"(?:no need|not needed|not necessary)", _need_not),
    (f"(?:{_YES}|sure)", _adds_no_conflict),
    (f"(?:(?:{_YES})[ ,]+)?(?:it|that|i) (?:can|could|would|might)", _can_be_done),
)
_GREETING = re.compile(
    r"(?:hi|hello|hey|ok|okay|well|hmm|sorry|thanks(?: a lot| for asking)?|thank you)(?: there)?" + _END,
    re.IGNORECASE,
)
_COUNT = re.compile(
    rf"{_ONLY}(?P<count>{'|'.join(_COUNTS)})(?: conflicts?| clash(?:es)?)?(?P<known>{_KNOWN})?"
    r"(?: so far)?" + _END,
    re.IGNORECASE,
)
#: A condition behind an answer is part of it: "yes, if you make h2 red".
CONDITION = re.compile(
    r"(?:but )?(?:only |just |even |not )*(?:if|once|when|while|with|without|unless"
    r"|as (?:soon|long) as|so long as|provided|after|assuming)\b",
    re.IGNORECASE,
)
#: What is a reason for the answer, or follows from it, is more than the clause alone.
_REASON = re.compile(
    r"(?:and )?(?:so|because|since|as|therefore|hence)\b(?! (?:could|can|would|please))", re.IGNORECASE
)


def without_opening(sentence: str, facts: Facts) -> str:
    """Return a sentence without the words before it that answer what was asked, if they are so."""
    greeting = _GREETING.match(sentence)
    start = greeting.end() if greeting else 0
    rest = _answered(sentence[start:], facts)
    return sentence if rest is None else rest


def shows_conflicts(sentences: Sequence[str], facts: Facts) -> bool:
    """Return whether sentences answer that there are conflicts, so that equal nodes stand for them."""
    answers = any(without_opening(one, facts) != one for one in sentences)
    return answers and facts.request.asks in ("conflicts", "done", "well") and _has_some(facts)


def _answered(text: str, facts: Facts) -> str | None:
    request = facts.request
    judged = _JUDGED.get(request.asks, ())
    if not judged and request.proposed:
        judged = _ON_PROPOSALS
    for words, is_so in judged:
        match = re.match(f"(?:{words}){_END}", text, re.IGNORECASE)
        if match is None:
            continue
        rest = text[match.end() :]
        if not is_so(facts) or CONDITION.match(rest) or _REASON.match(rest):
            return None
        if request.asks == "conflicts" and (counted := _counted(rest, facts)) is not None:
            rest = counted
        return rest
    return _counted(text, facts) if request.asks == "conflicts" else None


def _counted(text: str, facts: Facts) -> str | None:
    """Return what stands behind the number of conflicts, if that is right; None if there is none."""
    match = _COUNT.match(text)
    if match is None or _COUNTS[match["count"].lower()] != _known(facts):
        return None
    known = match["known"] or World(facts).conflicts() is not None
    return text[match.end() :] if known else None

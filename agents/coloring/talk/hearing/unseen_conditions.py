"""
Conditions that the agent cannot check: "make b2 blue, but only if Agent1 turns a4 red", said to Agent2.

What is said on such a condition is not taken, and the agent says which condition it was.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from ...view import View
from ...wording.phrases import sentences_in
from ..grammar import asked_back
from ..reading import ReadingKind, Understanding
from ..tokens import tokens_of
from ..wordlist import words

#: What begins a condition.
_IF = re.compile(
    r"\b(?:if|unless|when(?:ever)?|once|as soon as|(?:as|so) long as|while(?! i\b)|after|until|till"
    r"|assuming|supposing|provid(?:ed|ing)|(?:on|under) (?:the )?condition|in case"
    r"|in (?:return|exchange) for|only with|depend(?:s|ing) on)\b",
    re.IGNORECASE,
)
#: Words before "if" that make it a question, or no condition at all.
_NO_CONDITION = re.compile(
    r"\b(?:even|whether|as|no matter|matters?|mind|regardless|independent(?:ly)?|care|know|knows|see"
    r"|sure|clear|tell me|told(?: me)?|ask(?:s|ed|ing)?(?: \w+)?|wonder(?:s|ing)?|check|find out|idea"
    r"|question|say|said|curious|wondered|said that|not only)\s+$",
    re.IGNORECASE,
)
#: Words of time, which tell of the past where their verb does: "when Agent1 changed a4, I took red".
_TIME = re.compile(r"(?:when(?:ever)?|once|as soon as|while|after|until|till)\b", re.IGNORECASE)
_PAST = re.compile(
    r"\b(?:was|were|did|had|asked|said|told|changed|turned|made|set|took|went|moved|switched|became|got"
    r"|gave|wanted|offered|agreed|refused|accepted|started|put)\b",
    re.IGNORECASE,
)
#: What the person has done before it writes: "after talking to Agent1, h2 is blue".
_HAVING = re.compile(
    r"\s*(?:talking|speaking|discussing|checking|looking|asking|dealing"
    r"|(?:i|we) (?:had )?(?:just )?(?:talked|spoke|discussed|checked|saw|heard|met))\b",
    re.IGNORECASE,
)
#: Conditions that are about nothing else: "if possible, make b2 blue as Agent1 wants".
_IDIOM = re.compile(r"\s*(?:need(?:ed| be)|necessary|possible|not|so)\b(?! for\b)", re.IGNORECASE)
#: What depends on a condition is what the person says later: "I tell you when Agent1 answers".
_LATER = re.compile(
    r"\b(?:i|we)(?:'ll| will| shall| can)? (?:then |also )?(?!(?:ask|tell) you to\b)"
    r"(?:tell|let|ask|inform|write|report|get back|come back|talk|look)\b[^,;]*$",
    re.IGNORECASE,
)
#: The same behind its condition: "if Agent1 agrees I tell you".
_SAID_LATER = re.compile(
    r"\w(?<!\band)(?<!\bor) (?:i|we) (?:then |also )?(?:tell you|let you know|inform you"
    r"|write(?: to)? you|(?:get|come) back)(?: (?:that|it|so|then|later|again|to you|know))*\W*$",
    re.IGNORECASE,
)
#: A condition belongs to the reason why something is said: "so that I can change h1 if a4 is red".
_WHY = re.compile(r"\w\W+(?:so that|because|so (?:i|we) (?:can|could))\b[^.;]*$", re.IGNORECASE)
#: A condition on what was said is none on what is so: "h2 is blue, in case Agent1 did not tell you".
_UNTOLD = re.compile(
    r"\b(?:did|has|have)(?: not|n't) (?:yet |already )?(?:tell|told) (?:you|u)\b", re.IGNORECASE
)
#: "h2 is red while h1 is blue" tells of both.
_BESIDES = re.compile(r"^\W*(?:my )?\w+\d+(?: is| are|'s| has)? \w+\W*$", re.IGNORECASE)
_WAITS = re.compile(r"\b(?:wait|not)\s+$", re.IGNORECASE)
_PERFECT = re.compile(r"\b(?:has|have|is|are|gets)\s+(?:\w+\s+)?$", re.IGNORECASE)
#: What ends a condition within its sentence.
_END = re.compile(
    r"[,;:.!?\n]|\b(?:then|because|since|so|but|though|although|which"
    r"|and (?=(?:tell|ask|say|let|i|you|we|please|make|keep|set|also)\b)"
    r"|(?<=\w )(?=(?:i|we)(?:'ll| will| shall| would|'d)\b))",
    re.IGNORECASE,
)
_PLAYER = re.compile(
    r"\bagent ?\d+|\b(?:the|my|your|any) (?:other|second|third) (?:agent|neighbou?r|player)s?\b"
    r"|\b(?:every(?:one|body)|some(?:one|body)|any(?:one|body)) else\b",
    re.IGNORECASE,
)
_CONSENTS = (
    r"(?:agree[sd]?|accept(?:s|ed)?|object(?:s|ed)?|refuse[sd]?|consent(?:s|ed)?|approve[sd]?"
    r"|disagree[sd]?|decline[sd]?)"
)
_MOVES = (
    r"(?:move[sd]?|change[sd]?|answer(?:s|ed)?|repl(?:y|ies|ied)|confirm(?:s|ed)?|decide[sd]?"
    r"|(?:says?|said) (?:yes|no|so|ok|okay)|done|finished|ready|ok|okay|fine|happy|satisfied)"
)
_HELPING = (
    r"(?: (?:has|have|is|are|also|really|too|does|do|did|will|would|can|could|not|still|already|first))*"
)
#: A consent or a move of somebody who is called by a name: "if Bob agrees", "once Carla has moved".
_NAMED = re.compile(
    r"\s*(?:and |also |even )?(?P<name>[A-Z][\w-]+|she|he|they(?! (?:\w+ )*?"
    rf"{_MOVES}\b))(?: (?:and|or) (?:i|I|me|[A-Z][\w-]+))?{_HELPING} (?:{_CONSENTS}|{_MOVES})\b"
)
_OF_YOU = re.compile(r"\s*(?:you|u)\b(?! (?:and|or|two|both|all)\b)", re.IGNORECASE)
#: Words that may be written like names.
_NO_NAMES = words(
    "i you we it this that everything nothing all both it's that's there what which who your my our blue"
    " red green possible if then and node nodes color colors thats its ya yes no one ones two these"
    " those some any each conflict conflicts score scores points game turn cost costs change changes"
)
#: "If you can and Agent1 agrees" is about another player as well.
_TOO = re.compile(rf"\band (?:if )?(?:{_PLAYER.pattern}) \w", re.IGNORECASE)
#: Words without which a sentence says nothing beside its condition.
_LEAD = re.compile(
    r"(?:but|and|or|only|just|though|that is|that|please|well|of course|this|it|is|holds|goes|valid|do"
    r"|\W)*",
    re.IGNORECASE,
)
_TRAILING = re.compile(r"(?:\b(?:but|and|only|just|please|wait|not)\b|[\s,])+$", re.IGNORECASE)
#: What would bind somebody without its condition.
_BINDING: tuple[ReadingKind, ...] = (
    *("demand", "report", "preference", "forbidden", "required", "release", "restore", "retract"),
    *("negation", "agree", "indifferent", "satisfied", "doubt"),
)
#: What a person would like on its own side, which is a supposition.
_LIKED = ("preference", True)


@dataclass(frozen=True)
class Condition:
    """
    A condition that the agent cannot check.

    Attributes
    ----------
    why
        Why it cannot, as the beginning of a sentence.
    lasts
        Whether it only ends what holds already: "keep b2 green until Agent1 has moved".
    governed
        What depends on it, without the condition.
    rest
        The other sentences of the message.
    """

    why: str
    lasts: bool
    governed: str
    rest: str


def unseen_condition(text: str, view: View) -> Condition | None:
    """Return the condition of a text that is about nodes or players that the agent does not see."""
    sentences = [part for one in sentences_in(text) for part in re.split(r"(?<=;)\s*", one) if part]
    for i, sentence in enumerate(sentences):
        for found in _IF.finditer(sentence):
            end = _END.search(sentence, found.end())
            at = end.start() if end else len(sentence)
            before, said, behind = sentence[: found.start()], sentence[found.end() : at], sentence[at:]
            why = _unchecked(found[0], said, view)
            if why is None or _is_none(found[0], before, said) or _is_aside(found[0], before, said):
                continue
            # "But only if a4 is red." is the condition of what was said before.
            alone = i > 0 and _LEAD.fullmatch(before) and _LEAD.fullmatch(behind)
            first = i - 1 if alone else i
            main = f"{_TRAILING.sub('', before)}{behind}".strip(" ,")
            governed = sentences[first] if alone else said if _LEAD.fullmatch(main) else main
            lasts = found[0].casefold() in ("until", "till") and not _WAITS.search(before)
            rest = " ".join([*sentences[:first], *sentences[i + 1 :]])
            return Condition(why, lasts, governed, rest)
    return None


def _unchecked(word: str, said: str, view: View) -> str | None:
    """Return why a condition cannot be checked; None if it can be."""
    unseen = list(dict.fromkeys(one.text for one in tokens_of(said, view) if one.kind == "other"))
    players = {view.agent.casefold(), *(name.casefold() for name in view.owners.values())}
    nodes = [name for name in unseen if not re.fullmatch(r"agent\d+", name)]
    if nodes:
        return f"I do not see {' and '.join(nodes)}"
    if (by_name := _NAMED.match(said)) is not None and word.casefold() != "while":
        name = by_name["name"].casefold()
        known = {*players, *(node.casefold() for node in (*view.own, *view.owners)), *view.domain}
        if name not in known and name not in _NO_NAMES:
            return "I do not see what others do"
    named = _PLAYER.search(said)
    # "While Agent1 thinks" is a time, and "if you need anything from Agent1" about the agent itself.
    of_you = _OF_YOU.match(said) and not _TOO.search(said)
    if named is None or word.casefold() == "while" or of_you:
        return None
    own = " ".join(named[0].casefold().split()).replace("agent ", "agent") in players
    return None if own else "I do not see what others do"


def _is_none(word: str, before: str, said: str) -> bool:
    """Return whether what looks like a condition is a question, or tells of the past."""
    if _NO_CONDITION.search(before):
        return True
    verb = _PAST.search(said)
    if not _TIME.match(word) or verb is None:
        return False
    return _PERFECT.search(said[: verb.start()]) is None


def _is_aside(word: str, before: str, said: str) -> bool:
    """Return whether nothing that the agent is to take depends on a condition."""
    if word.casefold() == "after" and _LEAD.fullmatch(before) and _HAVING.match(said):
        return True
    if _LEAD.fullmatch(before) and _SAID_LATER.search(said):
        return True
    if _LATER.search(before) or _WHY.search(before) or _IDIOM.match(said) or _UNTOLD.search(said):
        return True
    return word.casefold() == "while" and all(map(_BESIDES.match, (before, said)))


def without_condition(
    text: str,
    condition: Condition,
    view: View,
    read: Callable[[str], tuple[Understanding, list[str]]],
) -> tuple[Understanding, list[str]]:
    """
    Return the meaning of a text without what depends on a condition.

    A question is answered without its condition, and the agent says so; so it does where a condition
    ends what holds already.
    """
    whole, replies = read(text)
    if condition.lasts:
        plain, replies = read(" ".join([condition.governed, condition.rest]))
        return plain, [*replies, f"{condition.why}, so tell me when that is so."]
    binding = [one for one in whole.of(*_BINDING) if (one.kind, one.node in view.owners) != _LIKED]
    if not binding and (whole.questions or whole.readings or "?" in text):
        if whole.questions or whole.of("hypothetical", "preference"):
            replies = [*replies, f"{condition.why}, so my answer leaves that out."]
        return whole, replies
    governed, _ = read(condition.governed)
    says_more = any(
        one.kind not in ("doubt", "off_topic", "help") or one.node for one in governed.readings
    )
    if not says_more and not governed.questions:
        return whole, replies
    doubt = asked_back(
        f"{condition.why}, so I cannot act on that condition. Tell me again when it holds."
    )
    rest, replies = read(condition.rest) if condition.rest else (Understanding(text), [])
    rest = replace(rest, text=whole.text, readings=(*rest.readings, doubt), unread=False, cut=whole.cut)
    return rest, replies

"""
Corrections that say at once what is right: "h1 red, sorry, I mean green", "no, h1 is green, not red".

What only admits a mistake, before or behind a fact, is left out. A mistake about a node is followed by
what is so: "your belief about h1 is outdated, it's green".
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence

from ..tokens import Token, outline
from ..wordlist import words

#: Words that take back the color before them and lead to the right one.
_CORRECTING = words(
    "sorry sry typo no oh eh ehh er ehm um uh wait oops ups rather actually mean meant correction pardon"
    " scratch strike forget"
)
_BESIDE_CORRECTION = words(
    "i , - ... . : my mistake bad wrong it is it's its still of course that to in think guess"
)
#: Before one of these "or" corrects, and names no alternative: "h4 is blue. Or no, red".
_BEHIND_OR = words("no wait actually")
#: What a node stands behind that has no color yet: "h4 blue, sorry, green if a5 is red".
_CONDITIONS = words("if when once provided because since")
_DENYING = words("not never no cannot isn't can't won't mustn't shouldn't without except but")
#: What leads to an alternative, which a correction ends, too: "a2 blue. Or maybe red. No: blue".
_ALTERNATIVE = re.compile(r"[.,;] or(?: (?:maybe|perhaps|possibly|rather|even))*|or (?:maybe|perhaps)")

_ADMITS = (
    r"(?:no|wait|oops|ups|sorry|sry|actually|oh|ah|eh|argh|hm+|and|but|hey|,|\.|:|;|!|-|\n|hold on"
    r"|hang on|one moment"
    r"|(?:just |only )*(?:i|we) (?:mean|meant(?: to say)?|misread|mistyped|misspoke|miswrote|misclicked"
    r"|wanted to say)(?: (?:it|that))?"
    r"|my (?:bad|mistake|fault|error|apologies)|apologies|(?:a )?(?:correction|typo|mistake)"
    r"|scratch that|forget that|(?:i )?(?:beg|ask) (?:your|you) pardon|pardon(?: me)?|(?:excuse"
    r"|forgive) me"
    r"|(?:i|we) (?:(?:have|had|just|now) )*(?:made an? (?:\w+ )?(?:mistake|error|typo)"
    r"|(?:said|wrote|told you|typed) (?:(?:it|that|something) )?wrong)|i am after telling you wrong"
    r"|let me correct (?:that|myself)|(?:that|this|it) (?:is|was) (?:wrong|not right|a (?:mistake|typo)"
    r"|incorrect|a lie)"
    r"|(?:i|we) (?:got|had) (?:it|that|this) wrong|(?:i|we) (?:was|were) (?:wrong|mistaken)) "
)
#: Words of an admission without which "no" and "but" say something else.
_ADMITTED = re.compile(
    r"\b(?:wait|oops|ups|sorry|sry|actually|argh|hold|hang|mean|meant|mis\w+|bad|mistakes?|fault|error"
    r"|apologies|correction|pardon|forgive|excuse"
    r"|typo|scratch|forget|correct|wrong|right|incorrect|lie|wanted)\b"
)
_FACT = (
    r"(?:my )?NODE (?:(?:is|=|:|has|are|was always|must be) )?"
    r"(?:(?:now|actually|really|in fact|already|in) )*COLOR "
)
_DENIED = r"(?:(?:,|and|but|-) )*(?:(?:is )?not|no longer|instead of|rather than) COLOR "
_BEHIND = (
    r"(?:(?:,|\.|!|-|\(|\)|\n|sorry|sry|my (?:bad|mistake|fault|error|apologies)|apologies|(?:(?:it"
    r"|that) was )?(?:just )?(?:a )?"
    r"(?:typo|mistake)|fat fingers|wrong key|i (?:misread|mistyped|misspoke|misclicked)(?: (?:it|that))?"
    r"|(?:as|like) i (?:said|wrote|claimed|told you)(?: (?:before|earlier|first))?|i (?:got|had) (?:it"
    r"|that) wrong|obviously"
    r"|of course|oops|ups) )*"
)
_CORRECTED = re.compile(
    rf"(?P<lead>(?:{_ADMITS})*)(?P<fact>{_FACT})(?P<denied>{_DENIED})?(?P<behind>{_BEHIND})"
)
#: An admission before several facts; "scratch that" may be about others.
_LED = re.compile(rf"(?P<lead>(?:(?!scratch|forget){_ADMITS})+)(?={_FACT})(?!.*\bnot )")
#: What is wrong about a node, and what it is: "h1 has changed since then, it's green now".
_MISTAKEN = re.compile(
    r"(?!.*(?:\?|\bif\b|\bsays?\b))(?:(?!COLOR)\S+ )*?NODE (?:(?!NODE|COLOR)\S+ )*?(?:[,.;:!-] |and "
    r"|but |- )(?:(?:in fact|actually|because|,) )*"
    r"(?:it|that) (?:is|has|became|turned|went) (?:(?:now|actually|really|in fact|already|currently|to"
    r"|in) )*(?P<color>COLOR )"
    r"(?:(?:now|actually|instead|already|at the moment|currently|,|\.|!|\n|sorry|in fact) )*"
)
_WRONG = re.compile(
    r"\b(?:wrong|mistaken|outdated|out of date|obsolete|old (?:news|info|information|color|data)"
    r"|not (?:right|correct|true|up to date|accurate)"
    r"|incorrect|inaccurate|stale|changed|no longer|not any ?more|false|misinformed|error|mistake"
    r"|in the past)\b"
)


#: A node that is replaced by the next one: "h2, er, h5 will be green".
_WRONG_NODE = re.compile(
    r"(?:^|(?<=[.!?,;\n] ))(?:(?:ok|so|well|and|please|then|my|your|make|set|turn|put|paint|color|change"
    r"|keep|i|will|am|have|can|could|you|we) )*"
    r"(?P<wrong>NODE (?P<sign>[,-]|\.\.\.)? ?(?P<words>(?:(?:or|no|wait|er|uh|um|ehm|erm|sorry|oops"
    r"|rather|actually|i|mean|meant|correction|pardon|that is|make that|,|-|\.\.\.) )+)(?:my "
    r"|your )?)NODE "
    r"(?P<end>[,-] )?"
)
_REPLACES = re.compile(r"\b(?:wait|er|uh|um|ehm|erm|sorry|oops|rather|mean|meant|correction|pardon)\b")


def without_wrong_node(tokens: Sequence[Token]) -> list[Token]:
    """Return a message without a node that its author replaces before saying anything of it."""
    said = outline(tokens) + " "
    found = _WRONG_NODE.search(said)
    if found is None or any(token.quoted for token in tokens):
        return list(tokens)
    if not (_REPLACES.search(found["words"]) or (found["sign"] and "no" in found["words"].split())):
        return list(tokens)
    start, end = said[: found.start("wrong")].count(" "), said[: found.end("wrong")].count(" ")
    if tokens[start].kind != tokens[end].kind or tokens[start].text == tokens[end].text:
        return list(tokens)
    behind = tokens[end + (2 if found["end"] else 1) :]
    return [*tokens[:start], tokens[end], *behind] if behind else list(tokens)


def without_admissions(tokens: Sequence[Token]) -> list[Token]:
    """Return the fact of a message that corrects one, without what admits the mistake; or all words."""
    if any(token.quoted for token in tokens):
        return list(tokens)
    tokens = _without_echo(tokens)
    said = outline(tokens) + " "
    if (found := _CORRECTED.fullmatch(said)) is not None:
        if found["denied"] or (found["lead"] and _ADMITTED.search(found["lead"])):
            first, last = (said[: found.start("fact")].count(" "), said[: found.end("fact")].count(" "))
            return list(tokens[first:last])
    elif (found := _LED.match(said)) is not None and _ADMITTED.search(found["lead"]):
        return list(tokens[found["lead"].count(" ") :])
    elif (found := _MISTAKEN.fullmatch(said)) is not None and _WRONG.search(said):
        node = next(token for token in tokens if token.is_node)
        color = tokens[said[: found.start("color")].count(" ")]
        return [node, Token("word", "is"), color]
    return list(tokens)


def _without_echo(tokens: Sequence[Token]) -> Sequence[Token]:
    """Leave out the color that is said once more behind a sentence: "h2 is red. RED."."""
    spoken = [token for token in tokens if token.text not in ("\n", ".", "!")]
    colors = [token.text for token in tokens if token.is_color]
    echo = [token for token in tokens if token.text != "\n"]
    while echo and echo[-1].text in (".", "!"):
        echo.pop()
    if len(spoken) < 3 or len(colors) != 2 or len({*colors}) > 1 or not echo[-1].is_color:
        return tokens
    return echo[:-1] if echo[-2].text in (".", "!", ",") else tokens


def with_plain_denials(tokens: Sequence[Token]) -> list[Token]:
    """
    Return a message in which "no" behind a sentence denies the color at a node, and corrects nothing.

    "h2 is green. So no green on b2" does not mean "no, green on b2".
    """
    found = list(tokens)
    for i in reversed(range(1, len(found) - 3)):
        no, color, at, node = found[i : i + 4]
        behind_sentence = found[i - 1].text in (".", "!", ";", "so", "therefore", "hence")
        denies = no.text == "no" and color.is_color and at.text in ("on", "for", "at", "in")
        if behind_sentence and denies and node.is_node and not no.quoted:
            found[i : i + 4] = [node, *(Token("word", word) for word in ("must", "not", "be")), color]
    return found


#: A yes or no that its author takes back for the other one: "no. Or actually yes, do it".
_YES = r"(?:yes|ok|okay|sure|fine|agreed|deal)"
_NO = r"(?:no|nope|nah)"
_ELSE = (
    r"(?:(?:or|oh|no|wait|hold on|hang on|one moment|well|actually|rather|sorry|sry|oops|hm+|um|uh|er"
    r"|ehm|i (?:mean|meant)(?: to say)?|on second thoughts?|thinking about it|scratch that|forget that"
    r"|correction|my (?:bad|mistake)|i changed my mind|[,.;:!-]|\.\.\.) )+"
)
_ANSWERED_TWICE = re.compile(rf"(?:(?:{_YES} (?:, )?){_ELSE}(?={_NO} )|{_NO} {_ELSE}(?={_YES} ))")
#: Words of a correction: "no, ok" may refuse and nod, and "yes or no" may ask.
_TAKEN_BACK = re.compile(
    r"\b(?:wait|hold on|hang on|actually|rather|sorry|sry|oops|mean|meant|second|thinking|scratch"
    r"|forget|correction|my|changed)\b"
)


def without_first_answer(tokens: Sequence[Token]) -> list[Token]:
    """Return an answer without the yes or no before the one that corrects it."""
    said = " ".join(token.text for token in tokens) + " "
    found = _ANSWERED_TWICE.match(said)
    if found is None or not _TAKEN_BACK.search(found[0]) or any(one.quoted for one in tokens):
        return list(tokens)
    return list(tokens[found[0].count(" ") :])


def without_corrected(tokens: Sequence[Token]) -> list[Token]:
    """
    Return a message without a color that its author takes back for another one.

    Only words of correction may stand between the two; "not" or a node there says something else.
    """
    found = list(tokens)
    places = [i for i, token in enumerate(found) if token.is_color]
    for first, second in itertools.pairwise(places):
        named = _named_again(found, first, second)
        between = _without_or(found[first + 1 : named[1] if named else second])
        said = {token.text for token in between}
        if (
            said & _CORRECTING
            and said <= _CORRECTING | _BESIDE_CORRECTION
            and not _denies(between)
            and not _leads_on(found[second + 1 :])
            and (any(t.is_node for t in found[:first]) or not any(t.is_node for t in found))
            and not any(token.text == "?" or token.quoted for token in found)
        ):
            if named:
                return without_corrected([*found[: named[0]], *found[named[1] :]])
            first = _start_of_alternatives(found, places, first)
            return without_corrected([*found[:first], *found[second:]])
    return found


def _without_or(between: Sequence[Token]) -> list[Token]:
    """Leave out the "or" of a correction: "or no", "or wait"."""
    behind = [*(token.text for token in between[1:]), ""]
    return [
        token
        for token, text in zip(between, behind, strict=False)
        if token.text != "or" or text not in _BEHIND_OR
    ]


def _named_again(found: Sequence[Token], first: int, second: int) -> tuple[int, int] | None:
    """
    Return where a node stands that alone is named before two colors: "h5 red, no, h5 blue".

    Of "h2 and h5 are red, no, h5 is blue" more may be corrected, and of limits something else.
    """
    earlier = max((i for i in range(first) if found[i].is_color), default=-1)
    before = [i for i in range(earlier + 1, first) if found[i].is_node]
    again = [i for i in range(first + 1, second) if found[i].is_node]
    if len(before) != 1 or len(again) != 1 or found[before[0]].text != found[again[0]].text:
        return None
    stated = {token.text for token in (*found[before[0] : first], *found[again[0] : second])}
    return (before[0], again[0]) if stated.isdisjoint(_DENYING) else None


def _start_of_alternatives(found: Sequence[Token], places: Sequence[int], first: int) -> int:
    """Return where the color stands to which the one that is taken back was an alternative."""
    before = [place for place in places if place < first]
    if not before:
        return first
    between = " ".join(token.text for token in found[before[-1] + 1 : first])
    return before[-1] if _ALTERNATIVE.fullmatch(between) else first


def _denies(between: Sequence[Token]) -> bool:
    """Return whether "no" stands right before the color that follows: "h1 red, no green"."""
    last = [token.text for token in between if token.kind != "sign"][-1:]
    return last == ["no"] and between[-1].text == "no"


def _leads_on(behind: Sequence[Token]) -> bool:
    """Return whether a color belongs to a node behind it: "b2 red, oh, green for h5"."""
    at = [token for token in behind[:3] if token.text not in ("my", "your", "node")]
    if at and at[0].text in _CONDITIONS:
        return False
    return bool(at) and (at[0].is_node or (len(at) > 1 and at[0].kind == "word" and at[1].is_node))

"""
Whether what small words add to a sentence stands where it was said.

Sentences are compared without commas and without words that mostly say nothing (:mod:`.plain_words`).
Moved elsewhere they do say something: "My score is 9 if you set h4 to green: I can score 11" puts a
condition on the score of now, "with h4 currently green" says that it is, and "I also changed a4" that
something else was changed. The checks here read the words as they were spoken.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from ..tokens import Token

_NODE, _COLOR = r"[@&]\S+", r"#\S+"
_OWNED = rf"(?:your |my |both |a )*(?:{_NODE}|{_COLOR} {_NODE})"
#: What is supposed; "with h4 green", but not "clash with h4".
_SUPPOSED = re.compile(
    rf"(?<!\S)(?:if(?! you want)|(?<!they )were(?= you to| {_OWNED})|should you|assuming|suppos(?:e|ing)|in case|provided|unless"
    rf"|(?:when|once)(?= you| {_OWNED})"
    r"|(?<!fit )(?<!fits )(?<!match )(?<!go )(?<!goes )(?<!well )(?<!compatible )(?<!together )(?<!fine )"
    r"(?<!agree )(?<!along )(?<!work )(?<!works )"
    rf"with(?= (?:your |my |both |a )*(?:{_COLOR} {_NODE}"
    rf"|{_NODE}(?: and (?:your |my )?{_NODE})*(?: (?:both|in|on|being|set to|as|at|currently|now))* {_COLOR})))"
    r"(?!\S)"
)
#: What would be so, or can be.
_POSSIBLE = re.compile(
    r"(?<!\S)(?:would|could|can|able|coloring|works?|fits?|lets?|gives?|gets?|scores?|possible|may|might|means?|ok"
    r"|fine|costs?|leaves?|what)(?!\S)"
)
#: What is so now, at the beginning of a clause.
_NOW = (
    r"(?:my score is|i have|i see|some of my|there (?:is|are)|(?:my |your )?[@&]\S+ and (?:my |your )?[@&]\S+ are"
    r"|i changed|i also changed|apart from)"
)
_BREAK = re.compile(r" (?:[,;:]|and|but|while|yet|so|as|because|since) ")
_GOES_ON = re.compile(rf"(?<! ,) and (?!i have (?:a|one) (?:fixed )?node){_NOW}(?!\S)")
#: Words for now, which do not go with a limit, a supposition or an ability.
_TIMES = re.compile(
    r"(?<!\S)(?:right now|at the moment|at present|as of now|currently|as (?:it|things?) (?:is|are|stands?))"
    r"(?!\S)"
)
_LASTING = re.compile(
    r"(?<!\S)(?:must be|(?:can not|cannot|may not) be|(?:can not|cannot) act|can never)(?!\S)"
)
_ADDING = re.compile(
    r"(?<!\S)(?:other(?= nodes)|also|too|as well|additionally|in addition|besides|furthermore|moreover)(?!\S)"
)
_CHANGES = re.compile(r"(?<!\S)i (?:have |also )*(?:changed|switched|recolored|moved|turned)(?!\S)")
#: Words that are sorry, and glad.
_SORRY = re.compile(r"(?<!\S)(?:unfortunately|sadly|regrettably|afraid)(?!\S)")
_GLAD = re.compile(r"(?<!\S)(?:good news|happy to|glad to|great|congratulations)(?!\S)")
#: "It would work" needs nothing before it, "that would work" does.
_THAT = re.compile(r"(?:and |but )?(?:that|this) (?:would work|works|could work) if ")
#: A change of a node of the person that is supposed.
_BECOMING = re.compile(
    rf"(?:made|make|making|set|setting|turned|turn|turning|changed|change|were) (?:your )?(?P<a>&\S+)"
    rf"(?: to| into| in)? #(?P<b>\S+)"
    rf"|(?P<c>&\S+) (?:becomes?|became|were|was|turns?|turned|goes|went)(?: to)? #(?P<d>\S+)"
)
_MARKS = {"own": "@", "foreign": "&", "color": "#"}


def marked_words(spoken: Sequence[Token]) -> str:
    """Return words one blank apart, nodes and colors with a mark each."""
    return " ".join(_MARKS.get(one.kind, "") + one.text for one in spoken if one.text not in ("\n", "."))


def is_misplaced(spoken: Sequence[Token], message: str) -> bool:
    """
    Return whether a sentence says more than its words do elsewhere.

    Parameters
    ----------
    spoken
        Words of the sentence.
    message
        All that is to be said, as :func:`marked_words`.
    """
    said = marked_words(spoken)
    return (
        _supposes_now(said)
        or _dates(said)
        or _adds(said, message)
        or (_SORRY.search(said) is not None and "no conflict" in said)
        or (
            _GLAD.search(said) is not None
            and re.search(r"are both #|\bclash\b|at least", said) is not None
        )
        or re.search(r"(?<!\S)- ?\d", said) is not None
        or _THAT.match(said) is not None
        or (
            "not sure what you mean" in message
            and re.match("noted|understood|ok|got it", said) is not None
        )
        or _sets_apart(said)
    )


def supposes_what_is(spoken: Sequence[Token], known: Mapping[str, str]) -> bool:
    """
    Return whether a node is supposed to become what it is: "if you made h4 green" where it is green.

    Parameters
    ----------
    known
        Colors of the person's nodes.
    """
    said = marked_words(spoken)
    supposed = _SUPPOSED.search(said) or re.match(
        "(?:yes |no )?(?:, )?(?:making|setting|turning) ", said
    )
    return supposed is not None and any(
        known.get((one["a"] or one["c"])[1:]) == (one["b"] or one["d"])
        for one in _BECOMING.finditer(said)
    )


def _supposes_now(said: str) -> bool:
    """Return whether something is supposed of what is so now."""
    # "Except h1 red with h4 red" supposes nothing.
    found = [
        one
        for one in _SUPPOSED.finditer(said)
        if one.group() != "with" or not re.search(r"#\S+ $", said[: one.start()])
    ]
    if not found:
        return False
    first = found[0]
    before = said[: first.start()].rstrip()
    leading = re.fullmatch(
        r"(?:(?:yes|no|not|and|but|so|well|then|now|hi|hello|thanks|ok) ?[,:]? ?)*", before
    )
    rest = said[first.end() :]
    ends = leading is None and not re.search(r"[,;:]| (?:i|it|my|some|that|then|there) ", rest)
    if leading is None and (
        ends or not re.search(r"(?:[,;:-]|\b(?:and|but|while|that|or|so|because|since|as))$", before)
    ):
        # "My score is 9 if you set h4 to green"
        before = before.removesuffix(" ,")
        breaks = list(_BREAK.finditer(before))
        clause = before[breaks[-1].end() :] if breaks else before
        if _POSSIBLE.search(clause) is None or re.match(r"(?:and |but )?my score is", clause):
            return True
        return _GOES_ON.search(said, first.end()) is not None
    if _GOES_ON.search(rest) is not None:  # "If you set h4 to green, I can score 11 and my score is 9"
        return True
    later = _SUPPOSED.search(rest)
    clause = (
        rest[: later.start()]
        if later is not None and re.search(r"[,;|]", rest[: later.start()])
        else rest
    )
    return _POSSIBLE.search(clause) is None or _starts_now(rest)


def _starts_now(rest: str) -> bool:
    """Return whether the first clause behind a supposition says what is so now."""
    found = re.search(rf"(?:,|#\S+) (?:then )?{_NOW}(?!\S)", rest)
    possible = _POSSIBLE.search(rest)
    return found is not None and (possible is None or found.start() < possible.start())


def _dates(said: str) -> bool:
    """Return whether "at the moment" is said of what is supposed, or of what lasts."""
    for time in _TIMES.finditer(said):
        before = re.split(r" [;:] | and (?=i |my )| but ", said[: time.start()])[-1]
        after = said[time.end() :]
        if _LASTING.search(before) or re.match(r"(?: ,)? i (?:can not|cannot)", after):
            return True
        if (
            re.search(
                r"(?<!\S)(?:with(?= (?:both |your |my )*[@&#])|if|were|should)(?!\S)[^,;:]*$", before
            )
            is not None
        ):
            return True
        if re.match(rf"(?: ,)? {_SUPPOSED.pattern}", after):
            return True
    return False


def _adds(said: str, message: str) -> bool:
    """Return whether "also" says that there is more than the message has."""
    word = _ADDING.search(said)
    if word is None or word.group() in message:
        return False
    if word.group() == "other":
        return "to #" not in message
    colored = re.search(r"also(?: in| on)? (#\S+)|(#\S+) (?:too|as well)", said)
    if colored is not None:
        color = colored[1] or colored[2]
        return color not in said[: colored.start()] + said[colored.end() :]
    if _CHANGES.search(said) is not None:
        changes = len(re.findall(r"#\S+ to #\S+", message))
        return changes + ("you do not see" in message) + ("done" in message) < 2
    return re.search(r"also (?:can not|cannot)", said) is not None or (
        "clash" in said and "are both" not in message
    )


def _sets_apart(said: str) -> bool:
    """Return whether conflicts are left out of something that is not a score."""
    apart = re.search(
        r"(?:apart from|aside from|not counting|without counting|ignoring|disregarding) (?:the |any )?conflicts?",
        said,
    )
    if apart is None:
        return False
    before = re.split(r" (?:[,;:]|and|but) ", said[: apart.start()])[-1].strip()
    after = re.split(r" [,;:] ", said[apart.end() :].removeprefix(" ,"))[0]
    if re.search(r"score ,$", said[: apart.start()].rstrip()) is not None:
        return False
    if before in ("", "and", "but", ",") or before.endswith(","):
        return re.search(r"score|\bi (?:am at|stand at|have \d)", after) is None
    return "score" not in before or re.search(r"\bcan\b", before) is not None

"""
Whether what small words add to a sentence stands where it was said.

Sentences are compared without commas and without words that mostly say nothing (:mod:`.plain_words`).
Moved elsewhere they do say something: "My score is 9 if you set h4 to green: I can score 11" puts a
condition on the score of now, "with h4 currently green" says that it is, and "I also changed a4" that
something else was changed. The checks here read the words as they were spoken. Three readers of the
patterns made 443 untrue drafts that passed; 33 still do. Most of these only greet, thank, or say "now",
"OK" or "to answer your question"; "my colors fit your h4 red and h1 green, not blue" denies what may be.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from ..tokens import Token
from ..wordlist import words
from .expressions import COLOR as _COLOR
from .expressions import NODE as _NODE
from .plain_words import MARKS

_OWNER = "(?:your |my )?"
_OWNED = rf"(?:your |my |both |a )*(?:{_NODE}|{_COLOR} {_NODE})"
_COLORED = (
    rf"(?:your |my |both |a )*(?:{_COLOR} {_NODE}|{_NODE}(?: and {_OWNER}{_NODE})*"
    rf"(?: (?:both|in|on|being|set to|to|as|at|currently|now))* {_COLOR})"
)


def _words(pattern: str) -> re.Pattern[str]:
    """Return an expression for whole words, one blank apart."""
    return re.compile(rf"(?<!\S)(?:{pattern})(?!\S)")


#: Words before "with" that need it: "my colors fit with h4 green" supposes nothing.
_NEEDING_WITH = "".join(
    f"(?<!{word} )"
    for word in sorted(
        words(
            """
            fit fits match go goes well compatible together fine agree along work works clash clashes
            conflict
            """
        )
    )
)
_GERUND = (
    "(?:setting|making|changing|turning|keeping|leaving|recoloring|switching|putting|moving|painting)"
)
_SUPPOSED = _words(
    rf"if(?! you want)|(?<!they )were(?= you to| {_OWNED})|should you|assuming|suppos(?:e|ing)|in case"
    rf"|in the case of|provided|unless|(?:when|once)(?= you| {_OWNED})"
    rf"|{_NEEDING_WITH}with(?= {_COLORED})"
    rf"|should(?= {_OWNED} be)|(?:(?:when|once|by|while|on) )?{_GERUND}(?= {_OWNED})"
)
#: What would be so, or can be.
_POSSIBLE = _words(
    "would|could|can|able|coloring|works?|fits?|lets?|gives?|gets?|possible|may|might|means?|ok"
    "|fine|costs?|leaves?|what"
)
#: What is so now, at the beginning of a clause.
_NOW = (
    r"(?:my (?:\w+ )?(?:score|total|part|side|nodes|(?:colors|coloring)(?! (?:fit|match|go|work)))"
    r"|i have|i see|some (?:of my|nodes)"
    r"|nodes (?:that )?you|no conflicts?|there (?:is|are)|i changed|i also changed|apart from"
    rf"|{_OWNER}{_NODE} and {_OWNER}{_NODE} (?:are|share|both|clash|have)|{_OWNER}{_NODE} is)"
)
#: Several nodes that are supposed: "if h2 is red and h5 is green".
_LISTED = re.compile(
    rf"^(?: {_OWNER}{_NODE} (?:is|are|were|was) (?:both )?{_COLOR}(?: [,](?= {_OWNER}{_NODE} is))?"
    rf"(?: and(?= {_OWNER}{_NODE} ))?){{1,5}}"
)
#: What stands before "with" in an exception: "any colors work, except h1 red with h4 red".
_EXCEPTED = re.compile(
    r"\b(?:except|but|apart|other than|unless|avoid|exceptions?|as long as)\b.*#\S+ $"
)
_BREAK = re.compile(r" (?:[,;:]|and|but|while|yet|so|as|because|since) ")
_GOES_ON = re.compile(rf"(?<! ,) and (?!i have (?:a|one) (?:fixed )?node){_NOW}(?!\S)")
_LEADING = re.compile(
    r"(?:(?:yes|no|not|and|but|so|well|then|now|hi|hello|thanks|ok)(?: [,:])?(?: |$))*"
)
_APART = re.compile(r"(?:[,;:-]|\b(?:and|but|while|that|or|so|because|since|as))$")
#: Words for now, which do not go with a limit, a supposition or an ability.
_TIMES = _words(
    "right now|at the moment|at present|as of now|currently|as (?:it|things?) (?:is|are|stands?)"
)
_LASTING = _words(
    "must be|has to be|(?:can not|cannot|may not) be|(?:can not|cannot) act|can never|unable|not able"
    "|(?:you|i) do not"
)
_LASTING_BEHIND = re.compile(
    r"(?: i)? (?:(?:am )?(?:unable|not able)|(?:can not|cannot)|do not (?:see(?! any conflict)"
    r"|know what)|see\b(?! no))"
)
_ADDING = _words(
    "other(?= nodes)|also|too|as well|additionally|in addition|besides|furthermore|moreover"
)
#: "Also" of what is said of one thing alone.
_ALSO_ONE = re.compile(
    "also (?:can not|cannot|unable|fits?|match|asked|already)|(?:would|could) also|^noted , too|am also"
    "|score|^i , too"
)
_CHANGES = _words("i (?:have |also )*(?:changed|switched|recolored|moved|turned)")
_SORRY = _words("unfortunately|sadly|regrettably|afraid")
_GLAD = _words("good news|happy to|glad to|great|congratulations")
_BAD = re.compile(
    r"are both #|\bclash\b|at least (?:one|\d+) conflict|\b(?:do|does|can) not\b|\bcannot\b"
    r"|not sure|^no\b"
)
_WELL = re.compile(
    r"\bno conflict|\bnot have (?:any |a )?conflict|\byes\b|\bcolors? .*\b(?:fit|work)"
    r"|\bany colors?\b|\bsatisfied\b"
)
_NEGATIVE = re.compile(r"(?<!\S)- ?\d")
#: "It would work" needs nothing before it, "that would work" does.
_THAT = re.compile(r"(?:and |but )?(?:that|this) (?:would work|works|could work) if ")
_CONCEDING = re.compile(r" , (?:though|however) , ")
#: What no message says: claims about the person's side, "or" between facts, requests with "please".
_UNSAID = (
    _THAT,
    re.compile(
        r"no (?:conflicts?|clash(?:es)?)\b.*\b(?:(?:on|in|at) your (?:side|end|part)|between your)\b"
    ),
    re.compile(r"(?:on|at) your (?:side|end|part) ,|&\S+ (?:has|have) no (?:conflict|clash)"),
    re.compile(r"&\S+ (?:is|are) not in (?:a |any )?(?:conflict|clash)"),
    re.compile(r"you have (?=[&#]).*(?:,|and) (?:no |@)"),
    re.compile(r"you (?:told me|said|say)\b.*(?:and|,) (?:i|my|some|no)\b"),
    re.compile(r"\bor (?:my |then )?@\S+|\bor (?:my|some|i|nodes|it|any|there|no)\b"),
    re.compile(r"\bor (?:your )?&\S+ (?:is|are)\b"),
    re.compile(
        r"\b(?:set|change|make|turn|put|move|switch) (?:your )?&\S+ , (?:your )?&\S+ (?:to|in|into) #"
    ),
    re.compile(r"\bclash with (?:your |my )?[@&]\S+ #.*\bwould have\b"),
    re.compile(
        r"\b(?:except|but not|apart from|other than|unless)\b(?!.*\bwith (?:your )?&)"
        r".*[,;(-] and (?:your )?&\S+ #"
    ),
    re.compile(r"\((?:and|or) (?:your |my )?[@&]|\( (?:and|or) (?:your |my )?[@&]"),
    re.compile(r"please (?!tell|say|name|let|ask|note|what|which|could|[,?])"),
    re.compile(r"^noted (?::|that) (?!.*(?:can not|cannot|can never|must|has to|have to|done))"),
)
#: Words that say whose nodes follow, and words with which something else begins.
_MINE = _words(
    "my (?:colors|nodes|border(?: nodes)?)|mine|i have|(?:on|at|from|for) my (?:side|end|part|border)"
    "|my part"
)
_YOURS = _words(
    "your (?:colors|nodes|border nodes)|yours|you have|(?:on|at|from|for) your (?:side|end|part)"
)
_ELSE = words(
    """
    your you my i while but ; whereas if with when it works work fit fits match no conflict conflicts
    clash because since would could can that
    """
)
_ONE_CHANGE = re.compile(r"^(?:yes , )?(?:the|my) change(?: is)? (?:: )?@")
#: "With h4 green, not red, I can ...": that another color would not do.
_CONTRAST = re.compile(r"#\S+ (?:, )?(?:and |but )?not (?:in )?#")
_NOTED = re.compile("noted|understood|ok|got it")
_SET_APART = re.compile(
    "(?:apart from|aside from|not counting|without counting|ignoring|disregarding) "
    "(?:the |any )?conflicts?"
)
_SCORED = re.compile(r"score|\bi (?:am at|stand at|have \d)")
#: A change of a node of the person that is supposed.
_BECOMING = re.compile(
    r"(?:made|make|making|set|setting|turned|turn|turning|changed|change|were) (?:your )?(?P<a>&\S+)"
    r"(?: to| into| in)? #(?P<b>\S+)"
    r"|(?P<c>&\S+) (?:becomes?|became|were|was|turns?|turned|goes|went)(?: to)? #(?P<d>\S+)"
)


def marked_words(spoken: Sequence[Token]) -> str:
    """Return words one blank apart, nodes and colors with a mark each."""
    return " ".join(MARKS.get(one.kind, "") + one.text for one in spoken if one.text not in ("\n", "."))


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
    said = _CONCEDING.sub(" ", marked_words(spoken))
    return (
        _supposes_now(said)
        or _dates(said)
        or _adds(said, message)
        or _sets_apart(said)
        or _owns_wrongly(said)
        or (" or with " in said and message.count("with ") < 2)
        or (_ONE_CHANGE.search(said) is not None and _changes_told(message) > 1)
        or _feels_otherwise(said)
        or (_NEGATIVE.search(said) is not None and _NEGATIVE.search(message) is None)
        or any(one.search(said) is not None for one in _UNSAID)
        or ("not sure what you mean" in message and _NOTED.match(said) is not None)
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
    supposes = _SUPPOSED.search(said) or re.match("(?:yes |no )?(?:, )?(?:mak|sett|turn)ing ", said)
    return supposes is not None and any(
        known.get((one["a"] or one["c"])[1:]) == (one["b"] or one["d"])
        for one in _BECOMING.finditer(said)
    )


def _supposes_now(said: str) -> bool:
    """Return whether something is supposed of what is so now."""
    supposed = _first_supposed(said)
    if supposed is None:
        return False
    if _CONTRAST.search(said, supposed.end()):
        return True
    before, rest = said[: supposed.start()].rstrip(), _LISTED.sub("", said[supposed.end() :])
    told = re.split(r" (?:because|since|as|(?:and )?the reason) ", rest)[0]
    leads = _LEADING.fullmatch(before) is not None
    ends = not re.search(r"[,;:]| (?:i|it|my|some|that|then|there) ", rest)
    if not leads and (ends or not _APART.search(before)):
        # "My score is 9 if you set h4 to green"
        clause = _BREAK.split(before.removesuffix(" ,"))[-1]
        return not _POSSIBLE.search(clause) or _GOES_ON.search(told) is not None
    if _GOES_ON.search(told) is not None:  # "If you set h4 to green, I can score 11 and my score is 9"
        return True
    later = _first_supposed(rest)
    if later is not None and rest[: later.start()].endswith("or "):
        later = None  # "Keeping h1 green, or setting h1 to blue, works": one supposition
    if later is not None and leads and not _APART.search(rest[: later.start()].rstrip()):
        return True  # "If you set h4 to green, I can score 11 if you set h1 to green, I can score 9"
    if later is not None and re.search("[,;|]", rest[: later.start()]):
        possible = _POSSIBLE.search(rest[: later.start()])
    else:
        possible = _POSSIBLE.search(rest)
    if possible is None:
        return True
    begins = re.search(rf"(?:,|#\S+) (?:then )?{_NOW}(?!\S)", rest)
    return begins is not None and begins.start() < possible.start()


def _first_supposed(said: str) -> re.Match[str] | None:
    """Return where the first supposition begins; "except h1 red with h4 red" is none."""
    return next(
        (
            one
            for one in _SUPPOSED.finditer(said)
            if one.group() != "with" or not _EXCEPTED.search(said[: one.start()])
        ),
        None,
    )


def _dates(said: str) -> bool:
    """Return whether "at the moment" is said of what is supposed, or of what lasts."""
    for time in _TIMES.finditer(said):
        before = re.split(r" [;:] | and (?=i |my )| but ", said[: time.start()])[-1]
        after = said[time.end() :].removeprefix(" ,")
        supposes = re.search(
            r"(?<!\S)(?:with(?= (?:both |your |my )*[@&#])|if|were|should)(?!\S)[^;:]*$", before
        )
        if re.search(r"(?:and|but|while) ,?$", before):
            supposes = None
        if re.match(r" #", after) and re.search(r"\bchanging|\bsetting|\bchange|\bset", before):
            return True
        if supposes or _LASTING.search(before) or _LASTING_BEHIND.match(after):
            return True
        if _SUPPOSED.match(after, 1):
            return True
    return False


def _adds(said: str, message: str) -> bool:
    """Return whether "also" says that there is more than the message has."""
    word = _ADDING.search(said)
    if word is None or word.group() in message:
        return False
    if word.group() == "other":
        return "to #" not in message
    colored = re.search(r"also(?: in| on)? (#\S+)|(#\S+) (?:too|as well(?! as))", said)
    if colored is not None:
        color = colored[1] or colored[2]
        return color not in said[: colored.start()] + said[colored.end() :]
    if _CHANGES.search(said) is not None:
        changes, told = (
            len(re.findall(r"#\S+ (?:to|into) #\S+", one)) + ("not see" in one)
            for one in (message, said)
        )
        return changes + ("done" in message) <= told and not _CHANGES.search(said[: word.start()])
    if "work" in said and len(re.findall(r"can score|(?:, or|or) set", message)) > 1:
        return False
    limits = _ALSO_ONE.search(said) is not None
    return limits or ("clash" in said and "are both" not in message)


def _owns_wrongly(said: str) -> bool:
    """Return whether a node of another is told of as one's own: "my colors are a2 red, h1 blue"."""
    for owner, other in ((_MINE, "&"), (_YOURS, "@")):
        for phrase in owner.finditer(said):
            for word in said[phrase.end() :].split():
                if word[0] == other:
                    return True
                if word in _ELSE:
                    break
    return False


def _changes_told(message: str) -> int:
    """Return how many changes a message tells of, those of nodes that are not seen as one."""
    return (
        len(re.findall(r"#\S+ to #\S+", message))
        + ("i changed nodes" in message)
        + ("also changed" in message)
    )


def _sets_apart(said: str) -> bool:
    """Return whether conflicts are left out of something that is not a score."""
    apart = _SET_APART.search(said)
    if apart is None or re.search("score , ?$", said[: apart.start()]):
        return False
    before = re.split(r" (?:[,;:]|and|but) ", said[: apart.start()])[-1].strip()
    after = re.split(r" [,;:] ", said[apart.end() :].removeprefix(" ,"))[0]
    if after.strip(" ,") == "":  # "My score is 12, apart from conflicts"
        before = re.split(r" (?:[;:]|and|but) ", said[: apart.start()])[-1]
    elif before in ("", "and", "but") or before.endswith(","):
        return _SCORED.search(after) is None
    return "score" not in before or re.search(r"\bcan\b", before) is not None


def _feels_otherwise(said: str) -> bool:
    """Return whether a sentence is sorry about what is good, or glad about what is not."""
    for sorry in _SORRY.finditer(said):
        clause = re.split(r" (?:[,;:]|but|and) ", said[sorry.end() :].removeprefix(" ,").strip())[0]
        if _WELL.search(clause) and not (_BAD.search(clause) and "conflict" not in clause):
            return True
    return _GLAD.search(said) is not None and _BAD.search(said) is not None

"""
Requests in polite frames, as "please": "would you be so kind as to make a2 blue?", "I'd be thrilled if
you could turn a2 blue", "any way you could do a2 blue for me?".

A frame says who is asked for what, and no more: what is asked for stands behind it and is read by the
other rules. What the speaker would like without asking anybody ("it would be nice if a4 were green")
stays as it is.
"""

from __future__ import annotations

import re

from ..wordlist import one_of
from .patterns import compiled

_VERY = r"(?:(?:so|as|that|very|much|really|super|extremely|totally|absolutely|most|quite|just|truly) )*"
_KIND = (
    r"(?:kind|good|nice|sweet|lovely|helpful|generous|gracious|friendly|obliging|cool"
    r"|a (?:dear|darling|sweetheart|angel|gem|star|pal|friend))"
)
_ASIDE = r"(?:,[^,.?!\d]{1,24},)?"
_FAVOR = r"do (?:me|us) (?:(?:a|an|the|this|one|that) )?(?:\w+ )?(?:favou?r|kindness)"
_GLAD = (
    r"(?:happy|glad|grateful|thankful|thrilled|delighted|overjoyed|pleased|obliged|relieved|indebted"
    r"|ecstatic|over the moon|in your debt)"
)
_WELCOME = (
    r"(?:great|good|nice|lovely|wonderful|perfect|fantastic|amazing|awesome|cool|kind|sweet|helpful"
    r"|brilliant"
    r"|superb|excellent|ideal|a (?:great |big |huge )?help)"
)
_VERB = (
    r"(?:make|set|turn|color|paint|put|change|switch|take|give|use|keep|leave|move|recolor|go|pick"
    r"|choose|find"
    r"|swap|stay|have|avoid|get|do|not)"
)
#: Bases of verbs in the past tense, which follow "if you".
_BASES = {
    "made": "make", "set": "set", "turned": "turn", "colored": "color", "painted": "paint", "put": "put",
    "changed": "change", "switched": "switch", "took": "take", "gave": "give", "used": "use",
    "kept": "keep", "left": "leave", "moved": "move", "recolored": "recolor", "picked": "pick",
    "chose": "choose", "swapped": "swap", "had": "have", "went": "go",
    "avoided": "avoid", "stayed": "stay",
}  # fmt: skip
_NODE = r"[a-z]{1,2}\d+"
_PAST = "|".join(_BASES)
_YOU = r"(?:you|u)"
_ING = r"(?:mak|sett|turn|tak|us|chang|switch|mov|keep|leav|giv|paint|color|putt)"
_WOULD = r"(?:would|could|can|will|might|may)"
_IF_YOU = (
    rf"(?:(?:if|when|for) {_YOU} (?:(?:could|can|would|to|might|were to|are able to) )?|were {_YOU} to )"
)
_I_GLAD = (
    rf"(?:i|we) (?:would|should) (?:\w+ly )?(?:be {_VERY}{_GLAD}(?: to {_YOU})?"
    r"|(?:love|like|appreciate) it)"
)
_PLEASED = (
    rf"(?:{_I_GLAD}"
    rf"|(?:it |that )?would {_VERY}(?:be {_VERY}{_WELCOME}(?: (?:of {_YOU}|for (?:me|us)))?"
    rf"|mean (?:a lot|so much|the world|a great deal)(?: to (?:me|us))?"
    rf"|help(?: (?:me|us))?(?: (?:out|a lot|a great deal|so much|very much|greatly))*|make my (?:day"
    rf"|life easier))"
    rf"|{_YOU} would (?:make (?:my day|(?:me|us) {_VERY}{_GLAD})|help (?:me|us)(?: (?:out|a lot"
    rf"|very much))*))"
)
#: Words within a request that add nothing to it.
_JUST = r"(?:(?:maybe|perhaps|possibly|then|also|just|quickly|ever|at least|simply) )*"
_FOR_ME = r"(?=[^?.!]*\b(?:for (?:me|us)|please|pls|plz)\b)"

_FRAMES = compiled(
    (
        (r"\b(i|we|you|it|that|u)'d (?=\w)", r"\1 would "),
        (
            r"\b(i|we) should (?=(?:(?:really|very much|also) )*(?:like|love|prefer|appreciate"
            r"|be (?:\w+ )?(?:glad|grateful|obliged|happy))\b)",
            r"\1 would ",
        ),
        (
            rf"\b{_WOULD} {_YOU} (?:please )?(?:be {_VERY}{_KIND}|have (?:the|enough) "
            rf"(?:kindness|goodness|courtesy|decency))(?: enough)? ?{_ASIDE}(?: ?,)? ?(?:as )?(?:to"
            rf"|and) ",
            "please ",
        ),
        (rf"\b(?:please )?be {_VERY}{_KIND}(?: enough)? ?{_ASIDE} ?(?:as )?(?:to|and) ", "please "),
        (
            rf"\b{_WOULD} i (?:persuade|convince|get|talk|interest|tempt|trouble|bother|ask|beg|request"
            rf"|invite) (?:of )?{_YOU} (?:to|in|into) (?={_VERB}\b)",
            "please ",
        ),
        (rf"\b{_WOULD} {_YOU} {_JUST}(?:please|kindly|pls|plz) {_JUST}(?={_VERB}\b)", "please "),
        (rf"\b{_WOULD} {_YOU} {_JUST}{_FAVOR}(?:,? and|,? to|[:,])? ", "could you please "),
        (
            rf"\b(?:may|could|can|might) i {_JUST}(?:kindly )?(?:request|ask)(?: that"
            rf"| for)? (?:your )?({_NODE}) (?:to )?"
            r"be (?:changed|set|turned|switched|made|painted|colored|put)?(?: (?:to|in|into))?",
            r"please make \1",
        ),
        (rf"\b(?:please )?{_FAVOR}(?:,? ?and| to|[:,])? ", "please "),
        (
            rf"\b(?:would|is) it be (?:too much|asking too much) to (?:ask )?"
            rf"(?:(?:of |for )?{_YOU} )?(?:to )?(?={_VERB}\b)",
            "please ",
        ),
        (
            rf"\b(?:(?:is|would) there (?:be )?)?(?:any|a) (?:way|chance|possibility) (?:that )?{_YOU} "
            rf"(?:could|can|would|might) (?={_VERB}\b){_FOR_ME}",
            "please ",
        ),
        (
            rf"\b{_WOULD} {_YOU} {_JUST}(?:be (?:able|willing"
            rf"|so kind) to )?{_JUST}(?={_VERB}\b){_FOR_ME}",
            "please ",
        ),
        (
            rf"\bi (?:wonder|was wondering|am wondering|ask myself) (?:if|whether) {_YOU} "
            rf"(?:could|can|would)(?: be (?:willing|able|so kind as))?(?: to)? (?={_VERB}\b){_FOR_ME}",
            "please ",
        ),
        (
            rf"\b{_WOULD} {_YOU} (?:please |maybe |perhaps )?(?:consider|think about"
            rf"|try) (?={_ING}ing\b)",
            "please ",
        ),
        (rf"(?<!what )(?<!why )\b{_PLEASED} {_IF_YOU}(?={_VERB}\b)", "please "),
        (
            rf"\b(?:now )?(?:it )?is (?:now )?(?:your turn|time for {_YOU})(?: now)? to (?={_VERB}\b)",
            "please ",
        ),
        (
            rf"\b(?:{_WOULD} )?i (?:suggest|propose|recommend|request|ask"
            rf"|advise)(?: that)? {_YOU} (?:should )?(?={_VERB}\b)",
            "please ",
        ),
        (rf"\b(?:it )?would be {_VERY}{_WELCOME} of {_YOU} to (?={_VERB}\b)", "please "),
        (
            rf"\b{_I_GLAD} (?:if|when) (?=(?:your )?{_NODE} (?:was|were|went|could|turned|became|is"
            rf"|would|can)\b)",
            "it would be nice if ",
        ),
    )
)
_BY = re.compile(
    rf"\b(?:{_YOU} would (?:be doing|do) (?:me|us) (?:a|an) (?:\w+ )?favou?r (?:by|if {_YOU})"
    rf"|please) ({_ING})ing\b",
    re.IGNORECASE,
)
#: Verbs that change before "-ing".
_STEMS = {"mak": "make", "sett": "set", "tak": "take", "us": "use", "chang": "change", "mov": "move",
          "leav": "leave", "giv": "give", "putt": "put"}  # fmt: skip
_IF_PAST = re.compile(rf"\b{_PLEASED} (?:if|when) {_YOU} ({_PAST})\b", re.IGNORECASE)
_AGAIN = re.compile(r",? *\b(?:please|pls|plz)(?= *[?.!]*$)", re.IGNORECASE)
_VOCATIVE = re.compile(
    r",? *\b"
    + one_of(
        """
        (?:my )?(?:dear|dearest)(?: (?:friend|neighbou?r|colleague|partner|sir))?
        my (?:friend|good friend|good man|colleague|love)
        """
    )
    + r"(?= *[,.!?]|$)",
    re.IGNORECASE,
)


def asked_plainly(text: str) -> str:
    """Return a text with its requests as "please make ..."."""
    text = re.sub(r"\bcolour", "color", text)
    left = _VOCATIVE.sub("", text)
    text = left if re.search(r"\w", left) else text
    for pattern, plain in _FRAMES:
        text, found = pattern.subn(plain, text)
        if found and isinstance(plain, str) and "please" in plain:
            text = _AGAIN.sub("", text)
    text = _BY.sub(lambda found: f"please {_STEMS.get(found[1].lower(), found[1])}", text)
    return _IF_PAST.sub(lambda found: f"please {_BASES[found[1].lower()]}", text)

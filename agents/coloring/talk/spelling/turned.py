"""
Turns of phrase that the other rules would take for their opposite, or for a part of what they say.

"Would it help if I gave up red on h1?" supposes that h1 is not red; "I said h2 couldn't be blue, but I
was wrong" takes a limit back; "I'd love to keep h1 red, is that ok?" asks.
"""

from __future__ import annotations

import re

_NAME = r"[a-z]{1,2}\d+"

_PHRASES = tuple(
    (re.compile(pattern, re.IGNORECASE), plain)
    for pattern, plain in (
        # What a node is supposed to be no longer.
        (
            r"\bif i (?:(?:gave|give|am giving) up|(?:do|did) without|do not use|don'?t use"
            r"|did(?: not|n'?t) use"
            rf"|(?:dropped|drop|avoided|avoid|stopped using|stop using)) ([a-z]+) (?:on|for|at"
            rf"|from|in) (?:my )?({_NAME})",
            r"if \2 is not \1",
        ),
        (
            rf"\bif i (?:took|take|get|got|move|moved|bring|brought) (?:my )?({_NAME}) (?:off"
            rf"|away from|out of) "
            r"(?=[a-z]+\b)",
            r"if \1 is not ",
        ),
        (
            r"^((?:(?:and|so|ok|but|then),? )*)(?:would|will|does|do|could|is"
            r"|what)\b[^?.!;]*\bif (?:my )?"
            rf"({_NAME}) (?:(?:is|was|were|becomes?|stays?|be) not|isn'?t|wasn'?t|weren'?t"
            rf"|(?:is|was|were) no longer)"
            r"(?: in)? ([a-z]+) *\?",
            r"\1what if \2 is anything but \3?",
        ),
        (
            rf"\b(?:can|could|would|will) you (?:please )?(?:do|live|manage|get by) without ([a-z]+)"
            rf" (?:on|at|for|in) ((?:your )?{_NAME}(?: and {_NAME})*)",
            r"can you avoid \1 on \2",
        ),
        (
            r"\bi(?: will not|'ll not| won'?t| am not going to|'m not going to| cannot| can'?t"
            r"| refuse to)"
            rf" (?:budge on|move on|give in on|compromise on|give up) (?:my )?({_NAME})[,;.]? (?:and )?"
            r"(?:it|that)(?:(?: has to| must| needs to)(?: be| stay)|'s to be) (?=[a-z]+\b)",
            r"\1 must be ",
        ),
        (
            rf"\b([a-z]+) is (?:no option|not an option|not possible|impossible"
            rf"|out)(?: for me)? (?:on|for) (?:my )?"
            rf"({_NAME}),? (?:and )?(?:neither is ([a-z]+)|([a-z]+) (?:is not|isn'?t) either)",
            r"\2 cannot be \1 or \3\4",
        ),
        # Colors that would do exclude no other one.
        (
            rf"\bfor ({_NAME}),? i (?:can |could "
            rf"|would )?(?:also )?accept ([a-z]+)(?: as well as| and| or) ([a-z]+)\b",
            r"\2 and \3 are fine for \1",
        ),
        (
            rf"\bi (?:can |could |would )?(?:also )?accept ([a-z]+)(?: as well as| and"
            rf"| or) ([a-z]+) (?:for|on|at) ({_NAME})",
            r"\1 and \2 are fine for \3",
        ),
        (
            rf"\b({_NAME}) ([a-z]+) (?:suits|is fine for|is ok for|works for) (?:me|us),? (?:and )?so"
            r" (?:would|does|is) (?:\1 )?([a-z]+)(?: \1)?(?=\s*(?:[.!,;]|$))",
            r"\2 and \3 are fine for \1",
        ),
        (
            rf"\b({_NAME}) ([a-z]+)\? (?:or )?(?:\1 )?([a-z]+)\? i (?:can|could) (?:live"
            rf"|work) with (?:both|either)",
            r"\2 and \3 are fine for \1",
        ),
        (
            rf"\b((?:my )?{_NAME} (?:will be|is|goes|stays"
            rf"|becomes) (?:in )?[a-z]+),? (?:which is why|that is why"
            rf"|that's why|so) ((?:your )?{_NAME}) (?:should not|shouldn'?t|must not|mustn'?t"
            rf"|cannot|can'?t)"
            r" be(?: (?:that|it|too|the same))?(?=\s*(?:[.!]|$))",
            r"\1, so \2 must not be the same",
        ),
        (
            r"\b(oh shoot|ok|okay|oh|well|fine|alright)?,? ?going ([a-z]+) (?:with|on) (?:my )?"
            rf"({_NAME})",
            r"\1 \3 will be \2",
        ),
        (rf"\bnot {_NAME},? but (?:my )?({_NAME}) is the one that ", r"\1 "),
        (
            rf"\bfor ({_NAME}),? (?:(?:i (?:do not|don'?t)|no"
            rf"|not)[:,]? )?([a-z]+) and (?:that is|that'?s) (?:it|all)\b",
            r"\1 can only be \2",
        ),
        (
            rf"\b({_NAME}) (?:is )?(?:[a-z]+) again[,.;!]* (?:please )?(?:swap|change|switch"
            rf"|move|fix) (?:it|that)\b",
            r"change \1",
        ),
        # A limit that its speaker takes back.
        (
            rf"\bi (?:said|told you|wrote|claimed|thought)(?: that)? ({_NAME})"
            r" (?:(?:could|can|must|may) not|(?:could|must)n'?t|cannot|can'?t)"
            r" be ([a-z]+),?(?: but| and)? (?:(?:(?:i|that) (?:was|is)|that's) (?:wrong"
            r"|mistaken|a mistake|not true)"
            r"|(?:actually |of course |in fact )?it (?:can|could"
            r"|may))(?:[, ]+(?:but )?it (?:can|could|may))?"
            r"(?: be)?(?=\s*[.!]*\s*$)",
            r"\1 can be \2 again",
        ),
        (
            r"^\s*i (?:only|just) said i(?:'d| would) (?:love|like|prefer) (?:it|that"
            r"|so)[,.]? (?:but )?",
            "",
        ),
        # A wish with a question whether it would do asks.
        (
            r"^((?:(?:and|so|ok|but|hi|well),? )*)i(?:'d| would) (?:really |rather )?(?:love"
            r"|like|prefer) to"
            rf" (?:keep|leave|have) ((?:my )?{_NAME} [a-z]+(?:(?:,"
            rf"| and)+ (?:my )?{_NAME} [a-z]+)*)[,.]? (?:and )?"
            r"(?:is|would|will) (?:that|it|this) (?:be )?(?:ok|okay|fine|alright|all right"
            r"|possible|acceptable)"
            r"(?: (?:for|with) (?:you|u|everyone|everybody|both)(?: guys| both| two| all)?)? *\?",
            r"\1is \2 ok for you?",
        ),
        (
            r"^\s*(?:(?:no|actually|ok|oh|hmm+|well),? )*(?:forget (?:about )?(?:it|that)"
            r"|never ?mind|nvm)"
            r"(?:,? (?:then|please|again))?[.,!;:-]+ (?=[^?]*\?)",
            "",
        ),
    )
)


def turned(text: str) -> str:
    """Return a text in plain words where its turn of phrase would mislead."""
    for pattern, plain in _PHRASES:
        text = pattern.sub(plain, text)
    return text

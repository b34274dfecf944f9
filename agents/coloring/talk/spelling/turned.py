"""
Turns of phrase that the other rules would take for their opposite, or for a part of what they say.

"Would it help if I gave up red on h1?" supposes that h1 is not red; "I said h2 couldn't be blue, but I
was wrong" takes a limit back; "I'd love to keep h1 red, is that ok?" asks.
"""

from __future__ import annotations

import re

_NAME = r"[a-z]{1,2}\d+"

_PAIR = rf"(?:my )?{_NAME} (?:in |on )?[a-z]+"


def _supposing(found: re.Match[str]) -> str:
    pairs = re.sub(rf"({_NAME}) (?:in |on )?(?=[a-z]+)", r"\1 is ", found[2], flags=re.IGNORECASE)
    asked = re.sub(rf"\b(which|what) (?=(?:your )?{_NAME}\b)", r"\1 color of ", found[1])
    return f"{asked} if {pairs}?"


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
        (
            rf"\bis (?:your |my )?({_NAME}) able to (?:be|become|have|take) (?=[a-z]+\b)",
            r"can \1 be ",
        ),
        (
            rf"\bis ([a-z]+) (?:technically |theoretically |actually )?(?:attainable|achievable"
            rf"|feasible|reachable)"
            rf" (?:on|for|at) (?:your |my )?({_NAME})",
            r"can \2 be \1",
        ),
        # What would not do is told by what would.
        (
            r"\b(?:is|are) there (?:any|a|some)(?:thing| settings?| colou?rs?"
            r"| combinations?)?(?: of (?:mine|my nodes))?"
            r" (?:that |which )?you (?:can(?:not|'?t| not)|could(?: not|n'?t)) (?:live with"
            r"|accept|take|work with)"
            r"|\b(?:which|what) (?:settings?|colou?rs?|combinations?)(?: of (?:mine|my nodes))?"
            r" (?:do(?: not|n'?t)|would(?: not|n'?t)) work(?: for you)?\b",
            "which colors of my nodes work for you",
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
        (rf"\bnot {_NAME},? (?:but )?(?:my )?({_NAME}) is the one that ", r"\1 "),
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
        (
            rf"\b(?:either )?([a-z]+) or ([a-z]+) (?:on|for|at) ({_NAME}) would (?:suit me|do"
            rf"|be ok|work for me)"
            r"(?: just)?(?: fine| well)?(?=\s*(?:[.!]|$))",
            r"\1 and \2 are fine for \3",
        ),
        (
            rf"^(?:(?:sorry|no|ok),? )*(?:will not|won'?t) (?:touch|change|move"
            rf"|recolor) (?:my )?({_NAME})"
            r"(?=\s*[.!]*\s*$)",
            r"\1 stays",
        ),
        (
            rf"\b(?:there is )?no way to (?:have|make"
            rf"|set) (?:my )?({_NAME}) ([a-z]+),? so it(?:'?s| is| will)?"
            r" (?:gonna|going to|will) be ([a-z]+)\b",
            r"\1 cannot be \2. \1 will be \3",
        ),
        # A node that its speaker replaces by another one behind what is said.
        (
            rf"\b({_NAME})( (?:is |to |in )?[a-z]+),? *(?:oops|sorry|sry|no|wait"
            rf"|ups)[,.!]* (?:i (?:mean|meant) )"
            rf"(?:my )?({_NAME})(?=\s*[.!]*\s*$)",
            r"\3\2",
        ),
        (
            r"^((?:(?:hm+|and|so|but|or|ok)\W+)*)([a-z]+), (?:is|would|could|will) (?:this|that|it) "
            r"(?:be )?(?:possible|ok|okay|fine|feasible|doable)(?: (?:for|with) you)? *\?",
            r"\1is \2 possible?",
        ),
        (
            rf"\b(?:your )?({_NAME}) (?:had"
            rf"|'d) better not be ([a-z]+(?: or [a-z]+)?)(?: while [^?,]*)?,?"
            r" (?:ok|okay|alright|right) *\?",
            r"\1 must not be \2",
        ),
        (
            rf"\bany chance (?:that )?(?:your )?({_NAME}) (?:might|could|can|may) not be ([a-z]+)\b",
            r"can \1 be anything but \2",
        ),
        # What a question supposes is not so: "which a2 would you take, with h1 green?".
        (
            rf"\b((?:which|what|how|who|would|could|can|do|does|is"
            rf"|are)\b[^?.!;]*?),? with ({_PAIR}(?:(?:,| and)+"
            rf" {_PAIR})*) *\?",
            _supposing,
        ),
        (
            r"^((?:would|could|can|is|are)\b[^?]*?),? and (?:what|how much|how many points)"
            r" (?:do|would|will|could) you (?:get|score|have|earn)(?: then)? *\?",
            r"\1? What would you score then?",
        ),
        # A limit that its speaker takes back.
        (
            rf"\b(?:scrap|forget|drop) the (?:thing|rule|limit|bit|stuff) (?:about|on|with"
            rf"|for) (?:my )?({_NAME}),?"
            r" (?:because )?i (?:might|may|could) (?:need|want) it(?: to be)? [a-z]+(?: or [a-z]+)?",
            r"forget what i said about \1",
        ),
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

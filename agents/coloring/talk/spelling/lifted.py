"""
Limits that end: "red is fine for h1 again", "I said h2 couldn't be blue, but I was wrong".

They are said as "h1 can be red again", which the rules read. A sentence has to begin with what is said
of the color: "any color but red is fine for h1 now" takes nothing back.
"""

from __future__ import annotations

from .patterns import CANNOT, COLOR, END, MY, NAME, compiled, rewritten

#: The beginning of a sentence.
_BEGINS = r"(?:^|(?<=[.!?;,] ))(?:(?:ok|okay|actually|well|but|so|oh|now|hm+),? )*"

_NEVER_SAID = (
    r"\bi (?:did not|didn'?t|never|have not|haven'?t|have never) "
    r"(?:say|said|tell you|told you|claim|claimed|mean|meant|write|wrote|ask(?:ed)?)"
    r"(?: to you)?(?: that)?"
)
#: The end of a sentence, or of a clause before another one that orders something.
_ENDS = r"(?=\s*(?:[.!;]|$|, (?:but |and )?(?:i (?:only |just )?said|please)\b))"

#: Words that let a node change, and all that was said before go.
_FREED = (
    rf"(?:{NAME} (?:may|can|could|might|is (?:free|welcome|allowed) to) (?:now )?(?:change|move|vary)"
    r"|(?:you|u) (?:may|can|are (?:free|welcome|allowed) to) (?:change|move|recolou?r) "
    rf"(?:your )?{NAME}"
    rf"|{NAME} (?:can|may) be (?:anything|any colou?r|whatever(?: you (?:like|want))?)"
    rf"|{NAME} is (?:free|open))(?: (?:again|now|after all|too))*"
)
_I_SAID = r"i (?:have )?(?:said|told you|wrote|asked(?: for)?|wanted)"
_SAID = rf"(?:what|everything|all|whatever)(?: that)? {_I_SAID}"
#: Without "everything" and "all", which are about other nodes, too.
_WHAT_I_SAID = (
    r"(?:please |just |so |and )*(?:forget|ignore|scrap|drop|disregard|never ?mind|scratch)(?: about)?"
    rf" (?:what|whatever) {_I_SAID}(?: (?:before|earlier|about (?:it|that)|then))*"
)
_TAKES_BACK = (
    r"(?:(?:take|took|am taking) back|forget|scrap|drop|ignore|never ?mind|disregard)(?: about)?"
    rf" {_SAID}"
)
#: Who allows a color, and words behind it.
_ALLOWS = (
    r"(?:^|(?<=[.!?;,] ))(?:(?:ok|okay|actually|well|but|so|oh|now|then|please|i|you),? )*"
    r"(?:allow|permit)"
)
_AGAIN = rf"(?:,? (?:again|now|then|after all|please))*{END}"

_PHRASES = compiled(
    (
        # Who lets one node go need not say twice that earlier words are over.
        (rf"({_FREED})[,.;:-]* {_WHAT_I_SAID}{END}", r"\1"),
        (rf"^\s*(?:(?:ok|okay|well|actually),? )*{_WHAT_I_SAID}[,.;:-]+ ({_FREED}){END}", r"\1"),
        # A second node that is free like the first.
        (
            rf"(?:your )?\b({NAME}) (can|may) be (anything|any colou?r|whatever(?: you (?:like|want))?)"
            rf",? (?:and )?(?:so (?:can|may|is) (?:your )?({NAME})"
            rf"|(?:your )?({NAME}) (?:too|as well|also)){END}",
            lambda found: f"{found[1]} and {found[4] or found[5]} {found[2]} be {found[3]}",
        ),
        # What stands is not taken back.
        (
            rf"\b({_TAKES_BACK} (?:about|on|for|of) (?:my |your )?{NAME}),? (?:but|though|and|just) not "
            rf"(?:that |what i said )?(?:about |on |for |of )?(?:my |your )?{NAME}{END}",
            r"\1",
        ),
        # A color that is allowed.
        (
            rf"{_ALLOWS} (?:your |my )?({NAME}) (?:to (?:be|become|take|have|go|turn) )?(?:in |as )?"
            rf"{COLOR}{_AGAIN}",
            r"\1 can be \2 again",
        ),
        (
            rf"{_ALLOWS} {COLOR} (?:for|on|at|in) (?:your |my )?({NAME}){_AGAIN}",
            r"\2 can be \1 again",
        ),
        # A limit that its speaker takes back, or denies.
        (
            rf"{_NEVER_SAID} {MY} (?:{CANNOT}|can never|could never|may never|must never|should not"
            r"|shouldn'?t|(?:is|was) (?:not|never) (?:allowed|supposed|able) to"
            r"|(?:isn|wasn)'?t allowed to)"
            rf" (?:be|become|have|get|take) {COLOR}{_ENDS}",
            r"\1 can be \2 again",
        ),
        (
            rf"\bi (?:did not|didn'?t|never) (?:rule out|ruled out|exclude|excluded|forbid|forbade|bar"
            rf"|barred|prohibit|prohibited) {COLOR} (?:for|on|at|from|in) {MY}{_ENDS}",
            r"\2 can be \1 again",
        ),
        (
            rf"\bi (?:did not|didn'?t|never) (?:rule|ruled) {COLOR} out (?:for|on|at|in) {MY}{_ENDS}",
            r"\2 can be \1 again",
        ),
        (
            rf"\bi (?:did not|didn'?t|never) (?:forbid|forbade|forbidden) {MY} "
            rf"(?:to be |being |from being )?{COLOR}{_ENDS}",
            r"\1 can be \2 again",
        ),
        # What was said already, in other words or louder.
        (
            r"(?<=[.!;,] )(?:but |and )?i (?:only |just )?said(?: to| that you should)?,?"
            r" (?=(?:please )?(?:change|keep|leave|recolor|switch|move)\b)",
            "please ",
        ),
        (
            rf"\bi (?:take|took|am taking) back (?:that |my saying that "
            rf"|what i said, that )(?={NAME}\b)",
            "it is no longer true that ",
        ),
        (
            rf"{_BEGINS}(?:(?:scrap|forget|drop|cancel) (?:that"
            rf"|it)[,.;]? (?:and )?)?{COLOR} (?:is|would be) "
            r"(?:fine|ok|okay|possible|alright|allowed)(?: again| now| after all)* (?:for|on|at) "
            rf"{MY} (?:again|after all|now){END}",
            r"\2 can be \1 again",
        ),
        (
            rf"{_BEGINS}{MY} (?:in )?{COLOR} (?:is|would be) (?:fine|ok|okay|possible|alright|allowed) "
            rf"(?:again|after all)(?: now)?{END}",
            r"\1 can be \2 again",
        ),
        (
            rf"\byou (?:can|may|could) (?:use|have|take) {MY} (?:in |as )?{COLOR} again{END}",
            r"\1 can be \2 again",
        ),
        (
            rf"\b{MY} can be {COLOR} now,? (?:whatever|no matter (?:what|how)"
            rf"|regardless of(?: what)?) "
            rf"{NAME}(?: (?:is|does|gets|has))?{END}",
            r"\1 can be \2 again",
        ),
        (
            rf"\bi (?:said|told you|wrote|claimed|thought)(?: that)? ({NAME}) {CANNOT} be {COLOR},?"
            r"(?: but| and)? (?:(?:(?:i|that) (?:was|is)|that's) (?:wrong|mistaken|a mistake|not true)"
            r"|(?:actually |of course |in fact )?it (?:can|could|may))"
            rf"(?:[, ]+(?:but )?it (?:can|could|may))?(?: be)?{END}",
            r"\1 can be \2 again",
        ),
        (
            r"(?<!not )(?<!n't )(?<!nt )(?<!never )\b(?:scrap|forget|drop) "
            rf"the (?:thing|rule|limit|bit|stuff) (?:about|on|with|for) {MY},?"
            r" (?:because )?i (?:might|may|could) (?:need|want) it(?: to be)? [a-z]+(?: or [a-z]+)?",
            r"forget what i said about \1",
        ),
        (
            r"^\s*i (?:only|just) said i(?:'d| would) (?:love|like|prefer) (?:it|that|so)[,.]?"
            r" (?:but )?",
            "",
        ),
        (
            r"^\s*(?:(?:no|actually|ok|oh|hmm+|well),? )*"
            r"(?:forget (?:about )?(?:it|that)|never ?mind|nvm)"
            r"(?:,? (?:then|please|again))?[.,!;:-]+ (?=[^?]*\?)",
            "",
        ),
    )
)


def lifted(text: str) -> str:
    """Return a text in which limits that end are said as what can be again."""
    return rewritten(text, _PHRASES)

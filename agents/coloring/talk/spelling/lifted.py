"""
Limits that end: "red is fine for h1 again", "I said h2 couldn't be blue, but I was wrong".

They are said as "h1 can be red again", which the rules read. A sentence has to begin with what is said
of the color: "any color but red is fine for h1 now" takes nothing back.
"""

from __future__ import annotations

from .patterns import CANNOT, COLOR, END, MY, NAME, compiled, rewritten

#: The beginning of a sentence.
_BEGINS = r"(?:^|(?<=[.!?;,] ))(?:(?:ok|okay|actually|well|but|so|oh|now|hm+),? )*"

_PHRASES = compiled(
    (
        # A limit that its speaker takes back.
        (
            rf"\bi (?:did not|didn'?t|never) (?:say|said|tell you|told you|claim"
            rf"|claimed)(?: that)? {MY}"
            rf" {CANNOT} be {COLOR}{END}",
            r"\1 can be \2 again",
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

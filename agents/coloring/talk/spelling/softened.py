"""
Requests and answers behind words that only soften or admit, and colors that are replaced at once.

"May I trouble you for blue on b2?" asks for it, "2nd one" is the second, and "I changed h4 to blue, oh
silly me, I meant green" tells green.
"""

from __future__ import annotations

import re

from .patterns import CANNOT, COLOR, END, MY, NAME, YOUR, compiled, rewritten

_PHRASES = compiled(
    (
        # Ordinals, and words that only soften.
        (r"\b1st\b", "first"),
        (r"\b2nd\b", "second"),
        (r"\b3rd\b", "third"),
        (r"\bone's (?=(?:right|correct|true|wrong|fine|ok|okay)\b)", "one is "),
        (r"^(?:the )?(first|second|third|last) (?:option|one|choice) wins\b", r"the \1"),
        (
            r"(?:,| -) if (?:it(?:'?s| is)(?: all)? the same to (?:you|u)|(?:you|u) (?:do not"
            r"|don'?t) mind"
            r"|that(?:'?s| is) (?:ok|okay|fine|alright|all right)(?: (?:with|for|by) (?:you|u))?"
            r"|it(?:'?s| is)(?: not|n'?t) too (?:late|much trouble))(?=\s*(?:[.!]|$))",
            "",
        ),
        (
            r"^(?:i(?:'ll| will)? )?(?:take|use|choose|pick)? ?(?:what|the (?:one"
            r"|colou?r)(?: that)?) (?:you|u) "
            r"(?:named|said|mentioned|listed)(?: me)? (first|last)\b",
            r"the \1",
        ),
        (r"^make it (the (?:first|second|third|last))\b", r"\1"),
        (r"^(the (?:first|second|third|latter|former|last)(?: one)?) it is\b", r"\1"),
        (
            r"\b((?:first|second|third|latter|former|last)(?: one)?)(?:,? (?:i guess|i think"
            r"|final answer"
            r"|if (?:you|u)(?:'d| would)))+(?=\s*[.!]*$)",
            r"\1",
        ),
        (r",? if (?:you|u)(?:'d| would) be so kind(?=\s*(?:[,.!]|$))", ""),
        (r"^why (?:choose|not both)\W+(?:just )?(?:do|take|use) both\b", "both"),
        (
            rf"\bmay i (?:trouble|bother) (?:you|u) for {COLOR} (?:on|for|at) {YOUR}"
            r"(?:,? please)? *(?:\?|(?=[.!]|$))",
            r"please make \2 \1.",
        ),
        # "The one of yours that touches h1, make it green".
        (
            r"^((?:the|that|your)(?: [a-z]+){0,3} (?:one|ones|node|nodes"
            r"|neighbou?r)\b[^,:.;?!]*\b(?:touch(?:es|ing)?|border(?:s|ing)|beside|near|next|adjacent"
            r"|connected)\b[^,:.;?!]*)[,:] (?:please )?"
            rf"(make|set|turn|color|paint|put) it (?:to |on |into )?{COLOR}\b",
            r"please \2 \1 \3",
        ),
        (
            rf"^(?:my |your )?({NAME})\b(?:(?!\band\b)[^.?!;,])*\bis (?:perfect|fine|good|great"
            rf"|ok|okay|right)"
            r"(?: (?:now|as it is|like that|there))?[,.;] (?:so "
            r"|please )?hands off(?: it)?(?=\s*[.!]*\s*$)",
            r"keep \1 as it is",
        ),
        # What is wanted, said last.
        (
            rf"^{COLOR} is what i(?:'m| am)? (?:asking for|ask for|want|need|would like|'d like){END}",
            r"i want \1",
        ),
        # Whoever has no wish leaves the choice.
        (
            r"^(?:no|nope|nah|not really)[,.!]* ((?:just )?(?:do|choose|take|pick) (?:as"
            r"|what(?:ever)?)) "
            r"(?:you|u) (?:please|like|want|prefer)\b",
            "do as you like",
        ),
        (r"\? *\(?(?:y/n|yes/no)\)?\s*[?.!]*\s*$", "?"),
        (r",? sorry not sorry\b", ""),
        (r"(?<=\w),? dear(?=\s*(?:[.,!?;]|$| (?:it|i|you|and|but)\b))", ""),
        (r"\bmust obligatorily\b", "must"),
        (r"\bon what grounds\b", "why"),
        (rf"({CANNOT}) (?:under|in) any circumstances?,? (?=be\b)", r"\1 "),
        (
            rf"\b({NAME} can be any(?:thing| colou?r)?(?: (?:that )?you (?:like|want))?),? with the"
            r" (?:sole|single|only) exception of\b",
            r"\1 except",
        ),
        (
            r"(?<!please )(?<!plz )(?<!pls )\b(please|plz|pls),? (?:please|plz|pls)\b"
            r"(?! (?:please|plz|pls)\b)",
            r"\1",
        ),
        (rf"^no fair[,.!:]* (?=(?:my |your )?{NAME}\b)", ""),
        (
            rf"(?:^|(?<=[.;,] )){MY} (?:is )?in \{{([a-z]+(?:, ?[a-z]+)*)\}}",
            lambda found: f"{found[1]} can only be {' or '.join(re.findall('[a-zA-Z]+', found[2]))}",
        ),
        # A reason that no word marks, or "as".
        (rf"({CANNOT} be {COLOR}),? as (?:its|a|the|my) neighbou?r (?={NAME} )", r"\1 because "),
        (rf"({CANNOT} be {COLOR})[,:;] its neighbou?r (?={NAME} is\b)", r"\1 because "),
        # A color that is replaced by another one.
        (
            rf"\b({NAME}) {CANNOT} be {COLOR}[,.;!-]+ *(?:(?:oh|no|wait|oops|argh|ah)[, ]+)*"
            rf"(?:sorry|correction|my bad)[,:. ]+(?:it )?{CANNOT} be {COLOR}\b"
            r"(?! (?:either|as well|too|also))",
            r"\1 cannot be \3",
        ),
        (
            rf"\bi (?:(?:have )?(?:just )?)?(?:changed|set|made|turned|put"
            rf"|switched) {MY} (?:to |on |in )?"
            rf"{COLOR}[,.;]+ *(?:(?:oh|no|wait|oops|ah),? )*(?:silly me|my bad|my mistake"
            rf"|sorry|oops)[,. ]+"
            rf"i mean(?:t)? {COLOR}{END}",
            r"\1 is \3",
        ),
    )
)


def unsoftened(text: str) -> str:
    """Return a text without what only softens, and with the last of two colors of a correction."""
    return rewritten(text, _PHRASES)

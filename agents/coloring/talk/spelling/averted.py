"""
What was nearly done, is not promised, or is the last thing to be wanted.

"I was going to make h2 blue, but I won't" says that h2 is not blue, "the last thing I want is b2 red"
does not want it, and "I'd do anything for b2 red" does. "If you don't make b2 red, I won't make h2 blue"
offers blue for red.
"""

from __future__ import annotations

from .patterns import COLOR, END, MY, NAME, YOUR, compiled, rewritten

_MAKE = r"(?:set|make|change|turn|put|paint|color|colour|switch|move|take|have)"
_MADE = r"(?:set|made|changed|turned|put|painted|colored|coloured|switched|moved|took)"
_TO = r"(?: to| in| on| into| to be)?"
_WILL_NOT = r"(?:won'?t|will not|would not|wouldn'?t|(?:am|'m) not going to|refuse to)"
_NOT_YET = r"(?:will not|won'?t|is not going to|isn'?t going to|does not|doesn'?t|shall not)"

_PHRASES = compiled(
    (
        # What was nearly done.
        (
            r"\bi (?:was (?:just |already |actually )?(?:going|about|planning) to|(?:had )?wanted to"
            rf"|planned to|meant to) {_MAKE} {MY}{_TO} {COLOR},? but (?:then |now |in the end )*(?:i )?"
            r"(?:won'?t|will not|did not|didn'?t|decided (?:not to|against it)|changed my mind|left it"
            rf"|kept it)(?: (?:do|do it|after all|now|any ?more|as it (?:is|was)))*{END}",
            r"\1 is not \2",
        ),
        (rf"\bi (?:nearly|almost) {_MADE} {MY}{_TO} {COLOR}{END}", r"\1 is not \2"),
        # What is not wanted, and what is.
        (
            r"\bthe (?:very )?last (?:thing|colou?r) (?:that )?i (?:want|need|would like|'d like)"
            rf"(?: now| here)? (?:is|would be) (?:for )?({NAME})(?: to be| being| in| as)? {COLOR}\b",
            r"i do not want \1 \2",
        ),
        (
            rf"\b(?:there is |there's )?no way (?:that )?(?:my |your )?({NAME}) (?:stays?|remains?"
            rf"|will (?:stay|remain|be)|is (?:staying|going to (?:be|stay)))(?: in)? {COLOR}\b",
            r"\1 must not be \2",
        ),
        (
            rf"\bi(?:'d| would|'ll| will) (?:do|give)(?: you)? (?:anything|everything|a lot) for "
            rf"(?=(?:your |my )?{NAME}\b)",
            "i would love ",
        ),
        (
            rf"\bi could live without ({NAME})(?: being| in| as| to be)? {COLOR}{END}",
            r"\1 does not have to be \2",
        ),
        (rf"\brather ({NAME}) {COLOR} than (?:\1 )?{COLOR}{END}", r"i would rather have \1 \2 than \3"),
        (
            rf"\b(?:can|could) (?:we|you) avoid (?:having )?{YOUR}(?: being| in| as)? {COLOR} *\?",
            r"could \1 be another color than \2?",
        ),
        # What is not traded, and what is.
        (
            rf"\bi {_WILL_NOT} {_MAKE} {MY}{_TO} {COLOR} (?:just |only )?(?:for|in (?:return|exchange)"
            rf" for) {YOUR}{_TO} {COLOR}{END}",
            "no deal",
        ),
        (
            rf"^if you (?:do not|don'?t) {_MAKE} {YOUR}{_TO} {COLOR},? (?:then )?i {_WILL_NOT} {_MAKE} "
            rf"{MY}{_TO} {COLOR}{END}",
            r"if you make \1 \2, i make \3 \4",
        ),
        # What is promised, or not.
        (
            r"\bi (?:do not|don'?t|can ?not|can'?t|won'?t|will not) promise(?: you)?(?: that)? "
            rf"(?:to (?:keep|make|set) )?{MY}(?: (?:to be|will be|is|stays?|in|to))* {COLOR}{END}",
            r"i do not know yet about \1",
        ),
        (
            r"\b(?:do|can|could|will|would) you promise(?: me)? (?:to (?:keep|leave)|that) "
            rf"{YOUR}(?: (?:stays?|remains?|will (?:stay|be)|in|at|on))* {COLOR} *\?",
            r"please keep \1 \2.",
        ),
        (
            rf"\b{MY} is {COLOR}(?: now)?,? and (?:it )?{_NOT_YET} (?:change|move|be changed)"
            rf"(?: (?:any ?more|again))?{END}",
            r"\1 is \2 and it stays \2",
        ),
        (
            r"^(?:please )?(?:stay (?:where|as) you are|stay put|hold still"
            rf"|keep (?:all )?(?:of )?your colou?rs(?: (?:as they are|like that|now))?){END}",
            "do not change anything",
        ),
        (
            rf"\bwho (?:said|says|told you)(?: that)? {YOUR} (?:is|was|must be|has to be|should be) "
            rf"{COLOR} *\?",
            r"why is \1 \2?",
        ),
    )
)


def averted(text: str) -> str:
    """Return a text in which what was nearly done, or not promised, is said as what is so."""
    return rewritten(text, _PHRASES)

"""
Sentences that say as a whole what their words do not: "I was going to make h2 blue, but I won't".

That one says that h2 is not blue; "the last thing I want is b2 red" does not want it, and "I'd do
anything for b2 red" does; "if you don't make b2 red, I won't make h2 blue" trades blue for red; and
whether h2 has to be blue is answered by the colors that h2 could have.

A pattern covers a whole sentence, what it takes for a color is one, and each node belongs to the side of
which it is said: "b2 is green and won't change" complains, where "h2 is red and won't change" reports.
Patterns that matched inside sentences and took any word for a color were tried before: most of them
turned some neighbor of their example round.
"""

from __future__ import annotations

import re
from functools import partial

from ...view import View
from .patterns import CANNOT, NAME

_LEAD = (
    r"(?:(?:ok|okay|well|but|so|and|oh|now|no|sorry|hm+|actually|please|hey|hi"
    r"|i(?:'m| am) afraid(?: not)?),? )*"
)
_BEGINS, _FIRST = rf"(?:^|(?<=[.!?;] )){_LEAD}", rf"^{_LEAD}"
_ENDS = r"(?=\s*(?:[.!]+(?:\s|$)|$))"
_MAKE = r"(?:set|make|change|turn|put|paint|color|colour|switch|move|take|have)"
_MADE = r"(?:set|made|changed|turned|put|painted|colored|coloured|switched|moved|took)"
_TO = r"(?: to| in| on| into| to be)?"
_WILL_NOT = r"(?:won'?t|will not|would not|wouldn'?t|(?:am|'m) not going to|refuse to)"
_NOT_YET = r"(?:will not|won'?t|is not going to|isn'?t going to|does not|doesn'?t|shall not)"
_IS_FALSE = (
    r"(?:is|was) (?:not (?:true|right|so|correct)|wrong|no longer true)(?: any ?more| any longer| now)?"
)
_SINCE = r"(?:because|cuz|cause|bc|since|as)"
_MINE, _YOURS = rf"(?:my )?(?P<mine>{NAME})", rf"(?:your )?(?P<yours>{NAME})"
_ANY = rf"(?:my |your )?(?P<any>{NAME})"


def _color(i: int = 1) -> str:
    return rf"(?P<color{i}>[a-z]+)"


_OTHERS = "could {any} be another color than {color1}?"

#: Sentences and what they say; in braces the parts of the pattern with these names.
_SENTENCES = (
    # What was nearly done.
    (
        r"i (?:was (?:just |already |actually )?(?:going|about|planning) to|(?:had )?wanted to"
        rf"|planned to|meant to) {_MAKE} {_MINE}{_TO} {_color()},? but (?:then |now |in the end )*"
        r"(?:i )?(?:won'?t|will not|did not|didn'?t|decided (?:not to|against it)|changed my mind"
        r"|left it|kept it)(?: (?:do|do it|after all|now|any ?more|as it (?:is|was)))*",
        "{mine} is not {color1}",
    ),
    (rf"i (?:nearly|almost) {_MADE} {_MINE}{_TO} {_color()}", "{mine} is not {color1}"),
    # What is not wanted, and what is.
    (
        r"the (?:very )?last (?:thing|colou?r) (?:that )?i want(?: now| here)? (?:is|would be) (?:for )?"
        rf"{_ANY}(?: to be| being| in| as)? {_color()}",
        "i do not want {any} {color1}",
    ),
    (
        rf"(?:there is |there's )?no way (?:that )?{_ANY} (?:stays?|remains?|will (?:stay|remain|be)"
        rf"|is (?:staying|going to (?:be|stay)))(?: in)? {_color()}",
        "{any} must not be {color1}",
    ),
    (
        rf"i(?:'d| would|'ll| will) (?:do|give)(?: you)? (?:anything|everything|a lot) for {_YOURS}"
        rf"(?: in| being| to be)? {_color()}",
        "i would love {yours} {color1}",
    ),
    (
        rf"rather {_ANY} {_color()} than (?:(?P=any) )?{_color(2)}",
        "i would rather have {any} {color1} than {color2}",
    ),
    (
        rf"i(?:'d| would) (?:really )?(?:love|like|prefer) to (?:leave|keep) {_MINE} "
        rf"(?:at |in |on |as )?{_color()}",
        "i would like to keep {mine} {color1}",
    ),
    (
        rf"{_MINE} (?:will be|is going to be|is gonna be|has got to be) {_color()},? no matter what",
        "{mine} must be {color1}",
    ),
    # What is not traded, and what is.
    (
        rf"i {_WILL_NOT} {_MAKE} {_MINE}{_TO} {_color()} (?:just |only )?(?:for|in (?:return|exchange)"
        rf" for) {_YOURS}{_TO} {_color(2)}",
        "i do not know yet about {mine}",
    ),
    (
        rf"if you (?:do not|don'?t) {_MAKE} {_YOURS}{_TO} {_color()},? (?:then )?i {_WILL_NOT} {_MAKE} "
        rf"{_MINE}{_TO} {_color(2)}",
        "if you make {yours} {color1}, i make {mine} {color2}",
    ),
    # What is promised, or not.
    (
        r"i (?:do not|don'?t|can ?not|can'?t|won'?t|will not) promise(?: you)?(?: that)? "
        rf"(?:to (?:keep|make|set) )?{_MINE}(?: (?:to be|will be|is|stays?|in|to))* {_color()}",
        "i do not know yet about {mine}",
    ),
    (
        rf"{_MINE} is {_color()}(?: now)?,? and (?:it )?{_NOT_YET} (?:change|move|be changed)"
        r"(?: (?:any ?more|again))?",
        "{mine} is {color1} and it stays {color1}",
    ),
    (
        rf"(?:but |and )?i (?:have )?never (?:agreed to|promised)(?: you)?(?: that)? {_MINE}"
        rf"(?: (?:to be|is|in))* {_color()}",
        "i do not know yet about {mine}",
    ),
    (
        rf"{_MINE} {_color()} and (?:my )?(?P<other>{NAME}) (?P=color1) (?:together"
        r"|at the same time|at once) (?:is|are|would be) (?:impossible|not possible|no good"
        r"|out of the question)(?: for me)?",
        "{mine} and {other} can not both be {color1}",
    ),
    (
        rf"{_MINE} {_color()} or (?:(?P=mine) )?{_color(2)},? (?:whatever|whichever|as) you (?:like|want"
        r"|prefer)",
        "{mine} could be {color1} or {color2}, both work",
    ),
    (
        rf"(?:(?:i )?(?:dunno|do not know|don'?t know|do not care|don'?t care),? )?either(?: one)? "
        rf"(?:is|would be) (?:ok|okay|fine|good|alright)(?: (?:with|for|by) me)?[,:;] "
        rf"{_ANY} {_color()} or (?:(?P=any) )?{_color(2)}",
        "for {any} i accept {color1} as well as {color2}",
    ),
    # What is kept and then is not, and limits that end in the same breath.
    (
        rf"(?:keep|leave) {_YOURS}(?: (?:in |on |at )?{_color()})?[.,;!-]+ *(?:(?:or|oh|wait|hm+),? )*"
        r"no,? (?:please )?(?:do not|don'?t) (?:keep|leave) it(?: (?:so|like that|as it is))?"
        r"(?:,? (?:but )?(?:please )?change it)?(?:,? to (?:anything|something) else)?",
        "change {yours} to something else",
    ),
    (
        rf"that {_MINE} {CANNOT} be {_color()} {_IS_FALSE}",
        "{mine} can be {color1} again",
    ),
    (
        rf"that {_MINE} {CANNOT} be {_color()} {_IS_FALSE},? (?:and )?it can be "
        r"any(?:thing| colou?r)(?: now)?",
        "{mine} can be any color",
    ),
    (
        rf"{_MINE} {CANNOT} be {_color()}[.,;!]* *(?:(?:oh|no|wait|hold on|actually|hm+|sorry)[,.]* )+"
        r"(?:actually )?it can(?: be)?",
        "{mine} can be {color1} again",
    ),
    (
        rf"i (?:said|told you|wrote)(?: that)? {_MINE} {CANNOT} be {_color()}\. *"
        r"(?:[a-z]+ ){0,3}[a-z]*,? ?"
        r"(?:that|this|it) (?:was|is) (?:an? (?:error|mistake)|wrong|not (?:right|true))"
        r"(?: on my (?:part|side))?"
        r"(?:[.,;]? (?:so )?(?:please )?(?:disregard|ignore|forget) (?:it|that|this))?",
        "{mine} can be {color1} again",
    ),
    # The place of a node as the reason of a limit.
    (
        rf"{_MINE} {CANNOT} be {_color()}(?:[,:;] (?:{_SINCE} )?| {_SINCE} )it(?:'s| is) (?:right )?"
        rf"(?:touching|next to|beside|adjacent to|connected to) (?:my )?{NAME}"
        r"(?: and (?:that|it|this)(?: one)? is (?:fixed|taken|set|stuck|locked|nailed)(?: down)?)?",
        "{mine} can not be {color1}",
    ),
)
#: Questions that are all of a message: what stands before one may be its condition.
_QUESTIONS = (
    (
        rf"(?:can|could) (?:we|you) avoid (?:having )?{_YOURS}(?: being| in| as)? {_color()}",
        "could {yours} be another color than {color1}?",
    ),
    # Whether a color is needed is answered by the colors that there are.
    (rf"do you (?:really )?(?:need|have to have) {_ANY}(?: to be| in)? {_color()}", _OTHERS),
    (rf"does {_ANY} (?:really )?(?:have|need) to be {_color()}", _OTHERS),
    (rf"is only {_ANY} {_color()} (?:possible|ok|fine|allowed)", _OTHERS),
    (
        rf"is {_ANY}(?: in| being)? {_color()} the only (?:way|option|possibility|colou?r|choice)",
        _OTHERS,
    ),
    (
        rf"(?:is not|isn'?t) {_ANY} {_color()} (?:ok|okay|fine|possible|alright)",
        "is {any} {color1} ok?",
    ),
    (
        rf"if i (?:make|set|put|take) {_MINE}{_TO} {_color()},? (?:then )?you (?:get|have|score"
        r"|would get) \d+(?: points?)?,? (?:right|correct|is that right|ok|yes)",
        "what would your score be if {mine} is {color1}?",
    ),
    (
        r"(?:do|can|could|will|would) you promise(?: me)? (?:to (?:keep|leave)|that) "
        rf"{_YOURS}(?: (?:stays?|remains?|will (?:stay|be)|in|at|on))* {_color()}",
        "please keep {yours} {color1}.",
    ),
    (
        rf"who (?:said|says|told you)(?: that)? {_YOURS} (?:is|was|must be|has to be|should be) "
        + _color(),
        "why is {yours} {color1}?",
    ),
)
_PATTERNS = tuple(
    (re.compile(f"(?P<lead>{begins}){pattern}{ends}", re.IGNORECASE), plain)
    for rules, begins, ends in ((_SENTENCES, _BEGINS, _ENDS), (_QUESTIONS, _FIRST, r" *\?+\s*$"))
    for pattern, plain in rules
)


def with_plain_sentences(text: str, view: View) -> str:
    """Return a text in which each sentence of these forms is said plainly."""
    domain = {color.casefold() for color in view.domain}

    def put(found: re.Match[str], plain: str) -> str:
        named = {name: said for name, said in found.groupdict().items() if said}
        colors = {said.casefold() for name, said in named.items() if name.startswith("color")}
        mine, yours = view.node_name(named.get("mine", "")), view.node_name(named.get("yours", ""))
        # A node that the agent does not see may be one of the person.
        if not colors <= domain or mine in view.own or yours in view.owners:
            return found[0]
        return named.get("lead", "") + plain.format(**named)

    for pattern, plain in _PATTERNS:
        text = pattern.sub(partial(put, plain=plain), text)
    return text

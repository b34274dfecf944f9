"""
Turns of phrase that the other rules would take for their opposite, or for a part of what they say.

"Would it help if I gave up red on h1?" supposes that h1 is not red; "I said h2 couldn't be blue, but I
was wrong" takes a limit back; "I'd love to keep h1 red, is that ok?" asks; "I'd hate for h2 to be
anything but blue" wishes for blue.
"""

from __future__ import annotations

import re

_NAME = r"[a-z]{1,2}\d+"
_MY, _YOUR = rf"(?:my )?({_NAME})", rf"(?:your )?({_NAME})"
#: A word where a color may stand.
_COLOR = (
    r"((?!(?:now|still|though|then|please|here|yet|too|again|only|also|there|not|no|is|are|and|or"
    r"|sorry|thanks)\b)[a-z]+)"
)
#: A node with a color: "my h1 in green".
_PAIR = rf"(?:my )?{_NAME} (?:in |on )?{_COLOR.replace('((?!', '(?:(?!')}"
_PAIRS = rf"({_PAIR}(?:(?:,| and)+ {_PAIR})*)"
_CANNOT = r"(?:(?:could|can|must|may) not|(?:could|must)n'?t|cannot|can'?t)"
_WILL_NOT = r"(?:i )?(?:will not|'ll not|won'?t|am not going to|'m not going to|cannot|can'?t|refuse to)"
_ACT = r"(?:make|set|turn|color|paint|put|have|do|keep|take|give|switch|change|move)"
_ALL_BUT = (
    r"(?:anything|something|everything|whatever|(?:any|some)(?: other)? colou?r)(?: else)? "
    r"(?:but|except|other than|besides|apart from)"
)
_END = r"(?=\s*[.!]*\s*$)"


def _supposing(found: re.Match[str]) -> str:
    """Return "which color of a2 would you take if h1 is green?" for "which a2 ..., with h1 green?"."""
    pairs = re.sub(rf"({_NAME}) (?:in |on )?(?=[a-z]+)", r"\1 is ", found[2], flags=re.IGNORECASE)
    asked = re.sub(rf"\b(which|what) (?=(?:your )?{_NAME}\b)", r"\1 color of ", found[1])
    return f"{asked} if {pairs}?"


_PHRASES = tuple(
    (re.compile(pattern, re.IGNORECASE), plain)
    for pattern, plain in (
        # Pauses in a correction.
        (r"\b(?:hang|hold) on(?: (?:a|one) (?:second|sec|minute|moment))?\b", "wait"),
        (r"\bwait (?:a|one) (?:second|sec|minute|moment)\b", "wait"),
        (r"[,.]? *\bi looked at the wrong (?:one|node|row|line|place)\b", ""),
        # What a node is supposed to be no longer.
        (
            r"\bif i (?:gave up|give up|am giving up|do without|did without|do not use|don'?t use"
            r"|did not use|didn'?t use|dropped|drop|avoided|avoid|stopped using|stop using)"
            rf" {_COLOR} (?:on|for|at|from|in) {_MY}",
            r"if \2 is not \1",
        ),
        (
            r"\bif i (?:took|take|get|got|move|moved|bring|brought)"
            rf" {_MY} (?:off|away from|out of) {_COLOR}\b",
            r"if \1 is not \2",
        ),
        (
            r"\b(?:can|could|would|will) you (?:please )?(?:do|live|manage|get by) without"
            rf" {_COLOR} (?:on|at|for|in) ((?:your )?{_NAME}(?: and {_NAME})*)",
            r"can you avoid \1 on \2",
        ),
        (
            rf"\bany chance (?:that )?{_YOUR} (?:might|could|can|may) not be {_COLOR}\b",
            r"can \1 be anything but \2",
        ),
        (rf"\bis {_COLOR} (?:possible|ok|okay|fine) there(?:,? or [^?.!]*)? *\?", r"is \1 possible?"),
        # A denial with a question whether it is so states no limit.
        (
            rf"\b({_PAIR}) (?:won'?t|will not|would not|wouldn'?t|can'?t|cannot) (?:work|do|fit"
            rf"|suit you)"
            r"(?: (?:for|with) (?:you|u))?,? (?:will|would|can|could) (?:it|that|they) *\?",
            r"\1 does not work for you, does it?",
        ),
        # What is possible, in other words.
        (rf"\bis (?:your |my )?({_NAME}) able to (?:be|become|have|take) {_COLOR}\b", r"can \1 be \2"),
        (
            rf"\bis {_COLOR} (?:technically |theoretically |actually )?"
            rf"(?:attainable|achievable|feasible|reachable) (?:on|for|at) (?:your |my )?({_NAME})",
            r"can \2 be \1",
        ),
        (
            r"^((?:(?:hm+|and|so|but|or|ok)\W+)*)"
            rf"(?!(?:please|well|hi|hey|hello|yes|wait|oh|great|good|nice|alright|cool)\b){_COLOR}, "
            r"(?:is|would|could|will) (?:this|that|it) (?:be )?"
            r"(?:possible|ok|okay|fine|feasible|doable)(?: (?:for|with) you)? *\?",
            r"\1is \2 possible?",
        ),
        # A question for colors that do not work is answered with those that do.
        (
            r"\b(?:is|are) there (?:any|a|some)(?:thing| settings?| colou?rs?| combinations?)?"
            r"(?: of (?:mine|my nodes))? (?:that |which )?you "
            r"(?:can(?:not|'?t| not)|could(?: not|n'?t)) (?:live with|accept|take|work with)"
            r"|\b(?:which|what) (?:settings?|colou?rs?|combinations?)(?: of (?:mine|my nodes))?"
            r" (?:do(?: not|n'?t)|would(?: not|n'?t)) work(?: for you)?\b",
            "which colors of my nodes work for you",
        ),
        # What a question supposes is not so: "which a2 would you take, with h1 green?".
        (
            r"\b((?:which|what|how|who|would|could|can|do|does|is|are)\b[^?.!;]*?)"
            rf"(?<!together)(?<!\bgo)(?<!goes)(?<!fit)(?<!fits)(?<!work)(?<!works),? with {_PAIRS} *\?",
            _supposing,
        ),
        (
            r"^((?:would|could|can|is|are)\b[^?]*?),? and (?:what|how much|how many points)"
            r" (?:do|would|will|could) you (?:get|score|have|earn)(?: then)? *\?",
            r"\1? What would you score then?",
        ),
        # A wish with a question whether it would do asks.
        (
            r"^((?:(?:and|so|ok|but|hi|well),? )*)i(?:'d| would) (?:really |rather )?"
            rf"(?:love|like|prefer) to (?:keep|leave|have) {_PAIRS}[,.]? (?:and )?(?:is|would|will) "
            r"(?:that|it|this) (?:be )?(?:ok|okay|fine|alright|all right|possible|acceptable)"
            r"(?: (?:for|with) (?:you|u|everyone|everybody|both)(?: guys| both| two| all)?)? *\?",
            r"\1is \2 ok for you?",
        ),
        (
            rf"\b{_YOUR} (?:had|'d) better not be {_COLOR}(?: or {_COLOR})?(?: while [^?,]*)?,?"
            r" (?:ok|okay|alright|right) *\?",
            lambda found: f"{found[1]} must not be {found[2]}" + (f" or {found[3]}" if found[3] else ""),
        ),
        # Offers for any color but one.
        (
            rf"\bif you (?:(?:could|would|will|can) )?{_ACT} {_YOUR} (?:to |in |on )?{_ALL_BUT} {_COLOR}"
            r"(?:,? (?:deal|ok|okay|agreed|what do you (?:say|think)) *\?)?",
            r"if \1 is not \2",
        ),
        (
            rf"\b{_ALL_BUT} {_COLOR} (?:for|on|at|in) {_YOUR},? (?:and|then) "
            rf"(i(?:'ll| will|'d| would| can| could)) ({_ACT}) {_MY} (?:to |in |on )?{_COLOR}",
            r"\3 \4 \5 \6 if \2 is not \1",
        ),
        # What stays as it is if an offer is not taken, is no part of it.
        (
            rf"\bif (?=[^.?!]*\bi(?:'ll| will|'d| would)\b)([^.?!]*?),? (?:otherwise|else|if not),? "
            rf"(?:my )?{_NAME} (?:stays|is|remains|will be"
            rf"|will stay) {_COLOR.replace('((?!', '(?:(?!')}{_END}",
            r"if \1",
        ),
        # Wishes that say two things that are not wanted.
        (
            r"\bi(?:'d| would) (?:really )?(?:hate|not like)(?: for| it if)? "
            rf"{_MY} (?:to be|was|were|being|is) {_ALL_BUT} {_COLOR}",
            r"i would like \1 to be \2",
        ),
        (
            r"\bi (?:really )?(?:do not|don'?t|would not|wouldn'?t) (?:really )?(?:want|like) to "
            rf"(?:lose|give up|part with)(?: my)? {_COLOR} (?:on|for|at) {_MY}",
            r"i would like \2 to be \1",
        ),
        # Limits, and what stays.
        (
            rf"\b{_NAME} is never {_COLOR}{_END}",
            lambda found: found[0].replace(" is ", " can ", 1).replace(" never ", " never be ", 1),
        ),
        (rf"\b({_CANNOT}) (?:ever|never)\b", r"\1"),
        (
            rf"(\b(?:{_CANNOT}|not able to|unable to)\b[^.?!;,]*), (?:(?:never|ever|not) ?)+(?=[,.!]|$)",
            r"\1",
        ),
        (
            rf"\b{_WILL_NOT} (?:budge on|move on|give in on|compromise on|give up) {_MY}[,;.]? (?:and )?"
            rf"(?:it|that)(?:(?: has to| must| needs to)(?: be| stay)|'s to be) {_COLOR}\b",
            r"\1 must be \2",
        ),
        (
            rf"^((?:(?:sorry|no|ok),? )*)(?:will not|won'?t) (?:touch|change|move|recolor) {_MY}{_END}",
            r"\1\2 stays",
        ),
        (
            rf"\b{_MY},? i (?:will not|won'?t|am not going to|'m not going to) "
            rf"(?:touch|change|move|recolor){_END}",
            r"\1 stays",
        ),
        (
            rf"\b(?:there is )?no way to (?:have|make|set) {_MY} {_COLOR},? so it(?:'?s| is| will)?"
            rf" (?:gonna|going to|will) be {_COLOR}\b",
            r"\1 cannot be \2. \1 will be \3",
        ),
        (
            rf"\b{_COLOR} is (?:no option|not an option|not possible|impossible|out)(?: for me)? "
            rf"(?:on|for) {_MY},? (?:and )?(?:neither is {_COLOR}|{_COLOR} (?:is not|isn'?t) either)",
            lambda found: f"{found[2]} cannot be {found[1]} or {found[3] or found[4]}",
        ),
        (
            rf"\bfor ({_NAME}),? (?:i (?:do not|don'?t)[:,] )?{_COLOR} "
            r"and (?:that is|that'?s) (?:it|all)\b",
            r"\1 can only be \2",
        ),
        (
            rf"\b({_PAIR}|(?:my )?{_NAME} (?:will be|is|goes|stays|becomes) (?:in )?[a-z]+),? "
            rf"(?:which is why|that is why|that's why|so) {_YOUR} "
            r"(?:should not|shouldn'?t|must not|mustn'?t|cannot|can'?t) be"
            r"(?: (?:that|it|too|the same))?(?=\s*(?:[.!]|$))",
            r"\1, so \2 must not be the same",
        ),
        # Colors that would do exclude no other one.
        (
            rf"\bfor ({_NAME}),? i (?:can |could |would )?(?:also )?accept {_COLOR}"
            rf"(?: as well as| and| or) {_COLOR}\b",
            r"\2 and \3 are fine for \1",
        ),
        (
            r"(?<!think )(?<!believe )(?<!sure )\bi (?:can |could |would )?(?:also )?accept "
            rf"{_COLOR}(?: as well as| and| or) {_COLOR} (?:for|on|at) ({_NAME})",
            r"\1 and \2 are fine for \3",
        ),
        (
            rf"\b(?:either )?{_COLOR} or {_COLOR} (?:on|for|at) ({_NAME}) would "
            r"(?:suit me|do|be ok|work for me)(?: just)?(?: fine| well)?(?=\s*(?:[.!]|$))",
            r"\1 and \2 are fine for \3",
        ),
        (
            rf"\b({_NAME}) {_COLOR} (?:suits|is fine for|is ok for|works for) (?:me|us),? (?:and )?so"
            rf" (?:would|does|is) (?:\1 )?{_COLOR}(?: \1)?(?=\s*(?:[.!,;]|$))",
            r"\2 and \3 are fine for \1",
        ),
        (
            rf"\b({_NAME}) {_COLOR}\? (?:or )?(?:\1 )?{_COLOR}\? i (?:can|could) (?:live|work) with "
            r"(?:both|either)",
            r"\2 and \3 are fine for \1",
        ),
        # Ordinals, and words that only soften.
        (r"\b1st\b", "first"),
        (r"\b2nd\b", "second"),
        (r"\b3rd\b", "third"),
        (r"^(?:the )?(first|second|third|last) (?:option|one|choice) wins\b", r"the \1"),
        (
            r"(?:,| -) if (?:it(?:'?s| is)(?: all)? the same to (?:you|u)|(?:you|u) (?:do not"
            r"|don'?t) mind"
            r"|that(?:'?s| is) (?:ok|okay|fine|alright|all right)(?: (?:with|for|by) (?:you|u))?"
            r"|it(?:'?s| is)(?: not|n'?t) too (?:late|much trouble))(?=\s*(?:[.!]|$))",
            "",
        ),
        (r"^why (?:choose|not both)\W+(?:just )?(?:do|take|use) both\b", "both"),
        (
            rf"\bmay i (?:trouble|bother|ask) (?:you|u) for {_COLOR} (?:on|for|at) {_YOUR}"
            r"(?:,? please)? *(?:\?|(?=[.!]|$))",
            r"please make \2 \1.",
        ),
        # "The one of yours that touches h1, make it green".
        (
            r"^((?:the|that|your)(?: [a-z]+){0,3} (?:one|ones|node|nodes"
            r"|neighbou?r)\b[^,:.;?!]*\b(?:touch(?:es|ing)?|border(?:s|ing)|beside|near|next|adjacent"
            r"|connected)\b[^,:.;?!]*)[,:] (?:please )?"
            rf"(make|set|turn|color|paint|put) it (?:to |on |into )?{_COLOR}\b",
            r"please \2 \1 \3",
        ),
        (
            rf"^(?:my |your )?({_NAME})\b[^.?!;]*\bis (?:perfect|fine|good|great|ok|okay|right)"
            r"(?: (?:now|as it is|like that|there))?[,.;] (?:so "
            r"|please )?hands off(?: it)?(?=\s*[.!]*\s*$)",
            r"keep \1 as it is",
        ),
        # Whoever has no wish leaves the choice.
        (
            r"^(?:no|nope|nah|not really)[,.!]* ((?:just )?(?:do|choose|take|pick) (?:as"
            r"|what(?:ever)?)) "
            r"(?:you|u) (?:please|like|want|prefer)\b",
            "do as you like",
        ),
        (
            rf"({_CANNOT} be {_COLOR})[,:;] its neighbou?r {_NAME} is [^.!?;]*",
            r"\1",
        ),
        (
            rf"^{_COLOR} is what i(?:'m| am)? (?:asking for|ask for|want|need|would like|'d like){_END}",
            r"i want \1",
        ),
        # A color that is replaced by another one.
        (
            rf"\b({_NAME}) {_CANNOT} be {_COLOR}[,.;!-]+ *(?:(?:oh|no|wait|oops|argh|ah)[, ]+)*"
            rf"(?:sorry|i mean|i meant|correction|my bad)[,:. ]+(?:it )?{_CANNOT} be {_COLOR}\b",
            r"\1 cannot be \3",
        ),
        (
            rf"\bi (?:(?:have )?(?:just )?)?(?:changed|set|made|turned|put"
            rf"|switched) {_MY} (?:to |on |in )?"
            rf"{_COLOR}[,.;]+ *(?:(?:oh|no|wait|oops|ah),? )*(?:silly me|my bad|my mistake"
            rf"|sorry|oops)[,. ]+"
            rf"i mean(?:t)? {_COLOR}{_END}",
            r"\1 is \3",
        ),
        # A node that stands for another one, or is meant with its color.
        (rf"\bnot {_NAME},? (?:but )?{_MY} is the one that ", r"\1 "),
        (
            rf"\b({_NAME})( (?:is |to |in )?[a-z]+),? *(?:oops|sorry|sry|no|wait|ups)[,.!]* "
            rf"(?:i (?:mean|meant) ){_MY}{_END}",
            r"\3\2",
        ),
        (
            rf"\b({_NAME}) [a-z]+ again[,.;!]* (?:please )?(?:swap|change|switch|move) (?:it|that)\b",
            r"change \1",
        ),
        (
            rf"\b(?:oh shoot|ok|okay|oh|well|fine|alright),? going {_COLOR} (?:with|on) {_MY}",
            r"\2 will be \1",
        ),
        # A limit that its speaker takes back.
        (
            rf"\bi (?:did not|didn'?t|never) (?:say|said|tell you|told you|claim"
            rf"|claimed)(?: that)? {_MY}"
            rf" {_CANNOT} be {_COLOR}",
            r"\1 can be \2 again",
        ),
        (
            rf"\bi (?:take|took|am taking) back (?:that |my saying that "
            rf"|what i said, that )(?={_NAME}\b)",
            "it is no longer true that ",
        ),
        (
            rf"\b(?:(?:scrap|forget|drop|cancel) (?:that|it)[,.;]? (?:and )?)?{_COLOR} "
            rf"(?:is|would be) (?:fine|ok|okay|possible|alright|allowed)(?: again| now"
            rf"| after all)* (?:for|on|at) "
            rf"{_MY} (?:again|after all|now){_END}",
            r"\2 can be \1 again",
        ),
        (
            rf"\b{_MY} (?:in )?{_COLOR} (?:is|would be) (?:fine|ok|okay|possible|alright|allowed) "
            rf"(?:again|after all)(?: now)?{_END}",
            r"\1 can be \2 again",
        ),
        (
            rf"\byou (?:can|may|could) (?:use|have|take) {_MY} (?:in |as )?{_COLOR} again{_END}",
            r"\1 can be \2 again",
        ),
        (
            rf"\b{_MY} can be {_COLOR} now,? (?:whatever|no matter (?:what|how)"
            rf"|regardless of(?: what)?) "
            rf"{_NAME}(?: (?:is|does|gets|has))?{_END}",
            r"\1 can be \2 again",
        ),
        (
            rf"\bi (?:said|told you|wrote|claimed|thought)(?: that)? ({_NAME}) {_CANNOT} be {_COLOR},?"
            r"(?: but| and)? (?:(?:(?:i|that) (?:was|is)|that's) (?:wrong|mistaken|a mistake|not true)"
            r"|(?:actually |of course |in fact )?it (?:can|could|may))"
            rf"(?:[, ]+(?:but )?it (?:can|could|may))?(?: be)?{_END}",
            r"\1 can be \2 again",
        ),
        (
            r"(?<!not )(?<!n't )(?<!nt )(?<!never )\b(?:scrap|forget|drop) "
            rf"the (?:thing|rule|limit|bit|stuff) (?:about|on|with|for) {_MY},?"
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


def turned(text: str) -> str:
    """Return a text in plain words where its turn of phrase would mislead."""
    for pattern, plain in _PHRASES:
        text = pattern.sub(plain, text)
    return text

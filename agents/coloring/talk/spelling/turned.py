"""
Turns of phrase that the other rules would take for their opposite, or for a part of what they say.

"Would it help if I gave up red on h1?" supposes that h1 is not red; "I'd love to keep h1 red, is that
ok?" asks; "I'd hate for h2 to be anything but blue" wishes for blue.
"""

from __future__ import annotations

import re

from .patterns import A_COLOR, CANNOT, COLOR, END, MY, NAME, YOUR, compiled, rewritten

#: A node with a color: "my h1 in green".
_PAIR = rf"(?:my )?{NAME} (?:in |on )?{A_COLOR}"
_PAIRS = rf"({_PAIR}(?:(?:,| and)+ {_PAIR})*)"
_WILL_NOT = r"(?:i )?(?:will not|'ll not|won'?t|am not going to|'m not going to|cannot|can'?t|refuse to)"
#: Words that keep what is named behind them: "I'm not giving up h2 red".
_GIVES_UP = (
    r"(?:\bi(?= |')|(?:^|(?<=[.;!,] ))(?=will|won|can|am|refuse)) ?"
    rf"(?:{_WILL_NOT} (?:give up|part with|let go of|abandon|drop|lose)"
    r"|(?:am|'m) not (?:giving up|parting with|letting go of|abandoning|dropping|losing))(?: on)?"
)
#: The end of a clause that nothing weakens: "I'm not losing h5 blue, am I?" asks.
_CLAUSE = r"(?=\s*(?:[.,;!-]|$))(?!,? (?:am i|right|yet|unless|if)\b)(?![^.!]*\?)"
_ACT = r"(?:make|set|turn|color|paint|put|have|do|keep|take|give|switch|change|move)"
_ALL_BUT = (
    r"(?:anything|something|everything|whatever|(?:any|some)(?: other)? colou?r)(?: else)? "
    r"(?:but|except|other than|besides|apart from)"
)
#: Words between a denial and a liking, and the liking.
_VERY = r"(?:an?|big|huge|great|real|really|too|so|very|that|much|particularly|overly|exactly|at all)"
_FOND_OF = r" (?:fans? of|keen on|fond of|(?:crazy|mad|wild|enthusiastic|excited) about)"
_HAS = r"(?:having |seeing |the idea of )?"
_YOUR_PAIR = rf"{YOUR} (?:in |on |as |to be |being |turning |going )?{COLOR}"


def _disliked(found: re.Match[str]) -> str:
    """Return a dislike as a sentence of its own: "not fond of b2 green, make it red"."""
    return f"i do not like {found[1]} {found[2]}{'.' if found[3] else ''}"


def _supposing(found: re.Match[str]) -> str:
    """Return "which color of a2 would you take if h1 is green?" for "which a2 ..., with h1 green?"."""
    pairs = re.sub(rf"({NAME}) (?:in |on )?(?=[a-z]+)", r"\1 is ", found[2], flags=re.IGNORECASE)
    asked = re.sub(rf"\b(which|what) (?=(?:your )?{NAME}\b)", r"\1 color of ", found[1])
    return f"{asked} if {pairs}?"


_PHRASES = compiled(
    (
        # Pauses in a correction.
        (r"\b(?:hang|hold) on(?: (?:a|one) (?:second|sec|minute|moment))?\b", "wait"),
        (r"\bwait (?:a|one) (?:second|sec|minute|moment)\b", "wait"),
        (r"[,.]? *\bi looked at the wrong (?:one|node|row|line|place)\b", ""),
        # What a node is supposed to be no longer.
        (
            r"\bif i (?:gave up|give up|am giving up|do without|did without|do not use|don'?t use"
            r"|did not use|didn'?t use|dropped|drop|avoided|avoid|stopped using|stop using)"
            rf" {COLOR} (?:on|for|at|from|in) {MY}",
            r"if \2 is not \1",
        ),
        (
            r"\bif i (?:took|take|get|got|move|moved|bring|brought)"
            rf" {MY} (?:off|away from|out of) {COLOR}\b",
            r"if \1 is not \2",
        ),
        (
            r"\b(?:can|could|would|will) you (?:please )?(?:do|live|manage|get by) without"
            rf" {COLOR} (?:on|at|for|in) ((?:your )?{NAME}(?: and {NAME})*)",
            r"can you avoid \1 on \2",
        ),
        (
            rf"\bany chance (?:that )?{YOUR} (?:might|could|can|may) not be {COLOR}\b",
            r"can \1 be anything but \2",
        ),
        # What it is supposed to be.
        (
            rf"\bgiven an? {COLOR} {MY},? (?=(?:would|could|can|will|is|are|what|which)\b)",
            r"if \2 is \1, ",
        ),
        (
            rf"\bwith {MY} (?:changed|set|moved|turned|switched|put) (?:to|on) {COLOR},? "
            r"(?=(?:would|could|can|will|is|are|what|which)\b[^.!]*\?)",
            r"if \1 is \2, ",
        ),
        # A denial with a question whether it is so states no limit.
        (
            rf"\b({_PAIR}) (?:won'?t|will not|would not|wouldn'?t|can'?t|cannot) (?:work|do|fit"
            rf"|suit you)"
            r"(?: (?:for|with) (?:you|u))?,? (?:will|would|can|could) (?:it|that|they) *\?",
            r"\1 does not work for you, does it?",
        ),
        # What is possible or so, in other words.
        (rf"\bis {COLOR} (?:possible|ok|okay|fine) there(?:,? or [^?.!]*)? *\?", r"is \1 possible?"),
        (rf"\bwhat(?:'?s| is) (?:my |your )?({NAME}) showing\b", r"what color is \1"),
        (rf"\bis (?:your |my )?({NAME}) able to (?:be|become|have|take) {COLOR}\b", r"can \1 be \2"),
        (
            rf"\bis {COLOR} (?:technically |theoretically |actually )?"
            rf"(?:attainable|achievable|feasible|reachable) (?:on|for|at) (?:your |my )?({NAME})",
            r"can \2 be \1",
        ),
        (
            r"^((?:(?:hm+|and|so|but|or|ok)\W+)*)"
            rf"(?!(?:please|well|hi|hey|hello|yes|wait|oh|great|good|nice|alright|cool)\b){COLOR}, "
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
        # What was ruled out, and what a program would show.
        (
            r"\bwhat (?:do|did) (?:you|u) (?:still |now )?(?:believe|think|note|noted"
            r"|remember)(?: that)? i "
            r"(?:(?:can(?:not|'?t| not)|could(?: not|n'?t)|may not|must not|won'?t) (?:do|use|have|take)"
            rf"|said (?:about|of|on) (?:my )?{NAME}(?: (?:and|or) (?:my )?{NAME})*) *(?:\?|$)",
            "what did i rule out?",
        ),
        (
            r"^(?:(?:and|so|ok|hi|sorry),? )*(?:how (?:do|can|could|does one) (?:i |we )?"
            r"(?:make|propose|offer|start|begin) (?:a |an |the )?(?:deal|offer|proposal"
            r"|bargain|bargaining)s?"
            r"|what (?:is|does|are) (?:announce|send|check|undo|finish|satisfied|pass"
            r"|(?:the |a )?(?:question mark|exclamation mark|!|\?))(?: (?:for|do|mean|good for"
            r"|about))?) *(?:\?|$)",
            "how does this work?",
        ),
        # A wish with a question whether it would do asks.
        (
            r"^((?:(?:and|so|ok|but|hi|well),? )*)i(?:(?:'d| would) (?:really |rather )?"
            r"(?:(?:love|like|prefer)(?: to)?(?: (?:keep|leave|have))?|keep|leave|have)"
            r"|(?: really)? (?:want|prefer))"
            rf"(?: to (?:keep|leave|have))? {_PAIRS}[,.]? (?:and )?(?:is|would|will) "
            r"(?:that|it|this) (?:be )?(?:ok|okay|fine|alright|all right|possible|acceptable|work)"
            r"(?: (?:for|with) (?:you|u|everyone|everybody|both)(?: guys| both| two| all)?)? *"
            r"\?(?! *(?:otherwise|or|else|if not)\b)",
            r"\1is \2 ok for you?",
        ),
        (
            rf"\b{YOUR} (?:had|'d) better not be {COLOR}(?: or {COLOR})?(?: while [^?,]*)?,?"
            r" (?:ok|okay|alright|right) *\?",
            lambda found: f"{found[1]} must not be {found[2]}" + (f" or {found[3]}" if found[3] else ""),
        ),
        # Offers for any color but one.
        (
            rf"\bif you (?:(?:could|would|will|can) )?{_ACT} {YOUR} (?:to |in |on )?{_ALL_BUT} {COLOR}"
            r"(?:,? (?:deal|ok|okay|agreed|what do you (?:say|think)) *\?)?",
            r"if \1 is not \2",
        ),
        (
            rf"\b{_ALL_BUT} {COLOR} (?:for|on|at|in) {YOUR},? (?:and|then) "
            rf"(i(?:'ll| will|'d| would| can| could)) ({_ACT}) {MY} (?:to |in |on )?{COLOR}",
            r"\3 \4 \5 \6 if \2 is not \1",
        ),
        # What stays as it is if an offer is not taken, is no part of it.
        (
            rf"\bif (?=[^.?!]*\bi(?:'ll| will|'d| would)\b)([^.?!]*?),? (?:otherwise|else|if not),? "
            rf"(?:my )?{NAME} (?:stays|is|remains|will be|will stay) {A_COLOR}{END}",
            r"if \1",
        ),
        # Wishes, most of them by two things that are not wanted.
        (
            r"\bi(?:'d| would) (?:really )?(?:hate|not like)(?: for| it if| to (?:have|see))? "
            rf"{MY} (?:to be|was|were|being|is|on|in|as|at|with) {_ALL_BUT} {COLOR}",
            r"i would like \1 to be \2",
        ),
        (
            r"\bi (?:really )?(?:do not|don'?t|would not|wouldn'?t) (?:really )?(?:want|like) to "
            rf"(?:lose|give up|part with)(?: my)? {COLOR} (?:on|for|at) {MY}",
            r"i would like \2 to be \1",
        ),
        (
            rf"(?:^|(?<=[.:!;,] )){COLOR} (?:at|on|for) {MY} would (?:make me happier|please me"
            rf"|be nicer for me)\b",
            r"i would like \2 to be \1",
        ),
        # Dislikes that name their node by words of liking.
        (
            rf"\b(?:i(?:'m| am)? )?(?:not|no|never)(?: {_VERY})*{_FOND_OF} {_HAS}{_YOUR_PAIR}"
            r"(?: at all)?(,)?(?![^.?!]*\b(?:but|if|though)\b)",
            _disliked,
        ),
        (
            rf"\b(?:i )?(?:do not|don'?t)(?: {_VERY})* (?:fancy|care for|dig) {_HAS}{_YOUR_PAIR}"
            r"(?: at all)?(,)?(?![^.?!]*\b(?:but|if|though)\b)",
            _disliked,
        ),
        (
            rf"\b{YOUR} (?:in |on |as |being )?{COLOR} (?:is not|isn'?t)(?: {_VERY})*"
            rf" my (?:favou?rite|cup of tea|thing|idea of fun)(?: at all)?{END}",
            r"i do not like \1 \2",
        ),
        # Limits, and what stays.
        (
            rf"\b{MY} (?:will not|won'?t|is not going to|isn'?t going to|does not|doesn'?t|refuses to) "
            rf"(?:leave|quit|lose|drop|abandon|give up) {COLOR}\b",
            r"\1 stays \2",
        ),
        (
            rf"\b(?:i (?:want|need|would like) )?({NAME})(?: (?:has to|have to|must|needs? to|should"
            r"|ought to|had better|will have to)|(?<=\d) to) "
            rf"(?:leave|quit|lose|drop|abandon|give up|get rid of) {COLOR}\b",
            r"\1 must not be \2",
        ),
        (
            rf"\b{NAME} is never {COLOR}{END}",
            lambda found: found[0].replace(" is ", " can ", 1).replace(" never ", " never be ", 1),
        ),
        (rf"\b({CANNOT}) (?:ever|never)\b", r"\1"),
        (
            rf"(\b(?:{CANNOT}|not able to|unable to)\b[^.?!;,]*), (?:(?:never|ever|not) ?)+(?=[,.!]|$)",
            r"\1",
        ),
        (
            rf"\b{_WILL_NOT} (?:budge on|move on|give in on|compromise on|give up) {MY}[,;.]? (?:and )?"
            rf"(?:it|that)(?:(?: has to| must| needs to)(?: be| stay)|'s to be) {COLOR}\b",
            r"\1 must be \2",
        ),
        (
            rf"(?<!if ){_GIVES_UP} {MY} {COLOR} for (?:nothing|free|that|less|so little|you)\b",
            r"i would like \1 to be \2",
        ),
        (
            rf"(?<!if ){_GIVES_UP} {MY}(?:'s| (?:in|being|as|at|on))? {COLOR}{_CLAUSE}",
            r"\1 must be \2",
        ),
        (
            rf"(?<!if ){_GIVES_UP} (?:my )?{COLOR} (?:on|for|at|in) {MY}{_CLAUSE}",
            r"\2 must be \1",
        ),
        (
            rf"^((?:(?:sorry|no|ok),? )*)(?:will not|won'?t) (?:touch|change|move|recolor) {MY}{END}",
            r"\1\2 stays",
        ),
        (
            rf"\b{MY},? i (?:will not|won'?t|am not going to|'m not going to) "
            rf"(?:touch|change|move|recolor){END}",
            r"\1 stays",
        ),
        (
            rf"\b(?:there is )?no way to (?:have|make|set) {MY} {COLOR},? so it(?:'?s| is| will)?"
            rf" (?:gonna|going to|will) be {COLOR}\b",
            r"\1 cannot be \2. \1 will be \3",
        ),
        (
            rf"\b{COLOR} is (?:no option|not an option|not possible|impossible|out)(?: for me)? "
            rf"(?:on|for) {MY},? (?:and )?(?:neither is {COLOR}|{COLOR} (?:is not|isn'?t) either)",
            lambda found: f"{found[2]} cannot be {found[1]} or {found[3] or found[4]}",
        ),
        (
            rf"\bfor ({NAME}),? (?:i (?:do not|don'?t)[:,] )?{COLOR} "
            r"and (?:that is|that'?s) (?:it|all)\b",
            r"\1 can only be \2",
        ),
        (
            rf"\b({_PAIR}|(?:my )?{NAME} (?:will be|is|goes|stays|becomes) (?:in )?[a-z]+),? "
            rf"(?:which is why|that is why|that's why|so) {YOUR} "
            r"(?:should not|shouldn'?t|must not|mustn'?t|cannot|can'?t) be"
            r"(?: (?:that|it|too|the same))?(?=\s*(?:[.!]|$))",
            r"\1, so \2 must not be the same",
        ),
        (
            rf"(?:^|(?<=[.:!;,] )){COLOR} is not an? (?:admissible|valid|allowed|permitted|legal"
            rf"|acceptable|possible) (?:value|colou?r|choice|option) (?:for|on|at) (?:node )?{MY}{END}",
            r"\2 cannot be \1",
        ),
        (
            r"\bthere(?: is|'?s) (?:exactly|only|just) one colou?r (?:that is )?(?:possible "
            r"|left |open )?"
            rf"(?:for|on|at) {MY},? (?:and )?(?:that(?: is|'?s)|it(?: is|'?s)"
            rf"|namely) {COLOR}(?=\s*[,.!]|$)",
            r"\1 can only be \2",
        ),
        # Colors that would do exclude no other one.
        (
            rf"^{COLOR} (?:would not|wouldn'?t|does not|doesn'?t)(?: \w+)?,? i(?:'m| am) (?:fine|ok|okay"
            rf"|happy) with {YOUR} (?:having|being|on|in) (?:that|it){END}",
            r"\1 is fine for \2",
        ),
        (
            rf"\bfor ({NAME}),? i (?:can |could |would )?(?:also )?accept {COLOR}"
            rf"(?: as well as| and| or) {COLOR}\b",
            r"\2 and \3 are fine for \1",
        ),
        (
            r"(?<!think )(?<!believe )(?<!sure )\bi (?:can |could |would )?(?:also )?accept "
            rf"{COLOR}(?: as well as| and| or) {COLOR} (?:for|on|at) ({NAME})",
            r"\1 and \2 are fine for \3",
        ),
        (
            rf"\b(?:either )?{COLOR} or {COLOR} (?:on|for|at) ({NAME}) would "
            r"(?:suit me|do|be ok|work for me)(?: just)?(?: fine| well)?(?=\s*(?:[.!]|$))",
            r"\1 and \2 are fine for \3",
        ),
        (
            rf"\b({NAME}) {COLOR} (?:suits|is fine for|is ok for|works for) (?:me|us),? (?:and )?so"
            rf" (?:would|does|is) (?:\1 )?{COLOR}(?: \1)?(?=\s*(?:[.!,;]|$))",
            r"\2 and \3 are fine for \1",
        ),
        (
            rf"\b({NAME}) {COLOR}\? (?:or )?(?:\1 )?{COLOR}\? i (?:can|could) (?:live|work) with "
            r"(?:both|either)",
            r"\2 and \3 are fine for \1",
        ),
        # What was said once, and one color of two nodes.
        (
            rf"\bi (?:told you|said)(?: that)? {MY} would(?: never| not|n'?t) be {COLOR},? "
            r"(?:and|but|yet) now it is\b",
            r"\1 is \2",
        ),
        (rf"\b(on|for) ({NAME}),? and (?:on|for) ({NAME})\b", r"\1 \2 and \3"),
        # A node that stands for another one, or is meant with its color.
        (rf"\bnot {NAME},? (?:but )?{MY} is the one that ", r"\1 "),
        (
            rf"\b({NAME})( (?:is |to |in )?[a-z]+),? *(?:oops|sorry|sry|no|wait|ups)[,.!]* "
            rf"(?:i (?:mean|meant) ){MY}{END}",
            r"\3\2",
        ),
        (
            rf"\b({NAME}) [a-z]+ again[,.;!]* (?:please )?(?:swap|change|switch|move) (?:it|that)\b",
            r"change \1",
        ),
        (
            rf"\b(?:oh shoot|ok|okay|oh|well|fine|alright),? going {COLOR} (?:with|on) {MY}",
            r"\2 will be \1",
        ),
    )
)


def turned(text: str) -> str:
    """Return a text in plain words where its turn of phrase would mislead."""
    return rewritten(text, _PHRASES)

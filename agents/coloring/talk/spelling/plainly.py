"""Roundabout ways to say what has plain words, and reasons that nothing marks as such."""

from __future__ import annotations

import re

from .limits import with_plain_limits
from .patterns import NAME, compiled, rewritten

_REASON = re.compile(
    r"(?:, *| *- +)(?=(?:it|that one|that)(?: |(?='s))(?:touches|borders|is next to|is adjacent to"
    r"|is connected to"
    r"|clashes with|would clash with|collides with|conflicts with"
    r"|(?:'s |is |has )?(?:the )?same(?: colou?r)? (?:as|like))\b)"
    r"|, *(?=(?:a|one|another) (?:neighbou?r|node)(?: (?:of (?:it|mine)|(?:next|close) to it"
    r"|in(?:side)? (?:of )?my (?:own )?(?:cluster|part|side)))* (?:is|has)\b)",
    re.IGNORECASE,
)
_WAIT = re.compile(
    r"^(?:wait|hold on|hang on)[, ]+(?=(?:what|which|why|how|is|are|can|do|does|who)\b)", re.IGNORECASE
)
#: Verbs that change before "-ing".
_BASES = {
    "chang": "change", "mov": "move", "sett": "set", "tak": "take", "us": "use", "leav": "leave",
    "mak": "make",
}  # fmt: skip
_STILL = re.compile(r"^(?:you|u) still (\w+ (?:on|at|for)\b)", re.IGNORECASE)
#: What is said of a node besides: "h4, which I'm turning green", "h4, which is red".
_BESIDES = (
    (
        re.compile(
            r"\b([a-z]{1,2}\d+),? which (?=(?:is|will|has|must|can|stays|should)\b)", re.IGNORECASE
        ),
        r"\1 because \1 ",
    ),
    (
        re.compile(
            r"\b([a-z]{1,2}\d+),? which (i(?:'| a)?m|i(?:'| wi)?ll|i have|i've) (?:just |now )?(\w+) ",
            re.IGNORECASE,
        ),
        r"\1 because \2 \3 \1 ",
    ),
)
#: A node that is to get a color.
_BECOMES = (
    r"([a-z]{1,2}\d+) (?:is|was|were|becomes|became|gets|turns|goes|could be|can be|would be)"
    r" (?:to )?([a-z]+)"
)
#: A color of a node, in either order.
_COLORED = (
    rf"(?:[a-z]+ (?:on|for|at|in) (?:my )?{NAME}"
    rf"|(?:my )?{NAME} (?:in |as |to be |being |= ?)?(?!i\b)[a-z]+)"
)
_MAY = (
    r"(?:cannot|(?:can|could|will|would|do|did|shall|should|am|might|must) ?(?:not|n'?t)?"
    r"|wo(?:n'?t)|can'?t)"
)
_VERB = (
    r"(?:do|make|take|use|have|set|give|accept|want|need|like|love|hate|prefer|agree to|live with|go for"
    r"|allow|offer|refuse|reject|avoid|tolerate|stand|bear)"
)
#: What is said of a color that stands first: "red on h5 I cannot accept".
_FIRST = re.compile(
    rf"(?:^|(?<=[.!?;,\n] )|(?<=\bbut )|(?<=\band ))({_COLORED}),? "
    rf"(i(?:'d|'ll)? (?:(?:really|just|simply|absolutely|also|definitely|either) )*(?:{_MAY} )?"
    rf"(?:(?:really|also|gladly|never|ever|happily|only) )*{_VERB})"
    r"(?= *(?:[.!;,\n]|$)| (?:because|since|as) )",
    re.IGNORECASE,
)
#: A verb of consent before a color, which consents to no offer.
_CONSENTS = re.compile(
    rf"\bi (?P<may>(?:{_MAY} )?(?:(?:really|also|never|ever) )*)"
    rf"(?:accept|agree to|tolerate|bear|stand|live with|go for) (?P<what>{_COLORED})\b",
    re.IGNORECASE,
)
#: Words with which a color stands for something else than what its node gets.
_TRADES = re.compile(
    r"\b(?:if|provided|providing|exchange|return|trade|deal|swap|for (?:[a-z]+ (?:on|in) )?[a-z]\d"
    r"|unless|when|once|(?:you|u) (?:will |would |could |can )?"
    r"(?:get|take|give|do|make|set|put|color|go|keep|leave|stay|change|have))\b|\?",
    re.IGNORECASE,
)
#: A color that is promised or thought of, and not told: "I give you h4 blue".
_PLANNED = re.compile(
    rf"\bi (?:will |would |could |can |hereby |gladly )*(?:give|grant|promise|guarantee|pledge)"
    rf"(?: (?:you|u|to you))? (?P<given>{_COLORED}(?:,? and {_COLORED})*)\b"
    rf"|\b(?:i|we) (?:think|guess|suppose|believe|feel|would say|say|find|suggest|propose)(?: that)? "
    rf"(?P<node>{NAME}) (?:should|could|might|ought to) (?:be|get|become|turn|go) (?P<color>[a-z]+)\b"
    rf"|^(?:like|for example|for instance|e\.?g\.?|say|maybe|perhaps),? (?P<example>{_COLORED})"
    r"(?= *[.!]*$)",
    re.IGNORECASE,
)
_FREELY = re.compile(
    r",? *\b(?:with )?no strings(?: attached)?\b|,? *\bunconditionally\b|,? *\bfor free\b"
    r"|,? *\bwithout (?:any )?(?:conditions?|anything in return)\b|,? *\bnothing in return\b",
    re.IGNORECASE,
)
#: A second node that shares the verb of the first: "h2 could go blue, and h5 green".
_SHARED = re.compile(
    rf"\b({NAME}) ((?:could|can|may|might|would|will|should|must|cannot|can't|won't)(?: not)?"
    rf" (?:go|be|become|turn|get|stay)) (?:to |in )?([a-z]+)((?:,? and|,? or|,))"
    rf" ({NAME}) (?:to |in )?(?!(?:is|are|was|has|have|had|to|in|on|at|and|or|too|as|either|stays?|goes"
    r"|could|can|cannot|may|might|would|will|should|must|not|be|gets?|becomes?|if|then|also|likewise|for"
    r"|both|instead|would|if|so|but|does|do|needs?|wants?|turns?|remains?)\b)(?=[a-z]+\b)",
    re.IGNORECASE,
)


def _acceptable(found: re.Match[str]) -> str:
    return "unacceptable" if found[1] else "acceptable"


#: A wish that has ended, in any order of words: "I not want any more a4 blue", "I want not a4 blue any
#: longer", "a4 blue I don't need any more".
_WANTS_NOT = (
    r"i (?:(?:(?:do |am )?(?:not|no)|don'?t|'?m not) (?:want|need|wish)(?:ing)?(?: for)?"
    r"|(?:want|need|wish) not)"
)
_ANY_MORE = r"(?:any ?more|any longer|longer)"
_WANTED = (
    rf"{_WANTS_NOT} (?:{_ANY_MORE} (?P<late>{_COLORED})|(?P<early>{_COLORED}) {_ANY_MORE})"
    rf"|(?P<first>{_COLORED}),? {_WANTS_NOT} (?:it )?{_ANY_MORE}"
)
_NOT_WANTED = re.compile(
    rf"\b(?:{_WANTED})\b"
    r"(?P<open>[,.;]* *(?:(?:and|so|then|now|please|just|you|can|may|could) )*"
    r"(?:choose|pick|decide)(?: (?:freely|yourself|(?:what|as)(?:ever)? you \w+))?(?= *[.!]*$))?",
    re.IGNORECASE,
)


def _no_longer_wanted(found: re.Match[str]) -> str:
    colored = found["late"] or found["early"] or found["first"]
    if not found["open"]:
        return f"i do not want {colored} any more"
    named = re.search(NAME, colored, re.IGNORECASE)
    said = colored.split()
    color = said[0] if re.fullmatch(NAME, said[-1], re.IGNORECASE) else said[-1]
    return f"{named[0] if named else ''} need not be {color} any more"


#: What replaces what.
_ROUNDABOUT = compiled(
    (
        (r"^\s*(?:(?:both|all) of you|you (?:two|all|both)|everyone|everybody|guys|team) *[:,] *", ""),
        (r"(?<!\w)w/(?!o\b)", "with "),
        # A request replaces the one before: "make b2 red, I don't need blue any more".
        (
            rf"\b((?:make|set|turn|color|paint|put|change|switch) {NAME} (?:to )?[a-z]+"
            r"(?: please| now)?)[,.;]? (?:and |but |as |because )?i (?:do not|don'?t) need [a-z]+ "
            r"(?:any ?more|any longer)(?= *(?:[.!]|$))",
            r"\1",
        ),
        # "Absolutely" alone is a yes.
        (
            r"\b(?:absolutely|perfectly|totally|completely|entirely|really) "
            r"(?=(?:fine|ok|okay|alright|good|great|acceptable|possible)\b)",
            "",
        ),
        (
            r"(?<!\byou )(?<!\bare )(?<!\bis )(?<!\bu )\bstill ([a-z]+) "
            r"(?:on|at|for) ([a-z]{1,2}\d+) *\?",
            r"is \2 still \1?",
        ),
        (
            r"\b(?:i (?:will not|won'?t|do not|don'?t|am not going to|can ?not|can'?t)"
            r"|(?:i'?m )?not (?:going to|gonna)) "
            r"(?:change|touch|move) (?:my )?([a-z]{1,2}\d+)[,;.]* *(?:and |but )?"
            r"it(?:'s| is| stays| remains| will stay)\b",
            r"\1 stays",
        ),
        (r"\bin ([a-z]+) or in (?=[a-z]+\b)", r"in \1 or "),
        (r"\bleave (?!it\b|them\b|that\b|me\b|this\b)([a-z]+) alone (on|at|for|in)\b", r"avoid \1 \2"),
        (r"(?<!\w)w/o(?!\w)", "without"),
        (
            r"\b(?:(?:i|we) )?would (?:(?:really|very much|much|greatly) )?"
            r"(?:appreciate|welcome|be grateful for|be happy about)\b",
            "i would like",
        ),
        (
            r"\b(?:my|our) (?:ideal|preferred|desired|favou?rite) "
            r"(?:outcome|solution|result|choice|option) (?:is|would be)\b",
            "i would like",
        ),
        (
            r"\bstop (?:chang|mov|touch|recolor|switch)ing (?:my |your )?([a-z]{1,2}\d+)"
            r"(?:(?:,| and)+ (?:just )?(?:leave|keep) it(?: alone| be| there| as (?:it )?is)?)?",
            r"do not change \1",
        ),
        (
            r"\b([a-z]{1,2}\d+) has (?:only |just |exactly )?(?:two|2) (?:options?|choices?"
            r"|possibilities|possible colou?rs|colou?rs)"
            r"(?: left)?[,:;-]* (?:either )?([a-z]+) (?:or|and) (?=[a-z]+\b)",
            r"\1 can only be \2 or ",
        ),
        (
            rf"\b({NAME}),? (?:(please),? )?(?:keep|leave|let)(?: it)? (?:(?:the )?same|as(?: it)? is"
            rf"|like(?: it)? is|like that|so|unchanged|how it is|as now)"
            r"(?: (?:as|like))?(?: (?:it is|is))?(?: now)?\b",
            r"please keep \1 as it is",
        ),
        (
            rf"\b(?:i|we) (?:really |just )?hope (?:that )?(?:your |my )?({NAME}) (?:can |could |will "
            rf"|would )?"
            r"(?:be|is|becomes?|gets?|goes|go|turns?|stays?|remains?) (?:to |in )?(?!not\b)([a-z]+)\b",
            r"i would like \1 to be \2",
        ),
        (r"\b(is|are|was) feeling (?=[a-z]+\b)", r"\1 "),
        (
            r"\b(?:a|an) (?:(?:nice|lovely|beautiful|pretty|shiny|fresh|deep|bright"
            r"|cute) )+(?:shade of )?(?=[a-z]+\b(?! (?:day|one|idea|deal|solution|result|color)))",
            "",
        ),
        (
            rf"\b(want|like|love|prefer|need|wish|desire) that (?:your |my )?({NAME}) "
            r"(?:is|be|gets?|becomes?|turns?|goes|go|remains?|stays?|has|should be|will be"
            r"|would be) (?:to |in )?(?!not\b)([a-z]+)\b",
            r"\1 \2 to be \3",
        ),
        (
            rf"\b(?:(?:i|we) )?(?:would not|wouldn'?t|do not|don'?t) mind (?:if )?(?:my "
            rf"|your )?({NAME}) "
            r"(?:being|is|was|were|in|as|at|becoming|going|went|turning|turns|staying|stays"
            r"|to be)(?: in)? (?!not\b)([a-z]+)\b",
            r"\1 \2 is fine for me",
        ),
        (
            rf"\b(?:(?:i|we) )?(?:would not|wouldn'?t|do not|don'?t) mind (?:a |having )?([a-z]+) (?:on"
            rf"|for|at|in) (?:my |your )?({NAME})\b",
            r"\2 \1 is fine for me",
        ),
        (
            rf"\bi (?:find|consider) ([a-z]+) (?:on|for|at|in) (?:my |your )?({NAME}) (?:\w+ )?"
            r"(?:ugly|bad|terrible|horrible|awful|unsuitable|inconvenient|annoying|unpleasant"
            r"|unfortunate)\b(?:,? (?:so |and )?"
            r"(?:can|could|would|will) (?:you|u) (?:please )?(?:take|use|pick|choose|find"
            r"|try) (?:something|anything|some(?:thing)? other|another)"
            r"(?: colou?r)?(?: else)?(?: there)? *\?)?",
            r"i do not like \1 on \2",
        ),
        (r"\bof (?=(?:another|a different|some other) colou?r\b)", "to "),
        # What is wanted "from you" is not off a color.
        (
            r"\bfrom (?:you|u|your (?:side|end|part)),? (?=i(?:'d| would)? (?:\w+"
            r" )?(?:want|need|like|love)\b)",
            "",
        ),
        (r"\bi(?:'d| would) (want|need) (?!to (?:know|see|hear))", r"i \1 "),
        (r"\b(is|are) (?:landing|settling|ending up) (?:on|at|with|in)\b", r"\1"),
        (rf"\b({NAME})s (?!colou?r|options?|neighbou?r|state)(?=[a-z])", r"\1 is "),
        (r"\bi (?:seem|appear|happen) to have\b", "i have"),
        (r",? *\bby (?:accident|chance)\b", ""),
        (
            rf"(^|[,;.!] |\band |\bbut )({NAME}) (?:the )?same as "
            r"(?:before|earlier|always|now|it (?:is|was))(?: now| before)?(?= *(?:[.!,;]|$))",
            r"\1keep \2 as it is",
        ),
        (r"(?<=[a-z\d])(?: *,)? +(?:the )?same as (?:before|earlier|last time|always)(?= *[.!]*$)", ""),
        (
            rf"^(?:(?:just )?(?:to (?:make|be) sure|to (?:double ?-?)?(?:check|confirm)|checking|so|and"
            rf"|ok)[,:]? )*"
            rf"(?:your )?({NAME}) is (?:still |now |currently )?([a-z]+),? "
            r"(?:right|correct|isn'?t it|is it not|yes|yeah|true|am i right) *\?$",
            r"is \1 still \2?",
        ),
        (r"\b(?:see to it|ensure|take care|watch out) that\b", "make sure"),
        (
            r"\bwh(?:at|ich) colou?r did (?:you|u) "
            r"(?:end up with|choose|pick|take|get|settle on) (?:on|at|for|in)\b",
            "what color is",
        ),
        (r"\bwhat do (.+) look like\b", r"what color are \1"),
        (
            r"\bwould (?:you|u) mind "
            r"(chang|mov|switch|recolor|sett|turn|tak|us|keep|leav|mak|paint|color)ing\b",
            lambda found: f"could you please {_BASES.get(found[1].lower(), found[1])}",
        ),
        (
            r"\b(?:for (?:me|us),? )?(?:it )?is (?:absolutely |very |really )?"
            r"(?:necessary|essential|crucial|vital|indispensable|required|imperative|mandatory"
            r"|obligatory)(?: (?:for|to) (?:me|us))? "
            r"that ([a-z]{1,2}\d+) (?:is|be|stays)\b",
            r"i need \1 to be",
        ),
        (
            r"^((?:[^?]*[.,;] *)?)(?:(?:it(?: is|'s| would be)|that is|there is) )?"
            r"(?:no problem|fine|ok|okay|alright)(?: (?:for|with|by) (?:me|us))?,? if ([a-z]{1,2}\d+) "
            r"(?:goes|is|becomes|turns|were|was|gets|takes) (?:to |in )?(\w+)(?![^?]*\?)",
            r"\1\2 \3 is fine",
        ),
        (r",? either(?=\s*(?:[.!]|$))", ""),
        (r"(?<!yes)(?:,? or not|, or no) *\?", "?"),
        (
            r"\bit(?:'s| is) (?:just |simply )?(?:not possible|impossible) for ([a-z]{1,2}\d+) to be\b",
            r"\1 cannot be",
        ),
        (r"\bmust (?:be different|differ) from (?=\w+\b(?!\d))", "must not be "),
        (r"\bis and (?:will (?:stay|remain|be)|stays|remains)\b", "is"),
        (r"\b(?:have|keep) ([a-z]{1,2}\d+) (?:in )?([a-z]+) than (?:in )?[a-z]+\b", r"have \1 \2"),
        (r"\blet ((?:[a-z]{1,2}\d+(?:,| and)? )+)(?=as (?:it|they) (?:is|are)\b)", r"leave \1"),
        (
            r"\bfor ([a-z]{1,2}\d+(?:(?:, | and | or )[a-z]{1,2}\d+)*),? you (?:can|may|could) "
            r"(?:choose|pick|decide|take)(?: (?:freely|any(?:thing)?(?: you (?:want|like))?"
            r"|whatever you (?:want|like)|as you (?:like|want|wish)))\b",
            r"\1 are up to you",
        ),
        (
            r"\b([a-z]{1,2}\d+)(?: is| =|:)? ([a-z]+) *(?:->|=>|→) *"
            r"(?=[^?]*\b(?:must|can|should|may) ?not\b"
            r"|[^?]*\bcan't\b)",
            r"\1 is \2, so ",
        ),
        (
            rf"\bi(?: am|'?m) (?:also |quite |perfectly )?(?:content|fine|ok|okay|happy|good"
            rf"|cool) with (?:my |your )?({NAME}) "
            r"(?:being|in|as|turning|going|becoming|staying)(?: (?:to|in))? (?!not\b)([a-z]+)\b",
            r"\1 \2 is fine for me",
        ),
        (
            rf"\bi would (?:(?:much|really) )?(?:prefer|like|love) (?:it )?if ({NAME}) (?:was|were"
            rf"|is) not ([a-z]+)\b",
            r"please avoid \2 on \1",
        ),
        (
            rf"\b({NAME}) (?:has|have) (?:changed|switched)(?: its colou?r)? to (?=[a-z]+\b)",
            r"\1 is ",
        ),
        (
            rf"\bi (?:insist|demand|require|request|ask) that (?:your )?({NAME}) "
            r"(?:is|be|becomes?|goes|go|turns?)(?: (?:to|in))? (?!not\b)([a-z]+)\b",
            r"i want \1 to be \2",
        ),
        # "Nice" is a wish that the agent asks about, and so are these.
        (r"\bit would be (?:great|good|perfect|lovely|cool) (?:if|when)\b", "it would be nice if"),
        (r"\bi need that ([a-z]{1,2}\d+) gets? (?:an)?other colou?r\b", r"please change \1"),
        (r"\bfixed(?: for me| on my side)?: *([a-z]{1,2}\d+) ([a-z]+)\b", r"\1 must be \2"),
        (
            r"(?:^|(?<=[.;,] ))(?:still )?open(?: for me)?: *([a-z]{1,2}\d+)(?= *(?:[.!]|$))",
            r"\1 is open",
        ),
        (
            r"\b([a-z]{1,2}\d+) (?:may|can) be ([a-z]+) (?:again )?after all\b"
            r"(?:,? (?:sorry|i (?:was|am) (?:wrong|mistaken)(?: (?:earlier|before))?|my mistake))*",
            r"\1 can be \2 again",
        ),
        (
            r"\b(?:it |that )?(?:would|will) be (?:so |really |very )?(?:the )?(?:best|better|helpful"
            r"|ideal)(?: for (?:me|us))? (?:when|if) "
            rf"({_BECOMES}(?:,? and {_BECOMES})*)"
            r"(?=[^?]*$)",
            lambda found: (
                "i would like " + re.sub(_BECOMES, r"\1 to be \2", found[1], flags=re.IGNORECASE)
            ),
        ),
        (
            r"\bwhether ([a-z]{1,2}\d+) is ([a-z]+) or ([a-z]+) (?:is all the same|does not matter"
            r"|doesn't matter|is (?:not |un)important|makes no difference)(?: (?:to|for) (?:me|us))?"
            r",? (?:but )?(?:only |just )"
            r"(?!\2\b|\3\b)([a-z]+) (?:is|would be) (?:bad|not ok|a problem|wrong|not possible"
            r"|not good|out)\b",
            r"\1 must not be \4",
        ),
        (
            r"\bon ([a-z]{1,2}\d+),? either ([a-z]+) or ([a-z]+) (?:would|will) (?:suit|do|work)"
            r"(?: for)?(?: me| us)?\b",
            r"\2 or \3 is fine for \1",
        ),
        (
            r"\b(?:can|could|will|would) (?:you|u) (?:please|kindly|pls|plz|perhaps|maybe|just) not "
            r"(?=\w+\b)",
            "please do not ",
        ),
        (r"\b(is|was|would) (it|that|this)( be)? problem\b", r"\1 \2\3 a problem"),
        (r"\bin case (?:that )?(?=(?:my |i )?[^,?]*,[^?]*\?)", "if "),
        (rf"\b(tell|give|show) me your ({NAME})(?:'s)? colou?r\b", r"\1 me the color of \2"),
        (r"\b(in)?(?:admissible|permissible|tolerable|allowable)\b", _acceptable),
        (
            r"^((?:(?:and|so|but|then|ok|okay|hm+|well),? )*)(?:it|that) (is|was|would)((?: be)?) "
            r"((?:still |also )?(?:possible|ok|okay|fine|acceptable|allowed|good|alright|feasible)"
            r"(?: (?:for|with) you)?) (?=(?:that|if|for|when) [^.!?]*\?)",
            r"\1\2 it\3 \4 ",
        ),
        # A tag asks, also without a sign: "it is late, isn't it".
        (
            r"(, *(?:is|was|are|were|does|do|did|has|have|can|could|will|would)(?:n'?t| not) "
            r"(?:it|that|you|they|we))[. !]*$",
            r"\1?",
        ),
        (
            rf"\b({NAME}) need(?: not|n'?t) "
            r"(?=(?:be|stay|become|remain)\b[^.!?]* (?:any ?more|any longer)\b)",
            r"\1 does not have to ",
        ),
        # What happens to the speaker is said with "on me".
        (r"\b((?:go|be|turn|become|get|have) (?!not\b)[a-z]+) on (?:me|us)\b", r"\1"),
        (
            r"\byou ((?:\w+ly )?)(?:require|demand|expect|ask) (?:of|from) (?=(?:me|us)\b)",
            r"you \1need from ",
        ),
        (
            r"^((?:(?:ok|okay|so|and|but|well|hi|hello),? )*)before (?:i|we) (?:\w+ ){1,3}?\w+, "
            r"(?:please |kindly )?"
            r"(?=(?:what|which|who|how|why|is|are|do|can|tell|disclose|could|would)\b)",
            r"\1",
        ),
        (r"\b(?:disclose|reveal)(?: to me)? (?=which|what|whether)", "tell me "),
        (
            r"(?<=[a-z])[.;,] *what i (?:wrote|said|told you|typed|sent)"
            r"(?: (?:before|earlier|first|you))?,? (?:\w+,? )?was "
            r"(?:an error|a mistake|wrong|a typo|not right)(?= *[.!]*$)",
            "",
        ),
        (
            r"\b(?:what|which|any) (?:color )?(?:you|u) (?:want|like|wish|prefer|please),? "
            r"(?:except|but|other than|apart from|besides|just) (?:for )?(?:not )?(?=[a-z]+\b)",
            "anything except ",
        ),
        (
            rf"^(?=[^?]*\bi (?:put|set|made|have|use|took|take)\b)([^?]*?\b{NAME}\b(?: [a-z]+)?)[,.]? "
            r"(?:so |and |now )*what (?:(?:you|u) (?:can|could)|(?:can|could) (?:you|u)) do"
            r"(?: (?:now|then|with that))? *\??$",
            r"\1. Can you solve it?",
        ),
        (
            r"\b(?:is|are) there (?:still )?(?:any|some|a)(?!\w* (?:conflict|clash|problem|issue))"
            r"(?:thing| \w+)? (?:where|in which|such that|with)"
            rf" ([^?]*\b{NAME}\b[^?]*)\??$",
            r"what if \1?",
        ),
        (
            # A plan of which the outcome is asked for is a supposition.
            rf"^(?!.*\b(?:if|suppose|say|assuming)\b)([^?.!]*\b{NAME}\b[^?.!]*?)[,.;]? *"
            r"(?:and |so |then )*what (?:would|will) "
            r"(?:(?:you|u) (?:do|change|say|think)|happen|be|follow|change)"
            r"(?: then| with yours?| on your side)*\??$",
            r"what if \1?",
        ),
        (
            r"\bmy fav(?:ou)?rite(?: (?:color|choice))? (?:would be|is) ([a-z]+) (?:in|on|for|at) "
            r"([a-z]{1,2}\d+)\b",
            r"i would prefer \1 for \2",
        ),
    )
)


def _consented(found: re.Match[str]) -> str:
    denies = re.search(r"n'?t\b|not\b|never", found["may"], re.IGNORECASE)
    return f"i cannot do {found['what']}" if denies else f"{found['what']} would be fine for me"


def _planned(found: re.Match[str]) -> str:
    if found["given"]:
        return f"i could do {found['given']}"
    return f"maybe {found['example'] or found['node'] + ' ' + found['color']}"


def put_plainly(text: str) -> str:
    """Return a text in plain words: "H4 can't be green, it touches h3" gives a reason."""
    text = rewritten(with_plain_limits(text), _ROUNDABOUT)
    text = _NOT_WANTED.sub(_no_longer_wanted, text)
    if "?" not in text:
        text = rewritten(text, _BESIDES)
    text = _SHARED.sub(r"\1 \2 \3\4 \5 \2 ", text)
    if not _TRADES.search(text := _FREELY.sub("", text)):
        text = _PLANNED.sub(_planned, text)
    text = _CONSENTS.sub(_consented, _FIRST.sub(r"\2 \1", text))
    text = _REASON.sub(" because ", text)
    return _STILL.sub(r"are you still \1", _WAIT.sub("", text))

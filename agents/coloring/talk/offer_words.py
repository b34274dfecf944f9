"""The words of offers: what makes, takes, refuses, ends or names one, as patterns for a sentence."""

from __future__ import annotations

import re
from collections.abc import Sequence

IF = re.compile(
    r"\b(?:if|provided|providing|as long as|in exchange|in return|on condition|once|when)\b", re.I
)
#: The last one is "I'd take a5 red for h4 blue".
JOINED = re.compile(rf"{IF.pattern}|,|\band\b|\btake (?:your )?[a-z]+\d+ (?:in |as )?\w+ for\b", re.I)
MINE = re.compile(
    r"\bi(?:'ll|'d| will| would| shall| can| could|'m going to| am going to| then)?"
    r"(?: then| also| gladly)? "
    r"(?:color|make|set|take|turn|change|switch|paint|put|use|give|go|keep|recolor)\b",
    re.I,
)
#: A question about what the neighbor could do, which binds nobody whatever its terms.
ASKS = re.compile(
    r"(?:^|, ?(?:then )?)(?:so |and )?(?:can|could|would|will|might|are|is|do|does)\b", re.I
)
#: A question for points, which no answer to a feasibility query gives.
POINTS = re.compile(
    r"\b(?:scores?|points?|gains?|(?:better|best) for (?:you|us)"
    r"|(?:give|get|bring|earn)s? (?:you|us))\b",
    re.I,
)
NOT = re.compile(
    r"\b(?:not|never|no|none|neither|nor|unless|without|avoid|except|cannot|other than"
    r"|(?:any|some)(?:thing| (?:other )?colou?r)(?: else)? but|everything but)\b"
    r"|n't\b|\b(?:ca|wo|do|does|should|must|could|would)nt\b",
    re.I,
)
#: A color that a node is to leave, or not to get, said without a negation; names stand as COLOR.
OFF_COLOR = re.compile(
    r"\b(?:off|away from|out of|clear of|far from|rid of|free (?:of|from)|other than"
    r"|different (?:from|to)|differs? from|no longer|non|(?:stop|quit|leav|avoid|drop|abandon|shun|ceas)"
    r"(?:s|es|e|ping|ting|ing|ped)?)(?: (?:being|using|having|with|the|any|color|a|-))* COLOR\b",
    re.I,
)
TOGETHER = re.compile(r"\b(?:both|together|at (?:once|the same time)|at the same time as)\b", re.I)
BACK = re.compile(
    r"\b(?:take (?:(?:it|that|(?:my|the|this|that) (?:\w+ )?(?:offer|proposal)) )?back|took back"
    r"|withdraw|retract|revoke)\b",
    re.I,
)
END = re.compile(
    r"\b(?:end|cancel|break|leave|terminate|quit|undo|release me from|get out of|want out of|scrap|drop"
    r"|dissolve|forget|stop|revoke|no longer want|do not want|don't want|call off|pull out of"
    r"|back out of)\b.*\b(?:deal|agreement)\b"
    r"|\bcall (?:it|that|the deal) off\b|\b(?:deal|agreement)(?: \w+){0,3} is "
    r"(?:off|over(?! (?:(?:my|your|the) )?[a-z]{1,2}\d)|dead|void)\b"
    r"|\b(?:want|need|like|love|prefer)(?: to (?:be|get|step))? out of (?:our|the|this|that) (?:\w+ )?"
    r"(?:deal|agreement)\b|\brelease me from\b|\blet me (?:out|off)\b|\b(?:break"
    r"|breaking) my (?:word|promise)\b"
    r"|\b(?:not|wont|dont|cannot|n't) (?:keep|honou?r|hold|stick to|stand by)"
    r" (?:that|it|this|to it|the deal|our deal|my word|my promise|the agreement|our agreement)\b",
    re.I,
)
#: The end of what was talked of last: a deal, if there is one and no offer is open.
THAT = re.compile(
    r"\b(?:cancel|scrap|undo|revoke|call off|end|drop|take back) (?:that|it|this)\b"
    r"(?! (?:node|color|colour|change|demand|request|question|rule))"
    r"|^(?:please )?cancel(?: please)?\W*$",
    re.I,
)
#: What stays as it is if an offer is not taken, which is no part of it.
OTHERWISE = re.compile(
    r"(?<=\w),? (?:otherwise|else|if not),? (?:my )?[a-z]+\d+ (?:stays|is|remains|will be|will stay) \w+"
    r"(?=\s*[.!]*\s*$)",
    re.I,
)
#: An offer that its speaker drops for another one: "if you ..., I ... no, scrap that, I'd rather ...".
SCRAPPED = re.compile(
    r"^(?P<dropped>.*\b(?:if|in return|in exchange)\b.*?)[,.;!-]+ *(?:no,? )?(?:wait,? )?"
    r"(?:scrap|scratch|forget|drop|cancel|ignore) (?:that|it|this)[,.;:!-]+ *"
    r"(?=(?:i|you|if|let us|let's|how about|what about|rather|instead)\b[^?]*\b[a-z]+\d)",
    re.I | re.S,
)
#: Words of an answer or an end, which no other offer drops.
ANSWERED = re.compile(r"\b(?:accept|reject|refuse|decline|agreed?|deal|end|cancel|no|yes)\b", re.I)
#: An offer that says so.
OFFERS = re.compile(
    r"(?:(?:but|so|here is|here's|and|my|a|an|new|instead|final|last|best|next|the|this is|ok|well"
    r"|no|then),? )*(?:counter-? ?)?(?:offer"
    r"|proposal)(?: is)?\b ?[:,-]",
    re.I,
)
TRADED = re.compile(r"\b(?:offers?|proposals?|promises?|deals?|agreements?|word)\b", re.I)
OFFERED = re.compile(r"\b(?:offers?|proposals?)\b", re.I)
#: A request put as a question.
MAY_WE = re.compile(
    r"\b(?:can|could|may|shall|should) (?:we|i)\b|\b(?:can|could|would) you please\b", re.I
)
#: A tag that only asks for the answer to an offer beside it.
TAG = re.compile(
    r"(?:(?:are )?(?:you )?(?:interested|in|ok|okay|agreed?|do we agree|fine|fair|good|deal|happy)"
    r"(?: with (?:that|it|this))?"
    r"|what (?:do you (?:say|think)|about it|say you)|how about (?:it|that)|(?:do we have )?a deal"
    r"|ok for you|would that work(?: for you)?|does that work(?: for you)?|sounds? good) ?\?",
    re.I,
)
#: Such a tag at the end of an offer: "I give h5 green, you give b2 blue, agree?".
TAIL = re.compile(rf" ?[,;-] {TAG.pattern}$", re.I)
#: A question behind other words whether these are possible, which makes no offer of them.
POSSIBLE = re.compile(
    r"(?:^|[.!,;:-]) ?(?:(?:and|or|so|but|hm+|well),? )*"
    r"(?:(?:is|would|will|could|might|may) (?:that|this|it|such a thing) )?(?:be )?"
    r"(?:at all |still |even |really |somehow )?"
    r"(?:possible|feasible|doable|workable|manageable|realistic)"
    r"(?: (?:for you|at all|on your side|from your side|then|please))* ?\?\s*$",
    re.I,
)
KEEPS = re.compile(
    r"(?:\b(?:not|never|wont|dont)\b|n't\b)(?: \w+){0,3} "
    r"(?:end|finish|stop|cancel|break|leave|terminate|quit|undo|forget|drop|scrap|get rid|get out"
    r"|go back|take back|renounce|annul|tear up|abandon|revoke)\b",
    re.I,
)
ACCEPT = re.compile(
    r"\b(?:accept|agree to|take) (?:your|the|that|this|it|offer|OFFER)|^(?:i )?accept(?:ed)?\W*$", re.I
)
#: Readiness to take a named offer, which is then read back: "I could accept that".
READY = re.compile(
    r"(?:(?:ok|okay|then|well|hmm?|so|fine|alright|all right)\W+)*(?:i (?:think |guess )?)"
    r"(?:could|can|would|might|will|shall|am (?:ready|willing|happy) to)?(?:'?ll|'?d)? ?"
    r"(?:also |gladly )?(?:accept|take|agree to|live with|go with|go for|like) that(?: one)?"
    r"(?: (?:now|then|after all|i think|i guess|please))*[ .!]*",
    re.I,
)
PRAISES = re.compile(
    r"(?:(?:ok|okay|perfect|great|good|fine|nice|cool|super|well|right|alright|all right|excellent"
    r"|thanks|wonderful|sure|yes)(?:,? |$))+",
    re.I,
)
#: What limits consent to a part of an offer: "accept, but only h4".
A_PART = re.compile(
    r"^\W*(?:[\w']+,? ){0,6}[\w']+[,.]?(?: -)? "
    r"(?:(?:but (?:only|just|not)|only|just|except)(?: for)?(?: the)? (?:my |your )?[a-z]{1,2}\d+"
    r"(?: (?:part|bit|one|half))?|(?:my |your )?[a-z]{1,2}\d+ only)\W*$",
    re.I,
)
#: The same of a part that is not named by a node.
IN_PART = re.compile(
    r"\b(?<!not )(?<!n't )(?:accept|take|agree (?:to|with)|do|fine with|ok with|yes to)\b"
    r" (?:only |just )?"
    r"(?:(?:(?:the|your|that|this) )?(?:first|second|other|last|one) (?:half|part|bit)\b"
    r"|(?:only )?(?:half|(?:a )?part) of (?:it|that|this|your|the)\b)"
    r"|\b(?:accept|agree) (?:(?:your|the|that|this) offer |it |that )?(?:only )?"
    r"(?:partly|partially|in part|half)\b",
    re.I,
)
#: Consent to an offer on a condition, which is another offer: "I accept if a2 also stays blue".
ACCEPTS_IF = re.compile(
    r"^(?P<consent>\W*(?:(?:ok|okay|yes|well|fine|alright|all right|then|sure|so|hm+)\W+)*"
    r"(?:i(?:'ll|'d| will| would| could| can| am happy to)? (?:also |gladly )?"
    r"(?:accept|take|agree(?: to| with)?)|accept(?:ed)?|agreed?|deal)"
    r"(?: (?:it|that|this|your|the|offer|deal|proposal|one))*)\s*[,;-]* (?:but |and )?(?:only |just )?"
    r"(?:if|when|provided(?: that)?|providing|as long as|(?:on|under) (?:the |one )?condition(?: that)?)"
    r"\b(?P<terms>.+)$",
    re.I,
)
#: A condition that is only polite: "ok, deal if you don't mind".
POLITE = re.compile(
    r" (?:you (?:do not|don'?t) mind|you (?:also |really |still )?(?:want|like|wish|prefer|agree|insist)"
    r"|you(?: are|'re) (?:\w+ )?(?:ok|okay|fine|happy)|(?:possible|necessary|need be)"
    r"|(?:it|that|this)(?:'s| is|'ll be| will be)? (?:ok|okay|fine|alright|all right|good|possible"
    r"|works?|helps?|suits?))"
    r"(?: (?:it|that|this|to|so|too|me to|(?:for|with|by) (?:you|us|it|that|this)|(?:you|us)))*"
    r"(?:,? (?:please|thanks|then))*[ .!]*",
    re.I,
)
#: A node that is to keep its color.
STAYS = re.compile(
    r"\b(?:never|not|n't|no longer|without)\b(?: \w+){0,2} (?:chang|recolor|touch|mov|switch|repaint)\w*"
    r" (?:your )?(?P<never>[a-z]+\d+)\b"
    r"|\b(?:keep|leave) (?:your )?(?P<kept>[a-z]+\d+)"
    r"(?= (?:as|alone|unchanged|so|like|and)\b| ?[,;.]|\W*$)"
    r"|\b(?P<stays>[a-z]+\d+) (?:never changes|(?:will not|won't|does not|doesn't) change"
    r"|(?:stays|remains) (?:as|the same|unchanged|like|so)\b|(?:stays|remains)(?= and\b| ?[,;.]|\W*$))",
    re.I,
)
REJECT = re.compile(r"\b(?:reject|refuse|decline|turn down)\b", re.I)
NUMBER = re.compile(r"\b(?:(?:your|the) )?offer (?:number |no\.? ?|#)?([0-9]{1,9})\b", re.I)
#: Other names of an offer that waits: "number 1", "your first offer".
PLACED = re.compile(
    r"\b(?:(?:your|the) )?(?:(?:number|proposal) |no\.? ?|nr\.? ?)([0-9]{1,9})\b"
    r"|(?<![\w#])#([0-9]{1,9})\b|\b(?:your|the) (first|second|third|fourth|fifth) (?:offer|proposal)\b",
    re.I,
)
PLACES = {"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5}
OFFER = (
    r"(?:(?:your|the|that|this) )?(?:(?:first|second|third|fourth|fifth|last|latest) )?"
    r"(?:(?:offer|proposal|number)(?: (?:number |no\.? ?|#)?[0-9]{1,9})?|#[0-9]{1,9})"
)
#: A yes or no to an offer, and what is said besides: "no to offer 2, h1 needs to stay blue".
TO = r"(?:yes|yeah|yep|no|nope|nah)(?:,? (?:thanks|thank you))?,? (?:to|for|on) "
ANSWERS = re.compile(rf"^({TO}{OFFER}) ?[,;:-]+ (?:(?:because|since|as|but) )?(.+)$", re.I)
TO_THAT = re.compile(r"^(\w+(?:,? (?:thanks|thank you))?),? (?:to|for|on) that\b", re.I)
NAME = re.compile(r"\[?\b[A-Za-z]+_[\w%]+_\d+_\d+\b\]?")


def parts(sentence: str) -> Sequence[str]:
    """Divide a sentence that answers an offer and says more."""
    answers = ANSWERS.match(sentence)
    return answers.groups() if answers else (sentence,)


def meant(text: str) -> str:
    """Return a text without an offer that it drops, and without what stays if the offer is not taken."""
    dropped = SCRAPPED.match(text)
    if dropped is not None and not ANSWERED.search(dropped["dropped"]):
        text = text[dropped.end() :]
    return OTHERWISE.sub("", text)

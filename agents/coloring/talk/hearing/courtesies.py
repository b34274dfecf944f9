"""Greetings, thanks and goodbyes, which are answered in kind: "Hi Agent1, nice to meet you"."""

from __future__ import annotations

import re

from ...bargaining.offers import is_conditional
from ...situation import Situation
from ..wordlist import one_of, words
from . import stock
from .conversation import Conversation

_TO = (
    r"(?: (?:to|of|you|my|dear|the|both|all|again|agents?(?: ?\d+)?|everyone|everybody|guys|folks|team"
    r"|there|two|three|friends?|mates?|and|too))*"
)
_GREETS = one_of(
    rf"""
    (?:hi+|hello+|hey+|heya|hiya|howdy|yo+|greetings|salutations|ahoy|dear){_TO}
    (?:a )?(?:very )?good (?:morning|evening|afternoon|day){_TO}
    (?:morning|evening|afternoon){_TO}
    (?:it is |its )?(?:nice|good|great|lovely|pleased) to (?:meet|see) you{_TO}
    """
)
_MUCH = r"(?: (?:so|very|much|a lot|a million|indeed|really|loads|kindly))*"
_FOR = (
    r"(?: for (?:your|the|all|all your|all the|being so) (?:help|work|quick reply|quick answer|game"
    r"|quick|fast|patience|nice)| for (?:that|this|it|everything|helping|trying|playing)| in advance)?"
)
#: Praise of the agents, which agrees to nothing.
_PRAISES_YOU = (
    r"(?:you|you guys|you two|you both) ?(?:a?re) (?:(?:very|so|really|both|all|just) )*"
    r"(?:great|awesome|amazing|wonderful|brilliant|fantastic|super|lovely|the best|kind|nice)"
)
_THANKS = one_of(
    rf"""
    (?:many |much )?(?:thanks|thx|thank you|thank u|ty|tysm|cheers|ta|tnx){_MUCH}{_TO}{_MUCH}{_FOR}{_TO}
    (?:i )?(?:really )?appreciate (?:it|that|your help)
    (?:that is|thats|you are|youre|how) (?:very |so |really )*(?:kind|nice|sweet|helpful)(?: of you)?
    {_PRAISES_YOU}
    much appreciated
    """
)
_LEAVES = one_of(
    rf"""
    (?:good ?)?bye+(?: ?bye)?{_TO}
    good ?night{_TO}
    i (?:have to|need to|must) (?:go|leave)(?: now| soon)?
    see (?:you|ya)(?: (?:later|soon|next time|around))?{_TO}
    (?:farewell|cya|take care|so long|ciao){_TO}
    (?:have|enjoy) (?:a (?:nice|good|great)|the rest of (?:the|your)) (?:day|evening|weekend|one){_TO}
    (?:it )?was (?:nice|fun|great|a pleasure) (?:to play|to work|playing|working)(?: with)?{_TO}
    """
)
_BESIDE = r"(?:ok|okay|and|so|oh|ah|well|great|perfect|super|cool|nice|lovely|wow|haha|lol|then|now)"
#: With these a message may as well agree to what the agent asked.
_AGREES = re.compile(
    r"\b(?:ok|okay|great|perfect|super|cool|nice|lovely|well|good|no problem|ready|go|deals?|accepting"
    r"|happy|glad|pleased|wonderful|excellent|fantastic|brilliant|awesome|amazing)\b"
)
#: Words of people that want no answer beyond a nod.
_NODS = one_of(
    """
    gg(?: wp| all| everyone)?
    (?:good|great|nice|excellent|amazing) (?:game|job|work|luck|teamwork|play)(?: team| everyone)?
    (?:that|this|it) (?:was|has been) (?:really |so |very |great |a )*(?:fun|pleasure|nice|great)
    you(?:'?ve)? (?:did|were|are|(?:have )?been) (?:really |so |very |all |the )*(?:great|lovely|best)
    well (?:played|done)
    (?:let me|i need to|i have to|i will) think(?: about (?:it|that))?(?: (?:for )?a (?:moment|bit))?
    (?:i would like|i want|i am ready|ready|let us|lets) (?:to )?(?:begin|start|go|play)
    (?:just )?(?:one|a|give me a) (?:moment|second|sec|minute|min)
    brb
    (?:i )?hope (?:you do not|you dont|it does not|it is) (?:mind|ok|okay|fine|matter)
    not bad(?: at all)?
    (?:i )?see you soon
    you (?:were|are) a (?:great|good|nice) (?:partner|team|player)s?
    (?:haha|lol|hehe|hihi)+
    no (?:worries|problem|rush|hurry)
    """
)
#: "How are you today?" behind a greeting, which greets as well.
_ASKS_WELL_BEING = re.compile(
    r"(?<=\w)[,.! ]+how (?:are|r) (?:you|u)(?: (?:all|both|doing|feeling|today))*(?: ?\?+)?$",
    re.IGNORECASE,
)
_ANSWERS = {"greets": stock.HELLO, "thanks": stock.WELCOME, "leaves": stock.GOODBYE}
#: A goodbye first: "have a good evening" greets nobody.
_KINDS = re.compile(rf"\b(?:(?P<leaves>{_LEAVES})|(?P<thanks>{_THANKS})|(?P<greets>{_GREETS}))(?= |$)")
#: Words beside a courtesy that ask for nothing, state nothing and agree to nothing.
_SMALL_TALK = words(
    """
    i we you it that this me us my your our the a an and so too also very really much just again today
    all both everyone everybody guys friends team agents for to with from of in on at as am is
    are was were be been have has had will would looking look forward hope hoping wish fun great good
    nice lovely wonderful kind helpful pleasant sweet cool amazing awesome excellent brilliant best
    fantastic game play playing played work working worked help helping helped time patience deal
    deals effort quick fast go going leave leaving must enjoy enjoyed enjoying luck day anyway speak
    pleasure joy meet meeting met see seeing soon later next well being two three quite such lot lots
    way here there oh ah did new name accepting answer answers answering
    """
)
_ALL = re.compile(rf"(?:(?:{_GREETS}|{_THANKS}|{_LEAVES}|{_NODS}|\b{_BESIDE})(?: |$))+")


def courtesy_in(text: str, *, asked: bool = False) -> str | None:
    """
    Return the answer to a message that only greets, thanks or takes leave; None if it says more.

    Parameters
    ----------
    asked
        Whether a question or an offer of the agent is open, to which "great, thanks" would agree.
    """
    text = _ASKS_WELL_BEING.sub(" ", text)
    if "?" in text:
        return None
    text = re.sub(r"\b(?:I am|I'm|Im|my name is|this is) [A-Z][a-z]+\b", " ", text)
    said = re.sub(r"[:;=]-?[)(DP]|<3", " ", text).casefold().replace("'", "").replace("\u2019", "")
    said = " ".join(re.findall(r"[a-z0-9]+", said))
    if not said or re.fullmatch(rf"(?:{_BESIDE} ?)+", said):
        return None
    kinds = {kind: None for found in _KINDS.finditer(said) if (kind := found.lastgroup)}
    beside = _KINDS.sub(" ", said).split() if kinds else [""]
    if _ALL.fullmatch(said) is None and not {*beside} <= _SMALL_TALK:
        return None
    praise = rf"\bgood ?(?:morning|evening|afternoon|day|night|bye)\b|\b{_PRAISES_YOU}\b"
    if asked and _AGREES.search(re.sub(praise, "", said)):
        return None
    return " ".join(answer for kind, answer in _ANSWERS.items() if kind in kinds) or stock.AGREES


def is_open(conversation: Conversation, situation: Situation) -> bool:
    """Return whether a question or an offer waits for an answer."""
    offers = (one for one in situation.offers if one.status == "pending" and is_conditional(one))
    return bool(conversation.asked) or next(offers, None) is not None

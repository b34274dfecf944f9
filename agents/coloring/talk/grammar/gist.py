"""
The gist of a sentence without a node and a color: a question about the state, a stance, or small talk.

Such a sentence binds nothing unless it agrees, refuses or is satisfied. A question has the subject of
its telling words; a stance needs that *all* words are ones of which such sentences are made; and what
has no word of the game in it is small talk.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..wordlist import one_of, words

_ASKS = words(
    """
    what which why how who where when can could would will is are do does did am may might should
    shall any has have whats
    """
)
_LEADS = words(
    """
    so and but ok well hey hi hello sorry please now then just oh hm hmm um agent btw tell me yes
    no hello thanks
    """
)
_WHY = words("why reason reasons")
_PLANS = words(
    """
    suggest suggestion suggestions propose proposal proposals recommend recommendation advise
    advice wish wishes idea ideas options option choices alternatives plan solution
    """
)
_NEEDS = (
    "need from me", "you need", "what you want", "want from me", "want me to", "like me to",
    "need me to", "should i", "shall i",
    "can i do", "could i do", "i do to help", "make you happy", "help you", "should we", "can we do",
    "could we do", "shall we", "would you accept", "can you accept", "do you need", "do you want",
    "would you like", "do you prefer", "would work for you", "works for you", "works best",
    "would you prefer", "you rather", "fix it", "fix this", "solve it", "solve this", "next move",
    "your opinion", "you think", "you say", "you two say",
    "you all say", "you both say", "your view", "from here", "what now", "need to change",
    "have to change", "should change",
    "in it for me", "do i get", "would i get", "can we fix", "what next", "best for you",
)  # fmt: skip
_STATES = words(
    """
    happy satisfied fine done ok good conflict conflicts conflicting clash clashes clashing clashed
    problem problems issue issues solved stuck finished status state stand look looks match
    matching borders border easier better colors coloring set content finish complete trouble wrong
    left going doing progress waiting far situation ready settled alright comfortable collide collides
    colliding bother bothers bothered hurts disturb collision score scores points penalty penalties
    cost count
    collisions standing bothering pleased missing unhappy
    where fault next turn happens happening news update resolve
    """
)
_WORKS = words(
    """
    easier better suits improve improves changes matter settle settles work works help helps solve live
    solves fix fixes ok fine possible suit fit enough feasible good agree acceptable manage cope
    """
)
_MATTERS = words("matter matters important crucial relevant care")
_DOES = words("do change try move offer contribute adjust adapt")
_MAY = words("can could may might able would")
_UNCLEAR = words("repeat summarize explain clarify confused understand")
_RULES = words("rules goal aim game commands help instructions understand objective")
_RULED = (
    "ruled out",
    "did i exclude",
    "did i forbid",
    "have i excluded",
    "i told you",
    "did i tell",
    "did i say",
    "did i ask",
    "did i want",
    "back to normal",
    "back to how",
    "all forgotten",
    "everything forgotten",
    "everything reset",
    "forget everything",
    "you remember",
)

_YES = words(
    """
    yes sure ok okay fine good great deal agreed alright perfect accept accepted agree absolutely
    definitely certainly gladly cool excellent wonderful correct right exactly works confirmed
    affirmative course totally
    """
)
_YES_TOO = words(
    """
    suit suits fits helps thing yep now nice again i we you it that this is am are do will can be the
    your offer with for me us by and then please thanks thank let go ahead so of to sounds looks
    would very much all done just a happy glad now as too works work way idea plan proposal
    suggestion suggested said proposed right both may well really indeed mate lol thats lets 's on my
    side end here from at what wanted shall like
    """
)
_NO = words(
    """
    no not never refuse refused decline declined reject rejected denied disagree impossible nope nah
    cannot unacceptable against pass
    """
)
_NO_TOO = words(
    """
    i we you it that this is am are do will can be the your offer with for me us by and then please
    thanks thank sorry way unfortunately afraid happening going to happen would rather work works
    accept agree like want possible chance really think so but just a an option on my side end here
    at all deal lol good idea take give any does today absolutely sure definitely certainly well
    hmm oh much possibly must have but regret plan proposal suggestion say request wish respectfully
    """
)
_GLAD = words(
    """
    happy satisfied content pleased glad done finished good fine great perfect set ready
    """
)
_GLAD_TOO = words(
    """
    how it way like about currently already i we am are is all everything it this that looks look
    with the my our on side end here now so very really quite totally completely from for me us as
    things stand colors coloring result perfectly just and then let no more complaints wishes
    problems conflicts issues nothing left to do change part state at last finally works fits to go
    finish ok yes pretty good great perfect thanks thank you yay super border nodes anything else
    need needed further mine of think guess believe have seems fully entirely well too currently
    """
)
_UNHAPPY = words("unhappy dissatisfied unsatisfied disappointed annoyed frustrated")
_CLASHES = words(
    """
    conflict conflicts clash clashes clashing conflicting problem collision
    """
)
_NOT = words("not no never hardly")
_DROPPED = words(
    """
    ignore forget cancel disregard drop scratch undo withdraw revoke retract delete erase reset
    """
)
_ALL = words("everything all anything whatever")

_SAID = _ALL | words("said wrote asked told requests rules demands")
_SUBJECTS = words("i we all everything my me our")
_UNGLAD_TOO = _GLAD_TOO | _GLAD | _NOT | words("yet still enough what i would call there quite ok")
_MENDS = words("fix resolve solve change adjust move")
_COUNTED = words(
    """
    steps step turns rounds minutes seconds time long old money
    """
)
_COMMON = words("good great right fine not no ok okay pass")

_PRAISE = words("good nice great well excellent fantastic awesome cool")
_PRAISED = words(
    """
    game job work one move play try luck thinking team teamwork played done partner partners player
    players help helper helpers colleague colleagues friend friends company neighbor neighbors
    """
)
_GAME = words(
    """
    node nodes color colors border change keep leave take put set make turn switch deal offer trade
    swap accept agree demand request condition rule same different other others both each reverse
    undo stay choose pick use give neighbor avoid exchange it's
    """
)
_CHAT = words(
    """
    wait think thinking moment second sec minute brb coffee hello hi hey thanks bye sorry lol haha
    hmm hm wow later soon time hurry almost
    """
)
_CONDITIONS = words("if unless until when once whenever provided")


#: Thanks with praise.
_PRAISES = re.compile(
    r"^(?:many |so much )?(?:thanks|thank you)(?: \w+)? you (?:are|were|have been) (?:\w+ )?"
    r"(?:great|lovely|wonderful|helpful|kind|nice|sweet|amazing|patient|awesome|a star|the best)$"
)
#: Sayings that agree, or are satisfied or not, though their words alone would not tell.
_SAYINGS = {
    "satisfied": re.compile(
        one_of(
            """
            sign(?:ing)? off
            (?:let us )?wrap (?:(?:it|this|things) )?up
            let us wrap
            close the (?:ticket|case|book)
            (?:nothing|no more) (?:more |left |else )?(?:is )?(?:left )?to (?:do|wish|add|ask|change)
            (?:everything|all|it) (?:is )?(?:resolved|settled|solved|sorted)
            complete solution
            nothing (?:more|else|further) (?:from|on) (?:me|us|my side|my part)
            rest my case
            call it (?:done|a day|quits)
            """
        )
    ),
    "agree": re.compile(
        one_of(
            """
            sounds like a plan
            go(?:ing)? (?:along )?with (?:your|that|this|the) (?:idea|plan|proposal|suggestion|offer)
            you are on
            consider it done
            you have my (?:ok|blessing|consent)
            ^(?:that|it) (?:seems|sounds|looks|is) (?:very )?(?:fair|reasonable)(?: enough)?(?: to me)?$
            (?:you|we) have (?:got )?(?:yourself |ourselves )?a deal
            (?:i|we) (?:hereby )?(?:consent|concur|approve)
            """
        )
    ),
    "unsatisfied": re.compile(
        one_of(
            """
            nothing (?:is|was) (?:solved|settled|resolved)
            (?:do|does) not (?:consent|satisfy|please me)
            nothing .* satisfies
            at an impasse
            bad for me
            far from (?:solved|done|good)
            not signing
            """
        )
    ),
}


def gist_of(spoken: Sequence[str], *, asking: bool) -> str | None:
    """
    Return the kind of meaning of a sentence that names nothing; None if it may say more than that.

    Parameters
    ----------
    spoken
        Its words.
    asking
        Whether it ends with a question mark.
    """
    text = " ".join(spoken)
    if _PRAISES.search(text):
        return "smalltalk"
    rest = [word for word in spoken if word not in _LEADS]
    found = set(spoken)
    if "leave it at that" in text or "call it a day" in text:
        return "satisfied" if not found & (_NOT | _CONDITIONS) and not asking else None
    for kind, saying in _SAYINGS.items():
        denied = kind != "unsatisfied" and found & _NOT - {"no"}
        if saying.search(text) and not (asking or denied or found & _CONDITIONS):
            return kind
    if asking or (rest and rest[0] in _ASKS and rest[1:2] != ["not"]):
        return _question(found, text)
    if found & _DROPPED and found & _SAID and not found & _NOT:
        return "takeback" if found & _ALL | found & {"i", "my"} else None
    if found & _CONDITIONS or (found & _UNHAPPY and found & _NOT):
        return None
    if found & _UNHAPPY or (found & _NOT and found & _GLAD and found <= _UNGLAD_TOO):
        return "unsatisfied" if not found & {"you", "no"} else None
    if "still" in found and found & _CLASHES and not found & _NOT:
        return "q5"
    if found <= _GLAD_TOO | _GLAD and found & _GLAD and found & _SUBJECTS:
        return "satisfied"
    if found <= _YES | _YES_TOO and found & _YES:
        return "agree"
    if found <= _NO | _NO_TOO and found & _NO and "yes" not in found:
        return "refuse"
    if found & _UNCLEAR and found & _NOT:
        return "help"
    if found & _MENDS and found & (_CLASHES | {"something", "side"}) and not found & (_NOT | {"i"}):
        return "q5"
    return _small_talk(found)


def _question(found: set[str], text: str) -> str | None:
    if "favorite" in found or "favourite" in found:
        return "smalltalk"
    if found & _COUNTED and not found & _CLASHES:
        return "smalltalk"
    if found & _WHY or "how come" in text:
        return "why"
    if any(phrase in text for phrase in _RULED):
        return "rules"
    if found & _RULES and not found & _STATES:
        return "help"
    if any(phrase in text for phrase in _NEEDS) or found & _PLANS or found & _MATTERS:
        return "q2"
    if "you" in found and found & _DOES and (found & _MAY or "something" in found):
        return "q2"
    if found & {"colors", "color"} and found & _MAY and found & {"i", "we"}:
        return "q2"
    if "what if" in text and found & _NOT and not found & _GAME - {"change", "node", "nodes"}:
        # "What if I do not change anything?" asks whether the present colors would do.
        return "q3"
    if found & _UNCLEAR:
        return "q5" if found & {"repeat", "summarize", "again"} else "help"
    if found & _WORKS and found & {"that", "it", "this"} and not found & _CLASHES:
        return "q3"
    if found & _STATES and not found & {"weather", "day", "bored", "ever", "yourself"}:
        return "q5"
    return None if found & (_GAME | {"it", "them"}) else "smalltalk"


def _small_talk(found: set[str]) -> str | None:
    if found & _PRAISE and found & _PRAISED and not found & _NOT:
        return "courtesy"
    if found & _GAME or found & (_YES | _NO) - _COMMON or found & _GLAD | found & {"it", "them", "that"}:
        return None
    return "courtesy" if found & _CHAT and not found & {"not", "stop"} else "smalltalk"

"""
Messages that name no node and no color, by what their words are about.

None of them binds anybody, so that the words between need not be known: "so do we have a deal or not"
asks what is agreed, "I don't like it, what else can you offer" asks what would do, and an apology wants
no answer but a nod. A message that wishes that all stays as it is names no node either: what it asks for
is so already, and it does not keep the agent from answering later changes.
"""

from __future__ import annotations

import re

from ...grammar import NOT_SURE, Interpretation
from ...reading import Question, QuestionKind, Reading
from ...wordlist import one_of, words
from ..message import Message

_CONDITIONS = words("if unless until when once whenever provided")
_DENIES = words("not no never nothing without")
_DEALS = words("deal deals agreement agreements agreed pact handshake")
_HOLDS = words("keep keeps hold holds stick sticks honor honour respect stand stands valid")
#: Subjects in the plural, which asks for all of them: "deal" alone agrees.
_LISTED = words("deals agreements offers proposals options suggestions ideas trades")
_OFFERS = words(
    """
    offer offers proposal proposals propose suggest suggestion suggestions counteroffer alternative
    alternatives idea ideas option options solution compromise trade trades trading swap swaps
    """
)
#: What may stand beside a subject that is typed alone, like a command: "list our open deals".
_BARE = words("list show see all any our the my your open current standing me please , . : !")
_WANTED = words(
    """
    please make give send show have got find try want need another other better new different more else
    any some something anything me us
    """
)
#: What the agent was to do.
_PARTS = words("part job bit share promise promised promises word duty")
#: A question for the answer once more: "so it is a no then?".
_AGAIN = words("it its is that a an yes no not or so then still really ok and , ? . but well")
_LIKEWISE = words("you u too also as well same for to with likewise ditto and please goes it the . , !")
_ELSE = re.compile(r"\b(?:something|anything|what) (?:else|different|better|other)\b")
_REFUSES = re.compile(
    one_of(
        r"""
        (?:not|no) (?:\w+ ){0,2}(?:good|great|nice|fair|ok|fine|acceptable|helpful|enough)(?: for me)?
        (?:do|does|can|will|would) not (?:\w+ )?(?:like|want|accept|suit|help|work|take|agree|do)
        (?:that is |it is )?(?:bad|unfair|worse|unacceptable|terrible)
        too (?:expensive|much|costly|dear|high|bad|hard|difficult)
        """
    )
)
_EXCUSES = words("sorry apologies apologize apologise pardon oops mistake fault bad confusion excuse")
_EXCUSED = words(
    """
    i am was were my me a the that this it for about again so very much really all you both just did
    had not to mean ok oh ah well no confusion mess trouble inconvenience wait wrong error mine own
    delay late long
    again then before guys everybody everyone , . ! ;
    """
)
#: What the person is doing, did or will do, without saying what.
_DOING = words(
    "put do doing did done set changed change changing color colored coloring make made go try"
)
_BUSY = words(
    """
    i am have will just now already it them that this these yet soon so in a moment second minute
    not sorry and but then ok wait oh ah hold on going to right here all both first , . ! ; - hm
    well did forgot forget
    """
)
_STAYS = words("stay stays keep remain hold leave let continue")
_CHANGES = words("change touch move alter switch")
_STILL = words(
    """
    everything anything all things it that this them there they like so way as you are is were your
    yours colors color nodes part still where just please then now be put exactly the same what
    position same both any more of in have on with current present and ok okay well fine good great
    no actually right thanks thank to should must for me us sorry , . ! ; - do
    """
)


def stays_in(message: Message) -> Interpretation | None:
    """Return that a wish that all stays as it is asks for nothing more."""
    spoken = _spoken(message)
    if spoken is None or (spoken == {"keep", "it"} and message.about):
        return None
    stays, denies = spoken & _STAYS, spoken & _DENIES
    kept = stays and not denies and not spoken <= {*_STAYS, "it", "that", "please", "then", "ok", "."}
    unchanged = spoken & _CHANGES and denies
    if not (kept or unchanged) or not spoken <= _STILL | _STAYS | _CHANGES | _DENIES:
        return None
    one = len(message.about) == 1 and spoken & {"it", "that", "this"}
    return None if one else Interpretation()


def unnamed_in(message: Message) -> Interpretation | None:
    """Read a message that names nothing by its subject; None if it has none of these."""
    spoken = _spoken(message)
    if spoken is None:
        return None
    said = message.words
    asks = "?" in said or "or not" in said or bool(spoken & _LISTED and spoken <= _BARE | _LISTED)
    if spoken & _DEALS and (asks or (spoken & _HOLDS and not spoken & _DENIES)):
        return _asks("deals")
    wants = spoken & _OFFERS and (asks or spoken & _WANTED)
    if wants or (_ELSE.search(said) and (asks or "you" in spoken)):
        refuses = [Reading("refuse")] if _REFUSES.search(said.partition("?")[0]) else []
        return Interpretation(list(refuses), [Question("Q2")])
    if asks and spoken & _PARTS and "i" not in spoken:
        return _asks("Q5")
    if asks and spoken & {"yes", "no"} and spoken <= _AGAIN:
        return _asks("Q3")
    if spoken & {"too", "also", "same", "likewise", "ditto"} and spoken <= _LIKEWISE:
        # The agent does not hear what others were told.
        return Interpretation([Reading("doubt", None, None, 0.4, NOT_SURE)])
    excused = spoken & _EXCUSES and spoken <= _EXCUSES | _EXCUSED
    busy = "i" in spoken and spoken & _DOING and spoken <= _BUSY | _DOING
    return Interpretation() if (excused or busy) and not asks else None


def _asks(kind: QuestionKind) -> Interpretation:
    return Interpretation([], [Question(kind)])


def _spoken(message: Message) -> set[str] | None:
    """Return the words of a message that names and supposes nothing."""
    tokens = message.plain
    if any(token.is_node or token.is_color or token.quoted or token.kind == "other" for token in tokens):
        return None
    spoken = {token.text for token in tokens if token.text != "\n"}
    return None if spoken & _CONDITIONS else spoken

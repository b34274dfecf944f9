"""
Messages that leave the colors of nodes open again, in any words.

"The no-red rule on h4 is gone", "forget what I said about h1" and "a2 wherever you want" say the same of
the nodes that they name: something lifts what held, or any color will do. A color may only describe what
is lifted; a question, a condition, an exception or a wish beside it makes it another message. "Forget
all my limits" names no node and ends every limit.
"""

from __future__ import annotations

import itertools
import re

from ...doubts import forgets_report
from ...grammar import Interpretation
from ...reading import Question, Reading, ReadingKind
from ...tokens import Token
from ...wordlist import one_of
from ..message import Message

_RULES = (
    r"(?:limits?|rules?|demands?|restrictions?|constraints?|bans?|wish(?:es)?|preferences?"
    r"|requirements?)"
)
_LIFTED = re.compile(
    one_of(
        rf"""
        forget
        scratch
        ignore
        disregard
        cancel(?:s|l?ed)?
        drop(?:s|ped)?
        lift(?:ed)?
        withdr(?:aw|ew|awn)
        retract(?:ed)?
        revoked?
        removed?
        scrap(?:ped)?
        strike
        unfreeze
        unlock(?:ed)?
        undo
        (?:take|took|taken) back
        i (?:said|told you|wrote|claimed) (?:\w+ ){{0,3}}was (?:wrong|not right|a mistake|nonsense)
        never mind
        no longer (?:matters?|counts?|stands?|relevant)
        (?:no longer|not) (?:appl(?:ies|y)|valid|needed|necessary|holds?|required|locked|fixed|true)
        does not (?:apply|hold|count|matter)(?: any ?more| any longer)?
        (?:is|are) (?:now )?(?:gone|over|off(?! the table| limits)|void|dead|history|obsolete|moot)
        no (?:more )?{_RULES}
        {_RULES} (?:\w+ ){{0,4}}(?:gone|over|off(?! the table| limits))
        (?:does|do|need|needs) not (?:have |need )?(?:to )?(?:be|stay)(?: \w+)?(?: any ?more| any longer)
        no longer (?:has|have|needs?) to (?:be|stay)
        """
    )
)
_OPEN = re.compile(
    one_of(
        r"""
        (?:any|every|all) (?:of the )?colors?
        (?:any|all) (?:of them|3|three)(?: colors)?
        whatever
        whichever
        wherever
        anything
        free choice
        you (?:can|may|could) (?:choose|pick|decide) (?:freely|yourself|as you (?:like|want|wish))
        (?:choose|pick|decide) freely
        (?:is|are|be|as) (?:now |again )?(?:free|open)
        (?:free|open) again
        your (?:pick|call|choice|decision)
        up to you
        (?:is|are) (?:all )?yours(?: again)?
        do (?:with|as) (?:(?:it|them) )?(?:what|whatever|as)? ?you (?:like|please|wish|want)
        as you (?:see fit|like|please|wish|want|prefer)
        however you (?:like|want|please|wish)
        (?:choose|pick|take|use|do|decide|put|have) (?:what|which|that what) (?:you|ever you) \w+
        do not (?:really )?(?:care|mind)
        does not (?:really )?matter
        (?:is|are) (?:irrelevant|immaterial|unimportant|all the same)
        (?:all )?the same to (?:me|us)
        for (?:me|us) (?:it )?is (?:all )?the same
        is (?:all )?the same (?:to me|for me)?(?: ?,)? ?(?:which|what|whether)
        (?:makes?|is) no difference
        (?:have |with )?no (?:\w+ )?(?:preferences?|opinions?|feelings)
        do not (?:really )?have (?:any |a )?(?:\w+ )?(?:preferences?|opinions?|feelings)
        (?:am |are )?(?:indifferent|not (?:\w+ )?(?:picky|fussy|fussed|particular|bothered|choosy))
        (?:could|can) not care less
        all (?:the )?same(?! (?:color|as|like))
        (?:can|may|could|might) be what you (?:want|like|wish|prefer|please)
        """
    )
)
#: Words of who is stuck: "I can't do anything with h2".
_STUCK = re.compile(
    r"\b(?:can|could|will|does|do) (?:not|never)\b(?! (?:mind|care|matter))[^,.;!]*\banything\b"
)
#: Words of messages that say something else, or more.
_ELSE = re.compile(
    r"\?|"
    + one_of(
        """
        if|unless|when|once|until|provided|as long as|except|but not|other than|apart from|besides|only
        change|changed|switch|move|moved|swap|recolor|different|another|else|keep|stay|stays|touch|instead
        remain|remains
        was (?:right|correct|true|fine)
        offer you|propose|suggest|in return|exchange|deal|then|so|because|since|would
        could(?! not care less)
        (?:anything|everything|something|whatever|any|all|one|colors?) but
        """
    )
)
#: What leaves the choice to the agent once more: "so pick whichever helps you most".
_CHOOSES = re.compile(
    r"[,.;]? (?:and|so|then|,) (?:(?:please|just|simply|you|can|may) )*"
    r"(?:whatever|whichever|pick|choose|take|go|do|use) (?:(?!if\b|unless\b|but\b|not\b|never\b"
    r"|my\b)\w+ )*"
    r"(?:what|which|whatever|whichever|works?|suits?|helps?|fits?|like|want|best|most|ahead"
    r"|freely)\b[^?]*$"
)
_EXCEPTS = re.compile(r"\b(?:if|unless|but|not|never|except|only|instead)\b")
#: Words of an answer that names no node.
_SHORT = 9
#: Words before a color that describes what is lifted.
_OF_IT = re.compile(
    r"(?:no|not|never|on|of|be|stay|the|said|was|about|against|my|your|in|with|for|that)$"
)
#: Words with which the agent proposes a color, which no report of it is.
_PROPOSES = re.compile(r"\?|\b(?:if|set|make|makes|change|turn|could|would|can|offer|propose|suggest)\b")
#: Every limit at once: "forget all my limits".
_ALL_LIMITS = re.compile(
    r"\b(?:forget|drop|scrap|ignore|lift|remove|delete|cancel|withdraw"
    r"|clear) (?:about )?(?:all|any|every one)"
    r"(?: of)? (?:my|the|these|those) (?:limits?|rules?|constraints?|restrictions?|requirements?)\b"
    r"|\b(?:forget|drop|scrap|ignore|withdraw) (?:about )?my (?:limits|rules|constraints|restrictions)\b"
    r"|\ball (?:of )?my (?:limits|rules|constraints|restrictions) are (?:off|gone|void|lifted|over)\b"
)
#: Words with which limits do not end: "don't forget my limits", "you always ignore my rules".
_NOT_ALL = re.compile(r"\b(?:not|never|no|always|seem|seems|keep|why|if|unless|will|should)\b")


def lifts(said: str) -> bool:
    """Return whether words lift something that held: "ignore the red thing"."""
    return bool(_LIFTED.search(said)) and not _ELSE.search(said)


def opened(message: Message) -> Interpretation | None:
    """
    Return that nodes are free again; None if a message says something else, or more.

    A short answer that names none is about the only node that the agent spoke of.
    """
    tokens, view, about = message.tokens, message.view, message.about
    spoken = [token for token in tokens if token.text not in ("\n", "-", '"')]
    said = " ".join(token.text for token in spoken)
    opens, chooses = _OPEN.search(said), _CHOOSES.search(said)
    if chooses and not _EXCEPTS.search(chooses[0]) and not any(one in chooses[0] for one in view.domain):
        said = said[: chooses.start()]
        spoken = spoken[: said.count(" ") + 1]
    nodes = dict.fromkeys(token.text for token in spoken if token.is_node)
    lifted = bool(nodes) and _LIFTED.search(said)
    if not nodes and len(about) == 1 and len(spoken) <= _SHORT:
        nodes = dict.fromkeys(about)
    own = {node in view.own for node in nodes}
    if len(own) != 1 or any(token.kind == "other" or token.quoted for token in spoken):
        return None
    if _ELSE.search(said) or _STUCK.search(said) or not (lifted or opens):
        return None
    for before, token in itertools.pairwise([Token("sign", "."), *spoken]):
        described = before.is_node or _OF_IT.search(before.text)
        denied = token.is_node and before.text in ("not", "no")
        if denied or (token.is_color and not (lifted and described)):
            return None
    if (denied_report := _report_taken_back(message)) is not None:
        return Interpretation([denied_report])
    kind: ReadingKind = "release" if own == {True} else "retract"
    return Interpretation([Reading(kind, node, None, 0.8) for node in nodes])


def _report_taken_back(message: Message) -> Reading | None:
    """Return what "forget the h5 blue" denies; None if the agent believes or proposed something else."""
    if not forgets_report(message.tokens):
        return None
    node, color = (one.text for one in message.tokens if one.is_node or one.is_color)
    proposed = any(
        node.casefold() in re.findall(r"\w+", sentence) and _PROPOSES.search(sentence)
        for sentence in re.split(r"(?<=[.!?])\s+|\n", message.said.casefold())
    )
    situation = message.situation
    limited = any(one.node == node for one in situation.constraints)
    believed = situation.beliefs.get(node) == color
    return Reading("negation", node, color, 0.8) if believed and not (proposed or limited) else None


def all_opened(message: Message) -> Interpretation | None:
    """Return that every limit of the person ends; None if a message says anything else."""
    named = any(token.is_node or token.is_color or token.quoted for token in message.tokens)
    said = message.words
    if named or "?" in said or not _ALL_LIMITS.search(said) or _NOT_ALL.search(said):
        return None
    person = message.view.person
    nodes = dict.fromkeys(one.node for one in message.situation.constraints if one.by == person)
    if not nodes:
        return Interpretation([], [Question("constraints")])
    return Interpretation([Reading("retract", node) for node in nodes])

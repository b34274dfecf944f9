"""
What a person likes or could live with, in any words: "I like h1 in green", "no objection to a2 red".

A liking binds nobody: the agent works out what it would mean for a node of the person, and asks whether
it is wanted for one of its own. So the words between need not be known, as long as none of them denies,
asks, compares, or depends on anything but whether it is possible.
"""

from __future__ import annotations

import re

from ...grammar import Interpretation
from ...pairs import pairs_of
from ...reading import Reading
from ...tokens import outline
from ...wordlist import one_of
from ..message import Message

_LIKES = re.compile(
    one_of(
        """
        like|love|prefer|preferably|preferences?|preferred|favou?rite|rather|sooner|gladly|ideally|ideal
        best|better|nicer|nice|lovely|beautiful|pretty|tend|tending|lean|leaning|inclined|in favor of
        am (?:more )?for|wish|hope|hoping|enjoy|happier|happiest|comfortable|dream|fond of|keen on|fan of
        soft spot|would go for|appeals?|pleases?|suits?|fits?|welcome|fine|ok|alright|good|great|perfect
        acceptable|works?|live with|no (?:objections?|problem|issue)|nothing against|would help|helps?
        """
    )
)
#: Conditions that depend on nothing said elsewhere.
_POSSIBLE = re.compile(
    r"\b(?:if|when) (?:it |that |this )?(?:is )?(?:at all )?(?:possible|feasible|ok|fine|allowed)\b"
    r"|\bif i (?:may|can|could|had to) (?:choose|pick|decide|say)\b"
    r"|\b(?:but )?i am not (?:(?:really|quite|too|so) )?(?:sure|certain)(?: (?:yet|though|about (?:it"
    r"|that)))?\b"
    r"|\bbut (?:(?:i )?(?:will|do|would) not insist(?: on it)?|no pressure|it is no big deal)\b"
    r"|\bif (?:you ask me|it were up to me|i am honest)\b|\bno (?:objections?|problem|issue)\b"
    r"|\bif (?=(?:my |your )?\w+\d (?:is|was|were|gets|goes|becomes)\b)"
)
_ELSE = re.compile(
    r"\?|"
    + one_of(
        """
        not|no|never|none|neither|nor|hardly|if|unless|when|once|until|than|instead|except|but not
        deal|offer|exchange|must|cannot|only|either|because of you|else|was|were|had|used to|changed
        anything|conflict|clash|like (?:you|before|it (?:is|was))|no longer|(?<!before i )forget|cancel
        drop|ignore|too (?:much|bad|risky|hard)|expensive|costly|please|make|set|need|want|wrong|bad
        should|then|is now
        could you|can you|would you|you (?:should|must|could|can)
        """
    )
)


_IT = r"(?:it|that|this|NODE)"
_CONSENTS = (
    rf"(?:i (?:could|can|would|will|might) (?:also |well |happily |gladly )?(?:live with|accept|tolerate"
    rf"|be (?:ok|fine|happy|content|good) with)(?: {_IT})?|i (?:would|do|will) not (?:mind|object"
    rf"|complain)(?: {_IT})?"
    rf"|i would (?:be|have) (?:ok|fine|no (?:problem|objections?|complaints?|issue))(?: (?:with"
    rf"|to) {_IT})?"
    rf"|{_IT} (?:would|will) (?:also |really )?(?:be )?(?:fine|ok|good|great|alright|acceptable|suit"
    rf"|work|no problem"
    r"|not (?:bother|hurt|disturb|trouble))(?: (?:me|us|with me|for me|by me))?)"
)
_IF = (
    r"(?:if|when) (?:(?:you|i|it|that|NODE) )?(?:\w+ )?(?:(?:is|was|were|be|to|made|make|had|turned?"
    r"|went|go|goes"
    r"|becomes?|became|took|set|put|changed?|switched|got|gets|NODE|that|it) )*(?:to |in )?COLOR"
)
#: A color that would do if it came to be, before or behind what consents to it.
_LIKED_IF = re.compile(
    rf"{_IF}(?: (?:on|at|for) NODE)?(?: ,)?(?: then)? {_CONSENTS}$|\b{_CONSENTS} {_IF}(?: (?:on|at"
    rf"|for) NODE)?$"
)


def liked_if(message: Message) -> Interpretation | None:
    """Return the color that would do for the only node of "if a5 were red I could live with it"."""
    tokens = [token for token in message.tokens if token.text not in ("\n", ".", "!")]
    nodes = {token.text for token in tokens if token.is_node}
    colors = {token.text for token in tokens if token.kind == "color"}
    said = outline(tokens)
    found = _LIKED_IF.search(said)
    if found is None or len(nodes) != 1 or len(colors) != 1 or said.count("COLOR") != 1:
        return None
    before = said[: found.start()]
    odd = any(token.quoted or token.kind == "other" for token in tokens)
    if odd or "?" in said or re.search(r"\b(?:not|no|never|if|unless|only)\b", before):
        return None
    (node,), (color,) = nodes, colors
    return Interpretation([Reading("preference", node, color, 0.7)])


def liking_in(message: Message) -> Interpretation | None:
    """Return the colors that a person likes for one node; None if the message may say more."""
    tokens = [token for token in message.tokens if token.text != "\n"]
    if any(token.quoted or token.kind in ("other", "typo", "no_color") for token in tokens):
        return None
    nodes = {token.text for token in tokens if token.is_node}
    colors = dict.fromkeys(token.text for token in tokens if token.is_color)
    said = _POSSIBLE.sub(" ", message.words)
    if len(nodes) != 1 or not colors or not _LIKES.search(message.words) or _ELSE.search(said):
        return None
    named = {color.text for pair in pairs_of(tokens) for color in pair.colors}
    (node,) = nodes
    if len(colors) > 1 and (named != {*colors} or len(colors) == len(message.view.domain)):
        return None
    return Interpretation([Reading("preference", node, color, 0.7) for color in colors])

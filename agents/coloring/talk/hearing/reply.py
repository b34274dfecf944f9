"""
Answers to the agent's own question: the open question gives a fragment its meaning.

After "What color is h5?" a person may write "red"; after "Do you want me to make b2 red?", "no, blue".
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import replace

from ...view import View
from ..guessing.clauses import shape_of
from ..reading import Reading
from ..tokens import Token, tokens_of
from ..understanding.revisions.contradictions import which

_LEAD = r"(?:(?:i do not know(?: yet)?|no|not|well|ok|oh|yes|hm+|sure|sorry|then|actually) )*"
_IT = (
    r"(?:(?:it|that|this) (?:is|should be|must be|has to be|would be) "
    r"|i (?:would )?(?:rather |really )?(?:want|need|prefer|have|like)(?: it)?(?: to be)? "
    r"|(?:make|set|color|turn|paint|change) it (?:to |in )?"
    r"|rather |better |in |to |take |use |the |still )?"
)
_END = (
    r"(?: (?:please|instead|then|now|one|still|again|at the moment|right now|of course|for it|for that"
    r"|actually|(?:on|for) (?:both|all|them)|(?:would be|is|sounds|would) (?:better|best|good|great|nice"
    r"|nicer|fine|perfect|ideal|preferable|ok|work|do|help)(?: for me)?|it is|yet))*"
)
_ONE = re.compile(rf"^{_LEAD}{_IT}COL{_END}$")
_ALL = re.compile(
    rf"^{_LEAD}(?:they are |those are |make them |i have )?(?:both|all|each)?(?: of them)?(?: are)?"
    rf" ?COL{_END}$"
)
_EACH = re.compile(rf"^{_LEAD}(?:they are |it is |i have )?COL(?: (?:and )?COL)+{_END}$")
_IN_TURN = re.compile(
    rf"^{_LEAD}(?:the )?first(?: one)?(?: is)? COL (?:and )?(?:the )?"
    r"(?:second|other)(?: one)?(?: is)? COL$"
)
_THE_OTHER = re.compile(
    rf"^{_LEAD}(?:my )?(?:FOR|OWN) (?:is |in |= )?COL (?:and )?the other(?: one)? (?:is |in )?COL$"
)
#: "It" may be either of two nodes, most likely the first.
_IT_AND_THE_OTHER = re.compile(
    rf"^{_LEAD}(?:it|this|that|the first|one|mine)(?: one)? (?:is |in |= )?COL (?:and |but )?"
    r"the (?:other|second)(?: one)? (?:is |in )?COL$"
)
_UNSURE = re.compile(r"\b(?:think|guess|maybe|perhaps|probably|believe|suppose)\b")
_ORDERS = re.compile(r"\b(?:make|set|color|turn|paint|change) (?:it|them)\b|\b(?:use|take) COL\b")
#: Words before a color that a node is not to have.
_DENIES = frozenset(("not", "no", "never", "but", "except", "without", "than"))
_NOT = re.compile(r"^(?:it is |that is )?not COL")


def named_answer(text: str, asked: Sequence[Reading], view: View) -> str | None:
    """Return a text that begins with the color of the one node that was asked about, with the node."""
    nodes = dict.fromkeys(one.node for one in asked)
    tokens = tokens_of(text, view)
    if len(nodes) != 1 or not tokens or tokens[0].kind != "color" or tokens[0].quoted:
        return None
    (node,) = nodes
    return f"{node} is {text}" if node in view.owners else f"{node} {text}"


def read_reply(tokens: Sequence[Token], asked: Sequence[Reading]) -> tuple[Reading, ...] | None:
    """
    Read a message as the answer to an open question.

    Parameters
    ----------
    asked
        Readings that the agent asked about; without a color if it asked for the color.

    Returns
    -------
    tuple or None
        The readings; None if the message is no answer to the question.
    """
    words = [token for token in tokens if token.kind != "sign"]
    shape = shape_of(words)
    colors = [token for token in words if token.is_color]
    nodes = list(dict.fromkeys(reading.node for reading in asked))
    if not asked or not colors or any(token.kind != "color" for token in colors):
        return None
    if _NOT.match(shape):
        return None
    if _ORDERS.search(shape) and any(one.kind == "report" for one in asked):
        # "Make it blue" and "use blue" are said of a node of the agent, whatever it asked.
        return None
    first = {reading.node: reading for reading in reversed(asked)}
    if _THE_OTHER.match(shape) and len(nodes) == 2:
        (named,) = [token.text for token in words if token.is_node]
        if named not in nodes:
            return None
        other = next(node for node in nodes if node != named)
        return _answered([(first[named], colors[0].text), (first[other], colors[1].text)])
    if any(token.is_node for token in words):
        return None
    if _IT_AND_THE_OTHER.match(shape) and len(nodes) == len(colors) == 2:
        pairs = [(first[node], color.text) for node, color in zip(nodes, colors, strict=True)]
        return _answered(pairs, unsure=True)
    if len(nodes) == 1 and len(colors) > 1 and any(token.text == "or" for token in words):
        return _one_of(words, asked[0])
    unsure = _UNSURE.search(shape)
    plain = " ".join(re.sub(rf"(?:\bi )?{_UNSURE.pattern}(?: so)?", " ", shape).split())
    if len(colors) == 1 and len(nodes) == 1 and _ONE.match(plain):
        return _answered([(asked[0], colors[0].text)], unsure=unsure is not None)
    together = re.search(r"\b(?:both|all|each|they|them)\b", plain) and _ALL.match(plain)
    if len(colors) == 1 and len(nodes) > 1 and together:
        return _answered([(first[node], colors[0].text) for node in nodes], unsure=unsure is not None)
    denies = any(two[0].text in _DENIES and two[1].is_color for two in itertools.pairwise(tokens))
    if denies:
        # "No green, red" is no list of colors; "no, green, red" is one.
        return None
    if len(colors) == len(nodes) > 1 and (_EACH.match(plain) or _IN_TURN.match(plain)):
        return _answered(
            [(first[node], color.text) for node, color in zip(nodes, colors, strict=True)],
            unsure=unsure is not None,
        )
    return None


def _one_of(words: Sequence[Token], asked: Reading) -> tuple[Reading, ...]:
    """Read "not green, blue or red": what a node of the agent is not to be, or which color it may be."""
    named = [
        (token.text, before.text in _DENIES)
        for before, token in itertools.pairwise(words)
        if token.kind == "color"
    ]
    if words[0].kind == "color":
        named.insert(0, (words[0].text, False))
    denied = dict.fromkeys(color for color, is_denied in named if is_denied)
    if denied and asked.kind == "demand":
        return tuple(Reading("negation", asked.node, color) for color in denied)
    return tuple(which([replace(asked, color=color) for color, _ in named if color not in denied]))


def _answered(pairs: Sequence[tuple[Reading, str]], *, unsure: bool = False) -> tuple[Reading, ...]:
    answers = []
    for reading, color in pairs:
        if unsure:
            own = reading.kind == "demand"
            question = (
                f"Do you want {reading.node} to be {color}?"
                if own
                else f"Is {reading.node} {color} now?"
            )
            answers.append(Reading("doubt", reading.node, color, 0.4, question))
        else:
            answers.append(replace(reading, color=color, confidence=0.9))
    return tuple(answers)

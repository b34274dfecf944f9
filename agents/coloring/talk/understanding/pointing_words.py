"""
Words that point at what the agent said, replaced by what they stand for.

After "I can make b2 red", the "it" of "h2 is red already, please make it blue" is b2: the person asks
the agent, who cannot change a node of the person. "Anything but that" excludes the color that was named
last, and "that's my h5" tells that h5 has it. Behind the only node of a message, "it" is that node.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...view import View
from ..tokens import Token, outline, tokens_of

#: A request in which "it" gets a color.
_REQUEST = re.compile(
    r"(?:(?P<asks>please|(?:can|could|would|will) (?:you|we))(?: (?:please"
    r"|maybe|perhaps|just|now|then))*"
    r"|(?:^|(?<=[,.;!:-] )|(?<=\bso )|(?<=\band )|(?<=\bthen )))"
    r" ?(?:make|set|turn|change|switch|paint|color|put|recolor|move|flip) (?P<it>it|that|this|that one"
    r"|this one)"
    r"(?: (?:to|in|into|on|be|over to))* COLOR(?: (?P<begs>please))?"
)
#: "H4 will be green, no, that can't be, make it blue" is about h4.
_CORRECTS = re.compile(r"NODE.*\b(?:no|sorry|wait|actually|oops)\b.*\b(?:make|set|turn|let) it\b")
#: What is excluded from all colors, and not named.
_BUT_THAT = re.compile(
    r"\b(?:anything|everything|something|whatever|any(?: other)?(?: colors?"
    r"| one)?|every color|all(?: colors)?) "
    r"(?:else )?(?:but|except(?: for)?|besides|other than|apart from|than|only not|just not)"
    r" (?P<that>(?:that|this|it)(?: (?:one|color))?)(?= (?:[,.;!?\n-]"
    r"|please|thanks|for|on|and|because)|$)"
)
#: A node of the person that is said to have the color that was named before.
_HAS_THAT = re.compile(
    r"COLOR(?: (?:on|in|at|for|to|with|NODE|please|thanks|por|favor|[,.;-]))*"
    r" [,.;-] (?:because |since )?"
    r"(?:(?P<one>(?:that|this|it)(?: one| color)?(?: is)?(?: (?:already"
    r"|also|now|taken by|used by|in|on|my|the color of))*"
    r" (?P<node>NODE)(?: (?:'s )?(?:color|already|now))*)"
    r"|(?P<two>(?:(?:that|this)(?: one| color)? )?(?:,? )?i (?:(?:already"
    r"|also|now) )?(?:have|use|used|got|put|took)"
    r"(?: (?:it|that|this|already|one))* (?:in|on|at|for|with) (?:my"
    r" )?(?P<other>NODE)(?: (?:already|now))*))"
    r"(?= (?:[,.;!\n-]|$)|$)"
)
#: "Forget what I said about h1, it can be anything except blue": "it" is h1.
_IT_CAN = re.compile(
    r"(?P<so>\bso )?\b(?P<it>it) (?:can|could|must|should|may|might|cannot|has to|needs to|will|is to)"
    r"(?: (?:not|only|never|still|also|be|become|stay|get|go|have|to|just|ever|n't))* "
    r"(?:COLOR|anything|something|any|either)\b"
)
_ANOTHER = re.compile(r"NODE.*\b(?:nodes?|one|ones|neighbou?rs?|other|others)\b.*$")
_OFFERS = re.compile(
    r"\b(?:shall|should|may|can) I (?:make|set|turn|change|color)\b[^.?!]*\?\s*$", re.IGNORECASE
)
_TO = re.compile(r"\bto (\w+)")


def with_pointed(tokens: Sequence[Token], view: View, about: Sequence[str], said: str) -> list[Token]:
    """
    Return the words of a message with names for words that point at what the agent said.

    Parameters
    ----------
    about
        Nodes that the agent asked about last.
    said
        Words of the agent before the message.
    """
    return _with_color(_told(_with_node(_with_the_only(tokens, about), view, about, said)), view, said)


def corrects_itself(text: str, view: View) -> bool:
    """Return whether "make it ..." corrects what the text says of a node before."""
    return _CORRECTS.search(outline(tokens_of(text, view))) is not None


def _with_the_only(tokens: Sequence[Token], about: Sequence[str]) -> list[Token]:
    """Return the words with the only node of the message for "it" behind it."""
    named = {token for token in tokens if token.is_node or token.kind == "other"}
    if len(named) != 1:
        return [*tokens]
    (node,) = named
    text = outline(tokens)
    # "H4 is red, so it must be blue" answers for the node that was asked about.
    pointing = [found for found in _IT_CAN.finditer(text) if not (about and found["so"])]
    # "A node of Agent1, it must be green" is about that node.
    pointing = [one for one in pointing if not _ANOTHER.search(text[: one.start("it")])]
    places = {text[: found.start("it")].count(" ") for found in pointing}
    first = tokens.index(node)
    return [node if i in places and i > first else token for i, token in enumerate(tokens)]


def _with_node(tokens: list[Token], view: View, about: Sequence[str], said: str) -> list[Token]:
    text = outline(tokens)
    # "Shall I make b2 blue?" is answered by "no! h5 is blue. Make it red".
    offered = _OFFERS.search(said) is not None
    for found in _REQUEST.finditer(text):
        if not (found["asks"] or found["begs"] or offered):
            continue
        start, end = (text[: found.start("it")].count(" "), text[: found.end("it")].count(" ") + 1)
        before = {token.kind for token in tokens[:start] if token.is_node}
        mine = [node for node in dict.fromkeys(about) if node in view.own]
        if before == {"foreign"}:
            # Without a node of its own the agent asks which one is meant.
            node = [Token("own", mine[0])] if len(mine) == 1 else []
            return [*tokens[:start], *node, *tokens[end:]]
    return tokens


def _told(tokens: list[Token]) -> list[Token]:
    """Write out "b2 not blue, that's my h5": h5 is blue."""
    text = outline(tokens)
    found = _HAS_THAT.search(text)
    if found is None or any(token.text == "?" for token in tokens):
        return tokens
    part, name = ("one", "node") if found["one"] else ("two", "other")
    start, end = text[: found.start(part)].count(" "), text[: found.end(part)].count(" ") + 1
    node = tokens[text[: found.start(name)].count(" ")]
    color = next(token for token in reversed(tokens[:start]) if token.is_color)
    if node.kind != "foreign" or color.kind != "color":
        return tokens
    return [*tokens[:start], node, Token("word", "is"), color, *tokens[end:]]


def _with_color(tokens: list[Token], view: View, said: str) -> list[Token]:
    text = outline(tokens)
    found = _BUT_THAT.search(text)
    if found is None:
        return tokens
    start, end = (text[: found.start("that")].count(" "), text[: found.end("that")].count(" ") + 1)
    named = [token.text for token in tokens[:start] if token.kind == "color"][-1:]
    named = named or _named_in(said, view)
    return [*tokens[:start], Token("color", named[0]), *tokens[end:]] if len(named) == 1 else tokens


def _named_in(said: str, view: View) -> list[str]:
    """Return the color that words of the agent name, or the one that a node is to change to."""
    spoken = re.findall(r"\w+", said.casefold())
    named = [color for color in view.domain if color.casefold() in spoken]
    if len(named) < 2:
        return named
    goals = {*_TO.findall(said.casefold())}
    return [color for color in named if color.casefold() in goals]

"""
Pairs of nodes and colors, in the order of the text.

The node comes first ("b1 and b3 to blue") or the color ("blue for b1 and b3"). A pair with unknown words
between the two is not ``plain`` and never becomes a fact.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ...errors import ActionRejected, shortened
from ..situation import NodeColor
from ..view import View
from .tokens import Token, tokens_of
from .wordlist import words

_BEFORE_NODE = words(
    """
    for on at to in of with onto regarding concerning about
    """
)
_ARTICLES = words(
    """
    the my your node nodes both all vertex of and either our own
    """
)
_BETWEEN = words(
    """
    = : := -> => == ought shall is are was were be been being becomes become became to as in into
    with has have had the a color colored colors currently now still already just also it them both
    all and or of 's at on from must can could should will would may might need needs not never only
    set changed switched turned made painted recolored fixed locked stay stays remain remains keep
    kept stuck got turn turns go goes went gone going again back over instead please rather for me
    then neither nor red-ish either no longer that this use used using pick picking choose choosing
    definitely certainly really indeed finally presently
    take put try required supposed forced bound immutable anything other choice my making make
    change changing setting switch assigned given moved than one do so takes took get gets always
    """
) | {",", "-", "(", "&"}  # fmt: skip
#: Words before a color that is not the one meant.
_PASSED_OVER = frozenset(["from", "unlike", "off"])


@dataclass
class Pair:
    """Nodes that share their colors; ``either`` if "or" stands between two names."""

    nodes: list[Token] = field(default_factory=list)
    colors: list[Token] = field(default_factory=list)
    plain: bool = True
    either: bool = False


def pairs_of(tokens: Sequence[Token], antecedent: Sequence[Token] = ()) -> list[Pair]:
    """
    Return the pairs of a clause.

    Parameters
    ----------
    antecedent
        Nodes that a pronoun or a missing subject stands for.
    """
    found: list[Pair] = []
    pair = Pair(nodes=list(antecedent))
    color_first = False
    last = (
        _after_pronoun(tokens) if antecedent else 0
    )  # where the last name of the open pair stands, plus one
    for i, token in enumerate(tokens):
        if token.is_node:
            if pair.colors and (not color_first or not _leads_on(tokens, last, i, pair)):
                _close(found, pair)
                pair, color_first = Pair(), False
            elif antecedent and pair.nodes == list(antecedent):
                pair = Pair()
            elif pair.nodes and not _lists(tokens[last:i]):
                pair = Pair(colors=pair.colors if color_first else [])
            if pair.nodes and any(word.text == "or" for word in tokens[last:i]):
                pair.either = True
            if not pair.nodes and _one_of(tokens[last:i]):
                pair.either = True
            pair.nodes.append(token)
            last = i + 1
        elif token.is_color:
            if _passed_over(tokens, i, pair):
                continue
            if color_first and pair.nodes:
                _close(found, pair)
                pair, color_first = Pair(), False
            if not pair.nodes:
                color_first = True
            elif pair.colors and not _lists(
                [word for word in tokens[last:i] if word.text not in ("to", "in")]
            ):
                _close(found, pair)
                pair, color_first = Pair(), True
            elif not all(word.text in _BETWEEN or word.is_color for word in tokens[last:i]):
                pair.plain = False
            if color_first and pair.colors and not _lists(tokens[last:i]):
                pair = Pair()
            pair.colors.append(token)
            last = i + 1
    _close(found, pair)
    return found


def _after_pronoun(tokens: Sequence[Token]) -> int:
    """Return the position after the pronoun."""
    found = [
        i for i, token in enumerate(tokens) if token.text in ("it", "them", "both", "they", "those")
    ]
    return found[0] + 1 if found else 0


def _close(found: list[Pair], pair: Pair) -> None:
    if pair.nodes and pair.colors:
        found.append(pair)


def _one_of(words: Sequence[Token]) -> bool:
    """Return whether only some nodes of the following list are meant: "one of b1 and b2"."""
    said = " ".join(word.text for word in words)
    return any(part in said for part in ("one of", "some of", "any of"))


def _lists(words: Sequence[Token]) -> bool:
    return all(word.text in _ARTICLES or word.text in (",", "&", "and", "or", "nor") for word in words)


def _leads_on(tokens: Sequence[Token], last: int, i: int, pair: Pair) -> bool:
    """Return whether a color is followed by its node: "blue for b1", "red doesn't work for h2"."""
    words = tokens[last:i]
    if pair.nodes:
        return _lists(words)
    bare = [word for word in words if word.text not in _ARTICLES]
    if not bare or bare[-1].text not in _BEFORE_NODE:
        return False
    pair.plain = len(bare) == 1
    return True


def _passed_over(tokens: Sequence[Token], i: int, pair: Pair) -> bool:
    """Return whether a color is excluded or past: "from red", "green, not red"."""
    before = tokens[i - 1].text if i else ""
    if before in ("not", "no") and pair.nodes and pair.colors:
        return True
    if before == "than":
        return i < 2 or tokens[i - 2].text != "other"
    if before == "of":
        return i >= 2 and tokens[i - 2].text in ("instead", "out", "clear", "rid", "free")
    return before in _PASSED_OVER


def colors_of(text: str, view: View) -> list[NodeColor]:
    """
    Return the color that a text names for each of its nodes; none if a name is unknown.

    Raises
    ------
    ActionRejected
        If a node has several colors.
    """
    found: dict[str, str] = {}
    for pair in pairs_of(tokens_of(text, view)):
        colors = {view.color_name(token.text) for token in pair.colors}
        for token in pair.nodes:
            node, color = view.node_name(token.text), next(iter(colors))
            if node is None or color is None:
                return []
            if len(colors) > 1 or pair.either or found.get(node, color) != color:
                raise ActionRejected(f"{shortened(text)}: expected one color for {node}")
            found[node] = color
    return [NodeColor(node, color) for node, color in found.items()]

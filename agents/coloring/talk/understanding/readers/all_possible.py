"""All that a person can do: "red for h2 and blue for h5 is all I can do" leaves no other color."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ....view import View
from ...grammar import Interpretation
from ...pairs import pairs_of
from ...reading import Reading
from ...tokens import Token
from ...wordlist import words

_ONLY = re.compile(
    r"\b(?:is|are|would be) (?:really )?(?:all|everything|the only (?:thing|things|option|options|way"
    r"|colors?|combination|possibility|choice)) (?:that )?(?:i|we) (?:can|could) "
    r"(?:do|offer|have|use|manage|take|give|make|set)(?: here| for you| there)?$"
)
_NOT = words("not no never or either if ? would unless but maybe perhaps")


def all_possible(tokens: Sequence[Token], view: View) -> Interpretation | None:
    """Return the only colors that a person can give its nodes: "h2 red is all I can do"."""
    spoken = [token for token in tokens if token.text != "\n"]
    said = " ".join(token.text for token in spoken).strip(" .!")
    if not _ONLY.search(said) or not _NOT.isdisjoint(said.split()):
        return None
    pairs = {
        (node.text, pair.colors[0].text)
        for pair in pairs_of(spoken)
        for node in pair.nodes
        if len(pair.colors) == 1 and pair.colors[0].kind == "color" and not pair.either
    }
    nodes = {token.text for token in spoken if token.is_node}
    colors = {token.text for token in spoken if token.is_color}
    if not pairs or len(pairs) != len(nodes) or not nodes <= {*view.owners}:
        return None
    if {node for node, _ in pairs} != nodes or {color for _, color in pairs} != colors:
        return None
    return Interpretation([Reading("required", node, color, 0.85) for node, color in sorted(pairs)])

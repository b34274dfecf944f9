"""What a text names: nodes and colors, or only nodes that the agent does not see."""

from __future__ import annotations

from ...view import View
from ..tokens import tokens_of


def names_any(text: str, view: View) -> bool:
    """Return whether a text names a node or a color."""
    return any(token.is_node or token.is_color for token in tokens_of(text, view))


def names_only_unseen(text: str, view: View) -> bool:
    """Return whether a text names only nodes that the agent does not see, as a text to all may."""
    kinds = {token.kind for token in tokens_of(text, view)}
    return "other" in kinds and not kinds & {"own", "foreign"}

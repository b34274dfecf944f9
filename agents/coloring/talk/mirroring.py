"""The border with a neighbor from its side."""

from __future__ import annotations

from ..view import View


def mirror(view: View, peer: str) -> View:
    """Return the border with a peer as the peer sees it, to read what is written to it."""
    own = view.border_of(peer)
    return View(
        agent=peer,
        own=own,
        domain=view.domain,
        edges=tuple((theirs, mine) for mine, theirs in view.crossing if theirs in own),
        owners=dict.fromkeys(view.border_to(peer), view.agent),
        person=view.agent,
    )

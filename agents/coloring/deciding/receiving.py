"""Stage 1 of a turn: read what the person said."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from ..assessing.excluding import choose, excluded_colors
from ..wording.hearing import Hear, Heard, checked
from .position import Position

#: Reply to a demand on a node that the person does not see; the same whether the node exists or not.
HIDDEN = "I can only talk about nodes on our common border."


def receive_messages(position: Position, hear: Hear) -> Position:
    """
    Stage 1: understand the person's words.

    Messages of agents need no reading: the platform turns their reports into beliefs, and their moves of
    bargaining are typed.
    """
    view, before = position.view, position.before
    said = tuple(
        message
        for message in position.inbox
        if message.sender == view.person and message.kind != "rb" and message.text.strip()
    )
    if not said:
        return _without_excluded(position)
    heard = checked(hear(said, view, before), view)
    # A deal is ended by a move of bargaining, not by a word.
    released = tuple(node for node in heard.released if node not in before.committed)
    heard = replace(heard, released=released)
    if position.rules.visible_demands and view.person is not None:
        heard = _without_hidden(heard, view.own, view.border_to(view.person))
    return _without_excluded(position.but(said=said, heard=heard, events=tuple(heard.events)))


def _without_excluded(position: Position) -> Position:
    """Demand other colors for the nodes that must not have a color, and end demands without a cause."""
    heard, before = position.heard, position.before
    excluded = excluded_colors(position.view, position.situation.constraints)
    ended = excluded_colors(position.view, before.constraints).keys() - excluded.keys()
    released = [node for node in ended if node in before.forced and node not in heard.demands]
    free = [node for node in excluded if node not in heard.demands and node not in before.committed]
    if not released and not free:
        return position
    required = {**before.forced, **before.committed, **heard.demands, **position.view.fixed}
    required = {n: c for n, c in required.items() if n not in free and n not in released}
    chosen = choose(
        position.view,
        position.situation.beliefs,
        required,
        {node: excluded[node] for node in free if node not in position.view.fixed},
        {**before.colors, **before.forced},
        position.rules.scope,
    )
    lasting = before.forced if position.rules.forced_until == "released" else {}
    demands = {node: color for node, color in chosen.items() if lasting.get(node) != color}
    if not demands and not released:
        return position
    heard = replace(
        heard,
        demands={**heard.demands, **demands},
        released=tuple(dict.fromkeys((*heard.released, *released))),
    )
    return position.but(heard=heard)


def _without_hidden(heard: Heard, own: Collection[str], visible: Collection[str]) -> Heard:
    """Leave out demands on nodes that the person does not see, and say so without naming any."""
    excluded = [one.node for one in heard.constraints if one.node in own]
    hidden = [node for node in (*heard.demands, *heard.released, *excluded) if node not in visible]
    if not hidden:
        return heard
    return replace(
        heard,
        demands={node: color for node, color in heard.demands.items() if node in visible},
        released=tuple(node for node in heard.released if node in visible),
        promised=tuple(one for one in heard.promised if one.node in visible),
        constraints=tuple(one for one in heard.constraints if one.node not in hidden),
        replies=(*heard.replies, HIDDEN),
    )

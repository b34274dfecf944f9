"""Stage 1 of a turn: read what the person said."""

from __future__ import annotations

from dataclasses import replace

from ..wording.hearing import Hear, checked
from .position import Position


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
        return position
    heard = checked(hear(said, view, before), view)
    # A deal is ended by a move of bargaining, not by a word.
    released = tuple(node for node in heard.released if node not in before.committed)
    return replace(
        position, said=said, heard=replace(heard, released=released), events=tuple(heard.events)
    )

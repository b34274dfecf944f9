"""Stage 1 of a turn: read what the person said."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from ..assessing.excluding import choose
from ..situation import Situation
from ..talk.hearing.stock import HIDDEN
from ..view import View
from ..wording.hearing import Hear, Heard, checked
from ..wording.phrases import listed
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
        return _without_barred(position)
    heard = checked(hear(said, view, before), view)
    # A deal is ended by a move of bargaining, not by a word.
    released = (*heard.released, *_unwanted(heard, before))
    released = tuple(dict.fromkeys(node for node in released if node not in before.committed))
    heard = replace(heard, released=released)
    if position.rules.visible_demands and view.person is not None:
        heard = _without_hidden(heard, view.own, view.border_to(view.person))
    heard = replace(heard, replies=(*heard.replies, *_against_deals(heard, view, before)))
    return _without_barred(position.but(said=said, heard=heard, events=tuple(heard.events)))


def _unwanted(heard: Heard, before: Situation) -> list[str]:
    """Return the own nodes whose demanded colors the person now rules out: the later word holds."""
    return [
        one.node
        for one in heard.constraints
        if one.kind == "forbidden" and before.forced.get(one.node) == one.color
    ]


def _against_deals(heard: Heard, view: View, before: Situation) -> list[str]:
    """Name what is agreed where the person rules it out for nodes of theirs: it goes on to bind."""
    agreed = {
        term.node: term.color
        for offer in before.offers
        if offer.status == "accepted" and {offer.sender, offer.recipient} == {view.agent, view.person}
        for term in (*offer.conditions, *offer.assignments)
    }
    broken = {
        one.node: agreed[one.node]
        for one in heard.constraints
        if one.node in view.owners
        and one.node in agreed
        and (one.color == agreed[one.node]) == (one.kind == "forbidden")
    }
    if not broken:
        return []
    return [f"We agreed on {listed(broken)}.", 'Say "I end our deal" if you want to change that.']


def _without_barred(position: Position) -> Position:
    """Choose colors for nodes that must not have theirs, and for those that get an earlier one back."""
    before, demands, restored = position.before, position.heard.demands, position.heard.restored
    barred = dict(position.situation.barred)
    for node, color in position.heard.avoided.items():
        barred[node] = (*barred.get(node, ()), color)
    view = position.view.barring(barred)
    if not view.barred:
        return position.but(picked=dict(restored)) if restored else position
    released = position.heard.released
    forced = {node: color for node, color in before.forced.items() if node not in released}
    required = {**restored, **forced, **before.committed, **demands, **view.fixed}
    beliefs, scope = position.situation.beliefs, position.rules.scope
    picked = choose(view, beliefs, required, before.colors, scope)
    return position.but(view=view, picked={**picked, **restored})


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

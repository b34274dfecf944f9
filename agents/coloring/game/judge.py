"""
Is a turn legal? The platform's word on it, before anything changes.

A turn may color one's own nodes only, with colors of the domain, and leave fixed, committed and forced
ones as they are; may report the colors that one's own border has after it, to those whom it touches;
may say it is satisfied only if it is; and may name no node that the recipient does not see. A person
may speak freely in text, and is asked for a claim of satisfaction, not judged on it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Any

from pydantic import ValidationError

from ...contracts import EVERYONE
from ...errors import ActionRejected
from ..assessing.satisfaction import is_satisfied
from ..conformance import Rules
from ..messages import PAYLOADS, Outgoing
from ..situation import Situation
from ..turn import Turn
from ..view import Coloring, View

_WORD = re.compile(r"\w+")


def read_turn(arguments: Mapping[str, Any]) -> Turn:
    """Read the action's arguments, or refuse them with the first thing that is wrong."""
    try:
        return Turn.model_validate(arguments)
    except ValidationError as error:
        one = error.errors(include_url=False)[0]
        raise ActionRejected(f"turn: {'.'.join(map(str, one['loc']))}: {one['msg']}") from error


class Judge:
    """
    Checks the turns of one participant.

    Parameters
    ----------
    view
        Of the participant.
    views
        Of all, by name.
    rules
        Of the game.
    """

    def __init__(self, view: View, views: Mapping[str, View], rules: Rules) -> None:
        self._view, self._views, self._rules = view, views, rules
        self._is_person = view.agent == view.person
        self._hidden: dict[str, frozenset[str]] = {}

    def check(self, turn: Turn, situation: Situation, released: Collection[str]) -> None:
        """
        Raise :class:`ActionRejected` if a turn is not legal.

        Parameters
        ----------
        released
            Own nodes whose commitments end in this turn.
        """
        self._check_colors(turn, situation, released)
        self._check_knowledge(turn)
        for message in turn.messages:
            self._check_message(message, turn.assignments)
        pairs = [(message.recipient, message.kind) for message in turn.messages]
        if twice := [pair for pair in pairs if pairs.count(pair) > 1]:
            raise ActionRejected(f"messages: two of kind {twice[0][1]} to {twice[0][0]}: expected one")
        if turn.satisfied and not self._is_person:
            self._check_satisfied(turn, situation, released)
        if turn.control is not None and not self._is_person:
            raise ActionRejected(f"control: {turn.control}: expected it from the person only")

    def _check_colors(self, turn: Turn, situation: Situation, released: Collection[str]) -> None:
        view = self._view
        own, colors = set(view.own), set(view.domain)
        for node, color in turn.assignments.items():
            if node not in own:
                raise ActionRejected(f"assignments: {node}: expected one of one's own nodes")
            if color not in colors:
                raise ActionRejected(
                    f"assignments: {node}={color}: expected one of {', '.join(view.domain)}"
                )
            if view.fixed.get(node, color) != color:
                raise ActionRejected(f"assignments: {node}={color}: it is fixed {view.fixed[node]}")
        if missing := [node for node in view.own if node not in turn.assignments]:
            raise ActionRejected(f"assignments: no color for {missing[0]}: expected one for every node")
        if self._is_person:
            return
        for node, color in situation.committed.items():
            if node not in released and turn.assignments[node] != color:
                raise ActionRejected(
                    f"assignments: {node}={turn.assignments[node]}: it is committed to {color}"
                )
        forced = dict(situation.forced)
        forced.update({pin.node: pin.color for pin in turn.demanded})
        for node, color in forced.items():
            if node in turn.released or node in view.fixed or node in situation.committed:
                continue
            if turn.assignments.get(node) != color:
                raise ActionRejected(
                    f"assignments: {node}={turn.assignments.get(node)}: the person asked for {color}"
                )

    def _check_satisfied(self, turn: Turn, situation: Situation, released: Collection[str]) -> None:
        view = self._view
        required = {n: c for n, c in situation.committed.items() if n not in released}
        if self._rules.forced_until == "released":
            forced = {n: c for n, c in situation.forced.items() if n not in turn.released}
            forced.update({pin.node: pin.color for pin in turn.demanded})
            required = {**forced, **required}
        required.update(view.fixed)
        beliefs = {**situation.beliefs, **turn.learned}
        found = is_satisfied(view, self._rules, turn.assignments, beliefs, required)
        if not found.value:
            raise ActionRejected(f"satisfied: true, but recomputed it is false: {found.reason}")

    def _check_knowledge(self, turn: Turn) -> None:
        view = self._view
        for pin in turn.demanded:
            if pin.node not in view.own or pin.color not in view.domain or pin.kind != "forced":
                raise ActionRejected(
                    f"demanded: {pin.node}={pin.color}: expected an own node and a color"
                )
            if view.fixed.get(pin.node, pin.color) != pin.color:
                raise ActionRejected(
                    f"demanded: {pin.node}={pin.color}: it is fixed {view.fixed[pin.node]}"
                )
        foreign: list[tuple[str, str]] = list(turn.learned.items())
        foreign += [(stated.node, stated.color) for stated in turn.stated]
        for node, color in foreign:
            if node not in view.owners or color not in view.domain:
                raise ActionRejected(
                    f"learned: {node}={color}: expected a foreign node that one sees, and a color"
                )
        if unknown := [node for node in turn.released if node not in view.own]:
            raise ActionRejected(f"released: {unknown[0]}: expected one of one's own nodes")

    def _check_message(self, message: Outgoing, colors: Coloring) -> None:
        view, to = self._view, message.recipient
        if to == EVERYONE or to not in self._views or to == view.agent:
            raise ActionRejected(f"messages: to {to!r}: expected another participant")
        if to not in view.peers and view.person not in (to, view.agent):
            raise ActionRejected(f"messages: to {to}: expected a neighbor or the person")
        border = view.border_to(to)
        for node, color in (message.report or {}).items():
            if node not in border:
                raise ActionRejected(f"messages: report of {node} to {to}: expected nodes that touch it")
            if colors.get(node) != color:
                raise ActionRejected(f"messages: report {node}={color}: it is {colors.get(node)}")
        if message.kind in PAYLOADS:
            try:
                PAYLOADS[message.kind].model_validate(message.payload)
            except ValidationError as error:
                one = error.errors(include_url=False)[0]
                where = ".".join(map(str, one["loc"]))
                raise ActionRejected(f"messages: {message.kind}: {where}: {one['msg']}") from error
        if not self._is_person:
            hidden = self._hidden_from(to)
            for text in (message.text, *texts_of(message.payload)):
                if found := hidden.intersection(word.casefold() for word in _WORD.findall(text)):
                    raise ActionRejected(
                        f"messages: {message.kind} to {to} names {min(found)}, which {to} does not see"
                    )

    def _hidden_from(self, recipient: str) -> frozenset[str]:
        if recipient not in self._hidden:
            mine, theirs = self._view, self._views[recipient]
            known = {node.casefold() for node in (*mine.own, *mine.owners)}
            known -= {node.casefold() for node in (*theirs.own, *theirs.owners)}
            # A name such as "a" is a word of the language too; one with a digit is nothing else.
            self._hidden[recipient] = frozenset(name for name in known if any(map(str.isdigit, name)))
        return self._hidden[recipient]


def texts_of(payload: Any) -> list[str]:
    """Give all texts in plain values, keys included."""
    if isinstance(payload, str):
        return [payload]
    if isinstance(payload, Mapping):
        return [text for pair in payload.items() for part in pair for text in texts_of(part)]
    if isinstance(payload, (list, tuple)):
        return [text for part in payload for text in texts_of(part)]
    return []

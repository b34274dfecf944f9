"""
Check a turn before anything changes.

A turn colors the participant's own nodes only, with colors of the domain, and keeps fixed, committed and
demanded colors. It reports the colors that its border has after the turn, to neighbors that touch it. It
claims to be satisfied only if it is, and names no node that the recipient does not see. A person may
write any text, and is not held to a claim of satisfaction.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from pydantic import ValidationError

from ...contracts import EVERYONE
from ...errors import ActionRejected, rejected
from ..conformance import Rules
from ..messages import PAYLOADS, Outgoing
from ..situation import Situation, believed
from ..turn import Turn
from ..view import Coloring, View
from .claims import why_unsatisfied

_WORD = re.compile(r"\w+")
#: ASCII characters that no word has, as a table for ``str.translate``.
_BETWEEN_WORDS = {i: " " for i in range(128) if not _WORD.match(chr(i))}


def _barred(turn: Turn, situation: Situation) -> dict[str, tuple[str, ...]]:
    """Return the colors that own nodes must not have after the turn."""
    kept = [one for one in situation.constraints if one.constraint_id not in turn.withdrawn]
    return situation.but(constraints=(*kept, *turn.stated)).barred


def read_turn(arguments: Mapping[str, Any]) -> Turn:
    """Read the action's arguments, or refuse them with the first error."""
    try:
        return Turn.model_validate(arguments)
    except ValidationError as error:
        raise ActionRejected(f"turn.{_first_finding(error)}") from error


class Judge:
    """
    Check of the turns of one participant.

    Parameters
    ----------
    view
        View of the participant.
    views
        Views of all participants, by name.
    rules
        Rules of the game.
    is_person
        Whether the participant is a person; by default if the view says so.
    """

    def __init__(
        self, view: View, views: Mapping[str, View], rules: Rules, *, is_person: bool | None = None
    ) -> None:
        self._view, self._views, self._rules = view, views, rules
        self._is_person = view.agent == view.person if is_person is None else is_person
        self._own = frozenset(view.own)
        self._hidden: dict[str, frozenset[str]] = {}
        #: Colors, beliefs and required colors of the last claim to be satisfied that was true.
        self._granted: tuple[Coloring, Coloring, Coloring] | None = None

    def check(
        self,
        turn: Turn,
        situation: Situation,
        released: Collection[str],
        agreed: Collection[str] = (),
    ) -> None:
        """
        Raise :class:`ActionRejected` if a turn is not legal.

        Parameters
        ----------
        situation
            Situation of the participant as the turn began.
        released
            Own nodes whose commitments end in this turn.
        agreed
            Own nodes that a deal accepted in this turn colors; it comes before a demand.
        """
        self._check_colors(turn)
        if not self._is_person:
            self._check_bindings(turn, situation, released, agreed)
        self._check_knowledge(turn)
        for message in turn.messages:
            self._check_message(message, turn.assignments)
        pairs = [(message.recipient, message.kind) for message in turn.messages]
        if twice := [pair for pair in pairs if pairs.count(pair) > 1]:
            raise rejected(f"messages to {twice[0][0]}", twice[0][1], "one message of each kind")
        if turn.satisfied and not self._is_person:
            self._check_satisfied(turn, situation, released)
        if turn.control is not None and not self._is_person:
            raise rejected("control", turn.control, "none, since only the person controls the game")

    def _check_colors(self, turn: Turn) -> None:
        view, colors = self._view, turn.assignments
        are_known = colors.keys() == self._own and view.colors.issuperset(colors.values())
        if are_known and view.fixed.items() <= colors.items():
            return
        for node, color in turn.assignments.items():
            where = f"assignments.{node}"
            if node not in view.own:
                raise rejected(where, color, _one_of("your nodes", view.own))
            if color not in view.domain:
                raise rejected(where, color, _one_of("the colors", view.domain))
            if view.fixed.get(node, color) != color:
                raise rejected(where, color, f"{view.fixed[node]}, its fixed color")
        if missing := [node for node in view.own if node not in turn.assignments]:
            raise rejected(f"assignments.{missing[0]}", None, "a color for each of your nodes")

    def _check_bindings(
        self,
        turn: Turn,
        situation: Situation,
        released: Collection[str],
        agreed: Collection[str],
    ) -> None:
        for node, color in situation.committed.items():
            if node not in released and turn.assignments[node] != color:
                raise rejected(
                    f"assignments.{node}", turn.assignments[node], f"{color}, agreed in a deal"
                )
        demanded = {**situation.forced, **{pin.node: pin.color for pin in turn.demanded}}
        for node, color in demanded.items():
            if node in turn.released or node in self._view.fixed or node in agreed:
                continue
            if node in situation.committed:
                continue
            if turn.assignments.get(node) != color:
                raise rejected(
                    f"assignments.{node}",
                    turn.assignments.get(node),
                    f"{color}, which the person asked for",
                )
        bound = {*situation.committed, *demanded, *agreed}
        for node, colors in self._view.barring(_barred(turn, situation)).barred.items():
            if node not in bound and turn.assignments[node] in colors:
                raise rejected(
                    f"assignments.{node}",
                    turn.assignments[node],
                    f"a color other than {' and '.join(colors)}, as the person said",
                )

    def _check_satisfied(self, turn: Turn, situation: Situation, released: Collection[str]) -> None:
        view = self._view.barring(_barred(turn, situation))
        required = {n: c for n, c in situation.committed.items() if n not in released}
        if self._rules.forced_until == "released":
            forced = {n: c for n, c in situation.forced.items() if n not in turn.released}
            forced.update({pin.node: pin.color for pin in turn.demanded})
            required = {**forced, **required}
        required.update(view.fixed)
        beliefs = believed(situation.beliefs, turn.learned, turn.denied)
        claim = (turn.assignments, beliefs, required)
        if claim == self._granted:
            return
        reason = why_unsatisfied(view, self._rules, *claim)
        if reason is not None:
            raise rejected("satisfied", True, f"False: {reason}")
        self._granted = claim

    def _check_knowledge(self, turn: Turn) -> None:
        view = self._view
        for pin in turn.demanded:
            where = f"demanded.{pin.node}"
            if pin.node not in view.own:
                raise rejected(where, pin.color, _one_of("your nodes", view.own))
            if pin.color not in view.domain:
                raise rejected(where, pin.color, _one_of("the colors", view.domain))
            if pin.kind != "forced":
                raise rejected(f"{where}.kind", pin.kind, "'forced'")
            if view.fixed.get(pin.node, pin.color) != pin.color:
                raise rejected(where, pin.color, f"{view.fixed[pin.node]}, its fixed color")
        statements = [("learned", node, color) for node, color in turn.learned.items()]
        statements += [
            ("stated", one.node, one.color)
            for one in turn.stated
            if one.node not in view.own or one.kind != "forbidden" or one.color not in view.domain
        ]
        for field, node, color in statements:
            if node not in view.owners:
                raise rejected(f"{field}.{node}", color, _one_of("the neighbors' nodes", view.owners))
            if color not in view.domain:
                raise rejected(f"{field}.{node}", color, _one_of("the colors", view.domain))
        if unknown := [node for node in turn.denied if node not in view.owners]:
            raise rejected("denied", unknown[0], _one_of("the neighbors' nodes", view.owners))
        if unknown := [node for node in turn.released if node not in view.own]:
            raise rejected("released", unknown[0], _one_of("your nodes", view.own))

    def _check_message(self, message: Outgoing, colors: Coloring) -> None:
        view, recipient = self._view, message.recipient
        if recipient == EVERYONE or recipient not in self._views or recipient == view.agent:
            raise rejected("messages.recipient", recipient, "another participant")
        if recipient not in view.peers and view.person not in (recipient, view.agent):
            raise rejected("messages.recipient", recipient, "a neighbor or the person")
        border = view.border_to(recipient)
        for node, color in (message.report or {}).items():
            where = f"messages.report.{node}"
            if node not in border:
                raise rejected(where, color, _one_of(f"your nodes next to {recipient}", border))
            if colors.get(node) != color:
                raise rejected(where, color, f"its color {colors.get(node)}")
        if message.kind in PAYLOADS:
            try:
                _ = message.content
            except ValidationError as error:
                raise ActionRejected(f"messages.{message.kind}.{_first_finding(error)}") from error
        if not self._is_person:
            hidden = self._hidden_from(recipient)
            # All words of the payload at once, numbers too, unless some are written with an escape.
            shown = f"{message.text}\n{message.payload_text}"
            if "\\" in shown or not hidden.isdisjoint(_words(shown.casefold())):
                text = "\n".join((message.text, *texts_of(message.payload)))
                if named := hidden.intersection(_WORD.findall(text.casefold())):
                    legal = f"nodes that {recipient} sees"
                    raise rejected(f"messages.{message.kind}", min(named), legal)

    def _hidden_from(self, recipient: str) -> frozenset[str]:
        if recipient not in self._hidden:
            mine, theirs = self._view, self._views[recipient]
            known = {node.casefold() for node in (*mine.own, *mine.owners)}
            known -= {node.casefold() for node in (*theirs.own, *theirs.owners)}
            # A name such as "a" is a word of the language too; one with a digit is nothing else.
            self._hidden[recipient] = frozenset(name for name in known if any(map(str.isdigit, name)))
        return self._hidden[recipient]


def _words(text: str) -> list[str]:
    """Return the words of a text; of ASCII alone, in a fifth of the time."""
    return text.translate(_BETWEEN_WORDS).split() if text.isascii() else _WORD.findall(text)


def texts_of(payload: Any) -> list[str]:
    """Return all texts in plain values, keys included."""
    texts: list[str] = []
    rest = [payload]
    while rest:
        value = rest.pop()
        if isinstance(value, str):
            texts.append(value)
        elif isinstance(value, Mapping):
            rest.extend(value)
            rest.extend(value.values())
        elif isinstance(value, (list, tuple)):
            rest.extend(value)
    return texts


def _one_of(what: str, names: Iterable[str]) -> str:
    return f"one of {what}: {', '.join(names) or 'none'}"


def _first_finding(error: ValidationError) -> str:
    finding = error.errors(include_url=False)[0]
    return f"{'.'.join(map(str, finding['loc']))}: {finding['msg']}"

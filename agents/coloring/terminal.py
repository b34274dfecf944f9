"""
A seat at the terminal: the part of the graph that the person sees, what the agents said, and a prompt.

One's own nodes stand one to a line with the nodes they touch, so that a conflict is seen where it is;
80 columns suffice, and without color the marks still say everything. What agents wrote is shown without
escapes and control characters. After a turn in which the person spoke, one step passes by itself: agents
read a message in the next step and answer it in the one after.
"""

from __future__ import annotations

import os
import sys
import textwrap
from collections.abc import Mapping, Sequence
from typing import TextIO

from ..contracts import ActionRequest, Observation
from ..errors import InputError
from .commands import read_line
from .inbox import received
from .messages import Outgoing
from .person import Translate, request_of, translated, turn_of
from .situation import Offer, Received, Situation
from .talk.untrusted import clean
from .translation import Translation
from .turn import Control, Decision, Turn
from .view import View, cached_view

WIDTH = 80
_ANSI = {
    **{"red": 31, "green": 32, "yellow": 33, "blue": 34, "purple": 35, "magenta": 35, "cyan": 36},
    **{"pink": 95, "orange": 91, "brown": 33},
}
HELP = """\
h1=red            color one of your nodes (several: h1=red; h2=blue)
undo              take your last change of colors back
Agent1: TEXT      say something to one neighbor; TEXT alone goes to all
send              tell your neighbors the colors of your border
accept ID         take an offer;  reject ID  refuse it
announce          begin to bargain, or begin a new round
satisfied         tick that you are satisfied;  unsatisfied  takes it back
pass              let a step go by (an empty line does the same)
finish            end the game;  help  shows this again
You may ask: what could I set h1 to? can you make b2 green? why not?"""

BARGAINING = """\
Once you have announced, what you say may be a move of bargaining:
if you color b2 red, I color h2 blue    could you manage if h2 were green?
please color b2 red    I accept    I reject that    I take back my offer
What is sent is shown as your neighbor will read it."""


class Terminal:
    """
    A person who types.

    Parameters
    ----------
    source, target
        Where lines come from and where the game is shown.
    color
        Whether to color; by default if the target is a terminal and NO_COLOR is not set.
    translate
        Makes moves of bargaining of words, in the mode that does. They are shown as they are sent; what
        reads like a move and is none is not sent, and what a model read waits for a "yes".
    """

    stateless = True  # what was typed is in the trace: a resumed game does not ask again

    def __init__(
        self,
        source: TextIO | None = None,
        target: TextIO | None = None,
        color: bool | None = None,
        translate: Translate | None = None,
    ) -> None:
        self._source = sys.stdin if source is None else source
        self._target = sys.stdout if target is None else target
        if color is None:
            color = self._target.isatty() and "NO_COLOR" not in os.environ
        self._color = color
        self._undone: list[dict[str, str]] = []
        self._waits = False
        self._welcomed = False
        self._translate = translate
        #: A line that a model read moves in, until the person says whether they are meant.
        self._unsent: tuple[str, dict[str, Translation]] | None = None

    def decide(
        self, *, run_id: str, time_step: int, agent_id: str, observation: Observation
    ) -> ActionRequest:
        """Show what there is to see, and wait for a line."""
        seen = observation["coloring"]
        view, situation = cached_view(seen), Situation.of(seen["situation"])
        inbox = received(observation, agent_id)
        if not self._welcomed:
            self._welcome(view)
        for message in inbox:
            self._show_message(message)
        turn: Turn | None = None
        if self._waits:
            self._waits = False
            turn = self._quiet(view, situation)
        else:
            self._show(view, situation)
        while turn is None:
            turn = self._ask(view, situation)
        return request_of(turn, run_id, time_step, agent_id, "Terminal")

    # ------------------------------------------------------------------------------------- asking

    def _ask(self, view: View, situation: Situation) -> Turn | None:
        """Read one line; None if it did not make a turn."""
        self._target.write("> ")
        self._target.flush()
        line = self._source.readline()
        if not line:  # the end of the input ends the game
            self._print()
            return self._quiet(view, situation, control="finish")
        text = clean(line).text
        unsent, self._unsent = self._unsent, None
        moves: dict[str, Translation] | None = None
        if unsent is not None and text.casefold() in ("yes", "y"):
            text, moves = unsent
        if text.casefold() in ("help", "?"):
            self._print(HELP if self._translate is None else f"{HELP}\n{BARGAINING}")
            return None
        if not text:
            return self._quiet(view, situation, control="pass")
        try:
            typed = read_line(text, view, {peer.casefold(): peer for peer in view.peers})
            if typed.undo:
                if not self._undone:
                    raise InputError("nothing to undo")
                typed.colors = self._undone.pop()
            if self._translate is not None:
                moves = moves or self._understood(
                    text, translated(typed, view, situation, self._translate)
                )
            turn = turn_of(typed, view, situation, moves)
        except InputError as error:
            self._print(f"{error}; help shows what you can type")
            return None
        changed = turn.assignments != situation.colors
        if changed and not typed.undo:
            self._undone.append(dict(situation.colors))
        if changed and not turn.messages and situation.announced:
            turn = turn.model_copy(update={"messages": _reports(view, turn.assignments, situation)})
        self._waits = bool(turn.messages) and turn.control is None
        return turn

    def _quiet(self, view: View, situation: Situation, control: Control | None = None) -> Turn:
        """Keep everything as it is, but for what neighbors have agreed to where prose makes deals."""
        agreed = {} if self._translate is None else situation.committed
        return Turn(
            assignments={**situation.colors, **agreed, **view.fixed},
            satisfied=situation.satisfied,
            control=control,
            decision=Decision(algorithm="person"),
        )

    def _understood(self, line: str, found: dict[str, Translation]) -> dict[str, Translation]:
        """Show what words will be sent as, unless they are not to be sent."""
        for peer, one in found.items():
            if one.refused:
                raise InputError(f"not sent to {peer}: {'; '.join(one.refused)}")
        read = [f"to {peer}: {one.prose}" for peer, one in found.items() if one.source == "model"]
        if read:
            self._unsent = line, found
            raise InputError(f'do you mean, {" ".join(read)} Type "yes" to send that')
        for peer, one in found.items():
            if one.moves:
                self._print(f"  to {peer}: {one.prose}", indent="      ")
        return found

    # ------------------------------------------------------------------------------------ showing

    def _welcome(self, view: View) -> None:
        self._welcomed = True
        peers = ", ".join(view.peers)
        self._print(
            f"You are {view.agent}. You color {', '.join(view.own)} with {', '.join(view.domain)}, "
            f"so that no two nodes that touch have the same color. Your neighbors: {peers}; you see "
            "only those of their nodes that touch yours, and only what they told you. "
            "Type help for what you can do."
        )

    def _show(self, view: View, situation: Situation) -> None:
        colors, beliefs = situation.colors, situation.beliefs
        conflicts = view.conflicts(colors, beliefs)
        clashing = {frozenset(pair[:2]) for pair in conflicts}
        self._print()
        self._print(
            f"Step {situation.time_step}   conflicts {len(conflicts)}   "
            f"score {view.score(colors)}   you are {_content(situation.satisfied)}"
        )
        touching = _touching(view)
        for node in view.own:
            fixed = " (fixed)" if node in view.fixed else ""
            pinned = " (agreed)" if node in situation.committed else ""
            known = {**beliefs, **colors}
            near = [
                f"{other} {self._shade(known.get(other, '?'))}"
                + ("!" if frozenset((node, other)) in clashing else "")
                for other in touching[node]
            ]
            label = f"  {node} {self._shade(colors[node])}{fixed}{pinned}"
            self._print(f"{label}  touches  {', '.join(near) or 'nothing'}", indent="      ")
        for peer in view.peers:
            content = _content(peer in situation.satisfied_peers)
            self._print(f"  {peer} is {content}")
        for offer in situation.offers:
            if offer.status == "pending" and offer.recipient == view.agent and offer.conditions:
                self._print(f"  offer {_offer_text(offer)}", indent="      ")

    def _show_message(self, message: Received) -> None:
        text = clean(message.text).text
        self._print(f"{message.sender}: {text}", indent="    ")

    def _shade(self, color: str) -> str:
        code = _ANSI.get(color.casefold())
        return f"\x1b[{code}m{color}\x1b[0m" if self._color and code else color

    def _print(self, text: str = "", indent: str = "") -> None:
        for line in text.split("\n"):
            start = line[: len(line) - len(line.lstrip())]
            # Escapes take no room on the screen; lines that hold them are wrapped as if they did.
            wrapped = textwrap.wrap(
                line.lstrip(), WIDTH, initial_indent=start, subsequent_indent=indent or start
            )
            self._target.write("\n".join(wrapped) + "\n")
        self._target.flush()


def _reports(view: View, colors: Mapping[str, str], situation: Situation) -> tuple[Outgoing, ...]:
    """Tell neighbors who were told colors before which of them have changed."""
    messages = []
    for peer in view.peers:
        report = {node: colors[node] for node in view.border_to(peer)}
        if peer in situation.announced and situation.announced[peer] != report:
            text = " ".join(f"{node} is {color}." for node, color in report.items())
            messages.append(Outgoing(recipient=peer, kind="free_text", text=text, report=report))
    return tuple(messages)


def _touching(view: View) -> dict[str, list[str]]:
    near: dict[str, list[str]] = {node: [] for node in view.own}
    for u, v in view.edges:
        if u in near:
            near[u].append(v)
        if v in near:
            near[v].append(u)
    return near


def _content(satisfied: bool) -> str:
    return "satisfied" if satisfied else "not satisfied"


def _offer_text(offer: Offer) -> str:
    def listed(terms: Sequence[object]) -> str:
        return " and ".join(f"{term.node} {term.color}" for term in terms)  # type: ignore[attr-defined]

    promise = f", {offer.sender} colors {listed(offer.assignments)}" if offer.assignments else ""
    return f"{offer.offer_id}: if you color {listed(offer.conditions)}{promise}"

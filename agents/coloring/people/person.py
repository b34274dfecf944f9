"""
Who sits in the person's seat: a seeded stand-in, a script, or somebody at a terminal.

All of them take the same turns that an agent takes. The stand-in cooperates as people in the studies
did: now and then it takes up a suggestion, asks what it could do, or says what it cannot; it never says
anything untrue.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

import solver
from solver import BudgetError

from ...contracts import ActionRequest, Observation
from ...errors import ActionRejected, InputError
from ..bargaining.moves import bargain
from ..bargaining.protocol import check_moves
from ..bargaining.rb_text import render
from ..bargaining.utilities import next_turn
from ..conformance import PRODUCT
from ..inbox import received
from ..messages import (
    Accept,
    Bargaining,
    ConditionalOffer,
    FeasibilityQuery,
    Move,
    Outgoing,
    Reject,
)
from ..situation import NodeColor, Offer, Received, Situation
from ..talk.speech import sentences_in
from ..talk.translation import Translation
from ..turn import Control, Decision, Turn
from ..view import View, cached_view
from .commands import Typed, read_line

#: Suggestions of each neighbor that the stand-in compares with those of the others.
COMPARED = 6
#: Combinations of suggestions that it looks at in one turn.
LOOKED_AT = 200


class Seat(Protocol):
    """A policy for a person who types."""

    stateless: bool

    def decide(
        self, *, run_id: str, time_step: int, agent_id: str, observation: Observation
    ) -> ActionRequest:
        """Wait for the person, and give the turn."""


def request_of(turn: Turn, run_id: str, time_step: int, agent_id: str, policy: str) -> ActionRequest:
    """Shape a turn as the world takes it."""
    return ActionRequest(
        run_id=run_id,
        time_step=time_step,
        agent_id=agent_id,
        action_name="coloring:turn",
        arguments=turn.model_dump(mode="json", exclude_defaults=True),
        metadata={"policy": policy},
    )


# ---------------------------------------------------------------------------------------- stand-in


@dataclass(frozen=True)
class Emulator:
    """
    A seeded stand-in for a cooperative person.

    Attributes
    ----------
    seed
        Of its choices.
    accept, ask, constrain
        How likely it takes up a suggestion, asks a question, or states what it cannot change, in a turn.
    patience
        Turns after which it lets the game end, satisfied or not.
    """

    seed: int
    accept: float = 0.6
    ask: float = 0.2
    constrain: float = 0.3
    patience: int = 1_000_000
    stateless: bool = field(default=True, init=False)

    def decide(
        self, *, run_id: str, time_step: int, agent_id: str, observation: Observation
    ) -> ActionRequest:
        """Take a turn."""
        seen = observation["coloring"]
        view, situation = cached_view(seen), Situation.of(seen["situation"])
        turn = self.turn(view, situation, received(observation, agent_id))
        return request_of(turn, run_id, time_step, agent_id, "Emulator")

    def turn(self, view: View, situation: Situation, inbox: Sequence[Received]) -> Turn:
        """Decide what to do about what one sees."""
        rng = random.Random(f"{self.seed}:{situation.time_step}")
        willing = rng.random() < self.accept
        colors = dict(situation.colors)
        if situation.place is not None:
            # Who cooperates weighs the tables of the neighbors, as an agent would.
            colors = next_turn(view, situation, colors, seed=self.seed).colors if willing else colors
        elif situation.may_recolor:
            colors = self._recolored(view, situation, inbox, willing)
        messages: dict[str, list[Outgoing]] = {}
        if situation.phase == "bargain" and any(m.kind == "rb" for m in inbox) and willing:
            bargained = bargain(view, situation, PRODUCT, colors, inbox)
            colors = bargained.colors
            for message in bargained.messages:
                messages.setdefault(message.recipient, []).append(message)
        for peer in view.peers:
            report = {node: colors[node] for node in view.border_to(peer)}
            told = situation.announced.get(peer)
            said = self._say(view, situation, peer, rng)
            if (told != report and peer not in messages) or said:
                text = " ".join([*_told_text(report if told != report else {}), *said])
                spoken = Outgoing(recipient=peer, kind="free_text", text=text, report=report)
                messages.setdefault(peer, []).append(spoken)
        control: Control | None = "announce" if situation.time_step == 0 else None
        if situation.time_step >= self.patience:
            control = "finish"
        conflicts = view.conflicts(colors, situation.beliefs)
        complete = all(node in situation.beliefs for node in view.owners)
        return Turn(
            assignments=colors,
            satisfied=complete and not conflicts,
            messages=tuple(message for sent in messages.values() for message in sent),
            control=control,
            decision=Decision(algorithm="person", conflicts=len(conflicts)),
        )

    def _recolored(
        self, view: View, situation: Situation, inbox: Sequence[Received], willing: bool
    ) -> dict[str, str]:
        """Give the best answer to what is believed, or to what neighbors suggest."""
        beliefs = _seen(view, situation.beliefs)
        own = _best(view, beliefs, situation.committed, situation.colors)
        if own is None:
            return dict(situation.colors)
        conflicts, colors = own
        if not willing or (
            not conflicts and all(peer in situation.satisfied_peers for peer in view.peers)
        ):
            return colors
        taken = self._suggested(view, situation, inbox)
        return taken if taken is not None else colors

    def _suggested(
        self, view: View, situation: Situation, inbox: Sequence[Received]
    ) -> dict[str, str] | None:
        """Look for a coloring that suits everybody best, to go by what they last suggested."""
        suggestions = [found for peer in view.peers if (found := _suggestions(inbox, peer))]
        if not suggestions:
            return None
        best: tuple[float, dict[str, str]] | None = None
        for combination in itertools.islice(itertools.product(*suggestions), LOOKED_AT):
            wanted: dict[str, str] = dict(situation.committed)
            cost = 0.0
            clash = False
            for border, conflicts in combination:
                clash |= any(wanted.get(node, color) != color for node, color in border.items())
                clash |= any(view.fixed.get(node, color) != color for node, color in border.items())
                wanted.update(border)
                cost += conflicts
            if clash or (best is not None and cost >= best[0]):
                continue
            # What neighbors suggest holds their own colors aside: they will answer it.
            answer = _best(view, {}, wanted, situation.colors)
            if answer is not None and (best is None or cost + answer[0] < best[0]):
                best = cost + answer[0], answer[1]
        return None if best is None else best[1]

    def _say(self, view: View, situation: Situation, peer: str, rng: random.Random) -> list[str]:
        said = []
        border = view.border_to(peer)
        if rng.random() < self.constrain and situation.time_step % 5 == 1:
            said += [f"{n} must be {view.fixed[n]}." for n in border if n in view.fixed]
        if rng.random() < self.ask and peer not in situation.satisfied_peers and border:
            said.append(f"What could I set {rng.choice(border)} to?")
        return said


def _told_text(report: Mapping[str, str]) -> list[str]:
    return [" ".join(f"{node} is {color}." for node, color in report.items())] if report else []


def _seen(view: View, beliefs: Mapping[str, str]) -> dict[str, str]:
    return {node: color for node, color in beliefs.items() if node in view.owners}


def _best(
    view: View, beliefs: Mapping[Any, Any], required: Mapping[Any, Any], current: Mapping[Any, Any]
) -> tuple[int, dict[str, str]] | None:
    try:
        found = solver.best_response(
            view.problem, view.agent, dict(beliefs), dict(required), "current", current=dict(current)
        )
    except BudgetError:
        return None
    return found.conflicts, {str(n): str(c) for n, c in found.assignment.items()}


def _suggestions(inbox: Sequence[Received], peer: str) -> list[tuple[dict[str, str], int]]:
    """Give the borders that a neighbor last suggested, each with the conflicts it would leave."""
    for message in reversed(inbox):
        if message.sender != peer or message.payload is None:
            continue
        if message.kind == "cost_list":
            options = message.payload["options"][:COMPARED]
            return [(option["human"], option["conflicts"]) for option in options]
        if message.kind == "constraints" and message.payload["status"] != "SUCCESS":
            return [(border, 0) for border in message.payload["valid_configs"][:COMPARED]]
    return []


# ------------------------------------------------------------------------------------------ script

#: Makes moves of words: text, view, situation, and whom it is said to.
Translate = Callable[[str, View, Situation, str], Translation]


@dataclass(frozen=True)
class Script:
    """
    Plays lines of a file, one for each step; after the last it keeps still.

    Attributes
    ----------
    path
        Of the file: commands as at the terminal; ``#`` begins a comment, an empty line waits a step.
    translate
        Makes moves of bargaining of its words, in the mode that does; those that a model read are not
        taken, since nobody is there to say whether they are meant.

    Raises
    ------
    InputError
        From :meth:`check`, naming the line, if it cannot be carried out.
    """

    path: Path
    translate: Translate | None = None
    lines: tuple[tuple[int, str], ...] = field(init=False)
    stateless: bool = field(default=True, init=False)

    def __post_init__(self) -> None:
        try:
            text = self.path.read_text(encoding="utf-8")
        except OSError as error:
            raise InputError(f"cannot be read: {error.strerror}", path=self.path) from error
        except UnicodeDecodeError as error:
            raise InputError("is no text in UTF-8", path=self.path) from error
        lines = [
            (number, line.partition("#")[0].strip())
            for number, line in enumerate(text.splitlines(), 1)
            if not line.lstrip().startswith("#")
        ]
        object.__setattr__(self, "lines", tuple(lines))

    def check(self, view: View) -> None:
        """Refuse a script with a line that its player could not play."""
        for time_step in range(len(self.lines)):
            self._typed(time_step, view)

    def _typed(self, time_step: int, view: View) -> Typed:
        if time_step >= len(self.lines):
            return Typed()
        number, line = self.lines[time_step]
        try:
            return read_line(line, view, {peer.casefold(): peer for peer in view.peers})
        except InputError as error:
            raise InputError(str(error), path=self.path, line=number) from error

    def decide(
        self, *, run_id: str, time_step: int, agent_id: str, observation: Observation
    ) -> ActionRequest:
        """Play the line of this step."""
        seen = observation["coloring"]
        view, situation = cached_view(seen), Situation.of(seen["situation"])
        typed, moves = self._typed(time_step, view), None
        if self.translate is not None:
            moves = translated(typed, view, situation, self.translate)
        turn = turn_of(typed, view, situation, moves)
        return request_of(turn, run_id, time_step, agent_id, "Script")


def offers_to(view: View, situation: Situation) -> list[Offer]:
    """Offers that wait for one's answer, as they are numbered."""
    return [
        offer
        for offer in situation.offers
        if offer.status == "pending" and offer.recipient == view.agent and offer.conditions
    ]


def _deals(view: View, situation: Situation, ids: Collection[str]) -> list[Offer]:
    """Deals of these ids that one is bound by."""
    accepted = [offer for offer in situation.offers if offer.status == "accepted"]
    mine = [offer for offer in accepted if view.agent in (offer.sender, offer.recipient)]
    return [offer for offer in mine if offer.offer_id in ids]


def _node_colors(terms: Mapping[str, str]) -> tuple[NodeColor, ...]:
    return tuple(NodeColor(node, color) for node, color in terms.items())


def translated(
    typed: Typed, view: View, situation: Situation, translate: Translate
) -> dict[str, Translation]:
    """Translate what was typed to each neighbor; a move in words to all goes to whom it concerns."""
    found = {
        peer: translate(text, view, situation, peer)
        for peer, text in _words(typed, view).items()
        if text
    }
    left = [sentences_in(one.rest) for one in found.values() if one.moves]
    for peer, one in found.items():
        if left and not one.moves and peer not in typed.said:
            shared = [said for said in sentences_in(one.rest) if all(said in rest for rest in left)]
            found[peer] = Translation(rest=" ".join(shared))
    return found


def _words(typed: Typed, view: View) -> dict[str, str]:
    return {
        peer: " ".join(typed.said[to] for to in (None, peer) if to in typed.said) for peer in view.peers
    }


def turn_of(
    typed: Typed,
    view: View,
    situation: Situation,
    translations: Mapping[str, Translation] | None = None,
) -> Turn:
    """
    Make a turn of what a person typed; without a word on it, satisfaction stays as it was.

    Parameters
    ----------
    translations
        What the words to each neighbor come to, in the mode where they are moves. There, deals that a
        neighbor has agreed to are carried out, too.
    """
    agreed = {} if translations is None else situation.committed
    colors = {**situation.colors, **agreed, **view.fixed, **typed.colors}
    messages: list[Outgoing] = []
    pending = offers_to(view, situation)
    offers = {offer.offer_id: offer for offer in pending}
    offers |= {str(number): offer for number, offer in enumerate(pending, 1)}
    moves: dict[str, list[Any]] = {}
    for word in [*typed.accepted, *typed.rejected]:
        offer = offers.get(word)
        if offer is None:
            legal = ", ".join(str(number + 1) for number in range(len(pending)))
            raise InputError(f"offer {word}: expected {legal or 'none, since none is pending for you'}")
        if word in typed.accepted:
            colors.update({term.node: term.color for term in offer.conditions})
            moves.setdefault(offer.sender, []).append(Accept(refers_to=offer.offer_id))
        else:
            moves.setdefault(offer.sender, []).append(Reject(refers_to=offer.offer_id))
    step = situation.time_step
    for peer, (conditions, assignments) in typed.offered.items():
        offered = ConditionalOffer(
            offer_id=f"offer_{view.agent}_{peer}_{step}",
            conditions=_node_colors(conditions),
            assignments=_node_colors(assignments),
        )
        moves.setdefault(peer, []).append(offered)
    for peer, supposed in typed.checked.items():
        query = FeasibilityQuery(
            query_id=f"query_{view.agent}_{peer}_{step}", conditions=_node_colors(supposed)
        )
        moves.setdefault(peer, []).append(query)
    for deal in _deals(view, situation, typed.ended):
        other = deal.sender if deal.recipient == view.agent else deal.recipient
        moves.setdefault(other, []).append(Reject(refers_to=deal.offer_id))
    words = _words(typed, view)
    for peer, one in (translations or {}).items():
        words[peer] = one.rest
        moves.setdefault(peer, []).extend(one.moves)
        colors.update(_taken(one.moves, offers))
    for peer, made in moves.items():
        try:
            check_moves(view, situation, peer, made)
        except ActionRejected as error:
            raise InputError(str(error)) from error
    for peer in view.peers:
        report = {node: colors[node] for node in view.border_to(peer)}
        if moves.get(peer):
            payload = Bargaining(moves=tuple(moves[peer])).model_dump(mode="json")
            tells = any(isinstance(move, Accept | ConditionalOffer) for move in moves[peer])
            text, told = render(moves[peer]), report if tells else None
            messages.append(Outgoing(recipient=peer, kind="rb", text=text, payload=payload, report=told))
        text = words[peer]
        if text or typed.report:
            told = report if typed.report else None
            said = text or " ".join(f"{node} is {color}." for node, color in report.items())
            messages.append(Outgoing(recipient=peer, kind="free_text", text=said, report=told))
    return Turn(
        assignments=colors,
        satisfied=situation.satisfied if typed.satisfied is None else typed.satisfied,
        messages=tuple(messages),
        control=typed.control,  # type: ignore[arg-type]
        decision=Decision(algorithm="person"),
    )


def _taken(moves: Sequence[Move], offers: Mapping[str, Offer]) -> dict[str, str]:
    """Own colors that accepted offers ask for."""
    accepted = [offers[move.refers_to] for move in moves if isinstance(move, Accept)]
    return {term.node: term.color for offer in accepted for term in offer.conditions}

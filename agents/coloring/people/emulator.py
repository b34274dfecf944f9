"""
A seeded stand-in for a person, who cooperates as people did in the studies.

In some turns it takes up a suggestion, asks what it could do, or says what it cannot change. It never
says anything untrue.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import solver
from solver import BudgetError

from ...contracts import ActionRequest, Observation
from ..bargaining.moves import bargain
from ..bargaining.utilities import next_turn
from ..conformance import PRODUCT
from ..inbox import received
from ..messages import (
    Outgoing,
)
from ..situation import Received, Situation
from ..turn import Control, Decision, Turn
from ..view import View
from ..view_cache import cached_view
from .seat import request_of

#: Suggestions of each neighbor that are compared with those of the others.
COMPARED = 6
#: Number of combinations of suggestions that are examined in one turn.
LOOKED_AT = 200


@dataclass(frozen=True)
class Emulator:
    """
    A seeded stand-in for a cooperative person.

    Attributes
    ----------
    seed
        Seed of the random choices.
    accept, ask, constrain
        Probabilities, per turn, of taking up a suggestion, asking a question, and stating a constraint.
    patience
        Number of turns after which it ends the game, satisfied or not.
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
        """Return the turn for a situation and the messages of the last step."""
        rng = random.Random(f"{self.seed}:{situation.time_step}")
        willing = rng.random() < self.accept
        colors = dict(situation.colors)
        if situation.place is not None:
            # Cooperating means weighing the neighbors' tables, as an agent does.
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
            announced = situation.announced.get(peer)
            said = self._say(view, situation, peer, rng)
            if (announced != report and peer not in messages) or said:
                text = " ".join([*_report_text(report if announced != report else {}), *said])
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
        """Return the best response to the beliefs, or to what neighbors suggest."""
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
        """Return the coloring that suits the last suggestions of all neighbors best."""
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
            # A suggestion leaves the neighbor's own colors open: it recolors in response.
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


def _report_text(report: Mapping[str, str]) -> list[str]:
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
    """Return the last suggested borders of a neighbor, each with the conflicts it would leave."""
    for message in reversed(inbox):
        if message.sender != peer or message.payload is None:
            continue
        if message.kind == "cost_list":
            options = message.payload["options"][:COMPARED]
            return [(option["human"], option["conflicts"]) for option in options]
        if message.kind == "constraints" and message.payload["status"] != "SUCCESS":
            return [(border, 0) for border in message.payload["valid_configs"][:COMPARED]]
    return []

"""
Check the one action that a language model proposes in its turn (mode LLM_API).

A model cannot make anything worse and does not decide for others. A color is taken if the agent may
choose it and the best answer with it costs no more than the one without. A demand of the person is not
ended; the person is asked about it. Moves of bargaining must be legal and make nothing worse, and texts
must be true after the turn. A refused action is recorded with the reason and otherwise ignored.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from solver import BudgetError

from ...errors import ActionRejected, rejected
from ..assessing import solving
from ..bargaining.moves import offer_id
from ..bargaining.protocol import check_moves
from ..conformance import EPSILON
from ..events import Event, event
from ..messages import Accept, ConditionalOffer, Move, Reject
from ..situation import Situation
from ..talk.move_reader import read_terms
from ..view import View
from ..wording.untrusted import clean
from .model_tools import Call, shown
from .position import Position


@dataclass(frozen=True)
class Action:
    """
    Result of a proposed action.

    Attributes
    ----------
    colors
        Colors of all own nodes, if a color was taken.
    moves
        Legal moves of bargaining, by recipient; ``bargain`` judges what they are worth.
    words
        ``{recipient: text}``, not yet checked for truth.
    released
        Node about whose demand the person is asked.
    refused
        Reason of a refusal, or None.
    """

    colors: dict[str, str] | None = None
    moves: dict[str, Move] = field(default_factory=dict)
    words: dict[str, str] = field(default_factory=dict)
    released: str | None = None
    refused: str | None = None

    def event(self, call: Call) -> Event:
        """Return the record for the trace."""
        proposed = {"action": call.name, "arguments": shown(call.arguments)}
        return event("model.action", {**proposed, "refused": self.refused})


def act(call: Call, position: Position) -> Action:
    """Check a proposed action against the position reached without the model."""
    given, view, situation = call.arguments, position.view, position.situation
    try:
        match call.name:
            case "force":
                return Action(colors=_forced(given, position))
            case "release":
                return Action(released=_released(given, position))
            case "propose":
                return Action(moves=_proposed(given, view, situation))
            case "accept" | "reject":
                return Action(moves=_answered(call.name, given, view, situation))
            case "post_message":
                return Action(words=_words(given, view))
    except ActionRejected as error:
        return Action(refused=str(error))
    except BudgetError:
        return Action(refused="the cluster is too large for an exact answer")
    return Action()


def _own(given: dict[str, Any], view: View) -> str:
    node = view.node_name(str(given.get("node")))
    if node is None or node not in view.own:
        raise rejected("node", given.get("node"), f"one of your nodes: {', '.join(view.own)}")
    return node


def _forced(given: dict[str, Any], position: Position) -> dict[str, str]:
    view, situation, assignments = position.view, position.situation, position.assignments
    node, color = _own(given, view), view.color_name(str(given.get("color")))
    if color is None:
        raise rejected("color", given.get("color"), f"one of {', '.join(view.domain)}")
    lasting = {**position.binding.lasting, **view.fixed}
    if lasting.get(node, color) != color:
        raise rejected(node, color, f"{lasting[node]}, to which it is bound")
    if color in view.barred.get(node, ()) and node not in lasting:
        raise rejected(node, color, "a color that the person has not ruled out")
    if assignments[node] == color:
        return assignments
    if not situation.may_recolor or situation.place is not None or situation.calm:
        raise rejected(node, color, f"{assignments[node]}, since it may not be recolored in this step")
    best = solving.best(
        view,
        position.beliefs,
        {**lasting, node: color},
        position.rules.scope,
        current={**assignments, node: color},
    )
    conflicts = len(view.conflicts(best.colors, position.beliefs))
    before = len(position.conflicts), position.penalty
    if conflicts > before[0] or best.penalty > before[1] + EPSILON:
        raise rejected(
            node,
            color,
            f"at most {before[0]} conflicts and penalty {before[1]:g}, "
            f"not {conflicts} and {best.penalty:g}",
        )
    return best.colors


def _released(given: dict[str, Any], position: Position) -> str:
    view = position.view
    node = _own(given, view)
    if node not in position.situation.forced:
        raise rejected("node", node, "a node with a color that the person demanded")
    if not position.said or view.person is None or node not in view.border_to(view.person):
        raise rejected("node", node, "a demand that the person spoke of in this step")
    return node


def _proposed(given: dict[str, Any], view: View, situation: Situation) -> dict[str, Move]:
    peer = _peer(given.get("to"), view)
    made = ConditionalOffer(
        offer_id=offer_id("proposal", view.agent, peer, situation.time_step, 0),
        conditions=read_terms(given.get("conditions"), view),
        assignments=read_terms(given.get("assignments"), view),
        reasons=("proposed by the model",),
    )
    if not made.conditions:
        raise rejected("conditions", given.get("conditions"), "at least one node and color")
    check_moves(view, situation, peer, [made])
    return {peer: made}


def _answered(name: str, given: dict[str, Any], view: View, situation: Situation) -> dict[str, Move]:
    wanted = str(given.get("offer_id"))
    offer = next((o for o in situation.offers if o.offer_id == wanted), None)
    if offer is None or offer.recipient != view.agent or offer.status != "pending":
        raise rejected("offer_id", wanted, "an offer that waits for your answer")
    move = Accept(refers_to=wanted) if name == "accept" else Reject(refers_to=wanted)
    check_moves(view, situation, offer.sender, [move])
    return {offer.sender: move}


def _words(given: dict[str, Any], view: View) -> dict[str, str]:
    content = given.get("content")
    text = clean(content).text if isinstance(content, str) else ""
    if not text:
        raise rejected("content", content, "a text")
    to = given.get("to")
    return dict.fromkeys(view.peers if to is None else [_peer(to, view)], text)


def _peer(name: Any, view: View) -> str:
    peer = next((peer for peer in view.peers if peer.casefold() == str(name).casefold()), None)
    if peer is None:
        raise rejected("to", name, f"one of {', '.join(view.peers)}")
    return peer

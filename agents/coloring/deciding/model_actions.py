"""
The one action that a language model proposes in its turn (mode LLM_API), held to the rules.

A model never makes anything worse and never decides for others. A color that it wants is taken if it
is open to the agent and the best answer with it costs no more than the one without; a demand of a person
is not ended but asked about; moves of bargaining must be legal and true like any other; and what it says
must be so after the turn. What is refused is recorded with the reason, and the turn goes on without it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from solver import BudgetError

from ...errors import ActionRejected
from ..assessing import solving
from ..bargaining.moves import offer_id
from ..bargaining.protocol import check_moves
from ..conformance import EPSILON, Rules
from ..messages import Accept, ConditionalOffer, Move, Reject
from ..situation import Situation
from ..talk.translation import read_terms
from ..view import View
from ..wording.untrusted import clean
from .compute import Computed
from .model_tools import Call, shown


@dataclass(frozen=True)
class Action:
    """
    What a proposed action comes to.

    Attributes
    ----------
    colors
        Of all own nodes, if a color was taken.
    moves
        Of bargaining, by recipient; ``bargain`` judges their worth.
    words
        ``{recipient: text}``, not yet held against what is so after the turn.
    released
        A node whose demand the person is asked to end.
    refused
        Why nothing comes of it.
    """

    colors: dict[str, str] | None = None
    moves: dict[str, Move] = field(default_factory=dict)
    words: dict[str, str] = field(default_factory=dict)
    released: str | None = None
    refused: str | None = None

    def event(self, call: Call) -> tuple[str, dict[str, Any]]:
        """For the trace."""
        told = {"action": call.name, "arguments": shown(call.arguments)}
        return "model.action", {**told, "refused": self.refused}


def act(
    call: Call, view: View, situation: Situation, rules: Rules, computed: Computed, *, asked: bool
) -> Action:
    """
    Check a proposed action.

    Parameters
    ----------
    situation
        As the turn began, with what was learned in it.
    computed
        What the turn has computed without the model.
    asked
        Whether the person spoke, so that they can be asked back.
    """
    given = call.arguments
    try:
        match call.name:
            case "force":
                return Action(colors=_forced(given, view, situation, rules, computed))
            case "release":
                return Action(released=_released(given, view, situation, asked))
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
        raise ActionRejected(f"node: expected one of {', '.join(view.own)}")
    return node


def _forced(
    given: dict[str, Any], view: View, situation: Situation, rules: Rules, computed: Computed
) -> dict[str, str]:
    node, color = _own(given, view), view.color_name(str(given.get("color")))
    if color is None:
        raise ActionRejected(f"color: expected one of {', '.join(view.domain)}")
    lasting = {**computed.binding.lasting, **view.fixed}
    if lasting.get(node, color) != color:
        raise ActionRejected(f"{node}={color}: it is bound to {lasting[node]}")
    if computed.assignments[node] == color:
        return computed.assignments
    if not situation.may_recolor or situation.place is not None or situation.calm:
        raise ActionRejected(f"{node}={color}: this is not a step in which it may be recolored")
    wanted = solving.best(
        view,
        computed.beliefs,
        {**lasting, node: color},
        rules.scope,
        current={**computed.assignments, node: color},
    )
    conflicts = len(view.conflicts(wanted.colors, computed.beliefs))
    cost, was = (conflicts, wanted.penalty), (len(computed.conflicts), computed.penalty)
    if conflicts > was[0] or wanted.penalty > was[1] + EPSILON:
        raise ActionRejected(
            f"{node}={color}: {cost[0]} conflicts and penalty {cost[1]:g}: expected no more than "
            f"{was[0]} and {was[1]:g}"
        )
    return wanted.colors


def _released(given: dict[str, Any], view: View, situation: Situation, asked: bool) -> str:
    node = _own(given, view)
    if node not in situation.forced:
        raise ActionRejected(f"{node}: nobody demanded a color for it")
    if not asked or view.person is None or node not in view.border_to(view.person):
        raise ActionRejected(f"{node}: only the person can end a demand, and did not speak of it")
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
        raise ActionRejected("conditions: expected at least one")
    check_moves(view, situation, peer, [made])
    return {peer: made}


def _answered(name: str, given: dict[str, Any], view: View, situation: Situation) -> dict[str, Move]:
    wanted = str(given.get("offer_id"))
    offer = next((o for o in situation.offers if o.offer_id == wanted), None)
    if offer is None or offer.recipient != view.agent or offer.status != "pending":
        raise ActionRejected("offer_id: expected an offer that waits for an answer")
    move = Accept(refers_to=wanted) if name == "accept" else Reject(refers_to=wanted)
    check_moves(view, situation, offer.sender, [move])
    return {offer.sender: move}


def _words(given: dict[str, Any], view: View) -> dict[str, str]:
    content = given.get("content")
    text = clean(content).text if isinstance(content, str) else ""
    if not text:
        raise ActionRejected("content: expected some text")
    to = given.get("to")
    return dict.fromkeys(view.peers if to is None else [_peer(to, view)], text)


def _peer(name: Any, view: View) -> str:
    found = next((peer for peer in view.peers if peer.casefold() == str(name).casefold()), None)
    if found is None:
        raise ActionRejected(f"to: expected one of {', '.join(view.peers)}")
    return found

"""
The influence of others between stages 8 and 9: tables of a round, one action of a model, deals.

Each may replace the computed colors; the new ones are judged like any others.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from solver import BudgetError

from ...canonical import canonical, digest
from ...contracts import LLMGateway
from ..assessing import solving
from ..assessing.satisfaction import conflicts, least_possible
from ..bargaining.moves import bargain, is_content
from ..bargaining.utilities import next_turn
from ..conformance import EPSILON
from ..situation import Pin
from ..talk.hearing.conversation import Conversation
from ..talk.hearing.second_reader import back
from ..talk.reading import Reading
from ..wording.phrases import listed
from .compute import judged
from .model_actions import act
from .model_tools import consult
from .position import Position


def negotiate(position: Position, gateway: LLMGateway | None = None, model: str = "") -> Position:
    """Let the tables of a round, a model and deals change the colors, in this order."""
    position = _with_tables(position)
    position = _with_action(position, gateway, model)
    # Moves of bargaining carry a report of the colors: they come last.
    return _without_broken_limits(_with_deals(_with_score(position)))


def _with_tables(position: Position) -> Position:
    """Carry out the agent's part of a round of tables, if it has a place in a tree of agents."""
    # A demand is met at once; tables that hold it are made in the next round.
    if position.situation.place is None or position.binding.forced:
        return position
    planned = next_turn(position.view, position.after, position.assignments, seed=position.seed)
    position = position.but(*planned.events, tables=planned.messages)
    if not position.conflicts and _waits_for_people(position):
        # Ties are broken at random; here that would change colors in each round, for no reason.
        return position
    return _recolored(position, planned.colors, "tables")


def _waits_for_people(position: Position) -> bool:
    """Return whether a person has not yet said what colors the border has."""
    view = position.view
    return any(
        owner in view.people and node not in position.beliefs for node, owner in view.owners.items()
    )


def _with_action(position: Position, gateway: LLMGateway | None, model: str) -> Position:
    """Let a model ask the solver and propose one action, where there is something to decide."""
    view = position.view
    waits = any(
        offer.recipient == view.agent and offer.status == "pending"
        for offer in position.situation.offers
    )
    quiet = not position.conflicts and not waits and not position.said
    if not position.mode.consults or gateway is None or quiet:
        return position
    call, asked = consult(gateway, model, view, position.after, position.rules, position.inbox)
    position = position.but(*asked)
    if call is None:
        return position
    action = act(call, position)
    position = position.but(action.event(call), words=action.words, chosen=action.moves)
    if action.released is not None:
        position = _asking_back(position, action.released)
    if action.colors is not None:
        position = _recolored(position, action.colors, "model")
    return position


def _asking_back(position: Position, node: str) -> Position:
    """Ask the person whether a demand ends; "yes" in the next turn ends it."""
    view, heard = position.view, position.heard
    if view.person is None:
        return position
    ends = Reading("release", node)
    conversation = Conversation.of(heard.flow, view, view.person)
    asked = replace(conversation, asked=(*conversation.asked, ends))
    heard = replace(heard, replies=(*heard.replies, back(ends)), flow=asked.json_dict())
    return position.but(heard=heard)


def _with_deals(position: Position) -> Position:
    """Bargain; in modes without offers, answer those of the person. Deals may change colors."""
    mode, view, situation = position.mode, position.view, position.situation
    addressed = bool(situation.offers) or any(one.kind == "rb" for one in position.inbox)
    if not (mode.bargains or mode.consults or addressed):
        return position
    pins = [pin for pin in situation.pins if pin.kind == "committed"]
    pins += [Pin(n, c, "forced", view.person or "") for n, c in position.demanded.items()]
    position = _noting_stand(position)
    bargained = bargain(
        view,
        situation.but(pins=tuple(pins), flow=position.heard.flow or situation.flow),
        position.rules,
        position.assignments,
        position.inbox,
        chosen=None if mode.bargains else position.chosen,
    )
    position = position.but(
        *bargained.events, bargained=bargained.messages, committed=bargained.committed
    )
    position = _recolored(position, bargained.colors, "deal", bargained.released)
    if not mode.bargains or not position.satisfied:
        return position
    announced = {peer: dict(report) for peer, report in situation.announced.items()}
    for message in bargained.messages:
        announced.setdefault(message.recipient, {}).update(message.report or {})
    informed = situation.but(announced=announced, beliefs=dict(position.beliefs))
    if not is_content(view, informed, position.assignments):
        position = position.but(satisfied=False, reason="not_announced")
    return position


def _noting_stand(position: Position) -> Position:
    """Note in the conversation if what the person has said so far, and offers depend on, is another."""
    view, situation, heard = position.view, position.situation, position.heard
    if view.person is None or situation.phase != "bargain":
        return position
    flow = heard.flow or situation.flow or {}
    stand = {
        "colors": {node: position.beliefs.get(node) for node in view.border_of(view.person)},
        "demands": position.demanded,
        "limits": sorted((one.node, one.kind, one.color) for one in situation.constraints),
        "supposed": flow.get("supposed", []),
    }
    stands, mark = flow.get("stands", []), digest(canonical(stand))[:8]
    if stands and stands[-1][1] == mark:
        return position
    # The agent knows of the person's last step only now.
    flow = {**flow, "stands": [*stands, [situation.time_step - 1, mark]]}
    return position.but(heard=replace(heard, flow=flow))


def _without_broken_limits(position: Position) -> Position:
    """
    End what the person excluded or demanded and their deals contradict, and say so.

    The later word holds, also when the deal has ended.
    """
    view, person = position.view, position.view.person
    limits = [one for one in position.situation.constraints if one.by == person and one.node in view.own]
    pins = position.situation.pins
    demanded = {pin.node: pin.color for pin in pins if (pin.kind, pin.by) == ("forced", person)}
    if not limits and not demanded:
        return position
    agreed = {
        term.node: term.color
        for offer in position.told.offers
        if offer.status == "accepted" and person in (offer.sender, offer.recipient)
        for term in (*offer.conditions, *offer.assignments)
    }
    ended = [one for one in limits if agreed.get(one.node) == one.color]
    over = {v: c for v, c in demanded.items() if agreed.get(v, c) != c and v not in view.fixed}
    if not ended and not over:
        return position
    withdrawn = (*position.heard.withdrawn, *(one.constraint_id for one in ended))
    noted = [f"Noted: {one.node} may be {one.color} again." for one in ended]
    noted += [f"Our deal ends your demand for {listed(over)}."] if over else []
    heard = replace(position.heard, withdrawn=withdrawn, replies=(*position.heard.replies, *noted))
    binding = position.binding
    binding = replace(binding, released=tuple(dict.fromkeys([*binding.released, *over])))
    return position.but(heard=heard, binding=binding)


def _with_score(position: Position) -> Position:
    """
    Take an answer of a higher score at the same penalty, in an agent beside a person.

    Where it is not its turn to recolor, the nodes that touch other agents keep their colors.
    """
    view, after = position.view, position.after
    if not position.goes_for_scores or not position.complete or position.conflicts:
        return position
    required = {**position.picked, **after.forced, **after.committed, **view.fixed}
    if not position.may_recolor:
        below = () if after.place is None else after.place.children
        agents = [peer for peer in view.peers if peer not in view.people or peer in below]
        still = {node for peer in agents for node in view.border_to(peer)}
        required = {**{node: position.assignments[node] for node in still}, **required}
    try:
        best = solving.highest(view, position.beliefs, required, position.rules.scope)
    except BudgetError:
        return position
    cost = solving.penalty(view, best, position.beliefs, position.rules.scope)
    if cost > position.penalty + EPSILON or view.score(best) <= view.score(position.assignments):
        return position
    return _recolored(position, best, "score")


def _recolored(
    position: Position, colors: dict[str, str], reason: str, freed: Collection[str] = ()
) -> Position:
    """
    Replace the computed colors by others, and judge them.

    Parameters
    ----------
    freed
        Own nodes whose commitments this turn ends.
    """
    if colors == position.assignments and not freed:
        return position
    view, rules, beliefs = position.view, position.rules, position.beliefs
    required = {
        node: position.demanded.get(node, color) if node in freed else color
        for node, color in position.binding.lasting.items()
        if node not in freed or node in view.fixed or node in position.demanded
    }
    cost = solving.penalty(view, colors, beliefs, rules.scope)
    previous = position.assignments
    position = position.but(assignments=colors, penalty=cost, reasons=(*position.reasons, reason))
    position = position.noting(
        "coloring.computed",
        algorithm=reason,
        old=previous,
        computed=colors,
        new=colors,
        changed=colors != previous,
        penalty=cost,
        conflicts=len(conflicts(view, colors, beliefs, rules)),
        local_scores=None,
    )
    return judged(position, least_possible(view, beliefs, required, rules, cost))

"""Parts of a turn and of the display that the terminal and the page share."""

from __future__ import annotations

from collections.abc import Mapping

from ..bargaining.offers import numbered
from ..bargaining.rb_text import terms
from ..messages import Outgoing
from ..situation import Offer, Situation
from ..turn import Control, Decision, Turn
from ..view import View
from ..wording.phrases import enumerated, listed, stated


def quiet_turn(view: View, situation: Situation, control: Control | None = None) -> Turn:
    """Return a turn that keeps all colors, except that accepted deals are carried out."""
    turn = Turn(
        assignments={**situation.colors, **situation.committed, **view.fixed},
        satisfied=situation.satisfied,
        control=control,
        decision=Decision(algorithm="person"),
    )
    return with_due_reports(turn, view, situation)


def with_due_reports(turn: Turn, view: View, situation: Situation) -> Turn:
    """
    Return a turn that also tells its changes of colors to the neighbors who know the earlier ones.

    A message that reports no colors carries the report; who gets none is told in words.
    """
    if turn.assignments == situation.colors:
        return turn
    reported = {one.recipient for one in turn.messages if one.report}
    due = {
        peer: report
        for peer, report in due_reports(view, turn.assignments, situation).items()
        if peer not in reported
    }
    messages = []
    for one in turn.messages:
        report = due.pop(one.recipient, None)
        messages.append(one if report is None else one.model_copy(update={"report": report}))
    for peer, report in due.items():
        text = " ".join(f"{node} is {color}." for node, color in report.items())
        messages.append(Outgoing(recipient=peer, kind="free_text", text=text, report=report))
    return turn.model_copy(update={"messages": tuple(messages)}) if messages else turn


def due_reports(
    view: View, colors: Mapping[str, str], situation: Situation
) -> dict[str, dict[str, str]]:
    """Return the new colors of nodes for each neighbor who knows the earlier ones."""
    reports = {}
    for peer in view.peers:
        known = situation.announced.get(peer, {})
        report = {node: colors[node] for node in view.border_to(peer) if node in known}
        if known != report:
            reports[peer] = report
    return reports


def misreported(view: View, situation: Situation, peer: str) -> dict[str, str]:
    """Return the border colors that a neighbor was told, and that the nodes do not have."""
    told = situation.announced.get(peer, {})
    untold = unreported(view, situation, peer)
    return {node: told[node] for node in untold if told.get(node, untold[node]) != untold[node]}


def unreported(view: View, situation: Situation, peer: str) -> dict[str, str]:
    """Return the border colors that a neighbor does not know yet, from a report or a deal."""
    agreed, due = _agreed(situation, peer), agreed_next(view, situation, peer)
    reported = {**situation.announced.get(peer, {}), **agreed}
    border = {node: situation.colors[node] for node in view.border_to(peer) if node not in due}
    return {node: color for node, color in border.items() if reported.get(node) != color}


def agreed_next(view: View, situation: Situation, peer: str) -> dict[str, str]:
    """Return the colors agreed with a neighbor that the person's next turn gives to the nodes."""
    return {
        node: color
        for node, color in _agreed(situation, peer).items()
        if node in view.own and situation.colors[node] != color
    }


def _agreed(situation: Situation, peer: str) -> dict[str, str]:
    return {pin.node: pin.color for pin in situation.pins if pin.kind == "committed" and pin.by == peer}


def untold_text(view: View, situation: Situation, peer: str) -> str:
    """Name the border colors that a neighbor does not know yet, or believes to be others."""
    wrong = misreported(view, situation, peer)
    untold = {n: c for n, c in unreported(view, situation, peer).items() if n not in wrong}
    due = agreed_next(view, situation, peer)
    since = " since announce" if situation.phase == "bargain" else " since init"
    now = since if situation.round else ""
    true = {node: situation.colors[node] for node in wrong}
    parts = []
    if wrong:
        sets = "; ".join(f"{node}={color}" for node, color in wrong.items())
        # A color against a deal would be refused.
        how = "send to tell it" if {*wrong} & {*situation.committed} else f"{sets} to change it"
        parts.append(f"; you told it {listed(wrong)}, but {stated(true)} (type {how})")
    parts += [f"; you have not told it {listed(untold)}{now} (type send)"] if untold else []
    parts += [f"; you agreed on {listed(due)}, which your next turn carries out"] if due else []
    return "".join(parts)


def belief_text(view: View, situation: Situation, peer: str) -> str:
    """Say what a neighbor was told about the border, where it is wrong, and what it does not know."""
    due = agreed_next(view, situation, peer)
    told = {**situation.announced.get(peer, {}), **due}
    if not told:
        return "It does not know your colors."
    untold = unreported(view, situation, peer)
    wrong = {n: color for n, color in untold.items() if told.get(n, color) != color}
    unknown = [node for node in untold if node not in told]
    parts = [
        f"It believes: {listed(told)}.",
        f"In truth: {listed(wrong)}." if wrong else "",
        f"Your next turn carries out what you agreed: {listed(due)}." if due else "",
        f"It does not know {enumerated(unknown)}." if unknown else "",
    ]
    return " ".join(part for part in parts if part)


def points_text(view: View) -> str:
    """Word what the colors are worth."""
    worth = sorted(view.points.items(), key=lambda pair: (-pair[1], pair[0]))
    return f"Points for each node: {', '.join(f'{color} {points}' for color, points in worth)}."


def offers_to(view: View, situation: Situation) -> dict[int, Offer]:
    """Return the offers that wait for the person's answer, by their numbers."""
    return numbered(situation.offers, view.agent)


def offer_text(offer: Offer) -> str:
    """Word an offer for its recipient."""
    if not offer.assignments:
        return f"{offer.sender} asks you to color {terms(offer.conditions)}"
    return f"if you color {terms(offer.conditions)}, {offer.sender} colors {terms(offer.assignments)}"


def clashes_inside(
    view: View, situation: Situation, colors: Mapping[str, str], now: Mapping[str, str] | None = None
) -> str:
    """
    Name the conflicts of the person's nodes that colors would make.

    Without ``now`` only nodes count that cannot give way: fixed ones and those of deals or these colors.

    Parameters
    ----------
    colors
        Colors of the person's nodes, and of the neighbors' nodes that are to have them as well.
    now
        Present colors of the other nodes, if these count as well: those of the neighbors as reported.
    """
    agreed = {node: color for node, color in situation.committed.items() if node not in colors}
    held = {**(now or {}), **agreed, **view.fixed, **colors}
    both: list[str] = []
    clashes: dict[str, list[str]] = {}
    for u, v in view.edges:
        if u not in held or held[u] != held.get(v) or not {u, v} & {*colors}:
            continue
        if not {u, v} & {*view.own}:
            continue
        node, other = (u, v) if u in colors else (v, u)
        how = "fixed to" if other in view.fixed else "agreed" if other in agreed else ""
        if how or other not in colors:
            state = f"{how} {held[node]}" if how else f"{held[node]} now"
            clashes.setdefault(node, []).append(f"with {other}, which is {state}")
        else:
            both.append(f"{node} and {other} would both be {held[node]}")
    held_by = [f"{v} {held[v]} would clash {', and '.join(others)}" for v, others in clashes.items()]
    return ", and ".join([*both, *held_by])


def deals_with(situation: Situation, peer: str) -> list[Offer]:
    """Return the deals that stand with a neighbor."""
    return [
        offer
        for offer in situation.offers
        if offer.status == "accepted" and peer in (offer.sender, offer.recipient)
    ]


def deal_text(deal: Offer, person: str) -> str:
    """Word a deal for one of its sides."""
    mine, theirs = deal.conditions, deal.assignments
    peer = deal.sender
    if deal.sender == person:
        mine, theirs, peer = theirs, mine, deal.recipient
    parts = [f"you color {terms(mine)}"] if mine else []
    parts += [f"{peer} colors {terms(theirs)}"] if theirs else []
    return f"Agreed: {', '.join(parts)}."

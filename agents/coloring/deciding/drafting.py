"""
Draft the messages of a turn: options and reports for neighbors, each with the facts behind it.

Each message carries a report of the own nodes that touch its recipient, and names no node that the
recipient does not see.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from solver import BudgetError

from ..assessing import solving
from ..assessing.options import OptionTable, options
from ..assessing.payloads import constraints_payload, cost_list
from ..bargaining.exclusions import impossible
from ..bargaining.feasibility import feasible, told, why_no_setting
from ..events import Event, event
from ..messages import Constraints, CostList, Kind, Outgoing
from ..wording import templates
from ..wording.standing import Standing
from .drafts import Drafts, is_repeated
from .position import Position


def drafted(position: Position, *, team: bool = False) -> Position:
    """
    Draft a message for each neighbor.

    Parameters
    ----------
    team
        Whether the person asked for the team's total.
    """
    view, mode = position.view, position.mode
    # Which colorings would do comes first; what they are worth, once one of them stands.
    in_conflict = bool(position.conflicts) or not position.complete
    kind = mode.in_conflict if in_conflict else mode.settled
    wide = kind == "constraints"
    rules = replace(position.rules, near=False) if wide else position.rules
    if position.scores:
        rules = replace(rules, score_tiebreak=True)
    messages, standings, tables = {}, {}, {}
    noted: list[Event] = []
    options_exist = False
    fresh = []
    for peer in view.peers:
        table = None
        try:
            table = options(
                view,
                position.after,
                rules,
                position.assignments,
                peer,
                team=team and peer == view.person,
            )
            table = table.without(impossible(position.after, peer))
        except BudgetError as error:
            why = {"recipient": peer, "reason": str(error)}
            noted.append(event("coloring.options_over_budget", why))
        else:
            noted.append(event("coloring.options", {"recipient": peer, **table.summary}))
            options_exist |= bool(position.conflicts) and table.feasible_count > 0
        tables[peer] = table
        culprits: tuple[str, ...] = ()
        # A reason costs hundreds of solver calls: it is computed only for messages that state it.
        if (wide or peer == view.person) and position.conflicts and not position.could_alone:
            culprits = () if table is None else _culprits(position, peer, table)
        typed = None if table is None else _typed(position, peer, table, culprits, kind)
        is_known = typed is not None and is_repeated(typed, position.before)
        if is_known and peer not in view.people:
            # Its words would not be read: typed content is what is compared, and it was sent before.
            continue
        standing = standing_towards(position, peer, table, culprits=culprits)
        draft = _draft(kind, standing, typed)
        standings[peer], messages[peer] = standing, draft
        if not (is_repeated(draft, position.before) if typed is None else is_known):
            fresh.append(draft)
    return position.but(*noted, drafts=Drafts(messages, standings, tables, options_exist, tuple(fresh)))


def _typed(
    position: Position,
    peer: str,
    table: OptionTable,
    culprits: tuple[str, ...],
    kind: Kind | None,
) -> Outgoing | None:
    """Return the message of a kind with typed content, without its words; None for other kinds."""
    if kind not in ("cost_list", "constraints"):
        return None
    view = position.view
    kept = view.kept.get(f"\0typed {peer}")
    if kept is not None and kept[0] is table and kept[1] == (kind, culprits):
        message: Outgoing = kept[2]
        return message
    content: CostList | Constraints
    if kind == "cost_list":
        content = cost_list(view, position.after, table)
    else:
        content = constraints_payload(
            view, position.after, position.rules, position.assignments, table, culprits
        )
    report = {node: position.assignments[node] for node in view.border_to(peer)}
    message = Outgoing.carrying(peer, kind, "", content, report)
    # All of it follows from the table, and from what the table was made for.
    view.kept[f"\0typed {peer}"] = table, (kind, culprits), message
    return message


def _draft(kind: Kind | None, standing: Standing, typed: Outgoing | None) -> Outgoing:
    """Return the message of a kind in words; a status where there are no options to send."""
    if kind == "cost_list" and typed is not None:
        return typed.worded(templates.cost_list_text(standing))
    if kind == "constraints" and typed is not None:
        return typed.worded(templates.constraints_text(standing))
    if kind is None or standing.table is None:
        return status(standing)
    return message(standing, "free_text", templates.free_text(standing))


def status(standing: Standing) -> Outgoing:
    """Draft a report of the own border without options."""
    return message(standing, "status", templates.status_text(standing))


def message(standing: Standing, kind: Kind, text: str) -> Outgoing:
    """Return a message with the report that every message carries."""
    return Outgoing.plainly(standing.peer, kind, text, dict(standing.mine))


def standing_towards(
    position: Position,
    peer: str,
    table: OptionTable | None = None,
    *,
    culprits: Sequence[str] = (),
) -> Standing:
    """Gather the facts for one participant, without a node that it does not see."""
    view, beliefs, binding = position.view, position.beliefs, position.binding
    border, near = view.border_of(peer), view.border_to(peer)
    mine = view.mine
    clashes = tuple([one for one in position.conflicts if one[0] in near and one[1] in border])
    inner = sum([one[0] in mine and one[1] in mine for one in position.conflicts])
    hidden = [node for node in binding.forced if node not in near]
    hidden_refused = [one for one in binding.refused if one.node not in near]
    told, seen = position.before.told(peer), position.before.seen(peer)
    unseen = position.changes.keys() - near
    return Standing(
        peer=peer,
        border={node: beliefs[node] for node in border if node in beliefs},
        missing=tuple([node for node in border if node not in beliefs]),
        mine={node: position.assignments[node] for node in near},
        clashes=clashes,
        inner=inner,
        others=len(position.conflicts) - len(clashes) - inner,
        score=position.score,
        satisfied=position.satisfied,
        changes={
            node: (told.get(node), color)
            for node in near
            if (color := position.assignments[node]) != told.get(node)
        },
        inner_changes=not unseen.issubset(hidden),
        table=table,
        alone=position.could_alone,
        helpless=bool(position.conflicts) and not clashes and _is_helpless(position, peer),
        culprits=tuple(culprits),
        # A deal accepted in this turn comes before a demand.
        forced={
            node: color
            for node, color in {**binding.forced, **position.heard.restored}.items()
            if node in near and position.assignments[node] == color
        },
        unseen=tuple([node for node in near if seen.get(node) != told.get(node)]),
        refused=tuple([one for one in binding.refused if one.node in near]),
        hidden_demands=(len(hidden), len(hidden_refused)),
        released=tuple([node for node in position.ended if node in near]),
        to_person=peer in view.people,
        has_others=view.has_several_peers,
        demanded=_in_the_way(position, peer, clashes),
        later=_later(position, peer, table),
    )


def _later(position: Position, peer: str, table: OptionTable | None) -> int | None:
    """Return the points of the best answer to a person's colors, if they have to wait for a turn."""
    view = position.view
    waits = position.scores and position.complete and not position.conflicts and not position.may_recolor
    if table is None or peer not in view.people or not waits:
        return None
    row = table.row({node: position.beliefs[node] for node in view.border_of(peer)})
    points = position.score if row is None else view.score(table.answer(row))
    return points if points > position.score else None


def _in_the_way(
    position: Position, peer: str, clashes: Sequence[tuple[str, str, str]]
) -> dict[str, str]:
    """Return the nodes in conflict that the peer demanded earlier: it may have forgotten that."""
    stuck = {own for own, _, _ in clashes} - position.binding.forced.keys()
    forced = [pin for pin in position.after.pins if pin.kind == "forced" and pin.by == peer]
    return {pin.node: pin.color for pin in forced if pin.node in stuck}


def _is_helpless(position: Position, peer: str) -> bool:
    """Return whether no colors of a person's border would let the agent end its conflicts."""
    view, after = position.view, position.after
    if peer not in view.people or position.could_alone:
        return False
    border = view.border_of(peer)
    others = {node: color for node, color in position.beliefs.items() if node not in border}
    required = {**after.forced, **after.committed, **view.fixed}
    return not solving.solvable(view, others, required, over_budget=True)


def _culprits(position: Position, peer: str, table: OptionTable) -> tuple[str, ...]:
    """Return why the peer's border as it is rules a solution out, in words fit for the peer."""
    view = position.view
    if table.feasible_count and peer != view.person:
        return ()
    try:
        if not table.feasible_count and (none := why_no_setting(view, position.after, table.varied)):
            return told(view, none, peer)
        answer = feasible(view, position.after, {})
        return () if answer.feasible else answer.told(view, peer)
    except BudgetError:
        return ()

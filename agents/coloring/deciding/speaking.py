"""
What goes out in a turn: stage 9, the reply to a person, and stage 10, options and reports for neighbors.

Each message carries a report of the own nodes that touch its recipient. What was said before is not said
again (the fingerprints of the last messages to each are remembered), unless the recipient believes
something else of the border by now; and a person who spoke is always answered, once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from solver import BudgetError

from ..assessing.options import OptionTable, constraints_payload, cost_list, options
from ..bargaining.feasibility import feasible
from ..conformance import Rules
from ..messages import Outgoing, fingerprint
from ..situation import Received, Situation
from ..view import View
from ..wording import templates
from ..wording.standing import Standing
from .compute import Computed, Event

Mode = Literal["RB", "LLM_U", "LLM_C", "LLM_F", "LLM_API"]
#: Options that the log of counterfactuals shows.
LOGGED = 3


@dataclass(frozen=True)
class Drafts:
    """
    What could be said in this turn, before it is decided what is.

    Attributes
    ----------
    messages
        Content for each neighbor.
    standings
        The facts behind it.
    options_exist
        Whether some neighbor could end the agent's conflicts.
    events
        ``coloring.options``.
    """

    messages: Mapping[str, Outgoing] = field(default_factory=dict)
    standings: Mapping[str, Standing] = field(default_factory=dict)
    options_exist: bool = False
    events: Sequence[Event] = ()

    def fresh(self, situation: Situation) -> list[Outgoing]:
        """Those that were not sent before."""
        return [one for one in self.messages.values() if not is_repeated(one, situation)]


def is_repeated(message: Outgoing, situation: Situation) -> bool:
    """Whether the recipient got the same before, and still knows what it reports."""
    told = situation.announced.get(message.recipient, {})
    knows = all(told.get(node) == color for node, color in (message.report or {}).items())
    return knows and fingerprint(message) in situation.sent.get(message.recipient, ())


def draft(
    view: View,
    situation: Situation,
    rules: Rules,
    mode: Mode,
    computed: Computed,
    *,
    team: bool = False,
) -> Drafts:
    """
    Draft the messages of stage 10.

    Parameters
    ----------
    situation
        With what was learned in this turn, and the pins that bind after it.
    team
        Whether the person asked for the team's total.
    """
    alone = computed.could_alone
    if mode == "LLM_API":  # what would do comes first; what it is worth, once something does
        mode = "LLM_C" if computed.conflicts or not _complete(view, computed) else "LLM_U"
    wide = replace(rules, near=False) if mode == "LLM_C" else rules
    messages, standings, events = {}, {}, []
    options_exist = False
    for peer in view.peers:
        table = None
        try:
            asks = team and peer == view.person
            table = options(view, situation, wide, computed.assignments, peer, team=asks)
        except BudgetError as error:
            events.append(("coloring.options", {"recipient": peer, "refused": str(error)}))
        else:
            events.append(("coloring.options", _logged(peer, table)))
            options_exist |= bool(computed.conflicts) and table.feasible_count > 0
        culprits: Sequence[str] = ()
        # A reason costs hundreds of questions to the solver: it is for who reads it.
        if (
            (mode == "LLM_C" or peer == view.person)
            and table is not None
            and computed.conflicts
            and not alone
        ):
            culprits = _culprits(view, situation, peer, table)
        standing = standing_towards(view, peer, computed, table, alone=alone, culprits=culprits)
        standings[peer] = standing
        messages[peer] = _content(view, situation, rules, mode, computed, standing)
    return Drafts(messages, standings, options_exist, events)


def _complete(view: View, computed: Computed) -> bool:
    return all(node in computed.beliefs for node in view.owners)


def _content(
    view: View, situation: Situation, rules: Rules, mode: Mode, computed: Computed, standing: Standing
) -> Outgoing:
    """The message of a mode; a status where there are no options to tell."""
    table = standing.table
    payload: dict[str, Any]
    if table is None or mode == "RB":
        return status(standing)
    if mode == "LLM_U":
        payload = cost_list(view, situation, table).model_dump(mode="json")
        text = templates.cost_list_text(standing)
        return _message(standing, "cost_list", text, payload)
    if mode == "LLM_C":
        found = constraints_payload(
            view, situation, rules, computed.assignments, table, standing.culprits
        )
        text = templates.constraints_text(standing)
        return _message(standing, "constraints", text, found.model_dump(mode="json"))
    return _message(standing, "free_text", templates.free_text(standing), None)


def _message(standing: Standing, kind: Any, text: str, payload: dict[str, Any] | None) -> Outgoing:
    return Outgoing(
        recipient=standing.peer, kind=kind, text=text, payload=payload, report=dict(standing.mine)
    )


def status(standing: Standing) -> Outgoing:
    """Tell the own border, and no more."""
    return _message(standing, "status", templates.status_text(standing), None)


def reply(
    standing: Standing, to: Received, answers: Sequence[str], *, with_options: bool = True
) -> Outgoing:
    """Answer a message of a person."""
    text = templates.reply_text(standing, answers, with_options=with_options)
    answer = _message(standing, "reply", text, None)
    return answer.model_copy(update={"in_reply_to": to.message_id or None})


# -------------------------------------------------------------------------------------------- facts


def standing_towards(
    view: View,
    peer: str,
    computed: Computed,
    table: OptionTable | None = None,
    *,
    alone: bool = False,
    culprits: Sequence[str] = (),
) -> Standing:
    """Bring together what is so towards one participant, without a node that it does not see."""
    border = view.border_of(peer)
    near = view.border_to(peer)
    beliefs, binding = computed.beliefs, computed.binding
    clashes = tuple(clash for clash in computed.conflicts if clash[0] in near and clash[1] in border)
    mine = set(view.own)
    inner = sum(mine.issuperset(clash[:2]) for clash in computed.conflicts)
    hidden = [node for node in binding.forced if node not in near]
    hidden_refused = [one for one in binding.refused if one.node not in near]
    return Standing(
        peer=peer,
        border={node: beliefs[node] for node in border if node in beliefs},
        missing=tuple(node for node in border if node not in beliefs),
        mine={node: computed.assignments[node] for node in near},
        clashes=clashes,
        inner=inner,
        others=len(computed.conflicts) - len(clashes) - inner,
        score=view.score(computed.assignments),
        satisfied=computed.satisfied,
        changes={node: computed.changes[node] for node in near if node in computed.changes},
        inner_changes=any(node not in near for node in computed.changes if node not in hidden),
        table=table,
        alone=alone,
        culprits=tuple(culprits),
        forced={node: color for node, color in binding.forced.items() if node in near},
        refused=tuple(one for one in binding.refused if one.node in near),
        hidden_demands=(len(hidden), len(hidden_refused)),
        released=tuple(node for node in binding.released if node in near),
    )


def _culprits(view: View, situation: Situation, peer: str, table: OptionTable) -> tuple[str, ...]:
    """Why the peer's border as it is rules a solution out, in words fit for the peer."""
    if table.feasible_count and peer != view.person:
        return ()
    try:
        found = feasible(view, situation, {})
    except BudgetError:
        return ()
    return () if found.feasible else found.told(view, peer)


def _logged(peer: str, table: OptionTable) -> dict[str, Any]:
    return {
        "recipient": peer,
        "total": table.total,
        "by_constraint": table.by_constraint,
        "by_distance": table.by_distance,
        "held": sorted(table.held),
        "kept": len(table),
        "feasible": table.feasible_count,
        "best": [option.model_dump(mode="json") for option in table.best(LOGGED)],
    }

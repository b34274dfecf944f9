"""
Stages 3 to 8 of a turn: compute colors, accept them or not, snap to the best answer, judge the outcome.

A pure function of what is seen. Where the requirements' word and this product part, a field of
:class:`~agents.coloring.conformance.Rules` says so; nothing here asks for a mode. Under the literal
rules greedy overwrites what the snap found, and the snap what greedy found, turn by turn; under
``accept="non_worsening"`` what costs more than what stands is not taken.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from solver import BudgetError

from ..assessing import solving
from ..assessing.binding import Binding, Refusal, bind, known
from ..assessing.oscillation import oscillates
from ..assessing.satisfaction import conflicts, judge, least_possible
from ..conformance import EPSILON, Rules
from ..situation import Situation
from ..turn import Decision
from ..view import Coloring, View
from .explain import explain_colors

Event = tuple[str, dict[str, Any]]
_NOTHING: Mapping[str, str] = {}
#: Penalties closer than this are one: sums of preferences are not always exact.
_SAME = 1e-9


@dataclass(frozen=True)
class Computed:
    """
    The outcome of a turn's stages 3 to 8.

    Attributes
    ----------
    assignments
        A color for every own node.
    decision
        How they came about.
    satisfied, reason
        Whether the agent is, and why or why not.
    conflicts
        (own node, other node, color) of each edge in conflict.
    penalty
        Of the assignments together with the beliefs.
    changes
        ``{node: (old color, new color)}``, old against final; the only basis for a claim of change.
    could_alone
        Whether there are conflicts that a best answer would end, the others staying as they are.
    binding
        What bound the own nodes: demands taken on, refused, released.
    beliefs
        What the turn was computed from.
    oscillates
        Whether the agent goes back and forth.
    events
        Name and data of each, in order.
    """

    assignments: dict[str, str]
    decision: Decision
    satisfied: bool
    reason: str
    conflicts: list[tuple[str, str, str]]
    penalty: float
    changes: dict[str, tuple[str | None, str]]
    could_alone: bool
    binding: Binding
    beliefs: dict[str, str]
    oscillates: bool
    events: list[Event] = field(default_factory=list)

    @property
    def refused(self) -> tuple[Refusal, ...]:
        """Demands that could not be met."""
        return self.binding.refused


class _Proposal(NamedTuple):
    colors: dict[str, str]
    local_scores: dict[str, dict[str, float]] | None
    reason: str | None


def compute(
    view: View,
    situation: Situation,
    rules: Rules,
    *,
    demands: Mapping[str, str] = _NOTHING,
    released: Collection[str] = (),
    explain: bool = False,
    seed: int = 0,
) -> Computed:
    """
    Take stages 3 to 8 of a turn.

    Parameters
    ----------
    view, situation, rules
        What the agent sees, and how it plays; beliefs learned in this turn are in the situation already.
    demands
        ``{own node: color}`` that a person demanded in this turn.
    released
        Own nodes whose pins end in this turn.
    explain
        Whether to say why each node has its color, with the cost of every alternative.
    seed
        Of the algorithms that draw lots.
    """
    events: list[Event] = []
    beliefs = known(view, situation.beliefs)
    missing = [node for node in view.owners if node not in beliefs]
    events.append(("coloring.beliefs", {"known": dict(beliefs), "missing": missing}))
    binding = bind(view, situation, rules, demands, released)
    _tell_demands(binding, events)
    old = {node: view.color_name(color) or color for node, color in situation.colors.items()}
    base = {node: binding.required.get(node, old.get(node, "")) for node in view.own}
    proposal = _propose(view, situation, rules, beliefs, binding, old, base, seed)
    applied, reasons = _accept(view, situation, rules, beliefs, base, proposal)
    cost = solving.penalty(view, applied, beliefs, rules.scope)
    changed = applied != old
    events.append(
        (
            "coloring.computed",
            {
                "algorithm": rules.algorithm,
                "old": old,
                "computed": proposal.colors,
                "new": applied,
                "changed": changed,
                "penalty": cost,
                "conflicts": len(conflicts(view, applied, beliefs, rules)),
                **({"local_scores": proposal.local_scores} if explain else {}),
            },
        )
    )
    if rules.forced_until == "next_turn" and binding.forced:
        events.append(("coloring.forced_cleared", {"forced": binding.forced}))
    computed_cost = cost if proposal.colors == applied else None
    snapped, lowest = _snap(view, situation, rules, beliefs, binding, applied, cost, changed, events)
    least = None if lowest is None else lowest.penalty
    if snapped is not None:
        applied = snapped.colors
        cost = solving.penalty(view, applied, beliefs, rules.scope)
        reasons.append("snapped")
    else:
        reasons.append(f"snap_skipped:{events[-1][1]['reason']}")
    satisfaction = judge(view, rules, applied, beliefs, cost, least, events)
    satisfied = satisfaction.value
    if satisfied and not rules.by_conflicts:
        satisfied = _verified(view, rules, applied, beliefs, events)
    found = conflicts(view, applied, beliefs, rules)
    events.append(
        (
            "coloring.satisfied",
            {
                "value": satisfied,
                "reason": satisfaction.reason,
                "penalty": cost,
                "best": least,
                "conflicts": len(found),
            },
        )
    )
    swinging = oscillates(situation.past, applied)
    if swinging:
        reasons.append("oscillation")
        events.append(("coloring.oscillation", {"turns": len(situation.past) + 1}))
    if computed_cost is None:
        computed_cost = solving.penalty(view, proposal.colors, beliefs, rules.scope)
    explanation = None
    if explain:
        explanation = explain_colors(view, rules, applied, beliefs, situation, binding)
    decision = Decision(
        algorithm=rules.algorithm,
        computed=proposal.colors,
        snapped=None if snapped is None else snapped.colors,
        computed_penalty=computed_cost,
        best_penalty=least,
        penalty=cost,
        conflicts=len(found),
        reasons=tuple(reasons),
        local_scores=proposal.local_scores if explain else None,
        explanation=explanation,
    )
    return Computed(
        assignments=applied,
        decision=decision,
        satisfied=satisfied,
        reason=satisfaction.reason,
        conflicts=found,
        penalty=cost,
        changes={n: (old.get(n), c) for n, c in applied.items() if old.get(n) != c},
        could_alone=bool(found) and lowest is not None and lowest.conflicts == 0,
        binding=binding,
        beliefs=beliefs,
        oscillates=swinging,
        events=events,
    )


# ------------------------------------------------------------------------------------------- stages


def _tell_demands(binding: Binding, events: list[Event]) -> None:
    for refusal in binding.refused:
        data = {"node": refusal.node, "color": refusal.color, refusal.why: refusal.bound_to}
        events.append(("coloring.forced_refused", data))
    if binding.forced:
        events.append(("coloring.forced_applied", {"forced": binding.forced}))


def _propose(
    view: View,
    situation: Situation,
    rules: Rules,
    beliefs: Coloring,
    binding: Binding,
    old: Coloring,
    base: dict[str, str],
    seed: int,
) -> _Proposal:
    """Compute colors: stage 3."""
    required = binding.required
    if not situation.may_recolor:
        if base == old:
            return _Proposal(base, None, "waits")
        return _Proposal(_best_from(view, beliefs, required, rules, base), None, "repaired")
    if rules.algorithm == "greedy":
        found = solving.greedy(view, beliefs, required, rules.preseed)
        return _Proposal(found.colors, found.local_scores, None)
    if rules.algorithm == "exhaustive":
        return _Proposal(_best_from(view, beliefs, required, rules, base), None, None)
    if rules.algorithm == "maxsum":
        return _Proposal(solving.maxsum(view, beliefs, required, rules, seed), None, None)
    return _Proposal(solving.scattered(view, required, seed), None, None)


def _best_from(
    view: View, beliefs: Coloring, required: Coloring, rules: Rules, base: dict[str, str]
) -> dict[str, str]:
    """Give the best answer, or what stands if nothing costs less (MS-1)."""
    return solving.best(view, beliefs, required, rules.scope, current=base).colors


def _accept(
    view: View,
    situation: Situation,
    rules: Rules,
    beliefs: Coloring,
    base: dict[str, str],
    proposal: _Proposal,
) -> tuple[dict[str, str], list[str]]:
    """Decide between what was computed and what stands: stages 4 and 5."""
    new = proposal.colors
    reasons = [proposal.reason] if proposal.reason else []
    calm = situation.calm and rules.calm_down
    if rules.accept == "always" and not calm:
        return new, [*reasons, "accepted:always"]
    if new == base or not all(base.values()):
        return new, [*reasons, "accepted:same" if new == base else "accepted:first"]
    gain = solving.penalty(view, base, beliefs, rules.scope) - solving.penalty(
        view, new, beliefs, rules.scope
    )
    if gain > _SAME:
        return new, [*reasons, "accepted:better"]
    # A sidestep may lead out of a conflict; where nothing new was heard it has led nowhere before.
    heard = situation.last_beliefs != beliefs or situation.last_pins != situation.pins
    if gain >= -_SAME and heard and not calm and view.conflicts(base, beliefs):
        return new, [*reasons, "accepted:changed"]
    return base, [*reasons, "kept:not_better"]


def _snap(
    view: View,
    situation: Situation,
    rules: Rules,
    beliefs: Coloring,
    binding: Binding,
    applied: Coloring,
    cost: float,
    changed: bool,
    events: list[Event],
) -> tuple[solving.Answer | None, solving.Least | None]:
    """Give the best answer if the agent is stuck above it (stage 7), and the least penalty there is."""
    lowest = least_possible(view, beliefs, binding.lasting, rules, cost)
    least = None if lowest is None else lowest.penalty
    threshold = rules.snap_threshold
    reason = "threshold"
    if binding.forced:
        reason = "forced"
    elif changed:
        reason = "changed"
    elif not situation.may_recolor:
        reason = "waits"
    elif least is None:
        reason = "budget"
    elif cost > least + threshold:
        try:
            found = solving.best(view, beliefs, binding.lasting, rules.scope)
        except BudgetError:  # the first of several optima costs more to find than one of them
            reason = "budget"
        else:
            data = {"from": dict(applied), "to": found.colors, "penalties": [cost, found.penalty]}
            events.append(("coloring.snap", data))
            return found, lowest
    skipped = {"reason": reason, "current": cost, "best": least, "threshold": threshold}
    events.append(("coloring.snap_skipped", skipped))
    return None, lowest


def _verified(
    view: View, rules: Rules, applied: Coloring, beliefs: Coloring, events: list[Event]
) -> bool:
    """Check a claim of satisfaction once more, as the requirements ask (SA-4)."""
    again = solving.penalty(view, applied, beliefs, rules.scope)
    if again > EPSILON:
        events.append(("coloring.inconsistency", {"kind": "false_claim", "penalty": again}))
        return False
    return True

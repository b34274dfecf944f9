"""
Stages 2 to 8 of a turn: compute colors, accept them or not, snap to the best answer, judge the outcome.

Each stage is a pure function from a position to the next one. Where the requirements' words and this
product differ, a field of :class:`~agents.coloring.conformance.Rules` decides. Under the literal rules
greedy overwrites what the snap found, and the snap what greedy found, turn by turn; under
``accept="non_worsening"`` a coloring that costs more than the one that stands is not taken.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from solver import BudgetError

from ..assessing import solving
from ..assessing.binding import bind, known
from ..assessing.oscillation import oscillates
from ..assessing.satisfaction import border_conflicts, conflicts, judge, least_possible
from ..conformance import EPSILON
from ..events import event
from .explain import explain_colors
from .position import Position, SkipReason

#: Penalties closer than this are equal: sums of preferences are not always exact.
_SAME = 1e-9


def log_state(position: Position) -> Position:
    """Stage 2: adopt the beliefs that count, and record them."""
    beliefs = known(position.view, position.situation.beliefs)
    missing = [node for node in position.view.owners if node not in beliefs]
    noted = event("coloring.beliefs", {"known": beliefs, "missing": missing})
    return position.but(noted, beliefs=beliefs)


def compute_assignments(position: Position) -> Position:
    """Stage 3: compute colors under everything that binds."""
    view, situation, heard = position.view, position.situation, position.heard
    binding = bind(view, situation, position.rules, heard.demands, heard.released, position.picked)
    previous = situation.colors
    if not view.colors.issuperset(previous.values()):
        previous = {node: view.color_name(color) or color for node, color in previous.items()}
    base = {**previous, **binding.required}
    if tuple(base) != view.own:
        base = {node: base.get(node, "") for node in view.own}
    position = position.but(binding=binding, previous=previous, base=base)
    for refusal in binding.refused:
        position = position.noting(
            "coloring.forced_refused",
            node=refusal.node,
            color=refusal.color,
            fixed=refusal.bound_to if refusal.why == "fixed" else None,
            committed=refusal.bound_to if refusal.why == "committed" else None,
        )
    if binding.forced:
        position = position.noting("coloring.forced_applied", forced=binding.forced)
    proposal = _propose(position)
    return position.but(
        proposed=proposal.colors,
        local_scores=proposal.local_scores,
        reasons=(proposal.reason,) if proposal.reason else (),
    )


def compare_assignments(position: Position) -> Position:
    """Stage 4: decide between the computed and the current colors."""
    accepted, reason = _compare(position)
    return position.but(accepted=accepted, reasons=(*position.reasons, reason))


def apply_assignments(position: Position) -> Position:
    """Stage 5: adopt the chosen colors."""
    applied = position.proposed if position.accepted else position.base
    cost = _penalty(position, applied)
    proposed_cost = cost if position.proposed == applied else _penalty(position, position.proposed)
    left = conflicts(position.view, applied, position.beliefs, position.rules)
    changed = applied != position.previous
    noted = {
        "algorithm": position.rules.algorithm,
        "old": position.previous,
        "computed": position.proposed,
        "new": applied,
        "changed": changed,
        "penalty": cost,
        "conflicts": len(left),
        "local_scores": position.local_scores if position.explain else None,
    }
    return position.but(
        event("coloring.computed", noted),
        assignments=applied,
        changed=changed,
        penalty=cost,
        proposed_penalty=proposed_cost,
        conflicts=left,
    )


def clear_forced(position: Position) -> Position:
    """Stage 6: end the demands that bind for one turn; ``Binding.lasting`` holds the others."""
    if position.rules.forced_until == "next_turn" and position.binding.forced:
        return position.noting("coloring.forced_cleared", forced=position.binding.forced)
    return position


def snap_to_best(position: Position) -> Position:
    """Stage 7: take the best answer if the agent is stuck above it; record the least penalty."""
    view, rules, lasting = position.view, position.rules, position.binding.lasting
    least = least_possible(view, position.beliefs, lasting, rules, position.penalty)
    position = position.but(least=least)
    skipped = None if _is_asked_to_act(position) else _why_not_snap(position)
    if skipped is None:
        try:
            best = solving.best(view, position.beliefs, lasting, rules.scope)
        except BudgetError:  # the first of several optima costs more to find than one of them
            skipped = "budget"
        else:
            penalties = [position.penalty, best.penalty]
            position = position.noting(
                "coloring.snap", **{"from": position.assignments, "to": best.colors}, penalties=penalties
            )
            return position.but(
                assignments=best.colors,
                snapped=best.colors,
                penalty=_penalty(position, best.colors),
                reasons=(*position.reasons, "snapped"),
            )
    noted = {
        "reason": skipped,
        "current": position.penalty,
        "best": None if least is None else least.penalty,
        "threshold": rules.snap_threshold,
    }
    reasons = (*position.reasons, f"snap_skipped:{skipped}")
    return position.but(event("coloring.snap_skipped", noted), snap_skipped=skipped, reasons=reasons)


def update_satisfaction(position: Position) -> Position:
    """Stage 8: determine whether the agent is satisfied, and whether it goes back and forth."""
    position = judged(_with_border_conflicts(position), position.least)
    if oscillates(position.situation.past, position.assignments):
        turns = len(position.situation.past) + 1
        position = position.but(oscillates=True, reasons=(*position.reasons, "oscillation"))
        position = position.noting("coloring.oscillation", turns=turns)
    if not position.explain:
        return position
    explanation = explain_colors(
        position.view,
        position.rules,
        position.assignments,
        position.beliefs,
        position.situation,
        position.binding,
    )
    return position.but(explanation=explanation)


def judged(position: Position, least: solving.Least | None) -> Position:
    """
    Judge the colors that stand.

    Parameters
    ----------
    least
        Penalty of the best answer under the current bindings; None if it could not be computed.
    """
    view, rules, colors = position.view, position.rules, position.assignments
    cost, best = position.penalty, None if least is None else least.penalty
    left = conflicts(view, colors, position.beliefs, rules)
    judgment = judge(view, rules, colors, position.beliefs, cost, best)
    satisfied = judgment.value
    if satisfied and not rules.by_conflicts and (again := _penalty(position, colors)) > EPSILON:
        # The requirements ask to check a claim of satisfaction once more (SA-4).
        position = position.noting(
            "coloring.inconsistency", kind="false_claim", penalty=again, conflicts=len(left)
        )
        satisfied = False
    noted = {
        "value": satisfied,
        "reason": judgment.reason,
        "penalty": cost,
        "best": best,
        "conflicts": len(left),
    }
    return position.but(
        event("coloring.satisfied", noted),
        satisfied=satisfied,
        reason=judgment.reason,
        conflicts=left,
    )


# ------------------------------------------------------------------------------------------- within


def _with_border_conflicts(position: Position) -> Position:
    """Note each conflict at the border, and that the penalty hides them if it does."""
    at_border = border_conflicts(position.view, position.assignments, position.beliefs)
    noted = [
        event("coloring.boundary_conflict", {"node": own, "peer": other, "color": color})
        for own, other, color in at_border
    ]
    position = position.but(*noted) if noted else position
    if at_border and position.penalty < EPSILON:
        position = position.noting(
            "coloring.inconsistency",
            kind="hidden_conflicts",
            penalty=position.penalty,
            conflicts=len(at_border),
        )
    return position


class _Proposal(NamedTuple):
    colors: dict[str, str]
    local_scores: dict[str, dict[str, float]] | None = None
    reason: str | None = None


def _propose(position: Position) -> _Proposal:
    view, beliefs, rules = position.view, position.beliefs, position.rules
    required, base = position.binding.required, position.base
    if not position.may_recolor:
        if base == position.previous:
            return _Proposal(base, reason="waits")
        return _Proposal(_best_from(position), reason="repaired")
    match rules.algorithm:
        case "greedy":
            greedy = solving.greedy(view, beliefs, required, rules.preseed)
            return _Proposal(greedy.colors, greedy.local_scores)
        case "exhaustive":
            return _Proposal(_best_from(position))
        case "maxsum":
            return _Proposal(solving.maxsum(view, beliefs, required, rules, position.step_seed))
        case "random":
            return _Proposal(solving.scattered(view, required, position.step_seed))


def _best_from(position: Position) -> dict[str, str]:
    """Return the best answer, or the current colors if nothing costs less (MS-1)."""
    required, scope = position.binding.required, position.rules.scope
    return solving.best(position.view, position.beliefs, required, scope, current=position.base).colors


def _compare(position: Position) -> tuple[bool, str]:
    """Return whether the proposal is accepted, and the name of the rule."""
    rules, situation, base = position.rules, position.situation, position.base
    calm = situation.calm and rules.calm_down
    if rules.accept == "always" and not calm:
        return True, "accepted:always"
    if position.proposed == base:
        return True, "accepted:same"
    if not all(base.values()):
        return True, "accepted:first"
    gain = _penalty(position, base) - _penalty(position, position.proposed)
    if gain > _SAME:
        return True, "accepted:better"
    # A sidestep may lead out of a conflict; where nothing has changed it has led nowhere before.
    news = situation.last_beliefs != position.beliefs or situation.last_pins != situation.pins
    if gain >= -_SAME and news and not calm and position.view.conflicts(base, position.beliefs):
        return True, "accepted:changed"
    return False, "kept:not_better"


def _is_asked_to_act(position: Position) -> bool:
    """Return whether the person asks and the agent could end its conflicts alone."""
    least = position.least
    return (
        position.rules.acts_when_asked
        and bool(position.said)
        and bool(position.conflicts)
        and least is not None
        and least.conflicts == 0
        and position.penalty > least.penalty + EPSILON
    )


def _why_not_snap(position: Position) -> SkipReason | None:
    """Return the rule that forbids a snap, or None if the best answer is to be taken."""
    if position.binding.forced:
        return "forced"
    if position.changed:
        return "changed"
    if not position.may_recolor:
        return "waits"
    if position.least is None:
        return "budget"
    worth = position.penalty > position.least.penalty + position.rules.snap_threshold
    return None if worth else "threshold"


def _penalty(position: Position, colors: Mapping[str, str]) -> float:
    return solving.penalty(position.view, colors, position.beliefs, position.rules.scope)

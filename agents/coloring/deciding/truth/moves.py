"""
What moves of bargaining claim, recomputed: their reasons, what they call impossible, their answers.

A move whose claim is false is made without the claim; its effect stays.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

import solver
from solver import BudgetError

from ...bargaining.offers import FEWER, ROUND, UNSOLVED
from ...messages import ConditionalOffer, FeasibilityResponse, Move, Reject, Withdraw
from ...situation import NodeColor
from ...view import Coloring
from .evidence import Evidence, Undecided
from .ledger import pairs
from .sentences import fact_holds

_NOT_NEEDED = "it is no longer needed"
_RULED_OUT = re.compile(r"(\S+) (must|cannot) be (\S+)")
_BOUND = "I am bound by another deal"


def checked_move(move: Move, evidence: Evidence) -> tuple[Move | None, list[str]]:
    """
    Recompute the claims of a move.

    Returns
    -------
    tuple
        The move without false claims, None if nothing is left of it; and the false claims.
    """
    match move:
        case Withdraw():
            return _with_reasons(move, lambda reason: _why_withdrawn(reason, move, evidence))
        case Reject():
            return _refusal(move, evidence)
        case FeasibilityResponse():
            return _answer(move, evidence)
        case ConditionalOffer(conditions=()):
            wrong = [
                f"{term.node} is {term.color}"
                for term in move.assignments
                if evidence.colors.get(term.node) != term.color
            ]
            return None if wrong else move, wrong
        case ConditionalOffer():
            bound = {**evidence.committed, **evidence.view.fixed}
            wrong = [
                f"{term.node} {term.color}"
                for term in move.assignments
                if bound.get(term.node, term.color) != term.color
            ]
            return None if wrong else move, wrong
        case _:
            return move, []


def _answer(move: FeasibilityResponse, evidence: Evidence) -> tuple[Move | None, list[str]]:
    supposed = evidence.questions.get(move.refers_to)
    if supposed is not None:
        own = {node: color for node, color in supposed.items() if node in evidence.view.own}
        foreign = {node: color for node, color in supposed.items() if node not in own}
        fewest = _fewest(evidence, foreign, own)
        if fewest is None or (fewest == 0) != move.is_feasible:
            return None, [f"{move.refers_to} is {'feasible' if move.is_feasible else 'infeasible'}"]
    is_true = _is_limit if move.is_feasible else fact_holds
    kept = tuple(fact for fact in move.because if is_true(evidence, fact))
    wrong = [fact for fact in move.because if fact not in kept]
    return move.model_copy(update={"because": kept}) if wrong else move, wrong


def _is_limit(evidence: Evidence, text: str) -> bool:
    """Return whether the recipient said what a limit says of its nodes."""
    if match := _RULED_OUT.fullmatch(text):
        return evidence.has_ruled("required" if match[2] == "must" else "forbidden", match[1], match[3])
    named = pairs(text.removesuffix(" cannot go together"))
    combinations = [
        {part.node: part.color for part in parts}
        for offer in evidence.before.offers
        if offer.recipient == evidence.recipient
        for parts in offer.impossible_combinations
    ]
    return text.endswith(" cannot go together") and named in combinations


def _with_reasons(move: Any, is_true: Callable[[str], bool]) -> tuple[Any, list[str]]:
    wrong = [reason for reason in move.reasons if not is_true(reason)]
    if not wrong:
        return move, []
    kept = tuple(reason for reason in move.reasons if reason not in wrong)
    return move.model_copy(update={"reasons": kept}), wrong


def _why_withdrawn(reason: str, move: Withdraw, evidence: Evidence) -> bool:
    if reason == _NOT_NEEDED:
        # Offers are made and taken back by the colors that stand, not by those that must be.
        return 0 in (_fewest(evidence, {}, {}), _fewest(evidence, {}, {}, strict=False))
    if reason == _BOUND:
        offers = [o for o in evidence.before.offers if o.offer_id == move.refers_to]
        return any(
            evidence.committed.get(term.node, term.color) != term.color
            for offer in offers
            for term in offer.assignments
        )
    if match := _RULED_OUT.fullmatch(reason):
        kind = "required" if match[2] == "must" else "forbidden"
        return evidence.has_ruled(kind, match[1], match[3])
    return True


def _refusal(move: Reject, evidence: Evidence) -> tuple[Move, list[str]]:
    singles = tuple(term for term in move.impossible_conditions if _is_impossible([term], evidence))
    together = tuple(terms for terms in move.impossible_combinations if _is_impossible(terms, evidence))
    wrong = [f"{t.node} {t.color}" for t in move.impossible_conditions if t not in singles]
    wrong += [
        " and ".join(f"{t.node} {t.color}" for t in terms)
        for terms in move.impossible_combinations
        if terms not in together
    ]
    # Names of rules, such as "unacceptable", are for the log; sentences are for the reader.
    reasons = tuple(
        reason for reason in move.reasons if " " not in reason or _why_rejected(reason, move, evidence)
    )
    wrong += [reason for reason in move.reasons if reason not in reasons]
    if not wrong:
        return move, []
    changes = {
        "impossible_conditions": singles, "impossible_combinations": together, "reasons": reasons,
    }  # fmt: skip
    return move.model_copy(update=changes), wrong


def _why_rejected(reason: str, move: Reject, evidence: Evidence) -> bool:
    if reason == ROUND:
        return evidence.before.place is not None
    if reason == UNSOLVED:
        view, before = evidence.view, evidence.before
        return bool(evidence.conflicts or view.conflicts(before.colors, before.beliefs))
    if reason == FEWER:
        deal = next((o for o in evidence.before.offers if o.offer_id == move.refers_to), None)
        terms = () if deal is None else (*deal.conditions, *deal.assignments)
        bound = {term.node: term.color for term in terms if term.node in evidence.view.own}
        kept, freed = _fewest(evidence, {}, bound), _fewest(evidence, {}, {})
        return kept is not None and freed is not None and freed < kept
    return fact_holds(evidence, reason)


def _is_impossible(terms: Sequence[NodeColor], evidence: Evidence) -> bool:
    """Return whether own nodes can never have these colors: fixed nodes alone rule it out."""
    view = evidence.view
    if any(view.fixed.get(term.node, term.color) != term.color for term in terms):
        return True
    bound: Any = {**view.fixed, **{term.node: term.color for term in terms}}
    try:
        return solver.best_response(view.unfixed, view.agent, {}, bound, "any").conflicts > 0
    except BudgetError:
        return False


def _fewest(evidence: Evidence, foreign: Coloring, own: Coloring, *, strict: bool = True) -> int | None:
    try:
        return evidence.fewest(foreign, own, strict=strict)
    except Undecided:
        return None

"""Moves of bargaining as text for people."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..messages import (
    Accept,
    ConditionalOffer,
    FeasibilityQuery,
    FeasibilityResponse,
    Move,
    Reject,
    Withdraw,
)
from ..situation import NodeColor

#: Reason of a rejection that ends a deal.
ENDS = "ends_deal"
#: Reason of one whose conditions always leave a conflict; the sender may live with it all the same.
CLASHES = "always_a_conflict"


def render(moves: Iterable[Move]) -> str:
    """Word all moves of a message, each in one or two sentences."""
    return " ".join(render_move(move) for move in moves)


def render_move(move: Move) -> str:
    """Word one move, from its sender to its recipient."""
    match move:
        case ConditionalOffer(conditions=(), assignments=assignments):
            return f"My border: {listed(assignments)}."
        case ConditionalOffer(conditions=conditions, assignments=()):
            return f"Please color {terms(conditions)} [{move.offer_id}]."
        case ConditionalOffer(conditions=conditions, assignments=assignments):
            return f"If you color {terms(conditions)}, I color {terms(assignments)} [{move.offer_id}]."
        case Accept():
            return f"I accept your offer {move.refers_to}."
        case Reject():
            ends = "I end our deal" if ENDS in move.reasons else "I reject"
            return " ".join([f"{ends} {move.refers_to}{_why(move.reasons)}.", *_taught(move)])
        case Withdraw():
            return f"I take back {move.refers_to}{_why(move.reasons)}."
        case FeasibilityQuery():
            return f"Could you color your nodes if {supposed(move.conditions)}? [{move.query_id}]"
        case FeasibilityResponse(is_feasible=True, conditions=()):
            return f"Yes, that would work for me{_but(move.because)} [{move.refers_to}]."
        case FeasibilityResponse(is_feasible=True):
            able = f"I can color my part without a conflict{_but(move.because)}"
            return f"Yes, with {terms(move.conditions)} {able} [{move.refers_to}]."
        case FeasibilityResponse():
            count = move.feasibility_conflicts
            left = f"at least {count} conflict{'s' if count != 1 else ''} would be left"
            return f"No, {left}{_because(move.because)} [{move.refers_to}]."


def terms(parts: Sequence[NodeColor]) -> str:
    """Word terms as ``h1 red and h2 blue``."""
    return _and([f"{part.node} {part.color}" for part in parts])


def supposed(parts: Sequence[NodeColor]) -> str:
    """Word terms as ``h1 were red and h2 blue``."""
    return _and([f"{p.node} {'were ' if not i else ''}{p.color}" for i, p in enumerate(parts)])


def listed(parts: Sequence[NodeColor]) -> str:
    """Word terms as ``a2 is red, a4 is blue``."""
    return ", ".join(f"{part.node} is {part.color}" for part in parts)


def _taught(move: Reject) -> list[str]:
    if CLASHES in move.reasons:
        every = [*((part,) for part in move.impossible_conditions), *move.impossible_combinations]
        return [f"With {terms(parts)} I would always have a conflict." for parts in every]
    said = [f"{part.node} can never be {part.color}." for part in move.impossible_conditions]
    said += [f"{terms(parts)} can never go together." for parts in move.impossible_combinations]
    return said


def _but(limits: Sequence[str]) -> str:
    """Word limits of the recipient that speak against what would work."""
    return f", but you said that {_and(limits)}" if limits else ""


def _because(reasons: Sequence[str]) -> str:
    """Word facts as a subordinate clause."""
    return f", because {_and(reasons)}" if reasons else ""


def _why(reasons: Sequence[str]) -> str:
    """Return the reasons that are sentences; the names of rules are for the log."""
    return _because([reason for reason in reasons if " " in reason])


def _and(parts: Sequence[str]) -> str:
    if len(parts) <= 1:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} and {parts[-1]}"

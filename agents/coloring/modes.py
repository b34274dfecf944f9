"""Modes of communication: one table for the policy, the protocol and the command."""

from __future__ import annotations

from dataclasses import dataclass

from ..errors import expected
from .messages import Kind

_ALWAYS: frozenset[Kind] = frozenset({"reply", "status", "utilities", "rb"})


@dataclass(frozen=True)
class Mode:
    """
    One way of speaking.

    Attributes
    ----------
    name
        Name on the command line and in the trace.
    about
        Short description.
    in_conflict, settled
        Kind of the message that tells a neighbor its options, while the agent has conflicts or unknown
        beliefs and otherwise; None if no options are sent.
    bargains
        Whether agents make offers of their own accord.
    consults
        Whether a language model may ask the solver and propose one action; moves of bargaining are
        legal then, but only the model starts them.
    translates
        Whether a person's words become moves of bargaining, and moves to the person are worded.
    """

    name: str
    about: str
    in_conflict: Kind | None = None
    settled: Kind | None = None
    bargains: bool = False
    consults: bool = False
    translates: bool = False

    @property
    def kinds(self) -> frozenset[Kind]:
        """Kinds of messages that agents may send; they answer offers of the person in every mode."""
        kinds = {kind for kind in (self.in_conflict, self.settled) if kind is not None}
        if self.consults or self.translates:
            kinds.add("free_text")
        return _ALWAYS | kinds


#: All modes, by name.
MODES: dict[str, Mode] = {
    mode.name: mode
    for mode in (
        Mode("RB", "conditional offers", bargains=True),
        Mode("LLM_U", "scored options", "cost_list", "cost_list"),
        Mode("LLM_C", "colorings the agent could accept", "constraints", "constraints"),
        Mode("LLM_F", "prose", "free_text", "free_text"),
        Mode("LLM_API", "a model that asks the solver", "constraints", "cost_list", consults=True),
        Mode("LLM_RB", "prose that becomes offers", bargains=True, translates=True),
    )
}
#: Kinds of messages that a person may send in any mode.
PERSONS_KINDS: frozenset[Kind] = frozenset({"free_text", "rb"})


def no_model(mode: str) -> str:
    """Return what to say of a game without a language model in a mode whose actions a model chooses."""
    return f"{mode} without a language model: no model chooses actions, and templates word all messages"


def mode_named(name: str) -> Mode:
    """Return a mode, or refuse the name."""
    if name not in MODES:
        raise expected("mode", name, f"one of {', '.join(MODES)}")
    return MODES[name]
